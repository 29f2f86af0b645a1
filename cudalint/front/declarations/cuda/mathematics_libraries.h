// cuBLAS, cuSPARSE, cuSOLVER, cuFFT, cuDNN and NCCL: handles, status types and functions with any arguments.
#pragma once
#include "complex.h"
#include "half.h"
#include "anything.h"
#include "runtime_types.h"
#define CUDALINT_CALL(result, name) template <class... A> result name(A&&...);

extern "C++" {
#pragma clang force_cuda_host_device begin
enum cudaDataType {
  CUDA_R_32F, CUDA_R_64F, CUDA_R_16F, CUDA_R_8I, CUDA_C_32F, CUDA_C_64F, CUDA_C_16F, CUDA_C_8I, CUDA_R_8U, CUDA_C_8U,
  CUDA_R_32I, CUDA_C_32I, CUDA_R_16BF = 14, CUDA_R_64I = 24, CUDA_R_8F_E4M3 = 28, CUDA_R_8F_E5M2
};
typedef cudaDataType cudaDataType_t;
enum libraryPropertyType { MAJOR_VERSION, MINOR_VERSION, PATCH_LEVEL };

typedef struct cublasContext* cublasHandle_t;
typedef cublasHandle_t cublasHandle;
enum cublasStatus_t {
  CUBLAS_STATUS_SUCCESS, CUBLAS_STATUS_NOT_INITIALIZED, CUBLAS_STATUS_ALLOC_FAILED = 3, CUBLAS_STATUS_INVALID_VALUE = 7,
  CUBLAS_STATUS_ARCH_MISMATCH, CUBLAS_STATUS_MAPPING_ERROR = 11, CUBLAS_STATUS_EXECUTION_FAILED = 13,
  CUBLAS_STATUS_INTERNAL_ERROR, CUBLAS_STATUS_NOT_SUPPORTED, CUBLAS_STATUS_LICENSE_ERROR
};
typedef cublasStatus_t cublasStatus;
enum cublasOperation_t { CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C };
enum cublasFillMode_t { CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER, CUBLAS_FILL_MODE_FULL };
enum cublasSideMode_t { CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT };
enum cublasDiagType_t { CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT };
enum cublasPointerMode_t { CUBLAS_POINTER_MODE_HOST, CUBLAS_POINTER_MODE_DEVICE };
enum cublasMath_t { CUBLAS_DEFAULT_MATH, CUBLAS_TENSOR_OP_MATH, CUBLAS_PEDANTIC_MATH, CUBLAS_TF32_TENSOR_OP_MATH };
enum cublasComputeType_t {
  CUBLAS_COMPUTE_16F = 64, CUBLAS_COMPUTE_32F = 68, CUBLAS_COMPUTE_64F = 70, CUBLAS_COMPUTE_32I = 72,
  CUBLAS_COMPUTE_32F_FAST_16F = 74, CUBLAS_COMPUTE_32F_FAST_16BF, CUBLAS_COMPUTE_32F_FAST_TF32 = 77
};
enum cublasGemmAlgo_t {
  CUBLAS_GEMM_DFALT = -1, CUBLAS_GEMM_DEFAULT = -1, CUBLAS_GEMM_ALGO0, CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99
};
typedef struct cublasLtContext* cublasLtHandle_t;
struct cudalint_descriptor;
typedef cudalint_descriptor *cublasLtMatmulDesc_t, *cublasLtMatrixLayout_t, *cublasLtMatmulPreference_t;
typedef cudalint_descriptor *cublasLtMatrixTransformDesc_t;
typedef cudaDataType cublasDataType_t;
enum cublasLtMatmulDescAttributes_t {
  CUBLASLT_MATMUL_DESC_COMPUTE_TYPE, CUBLASLT_MATMUL_DESC_SCALE_TYPE, CUBLASLT_MATMUL_DESC_POINTER_MODE,
  CUBLASLT_MATMUL_DESC_TRANSA, CUBLASLT_MATMUL_DESC_TRANSB, CUBLASLT_MATMUL_DESC_TRANSC,
  CUBLASLT_MATMUL_DESC_FILL_MODE, CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_MATMUL_DESC_BIAS_POINTER,
  CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE = 10, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER,
  CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE,
  CUBLASLT_MATMUL_DESC_A_SCALE_POINTER = 17, CUBLASLT_MATMUL_DESC_B_SCALE_POINTER,
  CUBLASLT_MATMUL_DESC_C_SCALE_POINTER, CUBLASLT_MATMUL_DESC_D_SCALE_POINTER, CUBLASLT_MATMUL_DESC_AMAX_D_POINTER,
  CUBLASLT_MATMUL_DESC_FAST_ACCUM = 25, CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, CUBLASLT_MATMUL_DESC_A_SCALE_MODE = 31,
  CUBLASLT_MATMUL_DESC_B_SCALE_MODE
};
enum cublasLtEpilogue_t {
  CUBLASLT_EPILOGUE_DEFAULT = 1, CUBLASLT_EPILOGUE_RELU, CUBLASLT_EPILOGUE_BIAS = 4, CUBLASLT_EPILOGUE_RELU_BIAS = 6,
  CUBLASLT_EPILOGUE_GELU = 32, CUBLASLT_EPILOGUE_GELU_BIAS = 36, CUBLASLT_EPILOGUE_RELU_AUX = 130,
  CUBLASLT_EPILOGUE_RELU_AUX_BIAS = 134, CUBLASLT_EPILOGUE_GELU_AUX = 160, CUBLASLT_EPILOGUE_GELU_AUX_BIAS = 164,
  CUBLASLT_EPILOGUE_DRELU = 136, CUBLASLT_EPILOGUE_DRELU_BGRAD = 152, CUBLASLT_EPILOGUE_DGELU = 192,
  CUBLASLT_EPILOGUE_DGELU_BGRAD = 208, CUBLASLT_EPILOGUE_BGRADA = 256, CUBLASLT_EPILOGUE_BGRADB = 512
};
enum cublasLtMatrixLayoutAttribute_t {
  CUBLASLT_MATRIX_LAYOUT_TYPE, CUBLASLT_MATRIX_LAYOUT_ORDER, CUBLASLT_MATRIX_LAYOUT_ROWS, CUBLASLT_MATRIX_LAYOUT_COLS,
  CUBLASLT_MATRIX_LAYOUT_LD, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET
};
enum cublasLtMatmulPreferenceAttributes_t {
  CUBLASLT_MATMUL_PREF_SEARCH_MODE, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
  CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK = 3
};
enum cublasLtOrder_t {
  CUBLASLT_ORDER_COL, CUBLASLT_ORDER_ROW, CUBLASLT_ORDER_COL32, CUBLASLT_ORDER_COL4_4R2_8C,
  CUBLASLT_ORDER_COL32_2R_4R4
};
struct cublasLtMatmulAlgo_t { unsigned long data[8]; };
struct cublasLtMatmulHeuristicResult_t { cublasLtMatmulAlgo_t algo; size_t workspaceSize; cublasStatus_t state; };
#define CUDALINT_BLAS(name)                                                                      \
  CUDALINT_CALL(cublasStatus_t, cublasS##name) CUDALINT_CALL(cublasStatus_t, cublasD##name)      \
  CUDALINT_CALL(cublasStatus_t, cublasC##name) CUDALINT_CALL(cublasStatus_t, cublasZ##name)
CUDALINT_BLAS(gemm) CUDALINT_BLAS(gemv) CUDALINT_BLAS(ger) CUDALINT_BLAS(axpy) CUDALINT_BLAS(dot) CUDALINT_BLAS(scal)
CUDALINT_BLAS(copy) CUDALINT_BLAS(swap) CUDALINT_BLAS(syrk) CUDALINT_BLAS(symm) CUDALINT_BLAS(trsm) CUDALINT_BLAS(trmm)
CUDALINT_BLAS(geam) CUDALINT_BLAS(gemmBatched) CUDALINT_BLAS(gemmStridedBatched) CUDALINT_BLAS(getrfBatched)
CUDALINT_BLAS(getriBatched) CUDALINT_BLAS(nrm2) CUDALINT_BLAS(asum)
CUDALINT_CALL(cublasStatus_t, cublasCreate) CUDALINT_CALL(cublasStatus_t, cublasDestroy)
CUDALINT_CALL(cublasStatus_t, cublasInit) CUDALINT_CALL(cublasStatus_t, cublasShutdown)
CUDALINT_CALL(cublasStatus_t, cublasSetStream) CUDALINT_CALL(cublasStatus_t, cublasGetVersion)
CUDALINT_CALL(cublasStatus_t, cublasSetPointerMode) CUDALINT_CALL(cublasStatus_t, cublasSetMathMode)
CUDALINT_CALL(cublasStatus_t, cublasSetVector) CUDALINT_CALL(cublasStatus_t, cublasGetVector)
CUDALINT_CALL(cublasStatus_t, cublasSetMatrix) CUDALINT_CALL(cublasStatus_t, cublasGetMatrix)
CUDALINT_CALL(cublasStatus_t, cublasGemmEx) CUDALINT_CALL(cublasStatus_t, cublasHgemm)
CUDALINT_CALL(cublasStatus_t, cublasHgemmStridedBatched) CUDALINT_CALL(cublasStatus_t, cublasGemmStridedBatchedEx)
CUDALINT_CALL(cublasStatus_t, cublasSdgmm) CUDALINT_CALL(cublasStatus_t, cublasIsamax)
CUDALINT_CALL(cublasStatus_t, cublasIdamax)
CUDALINT_CALL(cublasStatus_t, cublasLtCreate) CUDALINT_CALL(cublasStatus_t, cublasLtDestroy)
CUDALINT_CALL(cublasStatus_t, cublasLtMatmulDescCreate) CUDALINT_CALL(cublasStatus_t, cublasLtMatmulDescDestroy)
CUDALINT_CALL(cublasStatus_t, cublasLtMatmulDescSetAttribute)
CUDALINT_CALL(cublasStatus_t, cublasLtMatrixLayoutCreate) CUDALINT_CALL(cublasStatus_t, cublasLtMatrixLayoutDestroy)
CUDALINT_CALL(cublasStatus_t, cublasLtMatrixLayoutSetAttribute)
CUDALINT_CALL(cublasStatus_t, cublasLtMatmulPreferenceCreate)
CUDALINT_CALL(cublasStatus_t, cublasLtMatmulPreferenceDestroy)
CUDALINT_CALL(cublasStatus_t, cublasLtMatmulPreferenceSetAttribute)
CUDALINT_CALL(cublasStatus_t, cublasLtMatmulAlgoGetHeuristic) CUDALINT_CALL(cublasStatus_t, cublasLtMatrixTransform)
CUDALINT_CALL(cublasStatus_t, cublasGemmBatchedEx) CUDALINT_CALL(cublasStatus_t, cublasHgemmBatched)
CUDALINT_CALL(cublasStatus_t, cublasSgemmEx) CUDALINT_CALL(cublasStatus_t, cublasSetWorkspace)
CUDALINT_CALL(cublasStatus_t, cublasGetStream) CUDALINT_CALL(cublasStatus_t, cublasGetMathMode)
CUDALINT_CALL(cublasStatus_t, cublasSetAtomicsMode) CUDALINT_CALL(const char*, cublasGetStatusName)
CUDALINT_BLAS(trsmBatched) CUDALINT_BLAS(getrsBatched) CUDALINT_BLAS(geqrfBatched) CUDALINT_BLAS(gemvBatched)
CUDALINT_CALL(cublasStatus_t, cublasLtMatmul) CUDALINT_CALL(const char*, cublasGetStatusString)

typedef struct cusparseContext* cusparseHandle_t;
enum cusparseStatus_t { CUSPARSE_STATUS_SUCCESS, CUSPARSE_STATUS_NOT_INITIALIZED, CUSPARSE_STATUS_INTERNAL_ERROR = 7 };
enum cusparseOperation_t { CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE };
enum cusparseIndexType_t { CUSPARSE_INDEX_16U = 1, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_64I };
enum cusparseIndexBase_t { CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_INDEX_BASE_ONE };
enum cusparseMatrixType_t { CUSPARSE_MATRIX_TYPE_GENERAL };
enum cusparseSpMVAlg_t { CUSPARSE_SPMV_ALG_DEFAULT, CUSPARSE_SPMV_CSR_ALG1 = 2 };
enum cusparseSpMMAlg_t { CUSPARSE_SPMM_ALG_DEFAULT };
enum cusparseSpSVAlg_t { CUSPARSE_SPSV_ALG_DEFAULT };
enum cusparseSpGEMMAlg_t { CUSPARSE_SPGEMM_DEFAULT };
typedef cudalint_descriptor *cusparseMatDescr_t, *cusparseSpMatDescr_t, *cusparseDnMatDescr_t, *cusparseDnVecDescr_t;
typedef cudalint_descriptor *cusparseSpVecDescr_t, *cusparseSpSVDescr_t, *cusparseSpGEMMDescr_t;
CUDALINT_CALL(cusparseStatus_t, cusparseCreate) CUDALINT_CALL(cusparseStatus_t, cusparseDestroy)
CUDALINT_CALL(cusparseStatus_t, cusparseSetStream) CUDALINT_CALL(cusparseStatus_t, cusparseCreateCsr)
CUDALINT_CALL(cusparseStatus_t, cusparseCreateDnVec) CUDALINT_CALL(cusparseStatus_t, cusparseCreateDnMat)
CUDALINT_CALL(cusparseStatus_t, cusparseDestroySpMat) CUDALINT_CALL(cusparseStatus_t, cusparseDestroyDnVec)
CUDALINT_CALL(cusparseStatus_t, cusparseDestroyDnMat) CUDALINT_CALL(cusparseStatus_t, cusparseSpMV)
CUDALINT_CALL(cusparseStatus_t, cusparseSpMV_bufferSize) CUDALINT_CALL(cusparseStatus_t, cusparseSpMM)
CUDALINT_CALL(cusparseStatus_t, cusparseSpMM_bufferSize) CUDALINT_CALL(cusparseStatus_t, cusparseCreateMatDescr)
CUDALINT_CALL(const char*, cusparseGetErrorString)

typedef struct cusolverDnContext* cusolverDnHandle_t;
typedef struct cusolverSpContext* cusolverSpHandle_t;
enum cusolverStatus_t { CUSOLVER_STATUS_SUCCESS, CUSOLVER_STATUS_NOT_INITIALIZED };
CUDALINT_CALL(cusolverStatus_t, cusolverDnCreate) CUDALINT_CALL(cusolverStatus_t, cusolverDnDestroy)

typedef int cufftHandle;
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef float2 cufftComplex;
typedef double2 cufftDoubleComplex;
enum cufftResult {
  CUFFT_SUCCESS, CUFFT_INVALID_PLAN, CUFFT_ALLOC_FAILED, CUFFT_INVALID_TYPE, CUFFT_INVALID_VALUE, CUFFT_INTERNAL_ERROR,
  CUFFT_EXEC_FAILED, CUFFT_SETUP_FAILED, CUFFT_INVALID_SIZE
};
typedef cufftResult cufftResult_t;
enum cufftType {
  CUFFT_R2C = 0x2a, CUFFT_C2R = 0x2c, CUFFT_C2C = 0x29, CUFFT_D2Z = 0x6a, CUFFT_Z2D = 0x6c, CUFFT_Z2Z = 0x69
};
typedef cufftType cufftType_t;
#define CUFFT_FORWARD -1
#define CUFFT_INVERSE 1
typedef cufftComplex (*cufftCallbackLoadC)(void*, size_t, void*, void*);
typedef void (*cufftCallbackStoreC)(void*, size_t, cufftComplex, void*, void*);
enum cufftXtCallbackType { CUFFT_CB_LD_COMPLEX, CUFFT_CB_LD_COMPLEX_DOUBLE, CUFFT_CB_LD_REAL, CUFFT_CB_ST_COMPLEX = 4 };
CUDALINT_CALL(cufftResult, cufftPlan1d) CUDALINT_CALL(cufftResult, cufftPlan2d) CUDALINT_CALL(cufftResult, cufftPlan3d)
CUDALINT_CALL(cufftResult, cufftPlanMany) CUDALINT_CALL(cufftResult, cufftMakePlan1d)
CUDALINT_CALL(cufftResult, cufftMakePlan2d)
CUDALINT_CALL(cufftResult, cufftCreate) CUDALINT_CALL(cufftResult, cufftDestroy)
CUDALINT_CALL(cufftResult, cufftSetStream)
CUDALINT_CALL(cufftResult, cufftExecC2C) CUDALINT_CALL(cufftResult, cufftExecR2C)
CUDALINT_CALL(cufftResult, cufftExecC2R)
CUDALINT_CALL(cufftResult, cufftExecZ2Z) CUDALINT_CALL(cufftResult, cufftExecD2Z)
CUDALINT_CALL(cufftResult, cufftExecZ2D)
CUDALINT_CALL(cufftResult, cufftXtSetCallback)

typedef struct cudnnContext* cudnnHandle_t;
enum cudnnStatus_t { CUDNN_STATUS_SUCCESS, CUDNN_STATUS_NOT_INITIALIZED, CUDNN_STATUS_BAD_PARAM = 2000 };
enum cudnnDataType_t { CUDNN_DATA_FLOAT, CUDNN_DATA_DOUBLE, CUDNN_DATA_HALF, CUDNN_DATA_INT8 };
enum cudnnTensorFormat_t { CUDNN_TENSOR_NCHW, CUDNN_TENSOR_NHWC };
typedef cudalint_descriptor *cudnnTensorDescriptor_t, *cudnnFilterDescriptor_t, *cudnnConvolutionDescriptor_t;
typedef cudalint_descriptor *cudnnActivationDescriptor_t, *cudnnPoolingDescriptor_t, *cudnnDropoutDescriptor_t;
CUDALINT_CALL(cudnnStatus_t, cudnnCreate) CUDALINT_CALL(cudnnStatus_t, cudnnDestroy)
CUDALINT_CALL(cudnnStatus_t, cudnnSetStream)
CUDALINT_CALL(const char*, cudnnGetErrorString)

typedef struct ncclComm* ncclComm_t;
struct ncclUniqueId { char internal[128]; };
enum ncclResult_t { ncclSuccess, ncclUnhandledCudaError, ncclSystemError, ncclInternalError, ncclInvalidArgument };
enum ncclDataType_t {
  ncclInt8, ncclChar = 0, ncclUint8, ncclInt32, ncclInt = 2, ncclUint32, ncclInt64, ncclUint64, ncclFloat16,
  ncclHalf = 6, ncclFloat32, ncclFloat = 7, ncclFloat64, ncclDouble = 8, ncclBfloat16
};
enum ncclRedOp_t { ncclSum, ncclProd, ncclMax, ncclMin, ncclAvg };
CUDALINT_CALL(ncclResult_t, ncclCommInitRank) CUDALINT_CALL(ncclResult_t, ncclCommInitAll)
CUDALINT_CALL(ncclResult_t, ncclCommDestroy)
CUDALINT_CALL(ncclResult_t, ncclGetUniqueId) CUDALINT_CALL(ncclResult_t, ncclAllReduce)
CUDALINT_CALL(ncclResult_t, ncclReduceScatter)
CUDALINT_CALL(ncclResult_t, ncclAllGather) CUDALINT_CALL(ncclResult_t, ncclBroadcast)
CUDALINT_CALL(ncclResult_t, ncclReduce)
CUDALINT_CALL(ncclResult_t, ncclSend) CUDALINT_CALL(ncclResult_t, ncclRecv) CUDALINT_CALL(ncclResult_t, ncclGroupStart)
CUDALINT_CALL(ncclResult_t, ncclGroupEnd) CUDALINT_CALL(const char*, ncclGetErrorString)
#pragma clang force_cuda_host_device end
}

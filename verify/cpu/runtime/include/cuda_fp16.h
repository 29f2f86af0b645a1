#pragma once
#include "cuda_runtime.h"
#include "cudalint/half.h"

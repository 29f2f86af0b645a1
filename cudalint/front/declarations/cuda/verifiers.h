// The specification functions of GPU program verifiers, which their example kernels call.
#pragma once
#include "language.h"
#define CUDALINT_SPECIFICATION(name) template <class... A> void name(A...);
extern "C++" {
#pragma clang force_cuda_host_device begin
CUDALINT_SPECIFICATION(__requires) CUDALINT_SPECIFICATION(__ensures) CUDALINT_SPECIFICATION(__assume)
CUDALINT_SPECIFICATION(__assert) CUDALINT_SPECIFICATION(__invariant) CUDALINT_SPECIFICATION(__global_invariant)
CUDALINT_SPECIFICATION(__global_assert) CUDALINT_SPECIFICATION(__candidate_invariant) CUDALINT_SPECIFICATION(__modifies)
CUDALINT_SPECIFICATION(__barrier_invariant) CUDALINT_SPECIFICATION(__distinct) CUDALINT_SPECIFICATION(__assume_distinct)
CUDALINT_SPECIFICATION(__non_temporal) CUDALINT_SPECIFICATION(__array_snapshot)
template <class... A> bool __implies(A...);
template <class... A> bool __enabled(A...);
template <class... A> bool __no_read(A...);
template <class... A> bool __no_write(A...);
template <class... A> bool __read(A...);
template <class... A> bool __write(A...);
template <class... A> bool __read_implies(A...);
template <class... A> bool __write_implies(A...);
template <class... A> void __axiom(A...);
template <class... A> void __requires_fresh_array(A...);
template <class... A> unsigned __read_offset_bytes(A...);
template <class... A> unsigned __write_offset_bytes(A...);
template <class... A> unsigned __ptr_offset_bytes(A...);
template <class... A> bool __uniform_bool(A...);
template <class... A> bool __uniform_int(A...);
template <class... A> bool __distinct_int(A...);
template <class... A> bool __distinct_bool(A...);
int __other_int(int);
bool __other_bool(bool);
int __return_val_int();
bool __return_val_bool();
void* __return_val_ptr();
template <class T> T __old(T);
template <class T> T __other(T);
template <class T> bool __uniform(T);
template <class... A> unsigned __read_offset(A...);
template <class... A> unsigned __write_offset(A...);
#pragma clang force_cuda_host_device end
}

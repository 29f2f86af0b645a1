// Asynchronous copies from global to shared memory: done at once.
#pragma once

namespace cudalint {

CUDALINT_INLINE void copy_async(void* shared, const void* global, unsigned size) {
    access(shared, size, Kind::async_copy, global);
    move(shared, global, size);
}

}  // namespace cudalint

CUDALINT_INLINE void __pipeline_memcpy_async(void* to, const void* from, size_t size, size_t = 0) {
    ::cudalint::copy_async(to, from, unsigned(size));
}
CUDALINT_INLINE void __pipeline_commit() {}
CUDALINT_INLINE void __pipeline_wait_prior(size_t) {}

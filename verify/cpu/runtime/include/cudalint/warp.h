// Barriers, shuffles and votes.
#pragma once

CUDALINT_INLINE void __syncthreads() { ::cudalint::block_barrier(0); }
CUDALINT_INLINE int __syncthreads_count(int p) { return ::cudalint::block_barrier(p); }
CUDALINT_INLINE int __syncthreads_or(int p) { return ::cudalint::block_barrier(p) != 0; }
CUDALINT_INLINE int __syncthreads_and(int p) { return ::cudalint::block_barrier(!p) == 0; }

namespace cudalint {

constexpr unsigned whole_warp = 0xffffffffu;

// The values of all lanes of a mask that are there.
template <class T>
struct Met {
    T values[32];
    unsigned present;
};

template <class T>
CUDALINT_INLINE Met<T> met(unsigned mask, T mine) {
    static_assert(sizeof(T) <= 16, "an exchange moves at most 16 bytes a lane");
    Met<T> all;
    all.present = exchange(mask, &mine, sizeof(T), all.values);
    return all;
}

template <class T>
CUDALINT_INLINE T from_lane(unsigned mask, T mine, unsigned source) {
    Met<T> all = met(mask, mine);
    return all.present >> (source & 31) & 1 ? all.values[source & 31] : mine;
}

template <class T>
CUDALINT_INLINE T shuffled(unsigned mask, T v, int lane, int width) {
    unsigned me = lane_index(), first = me & ~unsigned(width - 1);
    return from_lane(mask, v, first + (unsigned(lane) & unsigned(width - 1)));
}
template <class T>
CUDALINT_INLINE T shuffled_down(unsigned mask, T v, unsigned delta, int width) {
    unsigned me = lane_index(), last = me | unsigned(width - 1);
    return from_lane(mask, v, me + delta <= last ? me + delta : me);
}
template <class T>
CUDALINT_INLINE T shuffled_up(unsigned mask, T v, unsigned delta, int width) {
    unsigned me = lane_index(), first = me & ~unsigned(width - 1);
    return from_lane(mask, v, me >= first + delta ? me - delta : me);
}
template <class T>
CUDALINT_INLINE T shuffled_xor(unsigned mask, T v, int x, int width) {
    unsigned me = lane_index(), last = me | unsigned(width - 1);
    return from_lane(mask, v, (me ^ unsigned(x)) <= last ? me ^ unsigned(x) : me);
}

CUDALINT_INLINE unsigned votes(unsigned mask, int predicate) {
    Met<int> all = met<int>(mask, predicate);
    unsigned found = 0;
    for (unsigned i = 0; i < 32; ++i)
        if ((all.present >> i & 1) && all.values[i]) found |= 1u << i;
    return found;
}

template <class T, class Operation>
CUDALINT_INLINE T reduced(unsigned mask, T mine, Operation operation) {
    Met<T> all = met(mask, mine);
    T result{};
    bool first = true;
    for (unsigned i = 0; i < 32; ++i) {
        if (!(all.present >> i & 1)) continue;
        result = first ? all.values[i] : T(operation(result, all.values[i]));
        first = false;
    }
    return result;
}

}  // namespace cudalint

template <class T> CUDALINT_INLINE T __shfl_sync(unsigned m, T v, int lane, int width = 32) { return ::cudalint::shuffled(m, v, lane, width); }
template <class T> CUDALINT_INLINE T __shfl_up_sync(unsigned m, T v, unsigned d, int width = 32) { return ::cudalint::shuffled_up(m, v, d, width); }
template <class T> CUDALINT_INLINE T __shfl_down_sync(unsigned m, T v, unsigned d, int width = 32) { return ::cudalint::shuffled_down(m, v, d, width); }
template <class T> CUDALINT_INLINE T __shfl_xor_sync(unsigned m, T v, int x, int width = 32) { return ::cudalint::shuffled_xor(m, v, x, width); }
template <class T> CUDALINT_INLINE T __shfl(T v, int lane, int width = 32) { return ::cudalint::shuffled(::cudalint::whole_warp, v, lane, width); }
template <class T> CUDALINT_INLINE T __shfl_up(T v, unsigned d, int width = 32) { return ::cudalint::shuffled_up(::cudalint::whole_warp, v, d, width); }
template <class T> CUDALINT_INLINE T __shfl_down(T v, unsigned d, int width = 32) { return ::cudalint::shuffled_down(::cudalint::whole_warp, v, d, width); }
template <class T> CUDALINT_INLINE T __shfl_xor(T v, int x, int width = 32) { return ::cudalint::shuffled_xor(::cudalint::whole_warp, v, x, width); }
CUDALINT_INLINE unsigned __ballot_sync(unsigned m, int p) { return ::cudalint::votes(m, p); }
CUDALINT_INLINE int __any_sync(unsigned m, int p) { return ::cudalint::votes(m, p) != 0; }
CUDALINT_INLINE int __all_sync(unsigned m, int p) { return ::cudalint::votes(m, !p) == 0; }
CUDALINT_INLINE unsigned __ballot(int p) { return ::cudalint::votes(::cudalint::whole_warp, p); }
CUDALINT_INLINE int __any(int p) { return __ballot(p) != 0; }
CUDALINT_INLINE int __all(int p) { return __ballot(!p) == 0; }
CUDALINT_INLINE unsigned __activemask() { return ::cudalint::votes(::cudalint::whole_warp, 1); }
CUDALINT_INLINE void __syncwarp(unsigned m = ::cudalint::whole_warp) { ::cudalint::votes(m, 0); }
template <class T>
CUDALINT_INLINE unsigned __match_any_sync(unsigned m, T v) {
    auto all = ::cudalint::met(m, v);
    unsigned found = 0;
    for (unsigned i = 0; i < 32; ++i)
        if ((all.present >> i & 1) && all.values[i] == v) found |= 1u << i;
    return found;
}
template <class T>
CUDALINT_INLINE T __reduce_add_sync(unsigned m, T v) { return ::cudalint::reduced(m, v, [](T a, T b) { return a + b; }); }
template <class T>
CUDALINT_INLINE T __reduce_min_sync(unsigned m, T v) { return ::cudalint::reduced(m, v, [](T a, T b) { return b < a ? b : a; }); }
template <class T>
CUDALINT_INLINE T __reduce_max_sync(unsigned m, T v) { return ::cudalint::reduced(m, v, [](T a, T b) { return a < b ? b : a; }); }

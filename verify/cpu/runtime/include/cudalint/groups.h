// Cooperative groups within a block.
#pragma once

namespace cooperative_groups {

struct thread_block {
    static void sync() { __syncthreads(); }
    static CUDALINT_INLINE unsigned thread_rank() {
        return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    }
    static CUDALINT_INLINE unsigned size() { return blockDim.x * blockDim.y * blockDim.z; }
    static CUDALINT_INLINE unsigned num_threads() { return size(); }
    static dim3 group_index() { return blockIdx; }
    static dim3 thread_index() { return threadIdx; }
    static dim3 group_dim() { return blockDim; }
    static dim3 dim_threads() { return blockDim; }
};
CUDALINT_INLINE thread_block this_thread_block() { return {}; }

// Lanes of one warp: those of the mask, counted in their order.
class lanes_group {
  public:
    unsigned mask;
    unsigned rank_;
    unsigned count;

    CUDALINT_INLINE unsigned thread_rank() const { return rank_; }
    CUDALINT_INLINE unsigned size() const { return count; }
    CUDALINT_INLINE unsigned num_threads() const { return count; }
    CUDALINT_INLINE void sync() const { __syncwarp(mask); }
    template <class T>
    CUDALINT_INLINE T shfl(T v, unsigned rank) const { return cudalint::from_lane(mask, v, lane(rank)); }
    template <class T>
    CUDALINT_INLINE T shfl_down(T v, unsigned d) const { return shfl(v, rank_ + d < count ? rank_ + d : rank_); }
    template <class T>
    CUDALINT_INLINE T shfl_up(T v, unsigned d) const { return shfl(v, rank_ >= d ? rank_ - d : rank_); }
    template <class T>
    CUDALINT_INLINE T shfl_xor(T v, unsigned x) const { return shfl(v, (rank_ ^ x) < count ? rank_ ^ x : rank_); }
    CUDALINT_INLINE unsigned ballot(int p) const {
        unsigned votes = cudalint::votes(mask, p), found = 0;
        for (unsigned rank = 0; rank < count; ++rank) found |= (votes >> lane(rank) & 1) << rank;
        return found;
    }
    CUDALINT_INLINE int any(int p) const { return cudalint::votes(mask, p) != 0; }
    CUDALINT_INLINE int all(int p) const { return cudalint::votes(mask, !p) == 0; }

  private:
    unsigned lane(unsigned rank) const {
        unsigned left = mask;
        for (; rank > 0; --rank) left &= left - 1;
        return unsigned(__builtin_ctz(left));
    }
};

template <unsigned Size = 32, class Parent = void>
struct thread_block_tile : lanes_group {
    CUDALINT_INLINE thread_block_tile() : lanes_group(make()) {}
    template <class Other>
    CUDALINT_INLINE thread_block_tile(const thread_block_tile<Size, Other>& other) : lanes_group(other) {}
    CUDALINT_INLINE unsigned meta_group_rank() const { return thread_block::thread_rank() / Size; }
    CUDALINT_INLINE unsigned meta_group_size() const { return (thread_block::size() + Size - 1) / Size; }
    static constexpr unsigned size() { return Size; }
    static constexpr unsigned num_threads() { return Size; }

  private:
    static CUDALINT_INLINE lanes_group make() {
        unsigned me = cudalint::lane_index();
        unsigned bits = Size == 32 ? 0xffffffffu : (1u << Size % 32) - 1;
        return {bits << (me & ~(Size - 1)), me & (Size - 1), Size};
    }
};

struct coalesced_group : lanes_group {
    CUDALINT_INLINE coalesced_group(unsigned present)
        : lanes_group{present, unsigned(__builtin_popcount(present & ((1u << cudalint::lane_index()) - 1))),
                      unsigned(__builtin_popcount(present))} {}
};
CUDALINT_INLINE coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }
CUDALINT_INLINE coalesced_group binary_partition(const lanes_group& g, bool p) {
    unsigned yes = cudalint::votes(g.mask, p);
    return coalesced_group(p ? yes : g.mask & ~yes);
}
template <class T>
CUDALINT_INLINE coalesced_group labeled_partition(const lanes_group& g, T label) {
    return coalesced_group(__match_any_sync(g.mask, label));
}

template <unsigned Size, class Parent>
CUDALINT_INLINE thread_block_tile<Size, Parent> tiled_partition(const Parent&) { return {}; }
template <class Parent>
CUDALINT_INLINE lanes_group tiled_partition(const Parent&, unsigned size) {
    unsigned me = cudalint::lane_index();
    unsigned bits = size == 32 ? 0xffffffffu : (1u << size) - 1;
    return {bits << (me & ~(size - 1)), me & (size - 1), size};
}

// A block or some lanes of a warp.
struct thread_group {
    lanes_group lanes{0, 0, 0};
    CUDALINT_INLINE thread_group(const lanes_group& g) : lanes(g) {}
    CUDALINT_INLINE thread_group(const thread_block&) {}
    CUDALINT_INLINE bool whole_block() const { return lanes.count == 0; }
    CUDALINT_INLINE unsigned size() const { return whole_block() ? thread_block::size() : lanes.count; }
    CUDALINT_INLINE unsigned num_threads() const { return size(); }
    CUDALINT_INLINE unsigned thread_rank() const { return whole_block() ? thread_block::thread_rank() : lanes.rank_; }
    CUDALINT_INLINE void sync() const {
        if (whole_block()) __syncthreads();
        else lanes.sync();
    }
};

struct grid_group {
    void sync() const { cudalint::give_up("a barrier of the whole grid is not run on the CPU"); }
    static CUDALINT_INLINE unsigned long long thread_rank() {
        unsigned long long block = blockIdx.x + gridDim.x * (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z);
        return block * thread_block::size() + thread_block::thread_rank();
    }
    static CUDALINT_INLINE unsigned long long size() { return (unsigned long long)thread_block::size() * gridDim.x * gridDim.y * gridDim.z; }
    static CUDALINT_INLINE unsigned long long num_threads() { return size(); }
    static bool is_valid() { return true; }
};
CUDALINT_INLINE grid_group this_grid() { return {}; }
template <class Group>
CUDALINT_INLINE void sync(const Group& g) { g.sync(); }

template <class T>
struct plus { CUDALINT_INLINE T operator()(T a, T b) const { return a + b; } };
template <class T>
struct less { CUDALINT_INLINE T operator()(T a, T b) const { return b < a ? b : a; } };
template <class T>
struct greater { CUDALINT_INLINE T operator()(T a, T b) const { return a < b ? b : a; } };
template <class T, class Operation>
CUDALINT_INLINE T reduce(const lanes_group& g, T v, Operation operation) { return cudalint::reduced(g.mask, v, operation); }

}  // namespace cooperative_groups

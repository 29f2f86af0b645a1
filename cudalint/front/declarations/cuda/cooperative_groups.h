// Cooperative groups.
#pragma once
#include "language.h"
#define CUDALINT_GROUP_OPERATOR(name) template <class T> struct name { T operator()(T, T) const; };

extern "C++" {
#pragma clang force_cuda_host_device begin
namespace cooperative_groups {
struct thread_group {
  void sync() const;
  unsigned size() const;
  unsigned num_threads() const;
  unsigned thread_rank() const;
  bool is_valid() const;
  dim3 group_index() const;
  dim3 thread_index() const;
  dim3 group_dim() const;
  dim3 dim_threads() const;
  dim3 block_index() const;
  unsigned block_rank() const;
  unsigned num_blocks() const;
  dim3 dim_blocks() const;
  dim3 cluster_index() const;
  unsigned cluster_rank() const;
  unsigned num_clusters() const;
  dim3 dim_clusters() const;
  dim3 dim_cluster() const;
  unsigned meta_group_rank() const;
  unsigned meta_group_size() const;
  unsigned grid_rank() const;
  unsigned num_grids() const;
  template <class T> T shfl(T, int) const;
  template <class T> T shfl_down(T, unsigned) const;
  template <class T> T shfl_up(T, unsigned) const;
  template <class T> T shfl_xor(T, unsigned) const;
  int any(int) const;
  int all(int) const;
  unsigned ballot(int) const;
  template <class T> unsigned match_any(T) const;
  template <class T> unsigned match_all(T, int&) const;
  template <class T> T* map_shared_rank(T*, int) const;
  unsigned query_shared_rank(const void*) const;
  struct arrival_token {};
  arrival_token barrier_arrive() const;
  void barrier_wait() const;
  void barrier_wait(arrival_token) const;
};
struct thread_block : thread_group {};
struct grid_group : thread_group {};
struct multi_grid_group : thread_group {};
struct coalesced_group : thread_group {};
struct cluster_group : thread_group {};
template <unsigned width, class parent = void> struct thread_block_tile : thread_group {
  static constexpr unsigned numThreads = width;
  thread_block_tile();
  thread_block_tile(const thread_block_tile&) = default;
  template <class other> thread_block_tile(const thread_block_tile<width, other>&);
};
template <unsigned...> struct block_tile_memory { char storage; };

thread_block this_thread_block();
template <unsigned size> thread_block this_thread_block(block_tile_memory<size>&);
grid_group this_grid();
multi_grid_group this_multi_grid();
cluster_group this_cluster();
coalesced_group coalesced_threads();
thread_group this_thread();
// Without the parent's type: the usual `thread_block_tile<32> tile = tiled_partition<32>(block)` is then a plain copy.
template <unsigned size, class G> thread_block_tile<size> tiled_partition(const G&);
template <class G> thread_group tiled_partition(const G&, unsigned size);
template <class G, class L> coalesced_group labeled_partition(G, L);
template <class G> coalesced_group binary_partition(G, bool);
template <class G> void sync(G&&);
template <class G> unsigned group_size(const G&);
template <class G> unsigned thread_rank(const G&);
template <class G, class F> void invoke_one(const G&, F);
template <class G, class F> auto invoke_one_broadcast(const G&, F f) -> decltype(f());

CUDALINT_GROUP_OPERATOR(plus) CUDALINT_GROUP_OPERATOR(less) CUDALINT_GROUP_OPERATOR(greater)
CUDALINT_GROUP_OPERATOR(bit_and) CUDALINT_GROUP_OPERATOR(bit_or) CUDALINT_GROUP_OPERATOR(bit_xor)
template <class G, class T, class F> T reduce(const G&, T, F);
template <class G, class T, class V, class F> void reduce_update_async(const G&, T&, V, F);
template <class G, class T, class V, class F> void reduce_store_async(const G&, T*, V, F);
template <class G, class T> T inclusive_scan(const G&, T);
template <class G, class T, class F> T inclusive_scan(const G&, T, F);
template <class G, class T> T exclusive_scan(const G&, T);
template <class G, class T, class F> T exclusive_scan(const G&, T, F);

template <class G, class T, class S, class N> void memcpy_async(const G&, T* target, const S* source, N size);
template <class G, class T, class N, class S, class M>
void memcpy_async(const G&, T* target, const N& target_elements, const S* source, const M& source_elements);
template <class G> void wait(const G&);
template <unsigned stages, class G> void wait_prior(const G&);

namespace experimental {
using cooperative_groups::block_tile_memory;
using cooperative_groups::this_thread_block;
using cooperative_groups::tiled_partition;
}  // namespace experimental
}  // namespace cooperative_groups
#pragma clang force_cuda_host_device end
}

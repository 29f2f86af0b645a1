// What instrumented code and the CUDA headers see of the engine that runs kernels on the CPU.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cudalint {

struct Index {
    unsigned x, y, z;
};

enum class Kind : unsigned char {
    load,
    store,
    atomic_add,
    atomic_exchange,
    population_count,
    async_copy,
    load_matrix,
    store_matrix,
    atomic_loop,
    atomic_combined,
    combinable = 128,
};

// An atomic that one lane of a warp does for all where the lanes of a block have one address.
constexpr Kind combinable(Kind kind) {
    return static_cast<Kind>(static_cast<unsigned char>(kind) | static_cast<unsigned char>(Kind::combinable));
}

// Constant during the life of a CUDA thread, whichever fiber runs in between.
Index thread_index() __attribute__((const));
Index block_index() __attribute__((const));
Index block_size() __attribute__((const));
Index grid_size() __attribute__((const));
unsigned lane_index() __attribute__((const));

// Runs `thread(context)` once per thread of the grid.
void launch(Index grid, Index block, size_t shared_bytes, void (*thread)(void*), void* context);

// All threads of the block come here before any goes on; returns how many of them brought a true predicate.
int block_barrier(int predicate);

// The lanes of `mask` meet and see each other's values: `all` gets 32 values of `size` bytes. Returns who took part.
unsigned exchange(unsigned mask, const void* mine, unsigned size, void* all);

// Reports an access that the compiler does not see; `other` is the global side of an asynchronous copy, `caller` the
// place in the code (by default where this is called).
void access(const void* address, unsigned size, Kind kind, const void* other = nullptr, void* caller = nullptr);

// Says that nobody uses the result of the atomic that comes next in this thread; `take...` says whether, and forgets it.
void result_unused();
bool take_result_unused();

bool in_shared(const void* address);

// While one lives, no other thread goes on, whatever the compiler reports.
struct Undivided {
    Undivided();
    ~Undivided();
};

// Copies bytes without reporting it.
void move(void* to, const void* from, size_t bytes);

void* allocate(size_t bytes);
// The type of an array's elements is aligned so: what the compiler goes by when it makes accesses wide. 0: not known.
void note_alignment(const void* pointer, unsigned bytes);
unsigned alignment_of(const void* address);
void release(void* pointer);
size_t size_of(const void* pointer);
void* dynamic_shared();

// Shared memory as PTX addresses it: 32-bit offsets.
unsigned shared_offset(const void* pointer);
void* shared_pointer(unsigned offset);

// Ends the program: something cannot be run here.
[[noreturn]] void give_up(const char* format, ...) __attribute__((format(printf, 1, 2)));

}  // namespace cudalint

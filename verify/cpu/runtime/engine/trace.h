// Collects the requests of a recorded launch and writes them to the trace file.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine.h"
#include "merging.h"

namespace cudalint {

enum class Space : unsigned char { none, global, shared };

struct Request {
    uintptr_t pc;
    uint64_t chain;
    Space space;
    Kind kind;
    uint16_t size;
    uint32_t mask;
    int64_t addresses[32];
    int64_t others[32];
};

// Whether all threads of a block name one address each time they come to a place: what a compiler knows where it does
// not depend on threadIdx. The first warp of each block leads, the others are held against it.
class OneAddress {
  public:
    void note(const Request& request, unsigned warp, uint64_t block);
    bool holds() const { return holds_; }

  private:
    bool holds_ = true;
    uint64_t block_ = 0;
    std::vector<int64_t> addresses_;
    std::vector<size_t> times_;
};

class Trace {
  public:
    // A request of a warp; `callers` of the lane, outermost first, are kept the first time that a chain is seen.
    // `warp`: its number in the block.
    void add(Request& request, const uintptr_t* callers, unsigned depth, unsigned warp);
    void next_block() { ++block_; }
    // All threads of the block have met, or ended.
    void barrier();
    void write(uintptr_t kernel, Index grid, Index block, uint32_t recorded, uint64_t blocks);
    void clear();
    // Says in the file, once, that time ran out before all blocks of a grid had run: a launch without a kernel.
    void note_cut_off();

  private:
    bool cut_off_ = false;
    uint64_t block_ = 0;
    struct Site {
        Request first;
        std::vector<uintptr_t> callers;
        std::unordered_map<std::string, uint64_t> patterns;
        uint64_t dropped = 0;
        OneAddress one_address;
        Widened widened;
        bool merged() const { return widened.possible && !widened.patterns.empty(); }
    };
    void note_neighbours(Site& site, const Request& request, unsigned warp);
    static uint16_t aligned_group(const void* address);
    static constexpr unsigned most_warps = 32;
    std::vector<Merging> merging_ = std::vector<Merging>(2 * most_warps);  // for shared memory, then for global memory
    struct Key {
        uintptr_t pc;
        uint64_t chain;
        uint32_t what;
        bool operator==(const Key& o) const { return pc == o.pc && chain == o.chain && what == o.what; }
    };
    struct Hash {
        size_t operator()(const Key& k) const { return k.pc * 0x9E3779B97F4A7C15u ^ k.chain ^ (uint64_t{k.what} << 40); }
    };
    std::unordered_map<Key, Site, Hash> sites_;
};

}  // namespace cudalint

// Collects the requests of a recorded launch and writes them to the trace file.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine.h"

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

class Trace {
  public:
    // A request of a warp; `callers` of the lane, outermost first, are kept the first time that a chain is seen.
    void add(Request& request, const uintptr_t* callers, unsigned depth);
    void write(uintptr_t kernel, Index grid, Index block, uint32_t recorded, uint64_t blocks);
    void clear();
    // Says in the file, once, that time ran out before all blocks of a grid had run: a launch without a kernel.
    void note_cut_off();

  private:
    bool cut_off_ = false;
    struct Site {
        Request first;
        std::vector<uintptr_t> callers;
        std::unordered_map<std::string, uint64_t> patterns;
        uint64_t dropped = 0;
    };
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

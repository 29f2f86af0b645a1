// Shared accesses of one warp that the compiler makes one of: neighbours that fill an aligned 8 or 16 bytes.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine.h"

namespace cudalint {

// What was seen at a place if all that could be merged was: requests by width in bytes, 8 or 16, each counted at the
// first of the places that it serves. `possible` no longer holds once an access there had no neighbours.
struct Widened {
    bool possible = true;
    std::map<uint16_t, std::unordered_map<std::string, uint64_t>> patterns;

    uint32_t counted() const {
        uint32_t count = 0;
        for (auto& [width, seen] : patterns) count += !seen.empty();
        return count;
    }
};

// An access between two barriers. `base`: of each lane, its aligned group.
struct Waiting {
    Widened* at;
    std::string base;
    int64_t first_base;
    unsigned distance;
    uint16_t size, group;
    bool load;
};

// Collects what a warp does between barriers and decides there. A store between two loads keeps them apart, and a load
// two stores.
class Merging {
  public:
    // `base`: the mask and the addresses of the groups, as a pattern.
    void add(Widened* at, const std::string& base, int64_t first_base, unsigned distance, uint16_t size, uint16_t group, bool load);
    void flush();

  private:
    std::map<std::string, std::vector<Waiting>> waiting_;
    unsigned window_ = 0;
    bool last_was_load_ = true;
    size_t count_ = 0;
};

}  // namespace cudalint

#include "merging.h"

namespace cudalint {

namespace {

constexpr size_t most_waiting = 20000;

// Loads of most of a group are widened to all of it; stores must fill it.
constexpr double least_loaded = 0.7;

struct Wide {
    unsigned start = 0;
    uint16_t width = 0;
};

std::map<unsigned, Wide> planned_widths(const std::map<unsigned, uint16_t>& sizes, uint16_t group, bool load) {
    std::map<unsigned, Wide> merged;
    for (uint16_t width : {uint16_t{16}, uint16_t{8}, uint16_t{4}, uint16_t{2}}) {
        for (unsigned start = 0; width <= group && start < group; start += width) {
            unsigned covered = 0;
            std::vector<unsigned> inside;
            for (auto& [distance, size] : sizes) {
                if (distance < start || distance >= start + width || merged.count(distance)) continue;
                inside.push_back(distance);
                covered += size;
            }
            if (inside.size() < 2 || covered < width * (load ? least_loaded : 1.0)) continue;
            for (unsigned distance : inside) merged[distance] = {start, width};
        }
    }
    return merged;
}

// The pattern of a group with its lanes' addresses moved to where the wide access starts.
std::string moved(const std::string& base, unsigned start) {
    std::string pattern = base;
    uint32_t mask;
    int64_t addresses[32];
    __builtin_memcpy(&mask, pattern.data(), sizeof mask);
    __builtin_memcpy(addresses, pattern.data() + sizeof mask, sizeof addresses);
    for (int lane = 0; lane < 32; ++lane)
        if (mask >> lane & 1) addresses[lane] += start;
    __builtin_memcpy(&pattern[sizeof mask], addresses, sizeof addresses);
    return pattern;
}

}  // namespace

void Merging::add(Widened* at, const std::string& base, int64_t first_base, unsigned distance, uint16_t size, uint16_t group, bool load) {
    if (load != last_was_load_) ++window_;
    last_was_load_ = load;
    std::string key = base;
    for (int64_t part : {first_base, int64_t{window_}, int64_t{group}}) key.append(reinterpret_cast<const char*>(&part), sizeof part);
    waiting_[key].push_back({at, base, first_base, distance, size, group, load});
    if (++count_ > most_waiting) flush();
}

void Merging::flush() {
    for (auto& [key, entries] : waiting_) {
        std::map<unsigned, uint16_t> sizes;
        for (const Waiting& entry : entries) sizes.emplace(entry.distance, entry.size);
        auto merged = planned_widths(sizes, entries[0].group, entries[0].load);
        std::map<unsigned, bool> counted;
        for (const Waiting& entry : entries) {
            auto wide = merged.find(entry.distance);
            if (wide == merged.end()) {
                entry.at->possible = false;
                continue;
            }
            auto [start, width] = wide->second;
            auto& patterns = entry.at->patterns[width];
            bool first = counted.emplace(start, true).second;
            if (first) ++patterns[moved(entry.base, start)];
        }
    }
    waiting_.clear();
    count_ = 0;
    window_ = 0;
}

}  // namespace cudalint

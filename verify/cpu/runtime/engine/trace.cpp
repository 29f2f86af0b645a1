#include "trace.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace cudalint {

namespace {

// Patterns of one site that are kept; further ones are counted as dropped.
constexpr size_t most_patterns = 20000;
constexpr uint32_t magic = 0x43554431;

// Of one place and block, so many addresses are compared between warps.
constexpr size_t most_times = 4096;

bool is_combinable(Kind kind) { return (static_cast<unsigned char>(kind) & static_cast<unsigned char>(Kind::combinable)) != 0; }

Kind settled(Kind kind, const OneAddress& one) {
    if (!is_combinable(kind)) return kind;
    if (one.holds()) return Kind::atomic_combined;
    return static_cast<Kind>(static_cast<unsigned char>(kind) & ~static_cast<unsigned char>(Kind::combinable));
}

FILE* file() {
    static FILE* opened = [] {
        const char* path = std::getenv("CUDALINT_TRACE");
        FILE* f = path != nullptr ? std::fopen(path, "wb") : nullptr;
        if (f == nullptr) give_up("CUDALINT_TRACE names no file that can be written");
        return f;
    }();
    return opened;
}

template <class T>
void put(const T& value) {
    std::fwrite(&value, sizeof value, 1, file());
}

// Costs depend on where in its line of 128 bytes the first lane is, not on which line that is.
void rebase(int64_t (&addresses)[32], uint32_t mask) {
    int64_t base = addresses[__builtin_ctz(mask)] & ~int64_t{127};
    for (int lane = 0; lane < 32; ++lane) addresses[lane] = mask >> lane & 1 ? addresses[lane] - base : 0;
}

}  // namespace

void OneAddress::note(const Request& request, unsigned warp, uint64_t block) {
    int64_t first = request.addresses[__builtin_ctz(request.mask)];
    for (int lane = 0; lane < 32; ++lane) holds_ = holds_ && (!(request.mask >> lane & 1) || request.addresses[lane] == first);
    if (!holds_) return;
    if (block != block_ || times_.empty()) {
        block_ = block;
        addresses_.clear();
        times_.assign(32, 0);
    }
    size_t time = times_[warp]++;
    if (time < addresses_.size()) {
        holds_ = addresses_[time] == first;
    } else if (time < most_times) {
        addresses_.push_back(first);
    }
}

// In global memory the compiler knows the alignment of the type only: members of vectors are neighbours.
uint16_t Trace::aligned_group(const void* address) {
    unsigned known = alignment_of(address);
    return uint16_t(known < 16 ? known : 16);
}

// In shared memory a group is 16 bytes where all lanes are at one place in theirs, or 8; otherwise the compiler does not know the alignment.
void Trace::note_neighbours(Site& site, const Request& request, unsigned warp) {
    bool plain = request.kind == Kind::load || request.kind == Kind::store;
    bool global = request.space == Space::global;
    if (!plain || request.space == Space::none || !site.widened.possible || request.size > 8 || (!global && request.size < 4)) return;
    int64_t first = request.addresses[__builtin_ctz(request.mask)];
    uint16_t group = global ? aligned_group(reinterpret_cast<const void*>(first)) : 16;
    for (int lane = 0; lane < 32; ++lane)
        while ((request.mask >> lane & 1) && group > request.size && (request.addresses[lane] - first) % group != 0) group /= 2;
    if (group <= request.size) {
        site.widened.possible = false;
        return;
    }
    int64_t bases[32];
    unsigned distance = unsigned(first % group);
    for (int lane = 0; lane < 32; ++lane) bases[lane] = request.addresses[lane] - distance;
    int64_t first_base = first - distance;
    rebase(bases, request.mask);
    std::string pattern(reinterpret_cast<const char*>(&request.mask), sizeof request.mask);
    pattern.append(reinterpret_cast<const char*>(bases), sizeof bases);
    merging_[global ? most_warps + warp : warp].add(&site.widened, pattern, first_base, distance, request.size, group, request.kind == Kind::load);
}

void Trace::barrier() {
    for (Merging& warp : merging_) warp.flush();
}

void Trace::add(Request& request, const uintptr_t* callers, unsigned depth, unsigned warp) {
    uint32_t what = request.size << 16 | static_cast<uint32_t>(request.kind) << 8 | static_cast<uint32_t>(request.space);
    auto [found, added] = sites_.try_emplace(Key{request.pc, request.chain, what});
    Site& site = found->second;
    if (added) {
        site.first = request;
        site.callers.assign(callers, callers + depth);
    }
    if (is_combinable(request.kind)) site.one_address.note(request, warp, block_);
    note_neighbours(site, request, warp);
    rebase(request.addresses, request.mask);
    bool paired = request.kind == Kind::async_copy;
    if (paired) rebase(request.others, request.mask);
    std::string pattern(reinterpret_cast<const char*>(&request.mask), sizeof request.mask);
    pattern.append(reinterpret_cast<const char*>(request.addresses), sizeof request.addresses);
    if (paired) pattern.append(reinterpret_cast<const char*>(request.others), sizeof request.others);
    auto known = site.patterns.find(pattern);
    if (known != site.patterns.end()) {
        ++known->second;
    } else if (site.patterns.size() < most_patterns) {
        site.patterns.emplace(std::move(pattern), 1);
    } else {
        ++site.dropped;
    }
}

namespace {

using Patterns = std::unordered_map<std::string, uint64_t>;

void put_site(const Request& first, Kind kind, uint16_t size, const std::vector<uintptr_t>& callers, const Patterns& patterns, uint64_t dropped) {
    put(uint64_t(first.pc));
    put(static_cast<unsigned char>(first.space));
    put(static_cast<unsigned char>(kind));
    put(size);
    put(uint32_t(callers.size()));
    put(uint64_t(patterns.size()));
    put(dropped);
    for (uintptr_t caller : callers) put(uint64_t(caller));
    for (auto& [pattern, count] : patterns) {
        put(count);
        std::fwrite(pattern.data(), pattern.size(), 1, file());
    }
}

}  // namespace

void Trace::write(uintptr_t kernel, Index grid, Index block, uint32_t recorded, uint64_t blocks) {
    barrier();
    uint32_t count = 0;
    for (auto& [key, site] : sites_) count += site.merged() ? site.widened.counted() : 1;
    put(magic);
    put(count);
    put(uint64_t(kernel));
    put(grid);
    put(block);
    put(uint64_t(recorded));
    put(blocks);
    for (auto& [key, site] : sites_) {
        if (!site.merged()) {
            put_site(site.first, settled(site.first.kind, site.one_address), site.first.size, site.callers, site.patterns, site.dropped);
            continue;
        }
        for (auto& [width, patterns] : site.widened.patterns)
            if (!patterns.empty()) put_site(site.first, site.first.kind, width, site.callers, patterns, 0);
    }
    std::fflush(file());
}

void Trace::clear() { sites_.clear(); }

void Trace::note_cut_off() {
    if (cut_off_) return;
    cut_off_ = true;
    sites_.clear();
    write(0, {0, 0, 0}, {0, 0, 0}, 0, 0);
}

}  // namespace cudalint

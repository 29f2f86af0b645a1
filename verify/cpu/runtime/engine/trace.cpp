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

void Trace::add(Request& request, const uintptr_t* callers, unsigned depth, unsigned warp) {
    uint32_t what = request.size << 16 | static_cast<uint32_t>(request.kind) << 8 | static_cast<uint32_t>(request.space);
    auto [found, added] = sites_.try_emplace(Key{request.pc, request.chain, what});
    Site& site = found->second;
    if (added) {
        site.first = request;
        site.callers.assign(callers, callers + depth);
    }
    if (is_combinable(request.kind)) site.one_address.note(request, warp, block_);
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

void Trace::write(uintptr_t kernel, Index grid, Index block, uint32_t recorded, uint64_t blocks) {
    put(magic);
    put(uint32_t(sites_.size()));
    put(uint64_t(kernel));
    put(grid);
    put(block);
    put(uint64_t(recorded));
    put(blocks);
    for (auto& [key, site] : sites_) {
        put(uint64_t(key.pc));
        put(static_cast<unsigned char>(site.first.space));
        put(static_cast<unsigned char>(settled(site.first.kind, site.one_address)));
        put(site.first.size);
        put(uint32_t(site.callers.size()));
        put(uint64_t(site.patterns.size()));
        put(site.dropped);
        for (uintptr_t caller : site.callers) put(uint64_t(caller));
        for (auto& [pattern, count] : site.patterns) {
            put(count);
            std::fwrite(pattern.data(), pattern.size(), 1, file());
        }
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

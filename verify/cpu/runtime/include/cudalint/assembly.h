// Inline assembly: asm statements are rewritten to calls of `assembly`, with outputs by reference.
#pragma once

#include <string_view>

namespace cudalint {

inline bool starts(std::string_view text, std::string_view with) { return text.substr(0, with.size()) == with; }
inline bool contains(std::string_view text, std::string_view what) { return text.find(what) != text.npos; }

template <class... Registers>
CUDALINT_INLINE void matrices(std::string_view text, Kind kind, unsigned address, Registers&... registers) {
    unsigned count = contains(text, ".x4") ? 4 : contains(text, ".x2") ? 2 : 1;
    char* row = static_cast<char*>(shared_pointer(address));
    access(row, count, kind);
    unsigned lane = lane_index(), next = 0;
    uint32_t moved[4] = {};
    Met<char*> rows = met(whole_warp, row);
    for (unsigned m = 0; m < count && kind == Kind::load_matrix; ++m) {
        char* from = rows.values[8 * m + lane / 4] + 4 * (lane % 4);
        move(&moved[m], from, 4);
    }
    ((registers = std::decay_t<Registers>(moved[next++ & 3])), ...);
}

struct Nothing {};

// ldmatrix: the last operand is the address, the others are registers.
template <class A>
CUDALINT_INLINE void load_matrices(std::string_view t, A& a, unsigned p) { matrices(t, Kind::load_matrix, p, a); }
template <class A, class B>
CUDALINT_INLINE void load_matrices(std::string_view t, A& a, B& b, unsigned p) { matrices(t, Kind::load_matrix, p, a, b); }
template <class A, class B, class C, class D>
CUDALINT_INLINE void load_matrices(std::string_view t, A& a, B& b, C& c, D& d, unsigned p) { matrices(t, Kind::load_matrix, p, a, b, c, d); }
template <class... Any>
CUDALINT_INLINE void load_matrices(std::string_view t, Any&&...) { give_up("operands of `%.40s` are not understood", t.data()); }

template <class P, class... Rest>
CUDALINT_INLINE void store_matrices(std::string_view t, const P& p, const Rest&...) {
    if constexpr (std::is_convertible_v<P, unsigned>) matrices(t, Kind::store_matrix, unsigned(p));
    else give_up("operands of `%.40s` are not understood", t.data());
}

template <class A, class B, class... Rest>
CUDALINT_INLINE void copies(std::string_view text, const A& to, const B& from, const Rest&... rest) {
    unsigned size = contains(text, ", 4") ? 4 : contains(text, ", 8") ? 8 : 16;
    if constexpr (sizeof...(Rest) > 0) size = (unsigned(rest), ...);
    if constexpr (std::is_convertible_v<A, unsigned>) {
        const void* global;
        if constexpr (std::is_pointer_v<B>) global = from;
        else global = reinterpret_cast<const void*>(uintptr_t(from));
        copy_async(shared_pointer(unsigned(to)), global, size);
    }
}
CUDALINT_INLINE void copies(std::string_view, ...) {}

template <class First, class... Rest>
CUDALINT_INLINE void first_is(unsigned value, First& first, Rest&...) {
    if constexpr (std::is_assignable_v<First&, unsigned>) first = std::decay_t<First>(value);
}
CUDALINT_INLINE void first_is(unsigned) {}

template <class... Operands>
CUDALINT_INLINE void assembly(const char* given, Operands&&... operands) {
    std::string_view text(given);
    while (!text.empty() && (text[0] == ' ' || text[0] == '{' || text[0] == '\n' || text[0] == '\t')) text.remove_prefix(1);
    if (starts(text, "ldmatrix")) {
        if constexpr (sizeof...(Operands) >= 2) load_matrices(text, operands...);
    } else if (starts(text, "stmatrix")) {
        if constexpr (sizeof...(Operands) >= 2) store_matrices(text, operands...);
    } else if (starts(text, "cp.async.ca") || starts(text, "cp.async.cg")) {
        if constexpr (sizeof...(Operands) >= 2) copies(text, operands...);
    } else if (starts(text, "cp.async") || starts(text, "mma.") || starts(text, "wgmma.fence") || starts(text, "membar") ||
               starts(text, "fence") || starts(text, "prefetch") || text.empty()) {
        // moves nothing that is counted
    } else if (contains(text, "%%laneid") || contains(text, "%laneid")) {
        first_is(lane_index(), operands...);
    } else {
        give_up("inline assembly `%.60s` is not run on the CPU", text.data());
    }
}

}  // namespace cudalint

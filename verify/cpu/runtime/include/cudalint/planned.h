// Launches of single kernels with arguments made from bytes.
#pragma once

#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace cudalint {

// `alignment`: of the type of the elements. `element`: 'f'loat, 'i'nteger, 'p'ointer or 'b'ytes. Integers are a permutation below `limit`, over and over.
struct PlannedBuffer {
    char element;
    unsigned element_size;
    size_t bytes;
    size_t limit;
    unsigned alignment;
};

struct PlannedArgument {
    std::vector<unsigned char> image;
    std::vector<std::pair<size_t, PlannedBuffer>> pointers;
};

// Of large arrays only the start gets values; the rest stays zero. As in FILLED_BYTES of plan/arguments.py.
constexpr size_t most_filled = 32 << 20;

// Arrays in the order of the parameters, without those of pointers, whose contents no two runs share.
inline std::vector<std::pair<char*, size_t>>& planned_arrays() {
    static std::vector<std::pair<char*, size_t>> made;
    return made;
}

// Which inputs to make: 0 by default, where all arrays start alike and bytes of unknown meaning are zero.
inline uint64_t planned_seed() {
    const char* given = std::getenv("CUDALINT_SEED");
    return given != nullptr ? std::strtoull(given, nullptr, 10) : 0;
}

// SplitMix64 as a function of the place, so that a GPU makes the same numbers; in [0, 1).
inline double random_unit(uint64_t place, uint64_t seed) {
    uint64_t z = (place + 1 + (seed << 32)) * 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return double((z ^ z >> 31) >> 11) / 9007199254740992.0;
}

inline void* filled(const PlannedBuffer& buffer) {
    auto* memory = static_cast<char*>(allocate(buffer.bytes));
    if (memory == nullptr) give_up("no memory for an array of %zu bytes; pass --memory-limit or smaller sizes", buffer.bytes);
    note_alignment(memory, buffer.alignment);
    uint64_t seed = planned_seed() != 0 ? 1000 * planned_seed() + planned_arrays().size() : 0;
    char element = buffer.element == 'b' && seed != 0 ? 'i' : buffer.element;
    size_t element_size = buffer.element == 'b' && seed != 0 ? 4 : buffer.element_size;
    size_t count = std::min(buffer.bytes, most_filled) / element_size;
    void* inner = nullptr;
    if (element == 'p') inner = filled({'f', 4, std::min(buffer.bytes, size_t{1} << 24), buffer.limit, 4});
    for (size_t i = 0; i < count && element != 'b'; ++i) {
        double unit = random_unit(i, seed);
        uint64_t integer = (i * 7919u + 3u + seed * 104729u) % buffer.limit;
        float single = float(unit);
        const void* value = element == 'p'                    ? static_cast<const void*>(&inner)
                            : element == 'i'                  ? static_cast<const void*>(&integer)
                            : element_size == sizeof(double)  ? static_cast<const void*>(&unit)
                                                              : static_cast<const void*>(&single);
        std::memcpy(memory + i * element_size, value, element_size);
    }
    if (element != 'p') planned_arrays().emplace_back(memory, buffer.bytes);
    return memory;
}

// What the arrays hold, a file each in the folder that CUDALINT_ARRAYS names; zeros at its end are left
// out, and stretches of them take no room.
inline void keep_arrays() {
    const char* folder = std::getenv("CUDALINT_ARRAYS");
    if (folder == nullptr) return;
    static const char zeros[64 << 10] = {};
    for (size_t n = 0; n < planned_arrays().size(); ++n) {
        auto [memory, bytes] = planned_arrays()[n];
        FILE* file = std::fopen((std::string(folder) + "/" + std::to_string(n)).c_str(), "wb");
        if (file == nullptr) give_up("the arrays cannot be kept in %s", folder);
        for (size_t at = 0; at < bytes; at += sizeof zeros) {
            size_t piece = std::min(sizeof zeros, bytes - at);
            bool empty = std::memcmp(memory + at, zeros, piece) == 0;
            bool kept = empty ? std::fseek(file, long(piece), SEEK_CUR) == 0 : std::fwrite(memory + at, piece, 1, file) == 1;
            if (!kept) give_up("the arrays cannot be kept in %s", folder);
        }
        std::fclose(file);
    }
}

template <class T>
T made(const PlannedArgument& argument) {
    if (argument.image.size() != sizeof(T)) give_up("a parameter has %zu bytes here and %zu for CUDA", sizeof(T), argument.image.size());
    std::vector<unsigned char> image = argument.image;
    for (auto& [offset, buffer] : argument.pointers) {
        void* memory = filled(buffer);
        std::memcpy(image.data() + offset, &memory, sizeof memory);
    }
    alignas(T) unsigned char raw[sizeof(T)];
    std::memcpy(raw, image.data(), sizeof(T));
    return *reinterpret_cast<T*>(raw);
}

template <class... P, size_t... I>
void run_with(void (*kernel)(P...), dim3 grid, dim3 block, size_t shared, const std::vector<PlannedArgument>& given, std::index_sequence<I...>) {
    std::tuple<std::decay_t<P>...> arguments{made<std::decay_t<P>>(given[I])...};
    Launch(grid, block, shared) << [&] { kernel(std::get<I>(arguments)...); };
}

template <class... P>
void run_planned(void (*kernel)(P...), dim3 grid, dim3 block, size_t shared, const std::vector<PlannedArgument>& given) {
    if (given.size() != sizeof...(P)) give_up("the kernel takes %zu parameters, not %zu", sizeof...(P), given.size());
    run_with(kernel, grid, block, shared, given, std::index_sequence_for<P...>{});
    keep_arrays();
}

}  // namespace cudalint

// Launches of single kernels with arguments made from bytes.
#pragma once

#include <tuple>
#include <utility>
#include <vector>

namespace cudalint {

// `element`: 'f'loat, 'i'nteger, 'p'ointer or 'b'ytes. Integers are a permutation below `limit`, over and over.
struct PlannedBuffer {
    char element;
    unsigned element_size;
    size_t bytes;
    size_t limit;
};

struct PlannedArgument {
    std::vector<unsigned char> image;
    std::vector<std::pair<size_t, PlannedBuffer>> pointers;
};

// Of large arrays only the start gets values; the rest stays zero.
constexpr size_t most_filled = 32 << 20;

inline void* filled(const PlannedBuffer& buffer) {
    auto* memory = static_cast<char*>(allocate(buffer.bytes));
    if (memory == nullptr) give_up("no memory for an array of %zu bytes; pass --memory-limit or smaller sizes", buffer.bytes);
    size_t count = std::min(buffer.bytes, most_filled) / buffer.element_size;
    void* inner = nullptr;
    if (buffer.element == 'p') inner = filled({'f', 4, std::min(buffer.bytes, size_t{1} << 24), buffer.limit});
    if (buffer.element == 'p') count = std::min(count, size_t{1} << 16);
    uint64_t random = 88172645463325252u;
    for (size_t i = 0; i < count && buffer.element != 'b'; ++i) {
        random ^= random << 13, random ^= random >> 7, random ^= random << 17;
        double unit = double(random >> 11) / 9007199254740992.0;
        uint64_t integer = (i * 7919u + 3u) % buffer.limit;
        float single = float(unit);
        const void* value = buffer.element == 'p'                           ? static_cast<const void*>(&inner)
                            : buffer.element == 'i'                         ? static_cast<const void*>(&integer)
                            : buffer.element_size == sizeof(double)         ? static_cast<const void*>(&unit)
                                                                            : static_cast<const void*>(&single);
        std::memcpy(memory + i * buffer.element_size, value, buffer.element_size);
    }
    return memory;
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
}

}  // namespace cudalint

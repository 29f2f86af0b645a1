// Global memory is a pool of our own and the __device__ variables; shared memory is the thread-local storage of the
// program (`__shared__` is `static __thread`, and all fibers share one system thread) and the dynamic part.
#include "memory.h"

#include <link.h>
#include <sys/mman.h>

#include <cstdlib>
#include <cstring>
#include <iterator>
#include <map>
#include <set>

#include "engine.h"

extern "C" {
alignas(1024) char cudalint_dynamic_memory[256 << 10];  // rewritten sources name it
extern char __data_start[];
extern char _end[];
__attribute__((weak)) extern char __start_cudalint_constant[];
__attribute__((weak)) extern char __stop_cudalint_constant[];
}

namespace cudalint {

namespace {

constexpr size_t alignment = 512;
constexpr size_t most_dynamic_shared = sizeof cudalint_dynamic_memory;
constexpr unsigned dynamic_window = 1u << 20;

struct Range {
    const char* begin = nullptr;
    const char* end = nullptr;
    bool has(const void* address) const {
        auto* byte = static_cast<const char*>(address);
        return begin <= byte && byte < end;
    }
};

Range pool, thread_local_range;

// What the compiler keeps beside shared arrays of classes, to know whether they are constructed: no shared memory.
std::set<const char*>& guards() {
    static auto* table = new std::set<const char*>;
    return *table;
}

void note_guards() {
    const char* given = std::getenv("CUDALINT_GUARDS");
    while (given != nullptr && *given != '\0') {
        char* end = nullptr;
        guards().insert(thread_local_range.begin + std::strtoull(given, &end, 10));
        given = *end == ',' ? end + 1 : end;
    }
}

size_t pool_used = 0;

std::map<const void*, size_t>& sizes() {
    static auto* table = new std::map<const void*, size_t>;
    return *table;
}

// Alignments of the types of elements, by where their arrays begin.
std::map<const char*, unsigned>& alignments() {
    static auto* table = new std::map<const char*, unsigned>;
    return *table;
}

int note_thread_local(dl_phdr_info* info, size_t, void*) {
    for (int i = 0; i < info->dlpi_phnum; ++i) {
        if (info->dlpi_phdr[i].p_type != PT_TLS || info->dlpi_tls_data == nullptr) continue;
        auto* begin = static_cast<const char*>(info->dlpi_tls_data);
        thread_local_range = {begin, begin + info->dlpi_phdr[i].p_memsz};
    }
    return 1;  // the first entry is the program itself
}

void prepare() {
    if (pool.begin != nullptr) return;
    const char* wanted = std::getenv("CUDALINT_POOL_BYTES");
    size_t bytes = wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : size_t{1} << 30;
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (memory == MAP_FAILED) give_up("no address space for %zu bytes of global memory", bytes);
    pool = {static_cast<char*>(memory), static_cast<char*>(memory) + bytes};
    dl_iterate_phdr(note_thread_local, nullptr);
    note_guards();
}

}  // namespace

Space space_of(const void* address) {
    auto* byte = static_cast<const char*>(address);
    if (pool.has(byte)) return Space::global;
    if (thread_local_range.has(byte)) return guards().count(byte) != 0 ? Space::none : Space::shared;
    if (byte < __data_start || byte >= _end) return Space::none;
    if (cudalint_dynamic_memory <= byte && byte < cudalint_dynamic_memory + most_dynamic_shared) return Space::shared;
    if (__start_cudalint_constant <= byte && byte < __stop_cudalint_constant) return Space::none;
    return Space::global;
}

void move(void* to, const void* from, size_t bytes) { std::memmove(to, from, bytes); }

void* allocate(size_t bytes) {
    prepare();
    size_t taken = (bytes + alignment - 1) / alignment * alignment + alignment;
    size_t start = (pool_used + alignment - 1) / alignment * alignment;
    if (start + taken > size_t(pool.end - pool.begin)) return nullptr;
    pool_used = start + taken;
    char* memory = const_cast<char*>(pool.begin) + start;
    sizes()[memory] = bytes;
    alignments()[memory] = 0;
    return memory;
}

void release(void* pointer) {
    auto found = sizes().find(pointer);
    if (found == sizes().end()) return;
    auto* end = static_cast<char*>(pointer) + found->second;
    bool last = size_t(end - pool.begin) + 2 * alignment > pool_used;
    if (last) pool_used = static_cast<char*>(pointer) - pool.begin;
    sizes().erase(found);
}

size_t size_of(const void* pointer) {
    auto found = sizes().find(pointer);
    return found == sizes().end() ? 0 : found->second;
}

void note_alignment(const void* pointer, unsigned bytes) { alignments()[static_cast<const char*>(pointer)] = bytes; }

unsigned alignment_of(const void* address) {
    auto* byte = static_cast<const char*>(address);
    if (!pool.has(byte)) return 0;
    auto after = alignments().upper_bound(byte);
    return after == alignments().begin() ? 0 : std::prev(after)->second;
}

void* dynamic_shared() {
    prepare();
    return cudalint_dynamic_memory;
}

unsigned shared_offset(const void* pointer) {
    prepare();
    auto* byte = static_cast<const char*>(pointer);
    if (thread_local_range.has(byte)) return unsigned(byte - thread_local_range.begin);
    return dynamic_window + unsigned(byte - cudalint_dynamic_memory);
}

void* shared_pointer(unsigned offset) {
    if (offset >= dynamic_window) return cudalint_dynamic_memory + (offset - dynamic_window);
    return const_cast<char*>(thread_local_range.begin) + offset;
}

}  // namespace cudalint

// What the compiler's instrumentation calls: -fsanitize=thread reports accesses and calls, -fsanitize-coverage=trace-pc
// reports basic blocks. ThreadSanitizer's own runtime is not linked.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

#include "memory.h"
#include "schedule.h"

namespace cudalint {

namespace {

constexpr unsigned kernel_depth = 2;  // the launch's own function, then the kernel

void wait_at(Lane* lane, uintptr_t pc) {
    lane->pc = pc;
    lane->fiber.pause();
}

inline void report(const void* address, unsigned size, Kind kind, void* pc, const void* other = nullptr) {
    Lane* lane = current;
    if (!recording || lane == nullptr || space_of(address) == Space::none) return;
    lane->accesses = true;
    lane->address = address;
    lane->other = other;
    lane->size = uint16_t(size);
    lane->kind = kind;
    wait_at(lane, reinterpret_cast<uintptr_t>(pc));
    lane->accesses = false;
    lane->size = 0;
}

// Objects that no single instruction moves go in pieces as large as the alignment of their type allows, where that is
// known; otherwise in words, or bytes.
void report_pieces(const void* address, size_t bytes, Kind kind, void* pc) {
    auto* byte = static_cast<const char*>(address);
    auto start = reinterpret_cast<uintptr_t>(byte);
    unsigned known = alignment_of(address);
    unsigned piece = known > 4 ? (known < 16 ? known : 16) : 4;
    while (piece > 1 && (start % piece != 0 || bytes % piece != 0)) piece /= 2;
    for (size_t done = 0; done < bytes; done += piece) report(byte + done, piece, kind, pc);
}

void crashed(int signal) {
    const char* what = signal == SIGFPE ? "divided by zero" : "touched memory that is not its own, or overflowed its stack";
    char text[160];
    int length = std::snprintf(text, sizeof text, "cudalint: the %s %s (signal %d)\n",
                               current != nullptr ? "kernel" : "program", what, signal);
    if (write(2, text, size_t(length)) < 0) _exit(72);
    _exit(71);
}

struct AtStart {
    AtStart() {
        static char stack[64 << 10];
        stack_t other{};
        other.ss_sp = stack;
        other.ss_size = sizeof stack;
        sigaltstack(&other, nullptr);
        struct sigaction action {};
        action.sa_handler = crashed;
        action.sa_flags = SA_ONSTACK;
        for (int signal : {SIGSEGV, SIGBUS, SIGFPE}) sigaction(signal, &action, nullptr);
    }
} at_start;

}  // namespace

void access(const void* address, unsigned size, Kind kind, const void* other, void* caller) {
    report(address, size, kind, caller != nullptr ? caller : __builtin_return_address(0), other);
}

void result_unused() {
    if (current != nullptr) current->result_unused = true;
}

bool take_result_unused() {
    if (current == nullptr) return false;
    bool unused = current->result_unused;
    current->result_unused = false;
    return unused;
}

Undivided::Undivided() { undivided = true; }
Undivided::~Undivided() { undivided = false; }

bool in_shared(const void* address) { return space_of(address) == Space::shared; }

}  // namespace cudalint

using cudalint::Kind;

extern "C" {

#define CALLER __builtin_return_address(0)
#define SIZED(N)                                                                                             \
    void __tsan_read##N(void* p) { cudalint::report(p, N, Kind::load, CALLER); }                             \
    void __tsan_write##N(void* p) { cudalint::report(p, N, Kind::store, CALLER); }                           \
    void __tsan_volatile_read##N(void* p) { cudalint::report(p, N, Kind::load, CALLER); }                    \
    void __tsan_volatile_write##N(void* p) { cudalint::report(p, N, Kind::store, CALLER); }                  \
    void __tsan_unaligned_read##N(void* p) { cudalint::report_pieces(p, N, Kind::load, CALLER); }            \
    void __tsan_unaligned_write##N(void* p) { cudalint::report_pieces(p, N, Kind::store, CALLER); }          \
    void __tsan_unaligned_volatile_read##N(void* p) { cudalint::report_pieces(p, N, Kind::load, CALLER); }   \
    void __tsan_unaligned_volatile_write##N(void* p) { cudalint::report_pieces(p, N, Kind::store, CALLER); }
SIZED(1)
SIZED(2)
SIZED(4)
SIZED(8)
SIZED(16)

void __tsan_read_range(void* p, size_t n) { cudalint::report_pieces(p, n, Kind::load, CALLER); }
void __tsan_write_range(void* p, size_t n) { cudalint::report_pieces(p, n, Kind::store, CALLER); }
void __tsan_init() {}
void __tsan_vptr_update(void**, void*) {}
void __tsan_vptr_read(void**) {}

void __tsan_func_entry(void* caller) {
    cudalint::Lane* lane = cudalint::current;
    if (lane == nullptr) return;
    unsigned depth = lane->depth++;
    if (depth >= cudalint::most_depth) return;
    auto address = reinterpret_cast<uintptr_t>(caller);
    lane->callers[depth] = address;
    lane->hashes[depth + 1] = (lane->hashes[depth] ^ address) * 0x9E3779B97F4A7C15u;
    if (depth + 1 == cudalint::kernel_depth) cudalint::note_kernel(reinterpret_cast<uintptr_t>(CALLER));
}

void __tsan_func_exit() {
    cudalint::Lane* lane = cudalint::current;
    if (lane != nullptr && lane->depth > 0) --lane->depth;
}

void __sanitizer_cov_trace_pc() {
    cudalint::Lane* lane = cudalint::current;
    if (cudalint::recording && !cudalint::undivided && lane != nullptr) cudalint::wait_at(lane, reinterpret_cast<uintptr_t>(CALLER));
}

}

#undef SIZED
#undef CALLER

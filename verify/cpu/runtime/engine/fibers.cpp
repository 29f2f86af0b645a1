#include "fibers.h"

#include <sys/mman.h>

#include "engine.h"

namespace cudalint {

namespace {
Fiber* starting = nullptr;
char* stacks = nullptr;
size_t stack_count = 0;
}  // namespace

#if defined(__x86_64__)

// Saves what a function call must preserve, swaps stack pointers, restores.
extern "C" void cudalint_switch(void** from, void* to);
asm(R"(
    .text
    .globl cudalint_switch
    .type cudalint_switch, @function
cudalint_switch:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
    .size cudalint_switch, .-cudalint_switch
)");

void Fiber::start(void (*entry)(void*), void* argument, char* stack, size_t bytes) {
    entry_ = entry;
    argument_ = argument;
    auto top = reinterpret_cast<uintptr_t>(stack + bytes) & ~uintptr_t{15};
    auto* frame = reinterpret_cast<void**>(top) - 8;
    for (int i = 0; i < 6; ++i) frame[i] = nullptr;
    frame[6] = reinterpret_cast<void*>(&Fiber::begin);
    frame[7] = nullptr;
    inside_ = frame;
}

void Fiber::resume() {
    starting = this;
    cudalint_switch(&outside_, inside_);
}

void Fiber::pause() { cudalint_switch(&inside_, outside_); }

#else

void Fiber::start(void (*entry)(void*), void* argument, char* stack, size_t bytes) {
    entry_ = entry;
    argument_ = argument;
    getcontext(&inside_);
    inside_.uc_stack.ss_sp = stack;
    inside_.uc_stack.ss_size = bytes;
    inside_.uc_link = nullptr;
    makecontext(&inside_, &Fiber::begin, 0);
}

void Fiber::resume() {
    starting = this;
    swapcontext(&outside_, &inside_);
}

void Fiber::pause() { swapcontext(&inside_, &outside_); }

#endif

void Fiber::begin() {
    Fiber* self = starting;
    self->entry_(self->argument_);
    self->pause();
    __builtin_unreachable();
}

void reserve_stacks(size_t count) {
    if (count <= stack_count) return;
    if (stacks != nullptr) munmap(stacks, stack_count * stack_bytes);
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void* memory = mmap(nullptr, count * stack_bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (memory == MAP_FAILED) give_up("no memory for the stacks of %zu threads", count);
    stacks = static_cast<char*>(memory);
    stack_count = count;
    for (size_t i = 0; i < count; ++i) mprotect(stacks + i * stack_bytes, 4096, PROT_NONE);
}

char* fiber_stack(size_t index) { return stacks + index * stack_bytes; }

}  // namespace cudalint

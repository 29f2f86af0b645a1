// Stackful threads that switch when told to.
#pragma once

#include <cstddef>
#include <cstdint>

#if !defined(__x86_64__)
#include <ucontext.h>
#endif

namespace cudalint {

class Fiber {
  public:
    void start(void (*entry)(void*), void* argument, char* stack, size_t bytes);
    void resume();
    void pause();

  private:
    static void begin();
    void (*entry_)(void*) = nullptr;
    void* argument_ = nullptr;
#if defined(__x86_64__)
    void* inside_ = nullptr;
    void* outside_ = nullptr;
#else
    ucontext_t inside_, outside_;
#endif
};

// Stacks for `count` fibers at `fiber_stack(i)`, reserved once and backed by memory as they are used.
void reserve_stacks(size_t count);
char* fiber_stack(size_t index);
constexpr size_t stack_bytes = 256 << 10;

}  // namespace cudalint

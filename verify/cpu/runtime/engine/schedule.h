// A CUDA thread as the scheduler sees it.
#pragma once

#include "engine.h"
#include "fibers.h"
#include "trace.h"

namespace cudalint {

enum class State : unsigned char { ready, at_barrier, meeting, done };

constexpr unsigned most_depth = 64;

struct Lane {
    Fiber fiber;
    State state = State::done;
    Index index{0, 0, 0};
    unsigned number = 0;

    // Where it waits, and the access it is about to make there if it makes one.
    uintptr_t pc = 0;
    bool accesses = false;
    Kind kind = Kind::load;
    uint16_t size = 0;
    const void* address = nullptr;
    const void* other = nullptr;
    bool result_unused = false;

    // Calls it is in: return addresses, and a hash of each prefix of them.
    unsigned depth = 0;
    uintptr_t callers[most_depth];
    uint64_t hashes[most_depth + 1];
    uint64_t chain() const { return hashes[depth < most_depth ? depth : most_depth]; }

    // Its part in an exchange within the warp.
    unsigned mask = 0, present = 0;
    char mine[16];
    char* all = nullptr;
    int predicate = 0;

    void reset(Index thread, unsigned lane) {
        state = State::ready;
        index = thread;
        number = lane;
        pc = 0;
        accesses = false;
        size = 0;
        result_unused = false;
        depth = 0;
        hashes[0] = 0;
    }
};

extern Lane* current;
extern bool recording;
extern bool undivided;

// Tells which function a launch is about: the first one entered inside the launch's own.
void note_kernel(uintptr_t pc);

}  // namespace cudalint

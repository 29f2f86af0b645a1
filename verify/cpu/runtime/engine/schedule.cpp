// Runs the threads of a block as fibers. In a recorded block the lanes of a warp go in step: of all lanes that wait at
// some instruction, those deepest in calls and lowest in the code go first, and all lanes at that instruction make one
// request. Lanes that left a loop or skipped a branch thus wait where they meet the others again. In the other blocks
// each thread runs on until it has to wait for others.
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <unordered_map>
#include <vector>

#include "engine.h"
#include "fibers.h"
#include "memory.h"
#include "schedule.h"

namespace cudalint {

Lane* current = nullptr;
bool recording = false;
bool undivided = false;

namespace {

constexpr uint64_t slice_steps = 200000;

struct Machine {
    Index grid{1, 1, 1}, block{1, 1, 1}, block_index{0, 0, 0};
    void (*thread)(void*) = nullptr;
    void* context = nullptr;
    std::vector<Lane> lanes;
    unsigned threads = 0;
    int barrier_count = 0;
    uint64_t steps = 0;
    Trace trace;
    uintptr_t kernel = 0;
    bool running = false;
    bool wanted = true;

    // Until when a block may be recorded: some kernels have blocks that take minutes.
    double recorded_until = 0;
    double most_steps = 0;
    bool one_kernel_only = false;
};

Machine& machine() {
    static auto* one = new Machine;
    return *one;
}

double now() {
    timespec t{};
    clock_gettime(CLOCK_MONOTONIC, &t);
    return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

const double started = now();

double setting(const char* name, double otherwise) {
    const char* given = std::getenv(name);
    return given != nullptr ? std::strtod(given, nullptr) : otherwise;
}

void run_thread(void* argument) {
    auto* lane = static_cast<Lane*>(argument);
    machine().thread(machine().context);
    lane->state = State::done;
}

void resume(Lane& lane) {
    current = &lane;
    lane.fiber.resume();
    current = nullptr;
}

void record(Lane* warp, unsigned group) {
    Lane& first = warp[__builtin_ctz(group)];
    Request request{};
    request.pc = first.pc;
    request.chain = first.chain();
    request.space = space_of(first.address);
    request.kind = first.kind;
    request.size = first.size;
    request.mask = group;
    for (unsigned lane = 0; lane < 32; ++lane) {
        if (!(group >> lane & 1)) continue;
        request.addresses[lane] = reinterpret_cast<int64_t>(warp[lane].address);
        request.others[lane] = reinterpret_cast<int64_t>(warp[lane].other);
    }
    Machine& m = machine();
    unsigned number = unsigned(warp - m.lanes.data()) / 32;
    m.trace.add(request, first.callers, first.depth < most_depth ? first.depth : most_depth, number);
}

// The lanes that go next: those at the instruction of the leader.
unsigned next_group(const Lane* warp, unsigned count, State state) {
    const Lane* leader = nullptr;
    for (unsigned i = 0; i < count; ++i) {
        const Lane& lane = warp[i];
        if (lane.state != state) continue;
        if (leader == nullptr || lane.depth > leader->depth || (lane.depth == leader->depth && lane.pc < leader->pc))
            leader = &lane;
    }
    if (leader == nullptr) return 0;
    unsigned group = 0;
    for (unsigned i = 0; i < count; ++i) {
        const Lane& lane = warp[i];
        bool together = lane.state == state && lane.pc == leader->pc && lane.chain() == leader->chain() &&
                        lane.accesses == leader->accesses && lane.size == leader->size;
        group |= unsigned(together) << i;
    }
    return group;
}

// Lanes that wait for each other exchange their values, those at one instruction and of one mask together.
bool meet(Lane* warp, unsigned count) {
    unsigned group = next_group(warp, count, State::meeting);
    if (group == 0) return false;
    unsigned wanted = warp[__builtin_ctz(group)].mask;
    for (unsigned i = 0; i < count; ++i)
        if ((wanted >> i & 1) && warp[i].state == State::meeting && warp[i].size == warp[__builtin_ctz(group)].size)
            group |= 1u << i;
    for (unsigned i = 0; i < count; ++i) {
        if (!(group >> i & 1)) continue;
        unsigned present = group & warp[i].mask;
        for (unsigned j = 0; j < count; ++j)
            if (present >> j & 1) std::memcpy(warp[i].all + j * warp[i].size, warp[j].mine, warp[i].size);
        warp[i].present = present;
    }
    for (unsigned i = 0; i < count; ++i)
        if (group >> i & 1) warp[i].state = State::ready;
    return true;
}

bool all_wait(const Lane* warp, unsigned count) {
    for (unsigned i = 0; i < count; ++i)
        if (warp[i].state == State::ready || warp[i].state == State::meeting) return false;
    return true;
}

void run_warp_in_step(Lane* warp, unsigned count) {
    for (uint64_t step = 0; step < slice_steps; ++step) {
        unsigned group = next_group(warp, count, State::ready);
        if (group == 0) {
            if (!meet(warp, count)) return;
            continue;
        }
        machine().steps += unsigned(__builtin_popcount(group));
        if (warp[__builtin_ctz(group)].accesses) record(warp, group);
        for (unsigned i = 0; i < count; ++i)
            if (group >> i & 1) resume(warp[i]);
    }
}

void run_warp_freely(Lane* warp, unsigned count) {
    do {
        for (unsigned i = 0; i < count; ++i)
            if (warp[i].state == State::ready) resume(warp[i]);
    } while (meet(warp, count));
}

bool took_too_long(const Machine& m) { return double(m.steps) > 4 * m.most_steps || now() > m.recorded_until; }

// False if only the start of the block was recorded; where nothing else matters, it is then left unfinished.
bool run_block(Index index, bool in_step) {
    Machine& m = machine();
    m.block_index = index;
    m.barrier_count = 0;
    m.trace.next_block();
    for (unsigned t = 0; t < m.threads; ++t) {
        Lane& lane = m.lanes[t];
        lane.reset({t % m.block.x, t / m.block.x % m.block.y, t / (m.block.x * m.block.y)}, t % 32);
        lane.fiber.start(run_thread, &lane, fiber_stack(t), stack_bytes);
    }
    recording = in_step;
    bool whole = true;
    for (;;) {
        bool waiting = true;
        unsigned finished = 0;
        for (unsigned first = 0; first < m.threads; first += 32) {
            unsigned count = m.threads - first < 32 ? m.threads - first : 32;
            Lane* warp = &m.lanes[first];
            in_step ? run_warp_in_step(warp, count) : run_warp_freely(warp, count);
            waiting = waiting && all_wait(warp, count);
            for (unsigned i = 0; i < count; ++i) finished += warp[i].state == State::done;
        }
        if (finished == m.threads) break;
        if (in_step && took_too_long(m)) {
            recording = in_step = whole = false;
            m.trace.barrier();
            if (m.one_kernel_only) return false;
        }
        if (!waiting) continue;
        if (in_step) m.trace.barrier();
        int total = m.barrier_count;
        m.barrier_count = 0;
        for (unsigned t = 0; t < m.threads; ++t) {
            Lane& lane = m.lanes[t];
            if (lane.state != State::at_barrier) continue;
            lane.predicate = total;
            lane.state = State::ready;
        }
    }
    recording = false;
    if (in_step) m.trace.barrier();
    return whole;
}

Index unfolded(uint64_t block, Index grid) {
    return {unsigned(block % grid.x), unsigned(block / grid.x % grid.y), unsigned(block / grid.x / grid.y)};
}

// Whether this launch is to be recorded: the first few of each kernel and block shape.
bool wants_recording(uintptr_t kernel, Index block) {
    static auto* seen = new std::unordered_map<uint64_t, unsigned>;
    uint64_t key = kernel * 1000003u + block.x + (uint64_t{block.y} << 20) + (uint64_t{block.z} << 40);
    return (*seen)[key]++ < unsigned(setting("CUDALINT_LAUNCHES", 1));
}

// Blocks spread over the grid by steps of the golden ratio.
std::vector<uint64_t> sample(uint64_t blocks, uint64_t wanted) {
    std::vector<uint64_t> chosen;
    if (blocks <= wanted) {
        for (uint64_t b = 0; b < blocks; ++b) chosen.push_back(b);
        return chosen;
    }
    for (uint64_t i = 0; i < wanted; ++i) {
        double place = 0.5 + 0.6180339887498949 * double(i);
        chosen.push_back(uint64_t((place - double(uint64_t(place))) * double(blocks)));
    }
    return chosen;
}

}  // namespace

void note_kernel(uintptr_t pc) {
    Machine& m = machine();
    if (m.kernel != 0) return;
    m.kernel = pc;
    m.wanted = wants_recording(pc, m.block);
    recording = recording && m.wanted;
}

Index thread_index() { return current != nullptr ? current->index : Index{0, 0, 0}; }
Index block_index() { return machine().block_index; }
Index block_size() { return machine().block; }
Index grid_size() { return machine().grid; }
unsigned lane_index() { return current != nullptr ? current->number : 0; }

void launch(Index grid, Index block, size_t shared_bytes, void (*thread)(void*), void* context) {
    Machine& m = machine();
    uint64_t blocks = uint64_t{grid.x} * grid.y * grid.z;
    unsigned threads = block.x * block.y * block.z;
    if (m.running) give_up("a kernel that launches a kernel is not run on the CPU");
    if (blocks == 0 || threads == 0 || threads > 1024) return;
    if (shared_bytes > 227u << 10) return;
    dynamic_shared();
    allocate(0);
    m.grid = grid;
    m.block = block;
    m.thread = thread;
    m.context = context;
    m.threads = threads;
    m.kernel = 0;
    m.wanted = true;
    m.running = true;
    reserve_stacks(threads);
    if (m.lanes.size() < threads) m.lanes = std::vector<Lane>(threads);
    std::vector<bool> done(blocks, false);
    uint32_t recorded = 0;
    double seconds = setting("CUDALINT_RECORD_SECONDS", 5);
    double recorded_until = now() + seconds;
    m.recorded_until = recorded_until + 2 * seconds;
    m.most_steps = setting("CUDALINT_STEPS", 3e7);
    m.one_kernel_only = setting("CUDALINT_SECONDS", 60) == 0;
    m.steps = 0;
    for (uint64_t b : sample(blocks, uint64_t(setting("CUDALINT_BLOCKS", 128)))) {
        if (done[b]) continue;
        if (recorded != 0 && (double(m.steps) > m.most_steps || now() > recorded_until)) break;
        bool whole = run_block(unfolded(b, grid), true);
        done[b] = true;
        if (!m.wanted || !whole) break;
        ++recorded;
    }
    if (m.wanted) m.trace.write(m.kernel, grid, block, recorded, blocks);
    m.trace.clear();
    double until = setting("CUDALINT_SECONDS", 60);
    for (uint64_t b = 0; b < blocks; ++b) {
        if (done[b]) continue;
        if (now() - started > until) {
            m.trace.note_cut_off();
            break;
        }
        run_block(unfolded(b, grid), false);
    }
    m.running = false;
}

int block_barrier(int predicate) {
    if (current == nullptr) return 0;
    machine().barrier_count += predicate != 0;
    Lane* lane = current;
    lane->state = State::at_barrier;
    lane->fiber.pause();
    return lane->predicate;
}

unsigned exchange(unsigned mask, const void* mine, unsigned size, void* all) {
    Lane* lane = current;
    if (lane == nullptr) return 0;
    std::memcpy(lane->mine, mine, size);
    lane->all = static_cast<char*>(all);
    lane->size = uint16_t(size);
    lane->mask = mask | 1u << lane->number;
    lane->pc = reinterpret_cast<uintptr_t>(__builtin_return_address(0));
    lane->accesses = false;
    lane->state = State::meeting;
    lane->fiber.pause();
    return lane->present;
}

void give_up(const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    std::fflush(stdout);
    std::fputs("cudalint: ", stderr);
    std::vfprintf(stderr, format, arguments);
    std::fputs("\n", stderr);
    va_end(arguments);
    std::_Exit(70);
}

}  // namespace cudalint

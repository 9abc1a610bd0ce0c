// SPDX-License-Identifier: Apache-2.0
// What device code can request from the simulated device: the primitives under __syncthreads, warp functions,
// atomics and cooperative groups. Everything here is called from inside a kernel unless it says otherwise.
#pragma once
#include <cstddef>
#include <cstdint>

#include "simcu/shape.h"
#include "simcu/vector_types.h"

namespace simcu {

// The place of the user's call, for reports. Made by default arguments: f(location where = SIMCU_HERE).
struct location {
  const char* file;
  int line;
  int repeat = 0;  // which of several calls on this line, if that matters
};
// A function instead of braces, because in the braces of a default argument g++ uses the place of the
// declaration.
constexpr location here(const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  return {file, line};
}
constexpr location here_again(int repeat, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  return {file, line, repeat};
}
#define SIMCU_HERE (::simcu::here())

// True while the calling OS thread runs a thread of a kernel.
bool in_kernel();

// __syncthreads: returns when every thread of the block that has not exited is here.
void block_barrier(location where);

enum class vote { count, all, any };
// __syncthreads_count/_and/_or: the barrier, and the vote over `predicate` of all threads that reached it.
int block_barrier_vote(vote kind, int predicate, location where);

// Operations in which the lanes of a warp meet. `value` is this lane's contribution, `argument` the source
// lane for `shuffle`.
enum class warp_op {
  sync,     // returns 0
  shuffle,  // the value of lane `argument`; a lane outside the mask (or exited) gives this lane's own value
  ballot,   // mask of lanes whose value is not 0
  any,
  all,        // 0 or 1
  match_any,  // mask of lanes with this lane's value
  match_all,  // mask if all values are equal, else 0
  add_u32,
  min_u32,
  max_u32,
  min_s32,
  max_s32,
  and_u32,
  or_u32,
  xor_u32  // __reduce_*_sync
};
// Returns when every lane of the warp named in `mask` that has not exited has called with the same mask and
// op. `mask` must name the caller (otherwise the launch fails with a message; it also fails if lanes meet
// with different ops).
std::uint64_t warp_meet(warp_op op, unsigned mask, std::uint64_t value, int argument, location where);

// __activemask and coalesced_threads: the lanes of this warp that reach the same `where` before any of them
// can continue.
unsigned converged_lanes(location where);

// this_grid().sync(): every thread of the grid. Fails the launch if it was not a cooperative one.
void grid_barrier(location where);
bool launched_cooperatively();

// Lane of the calling thread in its warp, warp in its block, thread in its block (x fastest), threads in the
// block.
unsigned lane_id();
unsigned warp_id();
unsigned thread_rank();
unsigned block_size();
unsigned sm_id();
unsigned sm_count();

// __threadfence and, if not for the whole device, __threadfence_block. An acquiring fence doesn't release:
// for the checkers, flags written after it publish nothing.
void memory_fence(bool whole_device, bool releases = true);

// Called by operations that a spinning thread repeats without changing anything (an atomic that leaves its
// word unchanged, a fence, __nanosleep): now and then lets others run. Not inlined: the number would be in
// the thread's registers, and no iteration of a waiting loop would end as it began
// (runtime/schedule/waiting_loops.h).
void spin_hint();
void spin_yield();               // gives way at once
constexpr int kSpinBudget = 32;  // repetitions before others get a turn
extern __thread int spin_budget __attribute__((tls_model("initial-exec")));

// Ends the whole launch with this CUDA error; `message` is printed to stderr with kernel, block and thread.
[[noreturn]] void fail_kernel(int cuda_error, const char* message, location where);

// Storage of a __shared__ declaration for the running block: T is a type unique to the declaration. The first
// thread that calls it gets fresh storage filled with kSharedPoison; all threads of the block get the same.
void* shared_storage(int slot, std::size_t bytes, std::size_t alignment, const char* name);
// Gives a declaration its number if `slot` is still 0. Any thread may call it. `tell` reports the arrays in
// its storage (shared_array); may be null. The runtime writes the number: a store here would count as a store
// of the kernel.
void number_shared_slot(volatile int& slot, void (*tell)(const void* storage));
void* dynamic_shared_storage(const char* name, const array_shape& shape);
// For reports: the running block's shared memory holds this array.
void shared_array(const char* name, const volatile void* address, std::size_t bytes,
                  const array_shape& shape);

// Reports the arrays in a structure of shared memory to the checkers; does nothing for other types.
template <class T, class = void>
struct arrays_of {
  static constexpr void (*kTell)(const void*) = nullptr;
};
template <class T>
struct arrays_of<T, std::void_t<decltype(&T::simcu_arrays)>> {
  static void tell(const void* storage) { T::simcu_arrays(*static_cast<const T*>(storage)); }
  static constexpr void (*kTell)(const void*) = &tell;
};

template <class T>
T& shared(const char* name) {
  static volatile int slot = 0;
  if (__builtin_expect(slot == 0, 0)) number_shared_slot(slot, arrays_of<T>::kTell);
  return *static_cast<T*>(shared_storage(slot, sizeof(T), alignof(T), name));
}
template <class T>
T& dynamic_shared(const char* name) {
  static constexpr array_shape kShape = shape_of<T>();
  return *static_cast<T*>(dynamic_shared_storage(name, kShape));
}

}  // namespace simcu

// The built-in variables. Plain thread-local objects, set whenever a thread is resumed.
extern __thread uint3 threadIdx __attribute__((tls_model("initial-exec")));
extern __thread uint3 blockIdx __attribute__((tls_model("initial-exec")));
extern __thread dim3 blockDim __attribute__((tls_model("initial-exec")));
extern __thread dim3 gridDim __attribute__((tls_model("initial-exec")));
constexpr int warpSize = 32;

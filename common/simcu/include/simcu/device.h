// SPDX-License-Identifier: Apache-2.0
// The primitives of the simulated device. Call them inside a kernel unless their comment says otherwise.
#pragma once
#include <cstddef>
#include <cstdint>

#include "simcu/shape.h"
#include "simcu/vector_types.h"

namespace simcu {

// The source location of the user's call, for reports; made by a default argument `location where =
// SIMCU_HERE`.
struct location {
  const char* file;
  int line;
  int repeat = 0;  // tells apart several calls on one line
};
// In a default argument, g++ would evaluate a braced initialiser's __builtin_LINE() at the declaration.
constexpr location here(const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  return {file, line};
}
constexpr location here_again(int repeat, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  return {file, line, repeat};
}
#define SIMCU_HERE (::simcu::here())

// Returns whether the calling OS thread runs a thread of a kernel.
bool in_kernel();

// __syncthreads: returns when every thread of the block that has not exited has arrived.
void block_barrier(location where);

enum class vote { count, all, any };
// Returns the vote on `predicate` over all threads that reached the barrier.
int block_barrier_vote(vote kind, int predicate, location where);

// Operations that the lanes of a warp perform together.
enum class warp_op {
  sync,     // returns 0
  shuffle,  // the value of lane `argument`, or this lane's own if that lane is outside the mask or has exited
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
// Returns when every lane in `mask` that has not exited has called it with the same mask and op. Fails the
// launch if the caller is not in `mask` or the lanes' ops differ.
std::uint64_t warp_meet(warp_op op, unsigned mask, std::uint64_t value, int argument, location where);

// The lanes of this warp that reach the same `where` before any of them continues.
unsigned converged_lanes(location where);

// Waits for every thread of the grid. Fails a launch that is not cooperative.
void grid_barrier(location where);
bool launched_cooperatively();

unsigned lane_id();
unsigned warp_id();
unsigned thread_rank();  // in its block, x fastest
unsigned block_size();
unsigned sm_id();
unsigned sm_count();

// `releases` is false for an acquire fence: flags written after it publish nothing.
void memory_fence(bool whole_device, bool releases = true);

// Called by operations that a spinning thread repeats without effect, such as a fence. Not inlined, because a
// counter in the thread's registers would hide that an iteration ends in the state in which it began
// (runtime/schedule/waiting_loops.h).
void spin_hint();
void spin_yield();               // lets other threads run at once
constexpr int kSpinBudget = 32;  // repetitions before other threads get a turn
extern __thread int spin_budget __attribute__((tls_model("initial-exec")));

// Ends the whole launch with this CUDA error; `message` goes to stderr with the kernel, block and thread.
[[noreturn]] void fail_kernel(int cuda_error, const char* message, location where);

// The running block's storage of the __shared__ declaration with this slot, at first filled with
// kSharedPoison.
void* shared_storage(int slot, std::size_t bytes, std::size_t alignment, const char* name);
// Numbers a declaration whose `slot` is still 0. `tell` reports the storage's arrays with shared_array; may
// be null. The runtime writes `slot`, because a store here would count as the kernel's.
void number_shared_slot(volatile int& slot, void (*tell)(const void* storage));
void* dynamic_shared_storage(const char* name, const array_shape& shape);
// Registers an array in the running block's shared memory, for reports.
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

// The runtime sets these variables whenever a thread resumes.
extern __thread uint3 threadIdx __attribute__((tls_model("initial-exec")));
extern __thread uint3 blockIdx __attribute__((tls_model("initial-exec")));
extern __thread dim3 blockDim __attribute__((tls_model("initial-exec")));
extern __thread dim3 gridDim __attribute__((tls_model("initial-exec")));
constexpr int warpSize = 32;

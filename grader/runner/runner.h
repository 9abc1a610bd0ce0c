// SPDX-License-Identifier: Apache-2.0
// A lab's adapter.cu exposes its exercises to the runner process through this interface.
//
//   RUNNER_EXERCISE(direct_sort) {
//     auto keys = call.device<std::uint32_t>("keys");
//     auto sorted = call.device<std::uint32_t>("sorted");
//     call.report(sort_direct(keys.data(), sorted.data(), keys.size(), call.param("block_size")));
//   }
//
// All buffers are sent back when the exercise returns. An exception ends the call, not the process.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "lab/phase_timer.h"
#include "lab/status.h"

namespace runner {

// One buffer of the request. data() is null if the test sent a null pointer.
template <class T>
class buffer {
 public:
  buffer(void* payload, std::size_t count) : data_(static_cast<T*>(payload)), size_(count) {}
  T* data() const { return data_; }
  std::size_t size() const { return size_; }  // elements

 private:
  T* data_;
  std::size_t size_;
};

// One call of an exercise: its parameters, its buffers, and its results.
class call {
 public:
  // Throws bad_request, the grader's fault, if the test did not send this parameter.
  std::int64_t param(const char* name) const;
  bool has_param(const char* name) const;

  // Returns the named buffer in device or host memory, with guards. Throws bad_request if it is missing, or
  // if its elements have another size.
  template <class T>
  buffer<T> device(const char* name) {
    return {map(name, sizeof(T), true), count(name)};
  }
  template <class T>
  buffer<T> host(const char* name) {
    return {map(name, sizeof(T), false), count(name)};
  }

  // Reports the entry point's result. An error makes the answer `refused`.
  void report(const lab::status& status);
  void report(const lab::phase_timer& timer);
  // A phase that was timed in another way.
  void report_phase(const std::string& name, double ms);
  void report(const char* name, double value);

  struct state;
  explicit call(state& s) : state_(s) {}

 private:
  void* map(const char* name, std::size_t element_size, bool on_device);
  std::size_t count(const char* name) const;
  state& state_;
};

using exercise = void (*)(call&);
// RUNNER_EXERCISE defines one.
struct registration {
  registration(const char* name, exercise run);
};

}  // namespace runner

#define RUNNER_EXERCISE(name)                                                                    \
  static void runner_exercise_##name(::runner::call& call);                                      \
  static const ::runner::registration runner_registration_##name(#name, runner_exercise_##name); \
  static void runner_exercise_##name([[maybe_unused]] ::runner::call& call)

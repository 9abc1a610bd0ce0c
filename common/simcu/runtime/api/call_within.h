// SPDX-License-Identifier: Apache-2.0
// API calls that call other API functions.
#pragma once

namespace simcu {

inline thread_local const char* outer_call = nullptr;
inline thread_local const void* outer_place = nullptr;

// Counts this thread's copies, fills and refusals as parts of `call`, which returns to `returns_to`. A null
// `call` changes no names.
class call_within {
 public:
  explicit call_within(const char* call, const void* returns_to = __builtin_return_address(0))
      : before_(outer_call), place_before_(outer_place) {
    if (!outer_call) outer_call = call;
    if (!outer_place) outer_place = static_cast<const char*>(returns_to) - 1;
  }
  call_within(const call_within&) = delete;
  call_within& operator=(const call_within&) = delete;
  ~call_within() { outer_call = before_, outer_place = place_before_; }

 private:
  const char* before_;
  const void* place_before_;
};

}  // namespace simcu

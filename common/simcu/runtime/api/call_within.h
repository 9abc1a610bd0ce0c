// SPDX-License-Identifier: Apache-2.0
// Calls of the API that are made of others: what they are refused for is told under their own name.
#pragma once

namespace simcu {

inline thread_local const char* outer_call = nullptr;

// While it lives, copies and fills of this thread are parts of `call`.
class call_within {
 public:
  explicit call_within(const char* call) : before_(outer_call) {
    if (!outer_call) outer_call = call;
  }
  call_within(const call_within&) = delete;
  call_within& operator=(const call_within&) = delete;
  ~call_within() { outer_call = before_; }

 private:
  const char* before_;
};

}  // namespace simcu

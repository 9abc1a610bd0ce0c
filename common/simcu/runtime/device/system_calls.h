// SPDX-License-Identifier: Apache-2.0
// Makes a checked kernel fail if it calls the operating system, which does not exist on a GPU.
#pragma once

namespace simcu {

// Calls from the runtime, and calls that only allocate or free memory, are allowed. Does nothing on Linux
// before 5.11, on processors other than x86-64, and if `on` is false.
class kernels_cannot_call_the_system {
 public:
  explicit kernels_cannot_call_the_system(bool on);
  ~kernels_cannot_call_the_system();
  kernels_cannot_call_the_system(const kernels_cannot_call_the_system&) = delete;
  kernels_cannot_call_the_system& operator=(const kernels_cannot_call_the_system&) = delete;

 private:
  bool on_ = false;
};

}  // namespace simcu

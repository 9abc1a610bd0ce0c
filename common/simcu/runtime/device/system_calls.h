// SPDX-License-Identifier: Apache-2.0
// Keeps kernels from calling the operating system, which does not exist on a GPU. In checked programs, a
// kernel that makes a system call (through host code, or assembler) fails with an error message.
#pragma once

namespace simcu {

// While this object lives, a system call from a kernel's own code on this OS thread ends the launch. Calls
// from the runtime, and calls that only allocate or free memory, are allowed. Does nothing on Linux before
// 5.11, on processors other than x86-64, and if `on` is false.
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

// SPDX-License-Identifier: Apache-2.0
// A kernel cannot call the operating system: there is none on a GPU. In checked programs one that does (host
// code in a kernel, or assembler) fails with a sentence.
#pragma once

namespace simcu {

// While it lives, a system call from a kernel's own code on this OS thread ends the launch. Calls of the
// runtime, and calls that only take or give memory, are let through. Does nothing where Linux is older
// than 5.11, on other processors than x86-64, and if `on` is false.
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

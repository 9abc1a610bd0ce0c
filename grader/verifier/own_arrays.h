// SPDX-License-Identifier: Apache-2.0
// Finds a forgotten `__shared__` by reading the source. No checker can find it, because a thread's own array
// is in registers or on its stack.
#pragma once
#include <string>
#include <vector>

namespace verifier {

// An array of which each thread has its own copy, but uses only the element with its own number.
struct own_array {
  std::string name;
  int line = 0;            // of the declaration, from 1
  std::string function;    // whose body it is in
  bool in_kernel = false;  // and not in what kernels call
};

// Such arrays in kernels and other device functions of a file, from top to bottom. Reads text, not C++, so it
// misses what macros and templates produce.
std::vector<own_array> arrays_by_thread_number(const std::string& source);

}  // namespace verifier

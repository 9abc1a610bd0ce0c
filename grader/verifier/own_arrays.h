// SPDX-License-Identifier: Apache-2.0
// Finds a forgotten `__shared__` by reading the source. No checker can find it, because a thread's own array
// is in registers or on its stack.
#pragma once
#include <string>
#include <vector>

namespace verifier {

// An array that each thread has for itself, of which it uses the element of its own number.
struct own_array {
  std::string name;
  int line = 0;            // of the declaration, from 1
  std::string function;    // whose body it is in
  bool in_kernel = false;  // and not in what kernels call
};

// Those in kernels and other device functions of a file, from top to bottom. Reads text, not C++: what macros
// and templates make of it is not seen.
std::vector<own_array> arrays_by_thread_number(const std::string& source);

}  // namespace verifier

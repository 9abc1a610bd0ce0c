// SPDX-License-Identifier: Apache-2.0
// Finds a forgotten `__shared__` by reading the source. No checker can find it, because a local array is in
// registers or on the thread's stack.
#pragma once
#include <string>
#include <vector>

namespace verifier {

// A local array of which each thread uses only the element with its own index.
struct own_array {
  std::string name;
  int line = 0;            // line of the declaration, from 1
  std::string function;    // the function that declares the array
  bool in_kernel = false;  // that function is a kernel
};

// Returns every own_array in a file's kernels and other device functions, from top to bottom. It reads the
// text rather than parsing C++, so it misses arrays that macros and templates produce.
std::vector<own_array> arrays_by_thread_number(const std::string& source);

}  // namespace verifier

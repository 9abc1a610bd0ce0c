// SPDX-License-Identifier: Apache-2.0
// Which threads touched which element of an array, as the simulated device records it, for the programs
// that record the sorts.
//   accesses_checked.cpp   in a program of `simcu --check`: the histories of the elements (SIMCU_WATCH)
//   accesses_wasm.cpp      in the page: the calls into which -fsanitize=thread turns loads and stores
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace steppers {

struct access {
  std::uint32_t block, thread;
  bool write;
};
inline bool operator==(const access& a, const access& b) {
  return a.block == b.block && a.thread == b.thread && a.write == b.write;
}

// What kernels did to each of the n words at which their parameter `name` points, in the order of time. `run`
// allocates new buffers, launches, and returns the address of the array. It is called once or several times,
// and does the same each time.
std::vector<std::vector<access>> accesses(const char* name, std::size_t n,
                                          const std::function<const void*()>& run);

}  // namespace steppers

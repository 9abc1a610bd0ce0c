// SPDX-License-Identifier: Apache-2.0
// Which threads accessed which element of an array, as the simulated device records it.
//   accesses_checked.cpp   in a program of `simcu --check`: the elements' histories (SIMCU_WATCH)
//   accesses_wasm.cpp      in the page: the calls that -fsanitize=thread puts in place of loads and stores
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

// Returns the kernels' accesses to each of the n words at their parameter `name`, in time order. `run`
// allocates new buffers, launches, and returns the array's address. It may be called several times, so it
// must always do the same.
std::vector<std::vector<access>> accesses(const char* name, std::size_t n,
                                          const std::function<const void*()>& run);

}  // namespace steppers

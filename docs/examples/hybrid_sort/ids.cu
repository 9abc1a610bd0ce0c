// SPDX-License-Identifier: Apache-2.0
// The program's second source file. It shows that two files with the same kernels can be in one program.
#include "hybrid_sort.cuh"

cudaError_t sort_ids(void* d_temp, std::size_t& bytes, std::uint32_t* d_ids, std::size_t n) {
  const std::uint32_t* in = d_ids;
  return hybrid::device_sort_keys(d_temp, bytes, in, d_ids, n);
}

// SPDX-License-Identifier: Apache-2.0
#include <thrust/execution_policy.h>
#include <thrust/reverse.h>
// The library's kernels do it, on the device.
lab::status reverse_copy(const std::uint32_t* d_in, std::uint32_t* d_out, std::size_t n) {
  thrust::reverse_copy(thrust::device, d_in, d_in + n, d_out);
  return {};
}

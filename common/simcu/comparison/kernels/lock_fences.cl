// SPDX-License-Identifier: Apache-2.0
// tests/check/lock_fences.cu in OpenCL.
// run: 8 work-items in groups of 1
// argument: <size=256 int fill=0>
__kernel void lock_fences(__global int* data) {
  while (atomic_cmpxchg(data, 0, 1) != 0) {
  }
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  data[1] += 1;
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  atomic_xchg(data, 0);
}

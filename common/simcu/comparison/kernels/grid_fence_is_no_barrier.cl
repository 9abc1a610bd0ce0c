// SPDX-License-Identifier: Apache-2.0
// tests/check/grid_fence_is_no_barrier.cu in OpenCL.
// run: 256 work-items in groups of 64
// argument: <size=2048 int fill=0>
__kernel void grid_fence_is_no_barrier(__global int* data) {
  const int i = get_global_id(0);
  data[i] = i;
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  barrier(CLK_GLOBAL_MEM_FENCE);
  data[256 + i] = data[255 - i];
}

// SPDX-License-Identifier: Apache-2.0
// tests/check/grid_barrier_of_one_block.cu in OpenCL.
// run: 256 work-items in groups of 64
// argument: <size=2048 int fill=0>
__kernel void grid_barrier_of_one_block(__global int* data) {
  const int i = get_global_id(0);
  data[i] = i;
  barrier(CLK_GLOBAL_MEM_FENCE);
  data[256 + i] = data[255 - i];
}

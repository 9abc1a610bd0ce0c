// SPDX-License-Identifier: Apache-2.0
// tests/check/global_block_barrier.cu in OpenCL.
// run: 64 work-items in groups of 64
// argument: <size=512 int fill=0>
__kernel void global_block_barrier(__global int* data) {
  const uint tid = get_local_id(0);
  data[tid] = tid;
  barrier(CLK_GLOBAL_MEM_FENCE);
  data[tid + 64] = data[63 - tid];
}

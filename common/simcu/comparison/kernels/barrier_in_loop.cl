// SPDX-License-Identifier: Apache-2.0
// tests/check/barrier_in_loop.cu in OpenCL.
// run: 64 work-items in groups of 64
// argument: <size=2048 int fill=0>
__kernel void barrier_in_loop(__global int* out) {
  const uint tid = get_local_id(0);
  for (uint round = 0; round < tid / 32 + 1; ++round) barrier(CLK_LOCAL_MEM_FENCE);
  if (tid < 32) barrier(CLK_LOCAL_MEM_FENCE);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[tid] = tid;
}

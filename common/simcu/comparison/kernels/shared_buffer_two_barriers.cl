// SPDX-License-Identifier: Apache-2.0
// tests/check/shared_buffer_two_barriers.cu in OpenCL.
// run: 64 work-items in groups of 64
// argument: <size=2048 int fill=0>
__kernel void shared_buffer_two_barriers(__global int* out) {
  __local int s_tile[64];
  const uint tid = get_local_id(0);
  int sum = 0;
  for (int round = 0; round < 4; ++round) {
    s_tile[tid] = round + tid;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += s_tile[63 - tid];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[tid] = sum;
}

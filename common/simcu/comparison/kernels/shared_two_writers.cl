// SPDX-License-Identifier: Apache-2.0
// tests/check/shared_two_writers.cu in OpenCL.
// run: 64 work-items in groups of 64
// argument: <size=2048 int fill=0>
__kernel void shared_two_writers(__global int* out) {
  const uint tid = get_local_id(0);
  __local int s_last;
  s_last = tid;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (tid == 0) out[0] = s_last;
}

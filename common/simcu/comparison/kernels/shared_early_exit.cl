// SPDX-License-Identifier: Apache-2.0
// tests/check/shared_early_exit.cu in OpenCL.
// run: 64 work-items in groups of 64
// argument: <size=2048 int fill=0>
__kernel void shared_early_exit(__global int* out) {
  const uint tid = get_local_id(0);
  __local int s_value[64];
  if (tid >= 50) return;
  s_value[tid] = tid;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[tid] = s_value[49 - tid];
}

// SPDX-License-Identifier: Apache-2.0
// tests/check/uninitialised_shared.cu in OpenCL.
// run: 64 work-items in groups of 64
// argument: <size=2048 int fill=0>
__kernel void uninitialised_shared(__global int* out) {
  const uint tid = get_local_id(0);
  __local int s_sum;
  if (tid == 0) s_sum += 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (tid == 0) out[0] = s_sum;
}

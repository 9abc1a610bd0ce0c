// SPDX-License-Identifier: Apache-2.0
// tests/check/bounds_shared.cu in OpenCL.
// run: 64 work-items in groups of 64
// argument: <size=256 int fill=0>
// argument: <size=4 int> 50
__kernel void bounds_shared(__global int* out, int count) {
  const uint tid = get_local_id(0);
  __local int s_value[50];
  if (tid <= count) s_value[tid] = tid;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (tid < 50) out[tid] = s_value[tid];
}

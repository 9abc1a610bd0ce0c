// SPDX-License-Identifier: Apache-2.0
// tests/check/flag_shared.cu in OpenCL.
// run: 64 work-items in groups of 64
// argument: <size=256 int fill=0>
__kernel void flag_shared(__global int* out) {
  const uint tid = get_local_id(0);
  __local int s_data;
  __local volatile int s_flag;
  if (tid == 0) s_flag = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (tid == 0) {
    s_data = 5;
    mem_fence(CLK_LOCAL_MEM_FENCE);
    s_flag = 1;
  } else if (tid == 32) {
    while (s_flag == 0) {
    }
    mem_fence(CLK_LOCAL_MEM_FENCE);
    out[0] = s_data;
  }
}

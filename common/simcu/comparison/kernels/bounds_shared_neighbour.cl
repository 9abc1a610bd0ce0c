// SPDX-License-Identifier: Apache-2.0
// tests/check/bounds_shared_neighbour.cu in OpenCL.
// run: 64 work-items in groups of 64
// argument: <size=256 int fill=0>
// argument: <size=4 int> 17
__kernel void bounds_shared_neighbour(__global int* out, int count) {
  const uint tid = get_local_id(0);
  __local int s_first[16];
  __local int s_second[16];
  if (tid < 16) s_second[tid] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (tid < count) s_first[tid] = 2;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (tid < 16) out[tid] = s_first[tid] + s_second[tid];
}

// SPDX-License-Identifier: Apache-2.0
// tests/check/uninitialised_shared_tail.cu in OpenCL.
// run: 64 work-items in groups of 64
// argument: <size=2048 int fill=0>
// argument: <size=4 int> 60
__kernel void uninitialised_shared_tail(__global int* out, int count) {
  const uint tid = get_local_id(0);
  __local int s_tile[64];
  if (tid < count) s_tile[tid] = tid;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[tid] = s_tile[63 - tid];
}

// SPDX-License-Identifier: Apache-2.0
// tests/check/barrier_in_branch.cu in OpenCL.
// run: 64 work-items in groups of 64
// argument: <size=2048 int fill=0>
__kernel void barrier_in_branch(__global int* out) {
  const uint tid = get_local_id(0);
  if (tid < 40)
    barrier(CLK_LOCAL_MEM_FENCE);
  else
    barrier(CLK_LOCAL_MEM_FENCE);
  out[tid] = tid;
}

// SPDX-License-Identifier: Apache-2.0
// tests/check/barrier_for_some.cu in OpenCL.
// run: 64 work-items in groups of 64
// argument: <size=2048 int fill=0>
__kernel void barrier_for_some(__global int* out) {
  const uint tid = get_local_id(0);
  if (tid < 40) barrier(CLK_LOCAL_MEM_FENCE);
  out[tid] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[tid] = tid;
}

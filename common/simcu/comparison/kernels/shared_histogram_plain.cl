// SPDX-License-Identifier: Apache-2.0
// tests/check/shared_histogram_plain.cu in OpenCL.
// run: 64 work-items in groups of 64
// argument: <size=2048 int fill=0>
__kernel void shared_histogram_plain(__global int* out) {
  __local int s_bins[8];
  const uint tid = get_local_id(0);
  if (tid < 8) s_bins[tid] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  ++s_bins[tid % 8];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (tid < 8) out[tid] = s_bins[tid];
}

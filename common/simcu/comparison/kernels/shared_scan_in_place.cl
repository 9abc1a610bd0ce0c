// SPDX-License-Identifier: Apache-2.0
// tests/check/shared_scan_in_place.cu in OpenCL.
// run: 64 work-items in groups of 64
// argument: <size=2048 int fill=0>
__kernel void shared_scan_in_place(__global int* out) {
  __local int s_scan[2][64];
  const uint tid = get_local_id(0);
  int from = 0;
  s_scan[0][tid] = tid;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint step = 1; step < 64; step *= 2) {
    int value = s_scan[from][tid];
    if (tid >= step) value += s_scan[from][tid - step];
    s_scan[from][tid] = value;
    from = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[tid] = s_scan[from][tid];
}

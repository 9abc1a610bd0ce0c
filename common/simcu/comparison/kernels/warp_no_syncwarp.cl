// SPDX-License-Identifier: Apache-2.0
// tests/check/warp_no_syncwarp.cu in OpenCL.
// run: 32 work-items in groups of 32
// argument: <size=2048 int fill=0>
__kernel void warp_no_syncwarp(__global int* out) {
  const uint tid = get_local_id(0);
  __local int s_value[32];
  s_value[tid] = tid;
  out[tid] = s_value[tid ^ 1];
}

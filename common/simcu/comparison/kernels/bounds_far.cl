// SPDX-License-Identifier: Apache-2.0
// tests/check/bounds_far.cu in OpenCL.
// run: 64 work-items in groups of 64
// argument: <size=256 int fill=0>
__kernel void bounds_far(__global int* data) {
  const uint tid = get_local_id(0);
  if (tid == 5) data[1 << 20] = 1;
}

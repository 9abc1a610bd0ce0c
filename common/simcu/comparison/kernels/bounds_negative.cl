// SPDX-License-Identifier: Apache-2.0
// tests/check/bounds_negative.cu in OpenCL.
// run: 64 work-items in groups of 64
// argument: <size=256 int fill=0>
__kernel void bounds_negative(__global int* data) {
  const uint tid = get_local_id(0);
  data[(int)tid - 1] = 1;
}

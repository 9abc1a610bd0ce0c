// SPDX-License-Identifier: Apache-2.0
// tests/check/bounds_partly_after.cu in OpenCL.
// run: 64 work-items in groups of 64
// argument: <size=404 int fill=0>
// argument: <size=4 int> 101
__kernel void bounds_partly_after(__global int* data, int count) {
  const uint tid = get_local_id(0);
  if (tid == 0) ((__global long*)data)[count / 2] = 1;
}

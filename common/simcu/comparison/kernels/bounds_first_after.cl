// SPDX-License-Identifier: Apache-2.0
// tests/check/bounds_first_after.cu in OpenCL.
// run: 64 work-items in groups of 64
// argument: <size=400 int fill=0>
// argument: <size=4 int> 100
__kernel void bounds_first_after(__global int* data, int count) {
  const uint tid = get_local_id(0);
  for (int i = tid; i <= count; i += get_local_size(0)) data[i] = i;
}

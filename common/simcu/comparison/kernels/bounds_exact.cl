// SPDX-License-Identifier: Apache-2.0
// tests/check/bounds_exact.cu in OpenCL.
// run: 64 work-items in groups of 64
// argument: <size=404 int fill=0>
// argument: <size=4 int> 101
__kernel void bounds_exact(__global int* data, int count) {
  const uint tid = get_local_id(0);
  for (int i = tid; i < count; i += get_local_size(0)) data[i] = i;
}

// SPDX-License-Identifier: Apache-2.0
// tests/check/counter_plain_write.cu in OpenCL.
// run: 256 work-items in groups of 64
// argument: <size=2048 int fill=0>
__kernel void counter_plain_write(__global int* data) {
  const int i = get_global_id(0);
  if (get_group_id(0) == 0) atomic_add(&data[0], 1);
  if (i == 128) data[0] = 5;
}

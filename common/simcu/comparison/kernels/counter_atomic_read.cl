// SPDX-License-Identifier: Apache-2.0
// tests/check/counter_atomic_read.cu in OpenCL.
// run: 256 work-items in groups of 64
// argument: <size=2048 int fill=0>
__kernel void counter_atomic_read(__global int* data) {
  const int i = get_global_id(0);
  if (get_group_id(0) == 0) atomic_add(&data[0], 1);
  if (i == 128 && atomic_add(&data[0], 0) < 0) data[1] = 1;
}

// SPDX-License-Identifier: Apache-2.0
// tests/check/counter_append.cu in OpenCL.
// run: 256 work-items in groups of 64
// argument: <size=2048 int fill=0>
__kernel void counter_append(__global int* data) {
  const int i = get_global_id(0);
  const int place = atomic_add(&data[0], 1);
  data[1 + place] = 3;
}

// SPDX-License-Identifier: Apache-2.0
// tests/check/atomics_only.cu in OpenCL.
// run: 256 work-items in groups of 64
// argument: <size=2048 int fill=0>
__kernel void atomics_only(__global int* data) {
  const int i = get_global_id(0);
  atomic_add(&data[0], i);
  atomic_max(&data[1], i);
  atomic_or(&data[2], 1 << i % 31);
  atomic_cmpxchg(&data[3], i % 2, 0);
}

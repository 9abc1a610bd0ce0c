// SPDX-License-Identifier: Apache-2.0
// tests/check/lock_no_fences.cu in OpenCL.
// run: 8 work-items in groups of 1
// argument: <size=256 int fill=0>
__kernel void lock_no_fences(__global int* data) {
  while (atomic_cmpxchg(data, 0, 1) != 0) {
  }
  data[1] += 1;
  atomic_xchg(data, 0);
}

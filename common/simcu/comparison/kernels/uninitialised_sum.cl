// SPDX-License-Identifier: Apache-2.0
// tests/check/uninitialised_sum.cu in OpenCL.
// run: 64 work-items in groups of 64
// argument: <size=256 int noinit>
__kernel void uninitialised_sum(__global int* data) {
  const uint tid = get_local_id(0);
  if (tid == 0) atomic_add(data, 1);
}

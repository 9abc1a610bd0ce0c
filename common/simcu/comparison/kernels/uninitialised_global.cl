// SPDX-License-Identifier: Apache-2.0
// tests/check/uninitialised_global.cu in OpenCL.
// run: 64 work-items in groups of 64
// argument: <size=256 int noinit>
__kernel void uninitialised_global(__global int* data) {
  const uint tid = get_local_id(0);
  if (tid == 0) data[1] = data[0];
}

// SPDX-License-Identifier: Apache-2.0
// tests/check/bounds_null.cu in OpenCL.
// run: 64 work-items in groups of 64
// argument: <null>
__kernel void bounds_null(__global int* data) {
  const uint tid = get_local_id(0);
  if (tid == 0) data[0] = 1;
}

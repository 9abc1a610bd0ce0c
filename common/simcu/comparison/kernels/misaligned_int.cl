// SPDX-License-Identifier: Apache-2.0
// tests/check/misaligned_int.cu in OpenCL.
// run: 64 work-items in groups of 64
// argument: <size=256 char fill=0>
__kernel void misaligned_int(__global char* data) {
  const uint tid = get_local_id(0);
  if (tid == 0) *(__global int*)(data + 2) = 1;
}

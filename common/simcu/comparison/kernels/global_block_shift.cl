// SPDX-License-Identifier: Apache-2.0
// tests/check/global_block_shift.cu in OpenCL.
// run: 64 work-items in groups of 64
// argument: <size=256 int fill=0>
__kernel void global_block_shift(__global int* data) {
  const uint tid = get_local_id(0);
  if (tid < 63) data[tid] = data[tid + 1] + 1;
}

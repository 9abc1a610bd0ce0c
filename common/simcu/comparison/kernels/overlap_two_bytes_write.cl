// SPDX-License-Identifier: Apache-2.0
// tests/check/overlap_two_bytes_write.cu in OpenCL.
// run: 128 work-items in groups of 64
// argument: <size=2048 int fill=0>
__kernel void overlap_two_bytes_write(__global int* data) {
  if (get_group_id(0) == 0 && get_local_id(0) == 0) ((__global char*)data)[2] = 1;
  if (get_group_id(0) == 1 && get_local_id(0) == 0) data[0] = 2;
}

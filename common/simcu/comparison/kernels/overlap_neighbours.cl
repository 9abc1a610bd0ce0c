// SPDX-License-Identifier: Apache-2.0
// tests/check/overlap_neighbours.cu in OpenCL.
// run: 128 work-items in groups of 64
// argument: <size=2048 int fill=0>
__kernel void overlap_neighbours(__global int* data) {
  const uint tid = get_local_id(0);
  if (get_group_id(0) == 0) {
    if (tid == 0) ((__global int4*)data)[0] = (int4)(1, 2, 3, 4);
    if (tid == 1) ((__global long*)data)[2] = 5;
    if (tid == 2) ((__global short*)data)[12] = 6;
  } else {
    if (tid == 0) ((__global short*)data)[13] = 7;
    if (tid == 1) ((__global char*)data)[28] = 8;
    if (tid == 2) ((__global char*)data)[29] = 9;
    if (tid == 3) data[8] = 10;
  }
}

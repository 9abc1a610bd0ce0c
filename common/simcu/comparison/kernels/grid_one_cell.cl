// SPDX-License-Identifier: Apache-2.0
// tests/check/grid_one_cell.cu in OpenCL.
// run: 256 work-items in groups of 64
// argument: <size=2048 int fill=0>
__kernel void grid_one_cell(__global int* data) {
  const int i = get_global_id(0);
  if (get_local_id(0) == 0) data[0] = i;
}

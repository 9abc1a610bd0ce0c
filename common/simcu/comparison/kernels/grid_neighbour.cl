// SPDX-License-Identifier: Apache-2.0
// tests/check/grid_neighbour.cu in OpenCL.
// run: 256 work-items in groups of 64
// argument: <size=2048 int fill=0>
__kernel void grid_neighbour(__global int* data) {
  const uint tid = get_local_id(0);
  const int i = get_global_id(0);
  if (tid == 0) data[get_group_id(0)] = i;
  if (tid == 0) data[100 + i] = data[(get_group_id(0) + 1) % get_num_groups(0)];
}

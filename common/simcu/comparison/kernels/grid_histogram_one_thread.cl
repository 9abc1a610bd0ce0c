// SPDX-License-Identifier: Apache-2.0
// tests/check/grid_histogram_one_thread.cu in OpenCL.
// run: 256 work-items in groups of 64
// argument: <size=2048 int fill=0>
__kernel void grid_histogram_one_thread(__global int* data) {
  const int i = get_global_id(0);
  if (get_local_id(0) == 0) data[0] += i;
}

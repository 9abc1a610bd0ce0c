// SPDX-License-Identifier: Apache-2.0
// tests/check/grid_scan_in_place.cu in OpenCL.
// run: 256 work-items in groups of 64
// argument: <size=2048 int fill=0>
__kernel void grid_scan_in_place(__global int* data) {
  const int i = get_global_id(0);
  const int left = i > 0 ? data[i - 1] : 0;
  barrier(CLK_GLOBAL_MEM_FENCE);
  data[i] += left + 1;
}

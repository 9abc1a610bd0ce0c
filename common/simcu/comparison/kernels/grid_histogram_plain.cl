// SPDX-License-Identifier: Apache-2.0
// tests/check/grid_histogram_plain.cu in OpenCL.
// run: 256 work-items in groups of 64
// argument: <size=2048 int fill=0>
__kernel void grid_histogram_plain(__global int* data) {
  const int i = get_global_id(0);
  ++data[i % 8];
}

// SPDX-License-Identifier: Apache-2.0
// tests/check/overlap_2_bytes.cu in OpenCL.
// run: 128 work-items in groups of 64
// argument: <size=2048 int fill=0>
__kernel void overlap_2_bytes(__global int* data) {
  const int last = sizeof(int) / sizeof(ushort) - 1;
  __global ushort* parts = (__global ushort*)data;
  if (get_global_id(0) == 0) data[0] = 7;
  if (get_group_id(0) == 1 && get_local_id(0) == 0) parts[last + 1] = parts[last];
}

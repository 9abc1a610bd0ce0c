// SPDX-License-Identifier: Apache-2.0
// tests/check/overlap_4_bytes.cu in OpenCL.
// run: 128 work-items in groups of 64
// argument: <size=4096 long fill=0>
__kernel void overlap_4_bytes(__global long* data) {
  const int last = sizeof(long) / sizeof(int) - 1;
  __global int* parts = (__global int*)data;
  if (get_global_id(0) == 0) data[0] = 7;
  if (get_group_id(0) == 1 && get_local_id(0) == 0) parts[last + 1] = parts[last];
}

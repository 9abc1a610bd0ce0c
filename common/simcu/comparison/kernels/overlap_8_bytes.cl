// SPDX-License-Identifier: Apache-2.0
// tests/check/overlap_8_bytes.cu in OpenCL.
// run: 128 work-items in groups of 64
// argument: <size=8192 long fill=0>
__kernel void overlap_8_bytes(__global long2* data) {
  const int last = sizeof(long2) / sizeof(long) - 1;
  __global long* parts = (__global long*)data;
  if (get_global_id(0) == 0) data[0] = (long2)(7, 7);
  if (get_group_id(0) == 1 && get_local_id(0) == 0) parts[last + 1] = parts[last];
}

// SPDX-License-Identifier: Apache-2.0
// tests/check/overlap_16_bytes_by_4.cu in OpenCL.
// run: 128 work-items in groups of 64
// argument: <size=8192 float fill=0>
__kernel void overlap_16_bytes_by_4(__global float4* data) {
  const int last = sizeof(float4) / sizeof(float) - 1;
  __global float* parts = (__global float*)data;
  if (get_global_id(0) == 0) data[0] = (float4)(1, 2, 3, 4);
  if (get_group_id(0) == 1 && get_local_id(0) == 0) parts[last + 1] = parts[last];
}

// SPDX-License-Identifier: Apache-2.0
// tests/check/lookback_fences.cu in OpenCL.
// run: 8 work-items in groups of 1
// argument: <size=256 int fill=0>
__kernel void lookback_fences(__global int* sums) {
  volatile __global int* flags = sums + 16;
  const int group = get_group_id(0);
  int before = 0;
  if (group > 0) {
    while (flags[group - 1] == 0) {
    }
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    before = sums[group - 1];
  }
  sums[group] = before + group;
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  flags[group] = 1;
}

// SPDX-License-Identifier: Apache-2.0
// tests/check/last_block_no_fence.cu in OpenCL.
// run: 256 work-items in groups of 64
// argument: <size=2048 int fill=0>
// argument: <size=4 uint fill=0>
__kernel void last_block_no_fence(__global int* data, __global uint* finished_groups) {
  __local int s_is_last;
  const uint tid = get_local_id(0);
  data[get_group_id(0) * 64 + tid] = tid;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (tid == 0) {
    s_is_last = atomic_add(finished_groups, 1u) == get_num_groups(0) - 1;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (s_is_last) {
    int sum = 0;
    for (uint group = 0; group < get_num_groups(0); ++group) sum += data[group * 64 + (tid + 1) % 64];
    data[256 + tid] = sum;
  }
}

// SPDX-License-Identifier: Apache-2.0
// tests/check/shared_reset_beside_atomics.cu in OpenCL.
// run: 64 work-items in groups of 64
// argument: <size=2048 int fill=0>
__kernel void shared_reset_beside_atomics(__global int* out) {
  const uint tid = get_local_id(0);
  __local int s_count;
  if (tid == 0) s_count = 0;
  atomic_add(&s_count, 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (tid == 0) out[0] = s_count;
}

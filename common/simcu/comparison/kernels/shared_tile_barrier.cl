// SPDX-License-Identifier: Apache-2.0
// tests/check/shared_tile_barrier.cu in OpenCL.
// run: 64 work-items in groups of 64
// argument: <size=2048 int fill=0>
__kernel void shared_tile_barrier(__global int* out) {
  __local int s_tile[64];
  const uint tid = get_local_id(0);
  s_tile[tid] = tid;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[tid] = s_tile[63 - tid];
}

// SPDX-License-Identifier: Apache-2.0
// The kernel of block_scan.cu in OpenCL, for Oclgrind.
__kernel void block_scan(__global const uint* in, __global uint* out, __local uint* s_data) {
  const uint tid = get_local_id(0), i = get_global_id(0);
  s_data[tid] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint step = 1; step < get_local_size(0); step *= 2) {
    uint other = 0;
    if (tid >= step) other = s_data[tid - step];
    barrier(CLK_LOCAL_MEM_FENCE);
    s_data[tid] += other;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[i] = s_data[tid];
}

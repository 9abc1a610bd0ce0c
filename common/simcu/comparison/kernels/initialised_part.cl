// SPDX-License-Identifier: Apache-2.0
// tests/check/initialised_part.cu in OpenCL.
// run: 64 work-items in groups of 64
// argument: <size=256 float noinit>
__kernel void initialised_part(__global float* data) {
  const uint tid = get_local_id(0);
  if (tid < 4) data[tid] = 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (tid == 5) ((__global float4*)data)[1] = ((__global float4*)data)[0];
}

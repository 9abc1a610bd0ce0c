// SPDX-License-Identifier: Apache-2.0
// The kernel of plain_kernel.cu in OpenCL, for PoCL.
__kernel void plain_kernel(__global const uint* in, __global uint* out, uint n) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  uint key = in[i];
  key ^= key >> 16;
  key *= 0x7feb352du;
  key ^= key >> 15;
  out[i] = key;
}

// SPDX-License-Identifier: Apache-2.0
// A 1-D convolution with a mask in constant memory and halo cells in shared memory.
#include "helper.h"

#define MASK_WIDTH 9
#define RADIUS (MASK_WIDTH / 2)
#define BLOCK 64
__constant__ float d_mask[MASK_WIDTH];

__global__ void convolution(const float* in, float* out, int n) {
  __shared__ float temp[BLOCK + 2 * RADIUS];
  int gindex = threadIdx.x + blockIdx.x * blockDim.x;
  int lindex = threadIdx.x + RADIUS;
  temp[lindex] = gindex < n ? in[gindex] : 0.0f;
  if (threadIdx.x < RADIUS) {
    temp[lindex - RADIUS] = gindex >= RADIUS ? in[gindex - RADIUS] : 0.0f;
    temp[lindex + BLOCK] = gindex + BLOCK < n ? in[gindex + BLOCK] : 0.0f;
  }
  __syncthreads();
  float result = 0;
  for (int offset = -RADIUS; offset <= RADIUS; offset++)
    result += temp[lindex + offset] * d_mask[offset + RADIUS];
  if (gindex < n) out[gindex] = result;
}

int main() {
  const int n = 1000;
  float mask[MASK_WIDTH];
  for (int i = 0; i < MASK_WIDTH; ++i) mask[i] = i - 3;
  std::vector<float> in(n);
  for (int i = 0; i < n; ++i) in[i] = i * 31 % 101;
  DeviceArray<float> d_in(in), d_out(n);
  checkCudaErrors(cudaMemcpyToSymbol(d_mask, mask, sizeof(mask)));
  convolution<<<divUp(n, BLOCK), BLOCK>>>(d_in.data, d_out.data, n);
  std::vector<float> out = d_out.get();
  for (int i = 0; i < n; ++i) {
    float want = 0;
    for (int j = -RADIUS; j <= RADIUS; ++j)
      if (i + j >= 0 && i + j < n) want += in[i + j] * mask[j + RADIUS];
    if (out[i] != want) return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}

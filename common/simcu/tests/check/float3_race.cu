// expect: race shared at 10 11
// may: uninitialised-read shared at 11
// SPDX-License-Identifier: Apache-2.0
// One statement with three parts is one finding.
#include <cstdio>

__global__ void float3_race_kernel(const float3* in, float* out) {
  __shared__ float3 s_point[64];
  const int t = threadIdx.x;
  s_point[t] = in[t];
  const float3 p = s_point[63 - t];
  out[t] = p.x + p.y + p.z;
}

int main() {
  float3* d_in;
  float* d_out;
  cudaMalloc(&d_in, 64 * sizeof(float3));
  cudaMalloc(&d_out, 64 * sizeof(float));
  cudaMemset(d_in, 0, 64 * sizeof(float3));
  float3_race_kernel<<<1, 64>>>(d_in, d_out);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  cudaFree(d_in);
  cudaFree(d_out);
  std::printf("done\n");
  return failed;
}

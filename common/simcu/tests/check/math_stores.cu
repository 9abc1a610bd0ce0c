// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Functions of mathematics that store by a pointer, to global and to shared memory.
#include <cmath>
#include <cstdio>

__global__ void math_stores_kernel(float* sines, double* wholes, int* exponents, float* out) {
  __shared__ float s_cosines[32], s_wholes[32];
  __shared__ int s_exponents[32], s_quotients[32];
  const int i = threadIdx.x, next = (i + 1) % 32;
  sincosf(0.1f * i, &sines[i], &s_cosines[i]);
  modf(1.5 * i, &wholes[i]);
  modff(2.5f * i, &s_wholes[i]);
  frexp(3.0 * i, &exponents[i]);
  frexpf(5.0f * i, &s_exponents[i]);
  remquof(7.0f * i, 3.0f, &s_quotients[i]);
  __syncthreads();
  const float number = sines[next] + s_cosines[next] + static_cast<float>(wholes[next]) + s_wholes[next];
  out[i] = number + exponents[next] + s_exponents[next] + (s_quotients[next] & 7) + (isnan(nanf("")) ? 1 : 0);
}

int main() {
  constexpr int kCount = 32;
  float *d_sines, *d_out;
  double* d_wholes;
  int* d_exponents;
  cudaMalloc(&d_sines, kCount * sizeof *d_sines);
  cudaMalloc(&d_out, kCount * sizeof *d_out);
  cudaMalloc(&d_wholes, kCount * sizeof *d_wholes);
  cudaMalloc(&d_exponents, kCount * sizeof *d_exponents);
  math_stores_kernel<<<1, kCount>>>(d_sines, d_wholes, d_exponents, d_out);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static float h_out[kCount];
  cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
  float sum = 0;
  for (const float value : h_out) sum += value;
  cudaFree(d_sines);
  cudaFree(d_out);
  cudaFree(d_wholes);
  cudaFree(d_exponents);
  std::printf("%.0f\n", sum);
  return failed;
}

// expect: clean
// SPDX-License-Identifier: Apache-2.0
// All threads add halves, and pairs of them, in shared and global memory with atomicAdd: the lanes of a warp
// too.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdio>

__global__ void half_sums_kernel(__half2* pairs, __nv_bfloat16* one, float* out) {
  __shared__ __half2 s_pairs;
  __shared__ __half s_one;
  if (threadIdx.x == 0) {
    s_pairs = __floats2half2_rn(0, 0);
    s_one = __float2half(0);
  }
  __syncthreads();
  atomicAdd(&s_pairs, __floats2half2_rn(1, 2));
  atomicAdd(&s_one, __float2half(3));
  atomicAdd(one, __float2bfloat16(1));
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(pairs, s_pairs);
    out[blockIdx.x] = __half2float(s_one);
  }
}

int main() {
  __half2* d_pairs;
  __nv_bfloat16* d_one;
  float* d_out;
  cudaMalloc(&d_pairs, sizeof *d_pairs);
  cudaMalloc(&d_one, sizeof *d_one);
  cudaMalloc(&d_out, 2 * sizeof *d_out);
  cudaMemset(d_pairs, 0, sizeof *d_pairs);
  cudaMemset(d_one, 0, sizeof *d_one);
  half_sums_kernel<<<2, 64>>>(d_pairs, d_one, d_out);
  __half2 pairs;
  __nv_bfloat16 one;
  float out[2];
  cudaMemcpy(&pairs, d_pairs, sizeof pairs, cudaMemcpyDeviceToHost);
  cudaMemcpy(&one, d_one, sizeof one, cudaMemcpyDeviceToHost);
  const bool failed = cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess;
  cudaFree(d_pairs);
  cudaFree(d_one);
  cudaFree(d_out);
  std::printf("%g %g %g %g %g\n", __low2float(pairs), __high2float(pairs), __bfloat162float(one), out[0],
              out[1]);
  return failed;
}

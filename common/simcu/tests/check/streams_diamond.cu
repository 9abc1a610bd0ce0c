// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Two streams start behind one kernel and meet again before another: a diamond of events.
#include <cstdio>

__global__ void streams_diamond_kernel(const int* in, int* out, int add) {
  out[threadIdx.x] = in[threadIdx.x] + add;
}
__global__ void sum_kernel(const int* a, const int* b, int* out) {
  out[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  cudaStream_t a, b, c;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&c, cudaStreamNonBlocking);
  cudaEvent_t begun, left, right;
  cudaEventCreate(&begun);
  cudaEventCreate(&left);
  cudaEventCreate(&right);
  cudaDeviceSynchronize();
  streams_diamond_kernel<<<1, 64, 0, a>>>(d_data, d_data + 64, 1);
  cudaEventRecord(begun, a);
  cudaStreamWaitEvent(b, begun, 0);
  cudaStreamWaitEvent(c, begun, 0);
  streams_diamond_kernel<<<1, 64, 0, b>>>(d_data + 64, d_data + 128, 2);
  streams_diamond_kernel<<<1, 64, 0, c>>>(d_data + 64, d_data + 192, 3);
  cudaEventRecord(left, b);
  cudaEventRecord(right, c);
  cudaStreamWaitEvent(a, left, 0);
  cudaStreamWaitEvent(a, right, 0);
  sum_kernel<<<1, 64, 0, a>>>(d_data + 128, d_data + 192, d_out);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_out[kCount];
  cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const int value : h_out) sum = sum * 31 + static_cast<unsigned>(value);
  cudaFree(d_data);
  cudaFree(d_out);
  std::printf("%u\n", sum);
  return failed;
}

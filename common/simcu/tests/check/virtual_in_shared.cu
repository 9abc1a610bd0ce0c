// expect: clean
// SPDX-License-Identifier: Apache-2.0
// An object with a virtual table, made in shared and in global memory: its constructor stores the table's
// pointer.
#include <cstdio>
#include <new>

struct shape {
  __device__ virtual int area() const = 0;
};
struct square : shape {
  int side;
  __device__ explicit square(int s) : side(s) {}
  __device__ int area() const override { return side * side; }
};

__global__ void virtual_in_shared_kernel(unsigned char* memory, int* out) {
  __shared__ alignas(16) unsigned char s_buffer[64];
  if (threadIdx.x == 0) {
    new (s_buffer) square(3);
    new (memory) square(4);
  }
  __syncthreads();
  out[threadIdx.x] =
      reinterpret_cast<const shape*>(s_buffer)->area() + reinterpret_cast<const shape*>(memory)->area();
}

int main() {
  unsigned char* d_memory;
  int* d_out;
  cudaMalloc(&d_memory, 64);
  cudaMalloc(&d_out, 64 * sizeof(int));
  virtual_in_shared_kernel<<<1, 64>>>(d_memory, d_out);
  int h_out[64];
  const bool failed = cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost) != cudaSuccess;
  int sum = 0;
  for (const int value : h_out) sum += value;
  cudaFree(d_memory);
  cudaFree(d_out);
  std::printf("%d\n", sum);
  return failed;
}

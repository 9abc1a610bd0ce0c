// expect: out-of-bounds global at 10
// SPDX-License-Identifier: Apache-2.0
// says: `d_in[-1]`, 4 bytes before the start of the 1000-byte allocation
// says: compare it with zero
// The left neighbour of the first element, where another allocation lies in front: that one's end is further
// away.

__global__ void bounds_before_second_kernel(const int* d_in, int* d_out) {
  const int i = threadIdx.x;
  d_out[i] = d_in[i] - d_in[i - 1];
}

int main() {
  int *d_in, *d_out;
  cudaMalloc(&d_out, 1000);
  cudaMalloc(&d_in, 1000);
  cudaMemset(d_in, 0, 1000);
  bounds_before_second_kernel<<<1, 64>>>(d_in, d_out);
  cudaDeviceSynchronize();
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}

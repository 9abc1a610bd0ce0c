// expect: out-of-bounds global at 8
// SPDX-License-Identifier: Apache-2.0
// says: writes 4 bytes outside every allocation:
// A write far outside the only writable array, and near one that is only read: it isn't
// called an element of that one.

__global__ void bounds_write_beside_const_kernel(const int* d_in, int* d_out, long long by) {
  d_out[by] = d_in[0];
}

int main() {
  int *d_in, *d_out;
  cudaMalloc(&d_out, 256);
  cudaMalloc(&d_in, 256);
  cudaMemset(d_in, 0, 256);
  bounds_write_beside_const_kernel<<<1, 1>>>(d_in, d_out, d_in - d_out + 66);
  cudaDeviceSynchronize();
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}

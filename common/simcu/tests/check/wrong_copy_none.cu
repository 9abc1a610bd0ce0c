// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Copies and fills that end where their allocation ends. Device memory on both sides may be called the host's
// on one of them.
__device__ int table[64];

int main() {
  int *d_data, *d_other, *h_pinned, *managed, h_data[64] = {};
  bool good = cudaMalloc(&d_data, 256) == cudaSuccess && cudaMalloc(&d_other, 256) == cudaSuccess;
  good &= cudaMallocHost(&h_pinned, 256) == cudaSuccess && cudaMallocManaged(&managed, 256) == cudaSuccess;
  good &= cudaMemset(d_data, 0, 256) == cudaSuccess && cudaMemset2D(d_other, 128, 0, 64, 2) == cudaSuccess;
  good &= cudaMemcpy(d_data, h_data, 256, cudaMemcpyHostToDevice) == cudaSuccess;
  good &= cudaMemcpy(d_data + 1, h_pinned + 1, 252, cudaMemcpyHostToDevice) == cudaSuccess;
  good &= cudaMemcpy2D(d_data, 128, h_data, 64, 64, 2, cudaMemcpyHostToDevice) == cudaSuccess;
  good &= cudaMemcpy(managed, h_data, 256, cudaMemcpyHostToHost) == cudaSuccess;
  good &= cudaMemcpy(d_other, d_data, 256, cudaMemcpyHostToDevice) == cudaSuccess;
  good &= cudaMemcpyToSymbol(table, h_data, 128, 128) == cudaSuccess;
  good &= cudaMemcpyFromSymbol(h_data, table, 256) == cudaSuccess;
  good &= cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyHostToDevice) == cudaSuccess &&
          cudaMemset(nullptr, 0, 0) == cudaSuccess;
  cudaFree(d_data);
  cudaFree(d_other);
  cudaFree(managed);
  cudaFreeHost(h_pinned);
  return !good;
}

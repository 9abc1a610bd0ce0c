// expect: bad-copy at 18
// expect: bad-copy at 19
// expect: bad-copy at 20
// expect: bad-fill at 21
// SPDX-License-Identifier: Apache-2.0
// says: cudaMemcpy2D fails (cudaErrorInvalidPitchValue): the destination has rows of 64 bytes, which begin
// only 16 bytes apart says: the source has rows of 64 bytes, which begin only 16 bytes apart says:
// cudaMemcpy2D fails (cudaErrorInvalidValue): the destination has rows of 64 bytes says: cudaMemset2D fails
// (cudaErrorInvalidValue): the memory has rows of 64 bytes, which begin only 16 bytes apart A pitch in
// elements, where it must be in bytes: the rows would overlap. A fill of one row needs no pitch.
#include <cstdio>

int main() {
  constexpr int kWidth = 16, kRows = 4;
  constexpr size_t kBytes = kWidth * sizeof(int);
  int *d_data, h_data[kWidth * kRows] = {};
  cudaMalloc(&d_data, sizeof h_data);
  cudaMemcpy2D(d_data, kWidth, h_data, kBytes, kBytes, kRows, cudaMemcpyHostToDevice);
  cudaMemcpy2DAsync(h_data, kBytes, d_data, kWidth, kBytes, kRows, cudaMemcpyDeviceToHost, nullptr);
  cudaMemcpy2D(d_data, kWidth, h_data, kBytes, kBytes, 1, cudaMemcpyHostToDevice);
  cudaMemset2D(d_data, kWidth, 0, kBytes, kRows);
  std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  std::printf("%s\n", cudaGetErrorName(cudaMemset2D(d_data, kWidth, 0, kBytes, 1)));
  cudaFree(d_data);
  return 0;
}

// expect: bad-copy at 20
// expect: bad-copy at 21
// expect: bad-copy at 22
// expect: bad-copy at 23
// expect: bad-fill at 24
// expect: bad-copy at 26 25
// expect: bad-fill at 27 25
// SPDX-License-Identifier: Apache-2.0
// says: Are the two in the wrong order, or should the last argument be cudaMemcpyDeviceToHost?
// says: not the pointer's own address
// says: the source is a null pointer
// says: the destination is an allocation of 256 bytes, which has been freed
// says: the memory is host memory, and must be device memory
// One side of each copy is memory of another kind than the call says, null, or freed.

int main() {
  int *d_data, *d_freed, h_data[64] = {};
  cudaMalloc(&d_data, 256);
  cudaMalloc(&d_freed, 256);
  cudaMemcpy(h_data, d_data, 256, cudaMemcpyHostToDevice);
  cudaMemcpy(&d_data, h_data, 256, cudaMemcpyHostToDevice);
  cudaMemcpy(d_data, nullptr, 256, cudaMemcpyHostToDevice);
  cudaMemcpy(h_data, h_data + 32, 128, cudaMemcpyDeviceToDevice);
  cudaMemset(h_data, 0, 256);
  cudaFree(d_freed);
  cudaMemcpyAsync(d_freed, h_data, 256, cudaMemcpyHostToDevice, nullptr);
  cudaMemset(d_freed, 0, 256);
  cudaFree(d_data);
  return cudaGetLastError() != cudaErrorInvalidValue;
}

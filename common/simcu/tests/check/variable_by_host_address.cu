// expect: bad-copy at 14
// expect: bad-fill at 15
// expect: bad-copy at 16
// expect: host-pointer at 17
// SPDX-License-Identifier: Apache-2.0
// says: the destination is the host's address of `table`, and the device has another variable of this name
// In host code a variable of the device is another one: its address is no device memory.
__device__ int table[64];

__global__ void add_one(int* data) { data[threadIdx.x] += 1; }

int main() {
  int host[64] = {};
  if (cudaMemcpy(table, host, sizeof host, cudaMemcpyHostToDevice) != cudaErrorInvalidValue) return 1;
  if (cudaMemset(table, 0, sizeof host) != cudaErrorInvalidValue) return 2;
  if (cudaMemcpy(host, table + 3, 40, cudaMemcpyDeviceToHost) != cudaErrorInvalidValue) return 3;
  add_one<<<1, 64>>>(table);
  return cudaDeviceSynchronize() != cudaErrorIllegalAddress;
}

// SPDX-License-Identifier: Apache-2.0
// Writes and reads device memory, so that bench_simcu can compare memory use. Arguments: the size in MiB, and
// any second one for bytes instead of words.
#include <cuda_runtime.h>

#include "measure.h"

template <class T>
__global__ void touch_kernel(T* data, unsigned count) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    data[i] = static_cast<T>(i);
    data[i] = static_cast<T>(data[i] + 1);
  }
}

template <class T>
void touch(unsigned bytes) {
  const unsigned count = bytes / sizeof(T);
  T* d_data;
  check(cudaMalloc(&d_data, bytes));
  touch_kernel<<<64, 256>>>(d_data, count);
  check(cudaDeviceSynchronize());
  check(cudaFree(d_data));
}

int main(int count, char** words) {
  const unsigned bytes = (count > 1 ? std::atoi(words[1]) : 1) * 1024u * 1024u;
  if (count > 2)
    touch<unsigned char>(bytes);
  else
    touch<unsigned>(bytes);
  std::printf("bytes %u\n", bytes);
}

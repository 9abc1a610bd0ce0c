// SPDX-License-Identifier: Apache-2.0
// Reductions by a template of type and block size, chosen with a switch; the last block finishes.
#include "helper.h"

template <class T>
struct SharedMemory {
  __device__ inline operator T*() {
    extern __shared__ int __smem[];
    return (T*)__smem;
  }
};

template <class T, unsigned int blockSize>
__global__ void reduce(const T* g_idata, T* g_odata, unsigned int n) {
  T* sdata = SharedMemory<T>();
  unsigned int tid = threadIdx.x;
  T mySum = 0;
  for (unsigned int i = blockIdx.x * blockSize * 2 + tid; i < n; i += blockSize * 2 * gridDim.x) {
    mySum += g_idata[i];
    if (i + blockSize < n) mySum += g_idata[i + blockSize];
  }
  sdata[tid] = mySum;
  __syncthreads();
  if (blockSize >= 256 && tid < 128) sdata[tid] = mySum = mySum + sdata[tid + 128];
  __syncthreads();
  if (blockSize >= 128 && tid < 64) sdata[tid] = mySum = mySum + sdata[tid + 64];
  __syncthreads();
  if (tid < 32) {
    if (blockSize >= 64) mySum += sdata[tid + 32];
    for (int offset = warpSize / 2; offset > 0; offset /= 2)
      mySum += __shfl_down_sync(0xffffffff, mySum, offset);
  }
  if (tid == 0) g_odata[blockIdx.x] = mySum;
}

__device__ unsigned int retirementCount = 0;
__global__ void reduceSinglePass(const int* in, volatile int* partial, int* out, unsigned int n) {
  __shared__ int total;
  __shared__ bool amLast;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&total, in[i]);
  __syncthreads();
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = total;
    __threadfence();
    amLast = atomicInc(&retirementCount, gridDim.x) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (amLast && threadIdx.x == 0) {
    int sum = 0;
    for (unsigned i = 0; i < gridDim.x; ++i) sum += partial[i];
    *out = sum;
    retirementCount = 0;
  }
}

template <class T>
T run(const std::vector<T>& in, int threads) {
  DeviceArray<T> d_in(in), d_partial(4);
  int smem = threads * sizeof(T);
  switch (threads) {
    case 256:
      reduce<T, 256><<<4, threads, smem>>>(d_in.data, d_partial.data, in.size());
      break;
    case 128:
      reduce<T, 128><<<4, threads, smem>>>(d_in.data, d_partial.data, in.size());
      break;
    case 64:
      reduce<T, 64><<<4, threads, smem>>>(d_in.data, d_partial.data, in.size());
      break;
  }
  T sum = 0;
  for (T x : d_partial.get()) sum += x;
  return sum;
}

int main() {
  std::vector<int> ints(5000);
  std::vector<double> doubles(5000);
  int want = 0;
  for (int i = 0; i < 5000; ++i) want += ints[i] = i % 17, doubles[i] = i % 17;
  for (int threads = 64; threads <= 256; threads *= 2)
    if (run(ints, threads) != want || run(doubles, threads) != want) return EXIT_FAILURE;
  DeviceArray<int> d_in(ints), d_partial(6), d_out(1);
  for (int i = 0; i < 2; ++i) {
    reduceSinglePass<<<6, 128>>>(d_in.data, d_partial.data, d_out.data, ints.size());
    if (d_out.get()[0] != want) return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}

// SPDX-License-Identifier: Apache-2.0
// Launches by a configuration, and parameters of class type. ../driver/forms has every way to write a launch.
#include <cooperative_groups.h>

#include "both.h"
namespace cg = cooperative_groups;

__global__ void phases_kernel(int* data, int n, int* total) {
  cg::grid_group grid = cg::this_grid();
  for (int i = (int)grid.thread_rank(); i < n; i += (int)grid.size()) data[i] = i + 1;
  grid.sync();
  if (grid.thread_rank() != 0) return;
  for (int i = 0; i < n; ++i) *total += data[i];
}
__global__ void first_kernel(int* data) {
  data[threadIdx.x] = 5;
  cudaTriggerProgrammaticLaunchCompletion();
}
__global__ void second_kernel(const int* data, int* total) {
  cudaGridDependencySynchronize();
  atomicAdd(total, data[threadIdx.x] + (int)threadIdx.x);
}

void launches_by_configuration() {
  int *data = both<int>(1000), *total = both<int>(2);
  cudaLaunchAttribute attribute[1];
  attribute[0].id = cudaLaunchAttributeCooperative;
  attribute[0].val.cooperative = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(4);
  config.blockDim = dim3(64);
  config.attrs = attribute;
  config.numAttrs = 1;
  printf("%s\n", cudaGetErrorName(cudaLaunchKernelEx(&config, phases_kernel, data, 1000, total)));
  attribute[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute[0].val.programmaticStreamSerializationAllowed = 1;
  config.gridDim = dim3(1);
  cudaLaunchKernelEx(&config, first_kernel, data);
  printf("%s\n", cudaGetErrorName(cudaLaunchKernelEx(&config, second_kernel, data, total + 1)));
  show("%d", total, 2);
}

// The host destroys its own copies. No constructor or destructor runs on the device.
struct managed_number {
  int* value;
  bool owner;
  explicit managed_number(int v) : value(both<int>(1, {v})), owner(true) {}
  managed_number(const managed_number& other) : value(other.value), owner(false) {}
  managed_number& operator=(const managed_number&) = delete;
  ~managed_number() {
    if (owner) cudaFree(value);
  }
  __host__ __device__ int get() const { return *value; }
};
__global__ void object_kernel(managed_number number, int* out) {
  atomicAdd(out, number.get());
  number.value = nullptr;
}

// Every copy frees the memory, so it is gone after a launch, but the launch itself works.
struct careless_number {
  int* value;
  careless_number() : value(nullptr) {
    cudaMalloc(&value, sizeof(int));
    cudaMemset(value, 0, sizeof(int));
  }
  careless_number(const careless_number& other) : value(other.value) {}
  careless_number& operator=(const careless_number&) = delete;
  ~careless_number() { cudaFree(value); }
};
__global__ void careless_kernel(const careless_number number, int* out) { *out = *number.value + 1; }

struct pair_of_ints {
  int first, second;
};
template <class First, class Second = int>
__global__ void default_kernel(First first, int* out, Second second = Second(3)) {
  first.second += second;
  if (threadIdx.x == 40) *out = first.second;
}
__global__ void by_reference_kernel(pair_of_ints& pair) { atomicAdd(&pair.first, (int)threadIdx.x); }
template <class... T>
__global__ void pack_kernel(T&... numbers) {
  ((numbers += 1), ...);
}
__global__ void array_kernel(const int (&numbers)[3], pair_of_ints* pair) {
  pair->second = numbers[0] + numbers[2];
}

void parameters() {
  int* sum = both<int>(1);
  {
    managed_number five(5);
    object_kernel<<<2, 64>>>(five, sum);
    show("sum %d", sum, 1);
    printf("number %d\n", five.get());
  }
  {
    careless_number number;
    careless_kernel<<<1, 1>>>(number, sum);
    show("sum %d", sum, 1);
  }
  cudaGetLastError();
  default_kernel<<<1, 64>>>(pair_of_ints{1, 2}, sum);
  show("sum %d", sum, 1);
  pair_of_ints* pair = both<pair_of_ints>(1);
  by_reference_kernel<<<1, 32>>>(*pair);
  show("first %d", &pair->first, 1);
  pack_kernel<<<1, 1>>>(pair->first, *sum);
  show("first %d", &pair->first, 1);
  show("sum %d", sum, 1);
  int* numbers = both<int>(3, {1, 0, 3});
  array_kernel<<<1, 1>>>(*reinterpret_cast<int(*)[3]>(numbers), pair);
  show("second %d", &pair->second, 1);
}

__global__ void last_kernel(int* total) {
  if (threadIdx.x == 0 && blockIdx.x == gridDim.x - 1) *total += 1;
}
__global__ void sum_kernel(unsigned long long* total) {
  __shared__ unsigned s_block;
  if (threadIdx.x == 0) s_block = blockIdx.x;
  __syncthreads();
  if (threadIdx.x == 31) atomicAdd(total, (unsigned long long)s_block);
}

int main() {
  launches_by_configuration();
  parameters();
  int* launches = both<int>(1);
  for (int i = 0; i < 100000; ++i) last_kernel<<<1 + i % 2, 32>>>(launches);
  show("%d launches", launches, 1);
  unsigned long long* sum = both<unsigned long long>(1);
  sum_kernel<<<100000, 32>>>(sum);
  show("sum of the block indices: %llu", sum, 1);
  return 0;
}

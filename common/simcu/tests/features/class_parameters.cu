// SPDX-License-Identifier: Apache-2.0
// Parameters of class type: a thread gets a copy of their bytes, and no constructor or destructor runs on the
// device; parameters that are references name the host's object.
#include <cuda_runtime.h>

#include <cstdio>

struct managed_number {
  int* value;
  bool owner;
  explicit managed_number(int v) : value(nullptr), owner(true) {
    cudaMallocManaged(&value, sizeof(int));
    *value = v;
  }
  managed_number(const managed_number& other) : value(other.value), owner(false) {}
  managed_number& operator=(const managed_number&) = delete;
  ~managed_number() {
    if (owner) cudaFree(value);
  }
  __host__ __device__ int get() const { return *value; }
};

__global__ void by_value_kernel(managed_number number, int* out) {
  atomicAdd(out, number.get());
  number.value = nullptr;  // the thread's own copy
}

// Frees its memory with every copy: after a launch it is gone, but the launch itself is in order.
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

template <class First, class Second = int>
__global__ void default_kernel(First first, int* out, Second second = Second(3)) {
  first.second += second;
  if (threadIdx.x == 40) *out = first.second;
}

struct pair_of_ints {
  int first, second;
};

__global__ void by_reference_kernel(pair_of_ints& pair) {
  atomicAdd(&pair.first, static_cast<int>(threadIdx.x));
}

template <class... T>
__global__ void pack_kernel(T&... numbers) {
  ((numbers += 1), ...);
}

__global__ void array_kernel(const int (&numbers)[3], pair_of_ints* pair) {
  pair->second = numbers[0] + numbers[2];
}

int main() {
  int* sum;
  cudaMallocManaged(&sum, sizeof(int));
  *sum = 0;
  {
    managed_number five(5);
    by_value_kernel<<<2, 64>>>(five, sum);
    std::printf("%s, ", cudaGetErrorString(cudaDeviceSynchronize()));
    std::printf("sum %d, number %d\n", *sum, five.get());
  }

  {
    careless_number number;
    careless_kernel<<<1, 1>>>(number, sum);
    std::printf("%s, ", cudaGetErrorString(cudaGetLastError()));
    std::printf("%s, ", cudaGetErrorString(cudaDeviceSynchronize()));
    std::printf("sum %d\n", *sum);
  }
  cudaGetLastError();

  default_kernel<<<1, 64>>>(pair_of_ints{1, 2}, sum);
  std::printf("%s, ", cudaGetErrorString(cudaDeviceSynchronize()));
  std::printf("sum %d\n", *sum);

  pair_of_ints* pair;
  cudaMallocManaged(&pair, sizeof *pair);
  *pair = {0, 0};
  by_reference_kernel<<<1, 32>>>(*pair);
  std::printf("%s, ", cudaGetErrorString(cudaDeviceSynchronize()));
  std::printf("first %d\n", pair->first);

  pack_kernel<<<1, 1>>>(pair->first, *sum);
  std::printf("%s, ", cudaGetErrorString(cudaDeviceSynchronize()));
  std::printf("first %d, sum %d\n", pair->first, *sum);

  int* numbers;
  cudaMallocManaged(&numbers, 3 * sizeof(int));
  numbers[0] = 1;
  numbers[2] = 3;
  array_kernel<<<1, 1>>>(*reinterpret_cast<int(*)[3]>(numbers), pair);
  std::printf("%s, ", cudaGetErrorString(cudaDeviceSynchronize()));
  std::printf("second %d\n", pair->second);
  std::printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  return 0;
}

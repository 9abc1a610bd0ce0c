// SPDX-License-Identifier: Apache-2.0
// LAB_TODO must compile and be reported in kernels, kernel templates, device functions, and host-device
// functions on either side.
#include <cstdio>

#include "lab/cuda_check.h"
#include "lab/todo.h"

namespace {

template <class T>
__host__ __device__ bool before(T a, T b) {
  LAB_TODO("1: before", a, b);
  return false;
}

__device__ int twice(int x) {
  LAB_TODO("2: twice");
  return x;
}

template <class T>
__global__ void compare_kernel(const T* keys, int* order) {
  order[0] = static_cast<int>(before(keys[0], keys[1]));
}

__global__ void twice_kernel(int* x) { x[0] = twice(x[0]); }

__global__ void empty_kernel(const int* keys, unsigned n) { LAB_TODO("3: empty_kernel", keys, n); }

void tell(const char* where) { std::printf("%s: \"%s\"\n", where, lab::reached_todo().c_str()); }

}  // namespace

int main() {
  int* words = nullptr;
  CUDA_CHECK(cudaMalloc(&words, 4 * sizeof(int)));
  CUDA_CHECK(cudaMemset(words, 0, 4 * sizeof(int)));
  tell("nothing reached");
  (void)before(1, 2);
  tell("on the host");
  compare_kernel<<<1, 1>>>(words, words + 2);
  tell("both sides' function, in a kernel");
  twice_kernel<<<1, 1>>>(words);
  tell("the device's function");
  empty_kernel<<<2, 32>>>(words, 2);
  tell("a kernel");
  tell("once only");
  CUDA_CHECK(cudaFree(words));
  return 0;
}

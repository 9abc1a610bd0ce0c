// SPDX-License-Identifier: Apache-2.0
// Managed and pinned memory, device variables, and constants.
#include <cstdlib>
#include <cstring>

#include "cases.h"

// expect: clean
__constant__ int c_weights[4] = {1, 2, 3, 4};
__device__ int offset = 9;
__global__ void constant_memory_kernel(int* out) { out[threadIdx.x] = c_weights[threadIdx.x % 4] + offset; }
CASE(constant_memory) { constant_memory_kernel<<<1, 64>>>(zeros<int>(64)); }

// expect: clean
// A local array belongs to one thread, even if it is accessed through a pointer.
__device__ void sort(int* values, int count) {
  for (int i = 1; i < count; ++i)
    for (int k = i; k > 0 && values[k] < values[k - 1]; --k) {
      const int t = values[k];
      values[k] = values[k - 1];
      values[k - 1] = t;
    }
}
__global__ void local_arrays_kernel(int* out) {
  int values[16];
  for (int i = 0; i < 16; ++i) values[i] = (threadIdx.x * 7 + i * 5) % 16;
  __syncthreads();
  sort(values, 16);
  out[threadIdx.x] = values[3];
}
CASE(local_arrays) { local_arrays_kernel<<<1, 64>>>(zeros<int>(64)); }

// expect: out-of-bounds at a
// says: reads 4 bytes of another thread's local memory
__global__ void local_of_other_thread_kernel(int* d_out) {
  __shared__ const int* s_best;
  int mine = d_out[threadIdx.x];
  if (threadIdx.x == 5) s_best = &mine;
  __syncthreads();
  d_out[threadIdx.x] = *s_best;  // a
  __syncthreads();
}
CASE(local_of_other_thread) { local_of_other_thread_kernel<<<1, 64>>>(zeros<int>(64)); }

// expect: clean
__global__ void managed_in_turn_kernel(int* data) { data[threadIdx.x] += threadIdx.x; }
CASE(managed_in_turn) {
  int* data;
  cudaMallocManaged(&data, 256);
  for (int i = 0; i < 64; ++i) data[i] = i;
  for (int round = 0; round < 3; ++round) {
    managed_in_turn_kernel<<<1, 64>>>(data);
    cudaDeviceSynchronize();
    data[round] = -1;
  }
  std::printf("%d\n", data[63]);
  cudaFree(data);
}

// expect: race global-cross-launch at a b
__global__ void managed_read_too_early_kernel(int* data) { data[threadIdx.x] = threadIdx.x; }  // a
CASE(managed_read_too_early) {
  int* data;
  cudaMallocManaged(&data, 256);
  managed_read_too_early_kernel<<<1, 64>>>(data);
  std::printf("%d\n", data[5]);  // b
  cudaFree(data);
}

// expect: race global-cross-launch at a b
// The host reads a __managed__ variable while the kernel may still write it, and again after waiting.
__managed__ int managed_variable[64];
__global__ void managed_variable_kernel() { managed_variable[threadIdx.x] = threadIdx.x; }  // a
CASE(managed_variable_read_too_early) {
  managed_variable[5] = 1;
  managed_variable_kernel<<<1, 64>>>();
  // A cudaDeviceSynchronize() is missing here.
  std::printf("%d\n", managed_variable[5]);  // b
  cudaDeviceSynchronize();
  std::printf("%d\n", managed_variable[5]);
}

// expect: race global-cross-launch at b a
__global__ void managed_write_too_early_kernel(const int* data, int* out) {
  out[threadIdx.x] = data[threadIdx.x];  // a
}
CASE(managed_write_too_early) {
  int* data;
  cudaMallocManaged(&data, 256);
  int* const d_out = unset<int>(64);
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 64; ++i) data[i] = i * round;  // b
    managed_write_too_early_kernel<<<1, 64>>>(data, d_out);
  }
  cudaFree(data);
}

// expect: race global-cross-block at a
__global__ void pinned_blocks_kernel(int* sum) { *sum = *sum + 1; }  // a
CASE(pinned_blocks) {
  int* h_sum;
  cudaMallocHost(&h_sum, sizeof(int));
  *h_sum = 0;
  pinned_blocks_kernel<<<4, 1>>>(h_sum);
  cudaDeviceSynchronize();
  cudaFreeHost(h_sum);
}

// expect: clean
// The host waits for a flag in pinned memory, which the kernel sets after a fence.
__global__ void pinned_flag_kernel(int* data, volatile int* flag) {
  data[threadIdx.x] = threadIdx.x;
  __threadfence_system();
  __syncthreads();
  if (threadIdx.x == 0) *flag = 1;
}
CASE(pinned_flag) {
  int *h_data, *h_flag;
  cudaMallocHost(&h_data, 256);
  cudaMallocHost(&h_flag, sizeof(int));
  *h_flag = 0;
  pinned_flag_kernel<<<1, 64>>>(h_data, h_flag);
  while (*const_cast<volatile int*>(h_flag) == 0) {
  }
  std::printf("%d\n", h_data[63]);
  cudaDeviceSynchronize();
  cudaFreeHost(h_data);
  cudaFreeHost(h_flag);
}

// expect: clean
__global__ void pinned_in_turn_kernel(int* d_data) { d_data[threadIdx.x] += 1; }
CASE(pinned_in_turn) {
  int sum = 0;
  int* const d_data = zeros<int>(64);
  for (int round = 0; round < 4; ++round) {
    int *h_pinned, *h_own = static_cast<int*>(std::malloc(256));
    cudaMallocHost(&h_pinned, 256);
    pinned_in_turn_kernel<<<1, 64>>>(d_data);
    cudaMemcpyAsync(h_pinned, d_data, 256, cudaMemcpyDeviceToHost, nullptr);
    cudaDeviceSynchronize();
    sum += h_pinned[3];
    cudaFreeHost(h_pinned);
    cudaHostRegister(h_own, 256, cudaHostRegisterDefault);
    cudaMemcpyAsync(h_own, d_data, 256, cudaMemcpyDeviceToHost, nullptr);
    cudaDeviceSynchronize();
    cudaHostUnregister(h_own);
    cudaMemcpy(h_own, d_data, 256, cudaMemcpyDeviceToHost);
    sum += h_own[3];
    std::free(h_own);
    int* const h_large = static_cast<int*>(std::malloc(1 << 20));
    cudaMemcpy(h_large, d_data, 256, cudaMemcpyDeviceToHost);
    sum += h_large[3];
    std::free(h_large);
  }
  std::printf("%d\n", sum);
}

// expect: clean
__global__ void query_read_kernel(int* data) { data[threadIdx.x] += 1; }
CASE(query_read) {
  int* data;
  const cudaStream_t one = stream();
  const cudaEvent_t done = event();
  cudaMallocManaged(&data, 256);
  for (int i = 0; i < 64; ++i) data[i] = i;
  query_read_kernel<<<1, 64, 0, one>>>(data);
  while (cudaStreamQuery(one) == cudaErrorNotReady) continue;
  data[5] *= 2;
  query_read_kernel<<<1, 64, 0, one>>>(data);
  cudaEventRecord(done, one);
  cudaError_t answer;
  do answer = cudaEventQuery(done);
  while (answer == cudaErrorNotReady);
  std::printf("%d\n", data[5]);
  cudaFree(data);
}

// expect: race global-cross-launch at b a
// A query whose result is ignored is not a wait, so the stream may still be busy.
__global__ void query_unread_kernel(int* data) { data[threadIdx.x] = 1; }  // a
CASE(query_unread) {
  int* data;
  const cudaStream_t one = stream();
  const cudaEvent_t done = event();
  cudaMallocManaged(&data, 256);
  query_unread_kernel<<<1, 64, 0, one>>>(data);
  cudaEventRecord(done, one);
  cudaStreamQuery(one);
  if (data != nullptr) (void)cudaEventQuery(done);
  std::printf("%d\n", data[5]);  // b
  cudaDeviceSynchronize();
  cudaFree(data);
}

// expect: race global-cross-launch at a b
__constant__ int c_factor;
__global__ void factor_kernel(int* out) { out[threadIdx.x] = c_factor; }  // a
static void copy_and_read(bool in_one_stream) {
  int* h_factor;
  const cudaStream_t one = stream(cudaStreamNonBlocking), two = stream(cudaStreamNonBlocking);
  int* const d_out = unset<int>(64);
  cudaMallocHost(&h_factor, sizeof(int));
  *h_factor = 3;
  cudaMemcpyToSymbolAsync(c_factor, h_factor, sizeof(int), 0, cudaMemcpyHostToDevice, one);  // b
  factor_kernel<<<1, 64, 0, in_one_stream ? one : two>>>(d_out);
  cudaDeviceSynchronize();
  cudaFreeHost(h_factor);
}
CASE(symbol_copy_other_stream) { copy_and_read(false); }

// expect: clean
CASE(symbol_copy_same_stream) { copy_and_read(true); }

// expect: bad-copy at a
// expect: bad-fill at b
// expect: bad-copy at c
// expect: host-pointer at d
// says: the destination is the host's address of `table`, but the device has its own variable of this name
// In host code, the name of a device variable refers to a different variable, which is not in device memory.
__device__ int table[64];

__global__ void add_one(int* data) { data[threadIdx.x] += 1; }
CASE(variable_by_host_address) {
  int host[64] = {};
  const cudaError_t copied = cudaMemcpy(table, host, sizeof host, cudaMemcpyHostToDevice);  // a
  if (copied != cudaErrorInvalidValue) status |= 1;
  if (cudaMemset(table, 0, sizeof host) != cudaErrorInvalidValue) status |= 2;                        // b
  if (cudaMemcpy(host, table + 3, 40, cudaMemcpyDeviceToHost) != cudaErrorInvalidValue) status |= 3;  // c
  add_one<<<1, 64>>>(table);                                                                          // d
  status |= cudaDeviceSynchronize() != cudaErrorIllegalAddress;
}

// expect: clean
// The calls use device addresses, from cudaGetSymbolAddress or stored by a kernel. A managed variable is the
// same variable on both sides.
__device__ int others[64];
__device__ int* head;
__managed__ int both[64];

__global__ void find_head() { head = others + 8; }
CASE(variable_by_told_address) {
  int host[64] = {}, *d_table, *d_others;
  cudaGetSymbolAddress((void**)&d_table, table);
  cudaMemcpy(d_table, host, sizeof host, cudaMemcpyHostToDevice);
  add_one<<<1, 64>>>(d_table);
  cudaMemcpy(host, d_table + 3, 40, cudaMemcpyDeviceToHost);
  if (host[9] != 1) status |= 1;
  find_head<<<1, 1>>>();
  cudaMemcpyFromSymbol(&d_others, head, sizeof head);
  cudaMemset(d_others, 0, 40);
  add_one<<<1, 10>>>(d_others);
  cudaMemcpyFromSymbol(host, others, 40, 32);
  if (host[9] != 1) status |= 2;
  cudaMemset(both, 0, sizeof both);
  add_one<<<1, 64>>>(both);
  if (cudaMemcpy(host, both, sizeof both, cudaMemcpyDeviceToHost) != cudaSuccess || host[63] != 1)
    status |= 3;
  status |= cudaDeviceSynchronize() != cudaSuccess;
}

// SPDX-License-Identifier: Apache-2.0
// Allocations, frees and uses of memory in various orders, and device variables.

#include "cases.h"

// expect: race global-cross-launch at a b
// expect: race global-cross-launch at d c
// expect: race global-cross-launch at f e
// says: memory is allocated while a kernel may already use `d_data[0]`
// says: memory is freed in a stream that has not waited for its allocation: byte 0
// Memory from cudaMallocAsync is used in a stream that does not wait for the allocation.
__global__ void alloc_in_other_stream_kernel(int* d_data) { d_data[threadIdx.x] = 1; }  // a
CASE(alloc_in_other_stream) {
  const cudaStream_t a = stream(), b = stream();
  int* d_data;
  cudaMallocAsync(&d_data, 256, a);  // b
  alloc_in_other_stream_kernel<<<1, 64, 0, b>>>(d_data);
  cudaDeviceSynchronize();
  cudaMallocAsync(&d_data, 256, a);  // c

  cudaMemsetAsync(d_data, 0, 256, b);  // d
  cudaDeviceSynchronize();

  cudaMallocAsync(&d_data, 256, a);  // e
  cudaFreeAsync(d_data, b);          // f
  cudaDeviceSynchronize();
}

// expect: clean
// The stream has allocated the memory, or has waited for the allocation: by an event, through the default
// stream, or through the host.
__global__ void alloc_in_stream_order_kernel(int* d_data) { d_data[threadIdx.x] += 1; }
CASE(alloc_in_stream_order) {
  cudaStream_t a, b, apart;
  const cudaEvent_t allocated = event();
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking);
  int* d_data[4];
  int sum = 0;
  for (int round = 0; round < 3; ++round) {
    for (int*& d : d_data) {
      cudaMallocAsync(&d, 256, a);
      cudaMemsetAsync(d, 0, 256, a);
    }
    alloc_in_stream_order_kernel<<<1, 64, 0, a>>>(d_data[0]);
    cudaEventRecord(allocated, a);
    cudaStreamWaitEvent(apart, allocated);
    alloc_in_stream_order_kernel<<<1, 64, 0, apart>>>(d_data[1]);
    alloc_in_stream_order_kernel<<<1, 64>>>(d_data[2]);
    cudaStreamSynchronize(a);
    alloc_in_stream_order_kernel<<<1, 64, 0, b>>>(d_data[3]);
    cudaDeviceSynchronize();
    for (int* d : d_data) {
      int first;
      cudaMemcpy(&first, d, sizeof first, cudaMemcpyDeviceToHost);
      sum += first;
      cudaFreeAsync(d, b);
    }
    cudaMallocAsync(&d_data[0], 1024, b);  // reuses memory that was allocated in stream a
    cudaMemsetAsync(d_data[0], 0, 1024, b);
    cudaFreeAsync(d_data[0], b);
    cudaMallocAsync(&d_data[0], 1024, nullptr);
    cudaMemsetAsync(d_data[0], 0, 1024, b);
    alloc_in_stream_order_kernel<<<1, 64, 0, b>>>(d_data[0]);
    cudaFree(d_data[0]);
  }
  std::printf("%d\n", sum);
  for (cudaStream_t s : {a, b, apart}) cudaStreamDestroy(s);
}

// expect: device-pointer at a
// Host code reads device memory that has been freed, so the program cannot continue.
CASE(device_pointer_freed) {
  int* d_data;
  cudaMalloc(&d_data, 256);
  cudaFree(d_data);
  const int value = *static_cast<volatile int*>(d_data + 1);  // a
  std::printf("%d\n", value);
}

// expect: device-pointer at a
CASE(device_pointer_read) {
  int* const d_data = zeros<int>(64);
  std::printf("%d\n", d_data[3]);  // a
}

// expect: clean
__device__ int total;
template <bool atomic>
__global__ void device_variable_kernel(int* out) {
  if (atomic)
    atomicAdd(&total, 1);
  else if (threadIdx.x == 0)
    total += blockIdx.x;  // a
  out[threadIdx.x + blockIdx.x * 32] = 1;
}
CASE(device_variable_atomic) { device_variable_kernel<true><<<2, 32>>>(zeros<int>(64)); }

// expect: race global-cross-block at a a
CASE(device_variable_race) { device_variable_kernel<false><<<2, 32>>>(zeros<int>(64)); }

// expect: device-pointer at a
// Host code reads a device variable. On a GPU, the host's variable has another value.
__device__ int d_sum;
__global__ void set_kernel() { d_sum = 7; }
CASE(device_variable_read) {
  set_kernel<<<1, 1>>>();
  cudaDeviceSynchronize();
  std::printf("%d\n", d_sum);  // a
}

// expect: race global-cross-launch at b a
// expect: race global-cross-launch at d c
// says: memory is freed while a kernel may still use byte 0
// cudaFreeAsync frees memory in one stream while a kernel or a copy in another stream may still use it.
__global__ void free_in_other_stream_kernel(int* d_data) { d_data[threadIdx.x] += 1; }  // a
CASE(free_in_other_stream) {
  const cudaStream_t a = stream(), b = stream();
  const cudaEvent_t filled = event();
  int *d_data, *h_data;
  cudaMallocAsync(&d_data, 256, a);
  cudaMemsetAsync(d_data, 0, 256, a);
  cudaEventRecord(filled, a);
  cudaStreamWaitEvent(b, filled);
  free_in_other_stream_kernel<<<1, 64, 0, b>>>(d_data);
  cudaFreeAsync(d_data, a);  // b
  cudaDeviceSynchronize();

  cudaMallocHost(&h_data, 256);
  cudaMallocAsync(&d_data, 256, a);
  cudaMemsetAsync(d_data, 0, 256, a);
  free_in_other_stream_kernel<<<1, 64, 0, a>>>(d_data);
  cudaEventRecord(filled, a);
  cudaStreamWaitEvent(b, filled);

  cudaMemcpyAsync(h_data, d_data, 256, cudaMemcpyDeviceToHost, b);  // c
  cudaFreeAsync(d_data, a);                                         // d
  cudaDeviceSynchronize();
  std::printf("%d\n", h_data[5]);
  cudaFreeHost(h_data);
}

// expect: race global-cross-launch at b a
// cudaFreeAsync returns at once, unlike cudaFree, so the host reads data that may not have been copied yet.
__global__ void free_in_stream_is_no_wait_kernel(int* d_data) { d_data[threadIdx.x] = threadIdx.x; }
CASE(free_in_stream_is_no_wait) {
  const cudaStream_t a = stream();
  int *d_data, *h_data;
  cudaMallocHost(&h_data, 256);
  cudaMallocAsync(&d_data, 256, a);
  free_in_stream_is_no_wait_kernel<<<1, 64, 0, a>>>(d_data);

  cudaMemcpyAsync(h_data, d_data, 256, cudaMemcpyDeviceToHost, a);  // a
  cudaFreeAsync(d_data, a);
  std::printf("%d\n", h_data[63]);  // b
  cudaStreamSynchronize(a);
  cudaFreeHost(h_data);
}

// expect: clean
// Memory is freed in the stream that used it last, or in one that has waited for that stream.
__global__ void free_in_stream_order_kernel(int* d_data) { d_data[threadIdx.x] += 1; }
CASE(free_in_stream_order) {
  const cudaStream_t a = stream(cudaStreamNonBlocking), b = stream(cudaStreamNonBlocking);
  const cudaEvent_t filled = event(), used = event();
  int *h_data, *d_data, *d_next;
  cudaMallocHost(&h_data, 256);

  cudaMallocAsync(&d_data, 256, a);
  cudaMemsetAsync(d_data, 0, 256, a);
  cudaEventRecord(filled, a);
  cudaStreamWaitEvent(b, filled);
  free_in_stream_order_kernel<<<1, 64, 0, b>>>(d_data);
  cudaMemcpyAsync(h_data, d_data, 256, cudaMemcpyDeviceToHost, b);
  cudaEventRecord(used, b);
  cudaStreamWaitEvent(a, used);
  cudaFreeAsync(d_data, a);

  cudaMallocAsync(&d_next, 256, b);
  cudaMemsetAsync(d_next, 0, 256, b);
  free_in_stream_order_kernel<<<1, 64, 0, b>>>(d_next);
  cudaFreeAsync(d_next, b);
  cudaStreamSynchronize(b);
  std::printf("%d\n", h_data[5]);
  cudaFreeHost(h_data);
}

// expect: uninitialised-read global at a
// Memory is freed and allocated again, so it counts as uninitialised.
__global__ void fill_kernel(int* data) { data[threadIdx.x] = threadIdx.x; }
__global__ void freed_and_again_kernel(const int* data, int* out) {
  out[threadIdx.x] = data[threadIdx.x];  // a
}
CASE(freed_and_again) {
  int* d_a;
  int* const d_out = unset<int>(64);
  for (int round = 0; round < 2; ++round) {
    cudaMalloc(&d_a, 256);
    if (round == 0) fill_kernel<<<1, 64>>>(d_a);
    freed_and_again_kernel<<<1, 64>>>(d_a, d_out);
    cudaFree(d_a);
  }
}

// expect: use-after-free at a
__global__ void one_kernel(int* data) { data[threadIdx.x] = 1; }  // a
CASE(use_after_free) {
  int* d_data;
  cudaMalloc(&d_data, 64 * sizeof(int));
  cudaFree(d_data);
  one_kernel<<<1, 64>>>(d_data);
}

// expect: use-after-free at a
// The kernel uses memory that has just been freed.
CASE(use_after_free_malloc) {
  int* d_data;
  cudaMalloc(&d_data, 64 * sizeof(int));
  cudaFree(d_data);
  one_kernel<<<1, 64>>>(d_data);
}

// expect: clean
CASE(used_before_free) {
  for (int round = 0; round < 3; ++round) {
    int* d_data;
    cudaMalloc(&d_data, 64 * sizeof(int));
    one_kernel<<<1, 64>>>(d_data);
    cudaFree(d_data);
  }
}

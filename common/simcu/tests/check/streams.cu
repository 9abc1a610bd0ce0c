// SPDX-License-Identifier: Apache-2.0
// Streams and events, with and without the required waits.
#include <cstdlib>
#include <thread>
#include <vector>

#include "cases.h"

// Writes to memory of any kind, waits, and prints an element unless the kernel failed.
__global__ void write_four_kernel(int* data) {
  if (threadIdx.x < 4) data[threadIdx.x] = threadIdx.x;  // f
}
static void write_four(int* data) {
  write_four_kernel<<<1, 32>>>(data);
  if (cudaDeviceSynchronize() == cudaSuccess) std::printf("%d\n", data[3]);
}

// expect: clean
CASE(host_managed) {
  int* data;
  cudaMallocManaged(&data, 64);
  write_four(data);
  cudaFree(data);
}

// expect: clean
CASE(host_pinned) {
  int* data;
  cudaMallocHost(&data, 64);
  write_four(data);
  cudaFreeHost(data);
}

// expect: host-pointer at f
CASE(host_pointer_global) {
  static int data[4];
  write_four(data);
}

// expect: host-pointer at f
CASE(host_pointer_heap) {
  int* data = static_cast<int*>(std::malloc(64));
  write_four(data);
  std::free(data);
}

// expect: host-pointer at f
CASE(host_pointer_stack) {
  int data[4] = {0, 0, 0, 0};
  write_four(data);
}

// expect: clean
// Eight host threads have a stream each, and their copies and launches are independent of the other
// threads'.
__global__ void host_threads_own_streams_kernel(int* data, int n, int add) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] += add;
}

static void work(int id, long* sum) {
  constexpr int kCount = 1024;
  std::vector<int> h(kCount, id);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof(int));
  for (int round = 0; round < 5; ++round) {
    cudaMemcpyAsync(d_data, h.data(), kCount * sizeof(int), cudaMemcpyHostToDevice, stream);
    host_threads_own_streams_kernel<<<kCount / 256, 256, 0, stream>>>(d_data, kCount, round);
    cudaMemcpyAsync(h.data(), d_data, kCount * sizeof(int), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
  }
  cudaFree(d_data);
  cudaStreamDestroy(stream);
  for (const int value : h) *sum += value;
}
CASE(host_threads_own_streams) {
  long sums[8] = {};
  std::vector<std::thread> threads;
  for (int id = 0; id < 8; ++id) threads.emplace_back(work, id, &sums[id]);
  for (std::thread& t : threads) t.join();
  long sum = 0;
  for (const long s : sums) sum += s;
  std::printf("%ld\n", sum);
  status |= cudaDeviceSynchronize() != cudaSuccess;
}

// expect: clean
// A host function in a stream reads data that the preceding kernel wrote.
__global__ void stream_callback_kernel(int* data) { data[threadIdx.x] = threadIdx.x; }
void CUDART_CB add_up(void* data) {
  int* const values = static_cast<int*>(data);
  for (int i = 1; i < 64; ++i) values[0] += values[i];
}
CASE(stream_callback) {
  int* data;
  cudaMallocManaged(&data, 256);
  const cudaStream_t a = stream();
  stream_callback_kernel<<<1, 64, 0, a>>>(data);
  cudaLaunchHostFunc(a, add_up, data);
  cudaStreamSynchronize(a);
  std::printf("%d\n", data[0]);
  cudaFree(data);
}

// expect: clean
__global__ void add_kernel(int* data) { data[threadIdx.x] += threadIdx.x; }
__global__ void write_kernel(int* data) { data[threadIdx.x] = threadIdx.x; }                      // z
__global__ void copy_kernel(const int* data, int* out) { out[threadIdx.x] = data[threadIdx.x]; }  // a
CASE(streams_default_blocking) {
  int *const d_data = zeros<int>(4096), *const d_out = zeros<int>(4096);
  const cudaStream_t a = stream(), b = stream();
  add_kernel<<<1, 64, 0, a>>>(d_data);
  add_kernel<<<1, 64>>>(d_data);
  copy_kernel<<<1, 64, 0, b>>>(d_data, d_out);
}

// expect: race global-cross-launch at z a
CASE(streams_default_non_blocking) {
  int *const d_data = zeros<int>(4096), *const d_out = zeros<int>(4096);
  const cudaStream_t a = stream(cudaStreamNonBlocking);
  cudaDeviceSynchronize();
  write_kernel<<<1, 64, 0, a>>>(d_data);
  copy_kernel<<<1, 64>>>(d_data, d_out);
}

// expect: race global-cross-launch at z a
CASE(streams_event_early) {
  int *const d_data = zeros<int>(4096), *const d_out = zeros<int>(4096);
  const cudaStream_t a = stream(), b = stream();
  const cudaEvent_t done = event();
  cudaDeviceSynchronize();
  cudaEventRecord(done, a);
  write_kernel<<<1, 64, 0, a>>>(d_data);
  cudaStreamWaitEvent(b, done, 0);
  copy_kernel<<<1, 64, 0, b>>>(d_data, d_out);
}

// expect: race global-cross-launch at z a
// The stream waits for an event in the wrong stream, which does not run the writing kernel.
CASE(streams_event_other) {
  int *const d_data = zeros<int>(4096), *const d_out = zeros<int>(4096);
  const cudaStream_t a = stream(), b = stream(), c = stream();
  const cudaEvent_t done = event();
  cudaDeviceSynchronize();
  write_kernel<<<1, 64, 0, a>>>(d_data);
  cudaEventRecord(done, c);
  cudaStreamWaitEvent(b, done, 0);
  copy_kernel<<<1, 64, 0, b>>>(d_data, d_out);
}

// expect: clean
// Two streams wait for one kernel, and another kernel waits for both streams, in a diamond of events.
__global__ void more_kernel(const int* in, int* out, int add) {
  out[threadIdx.x] = in[threadIdx.x] + add;  // a
}
__global__ void sum_kernel(const int* a, const int* b, int* out) {
  out[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];  // y
}
static void diamond(bool closed) {
  int *const d_data = zeros<int>(4096), *const d_out = zeros<int>(4096);
  const cudaStream_t a = stream(cudaStreamNonBlocking);
  const cudaStream_t sides[] = {stream(cudaStreamNonBlocking), stream(cudaStreamNonBlocking)};
  const cudaEvent_t begun = event(), left = event(), right = event();
  cudaDeviceSynchronize();
  more_kernel<<<1, 64, 0, a>>>(d_data, d_data + 64, 1);
  cudaEventRecord(begun, a);
  for (const cudaStream_t side : sides) cudaStreamWaitEvent(side, begun, 0);
  more_kernel<<<1, 64, 0, sides[0]>>>(d_data + 64, d_data + 128, 2);
  more_kernel<<<1, 64, 0, sides[1]>>>(d_data + 64, d_data + 192, 3);
  cudaEventRecord(left, sides[0]);
  cudaEventRecord(right, sides[1]);
  cudaStreamWaitEvent(a, left, 0);
  if (closed) cudaStreamWaitEvent(a, right, 0);
  sum_kernel<<<1, 64, 0, a>>>(d_data + 128, d_data + 192, d_out);
}
CASE(streams_diamond) { diamond(true); }

// expect: race global-cross-launch at a y
CASE(streams_diamond_open) { diamond(false); }

// expect: clean
__global__ void fill_kernel(int* data) { data[threadIdx.x] = threadIdx.x; }                            // x
__global__ void turn_kernel(const int* data, int* out) { out[threadIdx.x] = data[63 - threadIdx.x]; }  // w
enum class turns { by_event, by_host, by_nothing };
static void fill_and_turn(turns come) {
  int *const d_data = scratch<int>(64), *const d_out = unset<int>(64, true);
  cudaDeviceSynchronize();
  const cudaStream_t first = stream(cudaStreamNonBlocking), second = stream(cudaStreamNonBlocking);
  fill_kernel<<<1, 64, 0, first>>>(d_data);
  if (come == turns::by_event) {
    const cudaEvent_t filled = event();
    cudaEventRecord(filled, first);
    cudaStreamWaitEvent(second, filled, 0);
  }
  if (come == turns::by_host) cudaStreamSynchronize(first);
  turn_kernel<<<1, 64, 0, second>>>(d_data, d_out);
}
CASE(streams_event) { fill_and_turn(turns::by_event); }

// expect: clean
// The host waits for one stream before it launches work in the other.
CASE(streams_synchronised) { fill_and_turn(turns::by_host); }

// expect: race global-cross-launch at x w
CASE(streams_unordered) { fill_and_turn(turns::by_nothing); }

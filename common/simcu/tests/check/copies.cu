// SPDX-License-Identifier: Apache-2.0
// Copies and fills that run concurrently with kernels, and copies of uninitialised memory.

#include "cases.h"

// expect: uninitialised-read global at a
// Copies on the device also copy which bytes are uninitialised, in whole ranges and in single members.
struct pair {
  int key;
  int value;
};

__global__ void keys_kernel(pair* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i].key = i;
}

__global__ void read_keys_kernel(const pair* in, unsigned* sums, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sums[i] = in[i].key;
}

__global__ void read_values_kernel(const pair* in, unsigned* sums, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sums[i] = in[i].value;  // a
}

// Structures are written member by member and copied as a whole. Unwritten padding is not a finding.
struct particle {
  float x, y, z;
  int id;
  double mass;
  char kind;
};

__global__ void write_particles_kernel(particle* out) {
  const int i = threadIdx.x;
  out[i].x = out[i].y = out[i].z = i;
  out[i].id = i;
  out[i].mass = i;
  out[i].kind = 1;
}

__global__ void turn_particles_kernel(const particle* in, particle* out) {
  __shared__ particle tile[64];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x];
}

// These structures have padding as long as an int, after the key and at the end.
struct entry {
  int key;
  double value;
};
struct mark {
  double value;
  int key;
};

__global__ void write_entries_kernel(entry* entries, mark* marks) {
  const int i = threadIdx.x;
  entries[i].key = marks[i].key = i;
  entries[i].value = marks[i].value = 0.5 * i;
}

__global__ void turn_entries_kernel(const entry* in, entry* out, const mark* marks_in, mark* marks_out) {
  __shared__ entry tile[64];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x];
  marks_out[threadIdx.x] = marks_in[63 - threadIdx.x];
}

struct two_arrays {
  entry *from, *to;
};
__global__ void copy_through_structure_kernel(two_arrays a) { a.to[threadIdx.x] = a.from[threadIdx.x]; }

void copy_entries() {
  entry *d_in, *d_out;
  mark *d_marks, *d_turned;
  cudaMalloc(&d_in, 64 * sizeof(entry));
  cudaMalloc(&d_out, 64 * sizeof(entry));
  cudaMalloc(&d_marks, 64 * sizeof(mark));
  cudaMalloc(&d_turned, 64 * sizeof(mark));
  write_entries_kernel<<<1, 64>>>(d_in, d_marks);
  turn_entries_kernel<<<1, 64>>>(d_in, d_out, d_marks, d_turned);
  copy_through_structure_kernel<<<1, 64>>>(two_arrays{d_in, d_out});
  cudaFree(d_in);
  cudaFree(d_out);
  cudaFree(d_marks);
  cudaFree(d_turned);
}

void copy_particles() {
  particle *d_in, *d_out;
  cudaMalloc(&d_in, 64 * sizeof(particle));
  cudaMalloc(&d_out, 64 * sizeof(particle));
  write_particles_kernel<<<1, 64>>>(d_in);
  turn_particles_kernel<<<1, 64>>>(d_in, d_out);
  cudaFree(d_in);
  cudaFree(d_out);
}
CASE(copied_holes) {
  constexpr int kPairs = 4096, kBlock = 256;
  pair* const d_from = unset<pair>(kPairs);
  pair* const d_to = zeros<pair>(kPairs);
  unsigned* const d_sums = unset<unsigned>(kPairs);
  read_values_kernel<<<kPairs / kBlock, kBlock>>>(d_to, d_sums, kPairs);
  keys_kernel<<<kPairs / kBlock, kBlock>>>(d_from, kPairs);
  cudaMemcpy(d_to, d_from, kPairs * sizeof(pair), cudaMemcpyDeviceToDevice);
  read_keys_kernel<<<kPairs / kBlock, kBlock>>>(d_to, d_sums, kPairs);
  read_values_kernel<<<kPairs / kBlock, kBlock>>>(d_to, d_sums, kPairs);
  cudaMemset(d_to, 0, kPairs * sizeof(pair));
  read_values_kernel<<<kPairs / kBlock, kBlock>>>(d_to, d_sums, kPairs);
  copy_particles();
  copy_entries();
}

// expect: uninitialised-read global at a
// A copy's size is the number of elements instead of bytes.
__global__ void copied_in_part_kernel(const double* in, double* out) {
  out[threadIdx.x] = in[threadIdx.x];  // a
}
CASE(copied_in_part) {
  static double h_in[64];
  double* const d_in = unset<double>(64);
  cudaMemcpy(d_in, h_in, 64, cudaMemcpyHostToDevice);
  copied_in_part_kernel<<<1, 64>>>(d_in, unset<double>(64));
}

// expect: race global-cross-launch at a b
__global__ void copy_beside_kernel_kernel(int* data) { data[threadIdx.x] = threadIdx.x; }  // a
CASE(copy_beside_kernel) {
  int* h_data;
  int* const d_data = unset<int>(64);
  cudaMallocHost(&h_data, 256);
  const cudaStream_t a = stream(), b = stream();
  copy_beside_kernel_kernel<<<1, 64, 0, a>>>(d_data);
  cudaMemcpyAsync(h_data, d_data, 256, cudaMemcpyDeviceToHost, b);  // b
  cudaDeviceSynchronize();
  cudaFreeHost(h_data);
}

// expect: clean
__global__ void copy_in_stream_kernel(int* data) { data[threadIdx.x] += threadIdx.x; }
CASE(copy_in_stream) {
  int* h_data;
  int* const d_data = unset<int>(64);
  cudaMallocHost(&h_data, 256);
  for (int i = 0; i < 64; ++i) h_data[i] = i;
  const cudaStream_t a = stream(cudaStreamNonBlocking);
  cudaMemcpyAsync(d_data, h_data, 256, cudaMemcpyHostToDevice, a);
  copy_in_stream_kernel<<<1, 64, 0, a>>>(d_data);
  cudaMemcpyAsync(h_data, d_data, 256, cudaMemcpyDeviceToHost, a);
  cudaStreamSynchronize(a);
  std::printf("%d\n", h_data[63]);
  cudaFreeHost(h_data);
}

// expect: clean
// A copy within device memory runs in the default stream's order. The host waits for copies of managed
// memory, and for copies to or from the host.
__global__ void copy_on_device_in_turn_kernel(int* d_data) { d_data[threadIdx.x] += 1; }
CASE(copy_on_device_in_turn) {
  int *managed, h_data[64];
  const cudaStream_t blocking = stream(), apart = stream(cudaStreamNonBlocking);
  int* const d_from = zeros<int>(64);
  int* const d_data = unset<int>(64);
  cudaMallocManaged(&managed, 256);

  copy_on_device_in_turn_kernel<<<1, 64, 0, blocking>>>(d_from);
  cudaMemcpy(d_data, d_from, 256, cudaMemcpyDeviceToDevice);
  copy_on_device_in_turn_kernel<<<1, 64, 0, blocking>>>(d_data);
  copy_on_device_in_turn_kernel<<<1, 64>>>(d_data);
  cudaMemcpy(managed, d_data, 256, cudaMemcpyDeviceToDevice);
  std::printf("%d\n", managed[5]);

  cudaMemcpy(d_data, d_from, 256, cudaMemcpyDeviceToDevice);
  cudaMemcpy(h_data, d_data, 256, cudaMemcpyDeviceToHost);
  copy_on_device_in_turn_kernel<<<1, 64, 0, apart>>>(d_data);
  cudaStreamSynchronize(apart);

  cudaMemcpy2D(d_data, 128, d_from, 128, 64, 2, cudaMemcpyDeviceToDevice);
  cudaStreamSynchronize(nullptr);
  copy_on_device_in_turn_kernel<<<1, 64, 0, apart>>>(d_data);
  cudaDeviceSynchronize();
  std::printf("%d\n", h_data[5]);
  cudaFree(managed);
}

// expect: race global-cross-launch at a b
// says: a kernel and a copy or fill use `d_data[0]`
// The host doesn't wait for a copy within device memory, so a kernel in a stream that isn't ordered with the
// default stream may run first.
__global__ void copy_on_device_is_no_wait_kernel(int* d_data) { d_data[threadIdx.x] = 1; }  // a
CASE(copy_on_device_is_no_wait) {
  const cudaStream_t apart = stream(cudaStreamNonBlocking);
  int* const d_from = zeros<int>(64);
  int* const d_data = unset<int>(64);
  cudaDeviceSynchronize();

  cudaMemcpy(d_data, d_from, 256, cudaMemcpyDeviceToDevice);  // b
  copy_on_device_is_no_wait_kernel<<<1, 64, 0, apart>>>(d_data);
  cudaDeviceSynchronize();
}

// expect: race global-cross-launch at a b
__global__ void copy_read_too_early_kernel(int* data) { data[threadIdx.x] = threadIdx.x; }
CASE(copy_read_too_early) {
  int* h_data;
  int* const d_data = unset<int>(64);
  cudaMallocHost(&h_data, 256);
  const cudaStream_t a = stream();
  copy_read_too_early_kernel<<<1, 64, 0, a>>>(d_data);
  cudaMemcpyAsync(h_data, d_data, 256, cudaMemcpyDeviceToHost, a);  // a
  std::printf("%d\n", h_data[63]);                                  // b
  cudaStreamSynchronize(a);
  cudaFreeHost(h_data);
}

// expect: race global-cross-launch at b a
CASE(copy_source_changed) {
  int* h_data;
  int* const d_data = unset<int>(64);
  cudaMallocHost(&h_data, 256);
  const cudaStream_t a = stream();
  for (int round = 0; round < 2; ++round) {
    h_data[0] = round;                                                // a
    cudaMemcpyAsync(d_data, h_data, 256, cudaMemcpyHostToDevice, a);  // b
  }
  cudaStreamSynchronize(a);
  cudaFreeHost(h_data);
}

// expect: clean
__global__ void initialised_by_copy_kernel(int* data) { data[threadIdx.x] += 1; }
CASE(initialised_by_copy) {
  constexpr int kCount = 64;
  int* const d_data = unset<int>(kCount, true);
  int* d_source;
  cudaMalloc(&d_source, kCount * sizeof(int));
  cudaMemset(d_source, 1, kCount * sizeof(int));
  cudaMemcpy(d_data, d_source, kCount * sizeof(int), cudaMemcpyDeviceToDevice);
  cudaFree(d_source);
  initialised_by_copy_kernel<<<1, 64>>>(d_data);
}

// expect: clean
__global__ void initialised_part_kernel(float* data) {
  if (threadIdx.x < 4) data[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 5) reinterpret_cast<float4*>(data)[1] = reinterpret_cast<float4*>(data)[0];
}
CASE(initialised_part) { initialised_part_kernel<<<1, 64>>>(zeros<float>(64)); }

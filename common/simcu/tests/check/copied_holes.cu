// expect: uninitialised-read global at 23
// SPDX-License-Identifier: Apache-2.0
// Copies on the device carry along what is not initialised: whole ranges, and holes between members.
#include <cstdio>

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
  if (i < n) sums[i] = in[i].value;
}

// Written member by member and copied as a whole: nobody writes the padding, and that is not a finding.
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

// Their holes are as long as an int: after the key, and at the end.
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

int main() {
  constexpr int kPairs = 4096, kBlock = 256;
  pair *d_from, *d_to;
  unsigned* d_sums;
  cudaMalloc(&d_from, kPairs * sizeof(pair));
  cudaMalloc(&d_to, kPairs * sizeof(pair));
  cudaMalloc(&d_sums, kPairs * sizeof(unsigned));
  cudaMemset(d_to, 0, kPairs * sizeof(pair));
  read_values_kernel<<<kPairs / kBlock, kBlock>>>(d_to, d_sums, kPairs);
  keys_kernel<<<kPairs / kBlock, kBlock>>>(d_from, kPairs);
  cudaMemcpy(d_to, d_from, kPairs * sizeof(pair), cudaMemcpyDeviceToDevice);
  read_keys_kernel<<<kPairs / kBlock, kBlock>>>(d_to, d_sums, kPairs);
  read_values_kernel<<<kPairs / kBlock, kBlock>>>(d_to, d_sums, kPairs);
  cudaMemset(d_to, 0, kPairs * sizeof(pair));
  read_values_kernel<<<kPairs / kBlock, kBlock>>>(d_to, d_sums, kPairs);
  copy_particles();
  copy_entries();
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  cudaFree(d_from);
  cudaFree(d_to);
  cudaFree(d_sums);
  return failed;
}

// SPDX-License-Identifier: Apache-2.0
// Wavefronts and bank conflicts of loads and stores in shared memory.
#include "patterns.h"

constexpr int kTile = 32;

__global__ void transpose_kernel(const unsigned* in, unsigned* out, int n) {
  __shared__ unsigned s_tile[kTile][kTile];
  const int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile;
  for (int r = threadIdx.y; r < kTile; r += blockDim.y) s_tile[r][threadIdx.x] = in[(y + r) * n + x];
  __syncthreads();
  const int to_x = blockIdx.y * kTile + threadIdx.x, to_y = blockIdx.x * kTile;
  for (int r = threadIdx.y; r < kTile; r += blockDim.y) out[(to_y + r) * n + to_x] = s_tile[threadIdx.x][r];
}

__global__ void transpose_padded_kernel(const unsigned* in, unsigned* out, int n) {
  __shared__ unsigned s_tile[kTile][kTile + 1];
  const int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile;
  for (int r = threadIdx.y; r < kTile; r += blockDim.y) s_tile[r][threadIdx.x] = in[(y + r) * n + x];
  __syncthreads();
  const int to_x = blockIdx.y * kTile + threadIdx.x, to_y = blockIdx.x * kTile;
  for (int r = threadIdx.y; r < kTile; r += blockDim.y) out[(to_y + r) * n + to_x] = s_tile[threadIdx.x][r];
}

// Thread t writes word (t * stride) % 8192 and then reads its neighbour's word.
__global__ void stride_kernel(unsigned* out, int stride) {
  __shared__ unsigned s_words[8192];
  const unsigned t = threadIdx.x;
  s_words[t * stride % 8192] = t;
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = s_words[(t ^ 1) * stride % 8192];
}

// The elements have 8 bytes here, and 16 bytes in the next kernel. `step` threads share one element.
__global__ void doubles_kernel(double* out, int stride, int step) {
  __shared__ double s_values[2048];
  const unsigned t = threadIdx.x;
  for (unsigned i = t; i < 2048; i += blockDim.x) s_values[i] = i;
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = s_values[t / step * stride % 2048];
}

__global__ void vectors_kernel(uint4* out, int stride, int step) {
  __shared__ uint4 s_values[1024];
  const unsigned t = threadIdx.x;
  for (unsigned i = t; i < 1024; i += blockDim.x) s_values[i] = make_uint4(i, i, i, i);
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = s_values[t / step * stride % 1024];
}

__global__ void bytes_kernel(unsigned char* out, int stride) {
  __shared__ unsigned char s_bytes[4096];
  const unsigned t = threadIdx.x;
  for (unsigned i = t; i < 4096; i += blockDim.x) s_bytes[i] = static_cast<unsigned char>(i);
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = s_bytes[t * stride % 4096];
}

__global__ void random_kernel(const int* from, unsigned* out) {
  __shared__ unsigned s_words[1024];
  const unsigned t = threadIdx.x;
  for (unsigned i = t; i < 1024; i += blockDim.x) s_words[i] = i;
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = s_words[from[blockIdx.x * blockDim.x + t]];
}

__global__ void random_doubles_kernel(const int* from, double* out) {
  __shared__ double s_values[1024];
  const unsigned t = threadIdx.x;
  for (unsigned i = t; i < 1024; i += blockDim.x) s_values[i] = i;
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = s_values[from[blockIdx.x * blockDim.x + t]];
}

__global__ void random_vectors_kernel(const int* from, uint4* out) {
  __shared__ uint4 s_values[1024];
  const unsigned t = threadIdx.x;
  for (unsigned i = t; i < 1024; i += blockDim.x) s_values[i] = make_uint4(i, i, i, i);
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = s_values[from[blockIdx.x * blockDim.x + t]];
}

__global__ void some_lanes_kernel(unsigned* out, int stride, int every) {
  __shared__ unsigned s_words[1024];
  const unsigned t = threadIdx.x;
  for (unsigned i = t; i < 1024; i += blockDim.x) s_words[i] = i;
  __syncthreads();
  if (t % every == 0) out[blockIdx.x * blockDim.x + t] = s_words[t * stride % 1024];
}

// The distance doubles in each round, so conflicts and divergence grow together.
__global__ void interleaved_reduction_kernel(const unsigned* in, unsigned* out) {
  __shared__ unsigned s_sums[kThreads];
  const unsigned t = threadIdx.x;
  s_sums[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    const unsigned i = 2 * s * t;
    if (i < blockDim.x) s_sums[i] += s_sums[i + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s_sums[0];
}

__global__ void divergent_reduction_kernel(const unsigned* in, unsigned* out) {
  __shared__ unsigned s_sums[kThreads];
  const unsigned t = threadIdx.x;
  s_sums[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    if (t % (2 * s) == 0) s_sums[t] += s_sums[t + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s_sums[0];
}

__global__ void sequential_reduction_kernel(const unsigned* in, unsigned* out) {
  __shared__ unsigned s_sums[kThreads];
  const unsigned t = threadIdx.x;
  s_sums[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
    if (t < s) s_sums[t] += s_sums[t + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s_sums[0];
}

int main() {
  constexpr int n = 256, blocks = 16;
  std::vector<int> places(blocks * kThreads);
  unsigned random = 11;
  for (int& p : places) p = static_cast<int>(next_random(random) % 1024);
  const int* d_places = on_device(places);
  auto* d_in = device_array<unsigned>(n * n);
  auto* d_out = device_array<unsigned>(n * n);
  auto* out8 = reinterpret_cast<double*>(d_out);
  auto* out4 = reinterpret_cast<uint4*>(d_out);
  const dim3 tiles(n / kTile, n / kTile), threads(kTile, 8);

  LAUNCH("transpose", transpose_kernel<<<tiles, threads>>>(d_in, d_out, n));
  LAUNCH("transpose, padded", transpose_padded_kernel<<<tiles, threads>>>(d_in, d_out, n));
  const char* const names[] = {"shared stride 1", "shared stride 2",  "shared stride 3",
                               "shared stride 8", "shared stride 16", "shared stride 32"};
  const int strides[] = {1, 2, 3, 8, 16, 32};
  for (int k = 0; k < 6; ++k) LAUNCH(names[k], stride_kernel<<<blocks, kThreads>>>(d_out, strides[k]));
  LAUNCH("shared doubles", doubles_kernel<<<blocks, kThreads>>>(out8, 1, 1));
  LAUNCH("shared doubles, stride 2", doubles_kernel<<<blocks, kThreads>>>(out8, 2, 1));
  LAUNCH("shared doubles, stride 16", doubles_kernel<<<blocks, kThreads>>>(out8, 16, 1));
  LAUNCH("shared doubles, in pairs", doubles_kernel<<<blocks, kThreads>>>(out8, 1, 2));
  LAUNCH("shared doubles, one per warp", doubles_kernel<<<blocks, kThreads>>>(out8, 1, 32));
  LAUNCH("shared uint4", vectors_kernel<<<blocks, kThreads>>>(out4, 1, 1));
  LAUNCH("shared uint4, stride 2", vectors_kernel<<<blocks, kThreads>>>(out4, 2, 1));
  LAUNCH("shared uint4, in pairs", vectors_kernel<<<blocks, kThreads>>>(out4, 1, 2));
  LAUNCH("shared uint4, one per warp", vectors_kernel<<<blocks, kThreads>>>(out4, 1, 32));
  LAUNCH("shared bytes", bytes_kernel<<<blocks, kThreads>>>(reinterpret_cast<unsigned char*>(d_out), 1));
  LAUNCH("shared bytes, stride 4",
         bytes_kernel<<<blocks, kThreads>>>(reinterpret_cast<unsigned char*>(d_out), 4));
  LAUNCH("shared random", random_kernel<<<blocks, kThreads>>>(d_places, d_out));
  LAUNCH("shared random doubles", random_doubles_kernel<<<blocks, kThreads>>>(d_places, out8));
  LAUNCH("shared random uint4", random_vectors_kernel<<<blocks, kThreads>>>(d_places, out4));
  LAUNCH("every fourth lane, stride 8", some_lanes_kernel<<<blocks, kThreads>>>(d_out, 8, 4));
  LAUNCH("reduction, interleaved", interleaved_reduction_kernel<<<blocks, kThreads>>>(d_in, d_out));
  LAUNCH("reduction, divergent", divergent_reduction_kernel<<<blocks, kThreads>>>(d_in, d_out));
  LAUNCH("reduction, sequential", sequential_reduction_kernel<<<blocks, kThreads>>>(d_in, d_out));
  CHECK(cudaDeviceSynchronize());
}

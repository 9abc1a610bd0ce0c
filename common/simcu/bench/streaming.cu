// SPDX-License-Identifier: Apache-2.0
// Measures kernels that stream over large arrays, for which --check keeps shadow memory.
#include <cuda_runtime.h>

#include <cstring>
#include <vector>

#include "measure.h"

constexpr unsigned kSide = 512, kTile = 16;
constexpr unsigned kCopied = 64u << 20;  // bytes
constexpr unsigned kStrided = 1u << 24;  // elements

__global__ void product_kernel(const float* a, const float* b, float* c, unsigned n) {
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n || column >= n) return;
  float sum = 0;
  for (unsigned k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

__global__ void tiled_product_kernel(const float* a, const float* b, float* c, unsigned n) {
  __shared__ float s_a[kTile][kTile], s_b[kTile][kTile];
  const unsigned x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * kTile + y,
                 column = blockIdx.x * kTile + x;
  float sum = 0;
  for (unsigned first = 0; first < n; first += kTile) {
    s_a[y][x] = a[row * n + first + x];
    s_b[y][x] = b[(first + y) * n + column];
    __syncthreads();
    for (unsigned k = 0; k < kTile; ++k) sum += s_a[y][k] * s_b[k][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

__global__ void copy_kernel(const unsigned* in, unsigned* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

__global__ void saxpy_kernel(unsigned n, float a, const float* x, float* y) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    y[i] += a * x[i];
}

template <class T>
T* on_device(const std::vector<T>& values) {
  T* d;
  check(cudaMalloc(&d, values.size() * sizeof(T)));
  check(cudaMemcpy(d, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
  return d;
}

template <class T>
std::vector<T> take_back(T* d, std::size_t count) {
  std::vector<T> values(count);
  check(cudaMemcpy(values.data(), d, count * sizeof(T), cudaMemcpyDeviceToHost));
  check(cudaFree(d));
  return values;
}

void products() {
  std::vector<float> h_a(kSide * kSide), h_b(kSide * kSide);
  for (unsigned i = 0; i < kSide * kSide; ++i)
    h_a[i] = static_cast<float>(i % 7), h_b[i] = static_cast<float>(i % 5);
  float *d_a = on_device(h_a), *d_b = on_device(h_b), *d_c = on_device(h_a), *d_tiled = on_device(h_a);
  const dim3 block(kTile, kTile), grid(kSide / kTile, kSide / kTile);
  const double plain =
      least_processor_time(2, [&] { product_kernel<<<grid, block>>>(d_a, d_b, d_c, kSide); });
  const double tiled =
      least_processor_time(2, [&] { tiled_product_kernel<<<grid, block>>>(d_a, d_b, d_tiled, kSide); });
  const std::vector<float> h_c = take_back(d_c, kSide * kSide), h_tiled = take_back(d_tiled, kSide * kSide);
  float first = 0;
  for (unsigned k = 0; k < kSide; ++k) first += h_a[k] * h_b[k * kSide];
  require(h_c == h_tiled && h_c[0] == first, "the matrix product");
  check(cudaFree(d_a)), check(cudaFree(d_b));
  std::printf("product_seconds %.9f\ntiled_seconds %.9f\n", plain, tiled);
}

void copy() {
  constexpr unsigned kCount = kCopied / sizeof(unsigned);
  std::vector<unsigned> h_in(kCount);
  for (unsigned i = 0; i < kCount; ++i) h_in[i] = i * 2654435761u;
  unsigned *d_in = on_device(h_in), *d_out;
  check(cudaMalloc(&d_out, kCopied));
  const double first =
      least_processor_time(1, [&] { copy_kernel<<<kCount / 256, 256>>>(d_in, d_out, kCount); });
  const double again =
      least_processor_time(3, [&] { copy_kernel<<<kCount / 256, 256>>>(d_in, d_out, kCount); });
  require(take_back(d_out, kCount) == h_in, "the copy");
  check(cudaFree(d_in));
  std::printf("first_copy_seconds %.9f\ncopy_seconds %.9f\n", first, again);
}

void saxpy() {
  std::vector<float> h_x(kStrided, 2.0f), h_y(kStrided, 1.0f);
  float *d_x = on_device(h_x), *d_y = on_device(h_y);
  const double seconds =
      least_processor_time(3, [&] { saxpy_kernel<<<256, 256>>>(kStrided, 0.5f, d_x, d_y); });
  require(take_back(d_y, kStrided) == std::vector<float>(kStrided, 4.0f), "saxpy");
  check(cudaFree(d_x));
  std::printf("saxpy_seconds %.9f\n", seconds);
}

// The argument selects one benchmark.
int main(int count, char** words) {
  const auto wanted = [&](const char* what) { return count < 2 || std::strcmp(words[1], what) == 0; };
  if (wanted("products")) products();
  if (wanted("copy")) copy();
  if (wanted("saxpy")) saxpy();
}

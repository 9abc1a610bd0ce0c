// SPDX-License-Identifier: Apache-2.0
// Divergent lanes, and atomics.
#include "patterns.h"

// Even and odd lanes load at different places in the code.
__global__ void branches_kernel(const unsigned* in, const unsigned* other, unsigned* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned v;
  if (i % 2 == 0)
    v = in[i] * 3;
  else
    v = other[i * 2] + 7;
  out[i] = v;
}

// Lane l does l + 1 iterations.
__global__ void triangle_kernel(const unsigned* in, unsigned* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned sum = 0;
#pragma unroll 1
  for (int k = 0; k <= i % 32; ++k) sum += in[(k * n + i) % (n * 8)];
  out[i] = sum;
}

// Each thread processes rows of different lengths, in nested loops.
__global__ void sparse_rows_kernel(const int* begins, const int* columns, const unsigned* x, unsigned* out,
                                   int rows) {
  for (int r = blockIdx.x * blockDim.x + threadIdx.x; r < rows; r += gridDim.x * blockDim.x) {
    unsigned sum = 0;
#pragma unroll 1
    for (int k = begins[r]; k < begins[r + 1]; ++k) sum += x[columns[k]];
    out[r] = sum;
  }
}

__global__ void binary_search_kernel(const int* sorted, int n, const int* keys, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, key = keys[i];
  int low = 0, high = n;
#pragma unroll 1
  while (low < high) {
    const int middle = (low + high) / 2;
    if (sorted[middle] == key) {
      low = middle;
      break;
    }
    if (sorted[middle] < key)
      low = middle + 1;
    else
      high = middle;
  }
  out[i] = low;
}

__global__ void merge_kernel(const int* in, int* out, int length) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  const int *a = in + 2 * t * length, *b = a + length;
  int i = 0, k = 0;
#pragma unroll 1
  for (int o = 0; o < 2 * length; ++o) {
    int v;
    if (k == length || (i < length && a[i] <= b[k]))
      v = a[i++];
    else
      v = b[k++];
    out[2 * t * length + o] = v;
  }
}

__global__ void bins_kernel(const int* keys, unsigned* bins, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&bins[keys[i] % count], 1u);
}

__global__ void tickets_kernel(unsigned* counter, unsigned* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = atomicExch(&counter[i / 32], i);
}

__global__ void atomic_max_kernel(const int* keys, int* best) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicMax(&best[i % 32], keys[i]);
}

__global__ void atomic_float_kernel(const int* keys, float* sums, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&sums[keys[i] % count], 1.5f);
}

__global__ void shared_bins_kernel(const int* keys, unsigned* bins, int count) {
  __shared__ unsigned s_bins[256];
  s_bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&s_bins[keys[blockIdx.x * blockDim.x + threadIdx.x] % count], 1u);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], s_bins[threadIdx.x]);
}

int main() {
  constexpr int blocks = 16, n = blocks * kThreads, rows = 3000;
  unsigned random = 3;
  std::vector<int> keys(n), sorted(n), runs(n * 16), begins(rows + 1), columns;
  for (int i = 0; i < n; ++i) keys[i] = static_cast<int>(next_random(random) % (3 * n)), sorted[i] = 3 * i;
  for (int i = 0; i < n * 16; ++i)
    runs[i] = (i % 8 ? runs[i - 1] : 0) + static_cast<int>(next_random(random) % 100);
  for (int r = 0; r < rows; ++r) {
    begins[r] = static_cast<int>(columns.size());
    for (unsigned k = next_random(random) % 12; k > 0; --k)
      columns.push_back(static_cast<int>(next_random(random) % n));
  }
  begins[rows] = static_cast<int>(columns.size());
  const int *d_keys = on_device(keys), *d_sorted = on_device(sorted), *d_runs = on_device(runs),
            *d_begins = on_device(begins), *d_columns = on_device(columns);
  auto* d_in = device_array<unsigned>(n * 8);
  auto* d_out = device_array<unsigned>(n * 16);
  auto* as_int = reinterpret_cast<int*>(d_out);

  LAUNCH("branches", branches_kernel<<<blocks, kThreads>>>(d_in, d_in, d_out, n));
  LAUNCH("as many turns as the lane's number", triangle_kernel<<<blocks, kThreads>>>(d_in, d_out, n));
  LAUNCH("sparse rows", sparse_rows_kernel<<<4, kThreads>>>(d_begins, d_columns, d_in, d_out, rows));
  LAUNCH("binary search", binary_search_kernel<<<blocks, kThreads>>>(d_sorted, n, d_keys, as_int));
  LAUNCH("merge of short runs", merge_kernel<<<blocks, kThreads>>>(d_runs, as_int, 8));
  LAUNCH("atomics on one address", bins_kernel<<<blocks, kThreads>>>(d_keys, d_out, 1));
  LAUNCH("atomics on 4 addresses", bins_kernel<<<blocks, kThreads>>>(d_keys, d_out, 4));
  LAUNCH("atomics on 256 addresses", bins_kernel<<<blocks, kThreads>>>(d_keys, d_out, 256));
  LAUNCH("atomic exchange, one address per warp", tickets_kernel<<<blocks, kThreads>>>(d_out, d_out + n));
  LAUNCH("atomic maximum, coalesced", atomic_max_kernel<<<blocks, kThreads>>>(d_keys, as_int));
  LAUNCH("atomic float",
         atomic_float_kernel<<<blocks, kThreads>>>(d_keys, reinterpret_cast<float*>(d_in), 64));
  LAUNCH("shared atomics on one address", shared_bins_kernel<<<blocks, kThreads>>>(d_keys, d_out, 1));
  LAUNCH("shared atomics on 256 addresses", shared_bins_kernel<<<blocks, kThreads>>>(d_keys, d_out, 256));
  CHECK(cudaDeviceSynchronize());
}

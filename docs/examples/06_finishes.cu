// SPDX-License-Identifier: Apache-2.0
// The counted cost of each way to finish. The reference solution's four merges merge 1024 random keys in
// 32 sorted columns. Then merge path sorts the same keys with 64 threads.
#include <algorithm>
#include <cstdio>
#include <random>
#include <vector>

#include "lab/cuda_check.h"
#include "lab/device_buffer.h"
#include "solutions/06_bucket_merge/bucket_merge.cu"

namespace bucket_merge {

// Each way to finish has its own kernel, because counters are listed by the kernel's name.
template <class Merge>
__device__ void merge(const std::uint32_t* d_columns, std::uint32_t* d_out, unsigned n) {
  __shared__ std::uint32_t s_keys[kElements];
  load_keys(d_columns, n, s_keys);
  Merge()(s_keys, d_out, n, kLists);
}
__global__ void sort_columns_kernel(const std::uint32_t* d_keys, std::uint32_t* d_out, unsigned n) {
  __shared__ std::uint32_t s_keys[kElements], s_ones[kElements];
  load_keys(d_keys, n, s_keys);
  sort_column(s_keys, s_ones, n, kLists);
  store_keys(s_keys, n, d_out);
}
__global__ void merge_1_kernel(const std::uint32_t* d_in, std::uint32_t* d_out, unsigned n) {
  merge<by_one_thread>(d_in, d_out, n);
}
__global__ void merge_atomic_min_kernel(const std::uint32_t* d_in, std::uint32_t* d_out, unsigned n) {
  merge<by_atomic_min>(d_in, d_out, n);
}
__global__ void merge_reduction_kernel(const std::uint32_t* d_in, std::uint32_t* d_out, unsigned n) {
  merge<by_reduction>(d_in, d_out, n);
}
__global__ void merge_reduction_modified_kernel(const std::uint32_t* d_in, std::uint32_t* d_out, unsigned n) {
  merge<by_groups>(d_in, d_out, n);
}
__global__ void merge_path_kernel(const std::uint32_t* d_in, std::uint32_t* d_out, unsigned n) {
  __shared__ std::uint32_t s_keys[kPaddedElements];
  sort_tile<kMaxItems>(d_in, d_out, n, s_keys);
}

}  // namespace bucket_merge

int main() {
  using namespace bucket_merge;
  constexpr unsigned n = 1024;
  std::vector<std::uint32_t> keys(n);
  std::mt19937 random(6);
  for (std::uint32_t& key : keys) key = static_cast<std::uint32_t>(random());
  const lab::device_buffer<std::uint32_t> d_keys(keys);
  lab::device_buffer<std::uint32_t> d_columns(n), d_out(n);
  std::sort(keys.begin(), keys.end());

  sort_columns_kernel<<<1, kLists>>>(d_keys.data(), d_columns.data(), n);
  CUDA_CHECK_LAUNCH("sort_columns_kernel");
  const auto finish = [&](auto* kernel, const char* name, unsigned threads, const std::uint32_t* d_in) {
    d_out.fill_bytes(0);
    kernel<<<1, threads>>>(d_in, d_out.data(), n);
    CUDA_CHECK_LAUNCH("a merge");
    std::printf("%-32s %s\n", name, d_out.download() == keys ? "sorted" : "wrong");
  };
  finish(merge_1_kernel, "merge_1_kernel", kLists, d_columns.data());
  finish(merge_atomic_min_kernel, "merge_atomic_min_kernel", kLists, d_columns.data());
  finish(merge_reduction_kernel, "merge_reduction_kernel", kLists, d_columns.data());
  finish(merge_reduction_modified_kernel, "merge_reduction_modified_kernel", kLists, d_columns.data());
  finish(merge_path_kernel, "merge_path_kernel", n / kMaxItems, d_keys.data());
  return 0;
}

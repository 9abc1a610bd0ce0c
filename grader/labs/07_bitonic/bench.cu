// SPDX-License-Identifier: Apache-2.0
// Throughput of the sorts for every (L, M), of the fast sort and of CUB, as CSV on stdout, measured by hand
// on a GPU:
//   nvcc -O3 -std=c++17 -arch=native -Icommon -Ilabs/07_bitonic grader/labs/07_bitonic/bench.cu
//        solutions/07_bitonic/bitonic.cu -o bench07
//   ./bench07 [GREATEST_LG_N [LEAST_LG_N]]             2^10 to 2^28 keys by default
// Columns: version, block, L, M, n, ms_median, keys_per_s, extra_bytes. The time is between two events around
// all launches, the median of 11 runs (5 from 2^26 keys on). Extra bytes are device memory in addition to the
// keys (and values).
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cub/device/device_merge_sort.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <random>
#include <string>
#include <vector>

#include "bitonic.h"
#include "lab/cuda_check.h"
#include "lab/device_buffer.h"
#include "lab/gpu_banner.h"

namespace {

using word = std::uint32_t;

struct input {
  explicit input(std::size_t n) : h_keys(n), expected(n) {
    std::mt19937 random(1);
    for (word& key : h_keys) key = static_cast<word>(random());
    expected = h_keys;
    std::sort(expected.begin(), expected.end());
    d_unsorted = lab::device_buffer<word>(h_keys);
    d_keys = lab::device_buffer<word>(n);
    d_values = lab::device_buffer<word>(n);
  }
  std::vector<word> h_keys, expected;
  lab::device_buffer<word> d_unsorted, d_keys, d_values;
};

struct less {
  __host__ __device__ bool operator()(word a, word b) const { return a < b; }
};

void require(const lab::status& status) {
  if (status.ok()) return;
  std::fprintf(stderr, "%s\n", status.message().c_str());
  std::exit(1);
}

// `sort` sorts in.d_keys. If the result is in another array, that is `sorted`.
template <class Sort>
void measure(const std::string& version, input& in, std::size_t extra_bytes, Sort sort,
             const word* sorted = nullptr) {
  const std::size_t n = in.h_keys.size();
  const int runs = n >= std::size_t{1} << 26 ? 5 : 11;
  cudaEvent_t begin, end;
  CUDA_CHECK(cudaEventCreate(&begin));
  CUDA_CHECK(cudaEventCreate(&end));
  std::vector<float> ms;
  for (int run = 0; run <= runs; ++run) {
    CUDA_CHECK(
        cudaMemcpy(in.d_keys.data(), in.d_unsorted.data(), n * sizeof(word), cudaMemcpyDeviceToDevice));
    CUDA_CHECK(cudaEventRecord(begin));
    sort();
    CUDA_CHECK(cudaEventRecord(end));
    CUDA_CHECK(cudaEventSynchronize(end));
    float took = 0;
    CUDA_CHECK(cudaEventElapsedTime(&took, begin, end));
    if (run > 0) ms.push_back(took);
  }
  CUDA_CHECK(cudaEventDestroy(begin));
  CUDA_CHECK(cudaEventDestroy(end));
  std::vector<word> got(n);
  CUDA_CHECK(cudaMemcpy(got.data(), sorted != nullptr ? sorted : in.d_keys.data(), n * sizeof(word),
                        cudaMemcpyDeviceToHost));
  if (got != in.expected) std::fprintf(stderr, "%s: wrong result for n = %zu\n", version.c_str(), n);
  std::nth_element(ms.begin(), ms.begin() + runs / 2, ms.end());
  const double median = ms[static_cast<std::size_t>(runs) / 2];
  std::printf("%s,%zu,%.6f,%.4e,%zu\n", version.c_str(), n, median, static_cast<double>(n) / (median / 1e3),
              extra_bytes);
  std::fflush(stdout);
}

void measure_cub(input& in) {
  const std::size_t n = in.h_keys.size();
  word* d_keys = in.d_keys.data();
  const auto count = static_cast<std::int64_t>(n);
  std::size_t bytes = 0;
  CUDA_CHECK(cub::DeviceMergeSort::SortKeys(nullptr, bytes, d_keys, count, less{}));
  {
    lab::device_buffer<unsigned char> d_room(bytes);
    measure("cub::DeviceMergeSort,,,", in, bytes,
            [&] { CUDA_CHECK(cub::DeviceMergeSort::SortKeys(d_room.data(), bytes, d_keys, count, less{})); });
  }
  lab::device_buffer<word> d_other(n);
  const word* in_keys = d_keys;
  CUDA_CHECK(cub::DeviceRadixSort::SortKeys(nullptr, bytes, in_keys, d_other.data(), count));
  lab::device_buffer<unsigned char> d_room(bytes);
  measure(
      "cub::DeviceRadixSort,,,", in, bytes + n * sizeof(word),
      [&] {
        CUDA_CHECK(cub::DeviceRadixSort::SortKeys(d_room.data(), bytes, in_keys, d_other.data(), count));
      },
      d_other.data());
}

}  // namespace

int main(int argc, char** argv) {
  const int greatest = argc > 1 ? std::atoi(argv[1]) : 28, least = argc > 2 ? std::atoi(argv[2]) : 10;
  std::fputs(lab::gpu_banner().c_str(), stderr);
  std::puts("version,block,L,M,n,ms_median,keys_per_s,extra_bytes");
  for (int lg = least; lg <= greatest; lg += lg < 20 ? 2 : 1) {
    input in(std::size_t{1} << lg);
    const std::size_t n = in.h_keys.size();
    word* d_keys = in.d_keys.data();
    if (lg <= 24) measure("sort_steps,256,,", in, 0, [&] { require(bitonic::sort_steps(d_keys, n)); });
    measure("sort_hybrid,1024,1,1", in, 0, [&] { require(bitonic::sort_hybrid(d_keys, n, 1024)); });
    for (const int length : {4, 8})
      for (const int vectors : {1, 2, 4})
        for (const unsigned block : {256u, 512u, 1024u}) {
          const bitonic::config c{block, length, vectors};
          if (c.tile() > 32768) continue;  // more than the shared memory of a block
          measure("sort_vectors," + std::to_string(block) + "," + std::to_string(length) + "," +
                      std::to_string(vectors),
                  in, 0, [&] { require(bitonic::sort_vectors(d_keys, n, c)); });
        }
    measure("sort,,,", in, 0, [&] { require(bitonic::sort(d_keys, n)); });
    measure("sort_pairs,,,", in, 0, [&] { require(bitonic::sort_pairs(d_keys, in.d_values.data(), n)); });
    measure_cub(in);
  }
}

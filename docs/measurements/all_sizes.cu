// SPDX-License-Identifier: Apache-2.0
// Keys per second of all labs' sorts beside the standard library, Thrust, CUB and a plain copy, in one run,
// as CSV on stdout. measure_h200.sh compiles it, with the labs' reference solutions, and runs it:
//   ./all_sizes [largest log2(n), 28]
// Columns: version, n, runs, ms_median, Gkeys_s. The same random 32-bit keys for all versions of one n. Times
// of the device are those of the whole call between two events, keys already there, with the memory that the
// call allocates; CUB's was allocated before. std_sort and lab02 run on one core of the host. `copy` is a
// cudaMemcpy on the device: each key read once and written once. Each result is checked.
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "bitonic.h"
#include "bucket_merge.h"
#include "enumeration.h"
#include "lab/cuda_check.h"
#include "lab/device_buffer.h"
#include "lab/source_level1.h"
#include "level2_local_sort.h"
#include "multiblock_radix.h"
#include "radix_cpu.h"

#if defined(__CUDACC__) && !defined(__SIMCU__)
#include <thrust/execution_policy.h>
#include <thrust/sort.h>

#include <cub/device/device_merge_sort.cuh>
#include <cub/device/device_radix_sort.cuh>
#define HAS_CUB 1
#else
#define HAS_CUB 0
#endif

namespace {

using word = std::uint32_t;
using buffer = lab::device_buffer<word>;

constexpr double kEnough = 300;  // ms of one version at one n, after which there are no more runs
constexpr int kMostRuns = 15, kLeastRuns = 3;

void require(const lab::status& status) {
  if (!status.ok()) throw std::runtime_error(status.message());
}

void print(const std::string& name, std::size_t n, std::vector<double> ms) {
  std::nth_element(ms.begin(), ms.begin() + static_cast<long>(ms.size() / 2), ms.end());
  const double median = ms[ms.size() / 2];
  std::printf("%s,%zu,%zu,%.6f,%.6f\n", name.c_str(), n, ms.size(), median,
              1e-6 * static_cast<double>(n) / median);
  std::fflush(stdout);
}

// Calls once_ms, which returns what it measured, until there are enough results.
std::vector<double> repeat(int least, const std::function<double()>& once_ms) {
  std::vector<double> ms;
  double sum = 0;
  while (static_cast<int>(ms.size()) < least || (static_cast<int>(ms.size()) < kMostRuns && sum < kEnough)) {
    ms.push_back(once_ms());
    sum += ms.back();
  }
  return ms;
}

struct smaller {
  __host__ __device__ bool operator()(word a, word b) const { return a < b; }
};

class one_size {
 public:
  explicit one_size(std::size_t n) : n_(n), h_keys_(n), d_first_(n), d_keys_(n), d_scratch_(n) {
    std::mt19937 random(1);
    for (word& key : h_keys_) key = static_cast<word>(random());
    d_first_.upload(h_keys_);
  }

  void measure_all() {
    host("lab02", expected_, [&](std::vector<word>& keys) {
      std::vector<word>& scratch = scratch_;
      require(radix_cpu::sort(keys.data(), scratch.data(), n_, 11));
    });
    if (!std::is_sorted(expected_.begin(), expected_.end())) throw std::runtime_error("lab02 is wrong");
    if (n_ <= std::size_t{1} << 26) {
      std::vector<word> sorted;
      host("std_sort", sorted, [](std::vector<word>& keys) { std::sort(keys.begin(), keys.end()); });
      if (sorted != expected_) throw std::runtime_error("lab02 is wrong");
    }
    scratch_ = {};

    word *keys = d_keys_.data(), *scratch = d_scratch_.data();
    device("copy", nullptr,
           [&] { CUDA_CHECK(cudaMemcpyAsync(scratch, keys, n_ * sizeof(word), cudaMemcpyDeviceToDevice)); });
    if (n_ <= std::size_t{1} << 19) {  // n^2 comparisons
      buffer d_ranks(n_);
      device("lab01_direct", &d_scratch_, [&] { require(enumeration::sort_direct(keys, scratch, n_, 256)); });
      device("lab01_two_level", &d_scratch_,
             [&] { require(enumeration::sort_two_level(keys, scratch, d_ranks.data(), n_, 0)); });
    }
    if (n_ <= std::size_t{1} << 24)
      device("source_level1", &d_keys_,
             [&] { lab::source::sort_level1(keys, scratch, static_cast<int>(n_), nullptr); });
    const lab::tiling tiles{256, 4096};
    device("lab04", &d_keys_, [&] { require(multiblock_radix::sort(keys, scratch, n_, 8, tiles)); });
    device("lab05", &d_keys_, [&] { require(level2_local_sort::sort(keys, scratch, n_, 8, tiles)); });
    device("lab06", &d_keys_, [&] { require(bucket_merge::sort_any(keys, scratch, n_, 256)); });
    device("lab07", &d_keys_, [&] { require(bitonic::sort(keys, n_)); });
    libraries();
  }

 private:
  template <class Sort>
  void host(const char* name, std::vector<word>& result, Sort sort) {
    scratch_.resize(n_);
    print(
        name, n_, repeat(n_ >= std::size_t{1} << 24 ? 1 : kLeastRuns, [&] {
          result = h_keys_;
          const auto begin = std::chrono::steady_clock::now();
          sort(result);
          return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
        }));
  }

  // `result`: where the sorted keys are afterwards; null if none are.
  void device(const char* name, const buffer* result, const std::function<void()>& sort) {
    cudaEvent_t begin, end;
    CUDA_CHECK(cudaEventCreate(&begin));
    CUDA_CHECK(cudaEventCreate(&end));
    const auto once = [&] {
      CUDA_CHECK(cudaMemcpy(d_keys_.data(), d_first_.data(), d_keys_.bytes(), cudaMemcpyDeviceToDevice));
      CUDA_CHECK(cudaDeviceSynchronize());
      CUDA_CHECK(cudaEventRecord(begin));
      sort();
      CUDA_CHECK(cudaEventRecord(end));
      CUDA_CHECK(cudaEventSynchronize(end));
      float ms = 0;
      CUDA_CHECK(cudaEventElapsedTime(&ms, begin, end));
      return static_cast<double>(ms);
    };
    once();  // not counted: the code is loaded, and the result is looked at
    if (result != nullptr && result->download() != expected_)
      throw std::runtime_error(std::string(name) + " is wrong at n = " + std::to_string(n_));
    print(name, n_, repeat(kLeastRuns, once));
    CUDA_CHECK(cudaEventDestroy(begin));
    CUDA_CHECK(cudaEventDestroy(end));
  }

  void libraries() {
#if HAS_CUB
    word *keys = d_keys_.data(), *scratch = d_scratch_.data();
    device("thrust", &d_keys_, [&] { thrust::sort(thrust::device, keys, keys + n_); });
    std::size_t bytes = 0;
    CUDA_CHECK(cub::DeviceMergeSort::SortKeys(nullptr, bytes, keys, n_, smaller{}));
    {
      lab::device_buffer<unsigned char> d_room(bytes);
      device("cub_merge_sort", &d_keys_,
             [&] { CUDA_CHECK(cub::DeviceMergeSort::SortKeys(d_room.data(), bytes, keys, n_, smaller{})); });
    }
    const word* in = keys;
    CUDA_CHECK(cub::DeviceRadixSort::SortKeys(nullptr, bytes, in, scratch, n_));
    lab::device_buffer<unsigned char> d_room(bytes);
    device("cub_radix_sort", &d_scratch_,
           [&] { CUDA_CHECK(cub::DeviceRadixSort::SortKeys(d_room.data(), bytes, in, scratch, n_)); });
#endif
  }

  std::size_t n_;
  std::vector<word> h_keys_, scratch_, expected_;
  buffer d_first_, d_keys_, d_scratch_;
};

}  // namespace

int main(int argc, char** argv) {
  const int largest = argc > 1 ? std::atoi(argv[1]) : 28;
  if (largest < 10 || largest > 30) {
    std::fprintf(stderr, "usage: %s [largest log2(n), 10 to 30]\n", argv[0]);
    return EXIT_FAILURE;
  }
  try {
    std::puts("version,n,runs,ms_median,Gkeys_s");
    for (int log2 = 10; log2 <= largest; ++log2) one_size(std::size_t{1} << log2).measure_all();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}

// SPDX-License-Identifier: Apache-2.0
// Measures the five finishes, merge path and CUB's block sorts on 4096 keys in one block, and sort_any and
// CUB's merge sort, as CSV:
//
//   nvcc -O3 -std=c++17 -arch=native -Icommon -Ilabs/06_bucket_merge -Isolutions/06_bucket_merge
//        -o bench_merge grader/labs/06_bucket_merge/bench.cu solutions/06_bucket_merge/bucket_merge.cu
//   ./bench_merge block [n, 4096] [launches timed together, 100] [medians of, 15] > block.csv
//   ./bench_merge any [largest log2(n), 28] [medians of, 15] > any.csv
//
// `block`: us is the time per launch of one block, which sorts its own array of random keys in place. Rows
// with "merge" begin with sorted columns; rows with "sort" begin with the keys. The time of finish::cpu
// includes a wait for the host.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "../bench.h"
#include "bucket_merge.h"
#include "lab/cuda_check.h"
#include "lab/device_buffer.h"

#if defined(__CUDACC__) && !defined(__SIMCU__)
#include <cub/block/block_load.cuh>
#include <cub/block/block_merge_sort.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_store.cuh>
#include <cub/device/device_merge_sort.cuh>
#define HAS_CUB 1
#else
#define HAS_CUB 0
#endif

namespace {

using words = std::vector<std::uint32_t>;

void require(const lab::status& status) {
  if (!status.ok()) throw std::runtime_error(status.message());
}

class stopwatch {
 public:
  stopwatch() {
    CUDA_CHECK(cudaEventCreate(&begin_));
    CUDA_CHECK(cudaEventCreate(&end_));
  }
  ~stopwatch() {
    cudaEventDestroy(begin_);
    cudaEventDestroy(end_);
  }
  stopwatch(const stopwatch&) = delete;
  stopwatch& operator=(const stopwatch&) = delete;
  template <class Work>
  double ms(Work work) {
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaEventRecord(begin_));
    work();
    CUDA_CHECK(cudaEventRecord(end_));
    CUDA_CHECK(cudaEventSynchronize(end_));
    float ms = 0;
    CUDA_CHECK(cudaEventElapsedTime(&ms, begin_, end_));
    return ms;
  }

 private:
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
};

// `launches` arrays with n keys each.
struct block_problem {
  block_problem(std::size_t n_, int launches_, int runs_)
      : n(n_),
        launches(launches_),
        runs(runs_),
        keys(bench::random_words(n_ * static_cast<std::size_t>(launches_), 12345)),
        expected(keys),
        columns(keys),
        d_first(keys),
        d_columns(keys.size()),
        d_keys(keys.size()),
        d_out(keys.size()) {
    for (std::size_t begin = 0; begin < keys.size(); begin += n) {
      std::sort(expected.begin() + static_cast<long>(begin), expected.begin() + static_cast<long>(begin + n));
      for (std::size_t c = 0; c < bucket_merge::kLists; ++c) {
        words column;
        for (std::size_t i = c; i < n; i += bucket_merge::kLists) column.push_back(keys[begin + i]);
        std::sort(column.begin(), column.end());
        for (std::size_t row = 0; row < column.size(); ++row)
          columns[begin + row * bucket_merge::kLists + c] = column[row];
      }
    }
    d_columns.upload(columns);
  }
  std::size_t n;
  int launches, runs;
  words keys, expected, columns;
  lab::device_buffer<std::uint32_t> d_first, d_columns, d_keys, d_out;
};

using launch = std::function<void(std::uint32_t* d_keys, std::uint32_t* d_columns, std::uint32_t* d_out)>;

void measure(block_problem& p, const char* work, const std::string& name, unsigned block_size,
             lab::device_buffer<std::uint32_t>& result, const launch& launch) {
  std::vector<double> us;
  stopwatch watch;
  for (int i = 0; i < p.runs + 2; ++i) {  // the first two are for warming up
    CUDA_CHECK(cudaMemcpy(p.d_keys.data(), p.d_first.data(), p.d_keys.bytes(), cudaMemcpyDeviceToDevice));
    const double ms = watch.ms([&] {
      for (int k = 0; k < p.launches; ++k) {
        const std::size_t at = static_cast<std::size_t>(k) * p.n;
        launch(p.d_keys.data() + at, p.d_columns.data() + at, p.d_out.data() + at);
      }
    });
    if (i == 0 && result.download() != p.expected)
      throw std::runtime_error(name + " is wrong at n = " + std::to_string(p.n));
    if (i >= 2) us.push_back(1000 * ms / p.launches);
  }
  const double least = *std::min_element(us.begin(), us.end());
  std::printf("%s,%s,%u,%zu,%.3f,%.3f\n", work, name.c_str(), block_size, p.n, bench::median(us), least);
  std::fflush(stdout);
}

#if HAS_CUB
struct smaller {
  __host__ __device__ bool operator()(std::uint32_t a, std::uint32_t b) const { return a < b; }
};

template <int kThreads, int kItems>
__global__ void __launch_bounds__(kThreads) cub_merge_kernel(std::uint32_t* d_keys, int n) {
  using load = cub::BlockLoad<std::uint32_t, kThreads, kItems, cub::BLOCK_LOAD_TRANSPOSE>;
  using sort = cub::BlockMergeSort<std::uint32_t, kThreads, kItems>;
  using store = cub::BlockStore<std::uint32_t, kThreads, kItems, cub::BLOCK_STORE_TRANSPOSE>;
  __shared__ union {
    typename load::TempStorage load;
    typename sort::TempStorage sort;
    typename store::TempStorage store;
  } s_room;
  std::uint32_t keys[kItems];
  load(s_room.load).Load(d_keys, keys, n, 0xffffffffu);
  __syncthreads();
  sort(s_room.sort).Sort(keys, smaller());
  __syncthreads();
  store(s_room.store).Store(d_keys, keys, n);
}

template <int kThreads, int kItems>
__global__ void __launch_bounds__(kThreads) cub_radix_kernel(std::uint32_t* d_keys, int n) {
  using load = cub::BlockLoad<std::uint32_t, kThreads, kItems, cub::BLOCK_LOAD_TRANSPOSE>;
  using sort = cub::BlockRadixSort<std::uint32_t, kThreads, kItems>;
  using store = cub::BlockStore<std::uint32_t, kThreads, kItems, cub::BLOCK_STORE_TRANSPOSE>;
  __shared__ union {
    typename load::TempStorage load;
    typename sort::TempStorage sort;
    typename store::TempStorage store;
  } s_room;
  std::uint32_t keys[kItems];
  load(s_room.load).Load(d_keys, keys, n, 0xffffffffu);
  __syncthreads();
  sort(s_room.sort).Sort(keys);
  __syncthreads();
  store(s_room.store).Store(d_keys, keys, n);
}

template <int kThreads>
void measure_cub(block_problem& p) {
  constexpr int kItems = static_cast<int>(bucket_merge::kElements) / kThreads;
  const int n = static_cast<int>(p.n);
  measure(p, "sort", "cub_block_merge_sort", kThreads, p.d_keys, [&](auto* d_keys, auto*, auto*) {
    cub_merge_kernel<kThreads, kItems><<<1, kThreads>>>(d_keys, n);
    CUDA_CHECK_LAUNCH("cub_merge_kernel");
  });
  measure(p, "sort", "cub_block_radix_sort", kThreads, p.d_keys, [&](auto* d_keys, auto*, auto*) {
    cub_radix_kernel<kThreads, kItems><<<1, kThreads>>>(d_keys, n);
    CUDA_CHECK_LAUNCH("cub_radix_kernel");
  });
}
#endif

void measure_block(std::size_t n, int launches, int runs) {
  using namespace bucket_merge;
  block_problem p(n, launches, runs);
  std::printf("work,version,block_size,n,us,us_least\n");
  const struct {
    const char* name;
    decltype(&merge_1) merge;
    finish how;
  } finishes[] = {{"merge_1", merge_1, finish::merge_1},
                  {"merge_atomic_min", merge_atomic_min, finish::merge_atomic_min},
                  {"merge_reduction", merge_reduction, finish::merge_reduction},
                  {"merge_reduction_modified", merge_reduction_modified, finish::merge_reduction_modified}};
  for (const auto& f : finishes)
    measure(p, "merge", f.name, kLists, p.d_out, [&](auto*, auto* d_columns, auto* d_out) {
      require(f.merge(d_columns, d_out, n, kSourceShape));
    });
  measure(p, "sort", "cpu", kLists, p.d_keys,
          [&](auto* d_keys, auto*, auto*) { require(sort_4096(d_keys, n, kSourceShape, finish::cpu)); });
  for (const auto& f : finishes)
    measure(p, "sort", f.name, kLists, p.d_keys,
            [&](auto* d_keys, auto*, auto*) { require(sort_4096(d_keys, n, kSourceShape, f.how)); });
  for (const unsigned block_size : {256u, 512u, 1024u})
    measure(p, "sort", "merge_path", block_size, p.d_keys,
            [&](auto* d_keys, auto*, auto*) { require(sort_block(d_keys, n, block_size)); });
#if HAS_CUB
  measure_cub<256>(p);
  measure_cub<512>(p);
  measure_cub<1024>(p);
#endif
}

void measure_any(std::size_t n, int runs) {
  const words keys = bench::random_words(n, 12345);
  words expected = keys;
  std::sort(expected.begin(), expected.end());
  lab::device_buffer<std::uint32_t> d_first(keys), d_keys(n), d_scratch(n);
  stopwatch watch;
  const auto report = [&](const char* name, unsigned block_size, const std::function<void()>& sort) {
    std::vector<double> ms;
    for (int i = 0; i < runs + 2; ++i) {
      CUDA_CHECK(cudaMemcpy(d_keys.data(), d_first.data(), d_keys.bytes(), cudaMemcpyDeviceToDevice));
      const double once = watch.ms(sort);
      if (i == 0 && d_keys.download() != expected) throw std::runtime_error(std::string(name) + " is wrong");
      if (i >= 2) ms.push_back(once);
    }
    const double middle = bench::median(ms);
    std::printf("%s,%u,%zu,%.4f,%.2f\n", name, block_size, n, middle, 1e-6 * static_cast<double>(n) / middle);
    std::fflush(stdout);
  };
  for (const unsigned block_size : {256u, 512u})
    report("sort_any", block_size,
           [&] { require(bucket_merge::sort_any(d_keys.data(), d_scratch.data(), n, block_size)); });
#if HAS_CUB
  std::size_t bytes = 0;
  CUDA_CHECK(cub::DeviceMergeSort::SortKeys(nullptr, bytes, d_keys.data(), n, smaller()));
  lab::device_buffer<unsigned char> d_room(bytes);
  report("cub_merge_sort", 0, [&] {
    CUDA_CHECK(cub::DeviceMergeSort::SortKeys(d_room.data(), bytes, d_keys.data(), n, smaller()));
  });
#endif
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  const auto number = [&](int at, long otherwise) { return argc > at ? std::atol(argv[at]) : otherwise; };
  const bool block = what == "block";
  const long size = number(2, block ? bucket_merge::kElements : 28);
  const long launches = block ? number(3, 100) : 1, runs = number(block ? 4 : 3, 15);
  if ((!block && what != "any") || size < 1 || size > (block ? long{bucket_merge::kElements} : 31) ||
      launches < 1 || runs < 1) {
    std::fprintf(stderr, "usage: %s block [n] [launches] [runs]\n       %s any [largest log2(n)] [runs]\n",
                 argv[0], argv[0]);
    return EXIT_FAILURE;
  }
  try {
    if (block) {
      measure_block(static_cast<std::size_t>(size), static_cast<int>(launches), static_cast<int>(runs));
    } else {
      std::printf("version,block_size,n,ms,Gkeys_s\n");
      for (long log2 = std::min(16l, size); log2 <= size; log2 += 2)
        measure_any(std::size_t{1} << log2, static_cast<int>(runs));
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}

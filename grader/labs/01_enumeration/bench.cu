// SPDX-License-Identifier: Apache-2.0
// Throughput of the three device sorts, as CSV on stdout, measured by hand on a GPU:
//   nvcc -O3 -std=c++17 -arch=native -Icommon -Ilabs/01_enumeration grader/labs/01_enumeration/bench.cu
//        solutions/01_enumeration/enumeration.cu -o bench01
//   ./bench01            the kernels alone, medians of 15 runs
//   ./bench01 table1     source 001's Table 1 by sweep_block_sizes, medians of 15 runs
//   ./bench01 table2     its Table 2 by compare_with_host, medians of 5; total_ms includes both copies. Then
//   the
//                        same ranks on one core of the host: branch_free_ms for any x86-64, avx2_ms with
//                        vectors
//   ./bench01 once [n, 131072]   each sort once, of uint32_t and of double, for a profiler
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "../bench.h"
#include "enumeration.h"
#include "lab/cuda_check.h"
#include "lab/device_buffer.h"
#include "lab/gpu_banner.h"

namespace {

constexpr int kRuns = 15;

// `sort` takes a lab::phase_timer* and returns a lab::status.
template <class Sort>
double median_ms(Sort sort) {
  std::vector<double> ms;
  for (int run = 0; run <= kRuns; ++run) {
    lab::phase_timer timer;
    if (lab::status status = sort(&timer); !status.ok())
      std::fprintf(stderr, "%s\n", status.message().c_str());
    if (run > 0) ms.push_back(timer.total_ms());
  }
  return bench::median(ms);
}

void print(const char* version, const char* key, std::size_t n, int block, double ms) {
  std::printf("%s,%s,%zu,%d,%.6f,%.4e\n", version, key, n, block, ms,
              static_cast<double>(n) * static_cast<double>(n) / (ms / 1e3));
  std::fflush(stdout);
}

template <class T>
void measure(const char* key) {
  std::mt19937_64 random(1);
  for (std::size_t n : {1000, 10000, 20000, 40000, 1 << 17, 200000}) {
    std::vector<T> h_keys(n);
    for (T& k : h_keys) k = static_cast<T>(static_cast<std::uint32_t>(random()));
    std::vector<T> expected = h_keys;
    std::sort(expected.begin(), expected.end());

    const lab::device_buffer<T> d_keys(h_keys);
    lab::device_buffer<T> d_sorted(n);
    lab::device_buffer<std::uint32_t> d_ranks(n);
    const T* keys = d_keys.data();
    T* sorted = d_sorted.data();
    const auto check = [&](const char* version) {
      if (d_sorted.download() != expected) std::fprintf(stderr, "%s: wrong result for n = %zu\n", version, n);
      d_sorted.fill_bytes(0xff);
    };

    for (int block : {32, 64, 128, 256, 512, 1024})
      print("direct", key, n, block, median_ms([&](lab::phase_timer* timer) {
              return enumeration::sort_direct(keys, sorted, n, block, timer);
            }));
    check("direct");
    print("tiled", key, n, 0, median_ms([&](lab::phase_timer* timer) {
            return enumeration::sort_tiled(keys, sorted, n, timer);
          }));
    check("tiled");
    print("two_level", key, n, 0, median_ms([&](lab::phase_timer* timer) {
            return enumeration::sort_two_level(keys, sorted, d_ranks.data(), n, 0, timer);
          }));
    check("two_level");
  }
}

std::vector<double> random_doubles(std::size_t n) {
  std::mt19937_64 random(1);
  std::vector<double> keys(n);
  for (double& key : keys) key = static_cast<double>(random() >> 11);
  return keys;
}

void require(const lab::status& status, const std::vector<double>& keys, const double* sorted) {
  if (!status.ok()) {
    std::fprintf(stderr, "%s\n", status.message().c_str());
    std::exit(EXIT_FAILURE);
  }
  std::vector<double> expected = keys;
  std::sort(expected.begin(), expected.end());
  if (std::equal(expected.begin(), expected.end(), sorted)) return;
  std::fprintf(stderr, "wrong result for n = %zu\n", keys.size());
  std::exit(EXIT_FAILURE);
}

void table1() {
  const std::vector<int> blocks{16, 32, 64, 96, 128, 192, 256, 384, 512, 768, 1024};
  std::puts("n,block,ms_median");
  for (const std::size_t n : {1000, 5000, 10000, 20000, 40000, 100000}) {
    const std::vector<double> keys = random_doubles(n);
    std::vector<double> sorted(n * blocks.size()), ms(blocks.size());
    require(enumeration::sweep_block_sizes(keys.data(), sorted.data(), n, blocks.data(), blocks.size(), kRuns,
                                           ms.data()),
            keys, sorted.data());
    for (std::size_t i = 0; i < blocks.size(); ++i) std::printf("%zu,%d,%.6f\n", n, blocks[i], ms[i]);
    std::fflush(stdout);
  }
}

// Like sort_host, but without a branch: keys before index i are compared with <=, keys after it with <. No
// key may be NaN.
[[gnu::always_inline]] inline void place_all(const double* keys, double* sorted, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    const double key = keys[i];
    std::size_t rank = 0;
    for (std::size_t j = 0; j < i; ++j) rank += keys[j] <= key;
    for (std::size_t j = i + 1; j < n; ++j) rank += keys[j] < key;
    sorted[rank] = key;
  }
}

void sort_branch_free(const double* keys, double* sorted, std::size_t n) { place_all(keys, sorted, n); }
[[gnu::target("avx2")]] void sort_avx2(const double* keys, double* sorted, std::size_t n) {
  place_all(keys, sorted, n);
}

double median_host_ms(void (*sort)(const double*, double*, std::size_t), const std::vector<double>& keys,
                      std::size_t n) {
  std::vector<double> sorted(n), ms;
  for (int run = 0; run < 5; ++run) {
    const auto begin = std::chrono::steady_clock::now();
    sort(keys.data(), sorted.data(), n);
    ms.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
  }
  require({}, {keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(n)}, sorted.data());
  return bench::median(ms);
}

void table2() {
  const std::vector<std::size_t> sizes{100,  200,  300,   500,   700,   1000,  1500,  2000, 3000,
                                       5000, 7000, 10000, 15000, 20000, 25000, 30000, 40000};
  const std::vector<double> keys = random_doubles(sizes.back());
  std::vector<double> sorted(keys.size());
  std::vector<enumeration::comparison> rows(sizes.size());
  require(
      enumeration::compare_with_host(keys.data(), sorted.data(), sizes.data(), sizes.size(), 5, rows.data()),
      keys, sorted.data());
  std::puts("n,host_ms,branch_free_ms,avx2_ms,kernel_ms,total_ms");
  for (std::size_t i = 0; i < sizes.size(); ++i)
    std::printf("%zu,%.6f,%.6f,%.6f,%.6f,%.6f\n", sizes[i], rows[i].host,
                median_host_ms(sort_branch_free, keys, sizes[i]), median_host_ms(sort_avx2, keys, sizes[i]),
                rows[i].kernel, rows[i].total);
}

template <class T>
void once(std::size_t n) {
  std::mt19937_64 random(1);
  std::vector<T> h_keys(n);
  for (T& k : h_keys) k = static_cast<T>(static_cast<std::uint32_t>(random()));
  const lab::device_buffer<T> d_keys(h_keys);
  lab::device_buffer<T> d_sorted(n);
  lab::device_buffer<std::uint32_t> d_ranks(n);
  for (const lab::status& status :
       {enumeration::sort_direct(d_keys.data(), d_sorted.data(), n, 256),
        enumeration::sort_tiled(d_keys.data(), d_sorted.data(), n),
        enumeration::sort_two_level(d_keys.data(), d_sorted.data(), d_ranks.data(), n, 0)})
    if (!status.ok()) std::fprintf(stderr, "%s\n", status.message().c_str());
  CUDA_CHECK(cudaDeviceSynchronize());
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  std::fputs(lab::gpu_banner().c_str(), stderr);
  if (what == "table1" || what == "table2") {
    what == "table1" ? table1() : table2();
    return EXIT_SUCCESS;
  }
  if (what == "once") {
    const std::size_t n = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : std::size_t{1} << 17;
    once<std::uint32_t>(n);
    once<double>(n);
    return EXIT_SUCCESS;
  }
  if (!what.empty()) {
    std::fprintf(stderr, "usage: %s [table1|table2|once [n]]\n", argv[0]);
    return EXIT_FAILURE;
  }
  std::puts("version,key,n,block,ms_median,comparisons_per_s");
  measure<std::uint32_t>("uint32");
  measure<double>("double");
}

// SPDX-License-Identifier: Apache-2.0
// Lab 01: throughput of the three device sorts, as CSV on stdout. A stand-alone program, run by hand on a
// GPU:
//   nvcc -O3 -std=c++17 -arch=native -Icommon -Ilabs/01_enumeration grader/labs/01_enumeration/bench.cu
//        solutions/01_enumeration/enumeration.cu -o bench01
// Columns: version, key, n, block, ms_median, comparisons_per_s. The time is the kernels' alone, median of 15
// runs.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <random>
#include <vector>

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
  std::nth_element(ms.begin(), ms.begin() + kRuns / 2, ms.end());
  return ms[kRuns / 2];
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

}  // namespace

int main() {
  std::fputs(lab::gpu_banner().c_str(), stderr);
  std::puts("version,key,n,block,ms_median,comparisons_per_s");
  measure<std::uint32_t>("uint32");
  measure<double>("double");
}

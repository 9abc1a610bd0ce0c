// SPDX-License-Identifier: Apache-2.0
// Measures lab 03's scans, CUB's and a plain copy, as CSV:
//
//   nvcc -O3 -std=c++17 -arch=native -Icommon -Ilabs/03_single_block_scan_bug -o bench_scan
//        grader/labs/03_single_block_scan_bug/bench.cu
//        solutions/03_single_block_scan_bug/single_block_scan_bug.cu
//   ./bench_scan [largest log2(n), 28] [runs for each line, 21] [smallest log2(n), 16] > scan.csv
//
// GB_s counts what any scan must move, 8 bytes per element. `fraction_of_cub` is empty without CUB.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "../bench.h"
#include "lab/cuda_check.h"
#include "lab/device_buffer.h"
#include "lab/phase_timer.h"
#include "single_block_scan_bug.h"

#if defined(__CUDACC__) && !defined(__SIMCU__)
#include <cub/device/device_scan.cuh>
#define HAS_CUB 1
#else
#define HAS_CUB 0
#endif

namespace {

using version = std::function<void(lab::phase_timer&)>;

double median_ms(const version& run, int runs) {
  std::vector<double> ms;
  for (int i = 0; i < runs + 2; ++i) {  // the first two are for warming up
    lab::phase_timer timer;
    run(timer);
    if (i >= 2) ms.push_back(timer.total_ms());
  }
  return bench::median(ms);
}

std::vector<std::uint32_t> random_words(std::size_t n) {
  std::vector<std::uint32_t> words(n);
  std::uint32_t state = 12345;
  for (std::uint32_t& word : words) word = (state = state * 1664525 + 1013904223) >> 4;
  return words;
}

void measure(std::size_t n, int runs) {
  const std::vector<std::uint32_t> in = random_words(n);
  std::vector<std::uint32_t> expected(n);
  std::exclusive_scan(in.begin(), in.end(), expected.begin(), std::uint32_t{0});
  lab::device_buffer<std::uint32_t> d_in(in), d_out(n);

  double cub_ms = 0;
  const auto report = [&](const std::string& name, const version& run, bool is_scan = true) {
    d_out.fill_bytes(0xff);
    const double ms = median_ms(run, runs);
    if (is_scan && d_out.download() != expected) {
      std::fprintf(stderr, "%s is wrong at n = %zu\n", name.c_str(), n);
      std::exit(EXIT_FAILURE);
    }
    if (name == "cub") cub_ms = ms;
    std::printf("%s,%zu,%.5f,%.1f,", name.c_str(), n, ms, 8e-6 * static_cast<double>(n) / ms);
    if (cub_ms > 0) std::printf("%.3f", cub_ms / ms);
    std::printf("\n");
    std::fflush(stdout);
  };

#if HAS_CUB
  std::size_t bytes = 0;
  CUDA_CHECK(cub::DeviceScan::ExclusiveSum(nullptr, bytes, d_in.data(), d_out.data(), n));
  lab::device_buffer<unsigned char> d_temporary(bytes);
  report("cub", [&](lab::phase_timer& timer) {
    lab::timed_phase phase(&timer, "scan");
    CUDA_CHECK(cub::DeviceScan::ExclusiveSum(d_temporary.data(), bytes, d_in.data(), d_out.data(), n));
  });
#endif
  report(
      "copy",
      [&](lab::phase_timer& timer) {
        lab::timed_phase phase(&timer, "copy");
        CUDA_CHECK(cudaMemcpyAsync(d_out.data(), d_in.data(), d_in.bytes(), cudaMemcpyDeviceToDevice));
      },
      false);

  using scan = lab::status (*)(const scan_job&, unsigned, lab::phase_timer*);
  const std::pair<const char*, scan> scans[] = {
      {"three_kernels", scan_any_size}, {"cooperative", scan_cooperative}, {"single_pass", scan_single_pass}};
  const scan_job job{d_in.data(), d_out.data(), n, scan_kind::exclusive};
  for (const auto& named : scans)
    for (const unsigned block_size : {128u, 256u, 512u, 1024u})
      report(std::string(named.first) + "/" + std::to_string(block_size), [&](lab::phase_timer& timer) {
        const lab::status status = named.second(job, block_size, &timer);
        if (!status.ok()) throw std::runtime_error(status.message());
      });
}

}  // namespace

int main(int argc, char** argv) {
  const int largest = argc > 1 ? std::atoi(argv[1]) : 28, runs = argc > 2 ? std::atoi(argv[2]) : 21;
  const int smallest = argc > 3 ? std::atoi(argv[3]) : std::min(16, largest);
  if (largest < 10 || largest > 32 || runs < 1 || smallest < 10 || smallest > largest) {
    std::fprintf(stderr, "usage: %s [largest log2(n), 10 to 32] [runs, at least 1] [smallest log2(n)]\n",
                 argv[0]);
    return EXIT_FAILURE;
  }
  try {
    std::printf("version,n,ms_median,GB_s,fraction_of_cub\n");
    for (int log2 = smallest; log2 <= largest; log2 += 2) measure(std::size_t{1} << log2, runs);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}

// SPDX-License-Identifier: Apache-2.0
// Measures the sorts of labs 04 and 05, the source's Level 1 and 2, Thrust and CUB, phase by phase, as CSV:
//
//   nvcc -O3 -std=c++17 -arch=native -Icommon -Ilabs/04_multiblock_radix -Ilabs/05_level2_local_sort
//        -Isolutions/05_level2_local_sort -o bench_radix grader/labs/05_level2_local_sort/bench.cu
//        solutions/04_multiblock_radix/multiblock_radix.cu
//        solutions/05_level2_local_sort/level2_local_sort.cu
//   ./bench_radix sizes [largest log2(n), 28] [runs per line, 15] > sizes.csv
//   ./bench_radix sweep [n, 16777217] [runs] > sweep.csv       digit bits x block size
//   ./bench_radix source [n, 16777217] [runs] > source.csv     source 002's table, then the labs' sorts in
//   the
//                                                              same shape and in their own shape
//
// Times are medians in ms, on random keys. total_ms is the sum of the phases, without the allocation of the
// histogram; call_ms includes it. Thrust's time includes its memory allocation; CUB's does not.
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
#include "lab/cuda_check.h"
#include "lab/device_buffer.h"
#include "lab/phase_timer.h"
#include "lab/source_002.h"
#include "level2_local_sort.h"
#include "multiblock_radix.h"

#if defined(__CUDACC__) && !defined(__SIMCU__)
#include <thrust/execution_policy.h>
#include <thrust/sort.h>

#include <cub/device/device_radix_sort.cuh>
#define HAS_CUB 1
#else
#define HAS_CUB 0
#endif

namespace {

using words = std::vector<std::uint32_t>;
using version = std::function<void(lab::phase_timer&)>;

// The keys, the arrays that a sort needs, and the right result.
struct problem {
  explicit problem(std::size_t n, int runs_)
      : keys(bench::random_words(n, 12345)),
        expected(keys),
        d_first(keys),
        d_keys(n),
        d_scratch(n),
        runs(runs_) {
    std::sort(expected.begin(), expected.end());
  }
  words keys, expected;
  lab::device_buffer<std::uint32_t> d_first, d_keys, d_scratch;
  int runs;
};

// `result` has the sorted keys afterwards.
void measure(problem& p, const std::string& name, int bits, lab::tiling t,
             lab::device_buffer<std::uint32_t>& result, const version& run) {
  std::vector<double> phase_ms[4], total, call;  // histogram, scan, scatter, copy
  const char* const names[4] = {"histogram", "scan", "scatter", "copy"};
  for (int i = 0; i < p.runs + 2; ++i) {  // the first two are for warming up
    CUDA_CHECK(cudaMemcpy(p.d_keys.data(), p.d_first.data(), p.d_keys.bytes(), cudaMemcpyDeviceToDevice));
    CUDA_CHECK(cudaDeviceSynchronize());
    lab::phase_timer timer, whole;
    whole.start("call");
    run(timer);
    whole.stop();
    if (i == 0 && result.download() != p.expected) {
      std::fprintf(stderr, "%s is wrong at n = %zu, bits %d, block size %u, tile %u\n", name.c_str(),
                   p.keys.size(), bits, t.block_size, t.tile);
      std::exit(EXIT_FAILURE);
    }
    if (i < 2) continue;
    for (int k = 0; k < 4; ++k) {
      double ms = 0;
      for (const lab::phase_time& phase : timer.phases())
        if (phase.name == names[k]) ms = phase.ms;
      phase_ms[k].push_back(ms);
    }
    total.push_back(timer.total_ms());
    call.push_back(whole.total_ms());
  }
  const double ms = bench::median(total);
  std::printf("%s,%zu,%d,%u,%u,%.4f,%.4f,%.4f,%.4f,%.4f,%.4f,%.2f\n", name.c_str(), p.keys.size(), bits,
              t.block_size, t.tile, bench::median(phase_ms[0]), bench::median(phase_ms[1]),
              bench::median(phase_ms[2]), bench::median(phase_ms[3]), ms, bench::median(call),
              1e-6 * static_cast<double>(p.keys.size()) / ms);
  std::fflush(stdout);
}

void require(const lab::status& status) {
  if (!status.ok()) throw std::runtime_error(status.message());
}

void measure_labs(problem& p, int bits, lab::tiling t) {
  measure(p, "lab04", bits, t, p.d_keys, [&](lab::phase_timer& timer) {
    require(multiblock_radix::sort(p.d_keys.data(), p.d_scratch.data(), p.keys.size(), bits, t, &timer));
  });
  measure(p, "lab05", bits, t, p.d_keys, [&](lab::phase_timer& timer) {
    require(level2_local_sort::sort(p.d_keys.data(), p.d_scratch.data(), p.keys.size(), bits, t, &timer));
  });
}

void measure_libraries([[maybe_unused]] problem& p) {
#if HAS_CUB
  const auto n = static_cast<std::uint32_t>(p.keys.size());
  measure(p, "thrust", 0, {0, 0}, p.d_keys, [&](lab::phase_timer& timer) {
    lab::timed_phase phase(&timer, "sort");
    thrust::sort(thrust::device, p.d_keys.data(), p.d_keys.data() + n);
  });
  std::size_t bytes = 0;
  CUDA_CHECK(cub::DeviceRadixSort::SortKeys(nullptr, bytes, p.d_keys.data(), p.d_scratch.data(), n));
  lab::device_buffer<unsigned char> d_temporary(bytes);
  measure(p, "cub", 0, {0, 0}, p.d_scratch, [&](lab::phase_timer& timer) {
    lab::timed_phase phase(&timer, "sort");
    CUDA_CHECK(
        cub::DeviceRadixSort::SortKeys(d_temporary.data(), bytes, p.d_keys.data(), p.d_scratch.data(), n));
  });
#endif
}

// The keys are on the device. docs/measurements/source_002.cu measures the other readings of the source.
void measure_source(problem& p) {
  for (const int level : {1, 2})
    measure(p, "source_level" + std::to_string(level), 4, {512, 512}, p.d_keys, [&](lab::phase_timer& timer) {
      lab::source::sort_on_device(level, p.d_keys.data(), p.d_scratch.data(), static_cast<int>(p.keys.size()),
                                  &timer);
    });
}

void sizes(int largest, int runs) {
  std::vector<std::size_t> all;
  for (int log2 = std::min(16, largest); log2 <= largest; log2 += 2) {
    all.push_back(std::size_t{1} << log2);
    if (log2 == 24) all.push_back((std::size_t{1} << log2) + 1);
  }
  for (const std::size_t n : all) {
    problem p(n, runs);
    measure_libraries(p);
    if (n <= std::size_t{1} << 26) measure_source(p);
    measure_labs(p, 8, {256, 4096});
    measure_labs(p, 8, {512, 8192});
  }
}

void sweep(std::size_t n, int runs) {
  problem p(n, runs);
  measure_libraries(p);
  for (int bits = 1; bits <= lab::kMaxBits; ++bits)
    for (const unsigned block_size : {64u, 128u, 256u, 512u, 1024u})
      measure_labs(p, bits, {block_size, std::min(lab::kMaxItems * block_size, lab::kMaxTile)});
  for (const unsigned items : {1u, 4u, 8u, 16u}) measure_labs(p, 8, {256, 256 * items});
}

void of_source(std::size_t n, int runs) {
  problem p(n, runs);
  measure_source(p);
  measure_labs(p, 4, {512, 512});
  measure_labs(p, 8, {256, 4096});
  measure_labs(p, 8, {512, 8192});
  measure_libraries(p);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  const long size = argc > 2 ? std::atol(argv[2]) : 0, runs = argc > 3 ? std::atol(argv[3]) : 15;
  const bool of_sizes = what == "sizes";
  if ((!of_sizes && what != "sweep" && what != "source") || size < 0 || (of_sizes && size > 31) || runs < 1) {
    std::fprintf(
        stderr,
        "usage: %s sizes [largest log2(n)] [runs]\n       %s sweep [n] [runs]\n       %s source [n] [runs]\n",
        argv[0], argv[0], argv[0]);
    return EXIT_FAILURE;
  }
  try {
    std::printf(
        "version,n,bits,block_size,tile,histogram_ms,scan_ms,scatter_ms,copy_ms,total_ms,call_ms,Gkeys_s\n");
    const std::size_t n = size > 0 ? static_cast<std::size_t>(size) : 16777217;
    if (of_sizes)
      sizes(size > 0 ? static_cast<int>(size) : 28, static_cast<int>(runs));
    else if (what == "sweep")
      sweep(n, static_cast<int>(runs));
    else
      of_source(n, static_cast<int>(runs));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}

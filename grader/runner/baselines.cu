// SPDX-License-Identifier: Apache-2.0
// The exercises baseline_sort and baseline_scan take the buffer `in` (uint32), and report one phase per
// baseline, whose results are compared with the standard library's. Thrust's time includes allocating its
// temporary memory; CUB's does not. The exercise baseline_source sorts `keys` as source 002 does; the
// parameter `level` is 1 or 2 (lab/source_002.h).
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "lab/device_buffer.h"
#include "lab/phase_timer.h"
#include "lab/source_002.h"
#include "runner.h"

#ifndef __SIMCU__
#include <thrust/execution_policy.h>
#include <thrust/scan.h>
#include <thrust/sort.h>

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#endif

namespace {

using words = std::vector<std::uint32_t>;

words download(const runner::buffer<std::uint32_t>& in) {
  words values(in.size());
  CUDA_CHECK(cudaMemcpy(values.data(), in.data(), in.size() * sizeof(std::uint32_t), cudaMemcpyDeviceToHost));
  return values;
}

#ifndef __SIMCU__

constexpr int kRuns = 7;

// Calls work(out), which works in place. Reports the median, without a first call that loads the kernels.
template <class Work>
void measure(runner::call& call, const char* name, const runner::buffer<std::uint32_t>& in,
             const words& expected, Work work) {
  lab::device_buffer<std::uint32_t> d_out(in.size());
  std::vector<double> ms;
  for (int run = 0; run <= kRuns; ++run) {
    CUDA_CHECK(cudaMemcpy(d_out.data(), in.data(), d_out.bytes(), cudaMemcpyDeviceToDevice));
    lab::phase_timer timer;
    timer.start(name);
    work(d_out.data());
    timer.stop();
    if (run > 0) ms.push_back(timer.total_ms());
  }
  if (d_out.download() != expected) throw std::logic_error(std::string(name) + " gave a wrong result");
  std::nth_element(ms.begin(), ms.begin() + kRuns / 2, ms.end());
  call.report_phase(name, ms[kRuns / 2]);
}

// For CUB's interface: function(temporary, bytes, out) only sets `bytes` if `temporary` is null.
template <class Function>
void measure_cub(runner::call& call, const char* name, const runner::buffer<std::uint32_t>& in,
                 const words& expected, Function function) {
  std::size_t bytes = 0;
  CUDA_CHECK(function(nullptr, bytes, nullptr));
  lab::device_buffer<unsigned char> d_temporary(bytes);
  measure(call, name, in, expected,
          [&](std::uint32_t* d_out) { CUDA_CHECK(function(d_temporary.data(), bytes, d_out)); });
}

// One type for all counts, so that each algorithm is compiled only once.
std::uint32_t count_of(const runner::buffer<std::uint32_t>& in) {
  if (in.size() > 0xffffffffu) throw std::length_error("baselines accept fewer than 2^32 numbers");
  return static_cast<std::uint32_t>(in.size());
}

#endif

}  // namespace

RUNNER_EXERCISE(baseline_sort) {
  const auto in = call.device<std::uint32_t>("in");
  words expected = download(in);
  lab::phase_timer timer;
  timer.start("std::sort");
  std::sort(expected.begin(), expected.end());
  timer.stop();
  call.report(timer);
#ifndef __SIMCU__
  const std::uint32_t n = count_of(in);
  measure(call, "thrust::sort", in, expected,
          [&](std::uint32_t* d_out) { thrust::sort(thrust::device, d_out, d_out + n); });
  measure_cub(call, "cub::DeviceRadixSort", in, expected,
              [&](void* d_temporary, std::size_t& bytes, std::uint32_t* d_out) {
                return cub::DeviceRadixSort::SortKeys(d_temporary, bytes, in.data(), d_out, n);
              });
#endif
}

RUNNER_EXERCISE(baseline_scan) {
  const auto in = call.device<std::uint32_t>("in");
  words expected = download(in);
  lab::phase_timer timer;
  timer.start("std::exclusive_scan");
  std::exclusive_scan(expected.begin(), expected.end(), expected.begin(), std::uint32_t{0});
  timer.stop();
  call.report(timer);
#ifndef __SIMCU__
  const std::uint32_t n = count_of(in);
  measure(call, "thrust::exclusive_scan", in, expected, [&](std::uint32_t* d_out) {
    thrust::exclusive_scan(thrust::device, in.data(), in.data() + n, d_out, std::uint32_t{0});
  });
  measure_cub(call, "cub::DeviceScan", in, expected,
              [&](void* d_temporary, std::size_t& bytes, std::uint32_t* d_out) {
                return cub::DeviceScan::ExclusiveSum(d_temporary, bytes, in.data(), d_out, n);
              });
#endif
}

RUNNER_EXERCISE(baseline_source) {
  const auto keys = call.device<std::uint32_t>("keys");
  const auto scratch = call.device<std::uint32_t>("scratch");
  if (keys.size() > 0x7fffffff) throw std::length_error("source 002 counts with int");
  lab::phase_timer timer;
  lab::source::sort_on_device(static_cast<int>(call.param("level")), keys.data(), scratch.data(),
                              static_cast<int>(keys.size()), &timer);
  call.report(timer);
}

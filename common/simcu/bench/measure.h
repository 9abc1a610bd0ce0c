// SPDX-License-Identifier: Apache-2.0
// Checked calls and timers for the benchmark's CUDA programs, which print one "name value" line per result.
#pragma once
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>

inline void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
  std::exit(EXIT_FAILURE);
}

inline void require(bool right, const char* what) {
  if (right) return;
  std::fprintf(stderr, "%s gave a wrong result.\n", what);
  std::exit(EXIT_FAILURE);
}

template <class Work>
double shortest(int runs, Work work) {
  double best = 1e30;
  for (int run = 0; run < runs; ++run) {
    const auto start = std::chrono::steady_clock::now();
    work();
    check(cudaDeviceSynchronize());
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return best;
}

// Measures CPU time on this thread, which runs the kernels under --check and with one worker, so other load
// on the machine does not count.
template <class Work>
double least_processor_time(int runs, Work work) {
  const auto now = [] {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
  };
  double best = 1e30;
  for (int run = 0; run < runs; ++run) {
    const double start = now();
    work();
    check(cudaDeviceSynchronize());
    best = std::min(best, now() - start);
  }
  return best;
}

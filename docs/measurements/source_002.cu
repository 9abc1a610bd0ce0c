// SPDX-License-Identifier: Apache-2.0
// Measures source 002's Level 1 and Level 2 (common/lab/source_002.h), for each reading of what its text
// leaves open, and prints CSV. measure_h200.sh compiles it and runs it:
//
//   ./source_002 [n, 16777217] [runs, 5]
//
// Columns:
//   keys     "device" if only counters are copied; "host" if all keys are, for each histogram and scatter
//   arrays   "call" if each of the source's two functions allocates device arrays, "sort" if the sort does
//   parts    the number of parts, each in its own stream, in which keys are copied, processed and copied back
//   call_ms  the time of the whole call
//
// Rows at k = 4 and 512 threads come first, then the readings that fit best over k and the block size. A
// `bus` row copies n keys once, in the phase that would contain the copy ("histogram" up, "scatter" down).
// Times are medians in ms of checked runs with fresh random keys.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "../../grader/labs/bench.h"
#include "lab/source_002.h"

namespace {

using lab::source::host_array;
using word = std::uint32_t;

struct reading {
  int level;
  bool keys_on_host;
  lab::source::shape shape;
  lab::source::transfers how;
};

class redone_table {
 public:
  redone_table(int n, int runs)
      : n_(n),
        runs_(runs),
        pageable_(n, false),
        pageable_scratch_(n, false),
        pinned_(n, true),
        pinned_scratch_(n, true),
        d_keys_(n),
        d_scratch_(n) {
    for (int run = 0; run < runs; ++run) problems_.push_back(draw());
  }

  void measure(const reading& r) {
    const char* const names[3] = {"histogram", "scan", "scatter"};
    std::vector<double> phase_ms[3], total, call;
    for (int run = -1; run < runs_; ++run) {  // the first run is not counted
      const problem& p = problems_[std::max(run, 0)];
      word* const keys = (r.how.pinned ? pinned_ : pageable_).data();
      word* const scratch = (r.how.pinned ? pinned_scratch_ : pageable_scratch_).data();
      if (r.keys_on_host)
        std::copy(p.keys.begin(), p.keys.end(), keys);
      else
        d_keys_.upload(p.keys);
      CUDA_CHECK(cudaDeviceSynchronize());
      lab::phase_timer timer, whole;
      whole.start("call");
      if (r.keys_on_host)
        lab::source::sort_on_host(r.level, keys, scratch, n_, &timer, r.shape, r.how);
      else
        lab::source::sort_on_device(r.level, d_keys_.data(), d_scratch_.data(), n_, &timer, r.shape);
      whole.stop();
      const double call_ms = whole.total_ms();
      if (!r.keys_on_host) d_keys_.download(keys);
      if (!std::equal(p.expected.begin(), p.expected.end(), keys)) throw std::runtime_error("a wrong result");
      if (run < 0) continue;
      for (int i = 0; i < 3; ++i)
        for (const lab::phase_time& phase : timer.phases())
          if (phase.name == names[i]) phase_ms[i].push_back(phase.ms);
      total.push_back(timer.total_ms());
      call.push_back(call_ms);
    }
    std::printf("Level %d,%s,%s,%s,%d,%d,%d,%d,%.3f,%.3f,%.3f,%.3f,%.3f\n", r.level,
                r.keys_on_host ? "host" : "device", r.how.pinned ? "pinned" : "pageable",
                r.how.keep || !r.keys_on_host ? "sort" : "call", r.how.parts, n_, r.shape.k,
                r.shape.block_size, bench::median(phase_ms[0]), bench::median(phase_ms[1]),
                bench::median(phase_ms[2]), bench::median(total), bench::median(call));
    std::fflush(stdout);
  }

  void bus(bool pinned) {
    word* const keys = (pinned ? pinned_ : pageable_).data();
    std::vector<double> up, down;
    for (int run = -1; run < runs_; ++run) {
      lab::phase_timer timer;
      timer.start("up");
      d_keys_.upload(keys);
      timer.stop();
      timer.start("down");
      d_keys_.download(keys);
      timer.stop();
      if (run < 0) continue;
      up.push_back(timer.phases()[0].ms);
      down.push_back(timer.phases()[1].ms);
    }
    std::printf("bus,host,%s,sort,1,%d,0,0,%.3f,0,%.3f,%.3f,0\n", pinned ? "pinned" : "pageable", n_,
                bench::median(up), bench::median(down), bench::median(up) + bench::median(down));
  }

 private:
  struct problem {
    std::vector<word> keys, expected;
  };
  // Two passes of 16 bits; std::sort would take longer than the whole measurement.
  problem draw() {
    problem p{std::vector<word>(n_), std::vector<word>(n_)};
    for (word& key : p.keys) key = static_cast<word>(random_());
    std::vector<word> sorted = p.keys;
    for (int shift = 0; shift < 32; shift += 16) {
      std::vector<std::size_t> starts((1 << 16) + 1);
      for (const word key : sorted) ++starts[((key >> shift) & 0xffff) + 1];
      for (std::size_t d = 0; d < 1 << 16; ++d) starts[d + 1] += starts[d];
      for (const word key : sorted) p.expected[starts[(key >> shift) & 0xffff]++] = key;
      sorted.swap(p.expected);
    }
    p.expected.swap(sorted);
    return p;
  }

  int n_, runs_;
  std::mt19937 random_{std::random_device{}()};
  std::vector<problem> problems_;
  host_array<word> pageable_, pageable_scratch_, pinned_, pinned_scratch_;
  lab::device_buffer<word> d_keys_, d_scratch_;
};

}  // namespace

int main(int argc, char** argv) {
  const long n = argc > 1 ? std::atol(argv[1]) : 16777217, runs = argc > 2 ? std::atol(argv[2]) : 5;
  if (n < 1 || n > 0x7fffffff || runs < 1) {
    std::fprintf(stderr, "usage: %s [n, 1 to 2^31 - 1] [runs, at least 1]\n", argv[0]);
    return EXIT_FAILURE;
  }
  try {
    std::puts(
        "version,keys,memory,arrays,parts,n,k,block_size,histogram_ms,scan_ms,scatter_ms,total_ms,call_ms");
    redone_table b(static_cast<int>(n), static_cast<int>(runs));
    for (const bool pinned : {false, true}) b.bus(pinned);
    for (const int level : {1, 2}) {
      b.measure({level, false, {}, {}});
      b.measure({level, true, {}, {}});
      b.measure({level, true, {}, {true}});
      b.measure({level, true, {}, {true, true}});
      for (const int parts : {2, 4, 8, 16}) b.measure({level, true, {}, {true, true, parts}});
    }
    for (const int k : {2, 4, 8})
      for (const int block_size : {256, 512, 1024})
        for (const int level : {1, 2}) {
          if (k == 4 && block_size == 512) continue;
          b.measure({level, false, {k, block_size}, {}});
          b.measure({level, true, {k, block_size}, {}});
        }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}

// SPDX-License-Identifier: Apache-2.0
// Measures all labs' sorts, std::sort, and Thrust's and CUB's sorts in one run, and prints CSV.
// measure_h200.sh compiles it with the labs' reference solutions and runs it:
//
//   ./all_sorts sizes [from log2(n), 10] [to, 28] [runs, 7]
//       uniform keys, and 2^24 + 1 keys if that is between the limits
//   ./all_sorts device_sizes …
//       the same, and pairs up to 2^28; not the host's sorts
//   ./all_sorts device_families [runs, 5]
//       all families at six sizes from 2^12 to 2^28, keys and pairs; not the host's sorts
//   ./all_sorts families [log2(n), 24] [runs, 7] [first] [last]
//       families, 0 to 7: keys, then pairs
//   ./all_sorts phases [log2(n), 24] [runs, 7]
//       the radix sorts' phases, all families, keys
//   ./all_sorts memory
//       the device memory that CUB's sorts take
//
// Each run has fresh keys, made and checked on the device: the result must be sorted and have the same keys.
// A pair's value is the place from which its key came. In stable sorts, equal keys must keep their order.
//
// A device sort's time is that of the whole call between two events, with the keys on the device. It includes
// allocations, except for CUB and lab 08, whose memory is allocated before. std_sort and lab02 run
// on one core; std_sort_all_cores is libstdc++'s parallel mode (OpenMP). For pairs, both std sorts are
// stable. `copy`, a cudaMemcpy on the device, reads and writes each key or pair once. The first run is not
// counted. With 1 run, which is for a profiler, nothing is sorted on the host.
#include <cuda_runtime.h>
#include <thrust/execution_policy.h>
#include <thrust/sort.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cub/device/device_merge_sort.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <functional>
#include <parallel/algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "bitonic.h"
#include "bucket_merge.h"
#include "cub_memory.cuh"
#include "enumeration.h"
#include "families.cuh"
#include "hybrid_radix.h"
#include "lab/cuda_check.h"
#include "lab/device_buffer.h"
#include "lab/source_002.h"
#include "level2_local_sort.h"
#include "multiblock_radix.h"
#include "radix_cpu.h"

namespace {

using word = families::word;
using buffer = lab::device_buffer<word>;
using families::kFamilies;
using families::look_at;
using families::make_keys;

void require(const lab::status& status) {
  if (!status.ok()) throw std::runtime_error(status.message());
}

struct pair {
  word key, value;
};

struct smaller : cub_memory::smaller {
  using cub_memory::smaller::operator();
  bool operator()(pair a, pair b) const { return a.key < b.key; }
};

// function(null, bytes) sets `bytes` to what a CUB sort needs.
template <class Function>
lab::device_buffer<unsigned char> room_for(Function function) {
  std::size_t bytes = 0;
  CUDA_CHECK(function(nullptr, bytes));
  return lab::device_buffer<unsigned char>(std::max<std::size_t>(bytes, 1));
}

class bench {
 public:
  bench(std::size_t n, bool pairs, int runs, bool host)
      : n_(n),
        pairs_(pairs),
        host_(host),
        runs_(runs),
        first_(n),
        keys_(n),
        scratch_(n),
        values_(pairs ? n : 0),
        scratch_values_(pairs ? n : 0),
        seen_(pairs ? (n + 31) / 32 : 0),
        found_(3) {}

  void measure_all(int family) {
    family_ = family;
    host_sorts();
    word *k = keys_.data(), *s = scratch_.data(), *v = values_.data(), *sv = scratch_values_.data();
    device("copy", nullptr, nullptr, false, [&] {
      CUDA_CHECK(cudaMemcpyAsync(s, k, keys_.bytes(), cudaMemcpyDeviceToDevice));
      if (pairs_) CUDA_CHECK(cudaMemcpyAsync(sv, v, values_.bytes(), cudaMemcpyDeviceToDevice));
    });
    const lab::tiling tiles{256, 4096}, large_tiles{512, 8192};
    if (pairs_) {
      device("lab04", k, v, true, [&] { require(multiblock_radix::sort_pairs(k, v, s, sv, n_, 8, tiles)); });
      device("lab05", k, v, true,
             [&] { require(level2_local_sort::sort_pairs(k, v, s, sv, n_, 8, large_tiles)); });
      device("lab07", k, v, false, [&] { require(bitonic::sort_pairs(k, v, n_)); });
      buffer room(hybrid_radix::pairs_workspace_words(n_));
      device("lab08", k, v, true,
             [&] { require(hybrid_radix::sort_pairs(k, v, s, sv, n_, room.data(), room.size())); });
      device("thrust", k, v, false, [&] { thrust::sort_by_key(thrust::device, k, k + n_, v); });
      cub_pairs();
      return;
    }
    if (n_ <= std::size_t{1} << 19) {
      buffer ranks(n_);
      device("lab01_direct", s, nullptr, false, [&] { require(enumeration::sort_direct(k, s, n_, 256)); });
      device("lab01_two_level", s, nullptr, false,
             [&] { require(enumeration::sort_two_level(k, s, ranks.data(), n_, 0)); });
    }
    if (n_ <= std::size_t{1} << 24)
      for (const int level : {1, 2})
        device("source_level" + std::to_string(level), k, nullptr, false,
               [&] { lab::source::sort_on_device(level, k, s, static_cast<int>(n_), nullptr); });
    device("lab04", k, nullptr, false, [&] { require(multiblock_radix::sort(k, s, n_, 8, tiles)); });
    device("lab05", k, nullptr, false, [&] { require(level2_local_sort::sort(k, s, n_, 8, large_tiles)); });
    device("lab06", k, nullptr, false, [&] { require(bucket_merge::sort_any(k, s, n_, 256)); });
    device("lab07", k, nullptr, false, [&] { require(bitonic::sort(k, n_)); });
    buffer room(hybrid_radix::workspace_words(n_));
    device("lab08", k, nullptr, false,
           [&] { require(hybrid_radix::sort(k, s, n_, room.data(), room.size())); });
    device("thrust", k, nullptr, false, [&] { thrust::sort(thrust::device, k, k + n_); });
    cub_keys();
  }

  void measure_phases(int family) {
    family_ = family;
    word *k = keys_.data(), *s = scratch_.data();
    const lab::tiling tiles{256, 4096};
    for (const int level : {1, 2})
      phases("source_level" + std::to_string(level), [&](lab::phase_timer* timer) {
        lab::source::sort_on_device(level, k, s, static_cast<int>(n_), timer);
      });
    phases("lab04",
           [&](lab::phase_timer* timer) { require(multiblock_radix::sort(k, s, n_, 8, tiles, timer)); });
    phases("lab05",
           [&](lab::phase_timer* timer) { require(level2_local_sort::sort(k, s, n_, 8, tiles, timer)); });
  }

 private:
  void phases(const std::string& name, const std::function<void(lab::phase_timer*)>& sort) {
    std::vector<std::string> names;
    std::vector<std::vector<double>> ms;
    for (int run = -1; run < runs_; ++run) {
      make();
      CUDA_CHECK(cudaDeviceSynchronize());
      lab::phase_timer timer;
      sort(&timer);
      check(name, keys_.data(), nullptr, true);
      if (run < 0) continue;
      ms.resize(timer.phases().size());
      names.clear();
      for (const lab::phase_time& phase : timer.phases()) {
        ms[names.size()].push_back(phase.ms);
        names.push_back(phase.name);
      }
    }
    for (std::size_t i = 0; i < names.size(); ++i) print(name + " " + names[i], ms[i]);
  }

  void cub_keys() {
    word *k = keys_.data(), *s = scratch_.data();
    const word* in = k;
    measure_cub("cub_merge_sort", k, nullptr, true, [&](void* room, std::size_t& bytes) {
      return cub::DeviceMergeSort::SortKeys(room, bytes, k, n_, smaller{});
    });
    measure_cub("cub_radix_sort", s, nullptr, true, [&](void* room, std::size_t& bytes) {
      return cub::DeviceRadixSort::SortKeys(room, bytes, in, s, n_);
    });
    measure_cub("cub_radix_double_buffer", k, nullptr, true, [&](void* room, std::size_t& bytes) {
      cub::DoubleBuffer<word> both(k, s);  // the number of passes determines which of both has the result
      const cudaError_t error = cub::DeviceRadixSort::SortKeys(room, bytes, both, n_);
      result_ = both.Current();
      return error;
    });
    result_ = nullptr;
  }

  void cub_pairs() {
    word *k = keys_.data(), *s = scratch_.data(), *v = values_.data(), *sv = scratch_values_.data();
    const word *in = k, *in_values = v;
    measure_cub("cub_merge_sort", k, v, true, [&](void* room, std::size_t& bytes) {
      return cub::DeviceMergeSort::StableSortPairs(room, bytes, k, v, n_, smaller{});
    });
    measure_cub("cub_radix_sort", s, sv, true, [&](void* room, std::size_t& bytes) {
      return cub::DeviceRadixSort::SortPairs(room, bytes, in, s, in_values, sv, n_);
    });
    measure_cub("cub_radix_double_buffer", k, v, true, [&](void* room, std::size_t& bytes) {
      cub::DoubleBuffer<word> both(k, s), both_values(v, sv);
      const cudaError_t error = cub::DeviceRadixSort::SortPairs(room, bytes, both, both_values, n_);
      result_ = both.Current();
      result_values_ = both_values.Current();
      return error;
    });
    result_ = result_values_ = nullptr;
  }

  template <class Function>
  void measure_cub(const char* name, const word* result, const word* values, bool stable, Function function) {
    lab::device_buffer<unsigned char> room = room_for(function);
    std::size_t bytes = room.size();
    device(name, result, values, stable, [&] { CUDA_CHECK(function(room.data(), bytes)); });
  }

  void host_sorts() {
    if (!host_ || runs_ == 1 || n_ > std::size_t{1} << 26) return;
    std::vector<word> keys(n_), values(values_.size()), scratch(n_), scratch_values(values_.size());
    host("lab02", keys, values, [&] {
      require(pairs_ ? radix_cpu::sort_pairs(keys.data(), values.data(), scratch.data(),
                                             scratch_values.data(), n_, 11)
                     : radix_cpu::sort(keys.data(), scratch.data(), n_, 11));
    });
    if (pairs_) {
      std::vector<pair> both(n_);
      const auto with = [&](auto sort) { return [&, sort] { sort(both.begin(), both.end(), smaller{}); }; };
      host("std_sort", keys, values, with([](auto a, auto b, auto less) { std::stable_sort(a, b, less); }),
           &both);
      host("std_sort_all_cores", keys, values,
           with([](auto a, auto b, auto less) { __gnu_parallel::stable_sort(a, b, less); }), &both);
      return;
    }
    if (n_ <= std::size_t{1} << 25)
      host("std_sort", keys, values, [&] { std::sort(keys.begin(), keys.end()); });
    host("std_sort_all_cores", keys, values, [&] { __gnu_parallel::sort(keys.begin(), keys.end()); });
  }

  // sort() sorts `keys` and `values`, or `both`.
  void host(const char* name, std::vector<word>& keys, std::vector<word>& values,
            const std::function<void()>& sort, std::vector<pair>* both = nullptr) {
    std::vector<double> ms;
    for (int run = -1; run < runs_; ++run) {
      make();
      keys_.download(keys.data());
      values_.download(values.data());
      if (both != nullptr)
        for (std::size_t i = 0; i < n_; ++i) (*both)[i] = {keys[i], values[i]};
      const auto begin = std::chrono::steady_clock::now();
      sort();
      const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
      if (both != nullptr)
        for (std::size_t i = 0; i < n_; ++i) keys[i] = (*both)[i].key, values[i] = (*both)[i].value;
      keys_.upload(keys.data());
      values_.upload(values.data());
      check(name, keys_.data(), values_.data(), pairs_);
      if (run >= 0) ms.push_back(took.count());
    }
    print(name, ms);
  }

  // The sorted keys are in `result`, and their values in `values`; null if there are none.
  void device(const std::string& name, const word* result, const word* values, bool stable,
              const std::function<void()>& sort) {
    cudaEvent_t begin, end;
    CUDA_CHECK(cudaEventCreate(&begin));
    CUDA_CHECK(cudaEventCreate(&end));
    std::vector<double> ms;
    for (int run = -1; run < runs_; ++run) {
      make();
      CUDA_CHECK(cudaDeviceSynchronize());
      CUDA_CHECK(cudaEventRecord(begin));
      sort();
      CUDA_CHECK(cudaEventRecord(end));
      CUDA_CHECK(cudaEventSynchronize(end));
      float took = 0;
      CUDA_CHECK(cudaEventElapsedTime(&took, begin, end));
      if (result != nullptr)
        check(name, result_ != nullptr ? result_ : result,
              result_values_ != nullptr ? result_values_ : values, stable);
      if (run >= 0) ms.push_back(took);
    }
    print(name, ms);
    CUDA_CHECK(cudaEventDestroy(begin));
    CUDA_CHECK(cudaEventDestroy(end));
  }

  static constexpr int kBlocks = 1056, kThreads = 256;

  void make() {
    make_keys<<<kBlocks, kThreads>>>(family_, ++seed_, n_, first_.data(), values_.data());
    CUDA_CHECK_LAUNCH("make_keys");
    CUDA_CHECK(cudaMemcpy(keys_.data(), first_.data(), keys_.bytes(), cudaMemcpyDeviceToDevice));
    found_.fill_bytes(0);
    const word* none = nullptr;
    look_at<<<kBlocks, kThreads>>>(first_.data(), none, none, nullptr, false, n_, found_.data());
    CUDA_CHECK_LAUNCH("look_at");
    made_ = found_.download();
    scratch_.fill_bytes(0xee);
  }

  void check(const std::string& name, const word* keys, const word* values, bool stable) {
    found_.fill_bytes(0);
    seen_.fill_bytes(0);
    look_at<<<kBlocks, kThreads>>>(keys, values, first_.data(), seen_.data(), stable, n_, found_.data());
    CUDA_CHECK_LAUNCH("look_at");
    const std::vector<unsigned long long> found = found_.download();
    if (found[0] != 0 || found[1] != made_[1] || found[2] != made_[2])
      throw std::runtime_error(name + " is wrong: " + kFamilies[family_] + ", n = " + std::to_string(n_) +
                               (pairs_ ? ", pairs" : ", keys"));
  }

  void print(const std::string& name, std::vector<double> ms) {
    std::sort(ms.begin(), ms.end());
    const double median = ms[ms.size() / 2];
    std::printf("%s,%s,%s,%zu,%zu,%.6f,%.6f,%.6f,%.6f\n", name.c_str(), pairs_ ? "pairs" : "keys",
                kFamilies[family_], n_, ms.size(), ms.front(), median, ms.back(),
                1e-6 * static_cast<double>(n_) / median);
    std::fflush(stdout);
  }

  std::size_t n_;
  bool pairs_, host_;
  int runs_, family_ = 0;
  word seed_ = 1;
  buffer first_, keys_, scratch_, values_, scratch_values_, seen_;
  lab::device_buffer<unsigned long long> found_;
  std::vector<unsigned long long> made_;
  const word *result_ = nullptr, *result_values_ = nullptr;  // set if the sort itself chose the array
};

void print_head() { std::puts("version,data,family,n,runs,ms_min,ms_median,ms_max,Gkeys_s"); }

int number(int argc, char** argv, int at, int otherwise, int least, int most) {
  if (argc <= at) return otherwise;
  const int value = std::atoi(argv[at]);
  if (value < least || value > most) throw std::invalid_argument(argv[at]);
  return value;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  try {
    if (what == "memory" && argc == 2) {
      cub_memory::print();
      return EXIT_SUCCESS;
    }
    if (what == "device_families") {
      const int runs = number(argc, argv, 2, 5, 1, 1000);
      print_head();
      for (const bool pairs : {false, true})
        for (const int log2 : {12, 14, 17, 20, 24, 28}) {
          bench b(std::size_t{1} << log2, pairs, runs, false);
          for (int family = 0; family < 8; ++family) b.measure_all(family);
        }
      return EXIT_SUCCESS;
    }
    const bool host = what != "device_sizes", sizes = what == "sizes" || !host, families = what == "families";
    if (!sizes && !families && what != "phases") throw std::invalid_argument(what);
    const int from = number(argc, argv, 2, sizes ? 10 : 24, 10, 30);
    const int to = sizes ? number(argc, argv, 3, 28, from, 30) : from;
    const int runs = number(argc, argv, sizes ? 4 : 3, 7, 1, 1000);
    const int first = families ? number(argc, argv, 4, 0, 0, 7) : 0;
    const int last = sizes ? 0 : families ? number(argc, argv, 5, 7, first, 7) : 7;
    print_head();
    for (const bool pairs : {false, true}) {
      if (pairs && !families && host) break;
      for (int log2 = from; log2 <= (pairs ? std::min(to, 28) : to); ++log2) {
        if (sizes && log2 == 25) bench((std::size_t{1} << 24) + 1, pairs, runs, host).measure_all(0);
        bench b(std::size_t{1} << log2, pairs, runs, host);
        for (int family = first; family <= last; ++family)
          what == "phases" ? b.measure_phases(family) : b.measure_all(family);
      }
    }
  } catch (const std::invalid_argument&) {
    std::fprintf(stderr,
                 "usage: %s sizes | device_sizes [from log2(n), 10 to 30] [to] [runs]\n"
                 "       %s device_families [runs]\n"
                 "       %s families [log2(n)] [runs] [first, 0 to 7] [last]\n"
                 "       %s phases [log2(n)] [runs]\n       %s memory\n",
                 argv[0], argv[0], argv[0], argv[0], argv[0]);
    return EXIT_FAILURE;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}

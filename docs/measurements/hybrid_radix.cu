// SPDX-License-Identifier: Apache-2.0
// Lab 08's sorts next to the better of CUB's two radix sorts, as CSV on stdout. hybrid_radix_log.md has what
// was learned on the way. measure_h200.sh compiles it and runs it:
//
//   ./hybrid_radix sizes [from log2(n), 10] [to, 30] [runs, 15]
//       uniform keys, and 2^24 + 1
//   ./hybrid_radix families [runs, 9]
//       eight families at six sizes from 2^12 to 2^28
//   ./hybrid_radix pairs [from log2(n), 10] [to, 29] [runs, 9]
//       uniform pairs, and 2^24 + 1
//   ./hybrid_radix pair_families [runs, 9]
//       pairs: all families at four sizes from 2^12 to 2^28
//   ./hybrid_radix phases [log2(n), 28] [family, 0]
//       the launches of one sort of keys
//   ./hybrid_radix check [log2(n), 26]
//       no times: sizes around every limit, and 1000 random ones, at all alignments, of keys and (up to 2^28)
//       pairs; status 1 if any is wrong
//
// BLOCK_KIB=64 ./hybrid_radix … runs the sorts, on this GPU, as on a card where a block can have no more
// shared memory (a T4). Each measured sort has fresh keys and is checked on the device. Times are between two
// events around the whole sort; memory is allocated before, for CUB as for the hybrid sort.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cub/device/device_radix_sort.cuh>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "families.cuh"
#include "lab/cuda_check.h"
#include "lab/device_buffer.h"
#include "sort_keys.cuh"
#include "sort_pairs.cuh"

namespace {

using word = families::word;
using buffer = lab::device_buffer<word>;
constexpr int kBlocks = 1056, kThreads = 256, kFamilyCount = 8;

int block_kib() {
  const char* text = std::getenv("BLOCK_KIB");
  return text == nullptr ? 0 : std::atoi(text);
}
hybrid::device_facts facts() {
  hybrid::device_facts device = hybrid::facts_of_this_device();
  if (block_kib() > 0)
    device.block_bytes = std::min(device.block_bytes, static_cast<std::size_t>(block_kib()) * 1024);
  return device;
}

std::size_t power(int log2) { return std::size_t{1} << log2; }

class bench {
 public:
  bench(std::size_t most, bool pairs)
      : most_(most),
        pairs_(pairs),
        first_(most + 4),
        keys_(most + 4),
        scratch_(most + 4),
        values_(pairs ? most + 4 : 0),
        scratch_values_(pairs ? most : 0),
        seen_(pairs ? (most + 31) / 32 : 0),
        workspace_(workspace_of(most, pairs)),
        found_(3) {
    std::size_t bytes = 0, other = 0;
    cub_sort(nullptr, bytes, most, false);
    cub_sort(nullptr, other, most, true);
    room_ = lab::device_buffer<unsigned char>(std::max(bytes, other) + (1u << 20));
    CUDA_CHECK(cudaEventCreate(&begin_));
    CUDA_CHECK(cudaEventCreate(&end_));
    hybrid::allow_shared_memory(device_);
    hybrid::allow_sweep_memory(device_);
  }

  void compare(std::size_t n, int family, int runs) {
    for (const bool both : {false, true})
      row(both ? "cub_radix_double_buffer" : "cub_radix_sort", n, family, runs, [&] {
        std::size_t bytes = room_.size();
        return cub_sort(room_.data(), bytes, n, both);
      });
    const std::string limit = block_kib() > 0 ? "_in_" + std::to_string(block_kib()) + "_kib" : "";
    row("hybrid" + limit, n, family, runs, [&] { return hybrid_sort(n); });
  }

  void phases(std::size_t n, int family) {
    std::vector<std::pair<std::string, std::vector<double>>> times;
    for (int run = -1; run < 9; ++run) {
      make(n, family, 0);
      std::vector<std::pair<const char*, cudaEvent_t>> marks;
      const auto mark = [&](const char* name) {
        cudaEvent_t event;
        CUDA_CHECK(cudaEventCreate(&event));
        CUDA_CHECK(cudaEventRecord(event));
        marks.emplace_back(name, event);
      };
      mark("");
      hybrid::sort_keys(keys_.data(), scratch_.data(), n, workspace_.data(), device_, mark);
      CUDA_CHECK(cudaDeviceSynchronize());
      for (std::size_t i = 1; i < marks.size(); ++i) {
        float ms = 0;
        CUDA_CHECK(cudaEventElapsedTime(&ms, marks[i - 1].second, marks[i].second));
        if (run < 0)
          times.emplace_back(marks[i].first, std::vector<double>{});
        else
          times[i - 1].second.push_back(ms);
      }
      for (const auto& entry : marks) CUDA_CHECK(cudaEventDestroy(entry.second));
    }
    for (auto& [name, ms] : times) print("hybrid " + name, n, family, ms);
  }

  bool right(std::size_t n, int family, std::size_t offset) {
    make(n, family, offset);
    const result sorted = hybrid_sort(n, offset);
    CUDA_CHECK(cudaGetLastError());
    return check(sorted, n, offset);
  }

 private:
  struct result {
    const word *keys, *values;
  };

  std::size_t workspace_of(std::size_t n, bool pairs) const {
    std::size_t most = 0;  // of all sizes up to n
    for (const std::size_t size : {n, n / 2, power(20) - 1, power(22) - 1, hybrid::one_split_most(device_)})
      if (size <= n)
        most = std::max(most, pairs ? hybrid::pairs_workspace_words(size, device_)
                                    : hybrid::workspace_words(size, device_));
    return most;
  }

  result cub_sort(void* room, std::size_t& bytes, std::size_t n, bool double_buffer) {
    word *k = keys_.data(), *s = scratch_.data(), *v = values_.data(), *sv = scratch_values_.data();
    const word *in = k, *in_values = v;
    if (!double_buffer) {
      CUDA_CHECK(pairs_ ? cub::DeviceRadixSort::SortPairs(room, bytes, in, s, in_values, sv, n)
                        : cub::DeviceRadixSort::SortKeys(room, bytes, in, s, n));
      return {s, pairs_ ? sv : nullptr};
    }
    cub::DoubleBuffer<word> both(k, s), both_values(v, sv);
    CUDA_CHECK(pairs_ ? cub::DeviceRadixSort::SortPairs(room, bytes, both, both_values, n)
                      : cub::DeviceRadixSort::SortKeys(room, bytes, both, n));
    return {both.Current(), pairs_ ? both_values.Current() : nullptr};
  }

  result hybrid_sort(std::size_t n, std::size_t offset = 0) {
    word *keys = keys_.data() + offset, *values = pairs_ ? values_.data() + offset : nullptr;
    if (pairs_)
      hybrid::sort_pairs(keys, values, scratch_.data(), scratch_values_.data(), n, workspace_.data(),
                         device_);
    else
      hybrid::sort_keys(keys, scratch_.data(), n, workspace_.data(), device_);
    return {keys, values};
  }

  void row(const std::string& version, std::size_t n, int family, int runs,
           const std::function<result()>& sort) {
    std::vector<double> times;
    for (int run = -1; run < runs; ++run) {
      make(n, family, 0);
      CUDA_CHECK(cudaEventRecord(begin_));
      const result sorted = sort();
      CUDA_CHECK(cudaEventRecord(end_));
      CUDA_CHECK(cudaEventSynchronize(end_));
      CUDA_CHECK(cudaGetLastError());
      float ms = 0;
      CUDA_CHECK(cudaEventElapsedTime(&ms, begin_, end_));
      if (!check(sorted, n, 0))
        throw std::runtime_error(version + " is wrong: " + families::kFamilies[family] +
                                 ", n = " + std::to_string(n));
      if (run >= 0) times.push_back(ms);
    }
    print(version, n, family, times);
  }

  void make(std::size_t n, int family, std::size_t offset) {
    families::make_keys<<<kBlocks, kThreads>>>(family, ++seed_, n, first_.data(),
                                               pairs_ ? values_.data() + offset : nullptr);
    CUDA_CHECK_LAUNCH("make_keys");
    CUDA_CHECK(cudaMemsetAsync(keys_.data(), 0xee, (n + offset) * sizeof(word)));
    CUDA_CHECK(
        cudaMemcpyAsync(keys_.data() + offset, first_.data(), n * sizeof(word), cudaMemcpyDeviceToDevice));
    found_.fill_bytes(0);
    families::look_at<<<kBlocks, kThreads>>>(first_.data(), nullptr, nullptr, nullptr, false, n,
                                             found_.data());
    CUDA_CHECK_LAUNCH("look_at");
    made_ = found_.download();
    CUDA_CHECK(cudaMemsetAsync(scratch_.data(), 0xee, n * sizeof(word)));
    CUDA_CHECK(cudaDeviceSynchronize());
  }

  bool check(result sorted, std::size_t n, std::size_t offset) {
    found_.fill_bytes(0);
    seen_.fill_bytes(0);
    families::look_at<<<kBlocks, kThreads>>>(sorted.keys, sorted.values, first_.data(), seen_.data(), true, n,
                                             found_.data());
    CUDA_CHECK_LAUNCH("look_at");
    const std::vector<unsigned long long> found = found_.download();
    bool guards = true;  // the words next to the keys are unchanged
    if (offset > 0) {
      word before = 0;
      CUDA_CHECK(cudaMemcpy(&before, keys_.data() + offset - 1, sizeof before, cudaMemcpyDeviceToHost));
      guards = before == 0xeeeeeeee;
    }
    return guards && found[0] == 0 && found[1] == made_[1] && found[2] == made_[2];
  }

  void print(const std::string& version, std::size_t n, int family, std::vector<double>& ms) {
    std::sort(ms.begin(), ms.end());
    std::printf("%s,%s,%s,%zu,%zu,%.6f,%.6f,%.6f,%.6f\n", version.c_str(), pairs_ ? "pairs" : "keys",
                families::kFamilies[family], n, ms.size(), ms.front(), ms[ms.size() / 2], ms.back(),
                1e-6 * static_cast<double>(n) / ms[ms.size() / 2]);
    std::fflush(stdout);
  }

  std::size_t most_;
  bool pairs_;
  hybrid::device_facts device_ = facts();
  word seed_ = 1;
  buffer first_, keys_, scratch_, values_, scratch_values_, seen_, workspace_;
  lab::device_buffer<unsigned long long> found_;
  lab::device_buffer<unsigned char> room_{1};
  std::vector<unsigned long long> made_;
  cudaEvent_t begin_{}, end_{};
};

void check(int most, bool pairs, int& checked, int& wrong) {
  bench b(power(most), pairs);
  const auto one = [&](std::size_t n, int family, std::size_t offset) {
    ++checked;
    if (b.right(n, family, offset)) return;
    ++wrong;
    std::printf("wrong: %s %s, n = %zu, %zu words past an aligned address\n", families::kFamilies[family],
                pairs ? "pairs" : "keys", n, offset);
  };
  for (int family = 0; family < kFamilyCount; ++family)
    for (const std::size_t n :
         {power(0),           power(1),          power(5) - 1,      power(9),          std::size_t{4607},
          std::size_t{4608},  std::size_t{4609}, std::size_t{9216}, std::size_t{9217}, std::size_t{18432},
          std::size_t{18433}, power(16) - 1,     power(16),         power(16) + 1,     power(18) + 3,
          power(20),          power(22) + 5,     power(24) + 1,     power(25) - 1,     power(25),
          power(27),          power(28),         power(30)})
      if (n <= power(most)) one(n, family, n % 4);
  word random = 12345;
  for (int i = 0; i < 1000; ++i) {
    random = families::mixed(random + static_cast<word>(i));
    one(1 + random % power(4 + i % (most - 3)), i % kFamilyCount, static_cast<std::size_t>(i) % 4);
  }
}

int check(int most) {
  int wrong = 0, checked = 0;
  for (const bool pairs : {false, true}) check(pairs ? std::min(most, 28) : most, pairs, checked, wrong);
  std::printf("%d of %d wrong\n", wrong, checked);
  return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

int number(int argc, char** argv, int at, int otherwise, int least, int most) {
  if (argc <= at) return otherwise;
  const int value = std::atoi(argv[at]);
  if (value < least || value > most) throw std::invalid_argument(argv[at]);
  return value;
}

int run(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "check") return check(number(argc, argv, 2, 26, 10, 30));
  std::puts("version,data,family,n,runs,ms_min,ms_median,ms_max,Gkeys_s");
  if (what == "sizes") {
    const int from = number(argc, argv, 2, 10, 1, 30), to = number(argc, argv, 3, 30, from, 30);
    const int runs = number(argc, argv, 4, 15, 1, 1000);
    bench b(std::max(power(to), power(24) + 1), false);
    for (int log2 = from; log2 <= to; ++log2) b.compare(power(log2), 0, runs);
    b.compare(power(24) + 1, 0, runs);
  } else if (what == "families") {
    const int runs = number(argc, argv, 2, 9, 1, 1000);
    bench b(power(28), false);
    for (const int log2 : {12, 14, 17, 20, 24, 28})
      for (int family = 0; family < kFamilyCount; ++family) b.compare(power(log2), family, runs);
  } else if (what == "pairs") {
    const int from = number(argc, argv, 2, 10, 1, 29), to = number(argc, argv, 3, 29, from, 29);
    const int runs = number(argc, argv, 4, 9, 1, 1000);
    bench b(std::max(power(to), power(24) + 1), true);
    for (int log2 = from; log2 <= to; ++log2) b.compare(power(log2), 0, runs);
    b.compare(power(24) + 1, 0, runs);
  } else if (what == "pair_families") {
    const int runs = number(argc, argv, 2, 9, 1, 1000);
    bench b(power(28), true);
    for (const std::size_t n : {power(12), power(20), power(24) + 1, power(28)})
      for (int family = 0; family < kFamilyCount; ++family) b.compare(n, family, runs);
  } else if (what == "phases") {
    const int log2 = number(argc, argv, 2, 28, 1, 30), family = number(argc, argv, 3, 0, 0, kFamilyCount - 1);
    bench(power(log2), false).phases(power(log2), family);
  } else {
    throw std::invalid_argument(what);
  }
  return EXIT_SUCCESS;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::invalid_argument&) {
    std::fprintf(
        stderr,
        "usage: %s sizes [from log2(n)] [to] [runs] | families [runs] | pairs [from log2(n)] [to] [runs] | "
        "pair_families [runs] | phases [log2(n)] [family] | check [log2(n)]\n",
        argv[0]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
  }
  return EXIT_FAILURE;
}

// SPDX-License-Identifier: Apache-2.0
// Compares lab 08's sorts, called through the header for other programs, with CUB's and Thrust's, and prints
// CSV. hybrid_radix_log.md says what was tried. measure_h200.sh compiles it and runs it:
//
//   ./hybrid_radix sizes [from log2(n), 10] [to] [runs, 15]
//       uniform keys, and 2^24 + 1
//   ./hybrid_radix families [runs, 9]
//       all families at six sizes from 2^12 to 2^28
//   ./hybrid_radix phases [log2(n), 28] [family, 0]
//       the launches of one sort of keys
//   ./hybrid_radix check [log2(n), 26]
//       no times: sizes around every limit, and 1000 random ones, at all alignments; status 1 if any is wrong
//
// Compiler options:
//
//   -DHYBRID_KEY=double             the keys' type, instead of std::uint32_t
//   -DHYBRID_VALUE=std::uint64_t    the values' type, an integer of 4 or 8 bytes; without it, no values
//   -DHYBRID_ARGSORT                sorts by device_argsort, next to CUB's sort of pairs
//   -DHYBRID_DESCENDING             sorts in the other order
//   -DHYBRID_BEGIN=8 -DHYBRID_END=24
//                                   sorts by bits 8 to 23 only; without Thrust, which sorts by whole keys
//
// sizes and families end with ratios, the least and the geometric mean: the time of CUB's better sort, and
// then of Thrust's, divided by the hybrid sort's.
//
// BLOCK_KIB=64 ./hybrid_radix ... gives blocks only as much shared memory as a T4 has. Each measured sort has
// fresh keys and is checked on the device. Times are between two events around the whole call, without the
// allocation of memory.
// Thrust's memory is kept between calls.
#include <cuda_runtime.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/sort.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cub/device/device_radix_sort.cuh>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "families.cuh"
#include "hybrid_sort.cuh"
#include "lab/cuda_check.h"
#include "lab/device_buffer.h"
#include "ratios.h"

#ifndef HYBRID_KEY
#define HYBRID_KEY std::uint32_t
#endif
#ifdef HYBRID_VALUE
#define HYBRID_PAIRS true
#else
#define HYBRID_PAIRS false
#define HYBRID_VALUE std::uint32_t
#endif
#ifdef HYBRID_ARGSORT
constexpr bool kArgsort = true;
#else
constexpr bool kArgsort = false;
#endif
#ifdef HYBRID_DESCENDING
constexpr bool kDescending = true;
#else
constexpr bool kDescending = false;
#endif
#ifndef HYBRID_BEGIN
#define HYBRID_BEGIN 0
#endif
#ifndef HYBRID_END
#define HYBRID_END (8 * sizeof(HYBRID_KEY))
#endif

namespace {

using word = hybrid::word;
using Key = HYBRID_KEY;
using Value = HYBRID_VALUE;
using Bits = hybrid::code_of<Key>;
constexpr bool kPairs = HYBRID_PAIRS;
constexpr int kBlocks = 1056, kThreads = 256, kFamilyCount = 9;
constexpr int kBytes = sizeof(Key) + (kPairs ? sizeof(Value) : 0);
constexpr hybrid::bit_range kBits{HYBRID_BEGIN, HYBRID_END};
constexpr bool kAllBits = kBits.begin == 0 && kBits.end == hybrid::kBitsOf<Bits>;
constexpr hybrid::sort_options kHow{kDescending, kBits.begin, kBits.end};

std::string data_name() {
  const std::string key = std::is_floating_point_v<Key> ? "f" : std::is_signed_v<Key> ? "i" : "u";
  std::string name = key + std::to_string(8 * sizeof(Key));
  if (kPairs) name += kArgsort ? " argsort" : " u" + std::to_string(8 * sizeof(Value));
  if (!kAllBits) name += " bits " + std::to_string(kBits.begin) + " to " + std::to_string(kBits.end - 1);
  return name + (kDescending ? " descending" : "");
}

// The device's properties, with less shared memory if BLOCK_KIB is set.
hybrid::device_facts& facts() {
  using values = std::conditional_t<kPairs, Value, hybrid::no_value>;
  auto& device = const_cast<hybrid::device_facts&>(hybrid::this_device<Bits, values>());
  if (const char* kib = std::getenv("BLOCK_KIB"))
    device.block_bytes = std::min(device.block_bytes, std::strtoul(kib, nullptr, 10) * 1024);
  return device;
}

std::size_t power(int log2) { return std::size_t{1} << log2; }

struct in_order {
  hybrid::key_order<Bits> order;
  __device__ Bits operator()(Bits bits) const {
    constexpr int kAbove = hybrid::kBitsOf<Bits> - kBits.end;
    return static_cast<Bits>(order.encode(bits) << kAbove) >> (kAbove + kBits.begin);
  }
};

// Keeps the largest memory that Thrust ever requested.
struct kept_memory {
  using value_type = char;
  lab::device_buffer<char> room{1};
  char* allocate(std::ptrdiff_t bytes) {
    if (room.size() < static_cast<std::size_t>(bytes))
      room = lab::device_buffer<char>(static_cast<std::size_t>(bytes));
    return room.data();
  }
  void deallocate(char*, std::size_t) {}
};

class bench {
 public:
  explicit bench(std::size_t most)
      : first_(most + 4),
        keys_(most + 4),
        other_(most + 4),
        values_(kPairs ? most + 4 : 0),
        other_values_(kPairs ? most + 4 : 0),
        seen_(kPairs ? most / 32 + 1 : 0),
        found_(3) {
    facts();
    std::size_t bytes = 0;
    for (int log2 = 10; power(log2) <= 2 * most; ++log2)  // the memory does not always grow with n
      for (const std::size_t n : {std::min(power(log2), most), std::min(power(log2), most) - 1}) {
        std::size_t needed[3] = {};
        hybrid_sort(nullptr, needed[0], n, 0);
        cub_sort(nullptr, needed[1], n, false);
        cub_sort(nullptr, needed[2], n, true);
        for (const std::size_t each : needed) bytes = std::max(bytes, each);
      }
    room_ = lab::device_buffer<unsigned char>(bytes + (1u << 20));
    CUDA_CHECK(cudaEventCreate(&begin_));
    CUDA_CHECK(cudaEventCreate(&end_));
  }

  void compare(std::size_t n, int family, int runs) {
    const bool strict =
        !std::is_floating_point_v<Key>;  // in CUB, -0.0 equals +0.0; in Thrust, a NaN equals any key
    std::size_t bytes = room_.size();
    const double cub = row("cub_radix_sort", n, family, runs, strict,
                           [&] { return cub_sort(room_.data(), bytes, n, false); });
    const double both = row("cub_radix_double_buffer", n, family, runs, strict,
                            [&] { return cub_sort(room_.data(), bytes, n, true); });
    const double thrust = kAllBits && (family == 0 || strict)
                              ? row("thrust", n, family, runs, false, [&] { return thrust_sort(n); })
                              : 0;
    const char* kib = std::getenv("BLOCK_KIB");
    const double ours = row(kib == nullptr ? "hybrid" : "hybrid_in_" + std::string(kib) + "_kib", n, family,
                            runs, true, [&] { return hybrid_sort(room_.data(), bytes, n, 0); });
    ratios_.add("cub", std::min(cub, both) / ours, families::kFamilies[family], n);
    if (thrust > 0) ratios_.add("thrust", thrust / ours, families::kFamilies[family], n);
  }

  void print_ratios() const { ratios_.print(data_name()); }

  void phases(std::size_t n, int family) {
    std::vector<std::pair<std::string, std::vector<double>>> times;
    word* workspace = reinterpret_cast<word*>(room_.data());
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
      const Bits* in = bits(keys_);
      hybrid::sort_keys(in, bits(keys_), bits(other_), n, workspace, hybrid::order_of<Key>(kDescending),
                        facts(), mark);
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
    std::size_t bytes = room_.size();
    make(n, family, offset);
    const result sorted = hybrid_sort(room_.data(), bytes, n, offset);
    CUDA_CHECK(cudaGetLastError());
    return check(sorted, n, offset);
  }

 private:
  struct result {
    const Key* keys;
    const Value* values;
  };

  static Bits* bits(lab::device_buffer<Key>& keys) { return reinterpret_cast<Bits*>(keys.data()); }

  result cub_sort(void* room, std::size_t& bytes, std::size_t n, bool double_buffer) {
    using cub::DeviceRadixSort;
    Key *k = keys_.data(), *s = other_.data();
    Value *v = values_.data(), *sv = other_values_.data();
    const Key* in = k;
    const Value* in_values = v;
    constexpr int first = kBits.begin, end = kBits.end;
    cub::DoubleBuffer<Key> keys(k, s);
    cub::DoubleBuffer<Value> values(v, sv);
    if constexpr (kPairs && kDescending)
      CUDA_CHECK(
          double_buffer
              ? DeviceRadixSort::SortPairsDescending(room, bytes, keys, values, n, first, end)
              : DeviceRadixSort::SortPairsDescending(room, bytes, in, s, in_values, sv, n, first, end));
    else if constexpr (kPairs)
      CUDA_CHECK(double_buffer
                     ? DeviceRadixSort::SortPairs(room, bytes, keys, values, n, first, end)
                     : DeviceRadixSort::SortPairs(room, bytes, in, s, in_values, sv, n, first, end));
    else if constexpr (kDescending)
      CUDA_CHECK(double_buffer ? DeviceRadixSort::SortKeysDescending(room, bytes, keys, n, first, end)
                               : DeviceRadixSort::SortKeysDescending(room, bytes, in, s, n, first, end));
    else
      CUDA_CHECK(double_buffer ? DeviceRadixSort::SortKeys(room, bytes, keys, n, first, end)
                               : DeviceRadixSort::SortKeys(room, bytes, in, s, n, first, end));
    if (!double_buffer) return {s, kPairs ? sv : nullptr};
    return {keys.Current(), kPairs ? values.Current() : nullptr};
  }

  result thrust_sort(std::size_t n) {
    const auto policy = thrust::cuda::par_nosync(kept_);
    using before = std::conditional_t<kDescending, thrust::greater<Key>, thrust::less<Key>>;
    if constexpr (kPairs)
      thrust::stable_sort_by_key(policy, keys_.data(), keys_.data() + n, values_.data(), before{});
    else
      thrust::sort(policy, keys_.data(), keys_.data() + n, before{});
    return {keys_.data(), kPairs ? values_.data() : nullptr};
  }

  result hybrid_sort(void* room, std::size_t& bytes, std::size_t n, std::size_t offset) {
    const Key* in = keys_.data() + offset;
    Key* out = other_.data() + offset;
    if constexpr (kPairs) {
      const Value* in_values = values_.data() + offset;
      Value* out_values = other_values_.data() + offset;
      if constexpr (kArgsort)
        CUDA_CHECK(hybrid::device_argsort(room, bytes, in, out_values, n, kHow));
      else
        CUDA_CHECK(hybrid::device_sort_pairs(room, bytes, in, out, in_values, out_values, n, kHow));
      return {out, out_values};
    } else {
      CUDA_CHECK(hybrid::device_sort_keys(room, bytes, in, out, n, kHow));
      return {out, nullptr};
    }
  }

  double row(const std::string& version, std::size_t n, int family, int runs, bool checked,
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
      if (checked && !check(sorted, n, 0))
        throw std::runtime_error(version + " is wrong: " + families::kFamilies[family] +
                                 ", n = " + std::to_string(n));
      if (run >= 0) times.push_back(ms);
    }
    return print(version, n, family, times);
  }

  void make(std::size_t n, int family, std::size_t offset) {
    families::make_keys<<<kBlocks, kThreads>>>(family, ++seed_, n, bits(first_),
                                               kPairs ? values_.data() + offset : nullptr);
    CUDA_CHECK_LAUNCH("make_keys");
    CUDA_CHECK(
        cudaMemcpyAsync(keys_.data() + offset, first_.data(), n * sizeof(Key), cudaMemcpyDeviceToDevice));
    found_.fill_bytes(0);
    const Value* none = nullptr;
    const Bits* first = bits(first_);
    families::look_at<<<kBlocks, kThreads>>>(first, none, first, nullptr, false, n, found_.data());
    CUDA_CHECK_LAUNCH("look_at");
    made_ = found_.download();
    CUDA_CHECK(cudaMemsetAsync(other_.data(), 0xee, (n + offset) * sizeof(Key)));
    CUDA_CHECK(cudaDeviceSynchronize());
  }

  // An argsort writes no keys, so this checks keys gathered by the resulting numbers.
  bool check(result sorted, std::size_t n, std::size_t offset) {
    if (kArgsort && sorted.keys == other_.data() + offset) {
      families::gather<<<kBlocks, kThreads>>>(first_.data(), sorted.values, n, other_.data() + offset);
      CUDA_CHECK_LAUNCH("gather");
    }
    found_.fill_bytes(0);
    seen_.fill_bytes(0);
    const Bits *keys = reinterpret_cast<const Bits*>(sorted.keys), *first = bits(first_);
    families::look_at<<<kBlocks, kThreads>>>(keys, sorted.values, first, seen_.data(), true, n, found_.data(),
                                             in_order{hybrid::order_of<Key>(kDescending)});
    CUDA_CHECK_LAUNCH("look_at");
    const std::vector<unsigned long long> found = found_.download();
    bool guards = true;
    if (offset > 0) {
      Bits before = 0;
      CUDA_CHECK(cudaMemcpy(&before, bits(other_) + offset - 1, sizeof before, cudaMemcpyDeviceToHost));
      guards = before == static_cast<Bits>(0xeeeeeeeeeeeeeeee);
    }
    return guards && found[0] == 0 && found[1] == made_[1] && found[2] == made_[2];
  }
  double print(const std::string& version, std::size_t n, int family, std::vector<double>& ms) {
    std::sort(ms.begin(), ms.end());
    const double median = ms[ms.size() / 2];
    std::printf("%s,%s,%s,%zu,%zu,%.6f,%.6f,%.6f,%.6f\n", version.c_str(), data_name().c_str(),
                families::kFamilies[family], n, ms.size(), ms.front(), median, ms.back(),
                1e-6 * static_cast<double>(n) / median);
    std::fflush(stdout);
    return median;
  }

  word seed_ = 1;
  lab::device_buffer<Key> first_, keys_, other_;
  lab::device_buffer<Value> values_, other_values_;
  lab::device_buffer<word> seen_;
  lab::device_buffer<unsigned long long> found_;
  lab::device_buffer<unsigned char> room_{1};
  kept_memory kept_;
  std::vector<unsigned long long> made_;
  ratios ratios_;
  cudaEvent_t begin_{}, end_{};
};

int check(int most) {
  int wrong = 0, checked = 0;
  bench b(power(most));
  const auto one = [&](std::size_t n, int family, std::size_t offset) {
    ++checked;
    if (b.right(n, family, offset)) return;
    ++wrong;
    std::printf("wrong: %s %s, n = %zu, %zu keys past an aligned address\n", families::kFamilies[family],
                data_name().c_str(), n, offset);
  };
  for (int family = 0; family < kFamilyCount; ++family)
    for (const std::size_t n :
         {power(0),           power(1),          power(5) - 1,      power(9),          std::size_t{4607},
          std::size_t{4608},  std::size_t{4609}, std::size_t{9216}, std::size_t{9217}, std::size_t{18432},
          std::size_t{18433}, power(16) - 1,     power(16),         power(16) + 1,     power(18) + 3,
          power(20),          power(22) + 5,     power(23),         power(24) + 1,     power(25) - 1,
          power(25),          power(27),         power(28),         power(30)})
      if (n <= power(most)) one(n, family, n % 4);
  word random = 12345;
  for (int i = 0; i < 1000; ++i) {
    random = families::mixed(random + static_cast<word>(i));
    one(1 + random % power(4 + i % (most - 3)), i % kFamilyCount, static_cast<std::size_t>(i) % 4);
  }
  std::printf("%s: %d of %d wrong\n", data_name().c_str(), wrong, checked);
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
  constexpr int kMost = kPairs ? 29 : sizeof(Key) > 4 ? 29 : 30;  // 2^30 - 1 if sweeps are needed
  if (what == "check") return check(number(argc, argv, 2, 26, 10, kMost));
  std::puts("version,data,family,n,runs,ms_min,ms_median,ms_max,Gkeys_s");
  if (what == "sizes") {
    const int from = number(argc, argv, 2, 10, 1, kMost);
    const int to = number(argc, argv, 3, kBytes > 8 ? 29 : kMost, from, kMost);
    const int runs = number(argc, argv, 4, 15, 1, 1000);
    bench b(std::max(power(to), power(24) + 1));
    for (int log2 = from; log2 <= to; ++log2) b.compare(power(log2), 0, runs);
    b.compare(power(24) + 1, 0, runs);
    b.print_ratios();
  } else if (what == "families") {
    const int runs = number(argc, argv, 2, 9, 1, 1000);
    bench b(power(28));
    for (const int log2 : {12, 14, 17, 20, 24, 28})
      for (int family = 0; family < kFamilyCount; ++family) b.compare(power(log2), family, runs);
    b.print_ratios();
  } else if (what == "phases" && !kPairs) {
    const int log2 = number(argc, argv, 2, 28, 1, 30), family = number(argc, argv, 3, 0, 0, kFamilyCount - 1);
    bench(power(log2)).phases(power(log2), family);
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
    std::fprintf(stderr,
                 "usage: %s sizes [from log2(n)] [to] [runs] | families [runs] | phases [log2(n)] [family] | "
                 "check [log2(n)]\n",
                 argv[0]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
  }
  return EXIT_FAILURE;
}

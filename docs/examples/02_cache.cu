// SPDX-License-Identifier: Apache-2.0
// Chapter 02: models of two caches count the misses of a scatter of whole lines, for each digit width.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <random>
#include <vector>

using std::uint32_t;
using std::uint64_t;

// [lab02-cache-model]
// A cache of sets * ways lines. A line can be in one set only. In a
// full set, the line that was used longest ago is evicted.
class cache {
 public:
  cache(uint64_t sets, uint64_t ways, uint64_t line_bytes)
      : ways_(ways), line_bytes_(line_bytes), sets_(sets) {}
  uint64_t misses = 0;

  void access(uint64_t address) {
    const uint64_t line = address / line_bytes_;
    auto& set = sets_[line % sets_.size()];  // the most recent line is last
    const auto found = std::find(set.begin(), set.end(), line);
    if (found != set.end()) {
      set.erase(found);
    } else {
      ++misses;
      if (set.size() == ways_) set.erase(set.begin());
    }
    set.push_back(line);
  }

 private:
  uint64_t ways_, line_bytes_;
  std::vector<std::vector<uint64_t>> sets_;
};
// [lab02-cache-model]

// The addresses of a pass's arrays, far from each other.
constexpr uint64_t kIn = 0x100000000, kStarts = 0x200000000, kLines = 0x300000000;

// The misses per key of one pass. The keys of each digit are gathered in a buffer, one line per digit. Full
// lines are stored directly in memory, not in the cache.
static double misses_per_key(cache model, const std::vector<uint32_t>& keys, int bits) {
  std::vector<uint64_t> starts(std::size_t{1} << bits);
  for (uint32_t key : keys) ++starts[key % starts.size()];
  uint64_t sum = 0;
  for (uint64_t& start : starts) start = (sum += start) - start;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    // [lab02-cache-accesses]
    const uint64_t digit = keys[i] % starts.size();
    const uint64_t place = starts[digit]++;
    model.access(kIn + 4 * i);                           // the key is read,
    model.access(kStarts + 4 * digit);                   // its bin's start advances,
    model.access(kLines + 64 * digit + 4 * place % 64);  // and the key enters its bin's buffer
    // [lab02-cache-accesses]
  }
  return static_cast<double>(model.misses) / static_cast<double>(keys.size());
}

int main() {
  std::mt19937 random(2);
  std::vector<uint32_t> keys(1 << 19);
  for (uint32_t& key : keys) key = random();
  std::printf("misses per key, storing whole lines\n r  working set  48 KiB   2 MiB\n");
  for (int bits : {4, 8, 9, 10, 11, 12, 14, 15, 16})
    std::printf("%2d%9.1f KiB%8.2f%8.2f\n", bits, 68.0 * (1 << bits) / 1024,
                misses_per_key({64, 12, 64}, keys, bits), misses_per_key({2048, 16, 64}, keys, bits));
  return 0;
}

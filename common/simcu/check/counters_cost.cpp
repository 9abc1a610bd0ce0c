// SPDX-License-Identifier: Apache-2.0
// What one request costs: sectors of global memory, wavefronts of shared memory, lanes on one address.
#include <algorithm>
#include <map>

#include "counters_requests.h"

namespace simcu::check::counting {
namespace {

constexpr unsigned kSectorShift = 5;  // 32 bytes
constexpr unsigned kBanks = 32, kWordShift = 2;

// How often the values lie in [first, last), which is sorted in place: how many different ones, and the
// largest number of equal ones.
struct variety {
  std::uint64_t different = 0, largest = 0;
};
variety count(std::vector<std::uintptr_t>& values) {
  std::sort(values.begin(), values.end());
  variety v;
  std::uint64_t run = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    run = i && values[i] == values[i - 1] ? run + 1 : 1;
    v.different += run == 1;
    v.largest = std::max(v.largest, run);
  }
  return v;
}

// Passes over the banks: a bank gives one word at a time, to any number of lanes.
std::uint64_t passes(std::vector<std::uintptr_t>& words) {
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  std::array<unsigned, kBanks> of_bank{};
  unsigned most = 0;
  for (const std::uintptr_t w : words) most = std::max(most, ++of_bank[w % kBanks]);
  return most;
}

// Whether every lane of [first, last) whose number differs by `distance` in that bit uses the same address,
// or takes no part.
bool agree(const std::vector<const touch*>& lanes, unsigned first, unsigned last, unsigned distance) {
  for (unsigned l = first; l < last; ++l)
    if (lanes[l] && lanes[l ^ distance] && lanes[l]->address != lanes[l ^ distance]->address) return false;
  return true;
}

// Accesses of 8 bytes are served by half warps, those of 16 by quarters; two neighbours of them go together
// if lanes agree with the next but zero, or with the next but one. Seen on an H200 (docs/simcu_counters.md).
void count_wavefronts(const std::vector<touch>& request, site_counts& c) {
  std::vector<const touch*> lanes(32);
  unsigned bytes = 0;
  for (const touch& t : request) lanes[t.lane] = &t, bytes = std::max<unsigned>(bytes, t.bytes);
  unsigned size = bytes <= 4 ? 32 : bytes == 8 ? 16 : 8;
  std::vector<std::uintptr_t> words;
  for (unsigned first = 0; first < 32;) {
    const unsigned pair_end = first + 2 * size;
    const bool together = size < 32 && first % (2 * size) == 0 &&
                          (agree(lanes, first, pair_end, 1) || agree(lanes, first, pair_end, 2));
    const unsigned last = together ? pair_end : first + size;
    words.clear();
    for (; first < last; ++first)
      for (unsigned b = 0; lanes[first] && b < lanes[first]->bytes; b += 4)
        words.push_back((lanes[first]->address + b) >> kWordShift);
    if (words.empty()) continue;
    c.cost += passes(words);
    ++c.least;
  }
}

// Lanes on one address follow each other; the addresses of one sector side by side.
std::uint64_t atomic_sectors(const std::vector<touch>& request) {
  std::map<std::uintptr_t, std::uint64_t> lanes, sectors;
  for (const touch& t : request) ++lanes[t.address];
  for (const auto& [address, n] : lanes)
    sectors[address >> kSectorShift] = std::max(sectors[address >> kSectorShift], n);
  std::uint64_t sum = 0;
  for (const auto& [sector, n] : sectors) sum += n;
  return sum;
}

}  // namespace

void site_counts::add(const site_counts& o) {
  requests += o.requests;
  cost += o.cost;
  least += o.least;
  touches += o.touches;
  bytes += o.bytes;
  largest = std::max(largest, o.largest);
}

site_counts cost_of(const std::vector<touch>& request) {
  site_counts c;
  c.requests = 1;
  c.touches = request.size();
  for (const touch& t : request) c.bytes += t.bytes;
  const op what = describe(request[0].where).what;
  std::vector<std::uintptr_t> values;
  const auto all = [&](unsigned shift) -> std::vector<std::uintptr_t>& {
    values.clear();
    for (const touch& t : request) values.push_back(t.address >> shift);
    return values;
  };
  if (what == op::global_atomic || what == op::shared_atomic) c.largest = count(all(0)).largest;
  if (what == op::shared_load || what == op::shared_store || what == op::shared_atomic)
    count_wavefronts(request, c);
  else if (what == op::global_atomic)
    c.cost = atomic_sectors(request);
  else
    c.cost = count(all(kSectorShift)).different;
  return c;
}

}  // namespace simcu::check::counting

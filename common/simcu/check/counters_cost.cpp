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

// Accesses of 8 bytes are served by half warps, those of 16 by quarters.
void count_wavefronts(const std::vector<touch>& request, site_counts& c) {
  std::array<std::vector<std::uintptr_t>, 4> words;
  for (const touch& t : request) {
    const unsigned parts = t.bytes <= 4 ? 1 : t.bytes / 4;
    auto& part = words[t.lane * parts / 32];
    for (unsigned b = 0; b < t.bytes; b += 4) part.push_back((t.address + b) >> kWordShift);
  }
  for (auto& part : words) {
    if (part.empty()) continue;
    c.cost += passes(part);
    ++c.least;
  }
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
  else
    c.cost = count(all(kSectorShift)).different;
  return c;
}

}  // namespace simcu::check::counting

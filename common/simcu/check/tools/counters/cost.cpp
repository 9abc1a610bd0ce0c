// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>

#include "requests.h"

namespace simcu::check::counting {
namespace {

constexpr unsigned kSectorShift = 5;  // 32 bytes
constexpr unsigned kBanks = 32, kWordShift = 2;

std::uint64_t sectors(const std::vector<touch>& request) {
  // In most requests the addresses increase from lane to lane.
  std::uint64_t n = 0;
  std::uintptr_t last = 0;
  for (const touch& t : request) {
    const std::uintptr_t sector = t.address >> kSectorShift;
    if (sector < last) {
      std::set<std::uintptr_t> all;
      for (const touch& other : request) all.insert(other.address >> kSectorShift);
      return all.size();
    }
    n += sector != last;
    last = sector;
  }
  return n;
}

// A bank supplies one word at a time, to any number of lanes.
class bank_passes {
 public:
  void add(std::uintptr_t word) {
    const unsigned bank = word % kBanks;
    for (unsigned i = 0; i < used_[bank]; ++i)
      if (words_[bank][i] == word) return;
    words_[bank][used_[bank]++] = word;
    most_ = std::max(most_, used_[bank]);
  }
  unsigned most() const { return most_; }

 private:
  std::array<unsigned, kBanks> used_{};
  unsigned most_ = 0;
  std::array<std::array<std::uintptr_t, 32>, kBanks> words_;  // per bank; only the first used_ are valid
};

// All pairs of lanes whose numbers differ only in the bit `distance` use the same address or have an inactive
// lane.
bool agree(const std::array<const touch*, 32>& lanes, unsigned distance) {
  for (unsigned l = 0; l < 32; ++l)
    if (lanes[l] && lanes[l ^ distance] && lanes[l]->address != lanes[l ^ distance]->address) return false;
  return true;
}

// 8-byte accesses are served per half warp, 16-byte accesses per quarter warp. Two neighbouring parts are
// served together if all lanes l and l ^ 1, or all lanes l and l ^ 2, use the same address
// (docs/simcu_counters.md).
void count_wavefronts(const std::vector<touch>& request, site_counts& c) {
  std::array<const touch*, 32> lanes{};
  unsigned bytes = 0;
  for (const touch& t : request) lanes[t.lane] = &t, bytes = std::max<unsigned>(bytes, t.bytes);
  unsigned size = bytes <= 4 ? 32 : bytes == 8 ? 16 : 8;
  if (size < 32 && (agree(lanes, 1) || agree(lanes, 2))) size *= 2;
  for (unsigned first = 0; first < 32;) {
    const unsigned last = first + size;
    bank_passes passes;
    for (; first < last; ++first)
      for (unsigned b = 0; lanes[first] && b < lanes[first]->bytes; b += 4)
        passes.add((lanes[first]->address + b) >> kWordShift);
    c.cost += passes.most();
    c.least += passes.most() != 0;
  }
}

// Lanes on the same address are served one after another, but different addresses of a sector together.
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

void count_request(const std::vector<touch>& request, site_counts& c) {
  ++c.requests;
  c.touches += request.size();
  for (const touch& t : request) c.bytes += t.bytes;
  const op what = request[0].what;
  if (what == op::global_atomic || what == op::shared_atomic) {
    std::map<std::uintptr_t, std::uint64_t> lanes;
    for (const touch& t : request) c.largest = std::max(c.largest, ++lanes[t.address]);
  }
  if (what == op::shared_load || what == op::shared_store || what == op::shared_atomic)
    count_wavefronts(request, c);
  else
    c.cost += what == op::global_atomic ? atomic_sectors(request) : sectors(request);
}

void dearest_requests::look(const std::vector<touch>& request, std::uint64_t cost) {
  const site where = request[0].where;
  if (where >= by_site_.size()) by_site_.resize(where + 1);
  example& kept = by_site_[where];
  if (!kept.touches.empty() &&
      (cost < kept.cost || (cost == kept.cost && request.size() <= kept.touches.size())))
    return;
  kept = {cost, request};
}

const dearest_requests::example* dearest_requests::of(const std::vector<site>& sites) const {
  const example* best = nullptr;
  for (const site s : sites)
    if (s < by_site_.size() && !by_site_[s].touches.empty() &&
        (best == nullptr || by_site_[s].cost > best->cost))
      best = &by_site_[s];
  return best;
}

}  // namespace simcu::check::counting

// SPDX-License-Identifier: Apache-2.0
// From the accesses of the 32 lanes of a warp, which ran one after another, to the requests that the warp
// would have made, and what each costs.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace simcu::check::counting {

enum class op : std::uint8_t {
  global_load,
  global_store,
  shared_load,
  shared_store,
  global_atomic,
  shared_atomic
};
constexpr unsigned kOps = 6;

// A place in the code together with what it does there, as a small number.
using site = std::uint32_t;
site site_of(const void* pc, op what);
struct site_info {
  const void* pc;
  op what;
};
const site_info& describe(site s);
std::size_t site_count();

// One access of one lane: 1, 2, 4, 8 or 16 bytes at a multiple of their number.
struct touch {
  std::uintptr_t address;
  site where;
  std::uint16_t bytes;
  std::uint8_t lane;
  bool may_be_update = false;  // an atomic load, perhaps the first half of a read-modify-write
};

// The accesses of each lane since the warp was last in step, in the order the lane made them.
using warp_traces = std::array<std::vector<touch>, 32>;

struct site_counts {
  std::uint64_t requests = 0;
  std::uint64_t cost = 0;     // sectors or wavefronts
  std::uint64_t least = 0;    // wavefronts if there were no bank conflicts
  std::uint64_t touches = 0;  // accesses of single lanes
  std::uint64_t bytes = 0;
  std::uint64_t largest = 0;  // lanes of one request on one address (atomics)
  void add(const site_counts& other);
};

// Sorts the accesses into requests: `request` gets the touches of each, ordered by lane. All of one site.
// Where all lanes made the same accesses, the n-th of each are one request. Else lanes are taken to have met
// wherever they all came equally often; what lies between is aligned with the fewest requests, as `diff`
// would.
void for_each_request(const warp_traces& lanes,
                      const std::function<void(const std::vector<touch>&)>& request);

site_counts cost_of(const std::vector<touch>& request);

}  // namespace simcu::check::counting

// SPDX-License-Identifier: Apache-2.0
// From the accesses of the 32 lanes of a warp, which ran one after another, to the requests that the warp
// would have made, and what each costs.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "sites.h"

namespace simcu::check::counting {

// One access of one lane: a power of two of bytes up to 16, at a multiple of that number.
struct touch {
  std::uintptr_t address;
  site where;
  op what;
  std::uint8_t bytes;
  std::uint8_t lane;
  std::uint8_t flags;
};
constexpr std::uint8_t kStrong = 1;       // volatile or atomic
constexpr std::uint8_t kKnown = 4;        // loads a value that is in a register
constexpr std::uint8_t kMayBeUpdate = 2;  // an atomic load, perhaps the first half of a read-modify-write

// The accesses of each lane since the warp was last in step, in the lane's order.
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

// For each site the most expensive request; of equal ones the first.
class dearest_requests {
 public:
  struct example {
    std::uint64_t cost = 0;
    std::vector<touch> touches;
  };
  void look(const std::vector<touch>& request, std::uint64_t cost);
  // For any of the sites; nullptr if none has been seen.
  const example* of(const std::vector<site>& sites) const;

 private:
  std::vector<example> by_site_;
};

// Compilers split accesses, and turn two accesses of the source into one. Turns the lanes' accesses into
// those that nvcc would make. Neighbouring parts of one access become one (vector) access, and a load of a
// value that was always loaded just before disappears.
void as_instructions(warp_traces& lanes);

// Sorts the accesses of one site into requests: `request` gets the touches of each, ordered by lane. If all
// lanes made the same accesses, the n-th of each are one request. Otherwise lanes are assumed to have met at
// each place that all reached equally often. The accesses in between are aligned with the fewest requests: as
// `diff` would, or iteration by iteration of a loop.
void for_each_request(const warp_traces& lanes,
                      const std::function<void(const std::vector<touch>&)>& request);

// Adds the request and its cost.
void count_request(const std::vector<touch>& request, site_counts& c);

}  // namespace simcu::check::counting

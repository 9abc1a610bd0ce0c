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

// One access of one lane: 1, 2, 4, 8 or 16 bytes at a multiple of their number.
struct touch {
  std::uintptr_t address;
  site where;
  op what;
  std::uint8_t bytes;
  std::uint8_t lane;
  std::uint8_t flags;
};
constexpr std::uint8_t kStrong = 1;       // volatile or atomic
constexpr std::uint8_t kKnown = 4;        // loads what a register has
constexpr std::uint8_t kMayBeUpdate = 2;  // an atomic load, perhaps the first half of a read-modify-write

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

// Of each site the request that cost most, the first of them.
class dearest_requests {
 public:
  struct example {
    std::uint64_t cost = 0;
    std::vector<touch> touches;
  };
  void look(const std::vector<touch>& request, std::uint64_t cost);
  // Of any of the sites; nullptr if none has been seen.
  const example* of(const std::vector<site>& sites) const;

 private:
  std::vector<example> by_site_;
};

// Compilers split accesses, and make one where the source has two. Makes of what the lanes did what nvcc
// would: neighbouring parts of one access become one access (of a vector); a load of what was always loaded
// just before is none.
void as_instructions(warp_traces& lanes);

// Sorts the accesses into requests: `request` gets the touches of each, ordered by lane. All of one site.
// Where all lanes made the same accesses, the n-th of each are one request. Else lanes are taken to have met
// wherever they all came equally often; what lies between is aligned with the fewest requests: as `diff`
// would, or turn by turn of a loop.
void for_each_request(const warp_traces& lanes,
                      const std::function<void(const std::vector<touch>&)>& request);

// Adds the request and its cost.
void count_request(const std::vector<touch>& request, site_counts& c);

}  // namespace simcu::check::counting

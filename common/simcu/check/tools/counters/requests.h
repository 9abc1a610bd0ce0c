// SPDX-License-Identifier: Apache-2.0
// Turns the accesses of a warp's lanes, which ran one after another, into the requests that the warp would
// have made.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "sites.h"

namespace simcu::check::counting {

// One aligned access by one lane, of 1 to 16 bytes, a power of two.
struct touch {
  std::uintptr_t address;
  site where;
  op what;
  std::uint8_t bytes;
  std::uint8_t lane;
  std::uint8_t flags;
};
constexpr std::uint8_t kStrong = 1;
constexpr std::uint8_t kKnown = 4;        // a load of a value that is already in a register
constexpr std::uint8_t kMayBeUpdate = 2;  // may be the first half of a read-modify-write

// Since the warp last converged, in the lane's order.
using warp_traces = std::array<std::vector<touch>, 32>;

struct site_counts {
  std::uint64_t requests = 0;
  std::uint64_t cost = 0;   // sectors or wavefronts
  std::uint64_t least = 0;  // wavefronts without bank conflicts
  std::uint64_t touches = 0;
  std::uint64_t bytes = 0;
  std::uint64_t largest = 0;  // for atomics, the most lanes of one request on one address
  void add(const site_counts& other);
};

// On a tie, keeps the first request.
class dearest_requests {
 public:
  struct example {
    std::uint64_t cost = 0;
    std::vector<touch> touches;
  };
  void look(const std::vector<touch>& request, std::uint64_t cost);
  const example* of(const std::vector<site>& sites) const;

 private:
  std::vector<example> by_site_;
};

// Merges neighbouring parts of one access, and removes a load if the same value was always loaded just
// before, as nvcc would.
void as_instructions(warp_traces& lanes);

// Calls `request` with each request's touches, ordered by lane. Lanes are assumed to converge at each place
// that all reached equally often. Accesses in between are aligned for the fewest requests, as `diff` does or
// one loop iteration at a time.
void for_each_request(const warp_traces& lanes,
                      const std::function<void(const std::vector<touch>&)>& request);

void count_request(const std::vector<touch>& request, site_counts& c);

}  // namespace simcu::check::counting

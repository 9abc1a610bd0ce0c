// SPDX-License-Identifier: Apache-2.0
// Turns the accesses of a warp's 32 lanes, which ran one after another, into the requests that the warp would
// have made, and computes what each request costs.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "sites.h"

namespace simcu::check::counting {

// One aligned access by one lane. The access's size is a power of two, at most 16 bytes.
struct touch {
  std::uintptr_t address;
  site where;
  op what;
  std::uint8_t bytes;
  std::uint8_t lane;
  std::uint8_t flags;
};
constexpr std::uint8_t kStrong = 1;       // volatile or atomic
constexpr std::uint8_t kKnown = 4;        // a load of a value that is already in a register
constexpr std::uint8_t kMayBeUpdate = 2;  // an atomic load that may be the first half of a read-modify-write

// Each lane's accesses since the warp last converged, in the lane's order.
using warp_traces = std::array<std::vector<touch>, 32>;

struct site_counts {
  std::uint64_t requests = 0;
  std::uint64_t cost = 0;     // sectors or wavefronts
  std::uint64_t least = 0;    // wavefronts without bank conflicts
  std::uint64_t touches = 0;  // accesses by single lanes
  std::uint64_t bytes = 0;
  std::uint64_t largest = 0;  // for atomics, the most lanes of one request on one address
  void add(const site_counts& other);
};

// Keeps the most expensive request of each site. On a tie, keeps the first one.
class dearest_requests {
 public:
  struct example {
    std::uint64_t cost = 0;
    std::vector<touch> touches;
  };
  void look(const std::vector<touch>& request, std::uint64_t cost);
  // Returns the most expensive request of these sites; nullptr if there was none.
  const example* of(const std::vector<site>& sites) const;

 private:
  std::vector<example> by_site_;
};

// Turns the lanes' accesses into those that nvcc would make, because compilers split and merge the accesses
// in the source. Neighbouring parts of one access become one (vector) access. A load is removed if the same
// value was always loaded just before.
void as_instructions(warp_traces& lanes);

// Groups accesses into requests, and calls `request` with each request's touches, ordered by lane. If all
// lanes made the same accesses, the lanes' n-th accesses are one request. Otherwise, lanes are assumed to
// converge at each place that all lanes reached equally often. The accesses in between are aligned so that
// there are as few requests as possible, either as `diff` does or one loop iteration at a time.
void for_each_request(const warp_traces& lanes,
                      const std::function<void(const std::vector<touch>&)>& request);

// Adds the request and its cost.
void count_request(const std::vector<touch>& request, site_counts& c);

}  // namespace simcu::check::counting

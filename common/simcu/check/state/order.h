// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "simcu/driver_types.h"

namespace simcu::check {

class launch_order {
 public:
  // Numbers are consecutive from 1.
  void launched(std::uint32_t launch, cudaStream_t stream);
  // Returns true only if launch a is certainly over when launch b begins. Requires a < b.
  bool before(std::uint32_t a, std::uint32_t b) const;

  // Returns true only if all earlier launches are certainly over when launch b begins.
  bool all_before(std::uint32_t b) const;
  bool host_knows(std::uint32_t launch) const;
  bool host_knows_all() const;
  void host_saw(std::uint32_t launch);

  void recorded(cudaEvent_t event, cudaStream_t stream);
  void waits(cudaStream_t stream, cudaEvent_t event);
  void host_waits(cudaStream_t stream);
  void host_waits(cudaEvent_t event);
  void host_waits_for_all();

 private:
  using clock = std::map<std::uintptr_t, std::uint32_t>;  // per stream, the last launch that is over
  static void join(clock& into, const clock& from);
  static std::uintptr_t id(cudaStream_t stream);
  static bool waits_for_default(cudaStream_t stream);  // both wait for each other
  clock before_next(cudaStream_t stream) const;

  struct entry {
    std::uintptr_t stream;
    std::uint32_t number;
    clock known;
  };
  std::vector<entry> launches_{{}};
  clock host_;
  std::map<std::uintptr_t, clock> streams_;
  std::map<std::uintptr_t, bool> blocking_;
  std::unordered_map<cudaEvent_t, clock> events_;
};

}  // namespace simcu::check

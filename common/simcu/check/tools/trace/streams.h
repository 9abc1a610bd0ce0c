// SPDX-License-Identifier: Apache-2.0
// The logical time at which each stream's work is over, by order.cpp's rules.
#pragma once
#include <cstdint>
#include <map>

#include "simcu/driver_types.h"

namespace simcu::check::tracing {

class stream_times {
 public:
  // 1 for the default stream and 2 for the per-thread default stream.
  static unsigned long long number(cudaStream_t stream);
  // Assumes that the host issues the work now.
  std::uint64_t next(cudaStream_t stream) const;
  void ends(cudaStream_t stream, std::uint64_t time);

  void recorded(cudaEvent_t event, cudaStream_t stream) { events_[event] = next(stream); }
  void waits(cudaStream_t stream, cudaEvent_t event);
  std::uint64_t over(cudaEvent_t event) const;
  std::uint64_t over() const;

  std::uint64_t host = 0;

 private:
  struct entry {
    std::uint64_t time = 0;
    bool blocking = true;  // this stream and the default stream wait for each other
  };
  std::map<unsigned long long, entry> streams_;
  std::map<cudaEvent_t, std::uint64_t> events_;
};

}  // namespace simcu::check::tracing

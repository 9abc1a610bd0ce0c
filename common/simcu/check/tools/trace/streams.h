// SPDX-License-Identifier: Apache-2.0
// Keeps the logical time at which each stream's work is over, and what the host and other streams wait for.
#pragma once
#include <cstdint>
#include <map>

#include "simcu/driver_types.h"

namespace simcu::check::tracing {

class stream_times {
 public:
  // The default stream is 1, the thread's default stream is 2.
  static unsigned long long number(cudaStream_t stream);
  // The earliest time for the next work of this stream, if the host issues it now.
  std::uint64_t next(cudaStream_t stream) const;
  void ends(cudaStream_t stream, std::uint64_t time);  // its work, so far

  void recorded(cudaEvent_t event, cudaStream_t stream) { events_[event] = next(stream); }
  void waits(cudaStream_t stream, cudaEvent_t event);
  std::uint64_t over(cudaEvent_t event) const;
  std::uint64_t over() const;  // all streams

  std::uint64_t host = 0;  // the host's clock

 private:
  struct entry {
    std::uint64_t time = 0;
    bool blocking = true;  // the default stream waits for it, and it for the default stream
  };
  std::map<unsigned long long, entry> streams_;
  std::map<cudaEvent_t, std::uint64_t> events_;
};

}  // namespace simcu::check::tracing

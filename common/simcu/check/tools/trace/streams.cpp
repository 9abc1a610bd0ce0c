// SPDX-License-Identifier: Apache-2.0
#include "streams.h"

#include <algorithm>

#include "base/handles.h"
#include "simcu/flags.h"
#include "simcu/runtime_api.h"

namespace simcu::check::tracing {
namespace {
constexpr unsigned long long kDefaultStream = 1, kThreadStream = 2;

bool is_blocking(cudaStream_t stream) {
  const unsigned long long n = stream_times::number(stream);
  return n == kDefaultStream || n == kThreadStream || !(stream->flags & cudaStreamNonBlocking);
}
}  // namespace

unsigned long long stream_times::number(cudaStream_t stream) {
  if (stream == nullptr || stream == cudaStreamLegacy) return kDefaultStream;
  return stream == cudaStreamPerThread ? kThreadStream : stream->id;
}

std::uint64_t stream_times::next(cudaStream_t stream) const {
  const unsigned long long mine = number(stream);
  const bool blocking = is_blocking(stream);
  std::uint64_t t = host;
  for (const auto& [n, s] : streams_) {
    const bool waits =
        n == mine || (mine == kDefaultStream && s.blocking) || (n == kDefaultStream && blocking);
    if (waits) t = std::max(t, s.time);
  }
  return t;
}

void stream_times::ends(cudaStream_t stream, std::uint64_t time) {
  entry& e = streams_[number(stream)];
  e.time = std::max(e.time, time);
  e.blocking = is_blocking(stream);
}

void stream_times::waits(cudaStream_t stream, cudaEvent_t event) { ends(stream, over(event)); }

std::uint64_t stream_times::over(cudaEvent_t event) const {
  const auto found = events_.find(event);
  return found == events_.end() ? 0 : found->second;
}

std::uint64_t stream_times::over() const {
  std::uint64_t t = host;
  for (const auto& [n, s] : streams_) t = std::max(t, s.time);
  return t;
}

}  // namespace simcu::check::tracing

// SPDX-License-Identifier: Apache-2.0
// A trace file in Chrome's format, for ui.perfetto.dev and chrome://tracing.
#pragma once
#include <cstdint>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "report/finding.h"
#include "simcu/device.h"

namespace simcu::check::tracing {

using ticks = std::uint64_t;  // logical time, which trace.h defines

// A slot of a multiprocessor, a stream, or the host.
using track = std::uint32_t;
constexpr track kHostTrack = 1;
inline track slot_track(unsigned multiprocessor, unsigned slot) { return (multiprocessor + 1) * 1000 + slot; }
inline track stream_track(unsigned long long stream) { return static_cast<track>(10 + stream); }

enum class ending : std::uint8_t { barrier, grid_barrier, block, failure };

// A block between two barriers.
struct phase {
  ticks start = 0, end = 0;
  track where = 0;
  std::uint32_t launch = 0, number = 0;  // launches count from 1, phases from 0
  const char* kernel = nullptr;
  uint3 block = {0, 0, 0};
  std::uint64_t accesses = 0;
  ending by = ending::block;
  location at = {nullptr, 0};  // the barrier
};

struct work {
  ticks start, end;
  track where;
  std::string name;
  json arguments;  // a JSON object, or null
};

struct marked_access {
  bool known = false;
  ticks time = 0;
  track where = 0;
  access what;
};
struct mark {
  ticks time;
  track where;
  std::string kind, subkind, message;
  std::vector<marked_access> accesses;
};

class trace_file {
 public:
  // Returns false if the file cannot be written.
  bool open(const char* path, std::size_t most_slices);
  void add(phase p);
  void add(work w);
  void add(mark m) { marks_.push_back(std::move(m)); }  // all, because findings are few
  bool finish();                                        // false if the file cannot be written
  std::uint64_t dropped() const { return dropped_; }
  std::size_t kept() const { return phases_.size() + works_.size(); }

 private:
  bool room();
  void write_tracks();
  void write_marks();
  bool covered(const marked_access& a) const;
  void event(const char* type, track where, ticks at, const json& rest);

  std::FILE* file_ = nullptr;
  std::size_t most_ = 0;
  std::uint64_t dropped_ = 0;
  bool first_ = true;
  std::vector<phase> phases_;
  std::vector<work> works_;
  std::vector<mark> marks_;
};

}  // namespace simcu::check::tracing

// SPDX-License-Identifier: Apache-2.0
// Accesses by one warp's lanes from one place in the code share a number, so 4 bytes (number << 5 | lane)
// identify the thread and the place. 0 means no access.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "report/findings.h"
#include "state/shadow.h"

namespace simcu::check {

class traces {
 public:
  // The result has 31 bits.
  std::uint32_t pack(segment who, std::uint32_t where) {
    const std::uint32_t warp = who / 32;
    recent& r = recent_[(warp * 31 + (where >> 3)) % kRecent];
    if (r.warp != warp || r.where != where) {
      if (all_.size() == kMost) numbers_run_out("accesses of single bytes");
      r = {warp, where, static_cast<std::uint32_t>(all_.size())};
      all_.push_back({warp, where});
    }
    return r.number << 5 | who % 32;
  }
  cell unpack(std::uint32_t packed) const {
    const trace& t = all_[packed >> 5];
    return {t.warp * 32 + packed % 32, t.where};
  }
  bool nearly_used_up() const { return all_.size() > kMost / 2; }
  void start_again() {  // when no packed access is in use
    all_.resize(1);
    recent_ = {};
  }

 private:
  static constexpr std::size_t kRecent = 1024, kMost = std::size_t{1} << 26;
  struct trace {
    std::uint32_t warp, where;
  };
  struct recent {
    std::uint32_t warp = 0, where = 0, number = 0;
  };
  std::vector<trace> all_{{0, 0}};
  std::array<recent, kRecent> recent_{};
};

}  // namespace simcu::check

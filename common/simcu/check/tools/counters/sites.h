// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <cstdint>

#include "base/symbolize.h"

namespace simcu::check::counting {

enum class op : std::uint8_t {
  global_load,
  global_store,
  shared_load,
  shared_store,
  global_atomic,
  shared_atomic
};
constexpr unsigned kOps = 6;

using site = std::uint32_t;
site site_of(const void* pc, op what);
struct site_info {
  const void* pc;
  op what;
  bool placed = false;
  bool needed = false;
  source_place place;
};
const site_info& describe(site s);
const source_place& place_of(site s);
void sometimes_needed(site s);
bool always_known(site s);
std::size_t site_count();

}  // namespace simcu::check::counting

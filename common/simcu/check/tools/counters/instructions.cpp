// SPDX-License-Identifier: Apache-2.0
// Turns the host compiler's accesses into those that nvcc would make.
#include <algorithm>

#include "requests.h"

namespace simcu::check::counting {
namespace {

constexpr std::size_t kVector = 16;
constexpr std::size_t kLookBack = 32;

bool is_load(op what) { return what == op::global_load || what == op::shared_load; }
bool is_plain(const touch& t) {
  return !(t.flags & kStrong) && t.what != op::global_atomic && t.what != op::shared_atomic;
}

// b continues where a ended, within one expression of the source. In a loop, b would have a's code address.
bool continues(const touch& a, const touch& b) {
  if (a.address + a.bytes != b.address || a.where == b.where) return false;
  if (a.what != b.what || !is_plain(a) || !is_plain(b)) return false;
  const source_place& place = place_of(a.where);
  return place.line != 0 && place == place_of(b.where);
}

// If a comes before b in the source, a lane that came from a to b has not begun another loop iteration.
bool stands_before(site a, site b) {
  const source_place &x = place_of(a), &y = place_of(b);
  if (x.line == 0 || y.line == 0) return describe(a).pc < describe(b).pc;
  return x.file == y.file && std::tie(x.line, x.column) < std::tie(y.line, y.column);
}

// The value is still in a register: the lane came directly from the earlier access, within one loop
// iteration, and has not stored to that memory since.
bool is_known(const std::vector<touch>& lane, std::size_t at) {
  const touch& t = lane[at];
  if (!is_load(t.what) || !is_plain(t) || !always_known(t.where)) return false;
  site later = t.where;
  for (std::size_t i = at; i > 0 && at - i < kLookBack; --i) {
    const touch& before = lane[i - 1];
    if (!stands_before(before.where, later) || !is_plain(before)) return false;
    later = before.where;
    const bool same_memory =
        (before.what == op::shared_load || before.what == op::shared_store) == (t.what == op::shared_load);
    if (same_memory && !is_load(before.what)) return false;
    if (before.what == t.what && before.address <= t.address &&
        t.address + t.bytes <= before.address + before.bytes)
      return true;
  }
  return false;
}

unsigned piece_of(std::uintptr_t address, std::size_t bytes) {
  const std::uintptr_t bits = address | bytes | kVector;
  return static_cast<unsigned>(bits & -bits);
}

void join_parts(std::vector<touch>& lane) {
  const auto part = [](const touch& a, const touch& b) { return continues(a, b); };
  if (std::adjacent_find(lane.begin(), lane.end(), part) == lane.end()) return;
  std::vector<touch> out;
  for (std::size_t i = 0; i < lane.size();) {
    std::size_t end = i + 1, bytes = lane[i].bytes;
    while (end < lane.size() && bytes < 4 * kVector && continues(lane[end - 1], lane[end]))
      bytes += lane[end++].bytes;
    const unsigned piece = piece_of(lane[i].address, bytes);
    if (end - i == 1 || piece <= lane[i].bytes) {
      out.insert(out.end(), lane.begin() + static_cast<std::ptrdiff_t>(i),
                 lane.begin() + static_cast<std::ptrdiff_t>(end));
    } else {
      for (std::size_t at = 0; at < bytes; at += piece) {
        out.push_back(lane[i]);
        out.back().address += at;
        out.back().bytes = static_cast<std::uint8_t>(piece);
      }
    }
    i = end;
  }
  lane.swap(out);
}
}  // namespace

void as_instructions(warp_traces& lanes) {
  for (auto& lane : lanes) {
    join_parts(lane);
    for (std::size_t i = 0; i < lane.size(); ++i) {
      if (is_known(lane, i))
        lane[i].flags |= kKnown;
      else
        sometimes_needed(lane[i].where);
    }
  }
  for (auto& lane : lanes)
    if (std::any_of(lane.begin(), lane.end(), [](const touch& t) { return t.flags & kKnown; }))
      lane.erase(std::remove_if(lane.begin(), lane.end(),
                                [](const touch& t) { return t.flags & kKnown && always_known(t.where); }),
                 lane.end());
}

}  // namespace simcu::check::counting

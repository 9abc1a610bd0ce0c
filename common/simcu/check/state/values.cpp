// SPDX-License-Identifier: Apache-2.0
#include "state/values.h"

#include <algorithm>
#include <cstdio>

#include "simcu/device_model.h"

namespace simcu::check {
namespace {

template <class T>
T load(const unsigned char* p) {
  T t;
  std::memcpy(&t, p, sizeof t);
  return t;
}

std::string element_text(const unsigned char* p, value_kind kind, std::size_t bytes) {
  char out[40];
  if (kind == value_kind::floating && (bytes == 4 || bytes == 8)) {
    std::snprintf(out, sizeof out, "%.9g", bytes == 4 ? double{load<float>(p)} : load<double>(p));
    return out;
  }
  std::uint64_t bits = 0;
  std::memcpy(&bits, p, bytes);
  const unsigned shift = 64 - 8 * static_cast<unsigned>(bytes);
  const std::int64_t with_sign = static_cast<std::int64_t>(bits << shift) >> shift;
  if (kind == value_kind::signed_integer) return std::to_string(with_sign);
  // A value of unknown type is shown as unsigned, because keys and counters usually are.
  if (kind != value_kind::unsigned_integer && with_sign < 0)
    return std::to_string(bits) + " (signed: " + std::to_string(with_sign) + ")";
  return std::to_string(bits);
}

bool as_allocated(const value& v) {
  const auto all = [&](unsigned char byte) {
    return std::all_of(v.at, v.at + v.bytes, [&](auto b) { return b == byte; });
  };
  return v.bytes >= 4 && (all(0xA5) || all(static_cast<unsigned char>(model::kGlobalPoison)));
}

}  // namespace

std::string text(const value& v, value_kind kind, std::size_t element) {
  if (v.bytes == 0) return "";
  if (as_allocated(v)) return "undefined";
  if (element == 0 || element > 8 || v.bytes % element != 0 || (element & (element - 1)) != 0) {
    element = v.bytes <= 8 && (v.bytes & (v.bytes - 1)) == 0 ? v.bytes : v.bytes % 4 == 0 ? 4 : 1;
    if (kind == value_kind::floating) kind = value_kind::unknown;
  }
  std::string out;
  for (unsigned i = 0; i < v.bytes; i += static_cast<unsigned>(element))
    out += (i ? ", " : "") + element_text(v.at + i, kind, element);
  return v.bytes > element ? "{" + out + "}" : out;
}

value write_log::before(std::uintptr_t a, unsigned bytes, segment who) const {
  value v;
  each(a, bytes, [&](const entry& e) {
    if (e.who != who || v.bytes != 0) return;
    v.bytes = bytes;
    std::memcpy(v.at, e.old.at + (a - e.address), bytes);
  });
  return v;
}

bool write_log::written_since(std::uintptr_t a, unsigned bytes, segment who, bool strong) const {
  bool since = false;
  each(a, bytes, [&](const entry& e) { since |= e.who != who || e.strong != strong; });
  return since;
}

}  // namespace simcu::check

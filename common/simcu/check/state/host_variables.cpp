// SPDX-License-Identifier: Apache-2.0
#include "state/host_variables.h"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "base/program_symbols.h"

namespace simcu::check {
namespace {

struct variable {
  std::uintptr_t address;
  std::size_t bytes;
};

// Variables of templates, static members (weak symbols) and local variables of functions other than main may
// be device variables. Other names that contain "simcu" come from simcu's headers.
bool is_surely_the_hosts(const program_symbol& s) {
  if (std::strcmp(s.section, ".data") != 0 && std::strcmp(s.section, ".bss") != 0) return false;
  if (s.type != STT_OBJECT || (s.binding != STB_LOCAL && s.binding != STB_GLOBAL) || s.bytes == 0)
    return false;
  if (std::strstr(s.name, "simcu") || std::strncmp(s.name, "_ZGV", 4) == 0 ||
      std::strncmp(s.name, "_ZT", 3) == 0)
    return false;
  return std::strncmp(s.name, "_ZZ", 3) != 0 || std::strstr(s.name, "4mainE") != nullptr;
}

const std::vector<variable>& variables() {
  static const std::vector<variable> all = [] {
    std::vector<variable> out;
    each_program_symbol([&](const program_symbol& s) {
      if (is_surely_the_hosts(s)) out.push_back({s.address, s.bytes});
    });
    std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.address < b.address; });
    return out;
  }();
  return all;
}

}  // namespace

bool is_host_variable(std::uintptr_t a) {
  constexpr std::size_t kRecent = 64;
  static struct {
    std::uintptr_t word = 0;
    bool host = false;
  } recent[kRecent];
  auto& r = recent[(a >> 2) % kRecent];
  if (r.word == a) return r.host;
  const auto& all = variables();
  const auto after = std::upper_bound(all.begin(), all.end(), a,
                                      [](std::uintptr_t x, const variable& v) { return x < v.address; });
  r.word = a;
  r.host = after != all.begin() && a < std::prev(after)->address + std::prev(after)->bytes;
  return r.host;
}

}  // namespace simcu::check

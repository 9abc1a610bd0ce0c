// SPDX-License-Identifier: Apache-2.0
// Reads what SIMCU_RECORD wrote (runtime/schedule/recording.h and check/giving_way.h say what the words
// mean).
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace explore {

struct decision {
  unsigned launch;
  std::string text;
};

struct described_switch {
  unsigned launch = 0;
  std::uint64_t block = 0, step = 0, thread = 0;
  int kind = 0;
  std::uint64_t to_block = 0;
  int to_thread = -1;
  std::string place;
};

struct launched {
  unsigned number = 0;
  std::string kernel;
  std::uint64_t blocks = 0, points = 0;
};

struct side {
  std::string offset;
  std::uint64_t block = 0, thread = 0;
};
struct race {
  unsigned launch = 0;
  std::string subkind;
  side earlier, later;
};

struct logged_access {
  unsigned launch = 0;
  std::uint64_t block = 0, step = 0, thread = 0;
  std::string offset;
  bool write = false;
  std::uint64_t address = 0, value = 0;
  unsigned bytes = 0;
  bool by(const side& s) const { return block == s.block && thread == s.thread && offset == s.offset; }
};

struct record {
  std::string program, suffixes;  // of the string: "replay:HASH" and "+warps…"
  std::vector<decision> decisions;
  std::vector<launched> launches;
  std::vector<described_switch> switches;
  std::vector<race> races;
  std::vector<logged_access> accesses;
};

record read_record(const std::string& text);
std::string replay_string(const record& r, const std::vector<decision>& decisions);
std::vector<std::string> in_words(const record& r);

}  // namespace explore

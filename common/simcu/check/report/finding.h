// SPDX-License-Identifier: Apache-2.0
// One bug that the checks found, with all its instances: what it is, where it is, which threads it involves,
// and how to fix it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "report/json.h"
#include "simcu/vector_types.h"

namespace simcu::check {

// One side of a finding.
struct access {
  const void* pc = nullptr;  // inside the access; null: `file` and `line` give the place, if it is known
  std::string file;
  int line = 0;
  bool has_thread = false;  // false: host code, or unknown
  uint3 block = {0, 0, 0}, thread = {0, 0, 0};
  std::string op;     // "write of 4 bytes", "atomic read of 4 bytes", …
  std::string value;  // the value that it read or wrote; empty if unknown
};

// A place in memory, as far as it is known.
struct place {
  std::string text;              // for people: "`s_tile[3][4]`", "byte 12 of the allocation of 400 bytes"
  std::string name;              // of the array: "s_tile", "d_bins"; empty if unknown
  bool has_index = false;        // the array's element size is known
  std::int64_t index = -1;       // then: the element, counted through all dimensions; may be outside
  std::uint64_t offset = 0;      // bytes from the start of the array or allocation
  unsigned bytes = 0;            // accessed
  std::int64_t allocation = -1;  // global memory: the number of its cudaMalloc among all, from 0
};

struct finding {
  std::string kind, subkind;
  std::string message;  // one sentence: what happened, and where in memory
  std::string advice;   // how to fix it
  std::string kernel;
  std::string values;  // a sentence: the values that were seen, and the possible ones
  place where;
  std::vector<access> accesses;
  std::uint64_t count = 0;
  access call;  // the program's line if a library launched the kernel; line 0 for the program's own kernels
  access barrier;  // a race within a block: the barrier that opened last; its line is 0 if there was none
  const void* known_as = nullptr;  // identifies this place again; null: the code of the accesses
  bool in_one_warp = false;        // a race, and all instances so far were between lanes of a warp
  bool unwritten = false;          // a read of memory that no thread had written before
  bool certain = true;             // false: so far only reads that may be guesses (checks/guesses.h) race…
  std::uint64_t open_guesses = 0;  // …and this many of them have not proved to be guesses
  bool holds() const { return certain || open_guesses != 0; }
};

// finding_text.cpp: several lines for people; one object of the report's `findings`.
std::string as_text(const finding& f);
json as_json(const finding& f);
// "file:line" of each of its accesses, the later one first; empty if one is unknown.
std::string lines_of(const finding& f);

}  // namespace simcu::check

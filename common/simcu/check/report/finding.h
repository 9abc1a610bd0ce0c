// SPDX-License-Identifier: Apache-2.0
// One bug that the checks found, with all its instances. A finding says what the bug is, where it is, which
// threads it involves, and how to fix it.
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
  const void* pc = nullptr;  // inside the access; if null, `file` and `line` give the place, if known
  std::string file;
  int line = 0;
  bool has_thread = false;  // false for host code, or if the thread is unknown
  uint3 block = {0, 0, 0}, thread = {0, 0, 0};
  std::string op;     // "write of 4 bytes", "atomic read of 4 bytes", …
  std::string value;  // the value that the access read or wrote; empty if unknown
};

// A place in memory, as far as it is known.
struct place {
  std::string text;              // for reports: "`s_tile[3][4]`", "byte 12 of the allocation of 400 bytes"
  std::string name;              // the array's name: "s_tile", "d_bins"; empty if unknown
  bool has_index = false;        // whether the array's element size is known
  std::int64_t index = -1;       // if so, the flattened index of the element, which may be out of range
  std::uint64_t offset = 0;      // bytes from the start of the array or allocation
  unsigned bytes = 0;            // number of accessed bytes
  std::int64_t allocation = -1;  // for global memory, the number of its cudaMalloc, counted from 0
};

struct finding {
  std::string kind, subkind;
  std::string message;  // one sentence: what happened, and where in memory
  std::string advice;   // how to fix it
  std::string kernel;
  std::string values;  // a sentence about the values in this run and in the other order
  place where;
  std::vector<access> accesses;
  std::uint64_t count = 0;
  access call;  // the program's line if a library launched the kernel; line 0 for the program's own kernels
  access barrier;  // for a race within a block, the barrier that opened last; line 0 if there was none
  const void* known_as = nullptr;  // identifies the place; if null, the accesses' code addresses do
  bool in_one_warp = false;        // a race whose instances so far were all between lanes of one warp
  bool unwritten = false;          // a read of memory that no thread has written
  bool certain = true;             // false if only reads that may be guesses (checks/guesses.h) race so far
  std::uint64_t open_guesses = 0;  // the number of these reads that have not proved to be guesses
  bool holds() const { return certain || open_guesses != 0; }
};

// In finding_text.cpp: as_text returns several lines for people, as_json an object for the report's
// `findings`.
std::string as_text(const finding& f);
json as_json(const finding& f);
// Returns "file:line" for each access of the finding, the later access first; empty if a place is unknown.
std::string lines_of(const finding& f);

}  // namespace simcu::check

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "report/json.h"
#include "simcu/vector_types.h"

namespace simcu::check {

struct access {
  const void* pc = nullptr;  // inside the access; if null, `file` and `line` give the place
  std::string file;
  int line = 0;
  bool has_thread = false;  // false for host code, or if the thread is unknown
  uint3 block = {0, 0, 0}, thread = {0, 0, 0};
  std::string op;
  bool write = false;
  std::string value;  // empty if unknown
};

struct place {
  std::string text;  // for reports: "`s_tile[3][4]`", "byte 12 of the allocation of 400 bytes"
  std::string name;  // "s_tile", "d_bins"; empty if unknown
  bool has_index = false;
  std::int64_t index = -1;   // the element's flattened index, if known; may be out of range
  std::uint64_t offset = 0;  // bytes from the start of the array or allocation
  unsigned bytes = 0;
  std::int64_t allocation = -1;  // for global memory, the number of its cudaMalloc, counted from 0
};

struct finding {
  std::string kind, subkind;
  std::string message;  // one sentence
  std::string advice;
  std::string remedy;  // the advice's name, for programs that read the report (as_json); can be empty
  std::string kernel;
  std::string values;  // a sentence about this run and the other order
  place where;
  std::vector<access> accesses;
  std::uint64_t count = 0;
  access call;     // line 0 for the program's own kernels
  access barrier;  // for a race within a block, the barrier that opened last; line 0 if there was none
  const void* known_as = nullptr;  // if null, the accesses' code addresses identify the place
  bool in_one_warp = false;        // a race whose instances so far were all between lanes of one warp
  bool unwritten = false;
  bool certain = true;             // false if only reads that may be guesses (checks/guesses.h) race so far
  std::uint64_t open_guesses = 0;  // of these reads, how many have not proved to be guesses
  bool holds() const { return certain || open_guesses != 0; }
};

// as_text returns several lines for people, as_json an object for the report's `findings`. Sentences are only
// for people; a program decides by `kind`, `subkind`, each access's `write`, and `remedy`:
//   one-atomic        a race of updates, such as `bins[i]++`
//   barrier           __syncthreads() between two accesses of a block
//   barrier-after     the same, at the end of the loop, because one barrier is already between the lines
//   second-array      the same, unless the kernel moves elements within an array
//   warp-barrier      __syncthreads() or __syncwarp()
//   one-writer        a barrier, an atomic, or one thread that writes
//   both-strong       one access is atomic or volatile, and the other is not
//   wider-atomic      atomic…_block is not enough
//   split             different blocks: another launch, a grid barrier, or a flag with fences
//   fence             the flag was read, but a fence is missing after it
//   early-flag        the flag was read, but nothing orders the other access before it
//   order-streams     an event between two streams
std::string as_text(const finding& f);
json as_json(const finding& f);
// "file:line" for each access, the later one first; empty if a place is unknown.
std::string lines_of(const finding& f);

}  // namespace simcu::check

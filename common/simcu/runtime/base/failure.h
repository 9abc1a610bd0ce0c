// SPDX-License-Identifier: Apache-2.0
// Why a kernel was stopped. From the runtime, the grader's verifier uses only this file and failure_text.h.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace simcu {

// The call at which a thread waits, or the instruction at an address.
struct code_place {
  std::string file;  // empty if the line is not known
  int line = 0;
  int repeat = 0;              // calls of the same kind before it on this line
  std::uintptr_t address = 0;  // 0 for a call; in a record, the offset in the program's file

  bool operator==(const code_place& other) const {
    return file == other.file && line == other.line && repeat == other.repeat && address == other.address;
  }
};

struct waiting_threads {
  std::vector<std::pair<unsigned, unsigned>> ranks;  // first and last of each run, in ascending order
  std::string doing;
  code_place place;
  std::string after_place;  // " with mask 0x0000ffff"
};

struct waiting_block {
  std::array<unsigned, 3> index{};
  std::vector<waiting_threads> threads;
};

struct failure {
  std::string kernel;
  std::string error, error_text;
  std::string kind = "failed-launch";  // or "barrier-divergence", "syncwarp-absent", "deadlock"
  std::string called_at;               // "file.cu:41": the call of the library whose kernel failed; or empty
  std::string message;                 // without the end of the sentence
  code_place spins;
  std::string message_end;  // the text after the place in `spins`
  std::optional<std::array<unsigned, 3>> block, thread;
  code_place at;
  std::string elements;  // "it would be `d[7]` …", for an illegal address
  std::vector<waiting_block> waiting;
  std::string advice;
};

}  // namespace simcu

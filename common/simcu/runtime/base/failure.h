// SPDX-License-Identifier: Apache-2.0
// The fields of a failure: why a kernel was stopped. The runtime prints the fields as text (failure_text.h),
// or passes them to the program as a record (faults.h). The checkers turn the fields into a finding. The
// grader's verifier reads a record back into this structure. From the runtime, the verifier uses only this
// file and failure_text.h.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace simcu {

// A place in the code: the call at which a thread waits, or the instruction at an address.
struct code_place {
  std::string file;  // empty if the line is not known
  int line = 0;
  int repeat = 0;              // number of calls of the same kind before it on this line
  std::uintptr_t address = 0;  // 0 for a call; in a record, the offset in the program's file

  bool operator==(const code_place& other) const {
    return file == other.file && line == other.line && repeat == other.repeat && address == other.address;
  }
};

// Threads of one block that are doing the same thing at the same place.
struct waiting_threads {
  std::vector<std::pair<unsigned, unsigned>> ranks;  // first and last of each run, in ascending order
  std::string doing;                                 // "at the barrier", "ended", …
  code_place place;                                  // of the call, or of the thread's current instruction
  std::string after_place;                           // " with mask 0x0000ffff"
};

struct waiting_block {
  std::array<unsigned, 3> index{};
  std::vector<waiting_threads> threads;
};

struct failure {
  std::string kernel;
  std::string error, error_text;  // CUDA's: "cudaErrorIllegalAddress", "an illegal memory access was …"
  std::string kind = "failed-launch";  // or "barrier-divergence", "syncwarp-absent", "deadlock"
  std::string called_at;               // "file.cu:41": the call of the library whose kernel failed; or empty
  std::string message;                 // what happened, without the end of the sentence …
  code_place spins;                    // … the loop that the message is about, if there is one …
  std::string message_end;             // … and the text after that place
  std::optional<std::array<unsigned, 3>> block, thread;  // the failed thread, if a single thread failed
  code_place at;                                         // where it failed
  std::string elements;                                  // "it would be `d[7]` …", for an illegal address
  std::vector<waiting_block> waiting;                    // what all threads of some blocks wait for
  std::string advice;                                    // one or more sentences, or empty
};

}  // namespace simcu

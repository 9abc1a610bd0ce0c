// SPDX-License-Identifier: Apache-2.0
// What `simcu --check` found during one request, in the form that tests use.
// common/simcu/check/report/finding.h describes the JSON. All of it comes from the runner, so it can be
// trusted no more than the runner: see "What a clean run proves" in grader/README.md.
#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace verifier {

// One side of a finding.
struct finding_access {
  std::string file;  // "labs/01_enumeration/enumeration.cu"; empty if unknown
  int line = 0;
  std::string source;  // the text of that line, if the file belongs to the workbook
  std::optional<std::array<unsigned, 3>> block, thread;
  std::string op;  // "earlier write of 4 bytes"
  bool write = false;
  std::string value;  // the value read or written; empty if unknown
  std::string code;   // its places in the program, as schedules name them: "ed4c.ed05"
};

// One bug that the checkers found, with all its instances.
struct finding {
  std::string kind, subkind;  // "race", "global-cross-block"
  std::string kernel;
  std::string where;    // "s_tile[17]"; empty if unknown
  std::string message;  // one sentence
  std::string values;   // another sentence, if the values explain the bug
  std::string advice;
  std::string remedy;       // the advice's name: common/simcu/check/report/finding.h
  std::uint64_t count = 0;  // instances
  std::vector<finding_access> accesses;
};

// The memory accesses of a kernel, over all its launches. common/simcu/check/tools/counters/counters.h says
// what is counted.
struct access_counts {
  std::uint64_t requests = 0;      // memory instructions of warps
  std::uint64_t transactions = 0;  // 32-byte sectors (global), wavefronts (shared)
  std::uint64_t conflicts = 0;     // shared memory: extra wavefronts due to bank conflicts
  std::uint64_t bytes = 0;
  access_counts& operator+=(const access_counts& more);
};
struct lane_access {  // one lane's access in its warp's request
  unsigned lane = 0;
  std::uint64_t byte = 0;  // offset from a multiple of 128 bytes
};
struct line_counts {  // the counts of one source line
  std::string file, source;
  int line = 0;
  std::string op;  // "global_load", …
  std::uint64_t requests = 0, transactions = 0, conflicts = 0;
  std::vector<lane_access> example;  // the most expensive request
  std::uint64_t example_cost = 0, example_bytes = 0;
};

// The counters that the simulated device kept for a kernel.
struct kernel_counters {
  std::string kernel;
  std::uint64_t launches = 0, blocks = 0, threads = 0, barriers = 0, most_barriers = 0;  // most: in one block
  access_counts global_load, global_store, shared_load, shared_store;
  std::uint64_t global_atomics = 0, shared_atomics = 0;  // one per thread and operation
  std::uint64_t work = 0, span = 0;  // in steps: the sum over all threads, and the longest chain
  std::vector<line_counts> lines;
};
// Adds up all kernels whose name contains `name`. `most_barriers` is the largest of theirs; there are no
// lines.
kernel_counters total_of(const std::vector<kernel_counters>& kernels, const std::string& name = "");

// The findings and counters of one checked request.
struct checker_report {
  std::vector<finding> findings;
  std::uint64_t more = 0;                 // further findings, not listed
  bool timed_out = false;                 // a kernel was stopped at its time limit
  bool counted = false;                   // `counters` and `peak_memory` are valid
  std::vector<kernel_counters> counters;  // by kernel
  std::uint64_t peak_memory = 0;          // bytes of device memory, the request's own buffers included
  std::uint64_t variables = 0;            // bytes of the __device__ variables that were used
  std::uint64_t copied_to_host = 0;       // bytes of device memory, the runner's own copies included
  std::uint64_t printed = 0;              // bytes that kernels printed; part of copied_to_host
  std::uint64_t told = 0;                 // bytes that the host sent to the device, after compression
  std::string history;                    // raw JSON, "" if there is none
};

// Nullopt if the text isn't a report. Never throws.
std::optional<checker_report> parse_checker_report(const std::string& text);

// Describes the first finding and its places in words, and says how many more there are. Precondition:
// `report` has findings.
std::string describe_findings(const checker_report& report);

// Names the bug of the first finding by its kind, kernel and lines, which do not depend on the input.
// Precondition: `report` has findings.
std::string cause_of(const checker_report& report);

// Returns whether both accesses of the first finding are on the same source line.
bool meets_in_one_statement(const checker_report& report);
// Returns whether the cause of that finding can be a wrong index. It cannot be if an atomic operation is
// missing, or if one thread reads shared memory that the other writes, because then a barrier is missing.
bool why_they_meet_is_open(const checker_report& report);

}  // namespace verifier

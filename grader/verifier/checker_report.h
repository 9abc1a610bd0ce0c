// SPDX-License-Identifier: Apache-2.0
// What `simcu --check` found during one request (its report as JSON: common/simcu/check/finding.h), as tests
// see it. All of it comes from the runner, so nothing in it is worth more than the runner is; see
// "What a clean run proves" in docs/architecture.md.
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
  std::string source;  // the text of that line, if the file is the workbook's
  std::optional<std::array<unsigned, 3>> block, thread;
  std::string op;     // "earlier write of 4 bytes"
  std::string value;  // that it read or wrote; empty if unknown
};

struct finding {
  std::string kind, subkind;  // "race", "global-cross-block"
  std::string kernel;
  std::string where;    // "s_tile[17]"; empty if unknown
  std::string message;  // one sentence
  std::string advice;
  std::uint64_t count = 0;  // instances
  std::vector<finding_access> accesses;
};

struct checker_report {
  std::vector<finding> findings;
  std::uint64_t more = 0;  // findings that are not in the list
  std::string counters;    // raw JSON, "" if there are none
  std::string history;     // raw JSON, "" if there is none
};

// Nullopt if the text is no report. Places that the runner could only give as addresses are looked up in
// `program`. Never throws.
std::optional<checker_report> parse_checker_report(const std::string& text,
                                                   const std::filesystem::path& program);

// For people: the first finding with its places, and how many more there are. `report` must have findings.
std::string describe_findings(const checker_report& report);

}  // namespace verifier

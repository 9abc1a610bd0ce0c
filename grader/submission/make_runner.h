// SPDX-License-Identifier: Apache-2.0
// Makes a runner from a student's file: merges the file with the given text, compiles it in the sandbox, and
// tries again without the exercises that do not compile.
#pragma once
#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace submission {

struct request {
  std::filesystem::path source, given, output;
  std::string name;                              // of the source, in messages
  std::vector<std::string> read;                 // folders and files that the compiler reads
  std::vector<std::string> include;              // folders that the submission may include files from
  std::vector<std::string> command;              // with @SOURCE@ and @OUTPUT@; compiles with -c, and links
  std::vector<std::string> parts;                // what it's linked with: the lab's adapter comes first
  std::size_t seconds = 300, memory_mib = 4096;  // for each process; with a control group, for all together
  bool quiet = false;
  bool ours = false;  // not a student's file: its includes are unrestricted, and it must compile
};

// The messages for students and other readers of the reports.
struct explanation {
  std::string log, fault;
  std::map<std::string, std::string> left_out;  // exercise, why
  std::vector<std::filesystem::path> dependencies;
};

// Makes `given.output` and its note in `folder`, which exists, is empty and serves only this call.
explanation make_runner(const request& given, const std::filesystem::path& folder);

}  // namespace submission

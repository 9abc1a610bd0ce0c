// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace submission {

struct request {
  std::filesystem::path source, given, output;
  std::string name;                              // in messages
  std::vector<std::string> read;                 // folders and files that the compiler may read
  std::vector<std::string> include;              // folders from which the submission may include files
  std::vector<std::string> command;              // with @SOURCE@ and @OUTPUT@; compiles with -c, and links
  std::vector<std::string> parts;                // other objects and libraries; the lab's adapter comes first
  std::size_t seconds = 300, memory_mib = 4096;  // per process, or with a control group for all
  bool quiet = false;
  bool ours = false;  // not a student's file: any includes; must compile
};

struct explanation {
  std::string log, fault;
  std::map<std::string, std::string> left_out;  // exercise -> reason
  std::vector<std::filesystem::path> dependencies;
};

// Merges the student's file with the given text, and leaves out exercises that do not compile. `folder` must
// exist, be empty, and serve only this call.
explanation make_runner(const request& given, const std::filesystem::path& folder);

}  // namespace submission

// SPDX-License-Identifier: Apache-2.0
// Compiles and links one submission in the sandbox.
#pragma once
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "../sandbox/sandbox.h"
#include "compiler.h"
#include "make_runner.h"
#include "own_text.h"

namespace submission {

class compilation {
 public:
  // Works in `folder`, which must exist. `secret` is part of the names of the regions' files.
  compilation(const request& given, const std::filesystem::path& folder, const std::string& secret);

  // Compiles `file` to `object`, with dependencies in `rule`. Sets `fault` to the machine's fault if there
  // was one in both attempts, and otherwise to "".
  finished compile(std::string& fault) const;
  // Checks the preprocessed text of the last compile().
  own_text look_at_text(std::size_t regions) const;
  // Returns the files that the submission includes: those in the compiler's list and in the preprocessed
  // text. The list also has files that only a #line names. So only the text shows
  // whether the submission includes itself.
  std::vector<std::filesystem::path> included(const std::vector<std::filesystem::path>& listed,
                                              const own_text& seen) const;
  // Links `object` and the runner's parts into `made`.
  finished link(std::string& fault) const;

 private:
  std::vector<std::string> command(const std::vector<std::string>& inputs,
                                   const std::filesystem::path& output,
                                   const std::vector<std::string>& more) const;
  finished run(const std::vector<std::string>& command, const std::vector<std::string>& parts,
               std::string& fault) const;

  const request& given_;
  std::string secret_;
  std::filesystem::path folder_;
  sandbox::box inside_;

 public:
  const std::filesystem::path file, scratch, object, made, rule;
};

void replace_all(std::string& text, const std::string& from, const std::string& by);

}  // namespace submission

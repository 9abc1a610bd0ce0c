// SPDX-License-Identifier: Apache-2.0
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
  // `folder` must exist. `secret` is part of the names of the regions' files.
  compilation(const request& given, const std::filesystem::path& folder, const std::string& secret);

  // Writes `object`, and dependencies to `rule`. `fault` is the machine's, if there was one in both attempts,
  // or "".
  finished compile(std::string& fault) const;
  // Checks the preprocessed text of the last compile().
  own_text look_at_text(std::size_t regions) const;
  // Merges the compiler's list with the preprocessed text. The list also has files that only a #line names,
  // so only the text shows whether the submission includes itself.
  std::vector<std::filesystem::path> included(const std::vector<std::filesystem::path>& listed,
                                              const own_text& seen) const;
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

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "options.h"

namespace simcu_driver {

struct toolchain {
  std::vector<std::string> compiler;  // more than one word for "ccache g++"
  bool is_clang = false;
  std::vector<std::string> front_end;  // a clang++ that supports CUDA; empty if there is none
  std::string include_folder;
  std::string libraries_folder;  // holds thrust and cub; may be include_folder, or empty
  std::string library;           // libsimcu.a
  std::string check_library;
};

// The compiler is SIMCU_CXX, else -ccbin, else g++, else clang++. Throws own_fault if something is missing;
// only linking needs the library.
toolchain find_toolchain(const options& o, bool needs_library);

bool is_own_header(const toolchain& tools, const std::string& file);
std::vector<std::string> own_includes(const toolchain& tools);

// Returns the version's first number, or 0.
int compiler_version(const toolchain& tools);

// Searches PATH unless the name has a slash; returns "" if there is none.
std::string path_of(const std::string& program);

}  // namespace simcu_driver

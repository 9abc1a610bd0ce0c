// SPDX-License-Identifier: Apache-2.0
// Finds the host compiler, simcu's headers and simcu's libraries.
#pragma once
#include <string>
#include <vector>

#include "options.h"

namespace simcu_driver {

struct toolchain {
  std::vector<std::string> compiler;  // more than one word for "ccache g++"
  bool is_clang = false;
  std::vector<std::string> front_end;  // a clang++, which supports CUDA; empty if there is none
  std::string include_folder;          // holds cuda_runtime.h
  std::string libraries_folder;        // holds thrust and cub; may be include_folder, or empty
  std::string library;                 // libsimcu.a
  std::string check_library;           // libsimcu_check.a, next to it
};

// The compiler is SIMCU_CXX, else -ccbin, else g++, else clang++. Throws own_fault if something is missing.
// For linking, `needs_library` must be true.
toolchain find_toolchain(const options& o, bool needs_library);

// Returns whether the file is one of simcu's headers.
bool is_own_header(const toolchain& tools, const std::string& file);
// An -isystem option for each folder of simcu's headers.
std::vector<std::string> own_includes(const toolchain& tools);

// Returns the first number of the compiler's version; 0 if it is not known.
int compiler_version(const toolchain& tools);

// Returns the file that a command's first word runs: found on PATH unless it has a slash; "" if there is
// none.
std::string path_of(const std::string& program);

}  // namespace simcu_driver

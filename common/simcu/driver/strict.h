// SPDX-License-Identifier: Apache-2.0
// Finds code that nvcc rejects but a host compiler accepts. Such code calls host functions from device code
// (even through templates and the standard library), uses host variables in device code, or launches
// something that is not a kernel. Clang's CUDA front end finds such code in the user's file (device side,
// syntax only) while the host compiler runs.
#pragma once
#include <future>
#include <string>
#include <vector>

#include "options.h"
#include "process.h"
#include "toolchain.h"

namespace simcu_driver {

// Returns clang's errors about the file in nvcc's terms, "file:line: error: …". Leaves out errors in files
// that are not the user's (simcu's, the system's), and errors without an equivalent in nvcc.
std::vector<std::string> as_nvcc_says(const std::string& clang_said, const std::string& file,
                                      const toolchain& tools);

// Whether the flags contain the macro of --expt-relaxed-constexpr.
bool allows_constexpr(const words& preprocessor);

// Precompiles the start of every check with these options: simcu's headers and the headers that they include.
// Does nothing without a suitable front end.
void precompile_strict(const options& o, const toolchain& tools);

class strict_check {
 public:
  // Starts the front end on this file. Does nothing if there is none, or if --no-strict was given.
  strict_check(const options& o, const toolchain& tools, const words& preprocessor, const std::string& file);
  // Waits for the front end and prints the errors. Returns kDone or kDoesNotCompile.
  int finish();

 private:
  std::string file_;
  toolchain tools_;
  std::future<finished> running_;
};

}  // namespace simcu_driver

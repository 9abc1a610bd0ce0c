// SPDX-License-Identifier: Apache-2.0
// Finds code that nvcc rejects but a host compiler accepts, such as calls of host functions in device code.
// Clang's CUDA front end checks the user's file (device side, syntax only) while the host compiler runs.
#pragma once
#include <future>
#include <string>
#include <vector>

#include "options.h"
#include "process.h"
#include "toolchain.h"

namespace simcu_driver {

// "file:line: error: …". Leaves out errors in files that are not the user's, and errors without an equivalent
// in nvcc.
std::vector<std::string> as_nvcc_says(const std::string& clang_said, const std::string& file,
                                      const toolchain& tools);

bool allows_constexpr(const words& preprocessor);

// Precompiles the start of every check with these options. Does nothing without a suitable front end.
void precompile_strict(const options& o, const toolchain& tools);

class strict_check {
 public:
  // Starts the front end, unless there is none or --no-strict was given.
  strict_check(const options& o, const toolchain& tools, const words& preprocessor, const std::string& file);
  // Prints the errors. Returns kDone or kDoesNotCompile.
  int finish();

 private:
  std::string file_;
  toolchain tools_;
  std::future<finished> running_;
};

}  // namespace simcu_driver

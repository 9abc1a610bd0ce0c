// SPDX-License-Identifier: Apache-2.0
// What nvcc refuses and a host compiler does not: calls of host functions from device code, through templates
// and the standard library too, host variables in device code, launches of what is not a kernel. clang's CUDA
// front end finds it in the user's file (device side, syntax only) while the host compiler works.
#pragma once
#include <future>
#include <string>
#include <vector>

#include "options.h"
#include "process.h"
#include "toolchain.h"

namespace simcu_driver {

// The errors in nvcc's terms, "file:line: error: …", from what clang said of the file. Those that it reports
// in other files than the user's (`own_headers`, the system's), and those that nvcc has no equal of, are left
// out.
std::vector<std::string> as_nvcc_says(const std::string& clang_said, const std::string& file,
                                      const std::string& own_headers);

// Whether --expt-relaxed-constexpr was given, as its macro among the flags.
bool allows_constexpr(const words& preprocessor);

// Compiles what every check with these options begins with: simcu's headers and what they include. Does
// nothing where there is no front end, or one that cannot.
void precompile_strict(const options& o, const toolchain& tools);

class strict_check {
 public:
  // Starts the front end on this file. Does nothing if there is none, or --no-strict was given.
  strict_check(const options& o, const toolchain& tools, const words& preprocessor, const std::string& file);
  // Waits for it and prints the errors: kDone, or kDoesNotCompile.
  int finish();

 private:
  std::string file_, own_headers_;
  std::future<finished> running_;
};

}  // namespace simcu_driver

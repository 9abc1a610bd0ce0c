// SPDX-License-Identifier: Apache-2.0
// Precompiles cuda_runtime.h, because reading it takes most of a small file's compilation time. `simcu
// --precompile` with a compilation's options puts the file, with the system headers of -include, into
// precompiled/ next to libsimcu.a. With clang++, only the strict check's file has those headers.
#pragma once
#include <string>
#include <vector>

#include "options.h"
#include "toolchain.h"

namespace simcu_driver {

// Leaves out input and output.
std::vector<std::string> compiler_flags(const options& o, const toolchain& tools);
std::vector<std::string> cuda_macros(const options& o);

// Returns "" if there is none, or if the compiler or an input has changed.
std::string current_precompiled(const options& o, const toolchain& tools);
std::vector<std::string> include_flags(const options& o);
// cuda_runtime.h comes first, then the files of -include, as with nvcc. g++ takes them from `file`, if that
// is not "".
std::vector<std::string> include_first(const options& o, const toolchain& tools, const std::string& file);
// clang++ preprocesses without `file`, so cuda_runtime.h is removed from `preprocessed` here.
std::vector<std::string> use_precompiled(const toolchain& tools, const std::string& file,
                                         std::string& preprocessed);
void forget_precompiled(const std::string& file, const std::string& rule);

// Also makes the strict check's file (strict.h). Returns an exit status of simcu; throws bad_command_line if
// the options allow neither file.
int precompile(const options& o);

}  // namespace simcu_driver

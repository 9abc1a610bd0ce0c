// SPDX-License-Identifier: Apache-2.0
// Precompiles cuda_runtime.h, with which every CUDA file begins, because reading it takes most of a small
// file's compilation time. `simcu --precompile` with the options of a compilation creates the file in
// precompiled/ next to libsimcu.a. Compilations with the same options then use the file. The file also has
// the system headers that -include names. With clang++, only the strict check's file has them.
#pragma once
#include <string>
#include <vector>

#include "options.h"
#include "toolchain.h"

namespace simcu_driver {

// Options for the compilation step, without input and output.
std::vector<std::string> compiler_flags(const options& o, const toolchain& tools);
// Returns the macros that are defined for a .cu file.
std::vector<std::string> cuda_macros(const options& o);

// Returns the precompiled file for these options; "" if there is none, or if the compiler or an input has
// changed.
std::string current_precompiled(const options& o, const toolchain& tools);
// An -include option for each file of -include.
std::vector<std::string> include_flags(const options& o);
// Returns the preprocessor's options that include cuda_runtime.h and then the files of -include, in nvcc's
// order. g++ takes them from `file`, if that is not "".
std::vector<std::string> include_first(const options& o, const toolchain& tools, const std::string& file);
// Returns the compiler's options for using `file`. clang++ preprocesses without it, so cuda_runtime.h is
// removed from `preprocessed` here.
std::vector<std::string> use_precompiled(const toolchain& tools, const std::string& file,
                                         std::string& preprocessed);
// Removes the precompiled file from a rule for make.
void forget_precompiled(const std::string& file, const std::string& rule);

// Creates the precompiled file, and the file for the strict check (strict.h), if these options allow it.
// Returns an exit status of simcu; throws bad_command_line if the options allow neither file.
int precompile(const options& o);

}  // namespace simcu_driver

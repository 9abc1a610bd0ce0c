// SPDX-License-Identifier: Apache-2.0
// cuda_runtime.h, which every CUDA file begins with, compiled once: reading it takes most of the time of a
// small file. `simcu --precompile` with the options of a compilation makes it, in precompiled/ next to
// libsimcu.a; compilations with the same options then use it. It includes system headers that -include names
// (with clang++, only the file for the strict check does).
#pragma once
#include <string>
#include <vector>

#include "options.h"
#include "toolchain.h"

namespace simcu_driver {

// Options for the compilation step, without input and output.
std::vector<std::string> compiler_flags(const options& o, const toolchain& tools);
// The macros that are defined for a .cu file.
std::vector<std::string> cuda_macros(const options& o);

// The file for those options; "" if there is none, or if the compiler or a file that was read has changed.
std::string current_precompiled(const options& o, const toolchain& tools);
// -include, for each of its files.
std::vector<std::string> include_flags(const options& o);
// The options with which a preprocessor begins with cuda_runtime.h and the files of -include, in nvcc's
// order. g++ takes them from `file`, if that is not "".
std::vector<std::string> include_first(const options& o, const toolchain& tools, const std::string& file);
// The compiler's options for `file`. clang++ preprocesses without it: cuda_runtime.h is removed from
// `preprocessed` here.
std::vector<std::string> use_precompiled(const toolchain& tools, const std::string& file,
                                         std::string& preprocessed);
// Rules for make should not name precompiled files.
void forget_precompiled(const std::string& file, const std::string& rule);

// Makes it, and the file for the strict check (strict.h), each if these options allow it. Returns an exit
// status of simcu; options that allow neither are bad_command_line.
int precompile(const options& o);

}  // namespace simcu_driver

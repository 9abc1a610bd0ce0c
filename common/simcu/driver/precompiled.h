// SPDX-License-Identifier: Apache-2.0
// cuda_runtime.h, which every CUDA file begins with, compiled once: reading it takes most of the time of a
// small file. `simcu --precompile` with the options of a compilation makes it, in precompiled/ next to
// libsimcu.a; compilations with the same options then use it.
#pragma once
#include <string>
#include <vector>

#include "options.h"
#include "toolchain.h"

namespace simcu_driver {

// Of the step that compiles, without input and output.
std::vector<std::string> compiler_flags(const options& o, const toolchain& tools);
// What a .cu file finds defined.
std::vector<std::string> cuda_macros(const options& o);

// If there is one for these options, takes cuda_runtime.h out of `preprocessed` and returns what the compiler
// needs to know instead. Else, and if the compiler or a file that was read is no longer the same, does
// nothing.
std::vector<std::string> use_precompiled(const options& o, const toolchain& tools, std::string& preprocessed);

// Makes it, and what the strict check begins with (strict.h), each if these options allow it. Returns an exit
// status of simcu; options that allow neither are bad_command_line.
int precompile(const options& o);

}  // namespace simcu_driver

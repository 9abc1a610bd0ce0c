// SPDX-License-Identifier: Apache-2.0
// Files that make later compilations faster, each named after a hash of what it depends on. FILE.from lists
// the files from which it was made and their state at that time, one per line.
#pragma once
#include <string>

#include "options.h"
#include "process.h"
#include "toolchain.h"

namespace simcu_driver {

// Returns false if other options can change the meaning of simcu's headers.
bool macros_of(const options& o, words& macros);

// The system's files are those that no other folder has.
bool includes_the_systems(const options& o);
// #include <…>, one per line.
std::string text_of_includes(const words& files);

// The file need not exist. `key` is the command that makes it, without file names.
std::string precompiled_file(const toolchain& tools, words key, const std::string& ending);

// Throws own_fault if the folder can't be created.
void make_folder_of(const std::string& file);

// Writes a file next to the precompiled file that includes its inputs, complete at all times, because other
// processes may read it. If FILE is included, g++ reads FILE.gch if that matches, and otherwise FILE.
std::string source_of(const std::string& file);
std::string written_source(const std::string& file, const std::string& text);

bool is_current(const std::string& file);

// Moves `made` to `file`. `rule` is the rule that -MD wrote. `compiler` is one of the inputs.
void keep_precompiled(output_file& made, const std::string& file, const std::string& rule,
                      const words& compiler);

}  // namespace simcu_driver

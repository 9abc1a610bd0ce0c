// SPDX-License-Identifier: Apache-2.0
// Files that make later compilations faster, in precompiled/ next to libsimcu.a. Each is named by a hash of
// what it depends on; FILE.from lists the files that it was made from and their state at that time, one per
// line.
#pragma once
#include <string>

#include "options.h"
#include "process.h"
#include "toolchain.h"

namespace simcu_driver {

// The -D and -U options for the preprocessor. False if other options change the meaning of simcu's headers,
// or come before them.
bool macros_of(const options& o, words& macros);

// Whether the files of -include are the system's, and so the same for everybody; no other folder has a file
// of that name.
bool includes_the_systems(const options& o);
// #include <…>, one per line.
std::string text_of_includes(const words& files);

// The file that it is or would be. `key`: the command that makes it, without names of files.
std::string precompiled_file(const toolchain& tools, words key, const std::string& ending);

// Throws own_fault if it can't be made.
void make_folder_of(const std::string& file);

// Writes a file next to it that includes its inputs. It is complete at any moment, because others may read
// it. When told to include FILE, g++ takes FILE.gch if it fits, and FILE otherwise.
std::string source_of(const std::string& file);
std::string written_source(const std::string& file, const std::string& text);

// Whether it exists, and all its inputs are unchanged.
bool is_current(const std::string& file);

// Moves `made` to `file`. `rule`: what -MD wrote about it. `compiler` is one of its inputs.
void keep_precompiled(output_file& made, const std::string& file, const std::string& rule,
                      const words& compiler);

}  // namespace simcu_driver

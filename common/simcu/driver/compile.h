// SPDX-License-Identifier: Apache-2.0
// Compiles one source file to one object: preprocess, translate, compile.
#pragma once
#include <string>
#include <vector>

#include "options.h"
#include "toolchain.h"

namespace simcu_driver {

enum class input_kind { cuda, cxx, c, assembler, object };
input_kind kind_of(const link_item& item);  // throws bad_command_line for an unusable file

// Return an exit status of simcu. `scratch` is the prefix of temporary files' names; `named` is the object's
// final name, for dependency files.
int compile_file(const options& o, const toolchain& tools, const link_item& item, const std::string& scratch,
                 const std::string& object, const std::string& named);
int preprocess_to_output(const options& o, const toolchain& tools, const link_item& item);

int run_step(const options& o, const std::vector<std::string>& command);

}  // namespace simcu_driver

// SPDX-License-Identifier: Apache-2.0
// The command line: nvcc's options, mapped to those of the host compiler.
#pragma once
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "translator/word_list.h"

namespace simcu_driver {

struct bad_command_line : std::runtime_error {
  using runtime_error::runtime_error;
};

enum class language { by_name, cuda, cxx };

// An input file, or an option for the linker whose place among the inputs matters (-lfoo).
struct link_item {
  std::string text;
  bool is_file;
  language as;  // the language of the last -x before it
};

struct options {
  std::vector<link_item> items;
  std::string output;         // if empty, nvcc's default name
  std::string host_compiler;  // -ccbin
  std::string standard = "-std=c++17";
  std::string optimisation = "-O2";
  std::string debug = "-g1";
  int cuda_arch = 0;
  std::vector<std::string> preprocess;  // only for the preprocessor: -I, -D, -M …
  std::vector<std::string> include;     // the files of -include, read after cuda_runtime.h
  std::vector<std::string> common;      // for every step
  std::vector<std::string> link;
  bool compile_only = false;
  bool separate = false;  // -rdc=true: device variables are also visible in other files
  bool preprocess_only = false;
  bool precompile = false;
  bool keep = false;
  bool keep_preprocessed = false;
  bool check = false;
  bool not_strict = false;      // --no-strict
  bool show_commands = false;   // -v
  bool only_show = false;       // --dryrun
  bool wants_comments = false;  // a warning that depends on comments is on
  bool show_help = false;
  bool show_version = false;
  bool writes_dependencies = false;  // -MD or -MMD
  bool names_dependency_file = false;
  bool names_dependency_target = false;
};

// Throws bad_command_line. Unknown options go to the host compiler.
options parse_command_line(const std::vector<std::string>& arguments);

enum class action {
  ignore,
  set,
  refuse,                 // `argument` of the table says why
  preprocess,             // for the preprocessor: `argument` and the value as one word
  preprocess_with_value,  // for the preprocessor: `argument` and the value as two words
  compile_separately,
  separately,
  output,
  host_compiler,
  language,
  standard,
  optimise,
  debug,
  device_debug,
  architecture,
  pass_to_compiler,  // -Xcompiler a,b
  pass_to_linker,    // -Xlinker a,b
  include_file,
  library,
  library_folder,
  werror,
};
enum class takes { nothing, value, joined_or_value };  // joined: -Ifolder

struct option {
  std::vector<std::string_view> names;
  takes value = takes::nothing;
  action what = action::set;
  const char* argument = nullptr;
  bool options::*sets = nullptr;
  option(std::string_view names, takes value, action what, const char* argument = nullptr)
      : names(translator::words_of(names)), value(value), what(what), argument(argument) {}
  option(std::string_view names, bool options::*sets) : names(translator::words_of(names)), sets(sets) {}
};
// The entry for this argument, or null. `value` gets a value that is part of the argument (-arch=sm_90,
// -Ifolder).
const option* find_option(const std::string& argument, std::string* value, bool* has_value);

}  // namespace simcu_driver

// SPDX-License-Identifier: Apache-2.0
#include "precompiled.h"

#include <algorithm>
#include <filesystem>

#include "build.h"
#include "compile.h"
#include "precompiled_file.h"
#include "process.h"
#include "strict.h"

namespace simcu_driver {
namespace {

namespace fs = std::filesystem;

// The preprocessed text has no macros of sanitizers (compile.cpp), and so neither has the header.
words precompiler_flags(const options& o, const toolchain& tools) {
  words out = compiler_flags(o, tools);
  append(out, {"-U__SANITIZE_THREAD__", "-U__SANITIZE_ADDRESS__"});
  return out;
}

std::string file_for(const options& o, const toolchain& tools, const words& macros) {
  words key = tools.compiler;
  for (const std::string& flag : precompiler_flags(o, tools))
    if (flag.rfind("-W", 0) != 0 && flag != "-w") key.push_back(flag);
  append(key, macros);
  append(key, cuda_macros(o));
  if (!tools.is_clang) append(key, o.include);
  return precompiled_file(tools, key, ".gch");
}

// `# 12 "file" 2`; the flag is 1 where a file is entered, 2 where it is left.
struct line_marker {
  bool is_one = false;
  char flag = '\0';
};
line_marker marker_at(const std::string& text, std::size_t line) {
  if (text.compare(line, 2, "# ") != 0) return {};
  const std::size_t end = std::min(text.find('\n', line), text.size()), quote = text.rfind('"', end);
  if (quote == std::string::npos || quote < line) return {};
  return {true, quote + 2 < end ? text[quote + 2] : '\0'};
}

std::size_t next_line(const std::string& text, std::size_t from) {
  return std::min(text.find('\n', from), text.size() - 1) + 1;
}
std::size_t where_entered(const std::string& text, const std::string& header) {
  return text.find("\n# 1 \"" + header + "\" 1");
}

// Returns "" if the header was not read. The header must include no other.
std::string text_of(const std::string& text, const std::string& header) {
  std::size_t line = where_entered(text, header);
  if (line == std::string::npos) return "";
  const std::size_t begin = line = next_line(text, line + 1);
  while (line < text.size() && !marker_at(text, line).is_one) line = next_line(text, line);
  return "# 1 \"" + header + "\" 3\n" + text.substr(begin, line - begin);
}

bool cut_header(std::string& text, const std::string& header) {
  const std::size_t entered = where_entered(text, header);
  if (entered == std::string::npos) return false;
  std::size_t line = entered + 1;
  for (int depth = 0; line < text.size(); line = next_line(text, line)) {
    const line_marker m = marker_at(text, line);
    depth += m.flag == '1' ? 1 : m.flag == '2' ? -1 : 0;
    if (m.flag == '2' && depth == 0) break;
  }
  if (line >= text.size()) return false;
  text.erase(entered + 1, next_line(text, line) - entered - 1);
  return true;
}

}  // namespace

std::string current_precompiled(const options& o, const toolchain& tools) {
  words macros;
  if (tools.library.empty() || !macros_of(o, macros) || !includes_the_systems(o)) return "";
  const std::string file = file_for(o, tools, macros);
  return is_current(file) ? file : "";
}

words include_flags(const options& o) {
  words out;
  for (const std::string& file : o.include) append(out, {"-include", file});
  return out;
}

words include_first(const options& o, const toolchain& tools, const std::string& file) {
  if (file.empty() || tools.is_clang) {
    words out = {"-include", "cuda_runtime.h"};
    append(out, include_flags(o));
    return out;
  }
  words out = {"-fpch-preprocess", "-include", source_of(file), "-include", "simcu/lane_bits.h"};
  // A rule made with -MMD leaves out the header's files. Without any rule, g++ 12 crashes on this flag.
  if (std::count(o.preprocess.begin(), o.preprocess.end(), "-MD") > 0) out.push_back("-fpch-deps");
  return out;
}

words use_precompiled(const toolchain& tools, const std::string& file, std::string& preprocessed) {
  if (!tools.is_clang) return {"-fpch-preprocess"};
  const std::string last = text_of(preprocessed, tools.include_folder + "/simcu/lane_bits.h");
  if (!cut_header(preprocessed, tools.include_folder + "/cuda_runtime.h")) return {};
  preprocessed = last + preprocessed;
  return {"-Xclang", "-include-pch", "-Xclang", file};
}

void forget_precompiled(const std::string& file, const std::string& rule) {
  std::string text = fs::is_regular_file(rule) ? read_file(rule) : "";
  const std::string name = fs::path(source_of(file)).filename();
  const std::size_t at = text.find("/" + name);
  if (at == std::string::npos) return;
  std::size_t begin = at - 1;
  while (begin > 1 && (text[begin] != ' ' || text[begin - 1] == '\\')) --begin;
  text.erase(begin, at + 1 + name.size() - begin);
  write_file(rule, text);
}

int precompile(const options& o) {
  const toolchain tools = find_toolchain(o, false);  // the libraries may still be missing
  words macros;
  if (tools.library.empty())
    throw own_fault("--precompile: libsimcu.a was not found, and the headers are stored next to it");
  if (!macros_of(o, macros)) throw bad_command_line("--precompile doesn't work with -idirafter and the like");
  if (!includes_the_systems(o))
    throw bad_command_line("--precompile: -include can only name system headers, such as vector");
  precompile_strict(o, tools);
  const std::string file = file_for(o, tools, macros);
  if (is_current(file)) return kDone;
  make_folder_of(file);
  output_file header(file);
  // The text includes the header, so it counts as a system header, for which there are no warnings.
  const std::string text =
      "#define SIMCU_PRECOMPILES\n#include <cuda_runtime.h>\n#undef SIMCU_PRECOMPILES\n" +
      (tools.is_clang ? "" : text_of_includes(o.include));
  const std::string source = o.only_show ? source_of(file) : written_source(file, text);
  const temporary_folder scratch;
  words command = tools.compiler;
  append(command, {"-x", "c++-header", "-w"});
  append(command, precompiler_flags(o, tools));
  append(command, macros);
  append(command, cuda_macros(o));
  append(command, own_includes(tools));
  append(command, {"-MD", "-MF", scratch.file("rule"), source, "-o", header.path()});
  if (tools.is_clang) command.push_back("-Qunused-arguments");
  const int status = run_step(o, command);
  if (status != kDone || o.only_show) return status;
  keep_precompiled(header, file, scratch.file("rule"), tools.compiler);
  return kDone;
}

}  // namespace simcu_driver

// SPDX-License-Identifier: Apache-2.0
#include "precompiled.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <sstream>

#include "build.h"
#include "compile.h"
#include "process.h"

namespace simcu_driver {
namespace {

namespace fs = std::filesystem;
// The -D and -U among the options for the preprocessor. False: others of them change what the header means,
// or come before it.
bool macros_of(const options& o, words& macros) {
  for (std::size_t i = 0; i < o.preprocess.size(); ++i) {
    const std::string& flag = o.preprocess[i];
    if (flag.rfind("-D", 0) == 0 || flag.rfind("-U", 0) == 0) {
      macros.push_back(flag);
    } else if (flag == "-I" || flag == "-isystem" || flag == "-MF" || flag == "-MT" || flag == "-MQ") {
      ++i;
    } else if (flag.rfind("-I", 0) != 0 && flag.rfind("-M", 0) != 0) {
      return false;
    }
  }
  return true;
}

// g++ forgets the header's `#pragma GCC diagnostic` when it is precompiled.
bool warns(const options& o) {
  return std::any_of(o.common.begin(), o.common.end(), [](const std::string& flag) {
    return flag.rfind("-W", 0) == 0 && flag.rfind("-Wno-", 0) != 0 && flag.rfind("-Werror", 0) != 0;
  });
}

// Whether there can be a precompiled header for these options, and the macros among them.
bool fits(const options& o, const toolchain& tools, words& macros) {
  return !tools.library.empty() && macros_of(o, macros) && (tools.is_clang || !warns(o));
}

// A file as it was; "" if it is not there.
std::string state_of(const std::string& path) {
  struct stat is = {};
  if (stat(path.c_str(), &is) != 0) return "";
  return std::to_string(is.st_mtim.tv_sec) + "." + std::to_string(is.st_mtim.tv_nsec) + " " +
         std::to_string(is.st_size) + " " + path;
}

// The FNV-1a hash of all words.
std::string hash(const words& of) {
  std::uint64_t h = 14695981039346656037u;
  for (const std::string& word : of)
    for (const char c : word + '\n') h = (h ^ static_cast<unsigned char>(c)) * 1099511628211u;
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(h));
  return text;
}

// The file that it is or would be. Next to it, FILE.from lists all files that it was made from, a line each
// in the form of state_of().
std::string file_for(const options& o, const toolchain& tools, const words& macros) {
  words key = tools.compiler;
  for (const std::string& flag : compiler_flags(o, tools))
    if (flag.rfind("-W", 0) != 0 && flag != "-w") key.push_back(flag);
  append(key, macros);
  append(key, cuda_macros(o));
  key.push_back(tools.include_folder);
  return fs::path(tools.library).parent_path() / "precompiled" / (hash(key) + ".gch");
}

bool is_current(const std::string& file) {
  std::FILE* list = std::fopen((file + ".from").c_str(), "re");
  if (list == nullptr) return false;
  std::fclose(list);
  std::istringstream lines(read_file(file + ".from"));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t size = line.find(' '),
                      path = size == std::string::npos ? size : line.find(' ', size + 1);
    if (path == std::string::npos || state_of(line.substr(path + 1)) != line) return false;
  }
  return true;
}

// The files that a rule for make names.
words files_in_rule(const std::string& rule) {
  words files;
  std::string word;
  for (std::size_t i = rule.find(": ") + 1; i <= rule.size(); ++i) {
    const bool escaped = i + 1 < rule.size() && rule[i] == '\\' && rule[i + 1] != '\n';
    if (escaped) {
      word += rule[++i];
    } else if (i < rule.size() && rule[i] != ' ' && rule[i] != '\n' && rule[i] != '\\') {
      word += rule[i];
    } else if (!word.empty()) {
      files.push_back(std::move(word));
      word.clear();
    }
  }
  return files;
}

// A line like `# 12 "file" 2`, as preprocessors write them; flag is 1 where a file is entered, 2 where it is
// left.
struct line_marker {
  std::size_t name_end = 0;  // 0: not such a line
  char flag = '\0';
};
line_marker marker_at(const std::string& text, std::size_t line) {
  const std::size_t end = std::min(text.find('\n', line), text.size()), quote = text.rfind('"', end);
  if (text.compare(line, 2, "# ") != 0 || quote == std::string::npos || quote < line) return {};
  return {quote + 1, quote + 2 < end ? text[quote + 2] : '\0'};
}

// Takes all up to the end of the header out of the text, which then begins with the line that says where it
// goes on.
bool cut_header(std::string& text, const std::string& header) {
  std::size_t line = text.find("\n# 1 \"" + header + "\" 1");
  if (line == std::string::npos) return false;
  const auto next = [&text](std::size_t from) {
    return std::min(text.find('\n', from), text.size() - 1) + 1;
  };
  int depth = 0;
  for (++line; line < text.size(); line = next(line)) {
    const line_marker m = marker_at(text, line);
    depth += m.flag == '1' ? 1 : m.flag == '2' ? -1 : 0;
    if (m.flag == '2' && depth == 0) break;
  }
  std::size_t last = line;
  for (line_marker m; line < text.size(); line = next(line)) {
    m = marker_at(text, line);
    if (m.name_end == 0 || m.flag == '1') break;
    last = line;
  }
  if (last >= text.size()) return false;
  text = text.substr(last, marker_at(text, last).name_end - last) + "\n" + text.substr(line);
  return true;
}

}  // namespace

words use_precompiled(const options& o, const toolchain& tools, std::string& preprocessed) {
  words macros;
  if (!fits(o, tools, macros)) return {};
  const std::string file = file_for(o, tools, macros);
  if (!is_current(file) || !cut_header(preprocessed, tools.include_folder + "/cuda_runtime.h")) return {};
  if (tools.is_clang) return {"-Xclang", "-include-pch", "-Xclang", file};
  preprocessed = "#pragma GCC pch_preprocess \"" + file + "\"\n" + preprocessed;
  return {"-fpch-preprocess"};
}

int precompile(const options& o) {
  const toolchain tools = find_toolchain(o, false);  // the libraries may still be on their way
  words macros;
  if (tools.library.empty())
    throw own_fault("--precompile: libsimcu.a, next to which it goes, was not found");
  if (!fits(o, tools, macros))
    throw bad_command_line("--precompile: not with -include and its like, nor with warnings of g++");
  const std::string file = file_for(o, tools, macros);
  if (is_current(file)) return kDone;
  std::error_code error;
  fs::create_directories(fs::path(file).parent_path(), error);
  if (error) throw own_fault(file + ": its folder cannot be made: " + error.message());
  output_file header(file), list(file + ".from");
  // Included, so that it is one of the system's headers, which no warning is about.
  const std::string source = file + ".h";
  if (!o.only_show) write_file(source, "#include <cuda_runtime.h>\n");
  const temporary_folder scratch;
  words command = tools.compiler;
  append(command, {"-x", "c++-header", "-w"});
  append(command, compiler_flags(o, tools));
  append(command, macros);
  append(command, cuda_macros(o));
  append(command,
         {"-isystem", tools.include_folder, "-MD", "-MF", scratch.file("rule"), source, "-o", header.path()});
  if (tools.is_clang) command.push_back("-Qunused-arguments");
  const int status = run_step(o, command);
  if (status != kDone || o.only_show) return status;
  std::string from;
  for (const std::string& read : files_in_rule(read_file(scratch.file("rule"))))
    from += state_of(read) + "\n";
  for (const std::string& word : tools.compiler)
    if (word[0] != '-') from += state_of(fs::canonical(path_of(word))) + "\n";
  write_file(list.path(), from);
  header.keep();
  list.keep();
  return kDone;
}

}  // namespace simcu_driver

// SPDX-License-Identifier: Apache-2.0
#include "precompiled_file.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <sstream>

namespace simcu_driver {
namespace {

namespace fs = std::filesystem;

std::string state_of(const std::string& path) {
  struct stat is = {};
  if (stat(path.c_str(), &is) != 0) return "";
  return std::to_string(is.st_mtim.tv_sec) + "." + std::to_string(is.st_mtim.tv_nsec) + " " +
         std::to_string(is.st_size) + " " + path;
}

// FNV-1a
std::string hash(const words& of) {
  std::uint64_t h = 14695981039346656037u;
  for (const std::string& word : of)
    for (const char c : word + '\n') h = (h ^ static_cast<unsigned char>(c)) * 1099511628211u;
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(h));
  return text;
}

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

}  // namespace

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

bool includes_the_systems(const options& o) {
  words folders = {"."};
  for (std::size_t i = 0; i + 1 < o.preprocess.size(); ++i)
    if (o.preprocess[i] == "-I" || o.preprocess[i] == "-isystem") folders.push_back(o.preprocess[i + 1]);
  return std::all_of(o.include.begin(), o.include.end(), [&folders](const std::string& file) {
    return std::none_of(folders.begin(), folders.end(), [&file](const std::string& folder) {
      std::error_code unknown;
      return fs::exists(fs::path(folder) / file, unknown);
    });
  });
}

std::string text_of_includes(const words& files) {
  std::string out;
  for (const std::string& file : files) out += "#include <" + file + ">\n";
  return out;
}

std::string precompiled_file(const toolchain& tools, words key, const std::string& ending) {
  append(key, own_includes(tools));
  const fs::path folder = fs::path(tools.library).parent_path() / "precompiled";
  return folder / (hash(key) + ending);
}

void make_folder_of(const std::string& file) {
  std::error_code error;
  fs::create_directories(fs::path(file).parent_path(), error);
  if (error) throw own_fault(file + ": its folder cannot be created: " + error.message());
}

std::string source_of(const std::string& file) { return fs::path(file).replace_extension(); }

std::string written_source(const std::string& file, const std::string& text) {
  output_file source(source_of(file));
  write_file(source.path(), text);
  source.keep();
  return source_of(file);
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

void keep_precompiled(output_file& made, const std::string& file, const std::string& rule,
                      const words& compiler) {
  output_file list(file + ".from");
  std::string from;
  for (const std::string& read : files_in_rule(read_file(rule))) from += state_of(read) + "\n";
  for (const std::string& word : compiler)
    if (word[0] != '-') from += state_of(fs::canonical(path_of(word))) + "\n";
  write_file(list.path(), from);
  made.keep();
  list.keep();
}

}  // namespace simcu_driver

// SPDX-License-Identifier: Apache-2.0
#include "toolchain.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "process.h"

namespace simcu_driver {
namespace {

bool exists(const std::string& path) { return access(path.c_str(), R_OK) == 0; }

bool is_folder(const std::string& path) {
  struct stat is = {};
  return stat(path.c_str(), &is) == 0 && S_ISDIR(is.st_mode);
}

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

bool can_run(const std::string& program) { return !path_of(program).empty(); }

std::string base_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

// -ccbin can name a folder or a C compiler; C++ needs the C++ compiler of the same family.
std::string cxx_of(std::string name) {
  if (is_folder(name)) name += can_run(name + "/g++") ? "/g++" : "/clang++";
  const std::size_t base = name.rfind('/') == std::string::npos ? 0 : name.rfind('/') + 1;
  for (const auto& [c, cxx] : {std::pair<std::string, std::string>{"clang", "clang++"}, {"gcc", "g++"}}) {
    const std::size_t at = name.find(c, base);
    if (at != std::string::npos && name.compare(at, cxx.size(), cxx) != 0)
      return name.replace(at, c.size(), cxx);
  }
  return name;
}

std::vector<std::string> find_compiler(const options& o) {
  std::vector<std::string> words;
  std::istringstream chosen(environment("SIMCU_CXX"));
  for (std::string word; chosen >> word;) words.push_back(word);
  const bool from_environment = !words.empty();
  if (words.empty() && !o.host_compiler.empty()) words = {cxx_of(o.host_compiler)};
  if (words.empty())
    for (const char* name : {SIMCU_DEFAULT_CXX, "g++", "clang++"})
      if (words.empty() && *name != '\0' && can_run(name)) words = {name};
  if (words.empty())
    throw own_fault("no C++ compiler was found: install g++ or clang++, or name one in SIMCU_CXX");
  if (!can_run(words[0]))
    throw own_fault("the C++ compiler `" + words[0] + "` (from " +
                    (from_environment ? "SIMCU_CXX" : "-ccbin") + ") was not found");
  return words;
}

const std::string kClangVersion = "clang version ";

std::string version_text(std::vector<std::string> compiler) {
  compiler.push_back("-v");
  return run_command(compiler, true, true).captured;
}

bool find_out_whether_clang(const std::vector<std::string>& compiler) {
  const std::string name = base_name(compiler.back());
  if (name.find("clang") != std::string::npos) return true;
  if (name.rfind("g++", 0) == 0) return false;
  return version_text(compiler).find(kClangVersion) != std::string::npos;
}

std::vector<std::string> find_front_end(const toolchain& t) {
  if (t.is_clang) return t.compiler;
  if (can_run("clang++")) return {"clang++"};
  for (int version = 21; version >= 14; --version)
    if (can_run("clang++-" + std::to_string(version))) return {"clang++-" + std::to_string(version)};
  return {};
}

std::string own_prefix() {
  char path[4096];
  const ssize_t n = readlink("/proc/self/exe", path, sizeof path);
  if (n <= 0) return "";
  const std::string self(path, static_cast<std::size_t>(n));
  const std::string bin = self.substr(0, self.rfind('/'));
  return bin.substr(0, bin.rfind('/'));
}

// Resolves symbolic links, because the preprocessor does so for headers.
std::string first_with(const std::string& file, const std::vector<std::string>& folders) {
  for (const std::string& folder : folders)
    if (exists(folder + file)) return std::filesystem::canonical(folder).string();
  return "";
}

}  // namespace

std::string path_of(const std::string& program) {
  if (program.find('/') != std::string::npos) return access(program.c_str(), X_OK) == 0 ? program : "";
  std::istringstream folders(environment("PATH"));
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string path = (folder.empty() ? "." : folder) + "/" + program;
    if (access(path.c_str(), X_OK) == 0) return path;
  }
  return "";
}

int compiler_version(const toolchain& tools) {
  const std::string begins = tools.is_clang ? kClangVersion : "gcc version ",
                    text = version_text(tools.compiler);
  const std::size_t at = text.find(begins);
  return at == std::string::npos ? 0 : std::atoi(text.c_str() + at + begins.size());
}

bool is_own_header(const toolchain& tools, const std::string& file) {
  for (const std::string& folder : {tools.include_folder, tools.libraries_folder})
    if (!folder.empty() && file.rfind(folder + "/", 0) == 0) return true;
  return false;
}

std::vector<std::string> own_includes(const toolchain& tools) {
  if (tools.libraries_folder.empty() || tools.libraries_folder == tools.include_folder)
    return {"-isystem", tools.include_folder};
  return {"-isystem", tools.include_folder, "-isystem", tools.libraries_folder};
}

toolchain find_toolchain(const options& o, bool needs_library) {
  toolchain t;
  t.compiler = find_compiler(o);
  t.is_clang = find_out_whether_clang(t.compiler);
  t.front_end = find_front_end(t);
  const std::string home = environment("SIMCU_HOME"), prefix = own_prefix();
  const std::vector<std::string> includes = {home + "/include", home + "/" SIMCU_INCLUDE_FOLDER,
                                             prefix + "/" SIMCU_INCLUDE_FOLDER, SIMCU_BUILD_INCLUDE};
  const std::string header = "/simcu/device.h", library = "/libsimcu.a";
  const std::string of_libraries = "/thrust/version.h";
  t.include_folder = first_with(header, includes);
  if (t.include_folder.empty())
    throw own_fault(
        "simcu's headers were not found: set SIMCU_HOME to the folder that holds its include and lib");
  t.libraries_folder =
      first_with(of_libraries, {t.include_folder, t.include_folder + "/../libraries/include"});
  const std::string folder = first_with(library, {home + "/lib", home + "/" SIMCU_LIBRARY_FOLDER,
                                                  prefix + "/lib", prefix + "/" SIMCU_LIBRARY_FOLDER});
  if (!folder.empty()) t.library = folder + library;
  if (t.library.empty() && needs_library)
    throw own_fault("libsimcu.a was not found in " + prefix +
                    "/lib: build it, or set SIMCU_HOME to the folder that holds simcu's include and lib");
  if (o.check && needs_library) {
    t.check_library = folder + "/libsimcu_check.a";
    if (!exists(t.check_library))
      throw own_fault(t.check_library + " was not found: --check needs it next to libsimcu.a");
  }
  return t;
}

}  // namespace simcu_driver

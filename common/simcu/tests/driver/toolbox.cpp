// SPDX-License-Identifier: Apache-2.0
#include "toolbox.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>

namespace fs = std::filesystem;

sandbox::sandbox() {
  folder_ = (fs::temp_directory_path() / "simcu-test-XXXXXX").string();
  if (!mkdtemp(&folder_[0]))
    throw std::runtime_error("a temporary folder could not be created at " + folder_);
}
sandbox::~sandbox() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

void sandbox::write(const std::string& name, const std::string& text) const {
  fs::create_directories(fs::path(path(name)).parent_path());
  std::ofstream(path(name)) << text;
}

bool sandbox::has(const std::string& name) const { return fs::exists(path(name)); }

std::vector<std::string> sandbox::list() const {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder_)) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

outcome sandbox::run(const std::string& command) const {
  const std::string line =
      "cd '" + folder_ + "' && SIMCU() { '" SIMCU_PROGRAM "' \"$@\"; } && { " + command + "; } 2>&1";
  FILE* pipe = popen(line.c_str(), "r");
  if (!pipe) throw std::runtime_error("the shell could not be started");
  outcome result{0, ""};
  char buffer[4096];
  for (std::size_t n; (n = fread(buffer, 1, sizeof buffer, pipe)) > 0;) result.output.append(buffer, n);
  const int status = pclose(pipe);
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

outcome sandbox::build(const std::string& command) const {
  static std::map<std::string, std::pair<outcome, std::unique_ptr<sandbox>>> made;
  auto& [built, box] = made[command];
  if (!box) {
    box = std::make_unique<sandbox>();
    built = box->run(command + " -o prog");
  }
  if (built.status == 0) fs::copy_file(box->path("prog"), path("prog"), fs::copy_options::overwrite_existing);
  return built;
}

outcome run_program(const std::string& text, const std::string& options, const std::string& command) {
  sandbox box;
  box.write("prog.cu", text);
  return box.run("SIMCU --no-strict " + options + " prog.cu -o prog && " + command);
}

const std::vector<std::string>& host_compilers() {
  static const std::vector<std::string> found = [] {
    std::vector<std::string> out;
    for (const char* name : {"g++", "clang++"}) {
      std::istringstream folders(std::getenv("PATH"));
      for (std::string folder; std::getline(folders, folder, ':');)
        if (access((folder + "/" + name).c_str(), X_OK) == 0) {
          out.push_back(name);
          break;
        }
    }
    return out;
  }();
  return found;
}

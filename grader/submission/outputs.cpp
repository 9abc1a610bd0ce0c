// SPDX-License-Identifier: Apache-2.0
#include "outputs.h"

#include <fcntl.h>
#include <unistd.h>

namespace submission {
namespace {

namespace fs = std::filesystem;

// Escapes a name for make and ninja; returns "" if they could misread it.
std::string in_a_rule(const std::string& name) {
  if (name.find_first_of("\\:;*?<>|\"`#$") != std::string::npos) return "";
  std::string written;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < ' ' || byte == 0x7f) return "";
    if (c == ' ') written += '\\';
    written += c;
  }
  return written;
}

}  // namespace

void remove_quietly(const fs::path& path) {
  std::error_code ignored;
  fs::remove_all(path, ignored);
}

bool put(const fs::path& path, const std::string& text) {
  remove_quietly(path);
  if (text.empty()) return true;
  const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
  bool good = fd >= 0;
  for (std::size_t done = 0; good && done < text.size();) {
    const ssize_t n = write(fd, text.data() + done, text.size() - done);
    good = n > 0;
    done += good ? static_cast<std::size_t>(n) : 0;
  }
  if (fd >= 0 && close(fd) != 0) good = false;
  if (!good) remove_quietly(path);
  return good;
}

std::string rule_for(const fs::path& output, const std::vector<fs::path>& files, const fs::path& folder) {
  std::string rule = in_a_rule(output.string()) + ":";
  for (const fs::path& file : files) {
    const std::string name = in_a_rule(file.string());
    if (!name.empty() && file.string().rfind(folder.string(), 0) != 0) rule += " \\\n  " + name;
  }
  return rule + "\n";
}

}  // namespace submission

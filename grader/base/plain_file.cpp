// SPDX-License-Identifier: Apache-2.0
#include "plain_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

namespace verifier {

std::string read_plain_file(const std::filesystem::path& file, std::size_t most, std::string& text) {
  text.clear();
  // O_NONBLOCK, because opening a pipe without a writer would otherwise block.
  const int fd = open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (fd < 0) {
    const int error = errno;
    struct stat is = {};
    if (lstat(file.c_str(), &is) == 0 && S_ISLNK(is.st_mode))
      return "is a symbolic link: put the file itself there";
    if (error == ENOENT || error == ENOTDIR) return "is missing";
    if (error == ENXIO) return "is not a plain file";
    return std::string("cannot be read: ") + std::strerror(error);
  }
  struct stat is = {};
  std::string why;
  if (fstat(fd, &is) != 0 || !S_ISREG(is.st_mode))
    why = S_ISDIR(is.st_mode) ? "is a folder" : "is not a plain file";
  else if (static_cast<std::size_t>(is.st_size) > most)
    why = fmt::format("is larger than {} KiB", most >> 10);
  if (why.empty()) text.reserve(static_cast<std::size_t>(is.st_size));
  char piece[65536];
  while (why.empty()) {
    const ssize_t n = read(fd, piece, sizeof piece);
    if (n == 0) break;
    if (n < 0)
      why = std::string("cannot be read: ") + std::strerror(errno);
    else
      text.append(piece, static_cast<std::size_t>(n));
    if (text.size() > most) why = fmt::format("is larger than {} KiB", most >> 10);
  }
  close(fd);
  if (!why.empty()) text.clear();
  return why;
}

void write_file(const std::filesystem::path& file, const std::string& text) {
  std::string aside = file.string() + ".XXXXXX";  // a new file, never an existing one
  const int fd = mkostemp(aside.data(), O_CLOEXEC);
  bool good = fd >= 0;
  for (std::size_t done = 0; good && done < text.size();) {
    const ssize_t n = write(fd, text.data() + done, text.size() - done);
    good = n > 0;
    done += good ? static_cast<std::size_t>(n) : 0;
  }
  good = good && fchmod(fd, 0644) == 0 && fsync(fd) == 0;
  int error = errno;
  if (fd >= 0) close(fd);
  if (good && std::rename(aside.c_str(), file.c_str()) == 0) return;
  if (good) error = errno;
  if (fd >= 0) unlink(aside.c_str());
  throw std::runtime_error(file.string() + " cannot be written: " + std::strerror(error));
}

}  // namespace verifier

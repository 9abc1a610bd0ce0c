// SPDX-License-Identifier: Apache-2.0
#include "landlock.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>

namespace sandbox {
namespace {

// From linux/landlock.h, which conflicts with older headers.
#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_add_rule 445
#define SYS_landlock_restrict_self 446
#endif
struct ruleset_attributes {
  std::uint64_t handled_files;
  std::uint64_t handled_network;  // from version 4 on
  std::uint64_t scoped;           // from version 6 on
};
struct __attribute__((packed)) path_rule {
  std::uint64_t allowed;
  std::int32_t parent;
};
constexpr unsigned kVersionFlag = 1;
constexpr int kPathBeneath = 1;
constexpr std::uint64_t kExecute = 1 << 0, kWriteFile = 1 << 1, kReadFile = 1 << 2, kReadFolder = 1 << 3,
                        kRemoveFolder = 1 << 4, kRemoveFile = 1 << 5, kMakeFolder = 1 << 7,
                        kMakeFile = 1 << 8, kMakeLink = 1 << 12, kTruncate = 1 << 14,
                        kDeviceCommand = 1 << 15;

std::uint64_t all_rights(int version) {
  if (version >= 5) return (1 << 16) - 1;
  if (version >= 3) return (1 << 15) - 1;
  return version == 2 ? (1 << 14) - 1 : (1 << 13) - 1;
}

long create_ruleset(const ruleset_attributes* attributes, std::size_t size, unsigned flags) {
  return syscall(SYS_landlock_create_ruleset, attributes, size, flags);
}

// Does nothing if the path does not exist.
bool allow(int ruleset, const std::string& path, std::uint64_t rights, std::uint64_t known) {
  const int place = open(path.c_str(), O_PATH | O_CLOEXEC);
  if (place < 0) return true;
  struct stat is = {};
  constexpr std::uint64_t kOfFiles = kExecute | kWriteFile | kReadFile | kTruncate | kDeviceCommand;
  if (fstat(place, &is) == 0 && !S_ISDIR(is.st_mode)) rights &= kOfFiles;
  const path_rule rule{rights & known, place};
  const bool added = syscall(SYS_landlock_add_rule, ruleset, kPathBeneath, &rule, 0) == 0;
  const int error = errno;
  close(place);
  errno = error;
  return added;
}

}  // namespace

int landlock_version() {
  static const int version = [] {
    const long answer = create_ruleset(nullptr, 0, kVersionFlag);
    return answer > 0 ? static_cast<int>(answer) : 0;
  }();
  return version;
}

bool enter_landlock(const std::vector<std::string>& read, const std::vector<std::string>& write,
                    const std::vector<std::string>& execute) {
  const int version = landlock_version();
  if (version == 0) return true;
  const std::uint64_t known = all_rights(version);
  const ruleset_attributes attributes{known, 3, 3};  // TCP bind and connect; abstract sockets and signals
  const std::size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  const int ruleset = static_cast<int>(create_ruleset(&attributes, size, 0));
  if (ruleset < 0) return false;
  bool ready = true;
  for (const std::string& path : read) ready = ready && allow(ruleset, path, kReadFile | kReadFolder, known);
  for (const std::string& path : execute) ready = ready && allow(ruleset, path, kReadFile | kExecute, known);
  for (const std::string& path : write)
    ready = ready && allow(ruleset, path,
                           kReadFile | kReadFolder | kWriteFile | kTruncate | kMakeFile | kMakeFolder |
                               kMakeLink | kRemoveFile | kRemoveFolder | kDeviceCommand,
                           known);
  ready = ready && syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
  const int error = errno;
  close(ruleset);
  errno = error;
  return ready;
}

}  // namespace sandbox

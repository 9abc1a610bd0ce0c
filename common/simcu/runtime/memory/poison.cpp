// SPDX-License-Identifier: Apache-2.0
#include "memory/poison.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstring>

#include "simcu/device_model.h"

namespace simcu {
namespace {

constexpr std::size_t kPoisonChunk = std::size_t{16} << 20;

int poison_file() {
  static const int file = [] {
    const int fd = memfd_create("simcu-poison", MFD_CLOEXEC);
    if (fd < 0) return -1;
    void* p = MAP_FAILED;
    if (ftruncate(fd, kPoisonChunk) == 0)
      p = mmap(nullptr, kPoisonChunk, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (p == MAP_FAILED) {
      close(fd);
      return -1;
    }
    std::memset(p, model::kGlobalPoison, kPoisonChunk);
    munmap(p, kPoisonChunk);
    return fd;
  }();
  return file;
}

}  // namespace

bool map_poison_lazily(char* start, std::size_t bytes) {
  const int fd = poison_file();
  if (fd < 0) return false;
  for (std::size_t done = 0; done < bytes; done += kPoisonChunk) {
    const std::size_t part = bytes - done < kPoisonChunk ? bytes - done : kPoisonChunk;
    if (mmap(start + done, part, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE, fd, 0) ==
        MAP_FAILED)
      return false;
  }
  return true;
}

}  // namespace simcu

// SPDX-License-Identifier: Apache-2.0
#include "memory_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "verdict.h"

namespace verifier::memory_file {
namespace {

[[noreturn]] void fail(const char* what) {
  throw judgement{verdict::not_your_code,
                  fmt::format("The grader cannot create a buffer: {}: {}.", what, std::strerror(errno))};
}

void seal(int file, int seals) {
  if (fcntl(file, F_ADD_SEALS, seals) != 0) fail("sealing a memfd");
}

}  // namespace

int make(const char* name, std::size_t bytes, bool final) {
  const int file = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0 || ftruncate(file, static_cast<off_t>(bytes)) != 0) fail("memfd");
  seal(file, F_SEAL_GROW | F_SEAL_SHRINK | (final ? F_SEAL_SEAL : 0));
  return file;
}

unsigned char* map_sealed(int file, std::size_t bytes) {
  void* const mapped = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, file, 0);
  if (mapped == MAP_FAILED) fail("mmap");
  // F_SEAL_WRITE would require unmapping the file first.
  seal(file, F_SEAL_FUTURE_WRITE | F_SEAL_SEAL);
  return static_cast<unsigned char*>(mapped);
}

void unmap(unsigned char* mapped, std::size_t bytes) { munmap(mapped, bytes); }

std::size_t read(int file, void* to, std::size_t bytes, std::size_t offset) {
  std::size_t done = 0;
  while (done < bytes) {
    const ssize_t size =
        pread(file, static_cast<char*>(to) + done, bytes - done, static_cast<off_t>(offset + done));
    if (size < 0) fail("reading a memfd");
    if (size == 0) break;
    done += static_cast<std::size_t>(size);
  }
  return done;
}

void close(int file) {
  if (file >= 0) ::close(file);
}

}  // namespace verifier::memory_file

// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>

#include <fstream>
static const bool made = [] {
  std::ofstream("left_behind") << "x";
  std::ofstream("/tmp/left_behind") << "x";
  shmget(7712345, 4096, IPC_CREAT | 0666);
  msgget(7712345, IPC_CREAT | 0666);
  semget(7712345, 1, IPC_CREAT | 0666);
  return true;
}();
lab::status reverse_copy(const std::uint32_t*, std::uint32_t*, std::size_t) { return {}; }

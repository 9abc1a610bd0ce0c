// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <string>
#include <vector>
lab::status reverse_copy(const std::uint32_t*, std::uint32_t*, std::size_t) {
  const std::vector<char> piece(1 << 20, 'x');
  for (const char* name : {"/tmp/left_behind", "/dev/shm/left_behind", "/var/tmp/left_behind", "left_behind",
                           "/proc/self/cwd/left_behind"}) {
    const int fd = open(name, O_WRONLY | O_CREAT, 0644);
    for (int i = 0; fd >= 0 && i < 512; ++i) (void)!write(fd, piece.data(), piece.size());
  }
  (void)shm_open("/left_behind", O_CREAT | O_RDWR, 0600);
  return {};
}

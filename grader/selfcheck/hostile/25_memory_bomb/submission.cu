// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <thread>
#include <vector>
lab::status reverse_copy(const std::uint32_t*, std::uint32_t*, std::size_t) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([] {
      for (int i = 0; i < 64; ++i) new std::vector<char>(16 << 20, 1);
      pause();
    });
  pause();
  return {};
}

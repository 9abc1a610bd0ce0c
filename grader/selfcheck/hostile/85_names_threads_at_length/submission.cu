// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>
#include <string>
// What the simulated device would print of a launch that hangs, with lines that no pattern can end soon.
lab::status reverse_copy(const std::uint32_t*, std::uint32_t*, std::size_t) {
  std::fputs(("simcu: kernel k: deadlock\n    threads " + std::string(15000, 'a') + "\n").c_str(), stderr);
  std::fputs(("    threads " + std::string(4000, ':') + std::string(4000, ' ') + "\n").c_str(), stderr);
  std::abort();
}

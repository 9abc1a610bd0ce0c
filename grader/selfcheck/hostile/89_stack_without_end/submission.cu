// SPDX-License-Identifier: Apache-2.0
static int deeper(volatile int* from) {
  volatile int here[1024];
  here[0] = from[0] + 1;
  return deeper(here) + here[1];
}
lab::status reverse_copy(const std::uint32_t*, std::uint32_t*, std::size_t) {
  volatile int start = 0;
  return deeper(&start) == 7 ? lab::status{} : lab::status{};
}

// SPDX-License-Identifier: Apache-2.0
// Who waits for whom in the bitonic network: counted by going through its steps, beside the formula of the
// notes on lab 07 and that of source 004.
#include <cstdio>

// [lab07-waits]
struct waits {
  int all, by_host;
};

// 2^lg_keys keys; a thread has two sides of 2^l neighbouring keys, a block has 2^lg_tile keys.
waits count_waits(int lg_keys, int l, int lg_tile) {
  waits counted{0, 0};
  for (int stage = 1; stage <= lg_keys; ++stage)
    for (int bit = stage - 1; bit >= 0; --bit) {
      if (stage <= l + 1 || bit < l) continue;  // the thread's own keys, in registers
      ++counted.all;                            // it needs sides that other threads have written
      if (bit >= lg_tile) ++counted.by_host;    // … threads of other blocks
    }
  return counted;
}
// [lab07-waits]

int triangle(int k) { return k > 0 ? k * (k + 1) / 2 : 0; }

int main() {
  struct shape {
    int lg_keys, lg_length, lg_vectors, lg_items;
  };
  std::printf("                        synchronisations                by the host\n");
  std::printf("   2N  L  M  ITEMS  counted  notes  source 004  counted  notes  source 004\n");
  for (const shape s : {shape{3, 1, 0, 1}, shape{12, 0, 0, 5}, shape{12, 2, 0, 5}, shape{13, 2, 0, 6},
                        shape{13, 3, 0, 5}, shape{13, 2, 1, 5}, shape{14, 3, 0, 6}, shape{14, 2, 2, 6}}) {
    const int k = s.lg_keys - 1, l = s.lg_length + s.lg_vectors;
    const waits counted = count_waits(s.lg_keys, l, l + 1 + s.lg_items);
    std::printf("%5d %2d %2d %6d %8d %6d", 1 << s.lg_keys, 1 << s.lg_length, 1 << s.lg_vectors,
                1 << s.lg_items, counted.all, triangle(k - l + 1) - 1);
    if (s.lg_vectors == 0)
      std::printf(" %11d", triangle(k - 2 * s.lg_length + 1) - 1);
    else
      std::printf("           -");
    std::printf(" %8d %6d", counted.by_host, triangle(k - l - s.lg_items));
    if (s.lg_vectors == 0)
      std::printf(" %11d\n", triangle(k - 2 * s.lg_length - s.lg_items));
    else
      std::printf("           -\n");
  }
}

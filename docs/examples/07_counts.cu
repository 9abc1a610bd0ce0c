// SPDX-License-Identifier: Apache-2.0
// Counts the synchronisations that the bitonic network needs, by going through its steps. Compares the counts
// with the formulas in the notes on lab 07 and in source 004.
#include <cstdio>
#include <initializer_list>

// [lab07-waits]
struct waits {
  int all, by_host;
};

// There are 2^lg_keys keys. A thread has two sides of 2^l neighbouring keys each, and a block has 2^lg_tile
// keys. Between two steps within a tile, a barrier is enough. If either step leaves the tile, the host must
// synchronise (claim 3).
waits count_waits(int lg_keys, int l, int lg_tile) {
  waits counted{0, 0};
  bool left_tile = false;  // whether the previous step left the tile
  for (int stage = 1; stage <= lg_keys; ++stage)
    for (int bit = stage - 1; bit >= 0; --bit) {
      const bool leaves_tile = bit >= lg_tile;
      if (stage > l + 1 && bit >= l) {  // otherwise, no thread needs another thread's keys
        ++counted.all;
        if (leaves_tile || left_tile) ++counted.by_host;
      }
      left_tile = leaves_tile;
    }
  return counted;
}
// [lab07-waits]

int triangle(int k) { return k > 0 ? k * (k + 1) / 2 : 0; }
int launch_ends(int b) { return b > 0 ? b * (b + 3) / 2 : 0; }

struct shape {
  int lg_keys, lg_length, lg_vectors, lg_items;
  int k() const { return lg_keys - 1; }
  int l() const { return lg_length + lg_vectors; }
  int stages_above() const { return k() - l() - lg_items; }  // B
  waits counted() const { return count_waits(lg_keys, l(), l() + 1 + lg_items); }
  // The source's formula for M = 1, with `factor` in place of the 2 before lg L.
  int printed_all() const { return triangle(k() - 2 * lg_length + 1) - 1; }
  int printed_by_host(int factor) const { return triangle(k() - factor * lg_length - lg_items); }
};

int main() {
  std::printf("                        synchronisations                by the host\n");
  std::printf("   2N  L  M  ITEMS  counted  notes  source 004  counted  notes  source 004  with lg L\n");
  for (const shape s : {shape{3, 1, 0, 1}, shape{12, 0, 0, 5}, shape{12, 2, 0, 5}, shape{13, 2, 0, 6},
                        shape{13, 3, 0, 5}, shape{13, 2, 1, 5}, shape{14, 3, 0, 6}, shape{14, 2, 2, 6}}) {
    std::printf("%5d %2d %2d %6d %8d %6d", 1 << s.lg_keys, 1 << s.lg_length, 1 << s.lg_vectors,
                1 << s.lg_items, s.counted().all, triangle(s.k() - s.l() + 1) - 1);
    if (s.lg_vectors == 0)
      std::printf(" %11d", s.printed_all());
    else
      std::printf("           -");
    std::printf(" %8d %6d", s.counted().by_host, launch_ends(s.stages_above()));
    if (s.lg_vectors == 0)
      std::printf(" %11d %10d\n", s.printed_by_host(2), s.printed_by_host(1));
    else
      std::printf("           -          -\n");
  }

  std::printf("\nsaved by M vectors, by the host; 2N = 2^16, 32 threads\n");
  std::printf(" L  M  counted  notes  source 004  its own formula, M = 1 less M  4 lg L lg M\n");
  for (const int lg_length : {2, 3})
    for (const int m : {1, 2}) {
      const shape without{16, lg_length, 0, 5}, with{16, lg_length, m, 5};
      const int k = without.k(), b = without.stages_above();
      std::printf("%2d %2d %8d %6d %11d %30d %12d\n", 1 << lg_length, 1 << m,
                  without.counted().by_host - with.counted().by_host, m * (2 * b + 3 - m) / 2,
                  (1 + 2 * k - 2 * 5 - 2 * m) * m,
                  triangle(k - 2 * lg_length - 5) - triangle(k - 2 * (lg_length + m) - 5), 4 * lg_length * m);
    }
  return 0;
}

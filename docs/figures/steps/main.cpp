// SPDX-License-Identifier: Apache-2.0
// Prints the steps of all worked examples as one JSON object, with one member per lab.
#include "steps.h"

int main() {
  const figures::json all{{"01_enumeration", figures::enumeration()},
                          {"02_radix_cpu", figures::radix_cpu()},
                          {"03_single_block_scan_bug", figures::single_block_scan_bug()},
                          {"04_multiblock_radix", figures::multiblock_radix()},
                          {"05_level2_local_sort", figures::level2_local_sort()},
                          {"06_bucket_merge", figures::bucket_merge()},
                          {"07_bitonic", figures::bitonic()},
                          {"08_hybrid_radix", figures::hybrid_radix()}};
  std::cout << all.dump(1) << "\n";
  return std::cout.flush() ? 0 : 1;
}

// SPDX-License-Identifier: Apache-2.0
// The steps of each lab's worked example, computed with the tests' own headers. docs/figures draws them.
#pragma once
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>

namespace figures {

using json = nlohmann::ordered_json;

json enumeration();            // 01
json radix_cpu();              // 02
json single_block_scan_bug();  // 03
json multiblock_radix();       // 04
json level2_local_sort();      // 05
json bucket_merge();           // 06
json bitonic();                // 07
json hybrid_radix();           // 08

}  // namespace figures

// The text of a figure must agree with the tests' headers. If it does not, no figure is drawn.
#define FIGURE_CHECK(condition)                                                                   \
  do {                                                                                            \
    if (!(condition)) {                                                                           \
      std::cerr << __FILE__ << ":" << __LINE__                                                    \
                << ": error: the worked example differs from its figure: " << #condition << "\n"; \
      std::exit(1);                                                                               \
    }                                                                                             \
  } while (false)

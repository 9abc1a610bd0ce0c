// SPDX-License-Identifier: Apache-2.0
// The steps of each lab's worked example, computed with the tests' own headers.
#pragma once
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>

namespace figures {

using json = nlohmann::ordered_json;

json enumeration();
json radix_cpu();
json single_block_scan_bug();
json multiblock_radix();
json level2_local_sort();
json bucket_merge();
json bitonic();
json hybrid_radix();

}  // namespace figures

// A figure's text must agree with the tests' headers; otherwise no figure is drawn.
#define FIGURE_CHECK(condition)                                                                   \
  do {                                                                                            \
    if (!(condition)) {                                                                           \
      std::cerr << __FILE__ << ":" << __LINE__                                                    \
                << ": error: the worked example differs from its figure: " << #condition << "\n"; \
      std::exit(1);                                                                               \
    }                                                                                             \
  } while (false)

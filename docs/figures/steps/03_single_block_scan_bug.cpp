// SPDX-License-Identifier: Apache-2.0
// Lab 03: the source's scan of eight elements by two blocks, under lockstep and under fifo.
#include <map>

#include "grader/labs/03_single_block_scan_bug/source_model.h"
#include "steps.h"

namespace figures {

namespace {

json run(const lab03::words& in, std::size_t block_size, lab03::order turns) {
  json steps = json::array();
  std::map<std::size_t, json> of_interval;
  const lab03::words cdf =
      lab03::source_model(in, block_size, lab03::bound::grid).run(turns, [&](const lab03::step_read& read) {
        of_interval[read.interval].push_back(
            {{"by", read.by}, {"from", read.from}, {"value", read.value}, {"sum", read.sum}});
      });
  for (const auto& [interval, reads] : of_interval)
    steps.push_back({{"interval", interval}, {"reads", reads}});
  return {{"steps", steps}, {"cdf", cdf}};
}

}  // namespace

json single_block_scan_bug() {
  const lab03::words in{1, 2, 3, 4, 5, 6, 7, 8};  // the statement's
  const std::size_t block_size = 4;
  const json lockstep = run(in, block_size, lab03::order::lockstep);
  FIGURE_CHECK(lockstep["cdf"] == json(lab03::exclusive_scan(in)));
  return {{"in", in},
          {"block_size", block_size},
          {"right", lab03::exclusive_scan(in)},
          {"lockstep", lockstep},
          {"fifo", run(in, block_size, lab03::order::fifo)}};
}

}  // namespace figures

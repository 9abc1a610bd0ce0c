// SPDX-License-Identifier: Apache-2.0
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

// The notes' three tiles: their sums, the sums' scan, and each tile's scan from its offset.
static json tiled() {
  const lab03::words in{1, 2, 3, 4, 5, 6, 7, 8, 1, 1, 1, 1};
  const std::size_t tile = 4;
  lab03::words sums, out;
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (i % tile == 0) sums.push_back(0);
    sums.back() += in[i];
  }
  const lab03::words offsets = lab03::exclusive_scan(sums);
  for (std::size_t t = 0; t < sums.size(); ++t) {
    const auto begin = in.begin() + static_cast<std::ptrdiff_t>(t * tile);
    for (const std::uint32_t sum : lab03::exclusive_scan({begin, begin + tile}))
      out.push_back(offsets[t] + sum);
  }
  FIGURE_CHECK(out == lab03::exclusive_scan(in));
  return {{"tile", tile}, {"in", in}, {"sums", sums}, {"offsets", offsets}, {"out", out}};
}

// The notes' five tiles. All but the last have published their sums, the first its prefix; tile 3 looks back.
static json look_back() {
  const lab03::words sums{3, 5, 2, 4, 6};
  const std::size_t from = 3;
  json walk = json::array();
  std::uint32_t before = 0;
  for (std::size_t t = from; t-- > 0;) {
    before += sums[t];
    walk.push_back({{"tile", t}, {"adds", sums[t]}, {"makes", before}});
  }
  FIGURE_CHECK(before == lab03::exclusive_scan(sums)[from]);
  return {{"sums", sums}, {"from", from}, {"walk", walk}, {"everything", before + sums[from]}};
}

json single_block_scan_bug() {
  const lab03::words in{1, 2, 3, 4, 5, 6, 7, 8};  // the README's elements
  const std::size_t block_size = 4;
  const json lockstep = run(in, block_size, lab03::order::lockstep);
  FIGURE_CHECK(lockstep["cdf"] == json(lab03::exclusive_scan(in)));
  return {{"in", in},
          {"block_size", block_size},
          {"right", lab03::exclusive_scan(in)},
          {"lockstep", lockstep},
          {"tiled", tiled()},
          {"look_back", look_back()},
          {"fifo", run(in, block_size, lab03::order::fifo)}};
}

}  // namespace figures

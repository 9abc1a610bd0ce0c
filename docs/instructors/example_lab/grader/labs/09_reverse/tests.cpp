// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "lab_test.h"

using namespace verifier;

namespace {

using words = std::vector<std::uint32_t>;

request ask_copy(const words& in) {
  return request("reverse_copy").input("d_in", in).output<std::uint32_t>("d_out", in.size());
}

request ask_tiles(const words& data, std::size_t tile) {
  return request("reverse_tiles").in_out("d_data", data).param("tile", static_cast<std::int64_t>(tile));
}

words reversed(words w) {
  std::reverse(w.begin(), w.end());
  return w;
}

words tiles_reversed(words w, std::size_t tile) {
  for (std::size_t begin = 0; begin < w.size(); begin += tile)
    std::reverse(w.begin() + static_cast<std::ptrdiff_t>(begin),
                 w.begin() + static_cast<std::ptrdiff_t>(std::min(begin + tile, w.size())));
  return w;
}

// Reports the classic mistake before the oracle shows which elements are wrong.
// [classical-mistake]
void expect_tiles(const answer& a, const words& in, std::size_t tile) {
  const auto got = a.get<std::uint32_t>("d_data");
  if (!in.empty() && got != tiles_reversed(in, tile) && got == reversed(in))
    wrong("The whole array is reversed, but each tile must be reversed by itself.");
  expect_equal(got, tiles_reversed(in, tile), "d_data",
               "Is only the last tile wrong? It can be smaller, so its first element goes to n - 1.");
}
// [classical-mistake]

}  // namespace

// [first-test]
GRADED_TEST(Lab09, CopyIsReversedForEverySize) {
  for (const std::size_t n : sizes_around(256)) {
    const auto in = uniform<std::uint32_t>(n);
    expect_equal(ask_copy(in).run().get<std::uint32_t>("d_out"), reversed(in), "d_out",
                 "Element i goes to place n - 1 - i.");
  }
  // After a request that ran, so that an unwritten exercise earns nothing for its stub's checks.
  const auto in = uniform<std::uint32_t>(10);
  request("reverse_copy")
      .null_buffer("d_in")
      .output<std::uint32_t>("d_out", 10)
      .param("n", 10)
      .run_refused("d_in");
  request("reverse_copy").input("d_in", in).null_buffer("d_out").run_refused("d_out");
}
// [first-test]

GRADED_TEST(Lab09, TilesAreReversedInPlace) {
  for (const std::size_t tile : {1, 32, 100, 256, 1024}) {
    const auto data = uniform<std::uint32_t>(scaled(4, 4000) * tile);
    expect_tiles(ask_tiles(data, tile).run(), data, tile);
  }
  const auto data = uniform<std::uint32_t>(10);
  request("reverse_tiles").null_buffer("d_data").param("n", 10).param("tile", 4).run_refused("d_data");
  for (const std::size_t tile : {0, 1025}) ask_tiles(data, tile).run_refused("tile");
}

GRADED_TEST(Lab09, ThePartialLastTileIsReversed) {
  for (const std::size_t n : sizes_around(256)) {
    const auto data = uniform<std::uint32_t>(n);
    expect_tiles(ask_tiles(data, 256).run(), data, 256);
  }
}

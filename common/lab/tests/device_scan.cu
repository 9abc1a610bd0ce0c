// SPDX-License-Identifier: Apache-2.0
// Compares lab::exclusive_scan with the standard library, around each level's tile sizes, in place, and with
// 64-bit sums.
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <vector>

#include "lab/device_buffer.h"
#include "lab/device_scan.h"

namespace {

template <class Sum>
std::vector<Sum> scanned(const std::vector<std::uint32_t>& in) {
  lab::device_buffer<std::uint32_t> d_in(in);
  lab::device_buffer<Sum> d_out(in.size()), d_sums(lab::scan_workspace(in.size()));
  lab::exclusive_scan(d_in.data(), d_out.data(), in.size(), d_sums.data());
  return d_out.download();
}

std::vector<std::uint32_t> scanned_in_place(const std::vector<std::uint32_t>& in) {
  lab::device_buffer<std::uint32_t> d_data(in), d_sums(lab::scan_workspace(in.size()));
  lab::exclusive_scan(d_data.data(), d_data.data(), in.size(), d_sums.data());
  return d_data.download();
}

template <class Sum>
std::vector<Sum> expected(const std::vector<std::uint32_t>& in) {
  std::vector<Sum> sums(in.size());
  std::exclusive_scan(in.begin(), in.end(), sums.begin(), Sum{0});
  return sums;
}

const char* word(bool right) { return right ? "right" : "WRONG"; }

}  // namespace

int main() {
  const std::size_t tile = lab::scan_detail::kTile;
  for (const std::size_t n : {std::size_t{0}, std::size_t{1}, tile - 1, tile, tile + 1, 2 * tile + 17}) {
    std::vector<std::uint32_t> in(n);
    for (std::size_t i = 0; i < n; ++i) in[i] = static_cast<std::uint32_t>(i % 7);
    std::printf("%zu elements: %s, in place: %s\n", n,
                word(scanned<std::uint32_t>(in) == expected<std::uint32_t>(in)),
                word(scanned_in_place(in) == expected<std::uint32_t>(in)));
  }
  const std::vector<std::uint32_t> large(3 * tile + 5, 0xfffffff0u);
  std::printf("sums beyond 2^32: %s\n",
              word(scanned<std::uint64_t>(large) == expected<std::uint64_t>(large)));
  // This takes three levels: the sums of the tiles fill more than one tile.
  std::vector<std::uint32_t> ones(tile * tile + 1, 1);
  std::printf("%zu elements: %s\n", ones.size(),
              word(scanned<std::uint32_t>(ones).back() == ones.size() - 1));
  std::printf("room for the sums of 1, %zu and %zu elements: %zu, %zu, %zu\n", 2 * tile, tile * tile + 1,
              lab::scan_workspace(1), lab::scan_workspace(2 * tile), lab::scan_workspace(tile * tile + 1));
  return 0;
}

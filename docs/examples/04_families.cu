// SPDX-License-Identifier: Apache-2.0
// Shows how the distribution of the keys affects a scatter that stores each key by itself. The host counts
// the 32-byte sectors of each warp's stores of neighbouring keys, in each pass over 2^24 keys. The families
// are those of docs/measurements/all_sorts.cu.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <random>
#include <vector>

using words = std::vector<std::uint32_t>;

constexpr std::uint32_t kKeys = 1u << 24;

struct family {
  const char* name;
  std::uint32_t (*key)(std::uint32_t i, std::uint32_t draw);
};
constexpr family kFamilies[] = {
    {"uniform", [](std::uint32_t, std::uint32_t draw) { return draw; }},
    {"sorted", [](std::uint32_t i, std::uint32_t draw) { return i * 256 + draw % 256; }},
    {"few distinct", [](std::uint32_t, std::uint32_t draw) { return draw % 16 * 0x9e3779b9u; }},
    {"equal", [](std::uint32_t, std::uint32_t) { return 0x9e3779b9u; }},
};

// Moves the keys by one digit, stably. Returns the number of sectors in all stores.
std::size_t scatter(words& keys, words& out, int shift) {
  std::array<std::uint32_t, 257> starts{};
  for (const std::uint32_t key : keys) ++starts[(key >> shift & 255) + 1];
  for (unsigned bin = 0; bin < 256; ++bin) starts[bin + 1] += starts[bin];
  std::size_t sectors = 0;
  words last_warp(keys.size() / 8);  // for each sector, the last warp that stored to it, from 1
  for (std::uint32_t i = 0; i < keys.size(); ++i) {
    const std::uint32_t place = starts[keys[i] >> shift & 255]++, warp = i / 32 + 1;
    out[place] = keys[i];
    sectors += last_warp[place / 8] != warp;
    last_warp[place / 8] = warp;
  }
  keys.swap(out);
  return sectors;
}

int main() {
  std::printf("sectors of a warp's store, pass by pass (2^24 keys, 8-bit digits)\n");
  std::printf("                  1      2      3      4\n");
  words keys(kKeys), out(kKeys);
  for (const family& f : kFamilies) {
    std::mt19937 random(4);
    for (std::uint32_t i = 0; i < kKeys; ++i) keys[i] = f.key(i, static_cast<std::uint32_t>(random()));
    std::printf("%-12s", f.name);
    for (int shift = 0; shift < 32; shift += 8)
      std::printf(" %6.2f", static_cast<double>(scatter(keys, out, shift)) / (kKeys / 32));
    std::printf("\n");
  }
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// Lab 02's passes, for digits of 1, 2 and 3 bits. Scattering one key at a time shows where each key goes.
#include <unistd.h>

#include <algorithm>

#ifdef __EMSCRIPTEN__  // Emscripten's libraries lack these constants, which are not used here, and a
                       // class that by_hand.h names
namespace __gnu_cxx {
template <class Pointer, class Container>
class __normal_iterator;
}  // namespace __gnu_cxx
#define _SC_LEVEL1_DCACHE_SIZE (-1)
#define _SC_LEVEL2_CACHE_SIZE (-1)
#define _SC_LEVEL3_CACHE_SIZE (-1)
#define _SC_LEVEL1_DCACHE_LINESIZE (-1)
#endif
#include "solutions/02_radix_cpu/radix_cpu.cu"
#include "sorts.h"

namespace steppers {

// Replaces `keys` by the result of one pass.
static std::string pass(words& keys, int shift, int bits) {
  words counts(radix_cpu::bins(bits)), starts(counts.size()), places, out(keys.size());
  auto good = [](const lab::status& done) { require(done.ok(), "a lab's function refused"); };
  good(radix_cpu::histogram(keys.data(), keys.size(), shift, bits, counts.data()));
  good(radix_cpu::exclusive_scan(counts.data(), starts.data(), bits));
  words next = starts;  // each bin's next place
  for (const std::uint32_t key : keys) {
    const words before = next;
    good(radix_cpu::scatter(&key, out.data(), 1, shift, bits, next.data()));
    const auto moved = std::mismatch(before.begin(), before.end(), next.begin());
    require(moved.first != before.end() && out.at(*moved.first) == key, "a key is not where it should be");
    places.push_back(*moved.first);
  }
  keys = out;
  return "{\"shift\":" + std::to_string(shift) + ",\"counts\":" + json(counts) +
         ",\"starts\":" + json(starts) + ",\"places\":" + json(places) + ",\"out\":" + json(out) + "}";
}

std::string cpu(const words& in) {
  std::vector<std::string> by_bits;
  for (int bits = 1; bits <= 3; ++bits) {
    words keys = in;
    std::vector<std::string> passes;
    for (int shift = 0; shift < kBitsOfKeys; shift += bits) passes.push_back(pass(keys, shift, bits));
    require(std::is_sorted(keys.begin(), keys.end()), "not sorted");
    by_bits.push_back(json(passes));
  }
  return json(by_bits);
}

}  // namespace steppers

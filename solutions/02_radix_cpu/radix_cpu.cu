// SPDX-License-Identifier: Apache-2.0
// Lab 02: LSD radix sort on the CPU, digit by digit. Contracts: radix_cpu.h.
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include "given.h"
#include "lab/todo.h"
#include "radix_cpu.h"

namespace radix_cpu {

// BEGIN YOUR CODE (exercise 1)
static std::uint32_t digit_of(std::uint32_t key, int shift, int bits) {
  return (key >> shift) & static_cast<std::uint32_t>(bins(bits) - 1);
}

// [lab02-histogram]
lab::status histogram(const std::uint32_t* keys, std::size_t n, int shift, int bits, std::uint32_t* counts) {
  if (lab::status bad = check_digit(n, shift, bits, {"counts", counts}, {{"keys", keys}}); !bad.ok())
    return bad;
  std::fill(counts, counts + bins(bits), 0u);
  for (std::size_t i = 0; i < n; ++i) ++counts[digit_of(keys[i], shift, bits)];
  return {};
}
// [lab02-histogram]
// END YOUR CODE

// BEGIN YOUR CODE (exercise 2)
// [lab02-scan]
lab::status exclusive_scan(const std::uint32_t* counts, std::uint32_t* starts, int bits) {
  if (lab::status bad = check(1, bits, {{"counts", counts}, {"starts", starts}}); !bad.ok()) return bad;
  std::uint32_t sum = 0;
  for (std::size_t d = 0; d < bins(bits); ++d) {
    // Read the count first, because starts[d] can be the same element.
    const std::uint32_t count = counts[d];
    starts[d] = sum;
    sum += count;
  }
  return {};
}
// [lab02-scan]
// END YOUR CODE

// BEGIN YOUR CODE (exercise 3)
// [lab02-scatter]
lab::status scatter(const std::uint32_t* keys, std::uint32_t* out, std::size_t n, int shift, int bits,
                    std::uint32_t* starts) {
  if (lab::status bad = check_scatter(keys, out, n, shift, bits, starts); !bad.ok()) return bad;
  for (std::size_t i = 0; i < n; ++i) out[starts[digit_of(keys[i], shift, bits)]++] = keys[i];
  return {};
}
// [lab02-scatter]
// END YOUR CODE

// BEGIN YOUR CODE (exercise 4)
// [lab02-all-histograms]
// The histograms of all digits, in one pass over the keys, one cache-sized chunk at a time.
static std::vector<std::uint32_t> all_histograms(const std::uint32_t* keys, std::size_t n, int bits) {
  constexpr std::size_t kChunk = 2048;
  std::vector<std::uint32_t> counts(passes(bits) * bins(bits));
  for (std::size_t begin = 0; begin < n; begin += kChunk) {
    const std::size_t end = std::min(n, begin + kChunk);
    for (int pass = 0; pass < passes(bits); ++pass) {
      std::uint32_t* pass_counts = counts.data() + pass * bins(bits);
      for (std::size_t i = begin; i < end; ++i) ++pass_counts[digit_of(keys[i], pass * bits, bits)];
    }
  }
  return counts;
}
// [lab02-all-histograms]

// [lab02-sort-digits]
// The loop of both sorts. move(from_scratch, shift, starts) makes one pass between `keys` and the scratch
// array. If the last pass wrote to the scratch array, copy_back() copies the result.
template <class Move, class CopyBack>
static void sort_digits(const std::uint32_t* keys, std::size_t n, int bits, sort_stats* stats,
                        lab::phase_timer* timer, Move move, CopyBack copy_back) {
  std::vector<std::uint32_t> counts;
  {
    const lab::timed_phase phase(timer, "histogram");
    counts = all_histograms(keys, n, bits);
  }
  sort_stats done{};
  for (int pass = 0; pass < passes(bits); ++pass) {
    const int shift = pass * bits;
    std::uint32_t* starts = counts.data() + pass * bins(bits);
    if (n == 0 || starts[digit_of(keys[0], shift, bits)] == n) {  // one bin has all keys
      ++done.skipped;
      continue;
    }
    {
      const lab::timed_phase phase(timer, "scan");
      (void)exclusive_scan(starts, starts, bits);  // these arguments are valid
    }
    const lab::timed_phase phase(timer, "scatter");
    move(done.moved++ % 2 != 0, shift, starts);
  }
  if (done.moved % 2 != 0) {
    const lab::timed_phase phase(timer, "copy");
    copy_back();
  }
  if (stats != nullptr) *stats = done;
}
// [lab02-sort-digits]

// [lab02-sort]
lab::status sort(std::uint32_t* keys, std::uint32_t* scratch, std::size_t n, int bits, sort_stats* stats,
                 lab::phase_timer* timer) {
  if (lab::status bad = check(n, bits, {{"keys", keys}, {"scratch", scratch}}); !bad.ok()) return bad;
  line_store store_line;
  const auto move = [&](bool from_scratch, int shift, std::uint32_t* starts) {
    (void)scatter_by_lines(from_scratch ? scratch : keys, from_scratch ? keys : scratch, n, shift, bits,
                           starts, store_line);  // these arguments are valid
  };
  sort_digits(keys, n, bits, stats, timer, move, [&] { std::copy(scratch, scratch + n, keys); });
  return {};
}
// [lab02-sort]
// END YOUR CODE

// BEGIN YOUR CODE (exercise 5)
// [lab02-pairs]
lab::status sort_pairs(std::uint32_t* keys, std::uint32_t* values, std::uint32_t* scratch_keys,
                       std::uint32_t* scratch_values, std::size_t n, int bits, sort_stats* stats,
                       lab::phase_timer* timer) {
  const auto arrays = {named_array{"keys", keys}, named_array{"values", values},
                       named_array{"scratch_keys", scratch_keys},
                       named_array{"scratch_values", scratch_values}};
  if (lab::status bad = check(n, bits, arrays); !bad.ok()) return bad;
  const auto move = [&](bool from_scratch, int shift, std::uint32_t* starts) {
    const std::uint32_t* in_keys = from_scratch ? scratch_keys : keys;
    const std::uint32_t* in_values = from_scratch ? scratch_values : values;
    std::uint32_t* out_keys = from_scratch ? keys : scratch_keys;
    std::uint32_t* out_values = from_scratch ? values : scratch_values;
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint32_t place = starts[digit_of(in_keys[i], shift, bits)]++;
      out_keys[place] = in_keys[i];
      out_values[place] = in_values[i];
    }
  };
  sort_digits(keys, n, bits, stats, timer, move, [&] {
    std::copy(scratch_keys, scratch_keys + n, keys);
    std::copy(scratch_values, scratch_values + n, values);
  });
  return {};
}
// [lab02-pairs]
// END YOUR CODE

// BEGIN YOUR CODE (exercise 6)
lab::status sweep(const std::uint32_t* keys, std::uint32_t* sorted, std::size_t n, int repeats,
                  sweep_row* rows) {
  if (lab::status bad = check(n, 1, {{"keys", keys}, {"sorted", sorted}, {"rows", rows}}); !bad.ok())
    return bad;
  std::vector<std::uint32_t> scratch(n);
  for (int bits = 1; bits <= kMaxBits; ++bits) {
    sweep_row best{bits, std::numeric_limits<double>::infinity(), 0, 0, 0};
    for (int run = 0; run < repeats; ++run) {
      std::copy(keys, keys + n, sorted);
      lab::phase_timer timer;
      if (lab::status bad = sort(sorted, scratch.data(), n, bits, nullptr, &timer); !bad.ok()) return bad;
      sweep_row row{bits, 0, 0, 0, 0};
      for (const lab::phase_time& phase : timer.phases()) {
        if (phase.name == "histogram") row.histogram = phase.ms;
        if (phase.name == "scan") row.scan = phase.ms;
        if (phase.name == "scatter") row.scatter = phase.ms;
        if (phase.name == "copy") row.copy = phase.ms;
      }
      if (row.total() < best.total()) best = row;
    }
    rows[bits - 1] = best;
  }
  return {};
}

int fastest_bits(const sweep_row* rows, std::size_t count) {
  const auto faster = [](const sweep_row& a, const sweep_row& b) {
    return a.total() != b.total() ? a.total() < b.total() : a.bits < b.bits;
  };
  return count == 0 ? 0 : std::min_element(rows, rows + count, faster)->bits;
}

cache_sizes read_cache_sizes() {
  const auto ask = [](int what) { return static_cast<std::size_t>(std::max(0l, sysconf(what))); };
  return {ask(_SC_LEVEL1_DCACHE_SIZE), ask(_SC_LEVEL2_CACHE_SIZE), ask(_SC_LEVEL3_CACHE_SIZE),
          ask(_SC_LEVEL1_DCACHE_LINESIZE)};
}

// [lab02-predict]
std::size_t working_set(int bits, std::size_t line_bytes) {
  return bins(bits) * (sizeof(std::uint32_t) + line_bytes);
}

int predicted_bits(std::size_t cache_bytes, std::size_t line_bytes) {
  int widest = 0;
  while (widest < kMaxBits && working_set(widest + 1, line_bytes) <= cache_bytes) ++widest;
  return widest == 0 ? 0 : (kKeyBits + passes(widest) - 1) / passes(widest);
}
// [lab02-predict]
// END YOUR CODE

// BEGIN YOUR CODE (exercise 7)
// [lab02-words]
template <class To, class From>
static To same_bits(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

// kSign: the highest bit. flipped_least(): the bits of -infinity, flipped as in to_word.
template <class Key>
constexpr word<Key> kSign = word<Key>{1} << (8 * sizeof(Key) - 1);
template <class Key>
static word<Key> flipped_least() {
  return ~same_bits<word<Key>>(-std::numeric_limits<Key>::infinity());
}

template <class Key>
word<Key> to_word(Key key) {
  const auto w = same_bits<word<Key>>(key);
  if constexpr (std::is_floating_point_v<Key>) {
    // For positive numbers, larger bits mean a larger number; for negative ones, a smaller number. After the
    // flip, NaNs with a sign are the smallest. Subtracting flipped_least wraps them around to the top.
    const word<Key> flipped = (w & kSign<Key>) != 0 ? ~w : w | kSign<Key>;
    return flipped - flipped_least<Key>();
  } else {
    return std::is_signed_v<Key> ? w ^ kSign<Key> : w;
  }
}

template <class Key>
Key from_word(word<Key> w) {
  if constexpr (std::is_floating_point_v<Key>) {
    w += flipped_least<Key>();
    return same_bits<Key>((w & kSign<Key>) != 0 ? w & ~kSign<Key> : ~w);
  } else {
    return same_bits<Key>(std::is_signed_v<Key> ? w ^ kSign<Key> : w);
  }
}
// [lab02-words]

// [lab02-sort-keys]
template <class Key>
lab::status sort_keys(Key* keys, std::size_t n, int bits) {
  if (lab::status bad = check(n, bits, {{"keys", keys}}); !bad.ok()) return bad;
  constexpr int kWordBits = 8 * sizeof(Key);
  std::vector<word<Key>> from(n), to(n);
  std::transform(keys, keys + n, from.begin(), to_word<Key>);
  for (int shift = 0; shift < kWordBits; shift += bits) {
    const auto digit = [&](word<Key> w) { return (w >> shift) & (bins(bits) - 1); };
    std::vector<std::uint32_t> starts(bins(bits));
    for (const word<Key> w : from) ++starts[digit(w)];
    if (n == 0 || starts[digit(from[0])] == n) continue;
    (void)exclusive_scan(starts.data(), starts.data(), bits);  // these arguments are valid
    for (const word<Key> w : from) to[starts[digit(w)]++] = w;
    from.swap(to);
  }
  std::transform(from.begin(), from.end(), keys, from_word<Key>);
  return {};
}
// [lab02-sort-keys]
// END YOUR CODE

// BEGIN YOUR CODE (exercise 8)
// [lab02-scatter-lines]
// `lines` are lines of memory, so the first and the last line of a digit can be partial.
lab::status scatter_by_lines(const std::uint32_t* keys, std::uint32_t* out, std::size_t n, int shift,
                             int bits, std::uint32_t* starts, line_store& store_line) {
  if (lab::status bad = check_scatter(keys, out, n, shift, bits, starts); !bad.ok()) return bad;
  std::vector<cache_line> lines(bins(bits));
  const std::vector<std::uint32_t> first(starts, starts + bins(bits));
  const std::uint32_t misaligned = place_in_line(out);
  const auto copy_part = [&](std::uint32_t d, std::uint32_t from, std::uint32_t to) {
    for (std::uint32_t i = from; i < to; ++i) out[i] = lines[d].keys[(i + misaligned) % kLineKeys];
  };
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint32_t d = digit_of(keys[i], shift, bits);
    const std::uint32_t place = starts[d]++, slot = (place + misaligned) % kLineKeys;
    lines[d].keys[slot] = keys[i];
    if (slot + 1 < kLineKeys) continue;
    if (place - first[d] >= slot) {
      store_line(out + place - slot, lines[d]);
    } else {
      copy_part(d, first[d], place + 1);
    }
  }
  for (std::uint32_t d = 0; d < bins(bits); ++d) {
    const std::uint32_t open = std::min((starts[d] + misaligned) % kLineKeys, starts[d] - first[d]);
    copy_part(d, starts[d] - open, starts[d]);
  }
  return {};
}
// [lab02-scatter-lines]
// END YOUR CODE

}  // namespace radix_cpu

RADIX_CPU_INSTANTIATE_ALL;

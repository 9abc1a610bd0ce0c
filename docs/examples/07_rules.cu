// SPDX-License-Identifier: Apache-2.0
// Source 004's printed rules for the write-back: the group sizes for which each rule holds, and the steps
// whose conflicts each swap avoids.
#include <algorithm>
#include <array>
#include <cstdio>
#include <initializer_list>

// [lab07-printed-rules]
// Where the source writes vector v. Rule (a): the next step, of bit jg_3 - 1, is in the same stage.
unsigned rule_a(unsigned v, unsigned jg_3) {
  const unsigned next = v >> (jg_3 - 1);
  return next % 2 == 0 ? v - (next >> 1) * (1u << (jg_3 - 1))
                       : v + (((1u << (10 - jg_3)) - next) >> 1) * (1u << (jg_3 - 1));
}
// Rule (b): this was the last step of its stage, and the next one is of bit ig_3 + 1.
unsigned rule_b(unsigned v, unsigned ig_3) {
  const unsigned next = v >> (ig_3 + 1);
  return next % 2 == 0 ? v - (next >> 1) * (1u << (ig_3 + 1))
                       : v + (((1u << (8 - ig_3)) - next) >> 1) * (1u << (ig_3 + 1));
}
// The lab's formula, for any group: (the bit of v) * items + (v without that bit).
unsigned lab_place(unsigned v, unsigned bit, unsigned items) {
  return (v >> bit & 1) * items + (v >> (bit + 1) << bit | (v & ((1u << bit) - 1)));
}
// [lab07-printed-rules]

// Counts the vectors of a group of `items` threads that a rule and the
// lab put in different places.
void compare_rules() {
  std::printf("ITEMS  vectors  rule (a) differs for  rule (b) differs for\n");
  for (unsigned items = 32; items <= 1024; items *= 2) {
    unsigned bits = 0, a = 0, b = 0;
    for (unsigned bit = 0; 1u << bit <= items && bit <= 9; ++bit, ++bits)
      for (unsigned v = 0; v < 2 * items; ++v) {
        a += rule_a(v, bit + 1) != lab_place(v, bit, items);
        if (bit > 0) b += rule_b(v, bit - 1) != lab_place(v, bit, items);
      }
    std::printf("%5u %8u %13u of %5u %13u of %5u\n", items, 2 * items, a, bits * 2 * items, b,
                (bits - 1) * 2 * items);
  }
}

// The classical network on 512 vectors of one key each, with 256 threads, and with the source's
// rules for every write-back. Before the step of a bit, places t and 256 + t have the vectors v
// and v + 2^bit, where v is t with a 0 inserted at that bit.
struct write_backs {
  unsigned by_a = 0, by_b = 0;
  std::array<unsigned, 10> next{};  // the number of write-backs per next bit
};
write_backs sort_by_rules(std::array<unsigned, 512>& keys) {
  constexpr unsigned kGroup = 256;
  write_backs counted;
  std::array<unsigned, 512> places{}, written{};
  for (unsigned v = 0; v < 512; ++v) places[lab_place(v, 0, kGroup)] = keys[v];
  for (unsigned stage = 1; stage <= 9; ++stage)
    for (unsigned bit = stage; bit-- > 0;) {
      const bool last_of_stage = bit == 0, last = last_of_stage && stage == 9;
      for (unsigned t = 0; t < kGroup; ++t) {
        const unsigned low = t >> bit << (bit + 1) | (t & ((1u << bit) - 1)), high = low + (1u << bit);
        const bool descending = (low >> stage & 1) != 0;
        const unsigned a = places[t], b = places[kGroup + t];
        const auto place = [&](unsigned v) {
          return last ? v : last_of_stage ? rule_b(v, stage - 1) : rule_a(v, bit);
        };
        written[place(low)] = descending ? std::max(a, b) : std::min(a, b);
        written[place(high)] = descending ? std::min(a, b) : std::max(a, b);
      }
      places = written;
      if (last) continue;
      ++(last_of_stage ? counted.by_b : counted.by_a);
      ++counted.next[last_of_stage ? stage : bit - 1];
    }
  keys = places;
  return counted;
}

// [lab07-swaps]
constexpr unsigned kItems = 128;
enum swap_rule { none, odd_threads, upper_half, lower_half, bit_set };  // the lab's rule is bit_set
bool swaps(swap_rule rule, unsigned t, unsigned next) {
  switch (rule) {
    case odd_threads:
      return t % 2 == 1;
    case upper_half:
      return t % 32 >= 16;  // claim 6
    case lower_half:
      return t % 32 < 16;  // claim 7
    case bit_set:
      return (t & next) != 0;
    default:
      return false;
  }
}
// The wavefronts that a warp needs for two 16-byte stores per thread, if `together` threads are served at a
// time.
unsigned wavefronts(swap_rule rule, unsigned next, unsigned together) {
  unsigned sum = 0;
  for (const unsigned store : {0u, 1u})
    for (unsigned begin = 0; begin < 32; begin += together) {
      std::array<unsigned, 8> used{};  // 8 vectors fill the banks
      for (unsigned t = begin; t < begin + together; ++t) {
        const unsigned first = (t & next) != 0 ? kItems + t - next : t;
        const unsigned place = first + (store ^ (swaps(rule, t, next) ? 1 : 0)) * next;
        ++used[place % 8];
      }
      sum += *std::max_element(used.begin(), used.end());
    }
  return sum;
}
// [lab07-swaps]

int main() {
  compare_rules();
  std::array<unsigned, 512> keys{};
  for (unsigned i = 0; i < keys.size(); ++i) keys[i] = i * 7919 % 509;
  const write_backs counted = sort_by_rules(keys);
  std::printf(
      "\n512 vectors, 256 threads, classical network: %s, %u write-backs by rule (a), %u by rule (b)\n",
      std::is_sorted(keys.begin(), keys.end()) ? "sorted" : "not sorted", counted.by_a, counted.by_b);
  std::printf("\nwavefronts for the two stores of a warp; the minimum is 8\n");
  std::printf("                 32 threads at a time, next bit   8 at a time, next bit\n");
  std::printf("who swaps           0   1   2   3                    0   1   2   3\n");
  const char* const names[] = {"nobody", "odd threads", "16 to 31", "0 to 15", "the bit is set"};
  for (const swap_rule rule : {none, odd_threads, upper_half, lower_half, bit_set}) {
    std::printf("%-16s", names[rule]);
    for (const unsigned together : {32u, 8u}) {
      for (const unsigned next : {1u, 2u, 4u, 8u}) std::printf(" %3u", wavefronts(rule, next, together));
      std::printf(together == 32 ? "                 " : "\n");
    }
  }

  std::printf("\nwavefronts beyond the minimum in that sort, for all 8 warps, 8 threads at a time\n");
  for (const swap_rule rule : {none, odd_threads, upper_half, bit_set}) {
    unsigned extra = 0;
    for (unsigned bit = 0; bit < counted.next.size(); ++bit)
      extra += counted.next[bit] * 8 * (wavefronts(rule, 1u << bit, 8) - 8);
    std::printf("%-16s %5u\n", names[rule], extra);
  }
  return 0;
}

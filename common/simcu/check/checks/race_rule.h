// SPDX-License-Identifier: Apache-2.0
// Which unordered accesses to the same byte race in CUDA's memory model. state/clock.h orders accesses.
#pragma once

namespace simcu::check {

enum how : unsigned {
  kPlain = 1,
  kVolatile = 2,
  kAtomic = 4,
  kBlockAtomic = 8,  // atomicAdd_block and the like, which are not atomic for other blocks
  kStrong = kVolatile | kAtomic | kBlockAtomic,
  kAnyHow = kPlain | kStrong,
};
enum writers : unsigned { kNobody = 1, kSomebody = 2 };
enum distance : unsigned { kOtherBlock = 1, kOtherWarp = 2, kSameWarp = 4, kAnyDistance = 7 };
enum memory_raced_for : unsigned { kShared = 1, kElsewhere = 2, kAnyMemory = 3 };  // global, variables

struct race_rule {
  unsigned writers, earlier, later, distance, memory;
  bool race;
  const char* example;
};

// The first matching row decides.
inline constexpr race_rule kRaceRules[] = {
    // clang-format off
    // who writes  the earlier    the later   between        in          race    case of tests/check
    {kNobody,      kAnyHow,       kAnyHow,    kAnyDistance,  kAnyMemory, false, "matrix_tiles"},
    {kSomebody,    kPlain,        kPlain,     kAnyDistance,  kAnyMemory, true,  "grid_one_cell"},
    {kSomebody,    kPlain,        kStrong,    kAnyDistance,  kAnyMemory, true,  "shared_reset_beside_atomics"},
    {kSomebody,    kStrong,       kPlain,     kAnyDistance,  kAnyMemory, true,  "atomic_beside_read"},
    {kSomebody,    kBlockAtomic,  kStrong,    kOtherBlock,   kAnyMemory, true,  "atomic_block_scope"},
    {kSomebody,    kStrong,  kBlockAtomic,    kOtherBlock,   kAnyMemory, true,  "atomic_block_scope"},
    // Formally these two accesses do not race, but lanes that exchange values this way rely on lockstep.
    {kSomebody,    kStrong,       kVolatile,  kSameWarp,     kShared,    true,  "warp_reduce_volatile"},
    {kSomebody,    kStrong,       kStrong,    kAnyDistance,  kAnyMemory, false, "atomics_only"},
    // clang-format on
};

// One flag from each enum, but `earlier` can be kVolatile | kAtomic, which the shadow does not distinguish.
struct unordered_pair {
  bool earlier_writes, later_writes;
  unsigned earlier, later, distance, memory;
};

constexpr bool race_by_rules(const unordered_pair& p) {
  const unsigned writers = p.earlier_writes || p.later_writes ? kSomebody : kNobody;
  for (const race_rule& r : kRaceRules)
    if ((r.writers & writers) != 0 && (r.earlier & p.earlier) != 0 && (r.later & p.later) != 0 &&
        (r.distance & p.distance) != 0 && (r.memory & p.memory) != 0)
      return r.race;
  return false;
}

class race_verdicts {
 public:
  constexpr race_verdicts() {
    for (unsigned i = 0; i < kPairs; ++i)
      verdicts_[i] = race_by_rules({(i & 1) != 0, (i & 2) != 0,
                                    (i >> 2 & 3) == 1 ? kVolatile | kAtomic : 1u << (i >> 2 & 3),
                                    1u << (i >> 4 & 3), 1u << (i >> 6 & 3), 1u << (i >> 8 & 1)});
  }
  bool operator()(const unordered_pair& p) const {
    const auto place = [](unsigned set) { return static_cast<unsigned>(__builtin_ctz(set)); };
    return verdicts_[place(p.memory) << 8 | place(p.distance) << 6 | place(p.later) << 4 |
                     place(p.earlier) << 2 | static_cast<unsigned>(p.later_writes) << 1 |
                     static_cast<unsigned>(p.earlier_writes)];
  }

  constexpr bool never_between_reads() const {
    for (unsigned i = 0; i < kPairs; i += 4)
      if (verdicts_[i]) return false;
    return true;
  }

 private:
  static constexpr unsigned kPairs = 1 << 9;
  bool verdicts_[kPairs]{};
};

}  // namespace simcu::check

// SPDX-License-Identifier: Apache-2.0
#include "races.h"

#include <fmt/format.h>

#include <optional>
#include <set>

namespace explore {
namespace {

constexpr std::size_t kMostRaces = 20, kRandomTries = 100;

struct meeting {
  logged_access first, second;
  bool swapped;  // the access that came second in the reference run came first
};

bool overlap(const logged_access& a, const logged_access& b) {
  return a.launch == b.launch && a.address < b.address + b.bytes && b.address < a.address + a.bytes;
}

std::optional<meeting> meet(const record& r, const race& x) {
  for (std::size_t i = 0; i < r.accesses.size(); ++i)
    for (std::size_t k = i + 1; k < r.accesses.size(); ++k) {
      const logged_access &a = r.accesses[i], &b = r.accesses[k];
      if (!overlap(a, b) || a.launch != x.launch) continue;
      if (a.by(x.earlier) && b.by(x.later)) return meeting{a, b, false};
      if (a.by(x.later) && b.by(x.earlier)) return meeting{a, b, true};
    }
  return {};
}

std::string who(const logged_access& a, bool same_block) {
  return same_block ? fmt::format("thread {} of block {}", a.thread, a.block)
                    : fmt::format("block {} (thread {})", a.block, a.thread);
}

void print_order(const char* title, const meeting& m, const std::string& string, const std::string& command) {
  const bool same = m.first.block == m.second.block;
  const auto does = [&](const logged_access& a) {
    return a.write ? fmt::format("{} writes", who(a, same))
                   : fmt::format("{} reads {}", who(a, same), a.value);
  };
  fmt::print("  {}: {}, then {}.\n    SIMCU_SCHEDULE={} {}\n", title, does(m.first), does(m.second), string,
             command);
}

std::string with_places(const std::string& base, const race& x) {
  return base + "+at=" + x.earlier.offset + (x.later.offset == x.earlier.offset ? "" : "." + x.later.offset);
}

struct seen {
  meeting m;
  std::string string;
};

std::optional<seen> other_order(program& p, const race& x, const record& r, const meeting& m) {
  const bool same = m.first.block == m.second.block;
  const std::string to = same ? "." + std::to_string(m.second.thread) : std::to_string(m.second.block);
  const decision held{m.first.launch, fmt::format("{}.{}={}", m.first.block, m.first.step, to)};
  const std::string string = replay_string(r, {held});
  const outcome o = p.run({string, true});
  if (o.fits && !o.record.empty()) {
    const auto n = meet(read_record(o.record), x);
    if (n && n->swapped != m.swapped) return seen{*n, string};
  }
  std::optional<seen> found;
  std::size_t best = kRandomTries;  // the lowest successful index, because runs can end in any order
  p.first(
      kRandomTries,
      [&](std::size_t i) {
        return job{with_places(fmt::format("random:{}{}", i + 1, same ? "+warps" : ""), x), true};
      },
      [&](std::size_t i, const outcome& tried) {
        if (i > best || tried.record.empty()) return false;
        const record again = read_record(tried.record);
        const auto n = meet(again, x);
        if (!n || n->swapped == m.swapped) return false;
        best = i;
        found = seen{*n, replay_string(again, again.decisions)};
        return true;
      });
  return found;
}

}  // namespace

std::size_t prove_races(program& p, const record& reference) {
  std::size_t proved = 0, number = 0;
  for (const race& x : reference.races) {
    if (++number > kMostRaces) {
      fmt::print("{} more races were reported; the first {} were examined.\n",
                 reference.races.size() - kMostRaces, kMostRaces);
      break;
    }
    const bool same = x.earlier.block == x.later.block;
    std::string kernel;
    for (const launched& l : reference.launches)
      if (l.number == x.launch) kernel = l.kernel;
    fmt::print("Race {} ({}) in `{}`, launch {}:\n", number, x.subkind, kernel, x.launch);
    if (x.subkind == "global-cross-launch") {
      fmt::print(
          "  It is between two launches, but schedules choose the order of blocks inside one launch.\n");
      continue;
    }
    const outcome o = p.run({with_places(same ? "fifo+warps" : "fifo", x), true});
    const record r = read_record(o.record);
    const auto m = meet(r, x);
    if (!m) {
      fmt::print("  The two accesses did not occur again in a second run.\n");
      continue;
    }
    print_order("one order  ", *m, replay_string(r, {}), p.text());
    if (const auto n = other_order(p, x, r, *m)) {
      ++proved;
      print_order("other order", n->m, n->string, p.text());
    } else {
      fmt::print(
          "  The other order did not occur, neither when the first thread was held nor in {} random "
          "schedules.\n  If one thread waits for the other's flag, no order of turns can show the race, but a "
          "GPU's memory can deliver the flag before the data.\n",
          kRandomTries);
    }
  }
  return proved;
}

}  // namespace explore

// SPDX-License-Identifier: Apache-2.0
#include "requests.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace simcu::check::counting {
namespace {

struct span {
  const touch* first = nullptr;
  const touch* last = nullptr;
  bool empty() const { return first == last; }
  std::size_t size() const { return static_cast<std::size_t>(last - first); }
};
using spans = std::vector<span>;  // in lane order
using sink = std::function<void(const std::vector<touch>&)>;

bool same_sites(const span& a, const span& b) {
  return a.size() == b.size() && std::equal(a.first, a.last, b.first, [](const touch& x, const touch& y) {
           return x.where == y.where;
         });
}

void in_step(const spans& lanes, const sink& request) {
  std::vector<touch> r(lanes.size());
  for (std::size_t i = 0; i < lanes[0].size(); ++i) {
    for (std::size_t k = 0; k < lanes.size(); ++k) r[k] = lanes[k].first[i];
    request(r);
  }
}

// ---- places that all lanes reached equally often ----

using site_times = std::unordered_map<site, std::size_t>;

site_times times(const span& s) {
  site_times n;
  for (const touch* t = s.first; t != s.last; ++t) ++n[t->where];
  return n;
}

bool same_order(const spans& lanes, const site_times& among) {
  std::vector<site> longest;
  for (const span& s : lanes) {
    std::size_t n = 0;
    for (const touch* t = s.first; t != s.last; ++t) {
      if (!among.count(t->where)) continue;
      if (n == longest.size())
        longest.push_back(t->where);
      else if (longest[n] != t->where)
        return false;
      ++n;
    }
  }
  return true;
}

// If all lanes reached no place equally often, these are the places that all lanes reached. At least half of
// the lanes must have the maximum count, because the others left a loop earlier.
site_times meeting_points(const spans& lanes) {
  struct tally {
    std::size_t most = 0, lanes_with_most = 0, lanes = 0;
  };
  std::unordered_map<site, tally> tallies;
  for (const span& s : lanes)
    for (const auto& [where, n] : times(s)) {
      tally& t = tallies[where];
      ++t.lanes;
      if (n > t.most) t.most = n, t.lanes_with_most = 0;
      t.lanes_with_most += n == t.most;
    }
  site_times points;
  for (const auto& [where, t] : tallies)
    if (t.lanes == lanes.size() && t.lanes_with_most == t.lanes) points[where] = t.most;
  if (points.empty())
    for (const auto& [where, t] : tallies)
      if (t.lanes == lanes.size() && 2 * t.lanes_with_most >= t.lanes) points[where] = t.most;
  if (points.empty() || same_order(lanes, points)) return points;
  // The lanes' orders differ, so keep only the most frequent place. On a tie, keep the first one in the code.
  const auto best = *std::max_element(points.begin(), points.end(), [](const auto& x, const auto& y) {
    return x.second != y.second ? x.second < y.second : x.first > y.first;
  });
  return {best};
}

// ---- other accesses are aligned for the fewest requests, as diff finds the fewest changes ----

struct merged {
  site where;
  std::vector<touch> touches;
};

constexpr int kMostChanges = 128;  // limit for aligning everything at once; beyond it, parts are aligned

void merge_part(std::vector<merged>& a, std::size_t& i, const touch*& b, const touch* b_end,
                std::vector<merged>& out) {
  // Myers' algorithm: reach[d][k] is the furthest position in `a` with d changes on diagonal k.
  const int n = static_cast<int>(std::min<std::size_t>(a.size() - i, 1 << 20));
  const int m = static_cast<int>(std::min<std::ptrdiff_t>(b_end - b, 1 << 20));
  std::vector<std::vector<int>> reach;
  int d = 0, end_k = 0;
  for (bool done = false; !done; ++d) {
    std::vector<int> now(static_cast<std::size_t>(2 * d + 1), -1);
    int best = -1;
    for (int k = -d; k <= d; k += 2) {
      int x = 0;
      if (d > 0) {
        const auto& before = reach.back();
        const int down =
            k < d ? before[static_cast<std::size_t>(k + 1 + d - 1)] : -1;  // from k+1, takes an entry of b
        const int right =
            k > -d ? before[static_cast<std::size_t>(k - 1 + d - 1)] : -1;  // from k-1, takes an entry of a
        x = k == -d || (k != d && right < down) ? down : right + 1;
      }
      if (x < 0 || x > n || x - k > m || x - k < 0) continue;
      while (x < n && x - k < m && a[i + static_cast<std::size_t>(x)].where == b[x - k].where) ++x;
      now[static_cast<std::size_t>(k + d)] = x;
      if (2 * x - k > best) best = 2 * x - k, end_k = k;
      if (x == n && x - k == m) {
        end_k = k, done = true;
        break;
      }
    }
    reach.push_back(std::move(now));
    if (d == kMostChanges) done = true;
  }
  enum step : char { both, of_a, of_b };
  std::vector<step> way;
  int k = end_k;
  for (int c = d - 1; c >= 0; --c) {
    int x = reach[static_cast<std::size_t>(c)][static_cast<std::size_t>(k + c)];
    int from = 0;
    step change = both;
    if (c > 0) {
      const auto& before = reach[static_cast<std::size_t>(c - 1)];
      const int down = k < c ? before[static_cast<std::size_t>(k + c)] : -1;
      const int right = k > -c ? before[static_cast<std::size_t>(k + c - 2)] : -1;
      const bool goes_down = k == -c || (k != c && right < down);
      from = goes_down ? down : right + 1;
      change = goes_down ? of_b : of_a;
    }
    for (; x > from; --x) way.push_back(both);
    if (change != both) way.push_back(change), k += change == of_b ? 1 : -1;
  }
  std::reverse(way.begin(), way.end());
  for (const step s : way) {
    if (s == of_b) {
      out.push_back({b->where, {*b}});
    } else {
      out.push_back(std::move(a[i++]));
      if (s == both) out.back().touches.push_back(*b);
    }
    if (s != of_a) ++b;
  }
}

std::vector<merged> as_diff_would(const spans& lanes) {
  std::vector<merged> all;
  for (const touch* t = lanes[0].first; t != lanes[0].last; ++t) all.push_back({t->where, {*t}});
  for (std::size_t k = 1; k < lanes.size(); ++k) {
    std::vector<merged> next;
    std::size_t i = 0;
    const touch* b = lanes[k].first;
    while (i < all.size() || b != lanes[k].last) merge_part(all, i, b, lanes[k].last, next);
    all.swap(next);
  }
  return all;
}

// Aligns the lanes' n-th iterations, which end with a step back in the code. For long loops with branches
// that each lane takes in its own order.
std::vector<merged> by_turns(const spans& lanes) {
  std::vector<std::map<const void*, std::map<site, std::vector<touch>>>> turns;
  for (const span& s : lanes) {
    std::size_t turn = 0;
    for (const touch* t = s.first; t != s.last; ++t) {
      const void* const pc = describe(t->where).pc;
      if (t != s.first && pc <= describe(t[-1].where).pc) ++turn;
      if (turn == turns.size()) turns.emplace_back();
      turns[turn][pc][t->where].push_back(*t);
    }
  }
  std::vector<merged> all;
  for (auto& turn : turns)
    for (auto& [pc, sites] : turn)
      for (auto& [where, touches] : sites) all.push_back({where, std::move(touches)});
  return all;
}

void fewest(const spans& lanes, const sink& request) {
  const std::vector<merged> first = as_diff_would(lanes), second = by_turns(lanes);
  for (const merged& m : first.size() <= second.size() ? first : second) request(m.touches);
}

void align(const spans& lanes, const sink& request) {
  if (lanes.empty()) return;
  if (std::all_of(lanes.begin(), lanes.end(), [&](const span& s) { return same_sites(s, lanes[0]); }))
    return in_step(lanes, request);
  const auto points = meeting_points(lanes);
  if (points.empty()) return fewest(lanes, request);
  std::vector<const touch*> at;
  for (const span& s : lanes) at.push_back(s.first);
  for (bool more = true; more;) {
    spans between;
    std::vector<touch> together;
    for (std::size_t k = 0; k < lanes.size(); ++k) {
      const touch* t = at[k];
      while (t != lanes[k].last && !points.count(t->where)) ++t;
      if (t != at[k]) between.push_back({at[k], t});
      if (t != lanes[k].last) together.push_back(*t++);
      at[k] = t;
    }
    align(between, request);
    more = !together.empty();
    if (more) request(together);
  }
}

}  // namespace

void for_each_request(const warp_traces& traces, const sink& request) {
  spans lanes;
  for (const auto& t : traces)
    if (!t.empty()) lanes.push_back({t.data(), t.data() + t.size()});
  align(lanes, request);
}

}  // namespace simcu::check::counting

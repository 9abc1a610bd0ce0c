// SPDX-License-Identifier: Apache-2.0
// The schedules without a list of decisions. pct follows S. Burckhardt, P. Kothari, M. Musuvathi, S.
// Nagarakatte: A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs, ASPLOS 2010.
#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "schedule/policy.h"

namespace simcu {

std::uint64_t random_stream::next() {  // splitmix64
  std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

random_stream random_stream::of(std::uint64_t seed, std::uint64_t which) {
  random_stream mixed(seed);
  return random_stream(mixed.next() ^ random_stream(which).next());
}

namespace {

// A permutation of 0 … n-1 without a table: four Feistel rounds on the next even number of bits, repeated
// until the result is below n.
class permutation {
 public:
  void set(std::uint64_t n, random_stream r) {
    n_ = n;
    half_ = 1;
    while (half_ < 32 && (n - 1) >> 2 * half_) ++half_;
    for (auto& key : keys_) key = r.next();
  }
  std::uint64_t operator()(std::uint64_t i) const {
    const std::uint64_t mask = (std::uint64_t{1} << half_) - 1;
    do {
      std::uint64_t left = i >> half_, right = i & mask;
      for (const std::uint64_t key : keys_) {
        const std::uint64_t next = left ^ (random_stream(right ^ key).next() & mask);
        left = right;
        right = next;
      }
      i = left << half_ | right;
    } while (i >= n_);
    return i;
  }

 private:
  std::uint64_t n_ = 1, keys_[4] = {};
  unsigned half_ = 1;
};

class fifo_policy final : public schedule_policy {
  std::size_t next_block(const point&, const std::vector<candidate>&, bool) override { return 0; }
  bool wants_points() const override { return false; }
};

// The default for checked programs: fifo, except that a block lets others see a strong write before it
// continues. Others then see every state of a flag, and the block's later actions overlap with theirs.
class checking_policy final : public schedule_policy {
  static constexpr unsigned kTimes = 64;  // per block, because a loop of atomics must not yield forever
  void launch_begins(unsigned, std::uint64_t, std::uint64_t) override { given_.clear(); }
  reaction at_point(const point& p, bool) override {
    if (p.kind != point_kind::written) return reaction::go_on;
    return ++given_[p.block] <= kTimes ? reaction::other_block : reaction::go_on;
  }
  std::size_t next_block(const point& p, const std::vector<candidate>& ready, bool fresh) override {
    if (p.kind != point_kind::written) return 0;
    if (fresh) return ready.size();
    const auto last =
        std::max_element(ready.begin(), ready.end(),
                         [](const candidate& a, const candidate& b) { return a.started_as < b.started_as; });
    return static_cast<std::size_t>(last - ready.begin());
  }
  std::unordered_map<std::uint64_t, unsigned> given_;
};

// Every block advances one barrier at a time. With +warps, every thread advances one point at a time. With
// +at, only the named places are such points. A thread at a point waits until no thread of its block can run
// that is not at a point. Then the first thread continues, or the last one.
class lockstep_policy final : public schedule_policy {
 public:
  lockstep_policy(bool named_places, bool last_first)
      : named_places_(named_places), last_first_(last_first) {}

 private:
  reaction at_point(const point& p, bool warps) override {
    if (p.kind == point_kind::barrier) return reaction::other_block;
    if (!warps || (named_places_ && p.kind != point_kind::access)) return reaction::go_on;
    wait_.insert({p.block, p.thread});
    return reaction::other_thread;
  }
  std::size_t next_block(const point&, const std::vector<candidate>& ready, bool fresh) override {
    return fresh ? ready.size() : 0;
  }
  std::size_t next_thread(const point& p, const std::vector<unsigned>& ready) override {
    const auto waits = [&](unsigned thread) { return wait_.count({p.block, thread}) > 0; };
    if (std::all_of(ready.begin(), ready.end(), waits))
      for (const unsigned thread : ready) wait_.erase({p.block, thread});
    if (!last_first_)
      return static_cast<std::size_t>(std::find_if_not(ready.begin(), ready.end(), waits) - ready.begin());
    const auto last = std::find_if_not(ready.rbegin(), ready.rend(), waits);
    return static_cast<std::size_t>(ready.rend() - last) - 1;
  }
  bool wants_points() const override { return false; }
  bool keeps_few() const override { return false; }
  bool named_places_, last_first_;
  std::set<std::pair<std::uint64_t, unsigned>> wait_;
};

// The last block runs first, and with +warps the last thread.
class reverse_policy final : public schedule_policy {
  void launch_begins(unsigned, std::uint64_t blocks, std::uint64_t) override { blocks_ = blocks; }
  std::uint64_t start_order(std::uint64_t i) const override { return blocks_ - 1 - i; }
  std::size_t next_block(const point&, const std::vector<candidate>& ready, bool) override {
    const auto last = std::max_element(
        ready.begin(), ready.end(), [](const candidate& a, const candidate& b) { return a.block < b.block; });
    return static_cast<std::size_t>(last - ready.begin());
  }
  std::size_t next_thread(const point&, const std::vector<unsigned>& ready) override {
    return static_cast<std::size_t>(std::max_element(ready.begin(), ready.end()) - ready.begin());
  }
  std::uint64_t blocks_ = 0;
};

// The running block yields at one point in 2, 4, … or 64, drawn per launch, because rare and frequent
// switches find different bugs.
class random_policy final : public schedule_policy {
 public:
  explicit random_policy(std::uint64_t seed) : seed_(seed) {}

 private:
  void launch_begins(unsigned launch, std::uint64_t blocks, std::uint64_t) override {
    draw_ = random_stream::of(seed_, launch);
    order_.set(blocks, draw_);
    one_of_ = std::uint64_t{2} << draw_.below(6);
  }
  std::uint64_t start_order(std::uint64_t i) const override { return order_(i); }
  reaction at_point(const point&, bool warps) override {
    if (draw_.below(one_of_) != 0) return reaction::go_on;
    return warps && draw_.below(2) ? reaction::other_thread : reaction::other_block;
  }
  std::size_t next_block(const point&, const std::vector<candidate>& ready, bool fresh) override {
    return draw_.below(ready.size() + fresh);
  }
  std::size_t next_thread(const point&, const std::vector<unsigned>& ready) override {
    return draw_.below(ready.size());
  }
  std::uint64_t seed_, one_of_ = 2;
  random_stream draw_{0};
  permutation order_;
};

// The block with the highest random priority runs; at DEPTH-1 random points of a launch, it falls below all
// others. These points are among the first STEPS of the launch. Without STEPS, the length of the previous
// launch is used if that had as many blocks, otherwise 2^u points per block, with a random u from 0 to 10.
class pct_policy final : public schedule_policy {
 public:
  pct_policy(std::uint64_t seed, unsigned depth, std::uint64_t steps)
      : seed_(seed), steps_(steps), depth_(depth) {}

 private:
  void launch_begins(unsigned launch, std::uint64_t blocks, std::uint64_t before) override {
    random_stream draw = random_stream::of(seed_, launch);
    order_.set(blocks, draw);
    draw.next();
    thread_keys_ = draw.next();
    const std::uint64_t guess = blocks << draw.below(11);
    const std::uint64_t steps = steps_ ? steps_ : before && blocks == blocks_ ? before : guess;
    changes_.clear();
    for (unsigned i = 1; i < depth_; ++i) changes_[1 + draw.below(steps)] = i;
    low_.clear();
    low_threads_.clear();
    fallen_ = 0;
    blocks_ = blocks;
  }
  std::uint64_t start_order(std::uint64_t i) const override { return order_(i); }
  reaction at_point(const point& p, bool warps) override {
    const auto change = changes_.find(p.launch_step);
    if (change == changes_.end()) return reaction::go_on;
    if (warps && change->second % 2 == 1) {
      low_threads_[{p.block, p.thread}] = ++fallen_;
      return reaction::other_thread;
    }
    low_[p.block] = change->second;
    return reaction::other_block;
  }
  std::size_t next_block(const point& p, const std::vector<candidate>& ready, bool fresh) override {
    if (p.kind == point_kind::spin) low_[p.block] = depth_ + ++fallen_;
    std::size_t best = ready.size();
    std::pair<std::uint64_t, std::uint64_t> best_key{fresh ? 0 : ~std::uint64_t{0}, ~std::uint64_t{0}};
    for (std::size_t i = 0; i < ready.size(); ++i) {
      const auto low = low_.find(ready[i].block);
      const std::pair<std::uint64_t, std::uint64_t> key{low == low_.end() ? 0 : low->second,
                                                        ready[i].started_as};
      if (key < best_key) best = i, best_key = key;
    }
    return best == ready.size() && !fresh ? 0 : best;
  }
  std::size_t next_thread(const point& p, const std::vector<unsigned>& ready) override {
    const auto key = [&](unsigned thread) {
      const auto low = low_threads_.find({p.block, thread});
      return std::pair<std::uint64_t, std::uint64_t>(
          low == low_threads_.end() ? 0 : low->second,
          random_stream::of(thread_keys_, p.block * 1024 + thread).next());
    };
    const auto best =
        std::min_element(ready.begin(), ready.end(), [&](unsigned a, unsigned b) { return key(a) < key(b); });
    return static_cast<std::size_t>(best - ready.begin());
  }
  std::uint64_t seed_, steps_, blocks_ = 0, thread_keys_ = 0, fallen_ = 0;
  unsigned depth_;
  permutation order_;
  std::map<std::uint64_t, std::uint64_t> changes_;
  std::map<std::uint64_t, std::uint64_t> low_;  // from a block to its level; blocks without one come first
  std::map<std::pair<std::uint64_t, unsigned>, std::uint64_t> low_threads_;
};

}  // namespace

std::unique_ptr<schedule_policy> make_policy(const schedule_text& text) {
  switch (text.kind) {
    case schedule_text::lockstep:
      return std::make_unique<lockstep_policy>(!text.places.empty(), false);
    case schedule_text::reverse:
      if (!text.places.empty()) return std::make_unique<lockstep_policy>(true, true);
      return std::make_unique<reverse_policy>();
    case schedule_text::random:
      return std::make_unique<random_policy>(text.seed);
    case schedule_text::pct:
      return std::make_unique<pct_policy>(text.seed, text.depth, text.steps);
    case schedule_text::free_running:
      return std::make_unique<checking_policy>();
    default:
      return std::make_unique<fifo_policy>();
  }
}

}  // namespace simcu

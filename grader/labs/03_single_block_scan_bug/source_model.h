// SPDX-License-Identifier: Apache-2.0
// Computes the source's scan under a block schedule on the host. A kernel is a list of pieces between
// barriers, and a schedule is an order of all blocks' pieces.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lab03 {

using words = std::vector<std::uint32_t>;

enum class order { lockstep, fifo, reverse };
enum class bound { grid, block };

inline words exclusive_scan(const words& in) {
  words sums(in.size());
  for (std::size_t i = 1; i < in.size(); ++i) sums[i] = sums[i - 1] + in[i - 1];
  return sums;
}

// A read of d_bins[from] in the step at `interval` by the thread of element `by`: the value, and the thread's
// sum afterwards.
struct step_read {
  std::size_t interval, by, from;
  std::uint32_t value, sum;
};

class source_model {
 public:
  source_model(const words& in, std::size_t block_size, bound reach)
      : bins_(in), own_(in), sum_(in), cdf_(in.size()), block_size_(block_size) {
    const std::size_t end = reach == bound::grid ? in.size() : block_size;
    for (std::size_t interval = 1; interval < end; interval *= 2) intervals_.push_back(interval);
  }

  // d_cdf after the kernel.
  words run(order schedule) {
    return run(schedule, [](const step_read&) {});
  }

  // Calls `watch` for each read, in order.
  template <class Watch>
  words run(order schedule, Watch watch) {
    const std::size_t blocks = (bins_.size() + block_size_ - 1) / block_size_;
    const std::size_t pieces = 2 * intervals_.size() + 1;
    for (std::size_t turn = 0; turn < blocks * pieces; ++turn) switch (schedule) {
        case order::lockstep:
          piece(turn % blocks, turn / blocks, watch);
          break;
        case order::fifo:
          piece(turn / pieces, turn % pieces, watch);
          break;
        case order::reverse:
          piece(blocks - 1 - turn / pieces, turn % pieces, watch);
          break;
      }
    return cdf_;
  }

 private:
  // Piece 2k has the reads of step k, piece 2k + 1 its writes, and the last piece stores the result.
  template <class Watch>
  void piece(std::size_t block, std::size_t number, Watch& watch) {
    const std::size_t step = number / 2;
    for (std::size_t i = block * block_size_; i < bins_.size() && i < (block + 1) * block_size_; ++i) {
      if (step == intervals_.size())
        cdf_[i] = bins_[i] - own_[i];
      else if (number % 2 == 1)
        bins_[i] = sum_[i];
      else if (i >= intervals_[step]) {
        const std::size_t from = i - intervals_[step];
        const step_read read{intervals_[step], i, from, bins_[from], sum_[i] + bins_[from]};
        sum_[i] = read.sum;
        watch(read);
      }
    }
  }

  words bins_, own_, sum_, cdf_;
  std::size_t block_size_;
  std::vector<std::size_t> intervals_;
};

// first and last are -1 if no element of `got` is wrong.
struct wrong_elements {
  std::int64_t count = 0, first = -1, last = -1;
  wrong_elements(const words& got, const words& expected) {
    for (std::size_t i = 0; i < got.size(); ++i) {
      if (got[i] == expected[i]) continue;
      last = static_cast<std::int64_t>(i);
      if (count++ == 0) first = last;
    }
  }
};

}  // namespace lab03

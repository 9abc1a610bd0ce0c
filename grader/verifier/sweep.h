// SPDX-License-Identifier: Apache-2.0
// `grade --sweep`: measures a lab's whole sort for many digit and block sizes. A lab has a sweep if a
// sweep.cpp next to its tests.cpp defines the request for one point:
//
//   LAB_SWEEP(Lab05) { return sort_in_tiles(at, keys); }  // at: the point; keys: what to sort, in place
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "lab_test.h"

namespace verifier {

struct options;
struct terminal;

// One setting of a sweep.
struct sweep_point {
  int bits = 0;  // per digit
  unsigned block_size = 0;
  unsigned tile = 0;  // keys per block
};

// The times of one setting.
struct sweep_result {
  sweep_point at;
  std::vector<phase> phases;
  double total() const { return total_ms(phases); }
};

// All data of the charts. Points are ordered by bits, then by block size. Every combination has a point.
struct sweep_chart {
  std::string lab;      // "05"
  std::string title;    // "Lab 05, solution"
  std::string device;   // "NVIDIA H200", "simulated device"
  std::string command;  // the command that repeats the sweep
  bool simulated = false;
  std::size_t keys = 0;
  std::uint64_t seed = 0;
  int runs = 0;  // each point is the median of this many runs
  std::vector<sweep_result> points;

  const sweep_result& best() const;
  std::vector<int> bits() const;
  std::vector<unsigned> block_sizes() const;
  const sweep_result& at(int bits, unsigned block_size) const;
  std::vector<std::string> phase_names() const;  // over all points, without repetition
};

// A table of totals by bits and block size, and bars of the phases at the best block size; at most `width`
// columns wide.
std::string sweep_text(const sweep_chart& chart, std::size_t width);
std::string sweep_csv(const sweep_chart& chart);
std::string sweep_svg(const sweep_chart& chart);  // self-contained

// Runs `grade --sweep`, and returns the exit status. Throws request_error if the options are bad.
int run_sweep(const options& given, const terminal& out);

// Returns the sweep request of labs that sort tiles: exercise `sort` on the buffer `keys`, with a scratch
// buffer of the same size.
request sort_in_tiles(const sweep_point& at, const std::vector<std::uint32_t>& keys);

using sweep_request = request (*)(const sweep_point& at, const std::vector<std::uint32_t>& keys);
// Registers a lab's sweep request.
struct sweep_registration {
  sweep_registration(const char* suite, sweep_request asked);
};

}  // namespace verifier

#define LAB_SWEEP(lab)                                                                        \
  static ::verifier::request sweep_of_##lab(const ::verifier::sweep_point& at,                \
                                            const std::vector<std::uint32_t>& keys);          \
  static const ::verifier::sweep_registration sweep_registration_##lab(#lab, sweep_of_##lab); \
  static ::verifier::request sweep_of_##lab(const ::verifier::sweep_point& at,                \
                                            const std::vector<std::uint32_t>& keys)

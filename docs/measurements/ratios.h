// SPDX-License-Identifier: Apache-2.0
// Compares other sorts' times with lab 08's: the least ratio and the geometric mean over a run's rows.
#pragma once
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <map>
#include <string>

class ratios {
 public:
  // `value` is the time of `other` divided by our sort's.
  void add(const std::string& other, double value, const std::string& family, std::size_t n) {
    row& r = rows_[other];
    if (r.count == 0 || value < r.least) r.least = value, r.n = n, r.family = family;
    r.logs += std::log(value), ++r.count;
  }

  void print(const std::string& data) const {
    for (const auto& [other, r] : rows_)
      std::printf("# %s / hybrid, %s: least %.2f (%s, n = %zu), geometric mean of %d rows %.2f\n",
                  other.c_str(), data.c_str(), r.least, r.family.c_str(), r.n, r.count,
                  std::exp(r.logs / r.count));
  }

 private:
  struct row {
    double least = 0, logs = 0;
    int count = 0;
    std::string family;
    std::size_t n = 0;
  };
  std::map<std::string, row> rows_;
};

// SPDX-License-Identifier: Apache-2.0
#include "slips.h"

#include <algorithm>

namespace verifier {
namespace {

template <class Holds>
void keep_if(std::vector<slip>& slips, Holds holds) {
  slips.erase(std::remove_if(slips.begin(), slips.end(), [&](const slip& s) { return !holds(s); }),
              slips.end());
}

}  // namespace

void keep_fitting(std::vector<slip>& slips) {
  keep_if(slips, [](const slip& s) { return s.fits; });
}

void keep_common(std::vector<slip>& slips, const std::vector<slip>& others) {
  keep_if(slips, [&](const slip& s) {
    return std::any_of(others.begin(), others.end(), [&](const slip& other) { return other.name == s.name; });
  });
}

std::string in_words(const std::vector<slip>& slips) {
  std::vector<std::string> all;
  for (const slip& s : slips)
    if (!s.means.empty() && std::find(all.begin(), all.end(), s.means) == all.end()) all.push_back(s.means);
  if (all.size() < 2) return all.empty() ? "" : all[0];
  std::stable_sort(all.begin(), all.end(),
                   [](const std::string& a, const std::string& b) { return a.size() < b.size(); });
  std::string text = "Each of these mistakes gives exactly this result.";
  for (std::size_t i = 0; i < all.size(); ++i) text += " (" + std::to_string(i + 1) + ") " + all[i];
  return text;
}

}  // namespace verifier

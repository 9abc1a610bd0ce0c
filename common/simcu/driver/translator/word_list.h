// SPDX-License-Identifier: Apache-2.0
// A set of words, written as one space-separated string so that the table stays readable.
#pragma once
#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace translator {

inline std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

class word_list {
 public:
  explicit word_list(std::string_view text) {
    for (const std::string_view word : words_of(text)) words_.insert(word);
  }
  bool has(std::string_view word) const { return words_.count(word) != 0; }

 private:
  std::unordered_set<std::string_view> words_;
};

}  // namespace translator

// SPDX-License-Identifier: Apache-2.0
// Changes to a token list, kept apart from it, so that no rewrite sees another's changes.
#pragma once
#include <string>
#include <vector>

#include "source.h"

namespace translator {

class edits {
 public:
  explicit edits(const source& s) : source_(s), changes_(s.tokens.size()) {}

  // Text before token i is on that token's line; text after it follows directly. Several texts at one place
  // keep the order of the calls.
  void before(std::size_t i, std::string text) { changes_[i].before.push_back({std::move(text), 0, 0}); }
  void after(std::size_t i, std::string text) { changes_[i].after.push_back({std::move(text), 0, 0}); }
  void replace(std::size_t i, std::string text);
  void remove(std::size_t first, std::size_t last);  // tokens [first, last)
  // The tokens move to separate lines if necessary.
  void move_after(std::size_t i, std::size_t first, std::size_t last);
  // `index` is an index into source::between. Calls must be in ascending order.
  void drop_pragma(std::size_t index) { dropped_.push_back(index); }

  // Keeps every remaining token on the line it came from.
  std::string render() const;
  // Returns the tokens with their changes, on one line.
  std::string flat(std::size_t first, std::size_t last) const;

 private:
  struct piece {
    std::string text;
    std::size_t first, last;  // if not empty, a token range instead of text
  };
  struct change {
    std::vector<piece> before, after;
    std::string replacement;
    bool replaced = false, removed = false, moved = false;
  };
  friend class writer;
  const source& source_;
  std::vector<change> changes_;
  std::vector<std::size_t> dropped_;
};

}  // namespace translator

// SPDX-License-Identifier: Apache-2.0
// Writes the changed tokens, each on the line that it came from.
#include "edits.h"

#include <algorithm>

namespace translator {

class writer {
 public:
  writer(const edits& e, bool one_line) : e_(e), s_(e.source_), one_line_(one_line) {}

  void all() {
    std::size_t next = 0;
    for (std::size_t i = 0; i < s_.tokens.size(); ++i) {
      for (; next < s_.between.size() && s_.between[next].before == i; ++next) lines(next);
      one(i, e_.changes_[i].moved);
    }
    if (!at_line_start()) out += '\n';
  }

  void range(std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) one(i, false, i != first);
  }

  std::string out;

 private:
  bool at_line_start() const { return out.empty() || out.back() == '\n'; }

  void lines(std::size_t index) {
    if (std::binary_search(e_.dropped_.begin(), e_.dropped_.end(), index)) return;
    const trivia& t = s_.between[index];
    if (t.is_pragma) go_to(t.at);
    if (!at_line_start()) out += '\n';
    out += t.text;
    if (out.back() != '\n') out += '\n';
    at_ = t.at;
    if (t.is_pragma) ++at_.line;
  }

  void one(std::size_t i, bool elsewhere, bool with_before = true) {
    const edits::change& c = e_.changes_[i];
    const token& t = s_.tokens[i];
    const bool visible = !elsewhere && !c.removed && t.kind != token_kind::end;
    if ((visible || !c.before.empty()) && !one_line_ && t.kind != token_kind::end) go_to(t.at);
    int spaces = t.spaces;
    if (with_before && !c.before.empty()) {
      if (at_line_start()) out.append(static_cast<std::size_t>(spaces), ' ');
      pieces(c.before);
      spaces = 1;
    }
    if (visible) {
      if (t.fallthrough && !one_line_) out += "/* fall through */ ";
      // If a token was removed, its neighbours must not merge.
      if (spaces == 0 && last_ != i - 1 && !at_line_start()) spaces = 1;
      out.append(static_cast<std::size_t>(one_line_ ? spaces > 0 || last_ == kNone : spaces), ' ');
      if (c.replaced) {
        out += c.replacement;
      } else {
        out += t.text;
        at_.line += static_cast<int>(std::count(t.text.begin(), t.text.end(), '\n'));
      }
      last_ = i;
    }
    pieces(c.after);
  }

  void pieces(const std::vector<edits::piece>& list) {
    for (const edits::piece& p : list) {
      if (!out.empty() && out.back() != ' ' && out.back() != '\n') out += ' ';
      if (p.first < p.last)
        range(p.first, p.last);
      else
        out += p.text;
      last_ = kNone;
    }
  }

  void go_to(const position& to) {
    if (at_ == to) return;
    if (at_.file == to.file && at_.system == to.system && at_.line < to.line && to.line - at_.line <= 8) {
      out.append(static_cast<std::size_t>(to.line - at_.line), '\n');
    } else if (to.file >= 0) {
      if (!at_line_start()) out += '\n';
      out += "# " + std::to_string(to.line) + " \"" + s_.files[static_cast<std::size_t>(to.file)] + "\"" +
             (to.system ? " 3\n" : "\n");
    }
    at_ = to;
    last_ = kNone;
  }

  const edits& e_;
  const source& s_;
  bool one_line_;
  position at_;
  std::size_t last_ = kNone;
};

void edits::replace(std::size_t i, std::string text) {
  changes_[i].replaced = true;
  changes_[i].replacement = std::move(text);
}

void edits::remove(std::size_t first, std::size_t last) {
  for (std::size_t i = first; i < last; ++i) changes_[i].removed = true;
}

void edits::move_after(std::size_t i, std::size_t first, std::size_t last) {
  for (std::size_t k = first; k < last; ++k) changes_[k].moved = true;
  changes_[i].after.push_back({"", first, last});
}

std::string edits::render() const {
  writer w(*this, false);
  w.all();
  return std::move(w.out);
}

std::string edits::flat(std::size_t first, std::size_t last) const {
  writer w(*this, true);
  w.range(first, last);
  std::string& text = w.out;
  text.erase(0, std::min(text.find_first_not_of(' '), text.size()));
  std::replace(text.begin(), text.end(), '\n', ' ');
  return std::move(text);
}

}  // namespace translator

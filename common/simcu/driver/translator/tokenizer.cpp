// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>
#include <set>

#include "source.h"

namespace translator {
namespace {

bool starts_word(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || c == '$' || (c & 0x80);
}
bool in_word(char c) { return starts_word(c) || std::isdigit(static_cast<unsigned char>(c)); }

class tokenizer {
 public:
  explicit tokenizer(std::string_view text) : text_(text) {}

  source run() {
    while (at_ < text_.size()) line_start();
    add(token_kind::end, 0);
    match_brackets();
    return std::move(out_);
  }

 private:
  char peek(std::size_t k = 0) const { return at_ + k < text_.size() ? text_[at_ + k] : '\0'; }

  std::string_view whole_line() const {
    std::size_t end = text_.find('\n', at_);
    end = end == std::string_view::npos ? text_.size() : end + 1;
    return text_.substr(at_, end - at_);
  }

  void line_start() {
    std::size_t hash = at_;
    while (hash < text_.size() && (text_[hash] == ' ' || text_[hash] == '\t')) ++hash;
    if (hash < text_.size() && text_[hash] == '#') return directive(hash);
    tokens_of_line();
  }

  void directive(std::size_t hash) {
    std::string_view line = whole_line();
    std::size_t digit = hash + 1;
    while (digit < text_.size() && text_[digit] == ' ') ++digit;
    if (digit < text_.size() && std::isdigit(static_cast<unsigned char>(text_[digit])))
      return marker(digit, line);
    out_.between.push_back({out_.tokens.size(), line, true, where_});
    at_ += line.size();
    ++where_.line;
  }

  // # LINE "FILE" FLAGS; flag 3 marks a system header, whose text is kept unchanged, up to the next marker.
  void marker(std::size_t digit, std::string_view line) {
    std::size_t start = at_;
    const bool skip = enter(digit, line);
    at_ += line.size();
    while (skip && at_ < text_.size()) {
      std::string_view next = whole_line();
      if (next.size() > 2 && next[0] == '#' && next[1] == ' ' &&
          std::isdigit(static_cast<unsigned char>(next[2])) && !enter(at_ + 2, next))
        break;
      at_ += next.size();
    }
    if (skip && at_ < text_.size()) {
      out_.between.push_back({out_.tokens.size(), text_.substr(start, at_ - start), false, {}});
      return;  // the marker at at_ is read again, as the start of a line
    }
    out_.between.push_back({out_.tokens.size(), text_.substr(start, at_ - start), false, where_});
  }

  // Returns true if the marker starts text of a system header. A file that was seen outside system headers
  // stays the user's, because flag 3 then only marks expansions of system headers' macros.
  bool enter(std::size_t digit, std::string_view line) {
    std::string_view rest = line.substr(digit - at_);
    where_.line = std::atoi(std::string(rest.substr(0, 10)).c_str());
    std::size_t open = rest.find('"'), close = rest.rfind('"');
    if (open == std::string_view::npos || close == open) return false;
    std::string name(rest.substr(open + 1, close - open - 1));
    bool system = rest.find(" 3", close) != std::string_view::npos;
    auto [known, added] = file_index_.emplace(name, static_cast<int>(out_.files.size()));
    if (added) out_.files.push_back(name);
    where_.file = known->second;
    where_.system = system;
    if (!system) users_.insert(where_.file);
    return system && !users_.count(where_.file);
  }

  void tokens_of_line() {
    spaces_ = 0;
    while (at_ < text_.size()) {
      char c = peek();
      if (c == '\n') {
        ++at_;
        ++where_.line;
        return;
      }
      if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
        ++at_;
        ++spaces_;
      } else if (c == '/' && peek(1) == '*') {
        comment(text_.find("*/", at_ + 2), 2);
      } else if (c == '/' && peek(1) == '/') {
        comment(text_.find('\n', at_), 0);
      } else {
        one_token(c);
      }
    }
  }

  // The driver keeps comments only when it needs to find "fall through".
  void comment(std::size_t end, std::size_t tail) {
    end = end == std::string_view::npos ? text_.size() : end + tail;
    std::string word;
    for (char c : text_.substr(at_, end - at_)) {
      if (std::isalpha(static_cast<unsigned char>(c))) word += static_cast<char>(std::tolower(c));
      ++spaces_;
      if (c == '\n') ++where_.line, spaces_ = 0;
    }
    if (word.find("fallthr") != word.npos || word.find("fallsthr") != word.npos) fallthrough_ = true;
    at_ = end;
  }

  void one_token(char c) {
    if (starts_word(c)) {
      std::size_t n = 1;
      while (in_word(peek(n))) ++n;
      std::string_view word = text_.substr(at_, n);
      const bool prefix = word == "L" || word == "u" || word == "U" || word == "u8" || word == "R" ||
                          word == "LR" || word == "uR" || word == "UR" || word == "u8R";
      if (prefix && word.back() == 'R' && peek(n) == '"') return add(token_kind::text, raw_string(n));
      if (prefix && word.back() != 'R' && (peek(n) == '"' || peek(n) == '\''))
        return add(token_kind::text, quoted(n));
      return add(token_kind::identifier, n);
    }
    if (std::isdigit(static_cast<unsigned char>(c)) ||
        (c == '.' && std::isdigit(static_cast<unsigned char>(peek(1)))))
      return add(token_kind::number, number());
    if (c == '"' || c == '\'') return add(token_kind::text, quoted(0));
    add(token_kind::punctuator, punctuator());
  }

  std::size_t number() const {
    std::size_t n = 1;
    while (in_word(peek(n)) || peek(n) == '.' || (peek(n) == '\'' && in_word(peek(n + 1))) ||
           ((peek(n) == '+' || peek(n) == '-') &&
            std::string_view("eEpP").find(peek(n - 1)) != std::string_view::npos))
      ++n;
    return n;
  }

  std::size_t quoted(std::size_t n) const {
    const char quote = peek(n++);
    while (at_ + n < text_.size() && peek(n) != quote && peek(n) != '\n') n += peek(n) == '\\' ? 2 : 1;
    n = std::min(n + (peek(n) == quote), text_.size() - at_);
    while (in_word(peek(n))) ++n;  // as in "a"s; an R here is a suffix and doesn't begin a raw string
    return n;
  }

  std::size_t raw_string(std::size_t n) const {
    std::size_t paren = text_.find('(', at_ + n);
    if (paren == std::string_view::npos) return text_.size() - at_;
    std::string closing = ")" + std::string(text_.substr(at_ + n + 1, paren - at_ - n - 1)) + "\"";
    std::size_t end = text_.find(closing, paren);
    return end == std::string_view::npos ? text_.size() - at_ : end + closing.size() - at_;
  }

  // `>` stays a separate token, so that it can close template arguments. `<<<` is one token unless it is
  // `operator<< <`.
  std::size_t punctuator() const {
    static const char* const kLong[] = {
        "->*", "<=>", "...", "<<=", "::", "->", "<<", "<=", ">=", "==", "!=", "&&", "||",
        "++",  "--",  "+=",  "-=",  "*=", "/=", "%=", "&=", "|=", "^=", "##", ".*"};
    const bool after_operator = !out_.tokens.empty() && out_.tokens.back().text == "operator";
    if (!after_operator && peek() == '<' && peek(1) == '<' && peek(2) == '<') return 3;
    if (peek() == '<' && peek(1) == ':' && peek(2) == ':') return 1;
    for (const char* p : kLong)
      if (text_.compare(at_, std::char_traits<char>::length(p), p) == 0)
        return std::char_traits<char>::length(p);
    return 1;
  }

  void add(token_kind kind, std::size_t size) {
    std::string_view text = text_.substr(at_, size);
    out_.tokens.push_back({kind, text, where_, spaces_, fallthrough_});
    at_ += size;
    spaces_ = 0;
    fallthrough_ = false;
    if (kind == token_kind::text)
      for (char c : text) where_.line += c == '\n';
  }

  void match_brackets() {
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < out_.tokens.size(); ++i) {
      std::string_view t = out_.tokens[i].text;
      if (out_.tokens[i].kind != token_kind::punctuator) continue;
      if (t == "(" || t == "[" || t == "{") open.push_back(i);
      const char wanted = t == ")" ? '(' : t == "]" ? '[' : t == "}" ? '{' : '\0';
      if (!wanted) continue;
      // A closing brace also closes parentheses that were left open. All other brackets must match.
      while (wanted == '{' && !open.empty() && out_.tokens[open.back()].text[0] != '{') open.pop_back();
      if (open.empty() || out_.tokens[open.back()].text[0] != wanted) continue;
      out_.tokens[i].match = open.back();
      out_.tokens[open.back()].match = i;
      open.pop_back();
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  position where_;
  int spaces_ = 0;
  bool fallthrough_ = false;
  std::map<std::string, int> file_index_;
  std::set<int> users_;
  source out_;
};

}  // namespace

source tokenize(std::string_view text) { return tokenizer(text).run(); }

}  // namespace translator

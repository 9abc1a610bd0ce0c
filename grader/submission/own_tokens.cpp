// SPDX-License-Identifier: Apache-2.0
#include "own_tokens.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <utility>

namespace submission {
namespace {

constexpr std::string_view kAttributes[] = {
    "aligned", "always_inline", "cold", "const", "deprecated", "fallthrough", "flatten", "hot", "likely",
    "maybe_unused", "may_alias", "no_unique_address", "nodiscard", "noinline", "nonnull", "packed", "pure",
    "unlikely", "unused", "warn_unused_result",
    // CUDA's attributes, as nvcc's headers spell them.
    "cluster_dims", "constant", "device", "global", "grid_constant", "host", "launch_bounds", "managed",
    "maxnreg", "shared"};
constexpr std::string_view kPragmas[] = {
    "unroll",     "nounroll", "once",  "GCC unroll", "GCC ivdep", "GCC diagnostic", "clang diagnostic",
    "clang loop", "nv_",      "diag_", "region",     "endregion", "message"};

// Beginnings of allowed names after __builtin_. These functions only compute, or the checkers see their
// memory accesses. Others would jump, move the stack, or reveal where the checkers' memory is.
constexpr std::string_view kBuiltins[] = {
    "abs",          "add_overflow", "assume_aligned", "bit_cast",    "bswap",    "clrsb",    "clz",
    "constant_p",   "ctz",          "expect",         "fabs",        "ffs",      "fma",      "huge_val",
    "inf",          "is",           "labs",           "llabs",       "memcpy",   "memmove",  "memset",
    "mul_overflow", "nan",          "offsetof",       "parity",      "popcount", "prefetch", "signbit",
    "sqrt",         "sub_overflow", "trap",           "unreachable", "va_"};

bool is_letter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || (c & 0x80) != 0;
}
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

template <class Words>
bool among(std::string_view word, const Words& words) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

std::size_t past_word(std::string_view line, std::size_t at) {
  while (at < line.size() && is_letter(line[at])) ++at;
  return at;
}

// 1'000.5e-3f
std::size_t past_number(std::string_view line, std::size_t at) {
  while (at < line.size()) {
    const bool sign = (line[at] == '+' || line[at] == '-') && at > 0 &&
                      std::string_view("eEpP").find(line[at - 1]) != std::string_view::npos;
    const bool separator = line[at] == '\'' && at + 1 < line.size() && is_letter(line[at + 1]);
    if (!is_letter(line[at]) && line[at] != '.' && !sign && !separator) break;
    ++at;
  }
  return at;
}

// Includes the suffix. Returns npos if the literal does not end on the line.
std::size_t past_text(std::string_view line, std::size_t at) {
  const char end = line[at];
  for (++at; at < line.size() && line[at] != end; ++at)
    if (line[at] == '\\') ++at;
  return at < line.size() ? past_word(line, at + 1) : std::string_view::npos;
}

bool begins_raw(std::string_view word) {
  return among(word, std::initializer_list<std::string_view>{"R", "LR", "uR", "UR", "u8R"});
}

// <: is [, but not in std::vector<::row>.
std::string_view digraph(std::string_view line, std::size_t at) {
  constexpr std::pair<std::string_view, std::string_view> kDigraphs[] = {
      {"<:", "["}, {":>", "]"}, {"<%", "{"}, {"%>", "}"}};
  for (const auto& [written, meant] : kDigraphs) {
    if (line.compare(at, 2, written) != 0) continue;
    const std::string_view more = line.substr(at + 2, 2);
    const bool scope = written == "<:" && !more.empty() && more[0] == ':' && more != "::" && more != ":>";
    return scope ? "" : meant;
  }
  return "";
}

// __aligned__
std::string_view plain(std::string_view name) {
  const bool dressed = name.size() > 4 && name.substr(0, 2) == "__" && name.substr(name.size() - 2) == "__";
  return dressed ? name.substr(2, name.size() - 4) : name;
}

// An instruction of the host's processor, or one of its vector types (__m128i, __v4si).
bool is_unseen(std::string_view name) {
  constexpr std::string_view kPrefix = "__builtin_";
  const bool vector =
      name.size() > 3 && (name.rfind("__m", 0) == 0 || name.rfind("__v", 0) == 0) && is_digit(name[3]);
  if (name.rfind(kPrefix, 0) != 0) return vector || name.rfind("_mm", 0) == 0;
  name.remove_prefix(kPrefix.size());
  return std::none_of(std::begin(kBuiltins), std::end(kBuiltins),
                      [&](std::string_view start) { return name.rfind(start, 0) == 0; });
}

bool is_simcus(std::string_view name) {
  return name == "simcu" || name.rfind("simcu_check_", 0) == 0 ||
         (name.rfind("_Z", 0) == 0 && name.find("simcu") != std::string_view::npos);
}

class judge {
 public:
  explicit judge(const std::vector<own_token>& tokens) : tokens_(tokens) {}

  std::vector<refusal> faults() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) look_at(i);
    return std::move(faults_);
  }

 private:
  // Inline assembly is allowed only in device code. In a class, each function is marked separately.
  static constexpr unsigned kDevice = 1, kHost = 2, kClass = 4;
  struct group {
    std::string_view opener, before;  // the opening bracket, and the token before it
    unsigned sides, head;             // the kinds of code in the brackets, and head_ before them
  };

  std::string_view text(std::size_t i) const { return i < tokens_.size() ? tokens_[i].text : ""; }
  void refuse(std::size_t i, const std::string& sentence) { faults_.push_back({tokens_[i].line, sentence}); }
  unsigned sides_of(std::string_view opener, unsigned around) const {
    if (opener != "{") return around;
    return (head_ & kClass) != 0 ? 0 : around | head_;
  }
  // The `class` in template <class T> does not begin a class.
  bool begins_class(std::size_t i) const {
    const bool word = text(i) == "struct" || text(i) == "class" || text(i) == "union";
    return word && in_braces() && (i == 0 || (text(i - 1) != "<" && text(i - 1) != ","));
  }
  bool in_braces() const { return groups_.empty() || groups_.back().opener == "{"; }

  void look_at(std::size_t i) {
    const std::string_view t = text(i);
    if (t == "(" || t == "[" || t == "{") {
      const unsigned around = groups_.empty() ? 0 : groups_.back().sides;
      groups_.push_back({t, i > 0 ? text(i - 1) : "", sides_of(t, around), head_});
      if (t == "[" && text(i + 1) == "[") attributes(i + 2, "]");
      if (t == "{") head_ = 0;
    } else if (t == ")" || t == "]" || t == "}") {
      close(i);
    } else if (t == ";" && in_braces()) {
      head_ = 0;
    } else if (t == "__global__" || t == "__device__") {
      head_ |= kDevice;
    } else if (begins_class(i)) {
      head_ |= kClass;
    } else if (t == "asm" || t == "__asm__" || t == "__asm") {
      if (groups_.empty() || groups_.back().sides != kDevice || !begins_statement(i))
        refuse(i, fmt::format("`{}` is allowed only for inline PTX, as a statement in device code", t));
    } else if (t == "__attribute__" || t == "__attribute") {
      attributes(i + 3, ")");
    } else if (t == "__declspec" || t == "_Pragma" || t == "__pragma") {
      refuse(i, fmt::format("a submission may not use `{}`", t));
    } else if (t == "extern" && i + 1 < tokens_.size() && tokens_[i + 1].text.rfind('"', 0) == 0) {
      refuse(i, "`extern \"C\"` is not allowed: a submission's functions must be its own C++ functions");
    } else if (is_unseen(t)) {
      faults_.push_back(
          {tokens_[i].line,
           fmt::format("`{}` is an instruction or a type of the host's processor, which no GPU has", t),
           true});
    } else if (is_simcus(t)) {
      refuse(i,
             fmt::format("`{}` is an internal name of the simulated device and does not exist on a GPU", t));
    }
  }

  void close(std::size_t i) {
    if (groups_.empty()) return;
    const group closed = groups_.back();
    groups_.pop_back();
    closed_before_ = closed.before;
    if (closed.opener == "{")  // a member's initial value: S() : a{1} {
      head_ = text(i + 1) == "{" || text(i + 1) == "," ? closed.head : 0;
  }

  bool begins_statement(std::size_t i) const {
    const std::string_view before = i > 0 ? text(i - 1) : "";
    if (before == ")")
      return among(closed_before_,
                   std::initializer_list<std::string_view>{"if", "for", "while", "switch", "constexpr"});
    return among(before, std::initializer_list<std::string_view>{";", "{", "}", ":", "else", "do"});
  }

  // The list ends with two `end` tokens.
  void attributes(std::size_t i, std::string_view end) {
    std::size_t depth = 0;
    for (bool name = true; i < tokens_.size() && !(depth == 0 && text(i) == end); ++i) {
      const std::string_view t = text(i);
      if (t == "(" || t == "[" || t == "{") ++depth;
      if (depth > 0 && (t == ")" || t == "]" || t == "}")) --depth;
      if (name && depth == 0 && text(i + 1) == ":" && text(i + 2) == ":") {
        i += 2;  // gnu::aligned
        continue;
      }
      if (name && depth == 0 && is_letter(t.front())) {
        const std::string_view known = plain(t);
        if (!among(known, kAttributes))
          refuse(i, fmt::format("`{}` is not an attribute that a submission may use", t));
        if (known == "global" || known == "device") head_ |= kDevice;
        if (known == "host") head_ |= kHost;
      }
      name = depth == 0 && t == ",";
    }
  }

  const std::vector<own_token>& tokens_;
  std::vector<refusal> faults_;
  std::vector<group> groups_;
  std::string_view closed_before_;
  unsigned head_ = 0;
};

}  // namespace

std::string add_tokens(std::string_view line, std::size_t number, std::vector<own_token>& tokens) {
  for (std::size_t at = 0, end = 0; at < line.size(); at = end) {
    const char c = line[at];
    end = at + 1;
    if (std::isspace(static_cast<unsigned char>(c)) != 0) continue;
    if (is_digit(c) || (c == '.' && at + 1 < line.size() && is_digit(line[at + 1]))) {
      end = past_number(line, at);
    } else if (is_letter(c)) {
      end = past_word(line, at);
      if (end < line.size() && line[end] == '"' && begins_raw(line.substr(at, end - at)))
        return "write this raw string as an ordinary string";
    } else if (c == '"' || c == '\'') {
      end = past_text(line, at);
      if (end == std::string_view::npos) return "this quoted text does not end on its line";
      tokens.push_back({line.substr(at, 1), number});
      continue;
    } else if (const std::string_view meant = digraph(line, at); !meant.empty()) {
      tokens.push_back({meant, number});
      end = at + 2;
      continue;
    } else if (c == '\\' || c == '$' || c == '`' || c == '@') {
      return fmt::format("`{}` is not allowed here", c);
    }
    tokens.push_back({line.substr(at, end - at), number});
  }
  return "";
}

bool is_of_devices(const own_token& token) {
  return plain(token.text) == "global" || plain(token.text) == "device";
}

std::vector<refusal> faults_in(const std::vector<own_token>& tokens) { return judge(tokens).faults(); }

std::string fault_of_pragma(std::string_view line) {
  std::string words;  // separated by single blanks
  for (const char c : line.substr(line.find('#') + 1))
    if (std::isspace(static_cast<unsigned char>(c)) == 0)
      words += c;
    else if (!words.empty() && words.back() != ' ')
      words += ' ';
  if (words.rfind("pragma ", 0) == 0)
    for (const std::string_view known : kPragmas) {
      const std::string_view own = std::string_view(words).substr(7);
      const bool whole = known.back() == '_' || own.size() == known.size() ||
                         (own.size() > known.size() && !is_letter(own[known.size()]));
      if (own.rfind(known, 0) == 0 && whole) return "";
    }
  return fmt::format("`#{}` is not a pragma that a submission may use", words.substr(0, 60));
}

std::size_t unbalanced_in(const std::vector<own_token>& tokens) {
  std::vector<std::size_t> open;
  for (const own_token& t : tokens) {
    if (t.text == "{") open.push_back(t.line);
    if (t.text == "}" && open.empty()) return t.line;
    if (t.text == "}") open.pop_back();
  }
  return open.empty() ? 0 : open.back();
}

}  // namespace submission

// SPDX-License-Identifier: Apache-2.0
// Preprocessed C++ as a list of tokens. The text between them is kept separately.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace translator {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

enum class token_kind { identifier, number, text, punctuator, end };

// The line markers give a token's position.
struct position {
  int file = -1;  // index into source::files
  int line = 0;
  bool system = false;  // comes from a macro of a system header
  bool operator==(const position& o) const { return file == o.file && line == o.line && system == o.system; }
};

struct token {
  token_kind kind;
  std::string_view text;
  position at;
  int spaces;                 // characters of white space before it on its line
  bool fallthrough = false;   // a "fall through" comment precedes it
  std::size_t match = kNone;  // index of the matching bracket
};

// Lines that are not tokens, before the token `before`.
struct trivia {
  std::size_t before;
  std::string_view text;
  bool is_pragma;
  position at;
};

// Tokens are views into `text`, which must outlive the source.
struct source {
  std::vector<token> tokens;  // the last one is of kind `end`
  std::vector<trivia> between;
  std::vector<std::string> files;  // as quoted in the line markers, without the quotes

  bool is(std::size_t i, std::string_view text) const { return i < tokens.size() && tokens[i].text == text; }
  bool is_identifier(std::size_t i) const {
    return i < tokens.size() && tokens[i].kind == token_kind::identifier;
  }
  std::string_view text(std::size_t i) const { return tokens[i].text; }
  std::string where(std::size_t i) const;
};

source tokenize(std::string_view text);

// Returns kNone if nothing closes `open`, a `<` that opens template arguments.
std::size_t close_angle(const source& s, std::size_t open);
// Returns kNone if nothing opens `close`, a `>` that closes template arguments.
std::size_t open_angle(const source& s, std::size_t close);
// Returns kNone if the group is never closed.
std::size_t past_group(const source& s, std::size_t i);
bool opens_group(const source& s, std::size_t i);
// Goes back over names, members, indices, calls and template arguments.
std::size_t expression_start(const source& s, std::size_t end);
// Returns false after a label's colon, because the colon could be that of a `?:`.
bool begins_statement(const source& s, std::size_t i);
bool is_keyword(std::string_view word);
// Returns true for alignas, __attribute__, decltype, __launch_bounds__ and the like, which are not functions.
bool takes_parentheses(std::string_view word);

}  // namespace translator

// SPDX-License-Identifier: Apache-2.0
// Finds declarations at namespace and class scope, and the names that each declares. Function bodies are not
// searched.
#pragma once
#include <vector>

#include "source.h"

namespace translator {

struct declaration {
  std::size_t first;  // its first token, `template` included
  std::size_t last;   // its `;` or the `}` of a function body
  bool is_template = false;
  bool in_class = false;
  std::size_t name = kNone;  // functions: the token before the parameters (or before the template arguments)
  std::size_t params = kNone;  // functions: the `(`
  std::size_t body = kNone;    // functions that are defined here: the `{`

  bool is_function() const { return params != kNone; }
  bool is_definition() const { return body != kNone; }
};

// Stops where brackets do not match, because the compiler will report that.
std::vector<declaration> find_declarations(const source& s);

// Searches the tokens before a function's parameters, or all of a variable's declaration.
bool head_has(const source& s, const declaration& d, std::string_view word);
bool runs_on_device(const source& s, const declaration& d);
bool is_constexpr(const source& s, const declaration& d);  // or consteval: can't call simcu's functions

struct declarator {
  std::size_t name;
  bool initialised;
};
struct declarators {
  std::vector<declarator> list;
  std::size_t type_body = kNone;     // the `{` of a class that the declaration defines
  std::size_t type_keyword = kNone;  // struct, class, union or enum
  bool type_has_name = false;
};
// [first, last) is a declaration of variables without its `;`.
declarators parse_declarators(const source& s, std::size_t first, std::size_t last);

// Returns the start of the statement or declaration that has token i among its specifiers.
std::size_t statement_start(const source& s, std::size_t i);
// Returns the `;` at the level of token i; kNone if a bracket closes before it.
std::size_t statement_end(const source& s, std::size_t i);

class function_map {
 public:
  explicit function_map(const std::vector<declaration>& all);
  const declaration* around(std::size_t i) const;  // the function whose body holds token i, or null

 private:
  std::vector<const declaration*> bodies_;
};

}  // namespace translator

// SPDX-License-Identifier: Apache-2.0
// simcu's translator for a page: a separate module, because each program gets a fresh copy of the runtime.
#include "translator/translate.h"

#include <cstdlib>
#include <string>

namespace {
std::string answer;
}

extern "C" {
[[clang::export_name("make_room")]] char* make_room(std::size_t bytes) {
  return static_cast<char*>(std::malloc(bytes));
}
// Returns whether the text could be translated. The answer is the translated text, or the errors, one per
// line.
[[clang::export_name("translate")]] bool translate(char* text, std::size_t bytes) {
  const auto r =
      translator::translate(std::string(text, bytes), translator::host_calls::refused, false, true);
  std::free(text);
  answer = r.text;
  if (r.errors.empty()) return true;
  answer.clear();
  for (const std::string& error : r.errors) answer += error + "\n";
  return false;
}
[[clang::export_name("answer_begin")]] const char* answer_begin() { return answer.data(); }
[[clang::export_name("answer_bytes")]] std::size_t answer_bytes() { return answer.size(); }
}

// SPDX-License-Identifier: Apache-2.0
#include "report/json.h"

namespace simcu::check {
namespace {

std::string member_text(const json& value) {
  if (!value.is_array()) return json_text(value);
  std::string out = "[";
  for (const json& element : value) out += (out.size() == 1 ? "\n" : ",\n") + json_text(element);
  return out + "\n]";
}

}  // namespace

std::string json_lines(const json& object) {
  std::string out;
  for (const auto& [name, value] : object.items())
    out += (out.empty() ? "{" : ",\n") + json_text(name) + ":" + member_text(value);
  return out + "}\n";
}

}  // namespace simcu::check

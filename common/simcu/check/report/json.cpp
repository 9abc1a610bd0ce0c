// SPDX-License-Identifier: Apache-2.0
#include "report/json.h"

#include <nlohmann/json.hpp>

namespace simcu::check {
namespace {

std::string member_text(const json& value) {
  if (!value.is_array()) return json_text(value);
  std::string out = "[";
  for (const json& element : value) out += (out.size() == 1 ? "\n" : ",\n") + json_text(element);
  return out + "\n]";
}

}  // namespace

json as_json(uint3 v) { return {v.x, v.y, v.z}; }

std::string json_text(const json& j) { return j.dump(-1, ' ', false, json::error_handler_t::replace); }

std::string json_lines(const json& object) {
  std::string out;
  for (const auto& [name, value] : object.items())
    out += (out.empty() ? "{" : ",\n") + json_text(name) + ":" + member_text(value);
  return out + "}\n";
}

}  // namespace simcu::check

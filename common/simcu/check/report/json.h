// SPDX-License-Identifier: Apache-2.0
// JSON with nlohmann's library. Members stay in the order in which they were added.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "simcu/vector_types.h"

namespace simcu::check {

using json = nlohmann::ordered_json;

inline json as_json(uint3 v) { return {v.x, v.y, v.z}; }

// Returns JSON on one line. Bytes that are not UTF-8 are replaced.
inline std::string json_text(const json& j) { return j.dump(-1, ' ', false, json::error_handler_t::replace); }

// Returns an object with every member, and every element of its arrays, on its own line.
std::string json_lines(const json& object);

}  // namespace simcu::check

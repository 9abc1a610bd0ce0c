// SPDX-License-Identifier: Apache-2.0
// JSON with nlohmann's library. Members stay in the order in which they were added.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "simcu/vector_types.h"

namespace simcu::check {

using json = nlohmann::ordered_json;

json as_json(uint3 v);

// Returns one line. Bytes that are not UTF-8 are replaced.
std::string json_text(const json& j);

// Puts every member, and every element of its arrays, on its own line.
std::string json_lines(const json& object);

}  // namespace simcu::check

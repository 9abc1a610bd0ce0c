// SPDX-License-Identifier: Apache-2.0
// JSON, written by nlohmann's library: members stay in the order in which they were added.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "simcu/vector_types.h"

namespace simcu::check {

using json = nlohmann::ordered_json;

json as_json(uint3 v);

// On one line. Bytes that are not UTF-8 are replaced.
std::string json_text(const json& j);

// A readable object: every member and every element of its arrays is on its own line.
std::string json_lines(const json& object);

}  // namespace simcu::check

// SPDX-License-Identifier: Apache-2.0
// The JSON messages by which one process of the grader reports a test to another.
#pragma once
#include <nlohmann/json_fwd.hpp>

#include "session.h"

namespace verifier {

// Removes from the session the last test's result and the phases, tables and remarks that it showed, and
// returns them.
nlohmann::json take_result_message(session& from, const lab_entry& lab);

// Adds the content of such a message to a session, except baselines and remarks that the session already has.
void add_result_message(session& into, const lab_entry& lab, const rubric_row& row,
                        const nlohmann::json& message);

}  // namespace verifier

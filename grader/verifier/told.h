// SPDX-License-Identifier: Apache-2.0
// The messages in which one process of the grader reports a test to another, as JSON.
#pragma once
#include <nlohmann/json_fwd.hpp>

#include "session.h"

namespace verifier {

// The result of the last test, and everything that it has shown: phases, tables, remarks. Removes them from
// the session.
nlohmann::json take_what_is_told(session& from, const lab_entry& lab);

// Adds such a message to a session. Baselines and remarks that the session already has are not added again.
void book_what_was_told(session& into, const lab_entry& lab, const rubric_row& row,
                        const nlohmann::json& told);

}  // namespace verifier

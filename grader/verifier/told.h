// SPDX-License-Identifier: Apache-2.0
// What one process of the grader tells the other about a test, as JSON.
#pragma once
#include <nlohmann/json_fwd.hpp>

#include "session.h"

namespace verifier {

// The result of the last test, and all that it has shown: phases, tables, remarks. Takes it out of the
// session.
nlohmann::json take_what_is_told(session& from, const lab_entry& lab);

// The other way round. Baselines that are there, and remarks that were made, do not come twice.
void book_what_was_told(session& into, const lab_entry& lab, const rubric_row& row,
                        const nlohmann::json& told);

}  // namespace verifier

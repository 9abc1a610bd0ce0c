// SPDX-License-Identifier: Apache-2.0
// Runners that try to reach things outside their sandbox.
#pragma once
#include <functional>
#include <map>
#include <string>

namespace wrong {

// Functions by name. Each tries every known way to reach one kind of thing outside the sandbox, prints "in
// vain", or "open: " and the attempts that succeeded, and aborts.
const std::map<std::string, std::function<void()>>& reaches();

}  // namespace wrong

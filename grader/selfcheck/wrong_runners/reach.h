// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <map>
#include <string>

namespace wrong {

// Each function prints "in vain", or "open: " and the attempts to leave the sandbox that succeeded, and
// aborts.
const std::map<std::string, std::function<void()>>& reaches();

}  // namespace wrong

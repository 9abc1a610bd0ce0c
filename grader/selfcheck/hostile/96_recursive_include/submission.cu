// SPDX-License-Identifier: Apache-2.0
#include __FILE__
lab::status reverse_copy(const std::uint32_t*, std::uint32_t*, std::size_t) { return {}; }

// SPDX-License-Identifier: Apache-2.0
namespace simcu {
std::string take_report(bool) { return "{}"; }
}  // namespace simcu
lab::status reverse_copy(const std::uint32_t*, std::uint32_t*, std::size_t) { return {}; }

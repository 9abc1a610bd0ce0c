// SPDX-License-Identifier: Apache-2.0
#include "payload_text.h"

#include <fmt/format.h>

#include <cstdint>
#include <cstring>

namespace verifier {
namespace {

template <class T>
std::string shown(const void* values, std::size_t i) {
  T value;
  std::memcpy(&value, static_cast<const unsigned char*>(values) + i * sizeof value, sizeof value);
  return fmt::format("{}", value);
}

}  // namespace

std::string element_of(const payload& buffer, std::size_t i) {
  struct type {
    const char* name;
    std::string (*shown)(const void*, std::size_t);
  };
  constexpr type kTypes[] = {{"uint8", shown<std::uint8_t>},   {"uint16", shown<std::uint16_t>},
                             {"uint32", shown<std::uint32_t>}, {"uint64", shown<std::uint64_t>},
                             {"int8", shown<std::int8_t>},     {"int16", shown<std::int16_t>},
                             {"int32", shown<std::int32_t>},   {"int64", shown<std::int64_t>},
                             {"float", shown<float>},          {"double", shown<double>}};
  for (const type& t : kTypes)
    if (buffer.layout.type == t.name) return t.shown(buffer.values, i);
  return "?";
}

std::string elements_of(const payload& buffer) {
  constexpr std::size_t kMostElements = 32, kMostLetters = 64;
  if (buffer.values == nullptr || buffer.layout.count > kMostElements) return "";
  std::string text;
  for (std::size_t i = 0; i < buffer.layout.count; ++i)
    text += (text.empty() ? "" : " ") + element_of(buffer, i);
  return text.size() > kMostLetters ? "" : text;
}

}  // namespace verifier

// SPDX-License-Identifier: Apache-2.0
// The watched element, and one step of its history.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "simcu/vector_types.h"

namespace simcu::check::watching {

struct element_wanted {
  std::string text;
  std::string name;  // empty if the element is given by its allocation
  std::vector<std::uint64_t> index;
  std::int64_t allocation = -1;
  std::uint64_t offset = 0;
  std::size_t bytes = 4;
  bool one_block = false;
  uint3 block = {0, 0, 0};
};

// Returns false if the text has none of the forms in history.h.
bool parse(const std::string& text, element_wanted& out);

struct step {
  std::uint64_t number = 0;
  const char* kernel = "";
  bool has_thread = false;
  uint3 block = {0, 0, 0}, thread = {0, 0, 0};
  const char* op = "";
  std::uint64_t barriers = 0;
  const void* pc = nullptr;
  std::string before, after;
};

}  // namespace simcu::check::watching

// SPDX-License-Identifier: Apache-2.0
// Where in the source an instruction comes from, to the column: tells the parts of one access, which a
// compiler has split, from two accesses in one line.
#pragma once
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

namespace simcu::check::counting {

struct source_place {
  std::uint32_t unit = 0, file = 0, line = 0, column = 0;  // unit 0: unknown
  bool operator==(const source_place& o) const {
    return std::tie(unit, file, line, column) == std::tie(o.unit, o.file, o.line, o.column);
  }
};

// The line table of a program, read from its .debug_line section (DWARF 3 to 5).
class line_table {
 public:
  // Of the running program; empty if it has none. Read at the first call.
  static const line_table& of_this_program();
  // `offset`: of the instruction from the program's start.
  source_place find(std::size_t offset) const;

 private:
  struct row {
    std::uint64_t address;
    source_place place;
  };
  void read(const unsigned char* section, std::size_t bytes);
  std::vector<row> rows_;  // by address
};

}  // namespace simcu::check::counting

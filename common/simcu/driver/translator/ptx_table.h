// SPDX-License-Identifier: Apache-2.0
// Inline PTX, instruction by instruction, as C++.
#pragma once
#include <string>
#include <vector>

namespace translator {

// An operand of an instruction as C++: an address is in two parts.
struct ptx_operand {
  std::string value;               // of a register, number or special register
  std::string base, offset = "0";  // of [base+offset]
  std::vector<std::string> parts;  // of {a, b}
  bool is_address() const { return !base.empty(); }
};

// The C++ statement for one instruction; "" if it has none here.
std::string ptx_statement(const std::string& opcode, const std::vector<ptx_operand>& operands);
// The expression for "%laneid", "%tid.x" …; "" if it has none here.
std::string ptx_special_register(const std::string& name);

}  // namespace translator

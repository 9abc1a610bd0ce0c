// SPDX-License-Identifier: Apache-2.0
// Inline PTX, instruction by instruction, as C++.
#pragma once
#include <string>
#include <vector>

namespace translator {

// An operand of an instruction as C++: an address is in two parts, a destination may come with a predicate.
struct ptx_operand {
  std::string value;               // of a register, number or special register
  std::string base, offset = "0";  // of [base+offset]
  std::vector<std::string> parts;  // of {a, b}
  std::string predicate;           // of d|p
  bool is_address() const { return !base.empty(); }
};

// The C++ statement for one instruction; "" if it has none here.
std::string ptx_statement(const std::string& opcode, const std::vector<ptx_operand>& operands);
// The expression for "laneid", "tid.x" …; "" if it has none here.
std::string ptx_special_register(const std::string& name);
// Whether it uses an earlier instruction's carry (addc, subc, madc), or sets the carry itself (add.cc …).
bool ptx_reads_carry(const std::string& opcode);
bool ptx_writes_carry(const std::string& opcode);

// The C++ type of "u32" and the like; "" for what is not a type here.
std::string ptx_type(const std::string& name);
// For tests: every opcode and special register ("%laneid") of the tables. For instructions with modifiers in
// many combinations (ld, atom, cvt, setp …), each modifier with the instruction: "ld … volatile".
std::vector<std::string> ptx_rows();

// ---- ptx_families.cpp: composed instructions ----
std::string ptx_family_statement(const std::string& opcode, const std::vector<ptx_operand>& operands);
void add_ptx_family_rows(std::vector<std::string>& rows);
// "set(to, value);"
std::string ptx_assignment(const std::string& to, const std::string& value);
std::vector<std::string> ptx_parts(const std::string& opcode);

}  // namespace translator

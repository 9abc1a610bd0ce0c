// SPDX-License-Identifier: Apache-2.0
// The table of inline PTX is tested row by row: each has a line in tests/programs/inline_ptx*.cu.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

#include "../../driver/translator/ptx_table.h"

namespace {

struct written {
  std::set<std::string> opcodes, registers;
};

// What is in string literals: "add.u32 %0, …; @p mov.u32 %1, %%laneid;".
written in_programs() {
  written all;
  for (const auto& file : std::filesystem::directory_iterator(SIMCU_PTX_PROGRAMS)) {
    if (file.path().filename().string().rfind("inline_ptx", 0) != 0 || file.path().extension() != ".cu")
      continue;
    std::ifstream in(file.path());
    const std::string text((std::istreambuf_iterator<char>(in)), {});
    static const std::regex literal("\"([^\"\n]*)\""),
        opcode("(^|[;{\\s])([a-z][a-z0-9_]*(\\.[a-zA-Z0-9_:]+)*)"), special("%%([a-z][a-z0-9_.]*)");
    for (std::sregex_iterator l(text.begin(), text.end(), literal), end; l != end; ++l) {
      const std::string code = std::regex_replace((*l)[1].str(), std::regex("\\\\[nt]"), " ");
      for (std::sregex_iterator o(code.begin(), code.end(), opcode); o != end; ++o)
        all.opcodes.insert((*o)[2]);
      for (std::sregex_iterator r(code.begin(), code.end(), special); r != end; ++r)
        all.registers.insert((*r)[1]);
    }
    // SHUFFLE("up", …), COMPARE("lt.s64", …) and the like put an instruction's start in front.
    static const std::regex by_macro("\\b(SHUFFLE|COMPARE|ATOMIC|REDUCE)\\(\"([^\"]*)\"");
    for (std::sregex_iterator m(text.begin(), text.end(), by_macro), end; m != end; ++m) {
      const std::string name = (*m)[1], rest = (*m)[2];
      all.opcodes.insert(name == "SHUFFLE"   ? "shfl.sync." + rest + ".b32"
                         : name == "COMPARE" ? "setp." + rest
                         : name == "ATOMIC"  ? "atom.global." + rest
                                             : "red.global." + rest);
    }
  }
  return all;
}

bool is_tested(const std::string& row, const written& programs) {
  if (row[0] == '%') return programs.registers.count(row.substr(1)) != 0;
  const std::string between = " … ";
  const std::size_t family = row.find(between);
  if (family == std::string::npos) return programs.opcodes.count(row) != 0;
  return std::any_of(programs.opcodes.begin(), programs.opcodes.end(), [&](const std::string& opcode) {
    const auto parts = translator::ptx_parts(opcode);
    return parts[0] == row.substr(0, family) &&
           std::find(parts.begin(), parts.end(), row.substr(family + between.size())) != parts.end();
  });
}

TEST(InlinePtx, EveryRowOfTheTableIsTested) {
  const written programs = in_programs();
  const auto rows = translator::ptx_rows();
  EXPECT_GT(rows.size(), 200u);
  for (const std::string& row : rows)
    EXPECT_TRUE(is_tested(row, programs)) << row << " has no line in tests/programs/inline_ptx*.cu";
}

TEST(InlinePtx, ARowWithoutALineIsSeen) {
  const written programs = {{"add.u32", "ld.global.u32"}, {"laneid"}};
  EXPECT_TRUE(is_tested("add.u32", programs) && is_tested("%laneid", programs) &&
              is_tested("ld … u32", programs));
  EXPECT_FALSE(is_tested("add.s32", programs) || is_tested("%warpid", programs) ||
               is_tested("ld … u64", programs) || is_tested("st … u32", programs));
}

}  // namespace

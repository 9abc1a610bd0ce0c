// SPDX-License-Identifier: Apache-2.0
// A program that simcu refuses to compile, and the message.
#pragma once
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "toolbox.h"

struct refusal {
  const char* name;
  const char* program;
  int line;
  const char* sentence;
};

// Every host compiler must name this line and no simcu header, and make no output file.
inline void expect_refused(const refusal& what) {
  for (const std::string& compiler : host_compilers()) {
    sandbox box;
    box.write("prog.cu", what.program);
    const outcome got = box.run("SIMCU_CXX=" + compiler + " SIMCU prog.cu -o prog");
    EXPECT_EQ(got.status, 1) << got.output;
    EXPECT_SAYS(got, "prog.cu:" + std::to_string(what.line) + ": error: ");
    EXPECT_SAYS(got, what.sentence);
    EXPECT_DOES_NOT_SAY(got, "include/simcu/");
    EXPECT_EQ(box.list(), std::vector<std::string>{"prog.cu"});
  }
}

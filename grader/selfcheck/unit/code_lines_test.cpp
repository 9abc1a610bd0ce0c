// SPDX-License-Identifier: Apache-2.0
// What is read from addr2line's answer.
#include "code_lines.h"

#include <gtest/gtest.h>

#include "../../../common/simcu/runtime/base/addr2line.h"

namespace {

using lines = std::vector<std::string>;

TEST(CodeLines, AreTheInnermostOnesOfTheUser) {
  EXPECT_EQ(simcu::users_lines("0x0000000000001f3a\n"
                               "/opt/common/simcu/include/simcu/warp.h:12\n"
                               "/home/me/my dir/scan (2).cu:4 (discriminator 3)\n"
                               "/home/me/my dir/main.cu:9\n"
                               "0x0000000000002000\n"
                               "??:0\n"
                               "0x0000000000003000\n"
                               "/opt/common/simcu/include/simcu/warp.h:30\n"
                               "??:?\n"),
            (lines{"/home/me/my dir/scan (2).cu:4", "", "/opt/common/simcu/include/simcu/warp.h:30"}));
  EXPECT_EQ(simcu::users_lines(""), lines{});
  EXPECT_EQ(simcu::users_lines("addr2line: 'x': No such file\n"), lines{});
}

TEST(CodeLines, AreOfTheAddressesThatTheTextNames) {
  const verifier::code_lines none("/nowhere", "at code address +0x12, code address +, code address +0xzz");
  EXPECT_EQ(none.at("0x12"), "");
  EXPECT_EQ(none.at("0x13"), "");
}

}  // namespace

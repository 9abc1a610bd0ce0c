// SPDX-License-Identifier: Apache-2.0
#include "programs.h"

namespace {

TEST(Replay, RepeatsARunAndRecordsItselfAgain) {
  for (const char* flags : {"", "--check"}) {
    const compiled p("start_order", flags);
    for (const char* schedule : {"fifo", "lockstep", "reverse", "reverse+warps", "lockstep+warps", "random:1",
                                 "random:3", "random:4+warps", "pct:1,3", "pct:2,3,60+warps"}) {
      const outcome first = p.under(schedule, "", "SIMCU_RECORD=first");
      const std::string string = p.first_line("first");
      EXPECT_EQ(p.under(string, "", "SIMCU_RECORD=second").output, first.output) << string;
      EXPECT_EQ(p.under("replay:@first").output, first.output) << string;
      EXPECT_EQ(p.text("first"), p.text("second")) << schedule;
    }
  }
}

TEST(Replay, AFewSwitchesWrittenByHandAreEnough) {
  const compiled p("start_order");
  const std::string program = p.record("fifo");
  EXPECT_EQ(p.under(program).output, "0 1 2 3 4 5 6 7 lost 0\n");
  EXPECT_EQ(p.under(program + "/1:s=5").output, "5 0 1 2 3 4 6 7 lost 0\n");
  // A block's schedule points are the first atomic, the barrier, the read, the write, and its end.
  EXPECT_EQ(p.under(program + "/1:0.4=1").output, "0 1 2 3 4 5 6 7 lost 1\n");
  EXPECT_EQ(p.under(program + "/1:0.4=7,7.5=3").output, "0 7 3 1 2 4 5 6 lost 2\n");
}

TEST(Replay, AStringOfAnotherProgramIsRefused) {
  const compiled one("start_order"), other("thread_order");
  const outcome o = one.under(other.record("reverse"));
  EXPECT_EQ(o.status, 2);
  EXPECT_SAYS(o, "belongs to the program");
  EXPECT_SAYS(o, "compiled from different code");
  EXPECT_DOES_NOT_SAY(o, "lost");
}

TEST(Replay, MalformedStringsAreRefused) {
  const compiled p("start_order");
  const std::string program = p.record("fifo");
  for (const char* end : {"/", "/1", "/1:", "/0:s=1", "/x:s=1", "/1:s", "/1:s=", "/1:0=1", "/1:0.=1",
                          "/1:0.4=", "/1:0.4=1,", "/1:0.4=1;", "/1:0.4=.", "/1:0.4=.1024", "zz", "/1:s=1 "}) {
    const outcome o = p.under(program + end);
    EXPECT_EQ(o.status, 2) << end;
    EXPECT_TRUE(contains(o.output, "is not valid")) << end << ": " << o.output;
  }
  EXPECT_EQ(p.under("replay:12").status, 2);
}

TEST(Replay, AStringThatDoesNotFitSaysWhere) {
  const compiled p("start_order");
  const std::string program = p.record("fifo");
  const auto refuses = [&](const std::string& end, const std::string& words) {
    const outcome o = p.under(program + end);
    EXPECT_EQ(o.status, 2) << end;
    EXPECT_SAYS(o, "does not fit");
    EXPECT_SAYS(o, words);
  };
  refuses("/1:s=8", "launch 1, step 0: s=8 names a block that cannot run there");
  refuses("/1:1.2=0", "1.2=0 names a block that cannot run there");
  refuses("/1:0.400=1", "never reached the switch 0.400=1");
  refuses("/2:s=1", "the program has ended, but never reached the switch s=1");
}

TEST(Replay, ARecordThatCannotBeWrittenIsAnError) {
  const compiled p("start_order");
  const outcome o = p.under("fifo", "", "SIMCU_RECORD=no/such/folder/file");
  EXPECT_EQ(o.status, 2);
  EXPECT_SAYS(o, "SIMCU_RECORD=no/such/folder/file: this file cannot be written");
  EXPECT_DOES_NOT_SAY(o, "lost");
  EXPECT_EQ(p.under("", "", "SIMCU_RECORD=file").status, 2) << "All cores at once cannot be recorded.";
}

}  // namespace

// SPDX-License-Identifier: Apache-2.0
// explain.csv examines the source's premise about merging in pairs, and merge path.
#include "answer_sheet.h"
#include "lab_test.h"

using namespace verifier;

namespace {

const std::string kFirst = "pairs by one thread each: threads at work in the first round",
                  kLast = "pairs by one thread each: threads at work in the last round",
                  kAtOnce = "all lists at once: keys taken one after another",
                  kPathLast = "merge path: threads at work in the last round",
                  kPathChain = "merge path: keys that a thread takes one after another in all rounds",
                  kPremise = "what is wrong with the source's premise (a; b; c or d)";

const answer_sheet sheet("explain.csv", {kFirst, kLast, kAtOnce, kPathLast, kPathChain, kPremise});

}  // namespace

GRADED_TEST(Lab06, TheThreadsAtWorkAreCounted) {
  sheet.expect_whole(kFirst, 16, "32 lists are 16 pairs.");
  sheet.expect_whole(kLast, 1, "Two lists are left: one pair.");
  sheet.expect_whole(kAtOnce, 4096,
                     "The smallest head is a single key, and the next step needs to know which head it was.");
  sheet.expect_whole(kPathLast, 256,
                     "Each thread has a slice of the output of every merge, including the last.");
  sheet.expect_whole(kPathChain, 128,
                     "How many rounds are there, and how many keys does a thread take in each?");
}

GRADED_TEST(Lab06, ThePremiseIsRefuted) {
  const char letter = sheet.letter(kPremise, "abcd");
  if (letter == 'a')
    wrong(
        "Answer a is wrong: five rounds of pairwise merging make at most 5 comparisons per key, but 32 heads "
        "at once take 31.");
  if (letter == 'c')
    wrong("Answer c is wrong: a merge of two lists needs no more memory than a merge of 32.");
  if (letter == 'd') wrong("Answer d is wrong: in the first round, 16 threads of a warp do exactly that.");
}

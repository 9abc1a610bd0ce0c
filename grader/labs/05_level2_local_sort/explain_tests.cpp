// SPDX-License-Identifier: Apache-2.0
// Lab 05, exercise 6: the answers in explain.csv, lines "question,answer".
#include <cctype>
#include <sstream>

#include "lab_test.h"

using namespace verifier;

namespace {

constexpr const char* kTable = "explain.csv";

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\""), end = text.find_last_not_of(" \t\r\"");
  return begin == std::string::npos ? "" : text.substr(begin, end - begin + 1);
}

// The student's answer to a question; ends the test if there is none.
std::string answer_to(const std::string& question) {
  std::istringstream lines(student_file(kTable));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t comma = line.rfind(',');
    if (line[0] == '#' || comma == std::string::npos || trimmed(line.substr(0, comma)) != question) continue;
    const std::string text = trimmed(line.substr(comma + 1));
    if (text == "?" || text.empty())
      not_yet("In " + std::string(kTable) + " \"" + question + "\" has no answer yet.");
    return text;
  }
  wrong("The file " + std::string(kTable) + " has no line \"" + question +
        ",…\" any more: take it back from the original file.");
}

void expect_number(const std::string& question, long right, const std::string& explanation) {
  const std::string text = answer_to(question);
  if (text.size() > 9 || text.find_first_not_of("0123456789") != std::string::npos)
    wrong("In " + std::string(kTable) + " the answer to \"" + question + "\" is `" + text +
          "`; it must be a whole number.");
  expect_true(std::stol(text) == right,
              "In " + std::string(kTable) + " \"" + question + "\" is not " + text + ".\n" + explanation);
}

}  // namespace

GRADED_TEST(Lab05, TheSourcesTablesAreCompared) {
  expect_number("source: ms by which histogram is longer in Level 2", 64,
                "Take Level 1's time from Level 2's in the column of the phase, and round to whole ms.");
  expect_number("source: ms by which scatter is shorter in Level 2", 115,
                "Take Level 2's time from Level 1's in the column of the phase, and round to whole ms.");
}

GRADED_TEST(Lab05, TheRunsOfASortedTileAreCounted) {
  expect_number("tile of 4096: keys with the same digit of 8 bits on average", 16,
                "4096 keys fall into as many bins as 8 bits can tell apart.");
  expect_number(
      "tile of 4096: bytes of such a run in the output", 64,
      "Keys of one tile with the same digit stand side by side in the output, and each has 4 bytes.");
}

GRADED_TEST(Lab05, TheSectorsOfAWarpAreCounted) {
  expect_number("sectors of a warp's store: at least", 4,
                "32 keys side by side, the first at the beginning of a sector: 128 bytes in sectors of 32.");
  expect_number("sectors of a warp's store: at most", 32,
                "Each of the 32 keys alone in its sector; a key of 4 bytes never lies in two.");
}

GRADED_TEST(Lab05, TheSplitsOfASortAreCounted) {
  const std::string meaning =
      "A sort has ceil(32 / r) passes, each with one split for each of the digit's r bits.";
  expect_number("splits of a tile in a whole sort: r = 8", 32, meaning);
  expect_number("splits of a tile in a whole sort: r = 4", 32, meaning);
  expect_number("barriers of these splits with 4 in each: r = 8", 128,
                "4 barriers for each of the splits above.");
}

GRADED_TEST(Lab05, TheReasonIsNamed) {
  expect_number("histogram phase: words moved for each key in Level 1", 1,
                "Level 1's histogram loads every key and stores none; counters are few beside the keys.");
  expect_number("histogram phase: words moved for each key in Level 2", 2,
                "Level 2's histogram loads every key once and stores the sorted tile.");
  std::string letter = answer_to("why it pays (a; b; c or d)");
  for (char& c : letter) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (letter == "a") wrong("It is not a: the digits are the same, so there are as many passes as before.");
  if (letter == "c")
    wrong(
        "It is not c: tiles and bins are the same, so there are as many counters; in the source the scan "
        "takes as long "
        "as before (61 ms beside 60).");
  if (letter == "d")
    wrong(
        "It is not d: the scatter can begin only when all tiles are counted, so the sorted tiles do go "
        "through global "
        "memory.");
  if (letter != "b") wrong("The answer to the last question is one letter: a, b, c or d.");
}

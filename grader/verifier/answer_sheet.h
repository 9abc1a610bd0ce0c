// SPDX-License-Identifier: Apache-2.0
// Reads the answers that a student writes into a .csv file of the lab's folder. Each question has one line,
// "question,answer"; an answer that is not yet given is "?". Lines that begin with "#" are comments, and the
// first other line is "question,answer".
//
//   const answer_sheet sheet("explain.csv", {"words moved for each key", "why it pays (a; b; c or d)"});
//   GRADED_TEST(Lab05, TheWordsAreCounted) {
//     sheet.expect_whole("words moved for each key", 2, "It loads every key once and stores it once.");
//   }
//
// What a spreadsheet or another system adds to such a file is ignored: a byte order mark, CRLF, blanks and
// quotes around a field, empty fields at a line's end. Everything else that is not an answer ends the test
// with WRONG and names the file and line. Examples are unknown, repeated or missing questions, units and
// separators in numbers, and a wrong number of fields. A question without an answer ends the test with NOT
// YET.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace verifier {

class answer_sheet {
 public:
  // `questions`: all questions of the file, without commas and quotes. Asking for any other question gives
  // the verdict NOT YOUR CODE.
  answer_sheet(std::string file, std::vector<std::string> questions);

  long whole(const std::string& question) const;                         // at least 0
  std::optional<long> whole_or_none(const std::string& question) const;  // nothing for the answer "none"
  double number(const std::string& question) const;                      // digits, and at most one point
  char letter(const std::string& question, const std::string& choices) const;  // one of them, as in "abcd"
  std::string word(const std::string& question, const std::vector<std::string>& choices) const;

  // WRONG unless the answer is this one; `explanation` says how to find it.
  void expect_whole(const std::string& question, long right, const std::string& explanation) const;
  // The same within `tolerance`.
  void expect_near(const std::string& question, double right, double tolerance,
                   const std::string& explanation) const;
  // Begins a sentence about an answer: `In explain.csv, line 7, "question"`.
  std::string place(const std::string& question) const;

 private:
  struct answer {
    int line;
    std::string text;
  };
  std::map<std::string, answer> read() const;
  answer answer_to(const std::string& question) const;
  std::string path() const;  // from the project's root
  std::string at(int line) const;
  [[noreturn]] void wrong_form(const std::string& question, const answer& given,
                               const std::string& wanted) const;

  std::string file_;
  std::vector<std::string> questions_;
};

// The lines of a text that may come from any system, numbered from 1, without byte order mark and CR.
// Comments ("#"), blank lines and empty fields at a line's end are left out. WRONG, naming `file`, if the
// text is UTF-16, has zero bytes, or has a quote that is not closed.
struct csv_line {
  int number;
  std::vector<std::string> fields;
};
std::vector<csv_line> csv_lines(const std::string& text, const std::string& file);

// A number without sign, unit or separators, such as "0.5", ".5" and "5"; nullopt for any other text.
std::optional<double> plain_number(const std::string& text);

}  // namespace verifier

// SPDX-License-Identifier: Apache-2.0
// Reads the answers that a student writes into a .csv file in the lab's folder. Each question has one line,
// "question,answer"; an answer that is not yet given is "?". Lines that begin with "#" are comments, and the
// first other line is "question,answer".
//
//   const answer_sheet sheet("explain.csv", {"words moved for each key", "why it pays (a; b; c or d)"});
//   GRADED_TEST(Lab05, TheWordsAreCounted) {
//     sheet.expect_whole("words moved for each key", 2, "It loads every key once and stores it once.");
//   }
//
// Additions by a spreadsheet program are ignored: a byte order mark, CRLF, blanks and quotes around a field,
// and empty fields at the end of a line. Any other text that is not an answer ends the test
// with WRONG, and the message names the file and the line. Examples are unknown, repeated or missing
// questions, units and separators in numbers, and a wrong number of fields. An unanswered question ends the
// test with NOT YET.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace verifier {

class answer_sheet {
 public:
  // `questions`: all questions of the file, without commas and quotes. Asking for any other question ends the
  // test with NOT YOUR CODE.
  answer_sheet(std::string file, std::vector<std::string> questions);

  long whole(const std::string& question) const;                         // at least 0
  std::optional<long> whole_or_none(const std::string& question) const;  // nullopt for the answer "none"
  double number(const std::string& question) const;                      // digits and at most one decimal
                                                                         // point
  char letter(const std::string& question, const std::string& choices) const;  // one letter of `choices`,
                                                                               // such as "abcd"
  std::string word(const std::string& question, const std::vector<std::string>& choices) const;

  // Ends the test with WRONG unless the answer is `right`; `explanation` says how to find it.
  void expect_whole(const std::string& question, long right, const std::string& explanation) const;
  // Like expect_whole, but allows a difference of `tolerance`.
  void expect_near(const std::string& question, double right, double tolerance,
                   const std::string& explanation) const;
  // The beginning of a message about an answer: `In explain.csv, line 7, "question"`.
  std::string place(const std::string& question) const;

 private:
  struct answer {
    int line;
    std::string text;
  };
  std::map<std::string, answer> read() const;
  answer answer_to(const std::string& question) const;
  std::string path() const;  // relative to the project's root
  std::string at(int line) const;
  [[noreturn]] void wrong_form(const std::string& question, const answer& given,
                               const std::string& wanted) const;

  std::string file_;
  std::vector<std::string> questions_;
};

// The lines of a text from any system, numbered from 1, without byte order mark and CR. Omits comments ("#"),
// blank lines and empty fields at the end of a line. Ends the test with WRONG, naming `file`, if the text is
// UTF-16, contains zero bytes, or has an unclosed quote.
struct csv_line {
  int number;
  std::vector<std::string> fields;
};
std::vector<csv_line> csv_lines(const std::string& text, const std::string& file);

// A number without sign, unit or separators, such as "0.5", ".5" and "5"; nullopt for any other text.
std::optional<double> plain_number(const std::string& text);

}  // namespace verifier

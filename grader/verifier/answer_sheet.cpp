// SPDX-License-Identifier: Apache-2.0
#include "answer_sheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <sstream>

#include "csv.h"
#include "lab_test.h"
#include "session.h"

namespace verifier {
namespace {

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

// Returns the question with the longest common prefix with this text; "" if no prefix is long enough.
std::string nearest(const std::string& text, const std::vector<std::string>& questions) {
  const auto shared = [&](const std::string& question) {
    return std::mismatch(text.begin(), text.end(), question.begin(), question.end()).first - text.begin();
  };
  const auto best =
      std::max_element(questions.begin(), questions.end(),
                       [&](const std::string& a, const std::string& b) { return shared(a) < shared(b); });
  return best == questions.end() || shared(*best) < 4 ? "" : *best;
}

std::string shown(const std::string& text) {
  constexpr std::size_t kMost = 60;
  return text.size() <= kMost ? text : text.substr(0, kMost) + "…";
}

}  // namespace

std::vector<csv_line> csv_lines(const std::string& text, const std::string& file) {
  if (text.rfind("\xff\xfe", 0) == 0 || text.rfind("\xfe\xff", 0) == 0 ||
      text.find('\0') != std::string::npos)
    wrong(file + " is not plain text: save it as CSV in UTF-8, or edit it with a text editor.");
  std::vector<csv_line> lines;
  std::istringstream in(text.rfind("\xef\xbb\xbf", 0) == 0 ? text.substr(3) : text);
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (trimmed(line).rfind('#', 0) == 0) continue;
    std::optional<std::vector<std::string>> fields = csv_record(line);
    if (!fields) wrong(fmt::format("{}, line {}: a quote is not closed.", file, number));
    while (!fields->empty() && fields->back().empty()) fields->pop_back();
    if (!fields->empty() && (*fields)[0][0] != '#') lines.push_back({number, std::move(*fields)});
  }
  return lines;
}

std::optional<double> plain_number(const std::string& text) {
  const bool digits = text.find_first_of("0123456789") != std::string::npos &&
                      text.find_first_not_of("0123456789.") == std::string::npos;
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (!digits || *end != '\0' || !std::isfinite(value)) return std::nullopt;
  return value;
}

answer_sheet::answer_sheet(std::string file, std::vector<std::string> questions)
    : file_(std::move(file)), questions_(std::move(questions)) {}

std::string answer_sheet::path() const {
  const session& grading = current_session();
  return fmt::format("{}/{}/{}", grading.config.audience, grading.lab().folder, file_);
}

std::string answer_sheet::at(int line) const { return fmt::format("{}, line {}", path(), line); }

std::map<std::string, answer_sheet::answer> answer_sheet::read() const {
  std::map<std::string, answer> answers;
  bool first = true;
  for (const csv_line& line : csv_lines(student_file(file_), path())) {
    const std::string& question = line.fields[0];
    const bool heading = first && lower(question) == "question";
    first = false;
    if (heading) continue;
    if (std::find(questions_.begin(), questions_.end(), question) == questions_.end()) {
      std::string text = fmt::format("{} begins with \"{}\", which isn't a question of this lab.",
                                     at(line.number), printable(shown(question)));
      if (line.fields.size() == 1 && question.find(';') != std::string::npos)
        text += " There must be a comma between the question and the answer.";
      else if (const std::string meant = nearest(question, questions_); !meant.empty())
        text += fmt::format(" Did you mean \"{}\"?", meant);
      wrong(text + " Put # at the beginning of your own notes.");
    }
    if (line.fields.size() > 2)
      wrong(
          fmt::format("{} has {} commas. Each line is \"question,answer\", and numbers must not contain "
                      "commas: write 1234 and 0.5.",
                      at(line.number), line.fields.size() - 1));
    const answer given{line.number, line.fields.size() < 2 ? "" : line.fields[1]};
    const auto [before, fresh] = answers.emplace(question, given);
    if (!fresh)
      wrong(
          fmt::format("{} answers \"{}\" a second time, after line {}. Keep only one of the two "
                      "lines.",
                      at(line.number), question, before->second.line));
  }
  return answers;
}

answer_sheet::answer answer_sheet::answer_to(const std::string& question) const {
  if (std::find(questions_.begin(), questions_.end(), question) == questions_.end())
    throw judgement{verdict::not_your_code,
                    fmt::format("The test asks \"{}\", but {} has no such question.", question, file_)};
  const auto answers = read();
  const auto found = answers.find(question);
  if (found == answers.end())
    wrong(fmt::format("{} no longer has the line \"{},…\". Copy it back from the original file.", path(),
                      question));
  if (found->second.text.empty() || found->second.text == "?")
    not_yet(fmt::format("In {}, \"{}\" has no answer yet.", at(found->second.line), question));
  return found->second;
}

std::string answer_sheet::place(const std::string& question) const {
  return fmt::format("In {}, \"{}\"", at(answer_to(question).line), question);
}

void answer_sheet::wrong_form(const std::string& question, const answer& given,
                              const std::string& wanted) const {
  wrong(fmt::format("In {}, the answer to \"{}\" is `{}`; it must be {}.", at(given.line), question,
                    printable(shown(given.text)), wanted));
}

std::optional<long> answer_sheet::whole_or_none(const std::string& question) const {
  if (lower(answer_to(question).text) == "none") return std::nullopt;
  return whole(question);
}

long answer_sheet::whole(const std::string& question) const {
  const answer given = answer_to(question);
  if (given.text.size() > 15 || given.text.find_first_not_of("0123456789") != std::string::npos)
    wrong_form(question, given, "a whole number, without a unit or separators");
  return std::stol(given.text);
}

double answer_sheet::number(const std::string& question) const {
  const answer given = answer_to(question);
  const auto value = plain_number(given.text);
  if (!value) wrong_form(question, given, "a number, such as 12 or 0.5, without a unit or separators");
  return *value;
}

char answer_sheet::letter(const std::string& question, const std::string& choices) const {
  const answer given = answer_to(question);
  const std::string text = lower(given.text);
  if (text.size() == 1 && choices.find(text) != std::string::npos) return text[0];
  std::string wanted = "one of the letters ";
  for (std::size_t i = 0; i < choices.size(); ++i)
    wanted += (i == 0 ? "" : i + 1 == choices.size() ? " and " : ", ") + choices.substr(i, 1);
  wrong_form(question, given, wanted);
}

std::string answer_sheet::word(const std::string& question, const std::vector<std::string>& choices) const {
  const answer given = answer_to(question);
  const std::string text = lower(given.text);
  if (std::find(choices.begin(), choices.end(), text) != choices.end()) return text;
  std::string wanted = "one of ";
  for (std::size_t i = 0; i < choices.size(); ++i)
    wanted += (i == 0 ? "" : i + 1 == choices.size() ? " and " : ", ") + choices[i];
  wrong_form(question, given, wanted);
}

void answer_sheet::expect_whole(const std::string& question, long right,
                                const std::string& explanation) const {
  const long given = whole(question);
  if (given != right) wrong(fmt::format("{} is not {}.\n{}", place(question), given, explanation));
}

void answer_sheet::expect_near(const std::string& question, double right, double tolerance,
                               const std::string& explanation) const {
  const double given = number(question);
  if (!(std::abs(given - right) <= tolerance))
    wrong(fmt::format("{} is not {:g}.\n{}", place(question), given, explanation));
}

}  // namespace verifier

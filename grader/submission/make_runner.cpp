// SPDX-License-Identifier: Apache-2.0
#include "make_runner.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <set>

#include "../base/plain_file.h"
#include "causes.h"
#include "compilation.h"
#include "compiler.h"
#include "includes.h"
#include "outputs.h"
#include "own_text.h"
#include "regions.h"
#include "seal.h"

namespace submission {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestSource = 1 << 20;
constexpr std::size_t kLongestSentence = 1 << 10;  // room for our own message at the end

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

void explain_refusal(std::string& message) {
  for (const char* words : {": Permission denied", ": Operation not permitted"})
    if (message.find(words) != std::string::npos) {
      message = std::string(kIncludeRule) + "\n" + message;
      return;
    }
}

// The format is that of a compiler's errors.
std::string told(const std::vector<refusal>& refusals, const std::string& name) {
  std::string text;
  for (const refusal& r : refusals) text += fmt::format("{}:{}: error: {}\n", name, r.line, r.sentence);
  return text;
}

std::string message_of(const finished& compiler, const request& given, const std::string& source) {
  std::string text = compiler.good() ? "" : text_of(errors_in(compiler.said, given.name, source), source);
  if (text.empty()) text = compiler.said;
  if (text.size() > kLongestMessage - kLongestSentence) text.resize(kLongestMessage - kLongestSentence);
  if (compiler.late) text += fmt::format("The compiler did not finish within {} s.\n", given.seconds);
  if (compiler.big)
    text +=
        fmt::format("The compiler used more than {} MiB of memory, so it was stopped.\n", given.memory_mib);
  if (compiler.flooded) text += "\n… The compiler printed too much, so it was stopped.\n";
  if (!compiler.good()) explain_refusal(text);
  return !text.empty() || compiler.good() ? text : "The compiler failed without a message.\n";
}

// Returns the exercises that do not compile. Empty if an error is outside the exercises, or if an exercise
// with errors can't be replaced by its stub.
std::map<std::string, std::vector<compiler_error>> culprits(const finished& compiler,
                                                            const std::vector<region>& regions,
                                                            const std::set<std::string>& left_out,
                                                            const std::string& name,
                                                            const std::string& source) {
  std::string refusal = compiler.said;
  explain_refusal(refusal);
  if (compiler.late || compiler.flooded || compiler.big || refusal != compiler.said) return {};
  std::map<std::string, std::vector<compiler_error>> found;
  for (const region& r : regions)
    if (r.unbalanced != 0 && left_out.count(r.exercise) == 0)
      found[r.exercise] = errors_in(
          fmt::format("{}:{}: error: this brace is not matched before `// END YOUR CODE` of exercise {}\n",
                      name, r.unbalanced, r.exercise),
          name, source);
  const std::vector<compiler_error> errors = errors_in(compiler.said, name, source);
  if (found.empty())
    for (const compiler_error& e : errors)
      for (const region& r : regions)
        if (e.file == name && e.line > r.begin && e.line <= r.end) found[r.exercise].push_back(e);
  if (found.empty() && !errors.empty() && errors[0].file.empty()) {
    for (const std::string& reference : undefined_references(compiler.said))
      for (const region& r : regions)
        if (r.given.find(" " + name_in(reference) + "(") != std::string::npos) found[r.exercise] = errors;
  }
  for (const region& r : regions)
    if (found.count(r.exercise) > 0 && (!r.can_stand_in() || left_out.count(r.exercise) > 0)) return {};
  return found;
}

// Returns why the object cannot be linked into a runner, or "". The linker reports a missing adapter.
std::string sealed(const fs::path& object, const request& given) {
  std::error_code ignored;
  if (given.parts.empty() || !fs::exists(given.parts[0], ignored)) return "";
  try {
    const std::string why = seal(object, given.parts[0]);
    return why.empty() ? "" : given.name + ": " + why;
  } catch (const std::exception& error) {
    return given.name + ": its object file cannot be used: " + error.what() + ".";
  }
}

}  // namespace

explanation make_runner(const request& given, const fs::path& folder) {
  explanation result;
  std::string source, frame;
  if (const std::string why = verifier::read_plain_file(given.source, kLongestSource, source); !why.empty()) {
    result.log = given.name + " " + why + ".\n";
    return result;
  }
  if (source.empty() && !given.given.empty()) {
    result.log = given.name + " is empty.\n";
    return result;
  }
  if (const std::string why =
          given.given.empty() ? "" : verifier::read_plain_file(given.given, kLongestSource, frame);
      !why.empty()) {
    result.fault = given.given.string() + " " + why + ".";
    return result;
  }
  const std::string secret = "region_" + folder.filename().string();
  const compilation work(given, folder, secret);
  double took = 0;
  std::error_code failed;
  fs::create_directory(work.scratch, failed);
  std::set<std::string> left_out;
  std::string causes;  // without errors that follow from another exercise
  for (;;) {
    merged_text merged = given.given.empty() ? whole(source, given.source.string(), secret, given.ours)
                                             : merge(frame, source, given.source.string(), secret, left_out);
    std::string errors = joined(merged.errors), notes = joined(merged.notes);
    for (std::string* said : {&errors, &notes}) replace_all(*said, given.source.string(), given.name);
    if (!errors.empty()) {
      result.log = errors;
      return result;
    }
    bool written = !failed && put(work.file, merged.text) && put(given.output.string() + ".note", notes);
    for (std::size_t i = 0; i < merged.files.size(); ++i)
      written = written && put(folder / file_name(secret, i), merged.files[i]);
    if (!written) {
      result.fault = "The build folder cannot be written: " + std::string(std::strerror(errno)) + ".";
      return result;
    }
    finished compiler = work.compile(result.fault);
    took += compiler.seconds;
    const own_text seen = work.look_at_text(merged.files.size());
    for (std::size_t i = 0; i < std::min(merged.regions.size(), seen.unbalanced.size()); ++i)
      merged.regions[i].unbalanced = seen.unbalanced[i];
    if (compiler.good() && !seen.refusals.empty()) {
      compiler.status = 1 << 8;
      compiler.said = told(seen.refusals, given.name);
    }
    std::string list;
    (void)verifier::read_plain_file(work.rule, kLongestSource, list);
    result.dependencies = dependencies(list, work.scratch);
    result.log = message_of(compiler, given, source);
    if (!result.fault.empty() || ended_by() != 0) return result;
    if (compiler.good()) {
      const std::string foreign =
          list.empty() ? "The compiler did not list the files that it read.\n"
                       : foreign_include(work.included(result.dependencies, seen),
                                         {given.include.begin(), given.include.end()}, source, given.name);
      std::string why = foreign;
      if (why.empty() && !seen.whole)
        why = given.name + ": its preprocessed text is too long, or a region hides the text after it.";
      if (why.empty()) why = sealed(work.object, given);
      if (!why.empty()) {
        result.log = why + "\n";
        return result;
      }
      compiler = work.link(result.fault);
      took += compiler.seconds;
      result.log = (compiler.good() ? result.log : "") + message_of(compiler, given, source);
      if (!result.fault.empty() || ended_by() != 0) return result;
      if (compiler.good()) break;
    }
    const auto found = culprits(compiler, merged.regions, left_out, given.name, source);
    for (const auto& [exercise, errors_there] : found) left_out.insert(exercise);
    for (const auto& [exercise, errors_there] : found) {
      std::set<std::string> others = left_out;
      others.erase(exercise);
      const exercise_errors why = explained(errors_there, source, frame, merged.regions, others);
      result.left_out[exercise] = why.text;
      if (why.cause.empty()) causes += why.text;
    }
    if (!found.empty() && left_out.size() < merged.regions.size() &&
        took < static_cast<double>(given.seconds))
      continue;
    if (!found.empty()) result.log.clear();
    result.log.insert(0, causes);
    return result;
  }
  struct stat is = {};
  if (lstat(work.made.c_str(), &is) != 0 || !S_ISREG(is.st_mode)) {
    result.fault = "The compiler succeeded, but produced no program.";
    return result;
  }
  fs::rename(work.made, given.output, failed);
  if (failed) result.fault = given.output.string() + " cannot be written: " + failed.message() + ".";
  return result;
}

}  // namespace submission

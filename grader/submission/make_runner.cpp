// SPDX-License-Identifier: Apache-2.0
#include "make_runner.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <set>

#include "../base/plain_file.h"
#include "../sandbox/sandbox.h"
#include "../verifier/session.h"
#include "compiler.h"
#include "includes.h"
#include "messages.h"
#include "outputs.h"
#include "regions.h"
#include "symbols.h"

namespace submission {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestSource = 1 << 20;
constexpr std::size_t kLongestSentence = 1 << 10;             // of ours, at the end of it
constexpr std::size_t kLongestFile = std::size_t{512} << 20;  // that the compiler writes
constexpr const char *kPlaceOfSource = "@SOURCE@", *kPlaceOfOutput = "@OUTPUT@";

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

void explain_refusal(std::string& message) {
  if (message.find("multiple definition of `main'") != std::string::npos ||
      message.find("duplicate symbol: main") != std::string::npos)
    message = "Take your main() out: the program that the file becomes part of has one.\n" + message;
  for (const char* words : {": Permission denied", ": Operation not permitted"})
    if (message.find(words) != std::string::npos) {
      message = std::string(kIncludeRule) + "\n" + message;
      return;
    }
}

// The box that the compiler runs in.
sandbox::box box_of(const request& given, const fs::path& folder) {
  sandbox::box inside;
  inside.what = sandbox::role::compiler;
  inside.read = given.read;
  inside.write = {folder.string()};
  sandbox::add_system(inside);
  inside.bounds.file_bytes = kLongestFile;
  inside.bounds.address_bytes = given.memory_mib << 20;
  inside.bounds.cpu_seconds = 2 * given.seconds;  // the limit of time comes first, and is told
  inside.bounds.open_files = 1024;
  return inside;
}

void replace_all(std::string& text, const std::string& from, const std::string& by) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + by.size()))
    text.replace(at, from.size(), by);
}

bool has_a_sanitizer(const std::vector<std::string>& command) {
  return std::any_of(command.begin(), command.end(),
                     [](const std::string& word) { return word.find("-fsanitize") != std::string::npos; });
}

// One file, compiled in `folder`.
class compilation {
 public:
  compilation(const request& given, const fs::path& folder)
      : given_(given),
        folder_(folder),
        command_(given.command),
        inside_(box_of(given, folder)),
        file(folder / given.source.filename()),
        scratch(folder / "scratch"),
        made(folder / "runner"),
        rule(folder / "runner.d") {
    command_[0] = found_on_path(command_[0]);
    // The compiler is told of the file by a path that does not say which runner it becomes.
    for (std::string& word : command_) {
      if (word == kPlaceOfSource) word = (fs::path("..") / given.source.filename()).string();
      if (word == kPlaceOfOutput) word = made.string();
    }
    command_.insert(command_.end(), {"-MD", "-MF", rule.string()});
  }

  // Compiles `file`, a second time if the machine was to blame; `fault` says if it was again.
  finished run(std::string& fault) const {
    finished compiler;
    for (int tries = 0; tries < 2 && ended_by() == 0; ++tries) {
      const long killed = killed_for_memory();
      compiler = submission::run(inside_, command_, scratch, given_.seconds, given_.memory_mib << 20);
      fault =
          compiler.error == 0 && compiler.status == 0 ? "" : fault_of(compiler, command_, killed, folder_);
      if (fault.empty()) break;
    }
    replace_all(compiler.said, folder_.string() + "/", "");
    replace_all(compiler.said, "../" + given_.source.filename().string(), given_.source.filename().string());
    replace_all(compiler.said, given_.source.string(), given_.name);
    compiler.said = verifier::printable(compiler.said);
    return compiler;
  }

 private:
  const request& given_;
  fs::path folder_;
  std::vector<std::string> command_;
  sandbox::box inside_;

 public:
  const fs::path file, scratch, made, rule;
};

// What the student is told of a compiler that failed, or warned.
std::string message_of(const finished& compiler, const request& given) {
  std::string text = compiler.good() ? "" : text_of(errors_in(compiler.said, given.name));
  if (text.empty()) text = compiler.said;
  if (text.size() > kLongestMessage - kLongestSentence) text.resize(kLongestMessage - kLongestSentence);
  if (compiler.late) text += fmt::format("The compiler did not finish within {} s.\n", given.seconds);
  if (compiler.big)
    text +=
        fmt::format("The compiler took more than {} MiB of memory, so it was stopped.\n", given.memory_mib);
  if (compiler.flooded) text += "\n… and more: the compiler printed too much, so it was stopped.\n";
  if (!compiler.good()) explain_refusal(text);
  return !text.empty() || compiler.good() ? text : "The compiler failed and said nothing.\n";
}

// Which exercises keep the file from being compiled, and what they are told; nothing if the fault is
// elsewhere, or is one that no exercise shall be excused from.
std::map<std::string, std::string> culprits(const finished& compiler, const std::vector<region>& regions,
                                            const std::set<std::string>& left_out, const std::string& name) {
  std::string refusal = compiler.said;
  explain_refusal(refusal);
  if (compiler.late || compiler.flooded || compiler.big || refusal != compiler.said) return {};
  std::map<std::string, std::string> found;
  for (const region& r : regions)
    if (r.unbalanced != 0 && left_out.count(r.exercise) == 0)
      found[r.exercise] =
          fmt::format("{}:{}: error: this brace has no partner before `// END YOUR CODE` of exercise {}\n",
                      name, r.unbalanced, r.exercise);
  const std::vector<compiler_error> errors = errors_in(compiler.said, name);
  if (found.empty())
    for (const region& r : regions) {
      std::vector<compiler_error> inside;
      for (const compiler_error& e : errors)
        if (e.file == name && e.line > r.begin && e.line <= r.end) inside.push_back(e);
      if (!inside.empty()) found[r.exercise] = text_of(inside);
    }
  if (found.empty() && !errors.empty() && errors[0].file.empty()) {
    for (const std::string& reference : undefined_references(compiler.said))
      for (const region& r : regions)
        if (r.given.find(" " + name_in(reference) + "(") != std::string::npos)
          found[r.exercise] = text_of(errors);
  }
  for (const region& r : regions)
    if (found.count(r.exercise) > 0 && (!r.can_stand_in() || left_out.count(r.exercise) > 0)) return {};
  return found;
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
  const compilation compile(given, folder);
  double took = 0;
  std::error_code failed;
  fs::create_directory(compile.scratch, failed);
  std::set<std::string> left_out;
  for (;;) {
    merged_text merged;
    if (given.given.empty())
      merged.text = "#line 1 \"" + given.source.string() + "\"\n" + source;
    else
      merged = merge(frame, source, given.source.string(), left_out, "region_" + folder.filename().string());
    std::string errors = joined(merged.errors), notes = joined(merged.notes);
    for (std::string* said : {&errors, &notes}) replace_all(*said, given.source.string(), given.name);
    if (!errors.empty()) {
      result.log = errors;
      return result;
    }
    if (failed || !put(compile.file, merged.text) || !put(given.output.string() + ".note", notes)) {
      result.fault = "The build folder cannot be written: " + std::string(std::strerror(errno)) + ".";
      return result;
    }
    const finished compiler = compile.run(result.fault);
    took += compiler.seconds;
    std::string list;
    (void)verifier::read_plain_file(compile.rule, kLongestSource, list);
    result.dependencies = dependencies(list, compile.scratch);
    result.log = message_of(compiler, given);
    if (!result.fault.empty() || ended_by() != 0) return result;
    if (compiler.good()) {
      std::vector<fs::path> allowed(given.include.begin(), given.include.end());
      allowed.push_back(compile.file);
      allowed.push_back(given.source);  // nvcc lists what a #line names; the box keeps it from being included
      const std::string foreign = list.empty()
                                      ? "The compiler did not say which files it read.\n"
                                      : foreign_include(result.dependencies, allowed, source, given.name);
      if (foreign.empty()) break;
      result.log = foreign + "\n";
      return result;
    }
    auto found = culprits(compiler, merged.regions, left_out, given.name);
    for (auto& [exercise, text] : found)
      text += where_it_does_not_count(text, source, frame, merged.regions, left_out);
    for (const auto& [exercise, text] : found) {
      left_out.insert(exercise);
      result.left_out[exercise] = text;
    }
    if (!found.empty() && left_out.size() < merged.regions.size() &&
        took < static_cast<double>(given.seconds))
      continue;
    if (!found.empty()) result.log.clear();
    std::string told;
    for (const auto& [exercise, text] : result.left_out) told += text;
    result.log = told + result.log;
    return result;
  }
  struct stat is = {};
  if (lstat(compile.made.c_str(), &is) != 0 || !S_ISREG(is.st_mode)) {
    result.fault = "The compiler ended well, but made no program.";
    return result;
  }
  // A sanitizer that is part of the program has functions of the library's, too; no lab with kernels has one.
  const std::string replaced = has_a_sanitizer(given.command) ? "" : replaced_function(compile.made);
  if (!replaced.empty()) {
    result.log = fmt::format(
        "{}: it defines `{}`, which the system's library has: the grader's own code would call yours. Give it "
        "another name.\n",
        given.name, replaced);
    return result;
  }
  fs::rename(compile.made, given.output, failed);
  if (failed) result.fault = given.output.string() + " cannot be written: " + failed.message() + ".";
  return result;
}

}  // namespace submission

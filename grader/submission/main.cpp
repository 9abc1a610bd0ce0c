// SPDX-License-Identifier: Apache-2.0
// compile_submission: from a student's file to a runner, in the box (grader/sandbox). What
// common/build/runners.cmake calls for each file of labs/.
//
//   OUTPUT           the runner; there if and only if everything went well
//   OUTPUT.log       what the student is told otherwise: the compiler's message, or a sentence
//   OUTPUT.left_out  {"3": "message", …}: the exercises that do not compile. The runner has the given text in
//                    their place, which is still to be written
//   OUTPUT.note      differences outside of the marks, which have no effect
//   OUTPUT.fault     a fault of the machine, not the student's: no space, no memory, a killed
//                    compiler, a part of ours that is missing
//   OUTPUT.d         the files that it was made of, for the build
//
// Each has at most kLongestMessage bytes. The exit status is 0 unless the call itself was wrong, or the
// sandbox lacks what GRADE_REQUIRE_SANDBOX asks for: one file that does not compile must not stop the build.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <CLI/CLI.hpp>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "../base/plain_file.h"
#include "../base/process_tree.h"
#include "../sandbox/sandbox.h"
#include "../verifier/session.h"
#include "compiler.h"
#include "includes.h"
#include "messages.h"
#include "regions.h"
#include "symbols.h"

namespace {

namespace fs = std::filesystem;
using submission::kLongestMessage;

constexpr std::size_t kLongestSource = 1 << 20;
constexpr std::size_t kLongestSentence = 1 << 10;             // of ours, at the end of it
constexpr std::size_t kLongestFile = std::size_t{512} << 20;  // that the compiler writes
constexpr const char *kPlaceOfSource = "@SOURCE@", *kPlaceOfOutput = "@OUTPUT@";

struct arguments {
  fs::path source, given, output;
  std::string name;                              // of the source, in messages
  std::vector<std::string> read;                 // folders and files that the compiler reads
  std::vector<std::string> include;              // folders that the submission may include files from
  std::vector<std::string> command;              // with @SOURCE@ and @OUTPUT@
  std::size_t seconds = 300, memory_mib = 4096;  // of each process, and where groups can be made, of all
  bool quiet = false;
};

// What the student is told, or anybody who reads the reports.
struct explanation {
  std::string log, fault;
  std::map<std::string, std::string> left_out;  // exercise, why
  std::vector<fs::path> dependencies;
};

void remove_quietly(const fs::path& path) {
  std::error_code ignored;
  fs::remove_all(path, ignored);
}

// An empty text leaves no file; neither does one that cannot be written.
bool put(const fs::path& path, const std::string& text) {
  remove_quietly(path);
  if (text.empty()) return true;
  const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
  bool good = fd >= 0;
  for (std::size_t done = 0; good && done < text.size();) {
    const ssize_t n = write(fd, text.data() + done, text.size() - done);
    good = n > 0;
    done += good ? static_cast<std::size_t>(n) : 0;
  }
  if (fd >= 0 && close(fd) != 0) good = false;
  if (!good) remove_quietly(path);
  return good;
}

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
      message = std::string(submission::kIncludeRule) + "\n" + message;
      return;
    }
}

// The box that the compiler runs in.
sandbox::box box_of(const arguments& given, const fs::path& folder) {
  sandbox::box inside;
  inside.what = sandbox::role::compiler;
  inside.read = given.read;
  inside.write = {folder.string()};
  sandbox::add_system(inside);
  inside.bounds.file_bytes = kLongestFile;
  inside.bounds.address_bytes = given.memory_mib << 20;
  inside.bounds.cpu_seconds = given.seconds;
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
  compilation(const arguments& given, const fs::path& folder)
      : given_(given),
        folder_(folder),
        command_(given.command),
        inside_(box_of(given, folder)),
        file(folder / given.source.filename()),
        scratch(folder / "scratch"),
        made(folder / "runner"),
        rule(folder / "runner.d") {
    command_[0] = submission::found_on_path(command_[0]);
    // The compiler is told of the file by a path that does not say which runner it becomes.
    for (std::string& word : command_) {
      if (word == kPlaceOfSource) word = (fs::path("..") / given.source.filename()).string();
      if (word == kPlaceOfOutput) word = made.string();
    }
    command_.insert(command_.end(), {"-MD", "-MF", rule.string()});
  }

  // Compiles `file`, a second time if the machine was to blame; `fault` says if it was again.
  submission::finished run(std::string& fault) const {
    submission::finished compiler;
    for (int tries = 0; tries < 2 && submission::ended_by() == 0; ++tries) {
      const long killed = submission::killed_for_memory();
      compiler = submission::run(inside_, command_, scratch, given_.seconds, given_.memory_mib << 20);
      fault = compiler.error == 0 && compiler.status == 0
                  ? ""
                  : submission::fault_of(compiler, command_, killed, folder_);
      if (fault.empty()) break;
    }
    replace_all(compiler.said, folder_.string() + "/", "");
    replace_all(compiler.said, "../" + given_.source.filename().string(), given_.source.filename().string());
    replace_all(compiler.said, given_.source.string(), given_.name);
    compiler.said = verifier::printable(compiler.said);
    return compiler;
  }

 private:
  const arguments& given_;
  fs::path folder_;
  std::vector<std::string> command_;
  sandbox::box inside_;

 public:
  const fs::path file, scratch, made, rule;
};

// What the student is told of a compiler that failed, or warned.
std::string message_of(const submission::finished& compiler, const arguments& given) {
  std::string text =
      compiler.good() ? "" : submission::text_of(submission::errors_in(compiler.said, given.name));
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
std::map<std::string, std::string> culprits(const submission::finished& compiler,
                                            const std::vector<submission::region>& regions,
                                            const std::set<std::string>& left_out, const std::string& name) {
  std::string refusal = compiler.said;
  explain_refusal(refusal);
  if (compiler.late || compiler.flooded || compiler.big || refusal != compiler.said) return {};
  std::map<std::string, std::string> found;
  for (const submission::region& r : regions)
    if (r.unbalanced != 0 && left_out.count(r.exercise) == 0)
      found[r.exercise] =
          fmt::format("{}:{}: error: this brace has no partner before `// END YOUR CODE` of exercise {}\n",
                      name, r.unbalanced, r.exercise);
  const std::vector<submission::compiler_error> errors = submission::errors_in(compiler.said, name);
  if (found.empty())
    for (const submission::region& r : regions) {
      std::vector<submission::compiler_error> inside;
      for (const submission::compiler_error& e : errors)
        if (e.file == name && e.line > r.begin && e.line <= r.end) inside.push_back(e);
      if (!inside.empty()) found[r.exercise] = submission::text_of(inside);
    }
  if (found.empty() && !errors.empty() && errors[0].file.empty()) {
    for (const std::string& reference : submission::undefined_references(compiler.said))
      for (const submission::region& r : regions)
        if (r.given.find(" " + submission::name_in(reference) + "(") != std::string::npos)
          found[r.exercise] = submission::text_of(errors);
  }
  for (const submission::region& r : regions)
    if (found.count(r.exercise) > 0 && (!r.can_stand_in() || left_out.count(r.exercise) > 0)) return {};
  return found;
}

explanation make_runner(const arguments& given, const fs::path& folder) {
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
  using clock = std::chrono::steady_clock;
  const auto end = clock::now() + std::chrono::seconds(given.seconds);  // of trying again
  std::error_code failed;
  fs::create_directory(compile.scratch, failed);
  std::set<std::string> left_out;
  for (;;) {
    submission::merged_text merged;
    if (given.given.empty())
      merged.text = "#line 1 \"" + given.source.string() + "\"\n" + source;
    else
      merged = submission::merge(frame, source, given.source.string(), left_out,
                                 "region_" + folder.filename().string());
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
    const submission::finished compiler = compile.run(result.fault);
    std::string list;
    (void)verifier::read_plain_file(compile.rule, kLongestSource, list);
    result.dependencies = submission::dependencies(list, compile.scratch);
    result.log = message_of(compiler, given);
    if (!result.fault.empty() || submission::ended_by() != 0) return result;
    if (compiler.good()) {
      std::vector<fs::path> allowed(given.include.begin(), given.include.end());
      allowed.push_back(compile.file);
      allowed.push_back(given.source);  // nvcc lists what a #line names; the box keeps it from being included
      const std::string foreign =
          list.empty() ? "The compiler did not say which files it read.\n"
                       : submission::foreign_include(result.dependencies, allowed, source, given.name);
      if (foreign.empty()) break;
      result.log = foreign + "\n";
      return result;
    }
    auto found = culprits(compiler, merged.regions, left_out, given.name);
    for (auto& [exercise, text] : found)
      text += submission::where_it_does_not_count(text, source, frame, merged.regions, left_out);
    for (const auto& [exercise, text] : found) {
      left_out.insert(exercise);
      result.left_out[exercise] = text;
    }
    if (!found.empty() && left_out.size() < merged.regions.size() && clock::now() < end) continue;
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
  const std::string replaced =
      has_a_sanitizer(given.command) ? "" : submission::replaced_function(compile.made);
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

// As make and ninja read it; nothing if it has what they could misread. `make grade` refuses a folder with
// such a name.
std::string in_a_rule(const std::string& name) {
  if (name.find_first_of("\\:;*?<>|\"`#$") != std::string::npos) return "";
  std::string written;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < ' ' || byte == 0x7f) return "";
    if (c == ' ') written += '\\';
    written += c;
  }
  return written;
}

// The rule for the build.
std::string rule_for(const arguments& given, const std::vector<fs::path>& files, const fs::path& folder) {
  std::string rule = in_a_rule(given.output.string()) + ":";
  std::vector<fs::path> all = files;
  all.push_back(given.source);
  if (!given.given.empty()) all.push_back(given.given);
  for (const fs::path& file : all) {
    const std::string name = in_a_rule(file.string());
    if (!name.empty() && file.string().rfind(folder.string(), 0) != 0) rule += " \\\n  " + name;
  }
  return rule + "\n";
}

}  // namespace

int main(int argc, char** argv) {
  arguments given;
  CLI::App app{"Compiles a student's file to a runner, in a sandbox."};
  app.add_option("--source", given.source, "the student's file")->required();
  app.add_option("--name", given.name, "what messages call it")->required();
  app.add_option("--given", given.given, "the text that counts outside of the marks");
  app.add_option("--output", given.output, "the runner")->required();
  app.add_option("--read", given.read, "a folder or file that the compiler may read");
  app.add_option("--include", given.include, "a folder that the file may include headers from");
  app.add_option("--seconds", given.seconds, "that the compiler may take");
  app.add_option("--memory", given.memory_mib, "MiB that the compiler may use");
  app.add_flag("--quiet", given.quiet, "shows nothing: another command compiles the same file");
  app.add_option("command", given.command, "the compiler and its arguments, with @SOURCE@ and @OUTPUT@")
      ->required();
  app.positionals_at_end();
  CLI11_PARSE(app, argc, argv);

  const char* required = std::getenv("GRADE_REQUIRE_SANDBOX");
  if (required != nullptr && *required != '\0' && !sandbox::shortcomings().empty()) {
    std::fprintf(stderr, "GRADE_REQUIRE_SANDBOX: %s was not compiled. %s\n", given.name.c_str(),
                 sandbox::shortcomings().c_str());
    return 1;
  }
  (void)sandbox::kernel_offer();
  verifier::adopt_orphans();
  submission::end_the_compiler_first();
  std::error_code failed;
  fs::create_directories(given.output.parent_path(), failed);
  for (const char* end : {"", ".log", ".note", ".fault", ".left_out"})
    remove_quietly(given.output.string() + end);
  const fs::path making = given.output.string() + ".making";
  remove_quietly(making);
  std::string folder = (making / "XXXXXX").string();  // a name that no #if can ask for
  explanation result;
  if (!fs::create_directory(making, failed) || mkdtemp(folder.data()) == nullptr)
    result.fault =
        making.string() + " cannot be made: " + (failed ? failed.message() : std::strerror(errno)) + ".";
  else
    result = make_runner(given, folder);
  remove_quietly(making);
  if (const int signal = submission::ended_by(); signal != 0) {
    remove_quietly(given.output);
    std::signal(signal, SIG_DFL);
    return raise(signal);
  }
  if (!result.fault.empty()) put(given.output.string() + ".fault", result.fault + "\n");
  put(given.output.string() + ".log", result.fault.empty() ? result.log.substr(0, kLongestMessage) : "");
  if (result.fault.empty() && fs::exists(given.output, failed) && !result.left_out.empty())
    put(given.output.string() + ".left_out", nlohmann::json(result.left_out).dump(2) + "\n");
  put(given.output.string() + ".d", rule_for(given, result.dependencies, folder));
  // The report has the errors, in full; a warning is told here alone.
  const auto first_line = [](const std::string& text) { return text.substr(0, text.find('\n')); };
  if (!result.fault.empty())
    fmt::print(stderr, "{}\n", result.fault);
  else if (!given.quiet && !fs::exists(given.output, failed))
    fmt::print(stderr, "{}\n{} does not compile.\n", first_line(result.log), given.name);
  else if (!given.quiet)
    std::fputs(result.log.c_str(), stderr);
  if (!given.quiet && fs::exists(given.output, failed))
    for (const auto& [exercise, text] : result.left_out)
      fmt::print(stderr, "{}\n{}: exercise {} does not compile, and is left out.\n", first_line(text),
                 given.name, exercise);
  return 0;
}

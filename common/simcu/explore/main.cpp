// SPDX-License-Identifier: Apache-2.0
// simcu-explore: looks for a schedule under which a program for the simulated device behaves differently.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <set>
#include <sstream>
#include <thread>

#include "program.h"
#include "races.h"
#include "record.h"
#include "shorten.h"

namespace {

using namespace explore;

constexpr std::size_t kShorteningRuns = 2000;
constexpr int kNothing = 0, kDifference = 1, kBadUsage = 2, kInterrupted = 130;

struct options {
  std::vector<std::string> command;
  std::size_t schedules = 1000;
  std::uint64_t seed = 1;
  std::string kind = "random";
  unsigned depth = 3;
  double limit = 10;
};

std::string status_text(int status) {
  if (status == kTimedOut) return "it did not end in time";
  if (status >= 128) return fmt::format("it was ended by signal {}", status - 128);
  return fmt::format("exit status {}", status);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string cut(const std::string& line) { return line.size() <= 160 ? line : line.substr(0, 157) + "..."; }

void print_difference(const outcome& reference, const outcome& other) {
  const auto a = lines_of(reference.output), b = lines_of(other.output);
  std::size_t i = 0;
  while (i < a.size() && i < b.size() && a[i] == b[i]) ++i;
  if (i < a.size() || i < b.size()) {
    fmt::print("The first line of output that differs is line {}:\n", i + 1);
    fmt::print("  under fifo: {}\n", i < a.size() ? cut(a[i]) : "(there is none)");
    fmt::print("  here:       {}\n", i < b.size() ? cut(b[i]) : "(there is none)");
  }
  if (reference.status != other.status)
    fmt::print("Under fifo: {}; here: {}.\n", status_text(reference.status), status_text(other.status));
  const auto said = lines_of(other.errors);
  if (reference.errors != other.errors && !said.empty())
    fmt::print("It prints on stderr: {}\n", cut(said[0]));
  if (reference.errors != other.errors && said.size() > 1 && said[1].rfind("  ", 0) == 0)
    fmt::print("  {}\n", cut(said[1]));
}

class search {
 public:
  search(const options& o, program& p) : o_(o), p_(p) {}

  int run() {
    reference_ = p_.run({"fifo", true});
    check_reference();
    recorded_ = read_record(reference_.record);
    std::set<std::string> known;
    for (const race& r : recorded_.races)
      for (const std::string& offset : {r.earlier.offset, r.later.offset})
        if (places_.size() < 400 && known.insert(offset).second)
          places_ += (places_.empty() ? "+at=" : ".") + offset;
    const bool proved = prove_races(p_, recorded_) != 0;
    std::fflush(stdout);
    return look_for_difference() || proved ? kDifference : kNothing;
  }

 private:
  void check_reference() {
    if (reference_.status == 127 || reference_.status == 126)
      throw bad_usage(o_.command[0] + ": this program cannot be started");
    if (reference_.record.empty())
      throw bad_usage(o_.command[0] + (reference_.status == kTimedOut
                                           ? ": it did not end in time under fifo (--limit sets the seconds)"
                                           : ": it launches no kernel, or was not built by simcu"));
    const outcome again = p_.run({"fifo", false});
    if (again.output != reference_.output || again.status != reference_.status)
      throw bad_usage(
          o_.command[0] +
          ": two runs under fifo differ, so a difference under another schedule means nothing (does its output have "
          "times, random numbers or addresses?)");
  }

  std::string schedule(std::size_t i) const {
    const std::uint64_t seed = o_.seed + i;
    std::string text;
    if (o_.kind == "pct") {
      std::uint64_t steps = 1;
      for (const launched& l : recorded_.launches) steps = std::max(steps, l.points);
      text = fmt::format("pct:{},{},{}", seed, o_.depth, steps);
    } else {
      text = fmt::format("random:{}", seed);
    }
    return text + (i % 2 ? "+warps" : "") + places_;
  }

  bool differs(const outcome& o) const {
    return o.output != reference_.output || o.status != reference_.status;
  }

  void show_progress(std::size_t ended, bool last) const {
    static const bool terminal = isatty(STDERR_FILENO);
    if (!terminal) return;
    fmt::print(stderr, last ? "\r\033[K" : "\r{} of {} schedules\033[K", ended, o_.schedules);
    std::fflush(stderr);
  }

  bool look_for_difference() {
    outcome other;
    std::size_t best = o_.schedules;
    const std::size_t found = p_.first(
        o_.schedules,
        [&](std::size_t i) {
          return job{schedule(i), false};
        },
        [&](std::size_t i, const outcome& o) {
          if (!differs(o)) return false;
          if (i < best) best = i, other = o;
          return true;
        },
        [&](std::size_t ended) { show_progress(ended, false); });
    show_progress(0, true);
    if (found == o_.schedules) {
      fmt::print("{} schedules, all with the same output as fifo.\n", o_.schedules);
      return false;
    }
    fmt::print("The output differs under schedule {} of {}:\n  SIMCU_SCHEDULE={} {}\n", found + 1,
               o_.schedules, schedule(found), p_.text());
    print_difference(reference_, other);
    std::fflush(stdout);
    print_shortened(schedule(found));
    return true;
  }

  void print_shortened(const std::string& string) {
    const outcome full = p_.run({string, true});
    if (full.record.empty()) {
      fmt::print("This run writes no record, so its schedule cannot be shortened.\n");
      return;
    }
    const record all = read_record(full.record);
    const auto again = [&](const outcome& o) { return differs(o); };
    const auto kept = shorten(p_, all, again, kShorteningRuns);
    const std::string text = replay_string(all, kept);
    const outcome run = p_.run({text, true});
    if (!run.fits || !differs(run)) {
      fmt::print(
          "Its replay does not repeat the difference: something other than the schedule affects the "
          "output.\n");
      return;
    }
    fmt::print("Of its {} switches, {} {} enough:\n  SIMCU_SCHEDULE={} {}\n", all.decisions.size(),
               kept.size(), kept.size() == 1 ? "is" : "are", text, p_.text());
    const record short_run = read_record(run.record);
    for (const std::string& sentence : in_words(short_run)) fmt::print("  {}\n", sentence);
    fmt::print("With these switches alone:\n");
    print_difference(reference_, run);
  }

  const options& o_;
  program& p_;
  outcome reference_;
  record recorded_;
  std::string places_;
};

}  // namespace

int main(int count, char** words) try {
  options o;
  CLI::App app{
      "Runs a program built by simcu under many schedules, and looks for one that changes its output.\n"
      "The program's own options come after --.\n"
      "Exit status: 0 nothing found, 1 a difference or a proved race, 2 bad usage."};
  app.name("simcu-explore");
  app.add_option("program", o.command, "the program and its arguments")->required();
  app.add_option("-n,--schedules", o.schedules, "the number of schedules (1000)")
      ->check(CLI::Range(1, 1'000'000'000));
  app.add_option("--schedule", o.kind, "random, or pct (a few changes of priority)")
      ->check(CLI::IsMember({"random", "pct"}));
  app.add_option("--depth", o.depth, "for pct: one more than the number of changes in a launch (3)")
      ->check(CLI::Range(1, 1000));
  app.add_option("--seed", o.seed, "the seed of the first schedule (1)");
  app.add_option("--limit", o.limit, "seconds for one run (10)")->check(CLI::Range(0.01, 86400.0));
  try {
    app.parse(count, words);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? kNothing : kBadUsage;
  }
  if (o.command[0].find('/') == std::string::npos && std::filesystem::exists(o.command[0]))
    o.command[0] = "./" + o.command[0];
  catch_interrupt();
  program p(o.command, o.limit, std::thread::hardware_concurrency());
  return search(o, p).run();
} catch (const interrupted&) {
  fmt::print(stderr, "\nsimcu-explore: interrupted\n");
  return kInterrupted;
} catch (const bad_usage& e) {
  fmt::print(stderr, "simcu-explore: {}\n", e.what());
  return kBadUsage;
} catch (const std::exception& e) {
  fmt::print(stderr, "simcu-explore: {}\n", e.what());
  return kBadUsage;
}

// SPDX-License-Identifier: Apache-2.0
#include <cctype>

#include "schedule/policy.h"

namespace simcu {

const char* const kScheduleForms =
    "the schedules are fifo, lockstep, reverse, random:SEED, pct:SEED,DEPTH (or pct:SEED,DEPTH,STEPS), "
    "replay:STRING and replay:@FILE, each also with +warps; without a schedule, blocks run on all cores";

namespace {

std::uint64_t whole(const std::string& text, const char* name, int base = 10) {
  std::uint64_t value = 0;
  if (text.empty()) throw std::string(name) + " is missing";
  for (const char c : text) {
    const int lower = std::tolower(static_cast<unsigned char>(c));
    const int digit = lower >= '0' && lower <= '9'   ? lower - '0'
                      : lower >= 'a' && lower <= 'f' ? lower - 'a' + 10
                                                     : 99;
    const auto b = static_cast<std::uint64_t>(base);
    if (digit >= base || value > (~std::uint64_t{0} - static_cast<unsigned>(digit)) / b)
      throw std::string(name) + " `" + text + "` is not a whole number below 2^64";
    value = value * b + static_cast<unsigned>(digit);
  }
  return value;
}

std::vector<std::string> split(const std::string& text, char by) {
  std::vector<std::string> parts(1);
  for (const char c : text)
    if (c == by)
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

void read_suffix(schedule_text& s, const std::string& suffix) {
  if (suffix == "warps") {
    s.warps = true;
  } else if (suffix.rfind("at=", 0) == 0) {
    for (const std::string& place : split(suffix.substr(3), '.'))
      s.places.push_back(whole(place, "the code place", 16));
  } else {
    throw "the suffix `+" + suffix + "` is unknown";
  }
}

}  // namespace

schedule_text parse_schedule(const std::string& text) {
  schedule_text s;
  const std::vector<std::string> parts = split(text, '+');
  for (std::size_t i = 1; i < parts.size(); ++i) read_suffix(s, parts[i]);
  const std::size_t colon = parts[0].find(':');
  const std::string word = parts[0].substr(0, colon);
  const bool has_arguments = colon != std::string::npos;
  const std::string arguments = has_arguments ? parts[0].substr(colon + 1) : "";
  const auto without = [&](auto kind) {
    if (has_arguments) throw "`" + word + "` takes no arguments";
    s.kind = kind;
  };
  if (word == "fifo") {
    without(schedule_text::fifo);
  } else if (word == "lockstep") {
    without(schedule_text::lockstep);
  } else if (word == "reverse") {
    without(schedule_text::reverse);
  } else if (word == "random") {
    s.kind = schedule_text::random;
    s.seed = whole(arguments, "SEED");
  } else if (word == "pct") {
    s.kind = schedule_text::pct;
    const auto numbers = split(arguments, ',');
    if (numbers.size() > 3) throw std::string("`pct` takes SEED, DEPTH and optionally STEPS");
    s.seed = whole(numbers[0], "SEED");
    const std::uint64_t depth = whole(numbers.size() > 1 ? numbers[1] : "", "DEPTH");
    if (depth < 1 || depth > 1000) throw std::string("DEPTH must be a number from 1 to 1000");
    s.depth = static_cast<unsigned>(depth);
    if (numbers.size() > 2 && (s.steps = whole(numbers[2], "STEPS")) == 0)
      throw std::string("STEPS must be at least 1");
  } else if (word == "replay") {
    s.kind = schedule_text::replay;
    s.decisions = arguments;
    if (arguments.empty()) throw std::string("STRING is missing");
  } else {
    throw "`" + word + "` isn't a schedule";
  }
  return s;
}

}  // namespace simcu

// SPDX-License-Identifier: Apache-2.0
#include "simulator_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>

#include "../../common/simcu/runtime/base/failure_text.h"
#include "checker_report.h"
#include "code_lines.h"

namespace verifier {
namespace {

using nlohmann::json;

constexpr std::size_t kBlocks = 4;  // described one by one
constexpr std::size_t kLongestReport = 16 * 1024;

std::string offset_text(std::uintptr_t offset) { return fmt::format("0x{:x}", offset); }

simcu::code_place read_place(const json& object) {
  simcu::code_place place;
  if (object.contains("code"))
    place.address = std::strtoull(object.at("code").get<std::string>().c_str(), nullptr, 16);
  if (!object.contains("file")) return place;
  object.at("file").get_to(place.file);
  object.at("line").get_to(place.line);
  object.at("repeat").get_to(place.repeat);
  return place;
}

simcu::waiting_block read_block(const json& object) {
  simcu::waiting_block block{object.at("block").get<std::array<unsigned, 3>>(), {}};
  for (const json& t : object.at("threads")) {
    block.threads.push_back({t.at("ranks").get<std::vector<std::pair<unsigned, unsigned>>>(),
                             t.at("doing").get<std::string>(), read_place(t.at("at")),
                             t.at("after").get<std::string>()});
  }
  return block;
}

simcu::failure read_failure(const json& object) {
  simcu::failure f;
  object.at("kernel").get_to(f.kernel);
  object.at("error").get_to(f.error);
  object.at("error_text").get_to(f.error_text);
  object.at("kind").get_to(f.kind);
  object.at("message").get_to(f.message);
  object.at("message_end").get_to(f.message_end);
  object.at("advice").get_to(f.advice);
  f.elements = object.value("elements", "");
  f.spins = read_place(object.at("spins"));
  f.at = read_place(object.at("at"));
  if (object.contains("block")) f.block = object.at("block").get<std::array<unsigned, 3>>();
  if (object.contains("thread")) f.thread = object.at("thread").get<std::array<unsigned, 3>>();
  for (const json& block : object.at("waiting")) f.waiting.push_back(read_block(block));
  return f;
}

// One start of addr2line for all places of the record.
class lines_of {
 public:
  lines_of(const std::filesystem::path& runner, const std::vector<simcu::code_place>& places)
      : known_(runner, offsets_of(places)) {}
  std::string operator()(std::uintptr_t offset) const { return known_.at(offset_text(offset)); }

 private:
  static std::set<std::string> offsets_of(const std::vector<simcu::code_place>& places) {
    std::set<std::string> out;
    for (const simcu::code_place& place : places)
      if (place.address != 0 && out.size() < code_lines::kMost) out.insert(offset_text(place.address));
    return out;
  }
  code_lines known_;
};

std::string kernel_text(const json& object, const std::filesystem::path& runner) {
  const simcu::failure f = read_failure(object);
  std::vector<simcu::code_place> places{f.spins, f.at};
  for (std::size_t i = 0; i < std::min(f.waiting.size(), kBlocks); ++i)
    for (const simcu::waiting_threads& t : f.waiting[i].threads) places.push_back(t.place);
  std::string text = text_of(f, lines_of(runner, places), kBlocks);
  text.pop_back();
  return text;
}

std::string host_text(const json& object, const std::filesystem::path& runner) {
  const simcu::code_place at = read_place(object.at("at"));
  const std::string line = text_of(at, lines_of(runner, {at}));
  return object.at("message").get<std::string>() + (line.empty() ? "" : ", at " + line);
}

std::string checkers_text(const std::string& record, const std::filesystem::path& runner) {
  const std::optional<checker_report> report = parse_checker_report(record, runner);
  if (!report || report->findings.empty()) return "";
  const finding& f = report->findings.front();
  std::string text = f.message;
  for (const finding_access& a : f.accesses)
    text += "\n    " + a.op + (a.file.empty() ? "" : fmt::format(", at {}:{}", a.file, a.line));
  return text + (f.advice.empty() ? "" : "\n    " + f.advice);
}

simulator_report read_record(const std::string& record, const std::filesystem::path& runner) {
  const json object = json::parse(record);
  const std::string stopped = object.at("stopped").get<std::string>();
  if (stopped == "kernel") return {stopped_by::kernel, kernel_text(object, runner)};
  if (stopped == "host") return {stopped_by::host, host_text(object, runner)};
  if (stopped == "checkers") return {stopped_by::checkers, checkers_text(record, runner)};
  if (stopped == "launch") return {stopped_by::kernel, object.at("message").get<std::string>()};
  if (stopped == "program") return {stopped_by::program, object.at("message").get<std::string>()};
  return {};
}

}  // namespace

simulator_report read_simulator_report(const std::string& record, const std::filesystem::path& runner) try {
  if (record.empty()) return {};
  simulator_report report = read_record(record, runner);
  report.text.resize(std::min(report.text.size(), kLongestReport));
  return report;
} catch (const json::exception&) {
  return {};
}

}  // namespace verifier

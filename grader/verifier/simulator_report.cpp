// SPDX-License-Identifier: Apache-2.0
#include "simulator_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "../../common/simcu/runtime/base/failure_text.h"
#include "checker_report.h"

namespace verifier {
namespace {

using nlohmann::json;

constexpr std::size_t kBlocks = 4;  // blocks that are described individually
constexpr std::size_t kLongestReport = 16 * 1024;

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

std::string kernel_text(const json& object) {
  std::string text = text_of(read_failure(object), kBlocks);
  text.pop_back();
  return text;
}

std::string host_text(const json& object) {
  const std::string line = text_of(read_place(object.at("at")));
  return object.at("message").get<std::string>() + (line.empty() ? "" : ", at " + line);
}

std::string checkers_text(const std::string& record) {
  const std::optional<checker_report> report = parse_checker_report(record);
  if (!report || report->findings.empty()) return "";
  const finding& f = report->findings.front();
  std::string text = f.message;
  for (const finding_access& a : f.accesses)
    text += "\n    " + a.op + (a.file.empty() ? "" : fmt::format(", at {}:{}", a.file, a.line));
  return text + (f.advice.empty() ? "" : "\n    " + f.advice);
}

simulator_report read_record(const std::string& record) {
  const json object = json::parse(record);
  const std::string stopped = object.at("stopped").get<std::string>();
  if (stopped == "kernel") return {stopped_by::kernel, kernel_text(object)};
  if (stopped == "host") return {stopped_by::host, host_text(object)};
  if (stopped == "checkers") return {stopped_by::checkers, checkers_text(record)};
  if (stopped == "launch") return {stopped_by::kernel, object.at("message").get<std::string>()};
  if (stopped == "program") return {stopped_by::program, object.at("message").get<std::string>()};
  return {};
}

}  // namespace

simulator_report read_simulator_report(const std::string& record) try {
  if (record.empty()) return {};
  simulator_report report = read_record(record);
  report.text.resize(std::min(report.text.size(), kLongestReport));
  return report;
} catch (const json::exception&) {
  return {};
}

}  // namespace verifier

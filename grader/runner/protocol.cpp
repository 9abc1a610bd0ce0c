// SPDX-License-Identifier: Apache-2.0
#include "protocol.h"

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

namespace protocol {
namespace {

using nlohmann::json;

constexpr std::array<std::pair<reply, const char*>, 9> kReplies{{
    {reply::ready, "ready"},
    {reply::answered, "answered"},
    {reply::refused, "refused"},
    {reply::not_implemented, "not implemented"},
    {reply::cuda_error, "CUDA error"},
    {reply::student_exception, "exception"},
    {reply::bad_request, "bad request"},
    {reply::device_unavailable, "device unavailable"},
    {reply::runner_fault, "runner fault"},
}};

// A student's text can contain invalid UTF-8.
std::string dump(const json& value) { return value.dump(-1, ' ', false, json::error_handler_t::replace); }

std::string cut(const std::string& text) {
  return text.size() <= kMaxText ? text : text.substr(0, kMaxText) + "… (cut)";
}

bool fits(const buffer_layout& buffer, std::size_t image_bytes) {
  if (buffer.null) return buffer.count == 0;
  if (buffer.element_size == 0 || buffer.element_size > 64 || buffer.offset % kAlignment != 0) return false;
  if (buffer.offset < kGuardBefore || buffer.offset > image_bytes) return false;
  const std::size_t room = image_bytes - buffer.offset;
  return room >= kGuardAfter && buffer.count <= (room - kGuardAfter) / buffer.element_size;
}

}  // namespace

const char* name_of(reply kind) {
  for (const auto& [value, name] : kReplies)
    if (value == kind) return name;
  return "unknown";
}

std::optional<reply> reply_named(const std::string& name) {
  for (const auto& [value, text] : kReplies)
    if (name == text) return value;
  return std::nullopt;
}

std::string to_text(const request_message& message) {
  json buffers = json::array();
  for (const buffer_layout& b : message.buffers)
    buffers.push_back({{"name", b.name},
                       {"type", b.type},
                       {"element_size", b.element_size},
                       {"count", b.count},
                       {"offset", b.offset},
                       {"null", b.null},
                       {"unset", b.unset}});
  return dump({{"id", message.id},
               {"exercise", message.exercise},
               {"schedule", message.schedule},
               {"watch", message.watch},
               {"counters", message.counters},
               {"kernel_seconds", message.kernel_seconds},
               {"report_bytes", message.report_bytes},
               {"params", message.params},
               {"buffers", buffers},
               {"image_bytes", message.image_bytes}});
}

std::string to_text(const reply_message& message) {
  json phases = json::array();
  for (const auto& [name, ms] : message.phases) phases.push_back({name, ms});
  std::string text = dump({{"kind", name_of(message.kind)},
                           {"id", message.id},
                           {"text", cut(message.text)},
                           {"error", message.error},
                           {"values", message.values},
                           {"phases", phases},
                           {"told", {message.told, message.told_more}},
                           {"device", message.device},
                           {"simulated", message.simulated}});
  if (text.size() <= kMaxMessage) return text;
  reply_message fault;
  fault.id = message.id;
  fault.text = "the answer is too long for one message";
  return to_text(fault);
}

std::optional<request_message> parse_request(const std::string& text) try {
  const json value = json::parse(text);
  request_message message;
  message.id = value.at("id").get<std::uint64_t>();
  value.at("exercise").get_to(message.exercise);
  value.at("schedule").get_to(message.schedule);
  value.at("watch").get_to(message.watch);
  value.at("counters").get_to(message.counters);
  value.at("kernel_seconds").get_to(message.kernel_seconds);
  value.at("report_bytes").get_to(message.report_bytes);
  value.at("params").get_to(message.params);
  value.at("image_bytes").get_to(message.image_bytes);
  for (const json& b : value.at("buffers")) {
    buffer_layout buffer;
    b.at("name").get_to(buffer.name);
    b.at("type").get_to(buffer.type);
    b.at("element_size").get_to(buffer.element_size);
    b.at("count").get_to(buffer.count);
    b.at("offset").get_to(buffer.offset);
    b.at("null").get_to(buffer.null);
    b.at("unset").get_to(buffer.unset);
    if (!fits(buffer, message.image_bytes)) return std::nullopt;
    message.buffers.push_back(std::move(buffer));
  }
  return message;
} catch (const json::exception&) {
  return std::nullopt;
}

std::optional<reply_message> parse_reply(const std::string& text) try {
  const json value = json::parse(text);
  const std::optional<reply> kind = reply_named(value.at("kind").get<std::string>());
  if (!kind) return std::nullopt;
  reply_message message;
  message.kind = *kind;
  message.id = value.at("id").get<std::uint64_t>();
  message.text = cut(value.at("text").get<std::string>());
  message.error = value.at("error").get<std::string>().substr(0, 100);
  for (const auto& [name, number] : value.at("values").get<std::map<std::string, json>>())
    message.values[name] =
        number.is_null() ? std::nan("") : number.get<double>();  // JSON has no NaN or infinity
  for (const json& phase : value.at("phases"))
    message.phases.emplace_back(phase.at(0).get<std::string>().substr(0, 100), phase.at(1).get<double>());
  value.at("told").at(0).get_to(message.told);
  value.at("told").at(1).get_to(message.told_more);
  message.device = value.at("device").get<std::string>().substr(0, 100);
  value.at("simulated").get_to(message.simulated);
  return message;
} catch (const json::exception&) {
  return std::nullopt;
}

}  // namespace protocol

// SPDX-License-Identifier: Apache-2.0
// What a test writes: builds a request, runs it, and expects an answer or a refusal.
#include <fmt/format.h>

#include "judge.h"
#include "payload_text.h"
#include "plain_file.h"
#include "proof.h"
#include "request_state.h"
#include "session.h"

namespace verifier {

using protocol::reply;

request::request(std::string exercise) : state_(std::make_shared<state>()) {
  state_->message.exercise = std::move(exercise);
}

request& request::param(const std::string& name, std::int64_t value) {
  state_->message.params[name] = value;
  return *this;
}

request& request::fact(const std::string& name, std::int64_t value) {
  state_->facts[name] = value;
  return *this;
}

request& request::add(const std::string& name, const char* type, std::size_t element_size, std::size_t count,
                      const void* values, use how, const std::string& family) {
  payload p;
  p.layout.name = name;
  p.layout.type = type;
  p.layout.element_size = element_size;
  p.layout.count = count;
  std::string line = fmt::format("{}: {} × {}", name, count, type);
  p.layout.unset = how == use::output;
  if (how == use::output) {
    line += ", output";
  } else {
    const auto* bytes = static_cast<const unsigned char*>(values);
    state_->values.emplace_back(bytes, bytes + count * element_size);
    static const unsigned char nothing = 0;
    p.values = count == 0 ? &nothing : state_->values.back().data();
    if (count > 0 && !family.empty()) line += ", " + family;
    if (state_->family.empty()) state_->family = family;
    if (how == use::in_out) line += ", changed in place";
    if (const std::string all = elements_of(p); !all.empty()) line += ": " + all;
  }
  state_->payloads.push_back(p);
  state_->uses.push_back(how);
  state_->lines.push_back(line);
  return *this;
}

request& request::null_buffer(const std::string& name) {
  payload p;
  p.layout.name = name;
  p.layout.null = true;
  state_->payloads.push_back(p);
  state_->uses.push_back(use::input);
  state_->lines.push_back(name + ": a null pointer");
  return *this;
}

request& request::schedule(const std::string& schedule) {
  state_->message.schedule = schedule;
  return *this;
}
request& request::checked() {
  state_->message.report_bytes = protocol::kMaxReport;
  return *this;
}
request& request::counted(std::uint64_t most_span) {
  state_->message.counters = true;
  state_->most_span = most_span;
  return checked();
}
request& request::watch(const std::string& what) {
  state_->message.watch = what;
  return checked();
}
request& request::note(const std::string& text) {
  state_->notes.push_back(text);
  return *this;
}
request& request::timeout(double seconds) {
  state_->bounds.seconds = seconds;
  return *this;
}
request& request::on_the_host() {
  state_->on_the_host = true;
  return *this;
}

answer request::run() {
  const auto state = perform(state_);
  if (state->reply.kind == reply::refused)
    wrong("refused valid arguments, saying \"" + state->reply.text + "\".");
  for (std::size_t i = 0; i < state->layouts.size(); ++i) {
    const protocol::buffer_layout& layout = state->layouts[i];
    if (state_->uses[i] == use::input && state->images->changed(layout))
      wrong(fmt::format("changed its input `{}`: {}. The contract says that inputs must not change.",
                        layout.name, state->images->first_change(layout)));
  }
  return answer(state);
}

void request::run_refused(const std::string& argument, const std::string& or_else) {
  // The refusal must contain the whole argument, for example "n: ". Messages for students only say "n".
  const std::string shown = argument.substr(0, argument.find(':'));
  const auto state = [&] {
    try {
      auto answered = perform(state_);
      tell_found(false);
      return answered;
    } catch (judgement& result) {  // the missing refusal is the cause, so the checkers need not look for one
      if (result.of_result || result.kind == verdict::crashed || result.kind == verdict::timed_out) {
        test_state& test = current_session().test();
        test.again = nullptr;
        test.report.reset();
        result.text = "the argument `" + shown + "` is bad here: return lab::status::bad_argument(\"" +
                      shown + "\", \"why\") before doing anything else. Instead:\n" + result.text;
      }
      throw;
    }
  }();
  if (state->reply.kind != reply::refused)
    wrong("accepted a bad argument, `" + shown + "`. Return lab::status::bad_argument(\"" + shown +
          "\", \"why\") before doing anything else.");
  const auto named = [&](const std::string& name) {
    return !name.empty() && state->reply.text.find(name) != std::string::npos;
  };
  if (!named(argument) && !named(or_else))
    wrong("refused, but its message does not name the argument `" + shown + "`. It says \"" +
          state->reply.text + "\".");
  for (const protocol::buffer_layout& layout : state->layouts)
    if (state->images->changed(layout))
      wrong(fmt::format("refused `{}`, but only after writing to `{}`: {}.", shown, layout.name,
                        state->images->first_change(layout)));
}

void needs_checkers() {
  current_session().require_check_runner();
  current_session().test().checkers_asserted = true;
}

std::string student_file(const std::string& name) {
  constexpr std::size_t kMost = 64 * 1024;
  session& grading = current_session();
  grading.test().asked_plainly = true;
  const std::filesystem::path path = grading.config.labs / grading.lab().folder / name;
  std::string text;
  if (const std::string why = read_plain_file(path, kMost, text); !why.empty())
    wrong("the file " + path.string() + " " + why + ".");
  return text;
}

}  // namespace verifier

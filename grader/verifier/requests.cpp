// SPDX-License-Identifier: Apache-2.0
// Requests: lays out the images, sends the request to the runner, and turns the outcome into an answer or a
// judgement.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "conditions.h"
#include "device_work.h"
#include "judge.h"
#include "lab_test.h"
#include "plain_file.h"
#include "proof.h"
#include "run_clock.h"
#include "session.h"

namespace verifier {

struct request::state {
  protocol::request_message message;
  std::vector<payload> payloads;
  std::vector<std::vector<unsigned char>> values;  // the data of the payloads
  std::vector<use> uses;
  std::vector<std::string> lines;  // one per buffer, for messages
  std::vector<std::string> notes;
  std::string family;                         // the first family of its buffers
  std::map<std::string, std::int64_t> facts;  // request::fact
  limits bounds;
  bool on_the_host = false;
  std::uint64_t most_span = 0;
};

struct answer::state {
  std::string exercise;
  protocol::reply_message reply;
  std::vector<phase> phases;
  std::vector<protocol::buffer_layout> layouts;
  std::shared_ptr<const image> images;
  std::optional<checker_report> report;  // if the request was checked
  std::uint64_t most_span = 0;
};

namespace {

using protocol::reply;

constexpr double kKernelShare = 0.8;  // of the time limit, so that the simulated device ends first and can
                                      // say why

std::string describe(const protocol::request_message& message, const std::vector<std::string>& lines,
                     const std::vector<std::string>& notes) {
  std::string text = message.exercise;
  if (message.report_bytes > 0) text += " under the checkers";
  for (const auto& [name, value] : message.params) text += fmt::format(", {} = {}", name, value);
  if (!message.schedule.empty()) text += ", schedule " + message.schedule;
  for (const std::string& line : lines) text += "\n" + line;
  for (const std::string& note : notes) text += "\n" + note;
  return text;
}

// Makes the names of phases printable, because they come from the student's process and are shown in a table.
std::vector<phase> in_plain_words(const std::vector<std::pair<std::string, double>>& told) {
  constexpr std::size_t kMostPhases = 32, kMostLetters = 40;
  std::vector<phase> phases;
  for (const auto& [name, ms] : told) {
    if (phases.size() == kMostPhases) break;
    std::string shown = printable(name.substr(0, kMostLetters));
    std::replace(shown.begin(), shown.end(), '\n', ' ');
    phases.push_back({shown, std::isfinite(ms) && ms >= 0 ? ms : 0});
  }
  return phases;
}

// Returns whether the runner says that it cannot serve the request, which is the grader's fault unless a
// student's code claims it.
bool blames_grader(const exchange_result& result) {
  return result.kind == outcome::replied &&
         (result.reply.kind == reply::bad_request || result.reply.kind == reply::runner_fault);
}

// Returns whether the request runs the grader's code, not the student's.
bool is_baseline(const protocol::request_message& message) {
  return message.exercise.rfind("baseline_", 0) == 0;
}

exchange_result ask(const protocol::request_message& message, image& images, const limits& bounds) {
  session& grading = current_session();
  for (bool again = false;; again = true) {
    if (message.report_bytes == 0) {
      grading.runner();
      grading.require_memory(images.bytes());
    }
    runner_process& runner = grading.runner(message.report_bytes > 0);
    runner.take_output();
    grading.require_time();
    limits left = bounds;
    left.seconds = std::min(bounds.seconds, grading.seconds_left());
    exchange_result result = runner.exchange(message, images.fds(), left);
    grading.book_seconds(result.seconds);
    std::string printed = runner.take_output();
    if (!is_baseline(message)) grading.test().printed = std::move(printed);
    const bool doubtful = killed_from_outside(result) || blames_grader(result);
    if (again || !doubtful || !grading.may_retry()) return result;
    grading.close_runner();
    images.renew_output();
  }
}

// Returns the number of bytes that the host sent to the device, after compression.
std::uint64_t told_of(const image& images, std::size_t report, const protocol::reply_message& reply) {
  return shortest(images.behind_report(report, reply.told)) + reply.told_more;
}

std::optional<checker_report> take_report(const image& images, const protocol::reply_message& reply) {
  const std::string text = images.report();
  if (text.size() == protocol::kMaxReport)
    throw judgement{verdict::crashed,
                    fmt::format("The checkers' report is longer than {} MiB.", protocol::kMaxReport >> 20)};
  std::optional<checker_report> report = parse_checker_report(text);
  if (!report)
    throw judgement{verdict::crashed,
                    "The process returned an unreadable checker report. Usually code writes to a file "
                    "descriptor or to memory that it does not own."};
  report->told = told_of(images, text.size(), reply);
  return report;
}

}  // namespace

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

namespace {

// Returns the bytes of the buffers without the image's guards, which take the exercise no time.
std::size_t bytes_of(const request::state& s) {
  std::size_t bytes = 0;
  for (const payload& p : s.payloads) bytes += p.layout.bytes();
  return bytes;
}

// Returns the facts about a request for what_separates(). `n` is the size of the first array.
run_facts facts_of(const request::state& s) {
  run_facts run{s.message.exercise, s.message.params, s.family};
  if (s.message.report_bytes > 0)
    run.exercise += " under the checkers";  // kept apart, because the checkers find bugs that a result does
                                            // not show
  for (const auto& [name, value] : s.facts) run.numbers[name] = value;
  for (const payload& p : s.payloads) {
    if (p.layout.null || run.numbers.count("n") > 0) continue;
    run.numbers["n"] = static_cast<std::int64_t>(p.layout.count);
    const property bits = number_of(run, "shift") ? property() : number_of(run, "bits");
    run.input = look_at_input(p.layout.type, p.values, p.layout.count, static_cast<int>(bits.value_or(0)));
  }
  return run;
}

limits bounds_of(const request::state& s, const image& images) {
  const session& grading = current_session();
  const std::size_t bytes = bytes_of(s);
  const double most = on_gpu() ? s.bounds.seconds : time_for(bytes, s.bounds.seconds);
  return {std::min(most * slowness() * grading.share_of_limit(), grading.seconds_left()),
          (grading.config.memory_mib << 20) + 4 * images.bytes()};
}

// Bytes of the largest buffer that a request has changed.
std::uint64_t largest_change(const image& images, const std::vector<protocol::buffer_layout>& layouts) {
  std::uint64_t most = 0;
  for (const protocol::buffer_layout& layout : layouts)
    if (images.changed(layout)) most = std::max<std::uint64_t>(most, layout.bytes());
  return most;
}

struct repetition {
  std::uint64_t changed = 0;  // the size in bytes of the largest buffer that the request changed
  reply kind = reply::ready;
  std::string error;  // reply_message::error
};

// Repeats the request under the checkers, and returns their report; nullopt if there is none.
std::optional<checker_report> check_again(const request::state& s, repetition* seen = nullptr) {
  protocol::request_message message = s.message;
  message.report_bytes = protocol::kMaxReport;
  message.counters = true;
  message.id = current_session().test().noise() | 1;
  std::vector<payload> payloads = s.payloads;
  image images(payloads, current_session().test().noise, message.report_bytes);
  message.image_bytes = images.bytes();
  message.buffers.clear();
  for (const payload& p : payloads) message.buffers.push_back(p.layout);
  const exchange_result result = ask(message, images, bounds_of(s, images));
  if (result.kind != outcome::replied) {
    std::optional<checker_report> before = parse_checker_report(result.found);
    return before && !before->findings.empty() ? before : std::nullopt;
  }
  std::optional<checker_report> report = take_report(images, result.reply);
  if (!report || !report->findings.empty())
    current_session().close_runner();  // a process reports some findings only once
  if (report) report->counted = true;  // without a launch there is nothing to count
  if (seen != nullptr) {
    images.take_copy();
    *seen = {largest_change(images, message.buffers), result.reply.kind, result.reply.error};
  }
  return report;
}

bool host_may_have_brought(const answer::state& a) {
  const std::uint64_t change = largest_change(*a.images, a.layouts);
  if (!is_brought(a.reply.told + a.reply.told_more, change)) return false;  // without compression
  return is_brought(a.report ? a.report->told : told_of(*a.images, 0, a.reply), change);
}

// Repeats the request to find out whether its result came from the host, and how many steps its kernels take.
// Findings don't matter, because code could race or leak memory on purpose wherever it is not asked for clean
// code. Only a launch that the checkers have ended has no steps to judge.
void look_at(const request::state& s) {
  repetition seen;
  const std::optional<checker_report> report = check_again(s, &seen);
  if (!report) return;
  test_state& test = current_session().test();
  if (seen.kind == reply::answered)
    test.looked.taken = steps_of(report->counters);
  else if (seen.kind == reply::cuda_error && seen.error != "cudaErrorLaunchTimeout" &&
           !report->findings.empty())
    test.looked.fault = describe_findings(*report);
  if (is_brought(report->told, seen.changed) || uses_the_hosts_memory(*report))
    test.brought = test.looked.exercise, test.brought_ran = test.looked.ran;
}

// Sends the request. In the returned state, it is `answered` or `refused`, and the guards have been checked.
std::shared_ptr<const answer::state> perform(const std::shared_ptr<request::state>& as_asked) {
  tell_found(false);
  test_state& test = current_session().test();
  test.inside = elements_inside::unknown;
  std::shared_ptr<request::state> asked = as_asked;
  if (!test.order.empty()) {  // try_orders()
    asked = std::make_shared<request::state>(*as_asked);
    asked->message.schedule = test.order;
    asked->message.report_bytes = protocol::kMaxReport;
  }
  if (test.plainly) {
    if (test.asked_for_arrays) throw trials_over{};
    asked = std::make_shared<request::state>(*as_asked);
    asked->message.report_bytes = 0;
    asked->message.counters = false;
  }
  request::state& s = *asked;
  test.report.reset();
  test.again = nullptr;
  test.elsewhere = nullptr;  // frees the last request's arrays
  test.belongs = nullptr;
  test.counted = s.message.counters;
  test.exercise = s.message.exercise;
  if (s.most_span > 0 && !test.asks_parallel && test.asked_for_arrays)
    throw judgement{verdict::not_your_code,
                    "The test's request with a most_span is not its first, so the failure of an earlier "
                    "request would hide it."};
  if (s.most_span > 0) {  // even if it fails
    test.asks_parallel = true;
    test.by_kernels[s.message.exercise].take({s.most_span, bytes_of(s)});
  }
  test.asked_for_arrays = test.asked_for_arrays || !s.payloads.empty();
  if (s.message.report_bytes == 0)
    test.asked_plainly = true;
  else if (!test.asked_plainly)
    test.checkers_asserted = true;
  test.asked = facts_of(s);
  note_request(test.asked, bytes_of(s));
  test.ran = describe(s.message, s.lines, s.notes);
  const bool simulated = s.message.report_bytes > 0 || current_session().config.backend != "cuda";
  const auto images = std::make_shared<image>(s.payloads, test.noise, simulated ? protocol::kMaxReport : 0);
  s.message.image_bytes = images->bytes();
  s.message.id = test.noise() | 1;  // 0 is the id of the greeting
  limits bounds = bounds_of(s, *images);
  bounds.seconds = seconds_of_trial(bounds.seconds);
  s.message.kernel_seconds = bounds.seconds * kKernelShare;
  s.message.buffers.clear();
  for (const payload& p : s.payloads) s.message.buffers.push_back(p.layout);
  if (s.message.report_bytes == 0) test.again = [asked] { return check_again(*asked); };
  const bool doubtful = test.doubtful;
  test.doubtful = doubtful || s.message.counters;  // until there is an answer
  if (const std::filesystem::path& folder = current_session().config.capture;
      !folder.empty() && !is_baseline(s.message) && !test.trials.first) {
    std::filesystem::create_directories(folder);
    write_file(folder / "request.json", protocol::to_text(s.message));
    write_file(folder / "input", images->sent());
    write_file(folder / "ran", test.ran + "\n");
  }
  exchange_result result = ask(s.message, *images, bounds);
  if (result.kind != outcome::replied) judge_failure(result, bounds);
  images->take_copy();
  std::optional<checker_report> report;
  if (s.message.report_bytes > 0) test.report = report = take_report(*images, result.reply);
  if (report && s.message.counters) report->counted = true;  // without a launch there is nothing to count
  if (report && s.message.counters && !is_baseline(s.message)) note_overlooked(*report);
  const bool broken = !result.reply.error.empty() || result.reply.kind == reply::student_exception;
  const bool told = report && !report->findings.empty();  // a process reports some findings only once
  if (broken || told) current_session().close_runner();
  judge_reply(result, report);
  if (s.message.counters) test.doubtful = doubtful || !kernels_did_it(*report, *images, s.message.buffers);

  test.answered.insert(s.message.exercise);
  auto state = std::make_shared<answer::state>();
  state->exercise = s.message.exercise;
  state->most_span = s.most_span;
  state->phases = in_plain_words(result.reply.phases);
  state->reply = std::move(result.reply);
  state->layouts = s.message.buffers;
  state->images = images;
  state->report = std::move(report);
  for (const protocol::buffer_layout& layout : state->layouts)
    if (test.damage.empty()) test.damage = images->damage_around(layout);
  test.elsewhere = [state, uses = s.uses](const std::string& buffer, const void* bytes, std::size_t size) {
    for (std::size_t i = 0; i < uses.size(); ++i) {
      const protocol::buffer_layout& layout = state->layouts[i];
      if (layout.name != buffer && !layout.null && uses[i] != request::use::input && layout.bytes() == size &&
          std::memcmp(state->images->after(layout), bytes, size) == 0)
        return layout.name;
    }
    return std::string();
  };
  const bool by_kernels = state->reply.kind == reply::answered && !s.on_the_host && !is_baseline(s.message);
  if (by_kernels && test.brought.empty() && host_may_have_brought(*state)) {
    test.brought = s.message.exercise;
    test.brought_ran = test.ran;
  }
  if (by_kernels && test.shall_look_at(s.message)) {
    test.look = [asked] { look_at(*asked); };
    test.looked = {s.message.exercise, test.ran, bytes_of(s), {}, ""};
  }
  return state;
}

}  // namespace

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

answer::payload_of answer::payload(const std::string& buffer, std::size_t element_size) const {
  for (const protocol::buffer_layout& layout : state_->layouts) {
    if (layout.name != buffer) continue;
    if (layout.null) return {nullptr, 0, nullptr};
    if (layout.element_size != element_size) break;
    const image& images = *state_->images;
    return {images.after(layout), layout.count, {state_, images.before(layout)}};
  }
  throw judgement{verdict::not_your_code,
                  "The test asks for a buffer `" + buffer + "` that it did not send with this type."};
}

double answer::value(const std::string& name) const {
  const auto found = state_->reply.values.find(name);
  if (found == state_->reply.values.end()) judge_unserved("it does not report `" + name + "`");
  return found->second;
}

const std::vector<phase>& answer::phases() const { return state_->phases; }
bool answer::refused() const { return state_->reply.kind == reply::refused; }
const std::string& answer::refusal() const { return state_->reply.text; }

const checker_report& answer::checked() const {
  if (state_->report) return *state_->report;
  throw judgement{verdict::not_your_code,
                  "The test asks for the findings of a request that was not checked()."};
}

const std::vector<kernel_counters>& answer::counters() const {
  if (checked().counted) return checked().counters;
  throw judgement{verdict::not_your_code,
                  "The test asks for the counters of a request that was not "
                  "counted()."};
}

const std::string& answer::exercise() const { return state_->exercise; }
std::uint64_t answer::most_span() const { return state_->most_span; }

std::uint64_t answer::buffer_bytes() const {
  std::uint64_t sum = 0;
  for (const protocol::buffer_layout& layout : state_->layouts) sum += layout.bytes();
  return sum;
}

std::uint64_t answer::largest_buffer() const {
  std::uint64_t most = 0;
  for (const protocol::buffer_layout& layout : state_->layouts)
    if (!layout.null) most = std::max<std::uint64_t>(most, layout.bytes());
  return most;
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

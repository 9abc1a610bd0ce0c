// SPDX-License-Identifier: Apache-2.0
// Lays out the images, sends the request to the runner, and turns the outcome into an answer or a judgement.
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
#include "request_state.h"
#include "run_clock.h"
#include "session.h"

namespace verifier {
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

// Returns whether the runner says that it cannot serve the request, which is the grader's fault unless
// student code made that claim.
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
  if (const property rung = number_of(run, "rung"))
    run.exercise += fmt::format(", rung {}", *rung);  // rungs are separate functions
  for (const auto& [name, value] : s.facts) run.numbers[name] = value;
  for (const payload& p : s.payloads) {
    if (p.layout.null || run.numbers.count("n") > 0) continue;
    run.numbers["n"] = static_cast<std::int64_t>(p.layout.count);
    const property bits = number_of(run, "shift") ? property() : number_of(run, "bits");
    run.input = look_at_input(p.layout.type, p.values, p.layout.count, static_cast<int>(bits.value_or(0)));
  }
  // The keys of each thread, if a block has a tile.
  const property tile = number_of(run, "tile"), block = number_of(run, "block_size");
  if (tile && block && *block > 0) run.numbers["tile / block_size"] = (*tile + *block - 1) / *block;
  return run;
}

// Returns the request's arrays that have values before the call. The first is shown as digits if the exercise
// looks at one digit of each key.
std::vector<input_row> input_rows(const std::shared_ptr<request::state>& s) {
  constexpr std::int64_t kMostBits = 31;
  const auto number = [&](const char* name) {
    const auto found = s->message.params.find(name);
    return found == s->message.params.end() ? property() : property(found->second);
  };
  const property shift = number("shift"), bits = number("bits");
  std::vector<input_row> rows;
  for (const payload& p : s->payloads) {
    if (p.values == nullptr) continue;
    if (rows.empty() && p.layout.type == "uint32" && shift && bits && *shift < 32 && *bits <= kMostBits)
      rows.push_back({"digit", p.layout.count, [s, &p, shift = *shift, bits = *bits](std::size_t i) {
                        std::uint32_t key;
                        std::memcpy(&key, static_cast<const unsigned char*>(p.values) + i * sizeof key,
                                    sizeof key);
                        return std::to_string(key >> shift & ((1u << bits) - 1));
                      }});
    rows.push_back({p.layout.name, p.layout.count, [s, &p](std::size_t i) { return element_of(p, i); }});
  }
  return rows;
}

limits bounds_of(const request::state& s, const image& images) {
  const session& grading = current_session();
  const std::size_t bytes = bytes_of(s);
  const double most = on_gpu() ? s.bounds.seconds : time_for(bytes, s.bounds.seconds);
  return {std::min(most * slowness() * grading.share_of_limit(), grading.seconds_left()),
          (grading.config.memory_mib << 20) + 4 * images.bytes()};
}

struct repetition {
  bool brought = false;  // the host sent or copied enough to have done the work
  reply kind = reply::ready;
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
  if (report) {
    report->counted = true;  // without a launch there is nothing to count
    report->timed_out = result.reply.error == "cudaErrorLaunchTimeout";
  }
  if (seen != nullptr) {
    images.take_copy();
    *seen = {report && (is_brought(report->told, images, message.buffers) ||
                        is_fetched(report->copied_to_host, images, message.buffers)),
             result.reply.kind};
  }
  return report;
}

bool host_may_have_brought(const answer::state& a) {
  if (a.reply.told + a.reply.told_more < kTableBytes) return false;  // without compression
  return is_brought(a.report ? a.report->told : told_of(*a.images, 0, a.reply), *a.images, a.layouts);
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
  else if (seen.kind == reply::cuda_error && !report->timed_out && !report->findings.empty())
    test.looked.fault = describe_findings(*report);
  if (seen.brought || uses_the_hosts_memory(*report))
    test.brought = test.looked.exercise, test.brought_ran = test.looked.ran;
}

}  // namespace

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
  test.too_far = nullptr;
  test.belongs = nullptr;
  test.inputs_of_last.clear();
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
      !folder.empty() && !is_baseline(s.message) && !test.trials.shown) {
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
  test.too_far = [state](const std::string& buffer, const void* expected) {
    for (const protocol::buffer_layout& layout : state->layouts)
      if (layout.name == buffer && !layout.null) return state->images->places_too_far(layout, expected);
    return std::size_t{0};
  };
  test.inputs_of_last = input_rows(asked);
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

}  // namespace verifier

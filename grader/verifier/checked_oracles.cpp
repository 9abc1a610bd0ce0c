// SPDX-License-Identifier: Apache-2.0
// The oracles for checked requests, which judge the checkers' findings and the costs.
#include <fmt/format.h>

#include <algorithm>

#include "device_work.h"
#include "lab_test.h"
#include "proof.h"
#include "session.h"
#include "text_layout.h"
#include "verdict.h"

namespace verifier {
namespace {

constexpr std::uint64_t kWord = 4;

constexpr std::size_t kLinesShown = 3;

struct cost_words {
  const char* name;
  const char* op;  // prefix of the operations that count; null if the cost isn't counted per line
};
cost_words words_for(cost what) {
  switch (what) {
    case cost::launches:
      return {"kernel launches", nullptr};
    case cost::barriers_per_block:
      return {"barriers in a block", nullptr};
    case cost::global_load_sectors:
      return {"32-byte sectors loaded from global memory", "global_load"};
    case cost::global_store_sectors:
      return {"32-byte sectors stored to global memory", "global_store"};
    case cost::bank_conflicts:
      return {"extra passes over shared memory, for bank conflicts", "shared_"};
    case cost::global_atomics:
      return {"atomic operations on global memory", "global_atomic"};
    case cost::words_loaded:
      return {"words loaded from global and shared memory", nullptr};
    case cost::work:
      return {kWork, nullptr};
    case cost::span:
      return {kSpan, nullptr};
    case cost::device_memory:
      return {"bytes of device memory on top of the given buffers", nullptr};
  }
  return {"", nullptr};
}

std::uint64_t amount(const kernel_counters& k, cost what) {
  switch (what) {
    case cost::launches:
      return k.launches;
    case cost::barriers_per_block:
      return k.most_barriers;
    case cost::global_load_sectors:
      return k.global_load.transactions;
    case cost::global_store_sectors:
      return k.global_store.transactions;
    case cost::bank_conflicts:
      return k.shared_load.conflicts + k.shared_store.conflicts;
    case cost::global_atomics:
      return k.global_atomics;
    case cost::words_loaded:
      return k.global_load.bytes / kWord + k.shared_load.bytes / kWord;
    case cost::work:
      return k.work;
    case cost::span:
      return k.span;
    case cost::device_memory:
      return 0;
  }
  return 0;
}

// Names two lanes of one request that cause some of the line's cost.
std::string two_lanes_of(const line_counts& line, cost what) {
  constexpr std::uint64_t kBanks = 32;
  const std::uint64_t bytes = std::max<std::uint64_t>(line.example_bytes, 1);
  const auto lanes_at_once = static_cast<unsigned>(kBanks * kWord / std::max<std::uint64_t>(bytes, kWord));
  for (const lane_access& a : line.example)
    for (const lane_access& b : line.example) {
      if (b.lane <= a.lane) continue;
      const std::uint64_t one = a.byte / kWord, other = b.byte / kWord;
      const bool meet =
          a.lane / lanes_at_once == b.lane / lanes_at_once && one != other && one % kBanks == other % kBanks;
      if (what == cost::bank_conflicts ? !meet : b.lane != a.lane + 1 || b.byte - a.byte == bytes) continue;
      return fmt::format("\n  For example, lanes {} and {} use bytes {} and {}{}.", a.lane, b.lane, a.byte,
                         b.byte, what == cost::bank_conflicts ? ", which are in one bank" : " of an array");
    }
  return "";
}

std::string most_expensive_lines(const std::vector<const kernel_counters*>& kernels, cost what) {
  const char* const op = words_for(what).op;
  const auto part = [&](const line_counts& line) {
    return what == cost::bank_conflicts ? line.conflicts : line.transactions;
  };
  std::vector<const line_counts*> lines;
  for (const kernel_counters* k : kernels)
    for (const line_counts& line : k->lines)
      if (line.op.rfind(op, 0) == 0 && !line.file.empty() && part(line) > 0) lines.push_back(&line);
  std::sort(lines.begin(), lines.end(), [&](const auto* a, const auto* b) { return part(*a) > part(*b); });
  std::string text;
  for (std::size_t i = 0; i < std::min(kLinesShown, lines.size()); ++i)
    text +=
        fmt::format("\n  {}:{}: {} in {} warp requests\n  {:>6} | {}", lines[i]->file, lines[i]->line,
                    grouped(part(*lines[i])), grouped(lines[i]->requests), lines[i]->line, lines[i]->source) +
        (i == 0 ? two_lanes_of(*lines[i], what) : "");
  return text.empty() ? "" : "\nThe most expensive lines:" + text;
}

// Each kernel's contribution to a cost that is not counted per line.
std::string by_kernel(const std::vector<const kernel_counters*>& kernels, cost what) {
  constexpr std::size_t kNamed = 4;
  std::vector<const kernel_counters*> all;
  for (const kernel_counters* k : kernels)
    if (amount(*k, what) > 0) all.push_back(k);
  std::sort(all.begin(), all.end(),
            [&](const auto* a, const auto* b) { return amount(*a, what) > amount(*b, what); });
  std::string text;
  for (std::size_t i = 0; i < std::min(kNamed, all.size()); ++i)
    text +=
        fmt::format("{}`{}` {}", text.empty() ? "" : ", ", all[i]->kernel, grouped(amount(*all[i], what)));
  return text.empty() ? "" : " By kernel: " + text + (all.size() > kNamed ? ", …." : ".");
}

// Without this check, a missing check runner would leave the plain request graded and the checked one not
// graded. The points would then count for some students and not for others.
void require_declaration() {
  if (current_session().test().checkers_asserted) return;
  throw judgement{verdict::not_your_code,
                  "The test grades a checked request after a plain one, but does not begin with "
                  "needs_checkers()."};
}

// Returns the part of a request's total beyond its own buffers, each of which the runner allocates once and
// copies to the host once.
std::uint64_t besides_buffers(std::uint64_t all, const answer& counted) {
  return all - std::min(all, counted.buffer_bytes());
}

// A store out of bounds is reported first, because it can also have falsified the counts.
void tell_bounds_first(const answer& counted) {
  for (const finding& f : counted.checked().findings)
    if (f.kind == "out-of-bounds") throw not_clean(counted.checked());
}

// Ends the test, and withholds the exercise's other points until the mistake is fixed
// (session::withhold_points). Also withholds them after a store out of bounds; otherwise a student could gain
// from such a store.
[[noreturn]] void not_on_device(const answer& counted, const std::string& message) {
  current_session().test().not_on_device = true;
  tell_bounds_first(counted);
  wrong(message);
}

// Ends the test unless many threads shared the kernels' work.
void expect_parallel(const answer& counted) {
  const auto [work, span] = steps_of(counted.counters());
  current_session().book_budget(kSpan, span, counted.most_span());
  if (work < kManyThreads * span)
    not_on_device(
        counted,
        fmt::format(
            "The result is right, but on average only {:.1f} threads worked at a time: {} steps in all "
            "(work), {} of them one after another (span). In this exercise at least {} threads must work at "
            "a time.",
            static_cast<double>(work) / static_cast<double>(span), grouped(work), grouped(span),
            kManyThreads));
  if (span > counted.most_span())
    not_on_device(
        counted,
        fmt::format("The result is right, but {} steps come one after another (span), and at most {} "
                    "are allowed, so that many threads share the work. Give each thread less to do.",
                    grouped(span), grouped(counted.most_span())));
}

}  // namespace

void expect_clean(const answer& checked) {
  if (current_session().test().plainly) return;
  require_declaration();
  const checker_report& report = checked.checked();
  if (report.findings.empty() && report.more == 0) return;
  current_session().test().found = not_clean(report);
}

void expect_block_size(const answer& counted, unsigned block_size) {
  require_declaration();
  const auto& kernels = counted.counters();
  // All launches of a kernel are counted together, so a fraction means that block sizes differed.
  const auto may_have_them = [&](const kernel_counters& k) {
    return k.blocks == 0 || k.threads == k.blocks * block_size || k.threads % k.blocks != 0;
  };
  if (kernels.empty() || std::any_of(kernels.begin(), kernels.end(), may_have_them)) return;
  const auto threads = kernels.front().threads / kernels.front().blocks;
  wrong(
      fmt::format("The result is right, but `{}` ran with {} thread{} per block, although block_size is {}.",
                  kernels.front().kernel, threads, threads == 1 ? "" : "s", block_size));
}

void expect_own_kernels(const answer& counted, const std::string& header, const std::string& what) {
  require_declaration();
  const std::string file = "common/lab/" + header;
  const auto is_given = [](const line_counts& line) {
    return line.file.find("common/lab/") != std::string::npos;
  };
  const auto is_there = [&](const line_counts& line) {
    return line.file.size() >= file.size() &&
           line.file.compare(line.file.size() - file.size(), file.size(), file) == 0;
  };
  for (const kernel_counters& k : counted.counters())
    if (std::all_of(k.lines.begin(), k.lines.end(), is_given) &&
        std::any_of(k.lines.begin(), k.lines.end(), is_there))
      not_on_device(counted,
                    fmt::format("The result is right, but it comes from {}: `{}` is given in {}. Write your "
                                "own.",
                                what, k.kernel, file));
}

void expect_ran_on_device(const answer& counted, std::size_t stored_bytes, bool host_finishes) {
  constexpr std::uint64_t kFew = 64;  // a counter, a sum
  constexpr std::uint64_t kSeen =
      4;  // a quarter; a result sent as indices is larger, because even one of 500 indices takes 9 bits
  require_declaration();
  for (const char* header :
       {"source_level1.h", "source_002.h"})  // the sorts with which the student's is compared
    expect_own_kernels(counted, header, "the source's kernels");
  const std::uint64_t stored = stored_by_kernels(counted.counters());
  if (counted.total().launches == 0)
    not_on_device(counted,
                  "The result is right, but no kernel was launched. Solve this exercise on the device.");
  if (stored < stored_bytes)
    not_on_device(
        counted,
        fmt::format("The result is right, but kernels stored only {} bytes in global memory, and the result "
                    "has {}. Solve this exercise on the device.",
                    grouped(stored), grouped(stored_bytes)));
  // A sort with several passes stores more bytes than its result has.
  const std::uint64_t result_bytes = std::min<std::uint64_t>(stored_bytes, counted.largest_buffer());
  const std::uint64_t copied = besides_buffers(counted.checked().copied_to_host, counted);
  const std::uint64_t most = std::max<std::uint64_t>(result_bytes / kSeen, kFew),
                      printed = counted.checked().printed;
  // The cause is usually a leftover debugging printf.
  if (!host_finishes && copied >= most && copied - std::min(copied, printed) < most)
    not_on_device(
        counted,
        fmt::format(
            "The result is right, but kernels printed {} bytes. Printed text is copied to the host, and this "
            "exercise must be solved on the device. Remove the printf, or print less.",
            grouped(printed)));
  if (!host_finishes && copied >= most)
    not_on_device(
        counted,
        fmt::format("The result is right, but {} bytes were copied from the device to the host before the "
                    "result was complete. Solve this exercise on the device.",
                    grouped(copied)));
  const std::uint64_t brought = counted.checked().told;
  if (!host_finishes && brought >= std::max<std::uint64_t>(result_bytes / kSeen, kParameterBytes))
    not_on_device(
        counted,
        fmt::format(
            "The result is right, but during the call the host sent {} bytes to the device, and the result "
            "has {}. Solve this exercise on the device.",
            grouped(brought), grouped(stored_bytes)));
  if (counted.most_span() > 0) expect_parallel(counted);
  test_state& test = current_session().test();
  test.on_device = true;
  test.seen_parallel = test.seen_parallel || counted.most_span() > 0;
  if (!host_finishes) test.by_kernels.try_emplace(counted.exercise());
}

void expect_span(const answer& counted, std::uint64_t budget, const std::string& why) {
  current_session().book_budget(kWork, counted.total().work, 0);
  expect_at_most(counted, cost::span, budget, why);
}

void expect_as_asked(const answer& counted, bool done, const std::string& how) {
  require_declaration();
  if (!done) not_on_device(counted, "The result is right, but " + how);
}

void expect_whole_warps(const answer& counted, direction what, const std::string& why) {
  constexpr std::uint64_t kElementBytes = 4, kLeast = 16;
  require_declaration();
  const bool loads = what == direction::load;
  const kernel_counters total = counted.total();
  const access_counts& all = loads ? total.global_load : total.global_store;
  const std::uint64_t threads = all.requests == 0 ? 0 : all.bytes / kElementBytes / all.requests;
  if (threads >= kLeast) return;
  throw judgement{
      verdict::over_budget,
      fmt::format("The result is right, but when a warp {}, only {} of its 32 threads take{} part on "
                  "average; at least {} should. {}",
                  loads ? "loads" : "stores", threads, threads == 1 ? "s" : "", kLeast, why)};
}

void expect_at_most(const answer& counted, cost what, std::uint64_t budget, const std::string& why,
                    const std::string& kernel) {
  require_declaration();
  std::vector<const kernel_counters*> chosen;
  for (const kernel_counters& k : counted.counters())
    if (k.kernel.find(kernel) != std::string::npos) chosen.push_back(&k);
  std::uint64_t sum = amount(total_of(counted.counters(), kernel), what);
  if (what == cost::device_memory)
    sum = besides_buffers(counted.checked().peak_memory, counted) + counted.checked().variables;
  const cost_words words = words_for(what);
  const std::optional<std::uint64_t> reference = current_session().book_budget(words.name, sum, budget);
  if (sum <= budget) return;
  tell_bounds_first(counted);
  std::string text = fmt::format("The result is right, but it costs too much: {} {}; the budget is {}. {}",
                                 grouped(sum), words.name, grouped(budget), why);
  if (reference) text += fmt::format(" The reference solution takes {}.", grouped(*reference));
  text += words.op != nullptr ? most_expensive_lines(chosen, what) : by_kernel(chosen, what);
  throw judgement{verdict::over_budget, text};
}

}  // namespace verifier

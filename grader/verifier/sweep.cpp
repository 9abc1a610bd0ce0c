// SPDX-License-Identifier: Apache-2.0
// Measures the points of a sweep, and writes the results.
#include "sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <map>

#include "options.h"
#include "plain_file.h"
#include "process_tree.h"
#include "selection.h"
#include "session.h"
#include "text_layout.h"

namespace verifier {
namespace {

constexpr int kBits[] = {1, 2, 3, 4, 5, 6, 8};
constexpr unsigned kBlockSizes[] = {64, 128, 256, 512, 1024};
constexpr unsigned kKeysPerThread = 16, kMostKeysPerBlock = 8192;
constexpr std::size_t kPointRunsOnGpu = 5, kPointRunsSimulated = 3;
constexpr std::size_t kKeysOnGpu = 16777217, kKeysSimulated = 65537;  // the last tile is not full

std::map<std::string, sweep_request>& registered() {
  static std::map<std::string, sweep_request> all;
  return all;
}

std::string labs_with_a_sweep() {
  std::vector<std::string> numbers;
  for (const auto& [suite, asked] : registered()) numbers.push_back(suite.substr(3));
  return fmt::format("{}", fmt::join(numbers, ", "));
}

lab_entry chosen_lab(const options& given) {
  if (given.lab.empty())
    throw request_error(kBadRequest,
                        "A sweep measures one lab. Name it, as in `make sweep LAB=" +
                            (registered().empty() ? "05" : registered().rbegin()->first.substr(3)) +
                            "`. These labs have one: " + labs_with_a_sweep() + ".");
  const lab_entry lab = choose_labs(given).front();
  if (registered().count(lab.suite) == 0)
    throw request_error(kBadRequest, fmt::format("Lab {} has no sweep. These labs have one: {}.", lab.number,
                                                 labs_with_a_sweep()));
  return lab;
}

std::string name_of(const sweep_point& at) {
  return fmt::format("digits of {} bit{}, blocks of {} threads, tiles of {} keys", at.bits,
                     at.bits == 1 ? "" : "s", at.block_size, at.tile);
}

// Shows progress: on a terminal in one line that is overwritten, otherwise in one line per digit size.
class progress {
 public:
  explicit progress(const terminal& out) : out_(out) {}
  void show(std::size_t done, std::size_t of, const sweep_point& at) const {
    const std::string text = fmt::format("  {}/{}  {}", done, of, name_of(at));
    if (out_.interactive)
      fmt::print("\r\x1b[2K{}", out_.paint(colour::dim, shorten(text, out_.width - 1)));
    else if (at.block_size == kBlockSizes[0])
      fmt::print("  {}/{}  digits of {} bit{}\n", done, of, at.bits, at.bits == 1 ? "" : "s");
    std::fflush(stdout);
  }
  void clear() const {
    if (out_.interactive) fmt::print("\r\x1b[2K");
    std::fflush(stdout);
  }

 private:
  const terminal& out_;
};

// Makes phases printable, because they come from the student's process.
std::vector<phase> in_plain_words(std::vector<phase> phases) {
  constexpr std::size_t kMostPhases = 8, kMostLetters = 24;
  if (phases.size() > kMostPhases) phases.resize(kMostPhases);
  for (phase& part : phases) {
    part.name = part.name.substr(0, kMostLetters);
    for (char& c : part.name)
      if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != ' ' && c != '-') c = '_';
    if (!std::isfinite(part.ms) || part.ms < 0) part.ms = 0;
  }
  return phases;
}

int status_of(const judgement& result) {
  return result.kind == verdict::not_your_code ? kGradingFailed : kNotFullMarks;
}

void explain(const judgement& result, const sweep_point& at, const lab_entry& lab, const terminal& out) {
  session& grading = current_session();
  std::string text = fmt::format("The sweep ended with {}, at {}.\n{}\n", verifier::name_of(result.kind),
                                 name_of(at), with_short_paths(printable(result.text), grading.config));
  if (!grading.test().ran.empty() && result.kind != verdict::not_yet)
    text += "Ran " + grading.test().ran + "\n";
  text += fmt::format("No chart was written. `make {} LAB={}` tests the lab.",
                      grading.config.audience == "labs" ? "grade" : "solutions", lab.number);
  text = wrap(text, out.width, 0);
  fmt::print(stderr, "{}\n", out.unicode ? text : without_symbols(text));
}

}  // namespace

sweep_registration::sweep_registration(const char* suite, sweep_request asked) {
  registered()[suite] = asked;
}

request sort_in_tiles(const sweep_point& at, const std::vector<std::uint32_t>& keys) {
  return request("sort")
      .param("bits", at.bits)
      .param("block_size", at.block_size)
      .param("tile", at.tile)
      .in_out("keys", keys)
      .output<std::uint32_t>("scratch", keys.size())
      .timeout(120);
}

int run_sweep(const options& given, const terminal& out) {
  const lab_entry lab = chosen_lab(given);
  session& grading = current_session();
  grading.labs = {lab};
  check_sandbox(given, grading);
  adopt_orphans();
  keep_to_oneself();
  grading.config = settings_of(given, grading);
  std::filesystem::create_directories(given.reports);
  rubric_row row;
  row.test = "Sweep";
  grading.begin_test(lab, row);

  sweep_chart chart;
  chart.lab = lab.number;
  chart.simulated = !on_gpu();
  chart.title =
      fmt::format("Lab {}, {}", lab.number, given.audience == "labs" ? "your sort" : "the solution");
  chart.keys = scaled(kKeysSimulated, kKeysOnGpu);
  chart.seed = grading.config.seed;
  chart.runs = static_cast<int>(scaled(kPointRunsSimulated, kPointRunsOnGpu));
  chart.command = fmt::format("make sweep LAB={}{} BACKEND={} SEED={}", lab.number,
                              given.audience == "labs" ? "" : " OF=" + given.audience, grading.config.backend,
                              chart.seed);
  const auto keys = uniform<std::uint32_t>(chart.keys);
  const progress line(out);
  constexpr std::size_t kPoints = std::size(kBits) * std::size(kBlockSizes);
  for (const int bits : kBits)
    for (const unsigned block_size : kBlockSizes) {
      const sweep_point at{bits, block_size, std::min(kKeysPerThread * block_size, kMostKeysPerBlock)};
      line.show(chart.points.size() + 1, kPoints, at);
      try {
        request asked = registered().at(lab.suite)(at, keys);
        chart.points.push_back({at, in_plain_words(measured_sort(asked, keys, chart.runs))});
        if (!(chart.points.back().total() > 0))
          wrong("The sort timed no phases. Wrap each part of it in lab::timed_phase(timer, \"…\").");
      } catch (const judgement& result) {
        line.clear();
        explain(result, at, lab, out);
        return status_of(result);
      }
    }
  grading.close_runner();
  line.clear();
  chart.device = grading.device;
  const std::string text = sweep_text(chart, out.width);
  fmt::print("{}", out.unicode ? text : without_symbols(text));
  const std::filesystem::path file = given.reports / ("sweep_" + lab.number);
  write_file(file.string() + ".csv", sweep_csv(chart));
  write_file(file.string() + ".svg", sweep_svg(chart));
  fmt::print("\nWritten: {0}.csv and {0}.svg\n", std::filesystem::proximate(file).string());
  return kGraded;
}

}  // namespace verifier

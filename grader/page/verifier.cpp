// SPDX-License-Identifier: Apache-2.0
// The verifier in a web page. The runner is another module in the same worker (docs/playground/grade.js).
// Most of this file replaces code that needs Linux's processes and memfds.
#include <emscripten.h>
#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "../verifier/memory_file.h"
#include "../verifier/runner_process.h"
#include "plain_file.h"
#include "report.h"
#include "session.h"
#include "workers.h"

// `asked` and the result are JSON. `input` and `output` have `bytes` each. The page suspends the verifier
// until the runner has answered.
EM_JS(char*, page_ask_runner,
      (const char* asked, const unsigned char* input, unsigned char* output, size_t bytes),
      { return Module.askRunner(UTF8ToString(asked), input, output, bytes).then(allocateUTF8); });
// `what` is a JSON object: a test begins or has ended.
EM_JS(void, page_hear, (const char* what), { Module.hear(UTF8ToString(what)); });

namespace {

using nlohmann::json;

std::string dump(const json& value) { return value.dump(-1, ' ', false, json::error_handler_t::replace); }

json ask_runner(const json& asked, const unsigned char* input = nullptr, unsigned char* output = nullptr,
                std::size_t bytes = 0) {
  char* const text = page_ask_runner(dump(asked).c_str(), input, output, bytes);
  json answer = json::parse(text);
  std::free(text);
  return answer;
}

std::vector<std::vector<unsigned char>>& files() {
  static std::vector<std::vector<unsigned char>> all;
  return all;
}

std::string text_in(const json& from, const char* name) { return from.value(name, std::string()); }

}  // namespace

namespace sandbox {
void memory_group::end() {}
}  // namespace sandbox

namespace verifier {

// ---- memory_file.h ----

int memory_file::make(const char*, std::size_t bytes, bool) {
  std::size_t file = 0;
  while (file < files().size() && !files()[file].empty()) ++file;
  if (file == files().size()) files().emplace_back();
  files()[file].reserve(1);
  // A report grows as it is written.
  files()[file].resize(bytes == protocol::kMaxReport ? 1 : bytes);
  return static_cast<int>(file);
}
unsigned char* memory_file::map_sealed(int file, std::size_t) {
  return files()[static_cast<std::size_t>(file)].data();
}
void memory_file::unmap(unsigned char*, std::size_t) {}
std::size_t memory_file::read(int file, void* to, std::size_t bytes, std::size_t offset) {
  const auto& from = files()[static_cast<std::size_t>(file)];
  const std::size_t size = offset < from.size() ? std::min(bytes, from.size() - offset) : 0;
  std::memcpy(to, from.data() + offset, size);
  return size;
}
void memory_file::close(int file) {
  if (file >= 0) std::vector<unsigned char>().swap(files()[static_cast<std::size_t>(file)]);
}

// ---- runner_process.h ----

namespace {

exchange_result result_of(const json& heard) {
  exchange_result result;
  result.kind = outcome::ended;
  result.status = heard.value("status", 0);
  result.fault = text_in(heard, "fault");
  result.last_fault = text_in(heard, "last_fault");
  result.unwritten = text_in(heard, "unwritten");
  if (const auto reply = protocol::parse_reply(text_in(heard, "reply"))) {
    result.kind = outcome::replied;
    result.reply = *reply;
  }
  return result;
}

}  // namespace

exchange_result runner_process::start(const std::filesystem::path& executable, runner_kind,
                                      const std::vector<std::string>&, const limits&) {
  stop();
  const json heard = ask_runner({{"do", "start"}, {"runner", executable.filename().string()}});
  printed_ = 0;
  kept_ = text_in(heard, "printed");
  exchange_result result = result_of(heard);
  pid_ = result.kind == outcome::replied ? 1 : -1;
  return result;
}

namespace {

// Anything that a page cannot do must not look like a student's mistake.
void require_small(const protocol::request_message& request) {
  constexpr std::size_t kMostBytes = 1 << 19;
  for (const auto& [name, value] : request.params)
    if (value > UINT32_MAX)
      throw judgement{verdict::not_graded,
                      fmt::format("A page has 32-bit sizes, but this test has {} = {}. `make grade` runs it.",
                                  name, value)};
  if (request.image_bytes > kMostBytes)
    throw judgement{
        verdict::not_graded,
        fmt::format("This test's arrays have {} KiB, but a page runs only tests of at most {} KiB. "
                    "`make grade` runs it.",
                    request.image_bytes >> 10, kMostBytes >> 10)};
}

}  // namespace

exchange_result runner_process::exchange(const protocol::request_message& request,
                                         const std::vector<int>& fds, const limits&) {
  const auto file = [&](std::size_t i) -> std::vector<unsigned char>& {
    return files()[static_cast<std::size_t>(fds[i])];
  };
  require_small(request);
  const stopwatch took;
  const json heard = ask_runner({{"do", "serve"}, {"request", protocol::to_text(request)}}, file(0).data(),
                                file(1).data(), request.image_bytes);
  kept_ += text_in(heard, "printed").substr(0, kOutputKept);
  if (fds.size() > 2) {
    const std::string report = text_in(heard, "report");
    file(2).assign(report.begin(), report.end());
    file(2).push_back(0);
  }
  exchange_result result = result_of(heard);
  result.seconds = took.seconds();
  if (result.kind != outcome::replied) pid_ = -1;
  return result;
}

std::string runner_process::take_output() { return std::exchange(kept_, ""); }

void runner_process::stop() {
  if (pid_ > 0) (void)ask_runner({{"do", "stop"}});
  pid_ = -1;
}
void runner_process::stop_if_crowded() {}

void show_baselines(baseline, const std::vector<std::uint32_t>&) {}  // a page does not measure times

}  // namespace verifier

// ---- what the page calls ----

namespace {

// The workbook's place in Emscripten's file system.
constexpr char kWorkbook[] = "/workbook";

verifier::settings settings_of(std::uint64_t seed) {
  const std::filesystem::path workbook = kWorkbook;
  verifier::settings s;
  s.backend = "sim";
  s.seed = seed;
  s.labs = workbook / "labs";
  s.runners = workbook / "runners";
  s.reports = "/";
  s.source = s.built = workbook;
  s.rubrics = workbook / "grader/labs";
  s.trial_seconds = 0.5;
  return s;
}

}  // namespace

extern "C" {

// Grades the tests of /job.json ({folder, tests: ["Lab01.Claim", …], seed}), and writes results.json to
// /results.json. If the lab is unknown or the grader fails, returns false, and the file has the error
// message.
EMSCRIPTEN_KEEPALIVE bool page_grade() try {
  using namespace verifier;
  std::ifstream given("/job.json");
  const json job = json::parse(given);
  session& grading = current_session();
  grading.config = settings_of(job.at("seed"));
  const std::vector<lab_entry> all = load_labs(grading.config.rubrics);
  const lab_entry* const chosen = find_lab(all, job.at("folder"));
  if (chosen == nullptr) throw std::runtime_error("there is no lab " + job.at("folder").get<std::string>());
  grading.labs = {*chosen};
  const std::set<std::string> names = job.at("tests");
  for (const chosen_test& test : tests_to_run(grading.labs, names)) {
    page_hear(dump({{"begins", test.lab->suite + "." + test.row->test}}).c_str());
    run_here(*test.lab, *test.row, test.body);
    page_hear(dump({{"ended", test.lab->suite + "." + test.row->test},
                    {"verdict", name_of(grading.results.back().kind)}})
                  .c_str());
  }
  grading.close_runner();
  grading.finish_lab(grading.labs.front());
  write_results(grading, 0, "/results.json");
  return true;
} catch (const std::exception& error) {
  verifier::write_file("/results.json", error.what());
  return false;
}
}

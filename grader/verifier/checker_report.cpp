// SPDX-License-Identifier: Apache-2.0
// Reads the checkers' report and describes its findings in words.
#include "checker_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "plain_file.h"
#include "race_advice.h"
#include "session.h"

namespace verifier {
namespace {

using nlohmann::json;

constexpr std::size_t kKept = 50;            // findings; further ones are only counted
constexpr std::size_t kLongestText = 2000;   // of one field
constexpr std::size_t kLongestSource = 200;  // of a quoted line
constexpr std::size_t kLongestFile = 1 << 20;

std::string text_of(const json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end() || !found->is_string()) return "";
  return printable(found->get<std::string>().substr(0, kLongestText));
}

std::optional<std::array<unsigned, 3>> index_of(const json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end()) return std::nullopt;
  return found->get<std::array<unsigned, 3>>();
}

}  // namespace

// Opens only files of the workbook, because the runner, which is not trusted, names the file.
std::string quoted_line(const std::string& file, int number) {
  const settings& config = current_session().config;
  std::error_code failed;
  const std::string short_root = config.audience + "/";  // with_short_paths
  const bool is_short = file.rfind(short_root, 0) == 0;
  const std::filesystem::path real = std::filesystem::canonical(
      is_short ? config.labs / file.substr(short_root.size()) : config.source / file, failed);
  const auto below = [&](const std::filesystem::path& folder) {
    const std::filesystem::path root = std::filesystem::canonical(folder, failed);
    return !failed && real.string().rfind(root.string() + "/", 0) == 0;
  };
  if (failed || !std::filesystem::is_regular_file(real, failed)) return "";
  const bool ours = config.audience == "solutions" && below(config.source / "solutions");
  if (!ours && !below(config.labs) && !below(config.source / "labs") && !below(config.source / "common") &&
      !below(config.built / "common"))
    return "";
  std::string text, line;
  (void)read_plain_file(real, kLongestFile, text);
  std::istringstream in(text);
  for (int at = 0; at < number; ++at)
    if (!std::getline(in, line)) return "";
  line.erase(0, line.find_first_not_of(" \t"));
  return printable(line.substr(0, kLongestSource));
}

namespace {

void set_place(finding_access& a, const json& object) {
  const std::string file = text_of(object, "file");
  const int line = object.at("line").get<int>();
  if (file.empty()) return;
  a.line = line;
  a.source = quoted_line(file, a.line);
  a.file = with_short_paths(file, current_session().config);
}

finding_access read_access(const json& object) {
  finding_access a;
  a.block = index_of(object, "block");
  a.thread = index_of(object, "thread");
  if (const auto code = object.find("code"); code != object.end())
    a.code = fmt::format("{:x}", code->get<std::uint32_t>());
  a.op = text_of(object, "op");
  a.write = object.value("write", false);
  a.value = text_of(object, "value");
  set_place(a, object);
  return a;
}

// Removes the advice from the end of a message.
std::string without_end(std::string text, const std::string& end) {
  const bool has_it = !end.empty() && text.size() >= end.size() &&
                      text.compare(text.size() - end.size(), end.size(), end) == 0;
  if (has_it) text.resize(text.size() - end.size());
  while (!text.empty() && (text.back() == ' ' || text.back() == '.')) text.pop_back();
  return text;
}

// Adds a finding, or merges it with one on the same lines: compilers duplicate code, so that one bug can have
// several addresses.
void add(std::vector<finding>& all, finding f) {
  const auto places = [](const finding& of) {
    std::vector<std::pair<std::string, int>> lines;
    for (const finding_access& a : of.accesses) lines.emplace_back(a.file, a.line);
    std::sort(lines.begin(), lines.end());
    return lines;
  };
  const auto same = [&](const finding& other) {
    return other.kind == f.kind && other.subkind == f.subkind && other.kernel == f.kernel &&
           places(other) == places(f);
  };
  const bool placed = !f.accesses.empty() && !f.accesses.front().file.empty();
  const auto known = placed ? std::find_if(all.begin(), all.end(), same) : all.end();
  if (known == all.end()) {
    all.push_back(std::move(f));
    return;
  }
  known->count += f.count;
  for (finding_access& a : known->accesses)
    for (const finding_access& copy : f.accesses)
      if (a.line == copy.line && a.code.size() < kLongestSource &&
          a.code.find(copy.code) == std::string::npos)
        a.code += "." + copy.code;
}

finding read_finding(const json& object) {
  finding f;
  f.kind = printable(object.at("kind").get<std::string>().substr(0, 100));
  f.subkind = text_of(object, "subkind");
  f.kernel = text_of(object, "kernel");
  if (const auto place = object.find("where"); place != object.end() && place->is_object())
    f.where = text_of(*place, "text");
  f.advice = text_of(object, "advice");
  f.message = with_short_paths(without_end(text_of(object, "message"), f.advice), current_session().config);
  f.values = text_of(object, "values");
  f.remedy = text_of(object, "remedy");
  f.count = object.at("count").get<std::uint64_t>();
  for (const json& side : object.at("accesses"))
    if (f.accesses.size() < 4) f.accesses.push_back(read_access(side));
  std::optional<line_of_barrier> barrier;
  if (const auto place = object.find("barrier"); place != object.end())
    barrier = {text_of(*place, "file"), place->at("line").get<int>()};
  advise_by_lines(f, barrier);
  if (f.subkind == "global-cross-block" && f.remedy == "split" && !both_write(f))
    f.advice += " If elements move within the array that is read, write to a second array.";
  return f;
}

access_counts read_counts(const json& object) {
  const auto number = [&](const char* name) { return object.value(name, std::uint64_t{0}); };
  return {number("requests"), number("sectors") + number("wavefronts"), number("conflicts"), number("bytes")};
}

void add_example(line_counts& to, const json& object) {
  constexpr std::size_t kLanes = 32;
  to.example_cost = object.at("cost").get<std::uint64_t>();
  to.example_bytes = object.at("bytes").get<std::uint64_t>();
  for (const json& lane : object.at("lanes"))
    if (to.example.size() < kLanes)
      to.example.push_back({lane.at(0).get<unsigned>() % 32, lane.at(1).get<std::uint64_t>()});
}

kernel_counters read_counters(const json& object) {
  kernel_counters k;
  k.kernel = printable(object.at("kernel").get<std::string>().substr(0, kLongestText));
  k.launches = object.at("launches").get<std::uint64_t>();
  k.blocks = object.at("blocks").get<std::uint64_t>();
  k.threads = object.at("threads").get<std::uint64_t>();
  k.barriers = object.at("barriers_per_block").at("total").get<std::uint64_t>();
  k.most_barriers = object.at("barriers_per_block").at("max").get<std::uint64_t>();
  k.global_load = read_counts(object.at("global_load"));
  k.global_store = read_counts(object.at("global_store"));
  k.shared_load = read_counts(object.at("shared_load"));
  k.shared_store = read_counts(object.at("shared_store"));
  k.global_atomics = object.at("atomics").at("global").get<std::uint64_t>();
  k.shared_atomics = object.at("atomics").at("shared").get<std::uint64_t>();
  k.work = object.at("steps").at("work").get<std::uint64_t>();
  k.span = object.at("steps").at("span").get<std::uint64_t>();
  for (const json& line : object.at("lines")) {
    if (k.lines.size() == kKept) break;
    finding_access place;
    set_place(place, line);
    const access_counts counts = read_counts(line);
    k.lines.push_back({place.file,
                       place.source,
                       place.line,
                       text_of(line, "op"),
                       counts.requests,
                       counts.transactions,
                       counts.conflicts,
                       {},
                       0,
                       0});
    if (line.contains("example")) add_example(k.lines.back(), line.at("example"));
  }
  return k;
}

// Gives a history's steps the same paths as findings have.
json with_places(json steps) {
  for (json& step : steps) {
    if (!step.is_object() || !step.contains("file")) continue;
    finding_access place;
    set_place(place, step);
    step["file"] = place.file;
    step["line"] = place.line;
    step["source"] = place.source;
  }
  return steps;
}

std::string place_of(const finding_access& a) {
  if (a.file.empty()) return "";
  return a.file.substr(a.file.rfind('/') + 1) + ":" + std::to_string(a.line);
}

std::string describe(const finding_access& a) {
  const auto triple = [](const std::array<unsigned, 3>& v) {
    return v[1] == 0 && v[2] == 0 ? std::to_string(v[0]) : fmt::format("({},{},{})", v[0], v[1], v[2]);
  };
  std::string text = "  " + a.op;
  if (!a.value.empty()) text += " (" + a.value + ")";
  if (a.block && a.thread)
    text += fmt::format(" by block {}, thread {}", triple(*a.block), triple(*a.thread));
  if (a.file.empty()) return text + "\n";
  text += fmt::format("{}at {}:{}\n", a.op.empty() ? "" : ", ", a.file, a.line);
  if (!a.source.empty()) text += fmt::format("  {:>6} | {}\n", a.line, a.source);
  return text;
}

// A bug in a given function is usually the caller's mistake.
std::string in_given_code(const finding& f) {
  constexpr char kGiven[] = "common/lab/";
  std::string file;
  for (const finding_access& a : f.accesses) {
    if (a.file.rfind(kGiven, 0) != 0) return "";
    file = a.file;
  }
  if (file.empty() || f.kind == "leak") return "";
  if (f.kind.rfind("bad-", 0) == 0)  // a host call that CUDA refuses
    return "That code is given. Check the pointers and sizes that you pass to it.\n";
  if (f.kind == "host-pointer")
    return "That code is given. Check the pointers that you pass to it: one points to host memory, like "
           "data() of a std::vector, where " +
           file + " requires device memory.\n";
  if (f.kind == "out-of-bounds" || f.kind == "use-after-free")
    return "That code is given. Check the arrays and sizes that you pass to it: is each array as large as " +
           file + " requires (cudaMalloc counts bytes), and still allocated?\n";
  return "That code is given. Check your calls to it: do all threads of the block call it the same number of "
         "times, with the arguments that " +
         file + " requires, and is there a barrier before its shared memory is used again?\n";
}

// Moves the finding about a barrier that some threads miss to the front, before the races and uninitialised
// reads that it explains.
void missed_meetings_first(std::vector<finding>& all) {
  const auto missed = std::find_if(all.begin(), all.end(), [&](const finding& f) {
    static const std::set<std::string> meetings{"barrier-passed", "barrier-divergence", "syncwarp-absent",
                                                "shuffle-absent-lane", "warp-masks-differ"};
    const std::string& first = all.front().kind;
    return meetings.count(f.kind) > 0 && (first == "race" || first == "uninitialised-read") &&
           f.kernel == all.front().kernel;
  });
  if (missed != all.end()) std::rotate(all.begin(), missed, missed + 1);
}

// Returns the message without its kind, such as "barrier divergence: ".
std::string without_kind(const finding& f) {
  std::string words = f.kind + ": ";
  std::replace(words.begin(), words.end(), '-', ' ');
  return f.message.rfind(words, 0) == 0 ? f.message.substr(words.size()) : f.message;
}

// A short name for use in sentences.
std::string short_name(const finding& f) {
  std::string text = f.kind == "out-of-bounds" ? "out-of-bounds access" : f.kind;
  if (!f.kernel.empty()) text += " in kernel `" + f.kernel + "`";
  std::string at;
  for (const finding_access& a : f.accesses)
    if (const std::string place = place_of(a); !place.empty() && at.find(place) == std::string::npos)
      at += (at.empty() ? " at " : " and ") + place;
  return text + at;
}

}  // namespace

std::optional<checker_report> parse_checker_report(const std::string& text) try {
  const json value = json::parse(text);
  checker_report report;
  for (const json& object : value.at("findings")) {
    if (report.findings.size() < kKept)
      add(report.findings, read_finding(object));
    else
      ++report.more;
  }
  missed_meetings_first(report.findings);
  if (value.contains("dropped")) report.more += value.at("dropped").get<std::uint64_t>();
  report.counted = value.contains("counters");
  if (report.counted) {
    for (const json& object : value.at("counters"))
      if (report.counters.size() < kKept) report.counters.push_back(read_counters(object));
    report.peak_memory = value.at("memory").at("peak").get<std::uint64_t>();
    report.variables = value.at("variables").at("bytes").get<std::uint64_t>();
    report.copied_to_host = value.at("copied").at("to_host").get<std::uint64_t>();
    report.printed = value.at("copied").at("printed").get<std::uint64_t>();
  }
  if (value.contains("history"))
    report.history = with_places(value.at("history")).dump(-1, ' ', false, json::error_handler_t::replace);
  return report;
} catch (const json::exception&) {
  return std::nullopt;
}

std::string cause_of(const checker_report& report) {
  return report.findings.empty() ? "" : short_name(report.findings.front());
}

bool meets_in_one_statement(const checker_report& report) {
  if (report.findings.empty() || report.findings.front().accesses.size() < 2) return false;
  const finding_access &a = report.findings.front().accesses[0], &b = report.findings.front().accesses[1];
  return !a.file.empty() && a.file == b.file && a.line == b.line;
}

bool why_they_meet_is_open(const checker_report& report) {
  if (!meets_in_one_statement(report) || lacks_atomic(report)) return false;
  const finding& f = report.findings.front();
  return f.kind != "race" || f.subkind != "shared" || both_write(f);
}

access_counts& access_counts::operator+=(const access_counts& more) {
  requests += more.requests;
  transactions += more.transactions;
  conflicts += more.conflicts;
  bytes += more.bytes;
  return *this;
}

kernel_counters total_of(const std::vector<kernel_counters>& kernels, const std::string& name) {
  kernel_counters all;
  for (const kernel_counters& k : kernels) {
    if (k.kernel.find(name) == std::string::npos) continue;
    for (const auto sum : {&kernel_counters::launches, &kernel_counters::blocks, &kernel_counters::threads,
                           &kernel_counters::barriers, &kernel_counters::global_atomics,
                           &kernel_counters::shared_atomics, &kernel_counters::work, &kernel_counters::span})
      all.*sum += k.*sum;
    for (const auto sum : {&kernel_counters::global_load, &kernel_counters::global_store,
                           &kernel_counters::shared_load, &kernel_counters::shared_store})
      all.*sum += k.*sum;
    all.most_barriers = std::max(all.most_barriers, k.most_barriers);
  }
  return all;
}

std::string describe_findings(const checker_report& report) {
  if (report.findings.empty()) return fmt::format("The checkers found {} bugs.", report.more);
  const finding& f = report.findings.front();
  std::string text = "Found by the checkers: " + f.kind;
  if (!f.subkind.empty()) text += " (" + f.subkind + ")";
  if (!f.kernel.empty()) text += " in kernel `" + f.kernel + "`";
  text += ": " + without_kind(f) + ".\n";
  for (const finding_access& a : f.accesses) text += describe(a);
  if (!f.values.empty()) text += f.values + "\n";
  const std::string given = in_given_code(f);
  text += !given.empty() ? given : f.advice.empty() ? "" : advice_of(report) + "\n";
  if (f.count > 1) text += fmt::format("This happened {} times. ", f.count);
  const std::uint64_t others = report.findings.size() - 1 + report.more;
  if (others > 0) {
    text += others == 1 ? "And one more finding: " : fmt::format("And {} more findings: ", others);
    constexpr std::size_t kNamed = 3;
    std::string named;
    for (std::size_t i = 1; i < report.findings.size() && i <= kNamed; ++i) {
      const finding& other = report.findings[i];
      const std::string at = other.accesses.empty() ? "" : place_of(other.accesses.front());
      named += (named.empty() ? "" : "; ") + other.kind + (at.empty() ? "" : " at " + at);
    }
    text += named + (others > kNamed ? "; …" : "") + ".";
  }
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text;
}

}  // namespace verifier

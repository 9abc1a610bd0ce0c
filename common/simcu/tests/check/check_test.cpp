// SPDX-License-Identifier: Apache-2.0
// Runs each CASE(NAME) of the *.cu files here, compiled with `simcu --check`, and compares the findings with
// the lines above the case:
//   // expect: clean
//   // expect: KIND [SUBKIND] [at MARK …]   a finding of this kind with exactly the lines of these marks
//   // may: …                               another finding, which depends on the schedule
//   // says: TEXT                           the report contains this text (anywhere)
//   // gap: REASON                          the checker cannot do this yet; a miss is skipped (see README.md)
// A mark is one letter, alone or before a colon and a remark; it stands for the last such line before the
// case's end. Clean cases must print the same under every schedule.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <vector>

#include "../driver/toolbox.h"
#include "checks/race_rule.h"

namespace {

struct claim {
  std::string kind;
  std::set<int> lines;  // empty means any lines
  bool required;
  bool met_by(const claim& found) const {
    return kind == found.kind && (lines.empty() || lines == found.lines);
  }
};

std::string text(const claim& c) {
  std::string out = c.kind;
  for (const int line : c.lines) out += (line == *c.lines.begin() ? " at " : " ") + std::to_string(line);
  return out;
}

struct kernel_case {
  std::string name;
  std::string file;
  std::vector<claim> claims;
  std::vector<std::string> says;
};

// Returns the letter of `// a` or `// a: text`, or 0.
char mark_of(const std::string& line) {
  const std::size_t at = line.rfind("// ");
  if (at == 0 || at == std::string::npos || at + 3 >= line.size()) return 0;
  const std::string after = line.substr(at + 4, 2);
  return std::islower(static_cast<unsigned char>(line[at + 3])) && (after.empty() || after == ": ")
             ? line[at + 3]
             : 0;
}

claim read_claim(const std::string& text, bool required, const std::map<char, int>& marks) {
  claim c{"", {}, required};
  std::istringstream words(text);
  for (std::string word; words >> word && word != "at";) c.kind += (c.kind.empty() ? "" : " ") + word;
  for (char mark; words >> mark;) c.lines.insert(marks.at(mark));
  return c;
}

// Throws std::out_of_range if no line has a claim's mark.
void read_cases(const std::filesystem::path& file, std::vector<kernel_case>& cases) {
  std::ifstream in(file);
  std::map<char, int> marks;
  std::vector<std::string> expectations;
  kernel_case c;
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (const char mark = mark_of(line)) marks[mark] = number;
    const std::string word = line.rfind("// ", 0) == 0 ? line.substr(3, line.find(": ") - 3) : "";
    if (word == "expect" || word == "may") expectations.push_back(line.substr(3));
    if (word == "says") c.says.push_back(line.substr(9));
    if (word == "gap") expectations.push_back("gap: gap");
    if (line.rfind("CASE(", 0) == 0) c.name = line.substr(5, line.find(')') - 5);
    if (c.name.empty() || (line[0] != '}' && line.back() != '}')) continue;
    if (line[0] == ' ') continue;
    for (const std::string& e : expectations)
      c.claims.push_back(read_claim(e.substr(e.find(": ") + 2), e[0] == 'e', marks));
    c.file = file.stem().string();
    cases.push_back(std::move(c));
    c = {};
    expectations.clear();
  }
}

const std::map<std::string, kernel_case>& all_cases() {
  static const std::map<std::string, kernel_case> all = [] {
    std::vector<kernel_case> read;
    for (const auto& entry : std::filesystem::directory_iterator(SIMCU_CHECK_KERNELS))
      if (entry.path().extension() == ".cu") read_cases(entry.path(), read);
    std::map<std::string, kernel_case> by_name;
    for (kernel_case& c : read)
      if (!by_name.emplace(c.name, c).second) throw std::runtime_error("two cases are called " + c.name);
    return by_name;
  }();
  return all;
}

std::vector<claim> read_report(const std::string& file) {
  std::ifstream in(file);
  std::vector<claim> found;
  const auto report = nlohmann::json::parse(in);
  for (const auto& f : report.at("findings")) {
    claim c{f.at("kind").get<std::string>(), {}, true};
    if (f.contains("subkind")) c.kind += " " + f.at("subkind").get<std::string>();
    for (const auto& a : f.at("accesses")) c.lines.insert(a.at("line").get<int>());
    found.push_back(c);
  }
  return found;
}

// Returns about 50 for g++, and a few for other compilers, which use the same runtime.
// SIMCU_TEST_SCHEDULES="reverse random:1" replaces the list on an emulator, where a run takes seconds.
std::vector<std::string> schedules_for(const std::string& compiler) {
  if (const char* given = std::getenv("SIMCU_TEST_SCHEDULES")) {
    std::istringstream words(given);
    return {std::istream_iterator<std::string>(words), {}};
  }
  std::vector<std::string> all = {"lockstep",      "fifo",     "reverse",
                                  "reverse+warps", "random:1", "pct:1,3+warps"};
  if (compiler != "g++") return all;
  for (int seed = 2; seed <= 20; ++seed) all.push_back("random:" + std::to_string(seed));
  for (int seed = 21; seed <= 39; ++seed) all.push_back("random:" + std::to_string(seed) + "+warps");
  for (int depth = 2; depth <= 4; ++depth) {
    all.push_back("pct:7," + std::to_string(depth) + ",200");
    all.push_back("pct:8," + std::to_string(depth) + ",200+warps");
  }
  return all;
}

void expect_the_same(const sandbox& box, const std::string& program, const std::string& first,
                     const std::vector<std::string>& schedules) {
  // The dynamic linker resolves library functions once before the first run, and not in each run.
  std::string command = "LD_BIND_NOW=1 SIMCU_TIMEOUT=20 " + program;
  for (const std::string& s : schedules) command += " " + s;
  const outcome all = box.run(command);
  EXPECT_EQ(all.status, 0);
  std::size_t at = 0;
  for (const std::string& s : schedules) {
    const std::string expected = first + s + ": status 0\n";
    ASSERT_EQ(all.output.compare(at, expected.size(), expected), 0) << "SIMCU_SCHEDULE=" << s << ":\n"
                                                                    << all.output.substr(at, 1500);
    at += expected.size();
  }
  EXPECT_EQ(all.output.size(), at);
}

// Readers of a finding look up its kind in the README.
TEST(Findings, EachKindIsInTheReadme) {
  namespace fs = std::filesystem;
  const fs::path simcu = fs::path(SIMCU_CHECK_KERNELS).parent_path().parent_path();
  const auto text_of = [](const fs::path& file) {
    std::ifstream in(file);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  std::set<std::string> kinds;
  for (const auto& [name, c] : all_cases())
    for (const claim& stated : c.claims) kinds.insert(stated.kind.substr(0, stated.kind.find(' ')));
  const std::regex set_there(R"re(kind = "([a-z-]+)")re");
  for (const char* part : {"check", "runtime"})
    for (const auto& file : fs::recursive_directory_iterator(simcu / part)) {
      if (!file.is_regular_file()) continue;
      const std::string text = text_of(file.path());
      for (std::sregex_iterator m(text.begin(), text.end(), set_there), end; m != end; ++m)
        kinds.insert((*m)[1]);
    }
  kinds.erase("clean");
  kinds.erase("gap");
  kinds.erase("race");
  EXPECT_TRUE(kinds.count("failed-launch") && kinds.count("out-of-bounds"));
  const std::string readme = text_of(simcu / "README.md");
  for (const std::string& kind : kinds) EXPECT_NE(readme.find("`" + kind + "`"), std::string::npos) << kind;
}

class CheckedKernel : public testing::TestWithParam<std::tuple<std::string, std::string>> {};

TEST_P(CheckedKernel, IsReportedAsExpected) {
  const auto& [name, compiler] = GetParam();
  const kernel_case& tried = all_cases().at(name);
  const std::vector<claim>& claims = tried.claims;
  ASSERT_FALSE(claims.empty()) << name << " has no `// expect:`.";
  const bool clean = claims[0].kind == "clean";
  sandbox box;
  const std::string program = "'" SIMCU_CHECK_PROGRAMS "/" + tried.file + "." + compiler + "' " + name;
  const outcome run = box.run("SIMCU_TIMEOUT=20 SIMCU_REPORT=report.json " + program);
  ASSERT_TRUE(box.has("report.json")) << run.output;
  const std::vector<claim> found = read_report(box.path("report.json"));
  if (claims.back().kind == "gap" && found.empty()) GTEST_SKIP() << "a known gap";
  EXPECT_EQ(run.status, clean ? 0 : 99) << run.output;
  for (const claim& f : found) {
    const auto stated = [&](const claim& c) { return c.met_by(f); };
    EXPECT_TRUE(std::any_of(claims.begin(), claims.end(), stated)) << "not expected: " << text(f) << "\n"
                                                                   << run.output;
  }
  for (const claim& c : claims) {
    const auto meets = [&](const claim& f) { return c.met_by(f); };
    if (c.required && !clean) {
      EXPECT_TRUE(std::any_of(found.begin(), found.end(), meets)) << "missed: " << text(c) << "\n"
                                                                  << run.output;
    }
  }
  // A race, or a skipped barrier, must be reported before its consequences.
  const auto told_first = [&](const claim& c) { return c.required && c.met_by(found.front()); };
  if (!found.empty() && found.front().kind.rfind("uninitialised-read", 0) == 0) {
    EXPECT_TRUE(std::any_of(claims.begin(), claims.end(), told_first)) << run.output;
  }
  if (claims[0].kind == "barrier-passed") {
    EXPECT_EQ(found.front().kind, claims[0].kind) << run.output;
  }
  for (const std::string& said : tried.says) EXPECT_SAYS(run, said) << "not said: ";
  if (!clean) return;
  expect_the_same(box, program, run.output, schedules_for(compiler));
}

// Each row of the table of rules must agree with its example.
TEST(RaceRules, HaveAKernelEachThatIsReportedOrClean) {
  for (const simcu::check::race_rule& rule : simcu::check::kRaceRules) {
    ASSERT_EQ(all_cases().count(rule.example), 1u) << "There is no case " << rule.example;
    const std::vector<claim>& claims = all_cases().at(rule.example).claims;
    EXPECT_EQ(claims[0].kind.rfind("race ", 0) == 0, rule.race) << rule.example << ": " << text(claims[0]);
  }
}

TEST(RaceRules, AreLookedUpAsTheyAreWritten) {
  using namespace simcu::check;
  constexpr race_verdicts kVerdicts;
  unsigned races = 0, pairs = 0;
  for (const unsigned earlier : {unsigned{kPlain}, kVolatile | kAtomic, unsigned{kBlockAtomic}})
    for (const unsigned later : {kPlain, kVolatile, kAtomic, kBlockAtomic})
      for (const unsigned distance : {kOtherBlock, kOtherWarp, kSameWarp})
        for (const unsigned memory : {kShared, kElsewhere})
          for (const unsigned writes : {0u, 1u, 2u, 3u}) {
            const unordered_pair p{(writes & 1) != 0, (writes & 2) != 0, earlier, later, distance, memory};
            EXPECT_EQ(kVerdicts(p), race_by_rules(p)) << pairs;
            ++pairs;
            races += kVerdicts(p);
          }
  EXPECT_GT(races, 0u);
  EXPECT_LT(races, pairs);
}

std::vector<std::string> kernels() {
  std::vector<std::string> names;
  for (const auto& [name, c] : all_cases()) names.push_back(name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(simcu, CheckedKernel,
                         testing::Combine(testing::ValuesIn(kernels()), testing::ValuesIn(host_compilers())),
                         [](const auto& test) {
                           return std::get<0>(test.param) +
                                  (std::get<1>(test.param) == "g++" ? "_gcc" : "_clang");
                         });

}  // namespace

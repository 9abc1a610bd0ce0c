// SPDX-License-Identifier: Apache-2.0
// Runs each NAME.cu here, compiled with `simcu --check`, and compares the findings with the file's first
// lines:
//   // expect: clean
//   // expect: KIND [SUBKIND] [at LINE …]   a finding of this kind with exactly these lines must be there
//   // may: …                               one more that depends on the schedule
//   // says: TEXT                          the report has this text (anywhere)
//   // gap: REASON                          the checker cannot do this yet: a miss is skipped (see README.md)
// Every finding must be one of those, and an uninitialised read that may be there is not told first; clean
// programs must print the same under every schedule.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <vector>

#include "../driver/toolbox.h"
#include "checks/race_rule.h"

namespace {

struct claim {
  std::string kind;     // kind and subkind
  std::set<int> lines;  // empty: any
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

std::vector<claim> read_claims(const std::string& file) {
  std::vector<claim> claims;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("// gap: ", 0) == 0) {
      claims.push_back({"gap", {}, false});
      continue;
    }
    if (line.rfind("// says: ", 0) == 0) continue;
    claim c{"", {}, line.rfind("// expect: ", 0) == 0};
    if (!c.required && line.rfind("// may: ", 0) != 0) break;
    std::istringstream words(line.substr(line.find(": ") + 2));
    for (std::string word; words >> word && word != "at";) c.kind += (c.kind.empty() ? "" : " ") + word;
    for (int n; words >> n;) c.lines.insert(n);
    claims.push_back(c);
  }
  return claims;
}

std::vector<std::string> texts_to_say(const std::string& file) {
  std::vector<std::string> texts;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);)
    if (line.rfind("// says: ", 0) == 0) texts.push_back(line.substr(9));
  return texts;
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

// 50 for g++; a handful for others, because the runtime is the same. SIMCU_TEST_SCHEDULES="reverse random:1"
// replaces the list where a run takes seconds (an emulator).
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

// The command that runs a kernel: CMakeLists.txt has put forty into each program.
std::string program_of(const std::string& kernel, const std::string& compiler) {
  std::ifstream in(SIMCU_CHECK_PROGRAMS "/units.txt");
  for (std::string name, unit; in >> name >> unit;)
    if (name == kernel) return "'" SIMCU_CHECK_PROGRAMS "/" + unit + "." + compiler + "' " + kernel;
  return "";
}

// Under each schedule the program ends with 0 and prints what `first` is.
void expect_the_same(const sandbox& box, const std::string& program, const std::string& first,
                     const std::vector<std::string>& schedules) {
  // Functions of libraries are found before the first run, and not in each.
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

// Readers of a finding find its kind there.
TEST(Findings, EachKindIsInTheReadme) {
  namespace fs = std::filesystem;
  const fs::path simcu = fs::path(SIMCU_CHECK_KERNELS).parent_path().parent_path();
  const auto text_of = [](const fs::path& file) {
    std::ifstream in(file);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  std::set<std::string> kinds;
  for (const auto& kernel : fs::directory_iterator(SIMCU_CHECK_KERNELS)) {
    if (kernel.path().extension() != ".cu") continue;
    for (const claim& c : read_claims(kernel.path().string()))
      kinds.insert(c.kind.substr(0, c.kind.find(' ')));
  }
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
  kinds.erase("race");  // by its subkinds
  EXPECT_TRUE(kinds.count("failed-launch") && kinds.count("out-of-bounds"));
  const std::string readme = text_of(simcu / "README.md");
  for (const std::string& kind : kinds) EXPECT_NE(readme.find("`" + kind + "`"), std::string::npos) << kind;
}

// name of the file, host compiler
class CheckedKernel : public testing::TestWithParam<std::tuple<std::string, std::string>> {};

TEST_P(CheckedKernel, IsReportedAsExpected) {
  const auto& [name, compiler] = GetParam();
  const std::string source = std::string(SIMCU_CHECK_KERNELS) + "/" + name + ".cu";
  const std::vector<claim> claims = read_claims(source);
  ASSERT_FALSE(claims.empty()) << source << " must begin with `// expect:`.";
  const bool clean = claims[0].kind == "clean";
  sandbox box;
  const std::string program = program_of(name, compiler);
  ASSERT_NE(program, "") << "units.txt does not have it: configure again";
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
  // What a race leads to is not told before it.
  const auto told_first = [&](const claim& c) { return c.required && c.met_by(found.front()); };
  if (!found.empty() && found.front().kind.rfind("uninitialised-read", 0) == 0) {
    EXPECT_TRUE(std::any_of(claims.begin(), claims.end(), told_first)) << run.output;
  }
  // Nor what follows from a barrier that a thread has passed by.
  if (claims[0].kind == "barrier-passed") {
    EXPECT_EQ(found.front().kind, claims[0].kind) << run.output;
  }
  for (const std::string& said : texts_to_say(source))
    EXPECT_NE(run.output.find(said), std::string::npos) << "not said: " << said << "\n" << run.output;
  if (!clean) return;
  expect_the_same(box, program, run.output, schedules_for(compiler));
}

// The examples in the table of the rule show what their row says.
TEST(RaceRules, HaveAKernelEachThatIsReportedOrClean) {
  for (const simcu::check::race_rule& rule : simcu::check::kRaceRules) {
    const std::vector<claim> claims =
        read_claims(std::string(SIMCU_CHECK_KERNELS) + "/" + rule.example + ".cu");
    ASSERT_FALSE(claims.empty()) << rule.example << ".cu is missing, or does not begin with `// expect:`.";
    EXPECT_EQ(claims[0].kind.rfind("race ", 0) == 0, rule.race) << rule.example << ": " << text(claims[0]);
  }
}

// What the compiler has looked up is what the rows say, one after the other.
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
  for (const auto& entry : std::filesystem::directory_iterator(SIMCU_CHECK_KERNELS))
    if (entry.path().extension() == ".cu") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

INSTANTIATE_TEST_SUITE_P(simcu, CheckedKernel,
                         testing::Combine(testing::ValuesIn(kernels()), testing::ValuesIn(host_compilers())),
                         [](const auto& test) {
                           return std::get<0>(test.param) +
                                  (std::get<1>(test.param) == "g++" ? "_gcc" : "_clang");
                         });

}  // namespace

// SPDX-License-Identifier: Apache-2.0
#include "checker_report.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "own_arrays.h"
#include "own_folder.h"
#include "race_advice.h"
#include "session.h"

namespace {

using namespace verifier;

std::string finding_with(const std::string& members) {
  return R"({"findings":[{"kind":"race","count":2,)" + members + R"(}],"dropped":3})";
}

std::string at(const std::string& file, int line) {
  return R"({"file":")" + file + R"(","line":)" + std::to_string(line) + R"(,"op":"write"})";
}

TEST(CheckerReport, IsReadWithItsOptionalParts) {
  const auto report = parse_checker_report(
      R"({"findings":[{"kind":"race","subkind":"shared","kernel":"k","message":"m. Do this","advice":"Do this",
          "values":"v","where":{"text":"s[1]"},"count":7,"accesses":[
          {"file":"a.cu","line":3,"block":[1,2,3],"thread":[4,5,6],"op":"read","value":"9","source":"x"}]}],
          "dropped":1,"history":{"a":[1]}})");
  ASSERT_TRUE(report);
  const finding& f = report->findings.at(0);
  EXPECT_EQ(f.message, "m") << "the advice is apart";
  EXPECT_EQ(f.advice, "Do this");
  EXPECT_EQ(f.where, "s[1]");
  EXPECT_EQ(f.accesses.at(0).thread->at(2), 6u);
  EXPECT_EQ(f.accesses.at(0).line, 3);
  EXPECT_EQ(report->more, 1u);
  EXPECT_FALSE(report->counted);
  EXPECT_EQ(report->history, R"({"a":[1]})");
}

TEST(CheckerReport, OneBugAtSeveralAddressesIsOneFinding) {
  const std::string a = R"({"kind":"race","count":2,"accesses":[)" + at("a.cu", 1) + "," + at("a.cu", 2) +
                        "]}",
                    b = R"({"kind":"race","count":3,"accesses":[)" + at("a.cu", 2) + "," + at("a.cu", 1) +
                        "]}",
                    c = R"({"kind":"race","count":4,"accesses":[)" + at("a.cu", 3) + "," + at("a.cu", 1) +
                        "]}";
  const auto report = parse_checker_report(R"({"findings":[)" + a + "," + b + "," + c + "]}");
  ASSERT_TRUE(report);
  ASSERT_EQ(report->findings.size(), 2u);
  EXPECT_EQ(report->findings[0].count, 5u);
  EXPECT_EQ(report->findings[1].count, 4u);
}

TEST(CheckerReport, ABugInGivenCodeIsItsCallers) {
  const auto text = [](const char* kind, const std::string& second) {
    const auto report = parse_checker_report(
        R"({"findings":[{"kind":")" + std::string(kind) + R"(","count":1,"advice":"Mend it","accesses":[)" +
        at("common/lab/device_scan.h", 39) + "," + at(second, 40) + "]}]}");
    return describe_findings(report.value());
  };
  const std::string given = text("race", "common/lab/device_scan.h");
  EXPECT_NE(given.find("Check your calls to it"), std::string::npos) << given;
  EXPECT_NE(given.find("common/lab/device_scan.h requires"), std::string::npos) << given;
  EXPECT_EQ(given.find("Mend it"), std::string::npos) << given;
  const std::string copy = text("bad-copy", "common/lab/device_buffer.h");
  EXPECT_NE(copy.find("pointers and sizes that you pass to it"), std::string::npos) << copy;
  EXPECT_EQ(copy.find("threads of the block"), std::string::npos) << copy;
  const std::string host = text("host-pointer", "common/lab/device_scan.h");
  EXPECT_NE(host.find("one points to host memory"), std::string::npos) << host;
  EXPECT_EQ(host.find("threads of the block"), std::string::npos) << host;
  const std::string small = text("out-of-bounds", "common/lab/device_scan.h");
  EXPECT_NE(small.find("is each array as large as common/lab/device_scan.h requires"), std::string::npos)
      << small;
  EXPECT_EQ(small.find("threads of the block"), std::string::npos) << small;
  for (const std::string& own :
       {text("race", "labs/05_level2_local_sort/x.cu"), text("leak", "common/lab/x.h")}) {
    EXPECT_EQ(own.find("your calls to it"), std::string::npos) << own;
    EXPECT_NE(own.find("Mend it"), std::string::npos) << own;
  }
}

// The simulator knows whether a barrier is between the two lines (`barrier-after`); its advice then stays.
TEST(CheckerReport, ABarrierElsewhereMayBeTheOneThatIsMeant) {
  const auto advice = [](const std::string& remedy) {
    const auto report =
        parse_checker_report(finding_with(R"("advice":"Between.","remedy":")" + remedy +
                                          R"(","barrier":{"file":"a.cu","line":10},"accesses":[)" +
                                          at("a.cu", 13) + "," + at("a.cu", 11) + "]"));
    return report.value().findings.at(0).advice;
  };
  EXPECT_EQ(advice("barrier-after"), "Between.");
  EXPECT_NE(advice("barrier").find("If there is one already, another is missing"), std::string::npos);
}

TEST(CheckerReport, AMeetingThatSomeDoNotComeToIsToldFirst) {
  const std::string race = finding_with(R"("kernel":"k","accesses":[])");
  const auto with_kind = [&](const std::string& kind) {
    std::string text = race;
    return text.replace(text.find("race"), 4, kind);
  };
  for (const char* found : {"race", "uninitialised-read"})
    for (const char* missed : {"barrier-passed", "barrier-divergence", "shuffle-absent-lane"}) {
      std::string both = with_kind(found);
      const std::string passed = with_kind(missed);
      const auto begin = passed.find('[') + 1, end = passed.rfind('}', passed.rfind(']'));
      both.insert(both.rfind('}', both.rfind(']')) + 1, "," + passed.substr(begin, end + 1 - begin));
      const auto report = parse_checker_report(both);
      ASSERT_TRUE(report) << both;
      EXPECT_EQ(report.value().findings.at(0).kind, missed);
      EXPECT_EQ(report.value().findings.at(1).kind, found);
    }
}

// The lines have text, as in a student's file.
checker_report race_of(const std::string& reads, const std::string& writes, const char* where) {
  finding f;
  f.kind = "race";
  f.subkind = "shared";
  f.where = where;
  f.advice = "Put a __syncthreads() between the two.";
  f.remedy = "barrier";
  for (const auto& [line, source] : {std::pair{7, reads}, {8, writes}}) {
    finding_access side;
    side.file = "a.cu";
    side.line = line;
    side.source = source;
    side.op = line == 7 ? "read of 4 bytes" : "earlier write of 4 bytes";
    side.write = line != 7;
    f.accesses.push_back(side);
  }
  advise_by_lines(f, std::nullopt);
  checker_report report;
  report.findings = {f};
  return report;
}

TEST(CheckerReport, ACursorInTwoLinesIsAnUpdate) {
  for (const auto& [reads, writes] : {std::pair{"const unsigned at = s_next[d];", "s_next[d] = at + 1;"},
                                      {"at = *next;", "*next = at + 1;"}}) {
    const std::string advice = advice_of(race_of(reads, writes, "`s_next[3]`"));
    EXPECT_NE(advice.find("Use one atomic operation"), std::string::npos) << advice;
  }
  const std::string other = advice_of(race_of("at = s_next[d];", "s_next[d + 1] = at + 1;", "`s_next[3]`"));
  EXPECT_EQ(other.find("atomic"), std::string::npos) << other;
}

// In a scan in place, an atomic sum would still mix old and new elements.
TEST(CheckerReport, ASumOfOtherElementsOfTheArrayIsNoUpdate) {
  const auto advice = [](const std::string& line) {
    checker_report report = race_of(line, line, "`s_sum[3]`");
    report.findings[0].accesses[0].line = report.findings[0].accesses[1].line;
    advise_by_lines(report.findings[0], std::nullopt);
    return advice_of(report);
  };
  for (const char* line : {"s_sum[t] += t >= d ? s_sum[t - d] : 0;", "s_sum[t] = s_sum[t] + s_sum[t + half];",
                           "s_from[t] += s_from[t - d];  // another name"}) {
    EXPECT_EQ(advice(line).find("one atomic operation"), std::string::npos) << advice(line);
    EXPECT_NE(advice(line).find("Read first, then call __syncthreads(), then write"), std::string::npos)
        << advice(line);
  }
  for (const char* line : {"s_sum[d] += other_s_sum[t];", "if (s_x[t] > 0) s_sum[d] += s_x[t + 1];",
                           "s_sum[d] = s_sum[d] + s_x[t];", "if (t >= d) s_sum[d]++;"})
    EXPECT_NE(advice(line).find("one atomic operation"), std::string::npos) << line << "\n" << advice(line);
}

// If an update is not atomic, the cause is known, and no guess is needed.
TEST(CheckerReport, WhyUpdatesMeetIsNotOpen) {
  const auto race = [](const char* earlier, int earlier_line, const char* later, int line) {
    finding f;
    f.kind = "race";
    f.subkind = "global-same-block";
    f.kernel = "k";
    f.where = "`bins[3]`";
    f.accesses.resize(2);
    f.accesses[0] = {"a.cu", line, later, {}, {}, "write of 4 bytes", true, "", ""};
    f.accesses[1] = {"a.cu",
                     earlier_line,
                     earlier,
                     {},
                     {},
                     line == earlier_line ? "earlier write" : "earlier read",
                     line == earlier_line,
                     "",
                     ""};
    return f;
  };
  checker_report report;
  report.findings = {race("bins[at] = key;", 3, "bins[at] = key;", 3)};
  EXPECT_TRUE(why_they_meet_is_open(report));
  report.findings = {race("bins[at] += 1;", 3, "bins[at] += 1;", 3)};
  EXPECT_FALSE(why_they_meet_is_open(report));
  report.findings = {race("bins[d] = at + 1;", 3, "bins[d] = at + 1;", 3)};
  EXPECT_TRUE(why_they_meet_is_open(report));
  report.findings.push_back(race("const unsigned at = bins[d];", 2, "bins[d] = at + 1;", 3));
  EXPECT_FALSE(why_they_meet_is_open(report));
}

// A race alone does not show whether the two threads should meet.
TEST(CheckerReport, TheElementIsAskedForBeforeABarrier) {
  const checker_report shared = race_of("x = s_tile[i - 1];", "s_tile[i] = y;", "`s_tile[3]`");
  EXPECT_EQ(advice_of(shared).rfind("Should both threads use this element?", 0), 0U) << advice_of(shared);
  EXPECT_NE(advice_of(shared).find("If they should: Put a __syncthreads() between the two."),
            std::string::npos);
}

TEST(CheckerReport, FactsAboutTheTwoThreadsAreStated) {
  checker_report report = race_of("d_out[p] = y;", "d_out[p] = y;", "`d_out[3]`");
  finding& f = report.findings[0];
  f.accesses[0].thread = f.accesses[1].thread = {5u, 0u, 0u};
  f.subkind = "global-cross-block";
  EXPECT_EQ(advice_of(report).rfind("In both blocks, it is thread 5. Should both threads", 0), 0U)
      << advice_of(report);
  f.subkind = "shared";
  f.accesses[1].thread = {40u, 0u, 0u};
  EXPECT_NE(advice_of(report).find("so no __syncwarp() orders them"), std::string::npos) << advice_of(report);
}

TEST(CheckerReport, TheOrderOfThreadsChoosesTheAdvice) {
  test_state& test = current_session().test();
  const auto advice = [&](order_says orders, const checker_report& report) {
    test.orders = orders;
    const std::string text = advice_of(report);
    test.orders = order_says::nothing;
    return text;
  };
  checker_report report = race_of("x = s_tile[i];", "s_tile[i] = y;", "`s_tile[3]`");
  EXPECT_NE(advice(order_says::barrier_mends, report).find("the result is right. Put a __syncthreads()"),
            std::string::npos);
  EXPECT_NE(advice(order_says::never_right, report).find("Should both threads use this element?"),
            std::string::npos);
  EXPECT_EQ(
      advice(order_says::decides, report).rfind("With another order of the threads, the result is right.", 0),
      0U);
}

TEST(CheckerReport, AnArrayWithoutSharedIsSeenInTheSource) {
  const auto names = [](const std::string& source) {
    std::string all;
    for (const own_array& a : arrays_by_thread_number(source))
      all += a.function + ":" + a.name + ":" + std::to_string(a.line) + (a.in_kernel ? " " : "? ");
    return all;
  };
  const std::string begin =
      "__global__ void __launch_bounds__(64) scan_kernel(int* d) {\n  const int i = threadIdx.x;\n";
  const std::string end = "  s_a[i] = 1;\n  __syncthreads();\n  d[i] = s_a[63 - i];\n}\n";
  EXPECT_EQ(names(begin + "  int s_a[64];\n" + end), "scan_kernel:s_a:3 ");
  EXPECT_EQ(names(begin + "  __shared__ int s_a[64];\n" + end), "");
  EXPECT_EQ(names(begin + "  extern __shared__ int s_a[];\n" + end), "");
  EXPECT_EQ(names(begin + "  // int s_a[64];\n  __shared__ int s_a[64];\n" + end), "");
  EXPECT_EQ(names("__device__ void f(int* d) {\n  std::uint32_t own[4];\n  own[d[threadIdx.x]] = 1;\n  "
                  "__syncthreads();\n}\n"),
            "f:own:2? ");
  EXPECT_EQ(names(begin +
                  "  int keys[4];\n  for (int k = 0; k < 4; ++k) keys[k] = d[i + k];\n  __syncthreads();\n}"),
            "")
      << "registers of a thread";
  EXPECT_EQ(names(std::string(1 << 20, '[') + "__global__"), "");
  for (const auto& lab : std::filesystem::directory_iterator(GRADE_SOURCE_DIR "/solutions")) {
    const std::string stem = lab.path().filename().string().substr(3);
    std::ifstream in(lab.path() / (stem + ".cu"));
    EXPECT_EQ(names(std::string(std::istreambuf_iterator<char>(in), {})), "") << lab.path();
  }
}

// A barrier before both lines does not explain a kernel that scatters to its own input.
TEST(CheckerReport, ASecondArrayIsNotForgottenWhereThereIsABarrier) {
  const auto report = parse_checker_report(finding_with(
      R"("remedy":"second-array","advice":"Put a __syncthreads() between the two. … write to a second array.",)"
      R"("barrier":{"file":"a.cu","line":3},"accesses":[)" +
      at("a.cu", 13) + "," + at("a.cu", 11) + "]"));
  const std::string advice = report.value().findings.at(0).advice;
  EXPECT_NE(advice.find("write to a second array"), std::string::npos) << advice;
  const auto across = parse_checker_report(
      finding_with(R"("subkind":"global-cross-block","remedy":"split",)"
                   R"("advice":"No barrier orders different blocks: split the kernel here.","accesses":[)" +
                   at("a.cu", 13) + "," + at("a.cu", 11) + "]"));
  const std::string split = across.value().findings.at(0).advice;
  EXPECT_NE(split.find("write to a second array"), std::string::npos) << split;
}

// Only fields decide. The words of a sentence can change without changing a verdict or the choice of advice.
TEST(CheckerReport, NoDecisionDependsOnASentence) {
  const auto decided = [](const std::string& remedy, const std::string& subkind, bool both,
                          const std::string& words) {
    const std::string side =
        R"({"file":"a.cu","line":5,"source":"s[t] = s[t + 1];","op":")" + words + R"(",)";
    const auto report = parse_checker_report(
        finding_with(R"("subkind":")" + subkind + R"(","kernel":"k","where":{"text":"`s[3]`"},"message":")" +
                     words + R"(","advice":")" + words + R"(","remedy":")" + remedy +
                     R"(","barrier":{"file":"a.cu","line":2},)" + R"("accesses":[)" + side +
                     R"("write":true},)" + side + R"("write":)" + (both ? "true}]" : "false}]")));
    std::string text = advice_of(report.value());
    for (std::size_t at = text.find(words); at != std::string::npos; at = text.find(words))
      text.erase(at, words.size());
    return text + (why_they_meet_is_open(*report) ? " open" : "") + (lacks_atomic(*report) ? " atomic" : "");
  };
  for (const char* remedy : {"one-atomic", "barrier", "barrier-after", "second-array", "warp-barrier",
                             "one-writer", "both-strong", "split", "fence", "early-flag", "order-streams"})
    for (const char* subkind : {"shared", "global-same-block", "global-cross-block", "global-cross-launch"})
      for (const bool both : {false, true}) {
        const std::string expected = decided(remedy, subkind, both, "Some words #1");
        for (const char* words : {"write of 4 bytes #1", "both write #1", "one writes and one reads #1",
                                  "No barrier orders different blocks #1", "Threads update one element #1",
                                  "Put a __syncthreads() between the two #1"})
          EXPECT_EQ(decided(remedy, subkind, both, words), expected)
              << remedy << ", " << subkind << ", " << words;
      }
}

TEST(CheckerReport, NonsenseIsNoReport) {
  const std::string good = finding_with(R"("accesses":[])");
  ASSERT_TRUE(parse_checker_report(good));
  for (std::size_t cut = 0; cut < good.size(); ++cut)
    EXPECT_FALSE(parse_checker_report(good.substr(0, cut))) << cut;
  for (const char* text : {"[]", "null", "7", "{}", R"({"findings":7})", R"({"findings":[7]})",
                           R"({"findings":[],"counters":[{}]})", R"({"findings":[],"counters":[]})"})
    EXPECT_FALSE(parse_checker_report(text)) << text;
  for (const char* members :
       {R"("accesses":7)", R"("accesses":[{"line":"x"}])", R"("accesses":[{"line":1,"block":[1,2]}])",
        R"("accesses":[{"line":1,"thread":[-1,"a",3]}])"})
    EXPECT_FALSE(parse_checker_report(finding_with(members))) << members;
  EXPECT_FALSE(parse_checker_report(std::string(1 << 20, '[')));
  EXPECT_FALSE(parse_checker_report(std::string(1 << 20, '[') + std::string(1 << 20, ']')));
}

// Only lines of the workbook's own files are quoted, and only through their real paths.
TEST(CheckerReport, OtherFilesAreNotQuoted) {
  namespace fs = std::filesystem;
  const own_folder own;
  const fs::path folder = fs::canonical(own.path);
  fs::create_directories(folder / "labs");
  std::ofstream(folder / "labs" / "a.cu") << "first\n\tsecond\n";
  std::ofstream(folder / "secret") << "secret\n";
  fs::create_symlink(folder / "secret", folder / "labs" / "link.cu");
  settings& config = current_session().config;
  const settings before = config;
  config.labs = folder / "labs";
  config.source = folder / "nothing";
  const auto source = [&](const std::string& file, int line) {
    const auto report =
        parse_checker_report(finding_with(R"("accesses":[)" + at((folder / file).string(), line) + "]"));
    return report ? report->findings.at(0).accesses.at(0).source : "no report";
  };
  EXPECT_EQ(source("labs/a.cu", 2), "second");
  for (const int line : {0, -1, 3, 2000000000}) EXPECT_EQ(source("labs/a.cu", line), "") << line;
  for (const char* file : {"secret", "labs/link.cu", "labs/../secret", "labs", "labs/none.cu"})
    EXPECT_EQ(source(file, 1), "") << file;
  config = before;
}

// With another build's tools, the runner's parts name files in that build's tree.
TEST(CheckerReport, TheTreeThatPartsComeFromIsTheWorkbookToo) {
  namespace fs = std::filesystem;
  const own_folder own;
  const fs::path folder = fs::canonical(own.path);
  settings& config = current_session().config;
  const settings before = config;
  for (const auto& [source, built] :
       {std::pair<const char*, const char*>{"own", "tools"}, {"tools/own", "tools"}, {"own", "own/tools"}}) {
    config.source = folder / source;
    config.built = folder / built;
    config.labs = config.source / "labs";
    for (const fs::path& tree : {config.source, config.built}) {
      fs::create_directories(tree / "common" / "lab");
      std::ofstream(tree / "common" / "lab" / "todo.h") << "line\n";
      const fs::path file = tree / "common" / "lab" / "todo.h";
      const auto report = parse_checker_report(finding_with(R"("accesses":[)" + at(file.string(), 1) + "]"));
      ASSERT_TRUE(report);
      const finding_access& a = report->findings.at(0).accesses.at(0);
      EXPECT_EQ(a.file, "common/lab/todo.h") << file;
      EXPECT_EQ(a.source, "line") << file;
    }
    fs::create_directories(config.built / "solutions");
    std::ofstream(config.built / "solutions" / "a.cu") << "secret\n";
    const auto report = parse_checker_report(
        finding_with(R"("accesses":[)" + at((config.built / "solutions" / "a.cu").string(), 1) + "]"));
    ASSERT_TRUE(report);
    EXPECT_EQ(report->findings.at(0).accesses.at(0).source, "");
    fs::remove_all(folder);
  }
  config = before;
}

}  // namespace

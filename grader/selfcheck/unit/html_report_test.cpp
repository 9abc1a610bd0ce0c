// SPDX-License-Identifier: Apache-2.0
// report.html shows text of a student's process, and opens in an instructor's browser.
#include "html_report.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "report.h"

namespace {

using namespace verifier;

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

session& with_one_failure(const std::string& said) {
  session& grading = current_session();
  grading.labs = {{"90_toy", "90", "toy", "Lab90", {{{1, "Claim", 5, "a claim"}}, {"An exercise"}}}};
  test_result failed;
  failed.lab = grading.labs.data();
  failed.row = grading.labs[0].points.rows.data();
  failed.kind = verdict::wrong;
  failed.text = failed.printed = failed.matches = failed.repeat = said;
  failed.map = "..xo";
  failed.elements = 4;
  grading.results = {failed};
  return grading;
}

TEST(HtmlReport, EscapesWhateverAStudentSays) {
  const std::string attack = "\"><script>alert('x')</script><img src=x onerror=y>&";
  session& grading = with_one_failure(attack);
  line_counts line;
  line.file = line.source = line.op = attack;
  line.example = {{0, 0}};
  line.example_bytes = 4;
  kernel_counters kernel;
  kernel.kernel = attack;
  kernel.lines = {line};
  grading.results[0].counted = {kernel};
  finding race;
  race.kind = "race";
  race.accesses.resize(2);
  race.accesses[0].op = race.accesses[0].value = race.accesses[1].op = attack;
  grading.results[0].findings = {race};
  grading.device = attack;
  const std::string page = html_report(grading);
  EXPECT_FALSE(has(page, "<script"));
  EXPECT_FALSE(has(page, "<img"));
  EXPECT_FALSE(has(page, "('x')"));
  EXPECT_TRUE(has(page, "&lt;script&gt;alert(&#39;x&#39;)"));
  EXPECT_TRUE(has(page, "default-src 'none'"));
  grading.device.clear();
  grading.results.clear();
}

TEST(HtmlReport, SaysWhereToLookNextAndLinksToIt) {
  session& grading = with_one_failure("it is wrong");
  grading.config.audience = "labs";
  const std::string page = html_report(grading);
  const std::size_t look =
      page.find("<a href=\"#90-Claim\">Look next at lab 90, exercise 1: a claim (WRONG).</a>");
  EXPECT_LT(look, page.find("<table>")) << page;
  EXPECT_TRUE(has(page, "<td><a href=\"#90-exercise_1\">1 An exercise</a></td>"));
  EXPECT_TRUE(has(page, "<h3 id=\"90-exercise_1\">"));
  EXPECT_TRUE(has(page, "<h3 id=\"90-Claim\""));
  grading.results[0].kind = verdict::not_yet;
  EXPECT_FALSE(has(html_report(grading), "href=\"#90")) << "nothing is below";
  grading.results[0].kind = verdict::good;
  EXPECT_FALSE(has(html_report(grading), "class=\"next\""));
  grading.results.clear();
}

TEST(HtmlReport, StaysShortWhateverIsInIt) {
  session& grading = with_one_failure(std::string(100, 'a'));
  grading.results.assign(3000, grading.results[0]);
  for (test_result& result : grading.results) {
    result.map.assign(1024, 'x');
    result.text += std::to_string(&result - grading.results.data());
  }
  EXPECT_LT(html_report(grading).size(), 500u * 1000);
  grading.results.clear();
}

// The report contains all large pictures of an exercise, and everything after them.
TEST(HtmlReport, HasRoomForAllPicturesOfALab) {
  session& grading = with_one_failure("wrong");
  grading.results.assign(30, grading.results[0]);
  for (test_result& result : grading.results) {
    result.elements = 1 << 20;
    for (int i = 0; result.map.size() < 1024; ++i) result.map += i % 5 == 0 ? "x" : i % 11 == 0 ? "o" : ".";
    result.ran = "sort, block_size = 1";
    result.numbers["block_size"] = 1;
    result.text += std::to_string(&result - grading.results.data());
  }
  grading.phases["90_toy"] = {{"Level 1", 1004, {{"scan", 1.5}}}};
  const std::string page = html_report(grading);
  EXPECT_FALSE(has(page, "would be too long"));
  EXPECT_TRUE(has(page, "Phases"));
  EXPECT_TRUE(has(page, "Each box represents 1 024 elements of the result; in a red box, some are wrong"));
  EXPECT_FALSE(has(page, "elements apart"));
  grading.phases.clear();
  grading.results.clear();
}

TEST(HtmlReport, SaysWhatItsLinesAre) {
  session& grading = with_one_failure("wrong");
  grading.results[0].ran = "sort, n = 4, block_size = 2";
  grading.results[0].numbers["block_size"] = 2;
  std::string page = html_report(grading);
  EXPECT_TRUE(
      has(page,
          "a red one is wrong; a yellow one is wrong and was not changed by the call. The lines are 2 "
          "elements apart (block_size)."));
  EXPECT_TRUE(has(page, "class=\"edge\""));
  grading.results[0].map = "..xx";
  grading.results[0].ran = "sort, n = 4, block_size = 32";
  grading.results[0].numbers["block_size"] = 32;
  page = html_report(grading);
  EXPECT_TRUE(has(page, "a red one is wrong.</p>"));
  EXPECT_FALSE(has(page, "class=\"edge\""));
  grading.results.clear();
}

TEST(HtmlReport, DrawsARaceInTheOrderInWhichItRan) {
  finding race;
  race.kind = "race";
  race.accesses.resize(2);
  race.accesses[0].op = "read of 4 bytes";
  race.accesses[0].line = 57;
  race.accesses[1].op = "earlier volatile or atomic write of 8 bytes";
  race.accesses[1].value = "11400714782827872257";
  race.accesses[1].line = 66;
  const std::string picture = pictures::race(race);
  const std::size_t write =
                        picture.find(">volatile or atomic write of 8 bytes (11400714782827872257), line 66<"),
                    read = picture.find(">read of 4 bytes, line 57<");
  ASSERT_NE(read, std::string::npos);
  EXPECT_LT(write, read);
}

TEST(HtmlReport, CallsOnlyAConflictRed) {
  line_counts line;
  line.op = "shared_store";
  line.example_bytes = 8;
  line.example_cost = 2;
  for (unsigned lane = 0; lane < 32; ++lane) line.example.push_back({lane, lane * 8});
  std::string picture = pictures::lanes(line);  // all banks supply two words, so no single bank is to blame
  EXPECT_FALSE(has(picture, "band wrong"));
  EXPECT_FALSE(has(picture, "band right"));
  EXPECT_FALSE(has(picture, "red"));
  for (lane_access& a : line.example) a.byte *= 2;
  picture = pictures::lanes(line);
  EXPECT_TRUE(has(picture, "band wrong"));
  EXPECT_TRUE(has(picture, "banks 0 to 31; red banks serve more words than the others"));
  line.example = {{0, 0}};
  EXPECT_TRUE(has(pictures::lanes(line), ">1 lane, "));
}

TEST(HtmlReport, ShowsTheReferencesCostNextToYours) {
  session& grading = with_one_failure("");
  grading.results[0].kind = verdict::good;
  grading.results[0].budgets = {{"kernel launches", 4, 5, 3}, {"barriers", 7, 8, {}}, {"bytes", 0, 0, 0}};
  const std::string page = html_report(grading);
  EXPECT_TRUE(has(
      page, "<td>kernel launches</td><td class=\"n\">4</td><td class=\"n\">3</td><td class=\"n\">5</td>"));
  EXPECT_TRUE(
      has(page, "<td>barriers</td><td class=\"n\">7</td><td class=\"n\">–</td><td class=\"n\">8</td>"));
  EXPECT_FALSE(has(page, "<td>bytes</td>"));
  EXPECT_FALSE(has(page, "Not fully checked"));
  EXPECT_EQ(costs_of({&grading.results[0]}), "Cost, yours / budget: kernel launches 4 / 5, barriers 7 / 8");
  grading.results[0].budgets.erase(grading.results[0].budgets.begin() + 1);
  EXPECT_EQ(costs_of({&grading.results[0]}), "Cost, yours / reference / budget: kernel launches 4 / 3 / 5");
  grading.results[0].budgets = {{kWork, 1024 * 30 + 1, 0, 1024 * 10}, {kSpan, 20, 50, 15}};
  EXPECT_EQ(
      costs_of({&grading.results[0]}),
      "Cost, yours / reference / budget: steps in all (work) 30 721 / 10 240 / –, steps one after another "
      "(span) 20 / 15 / 50, fewest possible steps on 1 024 lanes (the larger of span and work / lanes) 31 / 15 / –");
  grading.results[0].budgets = {{"bytes", 0, 0, 0}};
  EXPECT_EQ(costs_of({&grading.results[0]}), "");
  grading.results.clear();
}

// grader.report_in_browser checks this page.
TEST(HtmlReport, HasEveryPicture) {
  session& grading = with_one_failure(
      "Found by the checkers: a race.\n  write of 4 bytes\n      12 | a_rather_long_line_of_code(with, many, "
      "arguments);");
  test_result& result = grading.results[0];
  result.cause = "race in kernel `scan`";
  result.map = std::string(300, '.') + std::string(200, 'x') + "oo";
  result.elements = 2 * result.map.size();
  result.ran = "sort, n = 1004, block_size = 64";
  result.numbers["block_size"] = 64;
  result.budgets = {{"32-byte sectors loaded from global memory", 4000, 3000, 1500},
                    {"kernel launches", 1, 2, {}}};
  finding race;
  race.kind = "race";
  race.accesses.resize(2);
  for (finding_access& a : race.accesses) {
    a.op = "atomic write of 4 bytes";
    a.value = "4294967295";
    a.block = a.thread = {0, 0, 0};
    a.line = 12;
  }
  result.findings = {race};
  kernel_counters kernel;
  kernel.kernel = "scan_tiles_kernel<unsigned int>";
  for (const char* op : {"global_load", "global_store", "shared_load"}) {
    line_counts line;
    line.file = "labs/90_toy/toy.cu";
    line.source = "d_out[a_rather_long_index + another_one * blockDim.x] = s_tile[threadIdx.x * 33];";
    line.op = op;
    line.line = 20 + static_cast<int>(kernel.lines.size());
    line.requests = 32;
    line.transactions = 1024;
    line.example_cost = 32;
    line.example_bytes = 4;
    for (unsigned lane = 0; lane < 32; ++lane) line.example.push_back({lane, lane * 132u});
    kernel.lines.push_back(line);
  }
  result.counted = {kernel};
  grading.phases["90_toy"] = {{"Level 1", 1004, {{"scan", 1.5}, {"scatter", 2.5}}}};
  const std::string page = html_report(grading);
  for (const char* part :
       {"class=\"wrong\"", "class=\"cells wrong\"", "class=\"reach\"", "stroke-dasharray", "<meter",
        "<details>", "Phases", "aria-label=\"Budgets of 90.1\"", "aria-label=\"Wrong elements: a claim\""})
    EXPECT_TRUE(has(page, part)) << part;
  if (const char* file = std::getenv("HTML_REPORT_TO")) std::ofstream(file) << page;
  grading.phases.clear();
  grading.results.clear();
}

// Rows of elements are not wrapped, because their columns must stay aligned.
TEST(HtmlReport, RowsOfElementsStayTogether) {
  const std::string page =
      html_report(with_one_failure("two differ\n  index  0\n  got    7\n         ^\nsee"));
  EXPECT_TRUE(has(page,
                  "<pre>two differ<span class=\"grid\" tabindex=\"0\">  index  0\n  got    7\n         ^\n"
                  "</span>see</pre>"))
      << page;
}

TEST(HtmlReport, SaysOnceWhatSeveralTestsSay) {
  session& grading = with_one_failure("the same story");
  grading.results.push_back(grading.results[0]);
  const std::string page = html_report(grading);
  EXPECT_EQ(page.find("</h3><pre>the same story"), page.rfind("</h3><pre>the same story"));
  EXPECT_TRUE(has(page, "<h3 id=\"90-Claim\" class=\"bad\">WRONG: a claim</h3><pre>the same story"));
  EXPECT_TRUE(has(page, "<p>As in <a href=\"#90-Claim\">&quot;a claim&quot; above</a>.</p>"));
  grading.results.clear();
}

TEST(HtmlReport, SaysOnceWhatSeveralExercisesShow) {
  session& grading = with_one_failure("a story");
  grading.labs[0].points = {{{1, "Claim", 5, "a claim"}, {2, "Other", 5, "another claim"}}, {"One", "Two"}};
  grading.results[0].row = &grading.labs[0].points.rows[0];
  grading.results[0].cause = "race through d_out";
  finding race;
  race.kind = "race";
  race.accesses.resize(2);
  race.accesses[0].file = race.accesses[1].file = "toy.cu";
  grading.results[0].findings = {race};
  grading.results.push_back(grading.results[0]);
  grading.results[1].row = &grading.labs[0].points.rows[1];
  grading.results[1].text = "the same in other words";
  const std::string page = html_report(grading);
  EXPECT_TRUE(has(page,
                  "The same bug as in <a href=\"#90-Claim\">exercise 1, &quot;a claim&quot;</a>: race "
                  "through d_out.</p>"));
  EXPECT_FALSE(has(page, "in other words"));
  grading.results.clear();
}

TEST(HtmlReport, ShowsWrongElementsAndWhereBlocksBegin) {
  test_result result;
  result.map = ".xo.xx";
  result.elements = 6;
  std::string picture = pictures::wrong_elements(result, 2);
  EXPECT_TRUE(has(picture, "aria-label=\"4 of 6 elements are wrong\""));
  EXPECT_TRUE(has(picture, "class=\"cells right\" d=\"M64 9h10M94 9h10\""));
  EXPECT_TRUE(has(picture, "class=\"cells wrong\" d=\"M74 9h10M104 9h20\""));
  EXPECT_TRUE(has(picture, "class=\"cells kept\" d=\"M84 9h10\""));
  EXPECT_TRUE(has(picture, "class=\"edge\" d=\"M83.5 2v14M103.5 2v14\""));
  result.elements = 18;  // three elements per box: a line in the middle of a box is drawn
  picture = pictures::wrong_elements(result, 9);
  EXPECT_TRUE(has(picture, "class=\"edge\" d=\"M93.5 2v14\""));
  picture = pictures::wrong_elements(result, 5);
  EXPECT_TRUE(has(picture, "d=\"M80.2 2v14M96.8 2v14M113.5 2v14\""));
  EXPECT_FALSE(has(pictures::wrong_elements(result, 2), "edge"));
  result.map.clear();
  EXPECT_EQ(pictures::wrong_elements(result, 2), "");
}

}  // namespace

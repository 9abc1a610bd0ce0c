// SPDX-License-Identifier: Apache-2.0
// report.html shows text that comes from a student's process, and opens in an instructor's browser.
#include "html_report.h"

#include <gtest/gtest.h>

#include <string>

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
  failed.text = failed.printed = failed.guess = failed.repeat = said;
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

TEST(HtmlReport, SaysOnceWhatSeveralTestsSay) {
  session& grading = with_one_failure("the same story");
  grading.results.push_back(grading.results[0]);
  const std::string page = html_report(grading);
  EXPECT_EQ(page.find("</h3><pre>the same story"), page.rfind("</h3><pre>the same story"));
  EXPECT_TRUE(has(page, "<p>As above.</p>"));
  grading.results.clear();
}

TEST(HtmlReport, ShowsWrongElementsAndWhereBlocksBegin) {
  test_result result;
  result.map = ".xo.xx";
  result.elements = 6;
  const std::string picture = pictures::wrong_elements(result, 2);
  EXPECT_TRUE(has(picture, "aria-label=\"4 of 6 elements are wrong\""));
  std::size_t edges = 0;
  for (std::size_t at = 0; (at = picture.find("class=\"edge\"", at)) != std::string::npos; ++at) ++edges;
  EXPECT_EQ(edges, 2u);
  result.map.clear();
  EXPECT_EQ(pictures::wrong_elements(result, 2), "");
}

}  // namespace

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <regex>

#include "sweep.h"
#include "text_layout.h"

namespace {

using namespace verifier;

sweep_chart small_chart() {
  sweep_chart chart;
  chart.lab = "05";
  chart.title = "Lab 05, the solution";
  chart.device = "NVIDIA <H200>";
  chart.command = "make sweep LAB=05";
  chart.keys = 1000000;
  chart.runs = 5;
  chart.points = {{{1, 64, 1024}, {{"histogram", 6}, {"scan", 1}, {"scatter", 3}}},
                  {{1, 128, 2048}, {{"histogram", 5}, {"scan", 1}, {"scatter", 2}}},
                  {{8, 64, 1024}, {{"histogram", 2}, {"scan", 0.5}, {"scatter", 1.5}}},
                  {{8, 128, 2048}, {{"histogram", 1}, {"scan", 0.25}, {"scatter", 0.75}, {"copy", 0.5}}}};
  return chart;
}

TEST(SweepChart, TextHasTheTotalsAndTheBestPointsPhases) {
  const std::string text = sweep_text(small_chart(), 60);
  EXPECT_NE(text.find("  1         10.00     8.000\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  8         4.000     2.500*\n"), std::string::npos) << text;
  EXPECT_NE(text.find("* best: 8 bits, 128 threads, tiles of 2048 keys: 400.00 M"), std::string::npos)
      << text;
  EXPECT_NE(text.find("Phases with 128 threads: █ histogram, ▒ scan, ░ scatter, ▚"), std::string::npos)
      << text;
  EXPECT_NE(text.find("  1         8.000  █████████████████████████▒▒▒▒▒░░░░░░░░░░\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find("medians of 5 runs"), std::string::npos);
  EXPECT_EQ(text.find("simulated"), std::string::npos);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    EXPECT_LE(columns(text.substr(at, end - at)), 60u) << text;
    at = end + 1;
  }
}

TEST(SweepChart, CsvHasAColumnForEachPhase) {
  const std::string csv = sweep_csv(small_chart());
  EXPECT_NE(csv.find("\nbits,block_size,tile,histogram_ms,scan_ms,scatter_ms,copy_ms,total_ms\n"),
            std::string::npos);
  EXPECT_NE(csv.find("\n1,64,1024,6.000000,1.000000,3.000000,0.000000,10.000000\n"), std::string::npos)
      << csv;
  EXPECT_NE(csv.find("# command: make sweep LAB=05\n"), std::string::npos) << csv;
}

TEST(SweepChart, SvgEscapesAndSaysWhatIsSimulated) {
  sweep_chart chart = small_chart();
  std::string svg = sweep_svg(chart);
  EXPECT_NE(svg.find("NVIDIA &lt;H200&gt;"), std::string::npos);
  EXPECT_EQ(svg.find("simulated"), std::string::npos);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_NE(svg.find("<circle cx=\"181.5\" cy=\"118.0\" r=\"3\""), std::string::npos) << svg;  // 10 of 10 ms
  const std::regex height(" height=\"([0-9.]+)\" fill=\"#(4477aa|ccbb44|ee6677|228833)\"><title>");
  double sum = 0;
  for (std::sregex_iterator bar(svg.begin(), svg.end(), height), end; bar != end; ++bar)
    sum += std::stod((*bar)[1]);
  EXPECT_NEAR(sum, (8 + 2.5) / 10 * 330, 0.5) << "10 ms are 330 units";
  chart.simulated = true;
  for (sweep_result& point : chart.points) point.phases = {{"sort", 0}};
  svg = sweep_svg(chart);
  EXPECT_NE(svg.find("simulated"), std::string::npos);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_EQ(svg.find("inf"), std::string::npos);
}

}  // namespace

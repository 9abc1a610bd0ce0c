// SPDX-License-Identifier: Apache-2.0
// Compares simcu's counts with ncu's counts on a GPU (docs/measurements/h200_counters.csv, from validate.py).
// They must agree within 5 %, except where the table gives a reason.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "../driver/toolbox.h"

namespace {

using nlohmann::json;

struct measured {
  std::string program, launch, kernel, metric, why;
  double ncu = 0, simcu = 0;
};

std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> out(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      out.emplace_back();
    else
      out.back() += c;
  }
  return out;
}

std::vector<measured> table() {
  std::vector<measured> rows;
  std::ifstream in(SIMCU_MEASURED_COUNTERS);
  for (std::string line; std::getline(in, line);) {
    const auto c = cells(line);
    if (line[0] == '#' || c.size() != 8 || c[0] == "program") continue;
    rows.push_back({c[0], c[1], c[2], c[3], c[7], std::stod(c[4]), std::stod(c[5])});
  }
  return rows;
}

class Measured : public testing::TestWithParam<std::string> {};

TEST_P(Measured, CountersAreWithin5Percent) {
  sandbox box;
  const std::string program = SIMCU_TEST_PROGRAMS "/" + GetParam() + "." + host_compilers()[0];
  const outcome run = box.run("SIMCU_COUNTERS=counters.json '" + program + "'");
  ASSERT_EQ(run.status, 0) << run.output;
  std::ifstream in(box.path("counters.json"));
  const json report = json::parse(in);

  std::map<std::string, std::size_t> launches;  // per kernel so far
  std::string launch;
  std::map<std::string, double> wavefronts;
  unsigned compared = 0;
  for (const measured& m : table()) {
    if (m.program != GetParam()) continue;
    if (m.launch != launch) ++launches[m.kernel];
    launch = m.launch;
    const auto k = std::find_if(report.at("counters").begin(), report.at("counters").end(),
                                [&](const json& c) { return c.at("kernel") == m.kernel; });
    ASSERT_NE(k, report.at("counters").end()) << m.kernel;
    std::string path = "/" + m.metric;
    path[path.find('.')] = '/';
    const double ours =
        k->at("each_launch").at(launches[m.kernel] - 1).at(json::json_pointer(path)).get<double>();
    const std::string op = m.metric.substr(0, m.metric.find('.'));
    if (m.metric == op + ".wavefronts") wavefronts[op] = m.ncu;
    const double scale = m.metric == op + ".conflicts" ? wavefronts[op] : m.ncu;
    ++compared;
    if (!m.why.empty()) continue;
    EXPECT_LE(std::abs(ours - m.ncu), 0.05 * scale)
        << m.launch << ", " << m.kernel << ": " << m.metric << ": ncu " << m.ncu << ", simcu " << ours
        << "\nIf simcu's count is right, give the reason in validate.py and run it again.";
  }
  EXPECT_GT(compared, 0u) << SIMCU_MEASURED_COUNTERS << " has no rows for this program.";
}

INSTANTIATE_TEST_SUITE_P(simcu, Measured,
                         testing::Values("global_patterns", "shared_patterns", "divergent_patterns",
                                         "wide_patterns"),
                         [](const auto& test) { return test.param; });

}  // namespace

// SPDX-License-Identifier: Apache-2.0
// One run per element, which the checkers of `simcu --check` watch.
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

#include "accesses.h"
#include "simcu/report.h"

namespace steppers {

std::vector<std::vector<access>> accesses(const char* name, std::size_t n,
                                          const std::function<const void*()>& run) {
  std::vector<std::vector<access>> all(n);
  for (std::size_t i = 0; i < n; ++i) {
    setenv("SIMCU_WATCH", (std::string(name) + "[" + std::to_string(i) + "]").c_str(), 1);
    simcu::take_report();
    run();
    const nlohmann::json report = nlohmann::json::parse(simcu::take_report());
    for (const auto& step : report.value("history", nlohmann::json::array())) {
      if (!step.contains("thread")) continue;  // the host's access, or the value before the launch
      const std::string op = step["op"];
      all[i].push_back({step["block"][0], step["thread"][0], op.find("read") == std::string::npos});
    }
  }
  unsetenv("SIMCU_WATCH");
  return all;
}

}  // namespace steppers

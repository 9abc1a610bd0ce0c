// SPDX-License-Identifier: Apache-2.0
// One of the programs in this folder, compiled into its own folder.
#pragma once
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "../driver/toolbox.h"

class compiled {
 public:
  explicit compiled(const std::string& name, const std::string& flags = "") {
    const outcome built = box.build("SIMCU " + flags + " '" SIMCU_TEST_SOURCES "/" + name + ".cu'");
    EXPECT_EQ(built.status, 0) << built.output;
  }
  outcome under(const std::string& schedule, const std::string& arguments = "",
                const std::string& more = "") const {
    return box.run("SIMCU_TIMEOUT=30 " + more + " SIMCU_SCHEDULE='" + schedule + "' ./prog " + arguments);
  }
  std::string record(const std::string& schedule) const {
    under(schedule, "", "SIMCU_RECORD=record");
    return first_line("record");
  }
  outcome explore(const std::string& options) const {
    return box.run("'" SIMCU_EXPLORE "' ./prog " + options);
  }
  std::string first_line(const std::string& file) const {
    std::ifstream in(box.path(file));
    std::string line;
    std::getline(in, line);
    return line;
  }
  std::string text(const std::string& file) const {
    std::ifstream in(box.path(file));
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
  }
  sandbox box;
};

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

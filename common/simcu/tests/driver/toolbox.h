// SPDX-License-Identifier: Apache-2.0
// Runs simcu on small programs, each in its own folder.
#pragma once
#include <gtest/gtest.h>

#include <string>
#include <vector>

struct outcome {
  int status;  // exit status, 128 + signal if killed
  std::string output;
};

inline testing::AssertionResult says(const outcome& got, const std::string& part) {
  const bool has = got.output.find(part) != std::string::npos;
  return (has ? testing::AssertionSuccess() : testing::AssertionFailure())
         << (has ? "said: " : "not said: ") << part << "\n"
         << got.output;
}
#define EXPECT_SAYS(got, part) EXPECT_TRUE(says(got, part))
#define EXPECT_DOES_NOT_SAY(got, part) EXPECT_FALSE(says(got, part))

// The destructor removes the folder.
class sandbox {
 public:
  sandbox();
  ~sandbox();
  sandbox(const sandbox&) = delete;
  std::string path(const std::string& name) const { return folder_ + "/" + name; }
  void write(const std::string& name, const std::string& text) const;
  bool has(const std::string& name) const;
  std::vector<std::string> list() const;
  // In the command line, SIMCU stands for the driver.
  outcome run(const std::string& command) const;
  // Runs `command -o prog`, or copies this process's earlier result. The command must use absolute paths.
  outcome build(const std::string& command) const;

 private:
  std::string folder_;
};

outcome run_program(const std::string& text, const std::string& options = "",
                    const std::string& command = "./prog");

const std::vector<std::string>& host_compilers();

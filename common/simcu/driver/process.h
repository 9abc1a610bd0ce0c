// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdexcept>
#include <string>
#include <vector>

namespace simcu_driver {

// simcu itself cannot work: no compiler, no disk space.
struct own_fault : std::runtime_error {
  using runtime_error::runtime_error;
};
// The user stopped simcu (Ctrl-C).
struct interrupted {
  int signal;
};

struct finished {
  int status;            // 128 + signal if it was killed
  std::string captured;  // standard error, if requested
};

using words = std::vector<std::string>;
inline void append(words& to, const words& more) { to.insert(to.end(), more.begin(), more.end()); }

// Waits for the command. Throws own_fault if it cannot be started, and interrupted if simcu receives a
// signal. `c_messages` requests messages in English (LC_ALL=C), for output that simcu reads.
finished run_command(const std::vector<std::string>& command, bool capture_errors, bool c_messages);
std::string as_text(const std::vector<std::string>& command);
void catch_signals();  // so that temporary files are removed

// The destructor removes the folder with everything in it.
class temporary_folder {
 public:
  temporary_folder();
  ~temporary_folder();
  temporary_folder(const temporary_folder&) = delete;
  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

// Gets its final name only when keep() is called. Devices and pipes are written directly.
class output_file {
 public:
  explicit output_file(const std::string& path);
  ~output_file();
  output_file(const output_file&) = delete;
  const std::string& path() const { return temporary_; }
  void keep();

 private:
  std::string final_, temporary_;
};

std::string read_file(const std::string& path);  // both throw own_fault
void write_file(const std::string& path, const std::string& text);

}  // namespace simcu_driver

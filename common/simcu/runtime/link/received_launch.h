// SPDX-License-Identifier: Apache-2.0
// A launch as the host's process sends it: a kernel's description, which is sent once, and the values of this
// launch.
#pragma once
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "link/configuration.h"
#include "simcu/kernel.h"
#include "simcu/wire.h"

namespace simcu {

struct received_launch {
  // Ends the process if no correct host process would send this. Checks nothing else if `from` is too short.
  received_launch(message_reader& described, message_reader& from);
  received_launch(const received_launch&) = delete;
  received_launch& operator=(const received_launch&) = delete;

  configuration how;
  kernel_body body{};
  std::string_view closure;  // in the packet
  std::deque<std::string> objects;
  int names_variable = -1;  // index of a device variable's address in host code

 private:
  void read_call(message_reader& described);
  void read_parameters(message_reader& described, message_reader& from);

  std::optional<library_call> call_;
  std::vector<named_parameter> parameters_;
};

}  // namespace simcu

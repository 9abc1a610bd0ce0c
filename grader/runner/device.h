// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "protocol.h"

namespace runner {

struct device_info {
  bool available = false;
  bool simulated = false;
  std::string name;                 // or why no device is available
  std::string banner;               // lab::gpu_banner(), on a GPU
  std::size_t shared_of_block = 0;  // bytes
  std::size_t memory = 0;
};
// Selects device 0 and creates its context. Never throws.
device_info open_device();

// Runs the constructors of the student's static objects. Call it in the process for host code, before other
// student code. Does nothing the second time, or if they ran before main (`make debug`).
void make_static_objects();

// On the simulated device, starts a child process for the student's host code, in which the call does not
// return. Returns false if the system refuses a second process.
bool part_from_host();
// If the child has ended, ends this process in the same way.
void wait_for_host();

// Reports the simulated device's failures to the verifier instead of stderr.
void pass_on_faults();

// `base` points to the bytes of the image from `begin` to `end`, which include the guards except under the
// checkers.
struct mapped_buffer {
  const protocol::buffer_layout* layout = nullptr;
  void* base = nullptr;
  bool on_device = false;
  std::size_t begin = 0, end = 0;
  bool shared = false;  // with the host process, which returns it
};

struct served_call {
  const protocol::request_message* request = nullptr;
  const unsigned char* input = nullptr;
  unsigned char* output = nullptr;  // of the same size
  std::vector<mapped_buffer> mapped;
  protocol::reply_message reply;
  std::string report;           // the checkers' report; empty without simcu --check
  std::string told;             // what the host sent to the device (simcu/parted.h)
  std::size_t on_the_host = 0;  // bytes of buffers
  bool replayed = false;        // the checkers print their findings when the program ends
  bool found = false;           // for `replayed`: a lab without kernels had findings
};

// Fills the output image. Reports every outcome in call.reply, and never throws.
void run_exercise(served_call& call);

}  // namespace runner

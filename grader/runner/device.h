// SPDX-License-Identifier: Apache-2.0
// The interface in plain C++ of the runner's CUDA part (device.cu).
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "protocol.h"

namespace runner {

struct device_info {
  bool available = false;
  bool simulated = false;
  std::string name;                 // the device's name, or why none is available
  std::string banner;               // lab::gpu_banner(), on a GPU
  std::size_t shared_of_block = 0;  // the most bytes of shared memory that a block can have
  std::size_t memory = 0;           // bytes
};
// Selects device 0 and creates its context. Never throws.
device_info open_device();

// Runs the constructors of the student's static objects, in the process that runs the host code, before any
// other student code. Does nothing after the first call, or if the constructors ran before main, as under
// `make debug`, whose program is not sealed.
void make_static_objects();

// On the simulated device, starts a child process for the student's host code. In the child, the call does
// not return. Except on a GPU, no student code has run before the call. Returns false if the system refuses a
// second process.
bool part_from_host();
// Waits until the child is ready for a request. If it has ended, ends this process in the same way.
void wait_for_host();

// Makes the simulated device report failures to the verifier instead of to stderr.
void pass_on_faults();

// A buffer of the request that the exercise uses: `base` points to the bytes of the image from `begin` to
// `end`. They include the guards, except under the checkers, which see every access outside the payload.
struct mapped_buffer {
  const protocol::buffer_layout* layout = nullptr;
  void* base = nullptr;
  bool on_device = false;
  std::size_t begin = 0, end = 0;
  bool shared = false;  // shared with the host process, which returns it
};

// A request that is being served.
struct served_call {
  const protocol::request_message* request = nullptr;
  const unsigned char* input = nullptr;  // the input image
  unsigned char* output = nullptr;       // the output image, of the same size
  std::vector<mapped_buffer> mapped;
  protocol::reply_message reply;
  std::string report;           // the checkers' report; empty unless this program was built with simcu
                                // --check
  std::string told;             // what the host sent to the device (simcu/parted.h)
  std::size_t on_the_host = 0;  // bytes of the buffers in the host process
  bool replayed = false;        // a repetition whose checkers print their findings when the program ends
  bool found = false;           // the sanitizers printed a finding while a request of a lab without kernels
                                // was replayed
};

// Runs the exercise that `call.request` names, and fills the output image. Reports every outcome in
// call.reply, and never throws.
void run_exercise(served_call& call);

}  // namespace runner

// SPDX-License-Identifier: Apache-2.0
// The part of the runner that touches CUDA (device.cu), as plain C++ sees it.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "protocol.h"

namespace runner {

struct device_info {
  bool available = false;
  bool simulated = false;
  std::string name;                 // of the device; why there is none, if not available
  std::string banner;               // lab::gpu_banner(), on a GPU
  std::size_t shared_of_block = 0;  // bytes of shared memory that a block can have
  std::size_t memory = 0;           // bytes
};
// Chooses device 0 and makes its context. Never throws.
device_info open_device();

// The student's static objects are made: in the process that runs the host's code, before any other of it.
// Only once. Nothing where they were made before main: by `make debug`, say, whose program is not sealed.
void make_static_objects();

// On the simulated device: from now on the student's host code has a process of its own, this one's child.
// Does not return there. No code of the student's has run before, but on a GPU. False: the system gives none.
bool part_from_host();
// Until that process is ready for a request; ends this one as it has ended, if it has.
void wait_for_host();

// From now on the simulated device tells the verifier of failures, and not stderr.
void pass_on_faults();

// A buffer of the request that the exercise asked for: the bytes of the image from `begin` to `end` are at
// `base`. Usually guards included; under the checkers, which see every access outside, the payload alone.
struct mapped_buffer {
  const protocol::buffer_layout* layout = nullptr;
  void* base = nullptr;
  bool on_device = false;
  std::size_t begin = 0, end = 0;
  bool shared = false;  // memory that the host's process has as well, and gives back
};

// One request while it is served.
struct served_call {
  const protocol::request_message* request = nullptr;
  const unsigned char* input = nullptr;  // the input image
  unsigned char* output = nullptr;       // the output image, same size
  std::vector<mapped_buffer> mapped;
  protocol::reply_message reply;
  std::string report;           // of the checkers; empty unless this program was built by simcu --check
  std::string told;             // of a counted request: what the host told the device (simcu/parted.h)
  std::size_t on_the_host = 0;  // bytes of buffers that the host's process has
  bool replayed = false;        // the checkers print what they find when the program ends; nobody takes it
  bool found = false;           // replayed, in a lab without kernels: they have printed something
};

// Runs the exercise that `call.request` names and fills the output image. Every outcome is in call.reply;
// never throws.
void run_exercise(served_call& call);

}  // namespace runner

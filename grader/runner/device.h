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
  std::string name;                 // the device's name, or why none is available
  std::string banner;               // lab::gpu_banner(), on a GPU
  std::size_t shared_of_block = 0;  // bytes of shared memory that a block can have
  std::size_t memory = 0;           // bytes
};
// Chooses device 0 and makes its context. Never throws.
device_info open_device();

// Runs the constructors of the student's static objects, in the process that runs the host code, before any
// other student code. Does nothing after the first call. It also does nothing if they ran before main, as
// under `make debug`, whose program is not sealed.
void make_static_objects();

// On the simulated device, the student's host code has its own process from now on, a child of this one. In
// the child the call does not return. Except on a GPU, no student code has run before the call. Returns false
// if the system refuses a second process.
bool part_from_host();
// Waits until that process is ready for a request. If that process has ended, ends this one in the same way.
void wait_for_host();

// From now on the simulated device reports failures to the verifier instead of stderr.
void pass_on_faults();

// A buffer of the request that the exercise uses: `base` points to the bytes of the image from `begin` to
// `end`. They usually include the guards; under the checkers, which see every access outside a buffer, they
// are the payload alone.
struct mapped_buffer {
  const protocol::buffer_layout* layout = nullptr;
  void* base = nullptr;
  bool on_device = false;
  std::size_t begin = 0, end = 0;
  bool shared = false;  // memory that the host's process shares and returns
};

// One request while it is served.
struct served_call {
  const protocol::request_message* request = nullptr;
  const unsigned char* input = nullptr;  // the input image
  unsigned char* output = nullptr;       // the output image, same size
  std::vector<mapped_buffer> mapped;
  protocol::reply_message reply;
  std::string report;           // of the checkers; empty unless this program was built by simcu --check
  std::string told;             // what the host sent to the device (simcu/parted.h)
  std::size_t on_the_host = 0;  // bytes of the buffers that the host's process has
  bool replayed = false;        // the checkers print their findings when the program ends
  bool found = false;           // replayed, in a lab without kernels: the sanitizers have printed something
};

// Runs the exercise that `call.request` names and fills the output image. Every outcome is in call.reply;
// never throws.
void run_exercise(served_call& call);

}  // namespace runner

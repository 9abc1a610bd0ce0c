// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <string>
#include <vector>

#include "base/faults.h"
#include "base/observer.h"
#include "link/configuration.h"
#include "link/device_port.h"
#include "link/errors.h"
#include "link/launches.h"
#include "link/refusals.h"
#include "memory/classes.h"
#include "simcu/host.h"
#include "simcu/runtime_api.h"

namespace simcu {

namespace {

// A stack, because a launch's arguments, evaluated after its configuration, can launch kernels themselves.
// Like refused_sizes(), never destroyed: a static object's destructor may launch a kernel.
std::vector<configuration>& pending() {
  static thread_local auto* stack = new std::vector<configuration>;
  return *stack;
}
thread_local int last_launch = 0;
std::string& refused_sizes() {
  static thread_local auto* text = new std::string;
  return *text;
}
thread_local location refused_at = {nullptr, 0};

void refuse(int error) { last_launch = record_error(error); }

// Keeps this thread, if it is a kernel's, from being preempted while the runtime's locks and memory are in
// use.
class device_side {
 public:
  device_side() : was_(preemptible) { preemptible = 0; }
  ~device_side() { preemptible = was_; }
  device_side(const device_side&) = delete;
  device_side& operator=(const device_side&) = delete;

 private:
  const char was_;
};

// Returns -1 if no parameter is a device variable's address in host code.
int names_variable(const kernel_body& body) {
  int i = 0;
  for (const named_parameter* p = body.parameters; p != nullptr && p->name != nullptr; ++p, ++i)
    if (p->pointer != nullptr && symbol_by_its_name(p->pointer) != nullptr) return i;
  return -1;
}

void launch_now(const configuration& how, const kernel_body& body) {
  if (const int error = the_device().launch(how, body, names_variable(body))) refuse(error);
}

bool prepare(const configuration& c) {
  const device_side aside;
  refused_sizes().clear();
  if (const int sticky = enter_api(false)) {
    refuse(sticky);
    return true;
  }
  if (std::string why = why_sizes_are_refused(c); !why.empty()) {
    refuse(cudaErrorInvalidValue);
    refused_sizes() = std::move(why);
    refused_at = c.where;
    if (c.where.file != nullptr) return true;
    print_refused_call(kALaunch, refused_sizes(), cudaErrorInvalidValue);
    refused_sizes().clear();
    return true;
  }
  last_launch = cudaSuccess;
  pending().push_back(c);
  return false;
}

}  // namespace

bool configure(dim3 grid, dim3 block, std::size_t dynamic_shared, cudaStream_t stream, location where) {
  return prepare({grid, block, dynamic_shared, stream, false, false, nullptr, where});
}

bool configure_cooperative(dim3 grid, dim3 block, std::size_t dynamic_shared, cudaStream_t stream) {
  return prepare({grid, block, dynamic_shared, stream, true, false, nullptr, {nullptr, 0}});
}

void tell_refusal(const char* kernel) {
  const device_side aside;
  if (!refused_sizes().empty()) print_refusal(kernel, refused_at, refused_sizes(), cudaErrorInvalidValue);
  refused_sizes().clear();
}

bool has_arguments(void** args, std::size_t count) {
  std::string why;
  if (args == nullptr && count != 0) why = "args is null";
  for (std::size_t i = 0; why.empty() && i < count; ++i)
    if (args[i] == nullptr) why = "args[" + std::to_string(i) + "] is null";
  if (why.empty()) return true;
  const device_side aside;
  pending().pop_back();
  refuse(cudaErrorInvalidValue);
  print_refused_call(
      kALaunch, why + ", but args must hold the addresses of all " + std::to_string(count) + " arguments",
      cudaErrorInvalidValue);
  return false;
}

int launch_result() { return last_launch; }

const void* identify_kernel(void (*call_stub)(void*), void* data) {
  pending().push_back({});
  pending().back().identify = true;
  call_stub(data);
  const void* identity = pending().back().identity;
  pending().pop_back();
  return identity;
}

void run_grid(const kernel_body& body) {
  const void* identity = reinterpret_cast<const void*>(body.run_thread);
  if (!pending().empty() && pending().back().identify) {
    pending().back().identity = identity;
    if (body.max_threads != 0) learn_max_threads(identity, body.max_threads);
    return;
  }
  if (pending().empty()) {
    tell_end("kernel `" + std::string(body.name) + "` was called like a function: launch it with " +
             body.name + "<<<grid, block>>>(…)");
    std::abort();
  }
  const device_side aside;
  const configuration config = pending().back();
  pending().pop_back();
  launch_now(config, body);
}

}  // namespace simcu

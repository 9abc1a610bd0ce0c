// SPDX-License-Identifier: Apache-2.0
// From a launch configuration to a finished grid.
#include "device/launch.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "api/capture.h"
#include "api/deferred.h"
#include "api/errors.h"
#include "api/refusals.h"
#include "base/faults.h"
#include "base/observer.h"
#include "base/settings.h"
#include "device/fault.h"
#include "device/team.h"
#include "device/worker.h"
#include "memory/arena.h"
#include "memory/classes.h"
#include "schedule/controlled_scheduler.h"
#include "schedule/free_scheduler.h"
#include "simcu/device_model.h"
#include "simcu/host.h"
#include "simcu/runtime_api.h"

namespace simcu {

observer* the_observer = nullptr;

namespace {

// A stack: the arguments of a launch are evaluated after its configuration, and may launch kernels
// themselves. Never destroyed, nor is refused_sizes(): the destructor of a static object may launch a kernel
// when the main thread's own objects are gone.
std::vector<configuration>& pending() {
  static thread_local auto* stack = new std::vector<configuration>;
  return *stack;
}
thread_local int last_launch = 0;  // launch_result()
std::string& refused_sizes() {     // for tell_refusal()
  static thread_local auto* text = new std::string;
  return *text;
}
thread_local location refused_at = {nullptr, 0};
thread_local std::vector<std::shared_ptr<deferred_launch>>* recorded = nullptr;

// A launch that does not begin.
void refuse(int error) { last_launch = record_error(error); }

// While it lives, nobody is preempted: the runtime's own locks and memory are in use. In a kernel's thread
// only.
class device_side {
 public:
  device_side() : was_(preemptible) { preemptible = 0; }
  ~device_side() { preemptible = was_; }
  device_side(const device_side&) = delete;
  device_side& operator=(const device_side&) = delete;

 private:
  const char was_;
};

constexpr std::size_t kMaxChildren = 1 << 20;  // that the blocks of one grid may launch
constexpr unsigned kMaxDepth = 24;             // as on a GPU

// Kernels by identity. Guarded by the launch mutex.
struct kernel_record {
  std::size_t allowed_dynamic = 0;
  std::size_t static_shared = 0;
  unsigned max_threads = 0;
};
std::mutex& launch_mutex() {
  static auto* m = new std::mutex;
  return *m;
}
std::map<const void*, kernel_record>& records() {
  static auto* r = new std::map<const void*, kernel_record>;
  return *r;
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

void run_now(launch& g) {
  flush_kernel_output();
  static const bool prepared = (install_fault_handlers(), warn_of_missing_check(), true);
  (void)prepared;
  g.longest_run = longest_run();
  if (!g.control && g.blocks > 1)
    team_run(g, static_cast<unsigned>(std::min<std::uint64_t>(settings().workers, g.blocks)));
  else
    worker::of_this_thread().run(g);
}

// Of a launch by the host.
std::optional<failure> host_names_variable(const launch& g, location where) {
  for (const named_parameter* p = g.body.parameters; p != nullptr && p->name != nullptr; ++p) {
    const symbol_info* s = p->pointer == nullptr ? nullptr : symbol_by_its_name(p->pointer);
    if (s == nullptr) continue;
    failure why;
    why.kind = "host-pointer";
    why.message = "its argument `" + std::string(p->name) + "` is the address of `" + s->name +
                  "` in host code, and there a variable of the device is another one than in kernels";
    if (where.file != nullptr) why.at = {where.file, where.line, 0, 0};
    why.advice = "Use `" + std::string(s->name) + "` in the kernel itself, or ask cudaGetSymbolAddress.";
    return why;
  }
  return {};
}

// The launch mutex is held.
void run_locked(const configuration& config, const kernel_body& body, unsigned depth);

// What a grid's blocks have launched runs after it: CUDA lets a child begin at any time up to then.
void run_children(launch& parent) {
  for (const std::shared_ptr<deferred_launch>& child : parent.children) {
    configuration config = child->how();
    config.stream = parent.stream;
    run_locked(config, child->body(), parent.depth + 1);
  }
}

void run_locked(const configuration& config, const kernel_body& body, unsigned depth) {
  const void* identity = reinterpret_cast<const void*>(body.run_threads);
  launch g;
  g.body = body;
  g.depth = depth;
  g.grid = config.grid;
  g.block = config.block;
  g.dynamic_shared = config.dynamic_shared;
  g.stream = config.stream;
  g.cooperative = config.cooperative;
  g.blocks = std::uint64_t{config.grid.x} * config.grid.y * config.grid.z;

  kernel_record& record = records()[identity];
  if (config.dynamic_shared > record.allowed_dynamic &&
      config.dynamic_shared + record.static_shared > model::kSharedPerBlock) {
    refuse(cudaErrorInvalidValue);
    const std::string bytes = std::to_string(config.dynamic_shared);
    print_refusal(
        body.name, config.where,
        "it asks for " + bytes + " bytes of dynamic shared memory, and " +
            std::to_string(model::kSharedPerBlock - record.static_shared) +
            " are left next to its __shared__ variables; more than 48 KiB must be allowed first, by "
            "cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, " +
            bytes + ")",
        cudaErrorInvalidValue);
    return;
  }
  if (config.dynamic_shared + record.static_shared > this_device().shared_of_block()) {
    refuse(cudaErrorInvalidValue);
    print_refusal(body.name, config.where,
                  "it asks for " + std::to_string(config.dynamic_shared) +
                      " bytes of dynamic shared memory next to the " + std::to_string(record.static_shared) +
                      " of its __shared__ variables, and a block has at most " +
                      std::to_string(this_device().shared_of_block()) + on_this_device(),
                  cudaErrorInvalidValue);
    return;
  }
  record.max_threads = body.max_threads;
  const auto threads = static_cast<int>(config.block.x * config.block.y * config.block.z);
  if (body.max_threads != 0 && static_cast<unsigned>(threads) > body.max_threads) {
    refuse(cudaErrorInvalidValue);
    print_refusal(body.name, config.where,
                  "a block has " + std::to_string(threads) +
                      " threads, and its __launch_bounds__ promise at most " +
                      std::to_string(body.max_threads),
                  cudaErrorInvalidValue);
    return;
  }
  const model::device& device = this_device();
  const int per_sm = device.resident_blocks(threads, config.dynamic_shared + record.static_shared);
  g.max_resident = static_cast<unsigned>(device.multiprocessors() * std::max(1, per_sm));
  if (config.cooperative && g.blocks > g.max_resident) {
    refuse(cudaErrorCooperativeLaunchTooLarge);
    print_refusal(
        body.name, config.where,
        "the grid has " + std::to_string(g.blocks) + " blocks, and " + std::to_string(g.max_resident) +
            " of this size are on the device at once, which a cooperative launch needs" + on_this_device(),
        cudaErrorCooperativeLaunchTooLarge);
    return;
  }
  if (device_lost()) return;  // an earlier kernel has failed, and nobody has been told yet
  const device_memory_open open;
  g.control = controlled_scheduler::for_next_launch(the_observer != nullptr);
  if (g.control)
    g.order = g.control;
  else
    g.order = &free_scheduler::instance();
  if (the_observer) the_observer->launch_begins(g);
  std::optional<failure> bad_argument;
  if (depth == 0) bad_argument = host_names_variable(g, config.where);
  if (bad_argument && g.claim_failure()) {
    g.error = kIllegalAddress;
    g.why = *std::move(bad_argument);
    g.publish_failure();
  } else {
    run_now(g);
  }
  if (the_observer) the_observer->launch_ends(g);
  record.static_shared = std::max(record.static_shared, g.static_shared.load());
  if (g.failed.load()) {
    complete_failure(g);
    if (the_observer)
      the_observer->launch_failed(g);
    else
      tell_failure(g.why);
    record_kernel_fault(g.error);
    return;
  }
  run_children(g);
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
  print_refused_call(kALaunch,
                     why + ", and must be the address of each of " + std::to_string(count) + " arguments",
                     cudaErrorInvalidValue);
  return false;
}

int launch_result() { return last_launch; }

void allow_dynamic_shared(const void* kernel, std::size_t bytes) {
  const std::lock_guard<std::mutex> lock(launch_mutex());
  records()[kernel].allowed_dynamic = bytes;
}

std::size_t known_static_shared(const void* kernel) {
  const std::lock_guard<std::mutex> lock(launch_mutex());
  return records()[kernel].static_shared;
}

std::size_t allowed_dynamic_shared(const void* kernel) {
  const std::lock_guard<std::mutex> lock(launch_mutex());
  return std::max(records()[kernel].allowed_dynamic, model::kSharedPerBlock);
}

unsigned known_max_threads(const void* kernel) {
  const std::lock_guard<std::mutex> lock(launch_mutex());
  return records()[kernel].max_threads;
}

const void* identify_kernel(void (*call_stub)(void*), void* data) {
  pending().push_back({});
  pending().back().identify = true;
  call_stub(data);
  const void* identity = pending().back().identity;
  pending().pop_back();
  return identity;
}

void run_grid(const kernel_body& body) {
  const void* identity = reinterpret_cast<const void*>(body.run_threads);
  if (!pending().empty() && pending().back().identify) {
    pending().back().identity = identity;
    const std::lock_guard<std::mutex> lock(launch_mutex());
    if (body.max_threads != 0) records()[identity].max_threads = body.max_threads;
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
  if (recorded) {
    recorded->push_back(std::make_shared<deferred_launch>(config, body));
  } else if (in_kernel()) {
    launch& parent = *this_worker->grid();
    const std::lock_guard<std::mutex> lock(parent.mutex);
    if (parent.depth >= kMaxDepth) return refuse(cudaErrorLaunchMaxDepthExceeded);
    if (parent.children.size() >= kMaxChildren) return refuse(cudaErrorLaunchPendingCountExceeded);
    parent.children.push_back(std::make_shared<deferred_launch>(config, body));
  } else if (capture* into = capture_of(config.stream)) {
    if (!into->valid()) return refuse(cudaErrorStreamCaptureInvalidated);
    into->add_kernel(config.stream, std::make_shared<deferred_launch>(config, body));
  } else {
    const std::lock_guard<std::mutex> lock(launch_mutex());
    run_locked(config, body, 0);
  }
}

void launch_deferred(const deferred_launch& what, cudaStream_t stream) {
  configuration config = what.how();
  config.stream = stream;
  last_launch = cudaSuccess;
  const std::lock_guard<std::mutex> lock(launch_mutex());
  run_locked(config, what.body(), 0);
}

record_launches::record_launches(std::vector<std::shared_ptr<deferred_launch>>& into) { recorded = &into; }
record_launches::~record_launches() { recorded = nullptr; }

}  // namespace simcu

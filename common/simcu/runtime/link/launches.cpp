// SPDX-License-Identifier: Apache-2.0
#include "link/launches.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <string>

#include "base/faults.h"
#include "base/observer.h"
#include "base/settings.h"
#include "device/fault.h"
#include "device/launch.h"
#include "device/team.h"
#include "device/worker.h"
#include "link/errors.h"
#include "link/refusals.h"
#include "memory/arena.h"
#include "schedule/controlled_scheduler.h"
#include "schedule/free_scheduler.h"
#include "simcu/device_model.h"
#include "simcu/runtime_api.h"

namespace simcu {
namespace {

// Guarded by the launch mutex.
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

void run_now(launch& g) {
  flush_kernel_output();
  static const bool prepared = (install_fault_handlers(), warn_of_missing_check(), true);
  (void)prepared;
  g.longest_run = longest_run();
  if (!g.scheduled && g.blocks > 1)
    team_run(g, static_cast<unsigned>(std::min<std::uint64_t>(settings().workers, g.blocks)));
  else
    worker::of_this_thread().run(g);
}

failure names_variable(const named_parameter& p, location where) {
  const symbol_info* s = find_symbol_around(p.pointer);
  const std::string variable = s != nullptr ? s->name : "?";
  failure why;
  why.kind = "host-pointer";
  why.message = "its argument `" + std::string(p.name) + "` is the address of `" + variable +
                "` in host code, which is not the variable's address on the device";
  if (where.file != nullptr) why.at = {where.file, where.line, 0, 0};
  why.advice = "Use `" + variable + "` in the kernel itself, or get its address from cudaGetSymbolAddress.";
  return why;
}

// The caller holds the launch mutex.
int run_locked(const configuration& config, const kernel_body& body, const named_parameter* bad) {
  const void* identity = reinterpret_cast<const void*>(body.run_thread);
  launch g;
  g.body = body;
  g.grid = config.grid;
  g.block = config.block;
  g.dynamic_shared = config.dynamic_shared;
  g.stream = config.stream;
  g.cooperative = config.cooperative;
  g.blocks = std::uint64_t{config.grid.x} * config.grid.y * config.grid.z;

  kernel_record& record = records()[identity];
  if (config.dynamic_shared > record.allowed_dynamic &&
      config.dynamic_shared + record.static_shared > model::kSharedPerBlock) {
    const std::string bytes = std::to_string(config.dynamic_shared);
    print_refusal(
        body.name, config.where,
        "it requests " + bytes + " bytes of dynamic shared memory, but only " +
            std::to_string(model::kSharedPerBlock - record.static_shared) +
            " are left besides its __shared__ variables; more than 48 KiB must be allowed first, by "
            "cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, " +
            bytes + ")",
        cudaErrorInvalidValue);
    return cudaErrorInvalidValue;
  }
  if (config.dynamic_shared + record.static_shared > this_device().shared_of_block()) {
    print_refusal(body.name, config.where,
                  "it requests " + std::to_string(config.dynamic_shared) +
                      " bytes of dynamic shared memory besides the " + std::to_string(record.static_shared) +
                      " of its __shared__ variables, but a block can have at most " +
                      std::to_string(this_device().shared_of_block()) + on_this_device(),
                  cudaErrorInvalidValue);
    return cudaErrorInvalidValue;
  }
  record.max_threads = body.max_threads;
  const auto threads = static_cast<int>(config.block.x * config.block.y * config.block.z);
  if (body.max_threads != 0 && static_cast<unsigned>(threads) > body.max_threads) {
    print_refusal(body.name, config.where,
                  "a block has " + std::to_string(threads) +
                      " threads, but the kernel's __launch_bounds__ allow at most " +
                      std::to_string(body.max_threads),
                  cudaErrorInvalidValue);
    return cudaErrorInvalidValue;
  }
  const model::device& device = this_device();
  const int per_sm = device.resident_blocks(threads, config.dynamic_shared + record.static_shared);
  g.max_resident = static_cast<unsigned>(device.multiprocessors() * std::max(1, per_sm));
  if (config.cooperative && g.blocks > g.max_resident) {
    print_refusal(
        body.name, config.where,
        "the grid has " + std::to_string(g.blocks) + " blocks, but only " + std::to_string(g.max_resident) +
            " of this size fit on the device at once; a cooperative launch needs room for all blocks" +
            on_this_device(),
        cudaErrorCooperativeLaunchTooLarge);
    return cudaErrorCooperativeLaunchTooLarge;
  }
  if (device_lost()) return 0;  // an earlier kernel has failed, and no call has reported it
  const device_memory_open open;
  g.order = controlled_scheduler::for_next_launch(the_observer != nullptr);
  g.scheduled = g.order != nullptr;
  if (!g.scheduled) g.order = &free_scheduler::instance();
  if (the_observer) the_observer->launch_begins(g);
  if (bad != nullptr && g.claim_failure()) {
    g.error = kIllegalAddress;
    g.why = names_variable(*bad, config.where);
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
  }
  return 0;
}

}  // namespace

int launch_here(const configuration& how, const kernel_body& body, const named_parameter* bad) {
  const std::lock_guard<std::mutex> lock(launch_mutex());
  return run_locked(how, body, bad);
}

void allow_dynamic_shared_here(const void* kernel, std::size_t bytes) {
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

void learn_max_threads(const void* kernel, unsigned threads) {
  const std::lock_guard<std::mutex> lock(launch_mutex());
  records()[kernel].max_threads = threads;
}

void learn_static_shared(const void* kernel, std::size_t bytes) {
  const std::lock_guard<std::mutex> lock(launch_mutex());
  records()[kernel].static_shared = std::max(records()[kernel].static_shared, bytes);
}

}  // namespace simcu

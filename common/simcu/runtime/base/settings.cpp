// SPDX-License-Identifier: Apache-2.0
#include "base/settings.h"

#include <sched.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>

#include "base/machine.h"
#include "base/observer.h"
#include "simcu/device_model.h"

namespace simcu {
namespace {

[[noreturn]] void reject(const char* name, const char* value, const char* accepted) {
  std::fprintf(stderr, "simcu: %s=%s is not valid: %s\n", name, value, accepted);
  std::exit(2);
}

double number(const char* name, double fallback, double low, double high, const char* accepted) {
  const char* text = environment(name);
  if (!text || !*text) return fallback;
  char* end = nullptr;
  const double value = std::strtod(text, &end);
  if (*end || !(value >= low && value <= high)) reject(name, text, accepted);
  return value;
}

unsigned usable_cores() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  const int count = CPU_COUNT(&set);
  return count < 1 ? 1 : static_cast<unsigned>(count);
}

}  // namespace

const char* environment(const char* name) { return std::getenv(name); }

const runtime_settings& settings() {
  static const runtime_settings s = [] {
    runtime_settings r{};
    r.workers = static_cast<unsigned>(
        number("SIMCU_WORKERS", usable_cores(), 1, 1024, "it must be a number of OS threads from 1 to 1024"));
    r.stack_bytes = static_cast<std::size_t>(number("SIMCU_STACK_KIB", 256, 16, 65536,
                                                    "it must be a size in KiB from 16 to 65536")) *
                    1024;
    r.stack_bytes = whole_pages(r.stack_bytes);
    const char* name = environment("SIMCU_DEVICE");
    r.device = model::device_named(name);
    if (r.device == nullptr) reject("SIMCU_DEVICE", name, ("the devices are " + model::all_names()).c_str());
    return r;
  }();
  return s;
}

std::string on_this_device() {
  return &this_device() == model::kDevices ? "" : " on " + std::string(this_device().name);
}

double longest_run() {
  return number("SIMCU_TIMEOUT", 0, 0, 1e9,
                "it must be the time limit of a kernel in seconds; 0 means no limit");
}

void warn_of_missing_check() {
  const char* text = environment("SIMCU_TRACE");
  if (!the_observer && text && *text)
    std::fprintf(
        stderr,
        "simcu: SIMCU_TRACE=%s: no trace is written; a trace needs a program built with simcu --check\n",
        text);
}

}  // namespace simcu

// SPDX-License-Identifier: Apache-2.0
// In the check runners of labs without kernels, turns reports of -fsanitize=address,undefined into findings.
// The program continues after each, and each place is reported once.
#include <fcntl.h>
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>

#include "host_checks.h"
#include "runner.h"
#include "simcu/report.h"

extern "C" {
// Hooks of the sanitizers. The simulated device explains segmentation faults.
const char* __asan_default_options() {
  return "halt_on_error=0:detect_leaks=0:handle_segv=0:handle_sigbus=0:handle_abort=0:color=never:"
         "allocator_may_return_null=0:malloc_context_size=1";
}
void __ubsan_get_current_report_data(const char** kind, const char** message, const char** file,
                                     unsigned* line, unsigned* column, char** address);
void __ubsan_on_report();
}

namespace runner {
namespace {

using nlohmann::json;

constexpr std::size_t kMostFindings = 100;

struct report_so_far {
  json findings = json::array();
  std::uint64_t dropped = 0;
  const std::vector<mapped_buffer>* buffers = nullptr;

  void add(json finding) {
    if (findings.size() < kMostFindings)
      findings.push_back(std::move(finding));
    else
      ++dropped;
  }
};
report_so_far& report() {
  static report_so_far only;
  return only;
}

// Returns the innermost frame outside the standard library and the sanitizer. Reads lines with simcu, because
// the sanitizer fails for some templates.
std::pair<std::string, int> place_in(const std::string& stack) {
  std::istringstream lines(stack);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("    #", 0) != 0) continue;
    const std::size_t address = line.find(" 0x"), path = line.rfind(" /");
    if (address == std::string::npos) continue;
    std::string place = simcu::source_line(
        reinterpret_cast<const void*>(std::strtoull(line.c_str() + address + 1, nullptr, 16)));
    if (place.empty() && path != std::string::npos) place = line.substr(path + 1);
    const std::size_t colon = place.rfind(':');
    if (colon == std::string::npos) continue;
    const std::string file = place.substr(0, colon);
    if (file.find("/include/c++/") != std::string::npos || file.find("/gcc/") != std::string::npos) continue;
    return {file, std::atoi(place.c_str() + colon + 1)};
  }
  return {"", 0};
}

std::string plural(std::size_t n, const std::string& what) {
  return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

// Returns "at `keys[10]`, but `keys` has 10 elements", or describes the memory.
std::string describe_place(char* address, std::string& text) {
  char name[64] = "";
  void* start = nullptr;
  std::size_t size = 0;
  const std::string kind = __asan_locate_address(address, name, sizeof name, &start, &size);
  const auto offset = static_cast<std::int64_t>(address - static_cast<char*>(start));
  static const std::vector<mapped_buffer> none;  // while static objects are constructed
  for (const mapped_buffer& buffer : report().buffers != nullptr ? *report().buffers : none) {
    if (buffer.base != start) continue;
    const auto element = static_cast<std::int64_t>(buffer.layout->element_size);
    const std::int64_t index = offset >= 0 ? offset / element : -((element - 1 - offset) / element);
    text = buffer.layout->name + "[" + std::to_string(index) + "]";
    return "at `" + text + "`, but `" + buffer.layout->name + "` has " +
           plural(buffer.layout->count, "element");
  }
  if (start == nullptr) return "in memory that does not belong to the program";
  const std::string what = kind == "stack" && name[0] != 0 ? "the array `" + std::string(name) + "`"
                           : kind == "global"              ? "a global array"
                                                           : "an allocation";
  if (offset >= 0 && offset < static_cast<std::int64_t>(size))
    return "at byte " + std::to_string(offset) + " of " + what + " of " + plural(size, "byte");
  const std::int64_t away = offset < 0 ? -offset : offset - static_cast<std::int64_t>(size);
  return (away == 0 ? "directly" : plural(static_cast<std::size_t>(away), "byte")) +
         (offset < 0 ? " before " : " after ") + what + " of " + plural(size, "byte");
}

void found_by_address_sanitizer(const char* stack) {
  const std::string what = __asan_get_report_description();
  const bool freed = what.find("use-after") != std::string::npos,
             writes = __asan_get_report_access_type() != 0;
  const bool outside =
      what.find("overflow") != std::string::npos || what.find("underflow") != std::string::npos;
  std::string name;
  const std::string place = describe_place(static_cast<char*>(__asan_get_report_address()), name);
  const std::string bytes = plural(__asan_get_report_access_size(), "byte");
  const auto [file, line] = place_in(stack);
  report().add(
      {{"kind", freed     ? "use-after-free"
                : outside ? "out-of-bounds"
                          : what},
       {"subkind", "host"},
       {"kernel", ""},
       {"message", "host code " + std::string(writes ? "writes " : "reads ") + bytes + " " + place},
       {"advice", freed ? "The memory was freed earlier, by a vector that grew or was destroyed, or by a "
                          "delete."
                        : "If the index may pass the end here, compare it with the array's size before the "
                          "access. If it never should, the index or the size is wrong."},
       {"where", {{"text", name}}},
       {"count", 1},
       {"accesses",
        {{{"file", file},
          {"line", line},
          {"write", writes},
          {"op", std::string(writes ? "write" : "read") + " of " + bytes}}}}});
}

}  // namespace

void prepare_host_checks() { __sanitizer_sandbox_on_notify(nullptr); }

void listen_to_sanitizers() {
  __asan_set_error_report_callback(found_by_address_sanitizer);
  // Discards the sanitizers' own text. No file can be opened for writing, but standard input is /dev/null.
  const int nowhere = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
  __sanitizer_set_report_fd(reinterpret_cast<void*>(static_cast<std::intptr_t>(nowhere)));
}

void watch_host_code(const std::vector<mapped_buffer>& buffers) {
  report() = {};
  report().buffers = &buffers;
}

std::string take_host_report() {
  const json document{{"findings", std::move(report().findings)}, {"dropped", report().dropped}};
  return document.dump(-1, ' ', false, json::error_handler_t::replace);
}

bool print_host_report() {
  for (const json& found : report().findings) {
    const auto text = [&](const json& in, const char* name) { return in.value(name, std::string()); };
    std::fprintf(stderr, "%s: %s\n", text(found, "kind").c_str(), text(found, "message").c_str());
    for (const json& access : found.at("accesses"))
      std::fprintf(stderr, "    %s%sat %s:%d\n", text(access, "op").c_str(),
                   text(access, "op").empty() ? "" : ", ", text(access, "file").c_str(),
                   access.value("line", 0));
    if (const std::string advice = text(found, "advice"); !advice.empty())
      std::fprintf(stderr, "    %s\n", advice.c_str());
  }
  return !report().findings.empty();
}

}  // namespace runner

void __ubsan_on_report() {
  const char *kind = "", *message = "", *file = "";
  unsigned line = 0, column = 0;
  char* address = nullptr;
  __ubsan_get_current_report_data(&kind, &message, &file, &line, &column, &address);
  std::string text = message;
  if (!text.empty()) text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  runner::report().add({{"kind", "undefined-behaviour"},
                        {"subkind", kind},
                        {"kernel", ""},
                        {"message", "host code has undefined behaviour: " + text},
                        {"count", 1},
                        {"accesses", {{{"file", file}, {"line", line}, {"op", ""}}}}});
}

// A deliberate out-of-bounds access. If a runner does not report it, its checkers do not work.
RUNNER_EXERCISE(canary) {
  std::vector<std::uint32_t> numbers(4);
  const volatile std::uint32_t* behind = numbers.data() + numbers.size();
  (void)*behind;
}

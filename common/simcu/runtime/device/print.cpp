// SPDX-License-Identifier: Apache-2.0
#include "simcu/print.h"

#include <algorithm>
#include <chrono>
#include <cstdarg>
#include <cstdio>
#include <deque>
#include <mutex>
#include <string>

#include "base/observer.h"
#include "device/launch.h"
#include "device/print.h"
#include "device/scheduler.h"
#include "device/worker.h"
#include "simcu/device.h"
#include "simcu/error_codes.h"
#include "simcu/host.h"
#include "simcu/kernel.h"

extern "C" void __assert_fail(const char*, const char*, unsigned int, const char*) noexcept
    __attribute__((noreturn));

namespace simcu {
namespace {

// Keeps the monitor from switching to another fiber while this code holds a lock.
class not_preemptible {
 public:
  not_preemptible() : was_(preemptible) { preemptible = 0; }
  ~not_preemptible() { preemptible = was_; }
  not_preemptible(const not_preemptible&) = delete;
  not_preemptible& operator=(const not_preemptible&) = delete;

 private:
  char was_;
};

struct record {
  std::size_t text, cost;  // bytes of text; bytes that the text would take on a device
};

struct print_buffer {
  std::mutex mutex;
  std::string text;
  std::deque<record> records;
  std::size_t dropped_text = 0;
  std::size_t cost = 0, capacity = 8650752;  // the default on a device of this generation
  std::size_t lost = 0;

  void append(const char* s, std::size_t length, std::size_t record_cost) {
    text.append(s, length);
    records.push_back({length, record_cost});
    cost += record_cost;
    while (cost > capacity && !records.empty()) {  // as on a device, the oldest output is overwritten
      dropped_text += records.front().text;
      cost -= records.front().cost;
      records.pop_front();
      ++lost;
    }
    if (dropped_text > capacity && dropped_text > text.size() / 2) {
      text.erase(0, dropped_text);
      dropped_text = 0;
    }
  }
};

print_buffer& buffer() {
  static auto* b = new print_buffer;  // kernels of detached threads may still print at exit
  return *b;
}

// Returns -1 for a conversion that CUDA lacks, such as %n, whose store no checker sees.
int count_arguments(const char* format) {
  int count = 0;
  for (const char* p = format; *p != '\0'; ++p) {
    if (*p != '%') continue;
    if (p[1] == '%') {
      ++p;
      continue;
    }
    ++count;
    for (++p; *p != '\0' && std::char_traits<char>::find("-+ #0123456789.*hljztL", 22, *p) != nullptr; ++p)
      if (*p == '*') ++count;
    if (*p == '\0') break;
    if (std::char_traits<char>::find("diouxXpceEfFgGaAs", 17, *p) == nullptr) return -1;
  }
  return count;
}

int print_in_kernel(const char* format, std::va_list arguments) {
  if (format == nullptr) return -1;
  const not_preemptible scope;
  const int count = count_arguments(format);
  if (count < 0)
    fail_kernel(kLaunchFailure, "a kernel's printf uses a conversion that CUDA's printf does not have",
                location{nullptr, 0});
  char local[512];
  std::va_list again;
  va_copy(again, arguments);
  const int length = std::vsnprintf(local, sizeof local, format, arguments);
  std::string longer;
  const char* text = local;
  if (length >= static_cast<int>(sizeof local)) {
    longer.resize(static_cast<std::size_t>(length) + 1);
    std::vsnprintf(&longer[0], longer.size(), format, again);
    text = longer.c_str();
  }
  va_end(again);
  if (length < 0) return -1;
  print_buffer& b = buffer();
  const std::lock_guard<std::mutex> lock(b.mutex);
  if (the_observer) the_observer->printed(static_cast<std::size_t>(length));
  b.append(text, static_cast<std::size_t>(length), 16 + 8 * static_cast<std::size_t>(count));
  return count;
}

// As in CUDA, nothing is flushed at exit.
struct exit_note {
  ~exit_note() {
    print_buffer& b = buffer();
    const std::lock_guard<std::mutex> lock(b.mutex);
    if (b.records.empty()) return;
    std::fprintf(stderr,
                 "simcu: the program ended before the output of %zu printf call%s in kernels was shown; call "
                 "cudaDeviceSynchronize() after the launch\n",
                 b.records.size(), b.records.size() == 1 ? "" : "s");
  }
} note_at_exit;

}  // namespace

void set_print_capacity(std::size_t bytes) {
  const std::lock_guard<std::mutex> lock(buffer().mutex);
  buffer().capacity = bytes;
}

std::size_t print_capacity() {
  const std::lock_guard<std::mutex> lock(buffer().mutex);
  return buffer().capacity;
}

void flush_kernel_output() {
  print_buffer& b = buffer();
  const std::lock_guard<std::mutex> lock(b.mutex);
  if (b.records.empty()) return;
  std::fwrite(b.text.data() + b.dropped_text, 1, b.text.size() - b.dropped_text, stdout);
  std::fflush(stdout);
  if (b.lost != 0) {
    std::fprintf(
        stderr,
        "simcu: kernels printed more than the buffer holds, and the oldest %zu printf calls are "
        "lost, as on a device; cudaDeviceSetLimit(cudaLimitPrintfFifoSize, bytes) makes the buffer larger\n",
        b.lost);
  }
  b.text.clear();
  b.records.clear();
  b.dropped_text = b.cost = b.lost = 0;
}

int printf(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int result = in_kernel() ? print_in_kernel(format, arguments) : std::vprintf(format, arguments);
  va_end(arguments);
  return result;
}

void assert_fail(const char* expression, const char* file, unsigned int line, const char* function) {
  if (!in_kernel()) __assert_fail(expression, file, line, function);
  preemptible = 0;
  char message[512];
  std::snprintf(message, sizeof message,
                "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.", file, line,
                function, blockIdx.x, blockIdx.y, blockIdx.z, threadIdx.x, threadIdx.y, threadIdx.z,
                expression);
  fail_kernel(cudaErrorAssert, message, location{nullptr, 0});
}

namespace {
constexpr long long kTicksOfALook = 50;
}

long long device_clock() {
  spin_hint();
  const launch& grid = *this_worker->grid();
  if (grid.scheduled) {
    static long long ticks = 0;  // two runs with one schedule must read the same times
    grid.order->progress();
    return ticks += kTicksOfALook;
  }
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

clock_t clock() { return in_kernel() ? static_cast<clock_t>(device_clock()) : ::clock(); }

}  // namespace simcu

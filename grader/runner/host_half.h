// SPDX-License-Identifier: Apache-2.0
// The process for the student's host code next to the simulated device. It has no access to the device's
// buffers, the answer or the report, so it asks its parent the questions below, listed with their bytes and
// answers (simcu/parted.h). Part of device.cu.
#pragma once
#include "exercises.h"
#include "program_init.h"
#include "simcu/parted.h"
#include "simcu/wire.h"
#ifdef RUNNER_HOST_CHECKS
#include "host_checks.h"
#endif

namespace runner {
namespace {

enum question : std::uint32_t {
  kNext,       // : the next request, as the verifier sent it; at first, the static objects are constructed
  kMap,        // number of the buffer in the request, on the device or not, where in shared memory: a placed
  kUnwritten,  // text of a LAB_TODO that was reached:
  kReport,     // where in shared memory, bytes: what the compiler's sanitizers have found
  kDone        // protocol::to_text of the answer:
};

enum class placed : std::uint8_t {
  at,
  failed,
  no_memory
};  // the answer to kMap begins with this; then comes the address, or error and text

class host_half {
 public:
  [[noreturn]] void run() {
    lab::todo_detail::told_at_once = [](const char* text) {
      (void)simcu::ask_device(kUnwritten, std::string(text, strnlen(text, protocol::kMaxText)));
    };
    make_static_objects();
    simcu::tell_symbols();
    for (;;) {
      const std::string text = simcu::ask_device(kNext, "");
      const auto request = protocol::parse_request(text);
      if (!request) std::_Exit(EXIT_FAILURE);
      for (const host_buffer& buffer : buffers_) simcu::give_shared(buffer.shared);
      buffers_.clear();
      serve(*request);
    }
  }

 private:
  struct host_buffer {
    mapped_buffer mapped;
    void* shared;
  };

  void serve(const protocol::request_message& request) {
    call::state state{request, [&](mapped_buffer& mapped) { provide(request, mapped); }, {}, {}};
    state.reply.id = request.id;
#ifdef RUNNER_HOST_CHECKS
    watch_host_code(state.mapped);
#endif
    call_exercise(state);
    for (const host_buffer& buffer : buffers_) {
      std::memcpy(buffer.shared, buffer.mapped.base, buffer.mapped.end - buffer.mapped.begin);
      std::free(buffer.mapped.base);
    }
#ifdef RUNNER_HOST_CHECKS
    hand_over(take_host_report());
#endif
    std::fflush(nullptr);
    for (const mapped_buffer& mapped : state.mapped)
      if (mapped.on_device) simcu::forget_memory(mapped.base);
    (void)simcu::ask_device(kDone, protocol::to_text(state.reply));
  }

  void provide(const protocol::request_message& request, mapped_buffer& mapped) {
    const std::size_t bytes = allocated_bytes(mapped);
    void* shared = nullptr;
    if (!mapped.on_device && (shared = simcu::take_shared(bytes)) == nullptr) throw std::bad_alloc();
    simcu::message_writer message;
    message.put(static_cast<std::uint32_t>(mapped.layout - request.buffers.data())).put(mapped.on_device);
    message.put(mapped.on_device ? std::size_t{0} : simcu::shared_offset(shared));
    const std::string answer = simcu::ask_device(kMap, message.bytes());
    simcu::message_reader result(answer);
    switch (result.get<placed>()) {
      case placed::at:
        mapped.base = result.get<void*>();
        break;
      case placed::failed: {
        const auto error = result.get<cudaError_t>();
        throw device_failure{error, std::string(result.get_text())};
      }
      case placed::no_memory:
        throw std::bad_alloc();
    }
    if (mapped.on_device) return simcu::learn_memory(mapped.base, bytes);
    mapped.base = host_memory(mapped);
    std::memcpy(mapped.base, shared, mapped.end - mapped.begin);
    buffers_.push_back({mapped, shared});
  }

  static void hand_over(const std::string& report) {
    void* const shared = simcu::take_shared(report.size());
    if (shared == nullptr) return;
    std::memcpy(shared, report.data(), report.size());
    simcu::message_writer message;
    message.put(simcu::shared_offset(shared)).put(report.size());
    (void)simcu::ask_device(kReport, message.bytes());
    simcu::give_shared(shared);
  }

  std::vector<host_buffer> buffers_;
};

}  // namespace
}  // namespace runner

// SPDX-License-Identifier: Apache-2.0
// Serves requests on the device. The simulated device runs the student's host code in another process
// (host_half.h); on a GPU, and under a debugger, it runs in this one.
#include <cuda_runtime.h>
#include <unistd.h>

#include "buffers.h"
#include "device.h"
#include "exercises.h"
#include "gpu.h"
#include "lab/gpu_banner.h"
#include "own_process.h"
#include "program_init.h"
#include "submissions_todo.h"
#ifdef RUNNER_HOST_CHECKS
#include "host_checks.h"
#endif
#ifdef __SIMCU__
#include "simcu/report.h"
#ifndef RUNNER_ONE_PROCESS  // for the wrong runners, which simulate no device
#define RUNNER_PARTED
#include "host_half.h"
#endif
#endif

namespace runner {
namespace {

using protocol::reply;

void release(served_call& served) {
  for (const mapped_buffer& mapped : served.mapped)
    if (mapped.on_device)
      cudaFree(mapped.base);
    else if (!mapped.shared)
      std::free(mapped.base);
  served.mapped.clear();
}

void run_here(served_call& served) {
  const auto provide = [&](mapped_buffer& mapped) {
    if (mapped.on_device) return upload(served, mapped);
    mapped.base = host_memory(mapped);
    std::memcpy(mapped.base, served.input + mapped.begin, mapped.end - mapped.begin);
  };
  call::state state{*served.request, provide, {}, {}};
#ifdef RUNNER_HOST_CHECKS
  watch_host_code(state.mapped);
#endif
  call_exercise(state);
  served.mapped = std::move(state.mapped);
  served.reply = std::move(state.reply);
  served.reply.id = served.request->id;
#ifdef RUNNER_HOST_CHECKS
  if (served.replayed)
    served.found = print_host_report();
  else
    served.report = take_host_report();
#endif
}

#ifdef RUNNER_PARTED
bool parted = false;

// If the host process has not ended, it has closed its socket on purpose. This process closes its own too,
// and the verifier ends both.
[[noreturn]] void end_with_host() {
  constexpr int kTicks = 40;
  for (int tick = 0; tick < kTicks && !simcu::host_has_ended(); ++tick) usleep(10000);
  if (simcu::host_has_ended()) simcu::end_as_host();
  close(protocol::kControlFd);
  for (;;) pause();
}

// Leaves out whether the request is counted, and the order in which blocks will run.
protocol::request_message what_the_host_may_know(const protocol::request_message& request) {
  protocol::request_message known;
  known.exercise = request.exercise;
  known.params = request.params;
  known.buffers = request.buffers;
  known.image_bytes = request.image_bytes;
  known.report_bytes = request.report_bytes > 0 ? 1 : 0;
  return known;
}

std::string place(served_call& served, const std::string& question) {
  simcu::message_reader from(question);
  simcu::message_writer answer;
  const auto number = from.get<std::uint32_t>();
  const bool on_device = from.get<bool>();
  const auto offset = from.get<std::size_t>();
  if (!from.complete() || number >= served.request->buffers.size()) end_with_host();
  const protocol::buffer_layout& layout = served.request->buffers[number];
  mapped_buffer mapped = place_of(*served.request, layout, on_device);
  mapped.shared = !on_device;
  const auto is_this = [&](const mapped_buffer& other) { return other.layout == &layout; };
  if (layout.null || std::any_of(served.mapped.begin(), served.mapped.end(), is_this)) end_with_host();
  try {
    if (on_device) {
      upload(served, mapped);
    } else if ((mapped.base = simcu::at_shared_offset(offset, allocated_bytes(mapped))) == nullptr) {
      throw std::bad_alloc();
    } else {
      std::memcpy(mapped.base, served.input + mapped.begin, mapped.end - mapped.begin);
      served.on_the_host += allocated_bytes(mapped);
    }
    served.mapped.push_back(mapped);
    answer.put(placed::at).put(on_device ? mapped.base : nullptr);
  } catch (const device_failure& failure) {
    answer.put(placed::failed).put(failure.error).put_text(failure.text);
  } catch (const std::bad_alloc&) {
    answer.put(placed::no_memory);
  }
  return answer.bytes();
}

void run_there(served_call& served) {
  lab::reached_todo();
  (void)simcu::take_crossed();
  simcu::log_crossing(true);
  simcu::answer_host(protocol::to_text(what_the_host_may_know(*served.request)));
  while (const auto asked = simcu::serve_host()) {
    std::string answer;
    if (asked->what == kMap) answer = place(served, asked->bytes);
    if (asked->what == kUnwritten) (void)protocol::send_unwritten(protocol::kControlFd, asked->bytes.c_str());
    if (asked->what == kReport) {
      simcu::message_reader from(asked->bytes);
      const auto offset = from.get<std::size_t>(), bytes = from.get<std::size_t>();
      const void* const shared = simcu::at_shared_offset(offset, bytes);
      if (shared != nullptr && bytes <= protocol::kMaxReport)
        served.report.assign(static_cast<const char*>(shared), bytes);
    }
    if (asked->what == kDone) {
      auto answered = protocol::parse_reply(asked->bytes);
      if (!answered) break;
      served.reply = *std::move(answered);
      served.reply.id = served.request->id;
      simcu::crossed crossed = simcu::take_crossed();
      served.told = std::move(crossed.told);
      served.reply.told_more = crossed.more + served.on_the_host;  // the host process could send these bytes
      if (const std::string todo = lab::reached_todo(); !todo.empty())  // in a kernel
        fail(served.reply, reply::not_implemented, todo);
      simcu::answer_host("");
      return;
    }
    simcu::answer_host(answer);
  }
  end_with_host();
}
#endif

void start_checking([[maybe_unused]] served_call& served) {
#if defined(__SIMCU__) && !defined(RUNNER_HOST_CHECKS)
  if (!served.replayed) (void)simcu::take_report();
#endif
}

// Frees the buffers first, so that any remaining device memory is the lab's.
void finish_checking(served_call& served) {
  release(served);
#if defined(__SIMCU__) && !defined(RUNNER_HOST_CHECKS)
  const bool ended_well = served.reply.kind == reply::answered ||
                          served.reply.kind == reply::refused;  // otherwise the lab could not free its memory
  if (!served.replayed) served.report = simcu::take_report(ended_well);
#endif
}

}  // namespace

device_info open_device() {
  device_info info;
  const gpu_answer answer = ask_gpu();
  info.available = answer.why_not.empty();
  info.name = info.available ? answer.name : answer.why_not;
  info.shared_of_block = answer.shared_of_block;
  info.memory = answer.memory;
#ifdef __SIMCU__
  info.simulated = true;
#else
  if (info.available) info.banner = lab::gpu_banner();
#endif
  return info;
}

void make_static_objects() {
#ifdef RUNNER_HOST_CHECKS
  listen_to_sanitizers();
#endif
  run_program_constructors();
}

bool part_from_host() {
#ifdef RUNNER_HOST_CHECKS
  prepare_host_checks();
#endif
#ifdef RUNNER_PARTED
  switch (simcu::part()) {
    case simcu::half::host:
      close(protocol::kControlFd);
      keep_to_own_process();
      simcu::run_apart([] { host_half().run(); });
    case simcu::half::none:
      return false;
    case simcu::half::device:
      parted = true;
  }
#else
  make_static_objects();
#endif
  return true;
}

void wait_for_host() {
#ifdef RUNNER_PARTED
  if (!parted) return;
  const auto asked = simcu::serve_host();
  if (!asked || asked->what != kNext) end_with_host();
#endif
}

void pass_on_faults() {
  lab::todo_detail::told_at_once = [](const char* text) {
#ifdef __SIMCU__
    if (simcu::in_kernel()) return;  // code in kernels must not make system calls
#endif
    (void)protocol::send_unwritten(protocol::kControlFd, text);
  };
#ifdef __SIMCU__
  simcu::listen_to_faults([](const char* record, std::size_t size) {
    if (const char* text = lab::todo_detail::first_text)
      (void)protocol::send_unwritten(protocol::kControlFd, text);
    (void)protocol::send_fault(protocol::kControlFd, record, size);
  });
#endif
}

void run_exercise(served_call& served) {
  start_checking(served);
#ifdef RUNNER_PARTED
  if (parted)
    run_there(served);
  else
#endif
    run_here(served);
  const reply kind = served.reply.kind;
  if (kind == reply::answered || kind == reply::refused) try {
      download(served);
    } catch (...) {
      explain_exception(served.reply);
    }
  finish_checking(served);
}

}  // namespace runner

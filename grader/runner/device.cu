// SPDX-License-Identifier: Apache-2.0
// Buffers on the device, the lab's exercises, and what their exceptions and CUDA errors mean.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <new>
#include <stdexcept>

#include "device.h"
#include "gpu.h"
#include "lab/cuda_check.h"
#include "lab/gpu_banner.h"
#include "runner.h"
#include "submissions_todo.h"
#ifdef RUNNER_HOST_CHECKS
#include "host_checks.h"
#endif
#ifdef __SIMCU__
#include "simcu/forget.h"
#include "simcu/report.h"
#endif

namespace runner {

struct call::state {
  served_call& served;
};

namespace {

using protocol::buffer_layout;
using protocol::reply;

struct bad_request : std::runtime_error {
  using std::runtime_error::runtime_error;
};
// The runner's own CUDA calls fail only after the student's code broke the context, or when memory is short.
struct device_failure {
  cudaError_t error;
  std::string text;
};
void require(cudaError_t error, const std::string& doing) {
  if (error != cudaSuccess) throw device_failure{error, doing + ": " + cudaGetErrorString(error)};
}

std::map<std::string, exercise>& exercises() {
  static std::map<std::string, exercise> all;
  return all;
}

const buffer_layout& layout_of(const served_call& served, const char* name) {
  for (const buffer_layout& layout : served.request->buffers)
    if (layout.name == name) return layout;
  throw bad_request(std::string("the adapter asks for a buffer `") + name + "` that the test did not send");
}

void* payload(const mapped_buffer& mapped) {
  return static_cast<char*>(mapped.base) + (mapped.layout->offset - mapped.begin);
}

// No buffer is empty: a null pointer is what the tests send as one.
std::size_t allocated_bytes(const mapped_buffer& mapped) {
  return std::max<std::size_t>(mapped.end - mapped.begin, 1);
}

mapped_buffer upload(const served_call& served, const buffer_layout& layout, bool on_device) {
  const bool checked = served.request->report_bytes > 0;
  mapped_buffer mapped{&layout, nullptr, on_device, layout.begin(), layout.end()};
  if (checked) {
    mapped.begin = layout.offset;
    mapped.end = layout.offset + layout.bytes();
  }
  const bool wanted = !checked || !layout.unset;  // the checkers know what was never written
  const std::size_t bytes = mapped.end - mapped.begin;
  const unsigned char* from = served.input + mapped.begin;
  if (on_device) {
    require(cudaMalloc(&mapped.base, allocated_bytes(mapped)), "cudaMalloc for `" + layout.name + "`");
    if (wanted)
      require(cudaMemcpy(mapped.base, from, bytes, cudaMemcpyHostToDevice),
              "copying `" + layout.name + "` to the device");
  } else {
    if (posix_memalign(&mapped.base, protocol::kAlignment, allocated_bytes(mapped)) != 0)
      throw std::bad_alloc();
    std::memcpy(mapped.base, from, bytes);
  }
  return mapped;
}

// What the exercise did not ask for goes back as it came.
void download(served_call& served) {
  std::sort(served.mapped.begin(), served.mapped.end(),
            [](const mapped_buffer& a, const mapped_buffer& b) { return a.begin < b.begin; });
  std::size_t done = 0;
  const auto keep_until = [&](std::size_t end) {
    std::memcpy(served.output + done, served.input + done, end - done);
  };
  for (const mapped_buffer& mapped : served.mapped) {
    const buffer_layout& layout = *mapped.layout;
    keep_until(mapped.begin);
    done = mapped.end;
    unsigned char* to = served.output + mapped.begin;
    const std::size_t bytes = mapped.end - mapped.begin;
    if (mapped.on_device)
      require(cudaMemcpy(to, mapped.base, bytes, cudaMemcpyDeviceToHost),
              "copying `" + layout.name + "` back from the device");
    else
      std::memcpy(to, mapped.base, bytes);
  }
  keep_until(served.request->image_bytes);
}

void release(served_call& served) {
  for (const mapped_buffer& mapped : served.mapped) {
    if (mapped.on_device)
      cudaFree(mapped.base);
    else
      std::free(mapped.base);
  }
  served.mapped.clear();
}

// The checkers of the program, if it has any.
void start_checking([[maybe_unused]] served_call& served) {
#ifdef RUNNER_HOST_CHECKS
  watch_host_code(served.mapped);
#elif defined(__SIMCU__)
  if (!served.replayed) (void)simcu::take_report();
#endif
}

// Also gives the buffers back: device memory that is left then is the lab's.
void finish_checking(served_call& served) {
#ifdef RUNNER_HOST_CHECKS
  if (served.replayed)
    served.found = print_host_report();
  else
    served.report = take_host_report();
#endif
  release(served);
  if (served.replayed) return;
#if defined(__SIMCU__) && !defined(RUNNER_HOST_CHECKS)
  const bool ended_well = served.reply.kind == reply::answered ||
                          served.reply.kind == reply::refused;  // else nothing could be freed
  served.report = simcu::take_report(ended_well);
#endif
}

void run_and_collect(served_call& served, exercise body) {
  call::state state{served};
  call handle(state);
  served.reply.kind = reply::answered;
  body(handle);
  if (const cudaError_t error = cudaDeviceSynchronize(); error != cudaSuccess)
    throw device_failure{error, std::string("a kernel failed: ") + cudaGetErrorString(error)};
  if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess)
    throw device_failure{error,
                         std::string("a launch or a CUDA call failed and its error was not looked at: ") +
                             cudaGetErrorString(error)};
  download(served);
#ifdef __SIMCU__
  if (served.give_away && !served.give_away())
    throw std::runtime_error("host code has the grader's memory mapped, or its descriptor sealed");
#endif
}

void fail(served_call& served, reply kind, const std::string& text) {
  served.reply.kind = kind;
  served.reply.text = text;
}

}  // namespace

std::int64_t call::param(const char* name) const {
  const auto& params = state_.served.request->params;
  const auto found = params.find(name);
  if (found == params.end())
    throw bad_request(std::string("the adapter asks for a parameter `") + name +
                      "` that the test did not send");
  return found->second;
}

bool call::has_param(const char* name) const { return state_.served.request->params.count(name) != 0; }

void* call::map(const char* name, std::size_t element_size, bool on_device) {
  served_call& served = state_.served;
  const buffer_layout& layout = layout_of(served, name);
  if (layout.null) return nullptr;
  if (layout.element_size != element_size)
    throw bad_request("the adapter takes the elements of `" + layout.name + "` for " +
                      std::to_string(element_size) + " bytes each, the test sends " + layout.type);
  for (const mapped_buffer& mapped : served.mapped) {
    if (mapped.layout != &layout) continue;
    if (mapped.on_device == on_device) return payload(mapped);
    throw bad_request("the adapter asks for `" + layout.name + "` on the host and on the device");
  }
  served.mapped.push_back(upload(served, layout, on_device));
  return payload(served.mapped.back());
}

std::size_t call::count(const char* name) const { return layout_of(state_.served, name).count; }

void call::report(const lab::status& status) {
  if (status.ok()) return;
  fail(state_.served, reply::refused, status.message());
}

void call::report(const lab::phase_timer& timer) {
  for (const lab::phase_time& phase : timer.phases()) report_phase(phase.name, phase.ms);
}

void call::report_phase(const std::string& name, double ms) {
  state_.served.reply.phases.emplace_back(name, ms);
}

void call::report(const char* name, double value) { state_.served.reply.values[name] = value; }

registration::registration(const char* name, exercise run) { exercises()[name] = run; }

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

void pass_on_faults() {
  lab::todo_detail::told_at_once = [](const char* text) {
#ifdef __SIMCU__
    if (simcu::in_kernel()) return;  // where nothing may call the system
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
  const auto found = exercises().find(served.request->exercise);
  if (found == exercises().end())
    return fail(served, reply::bad_request, "the adapter has no exercise `" + served.request->exercise + "`");
  lab::reached_todo();  // forgets what an earlier request left
#ifdef __SIMCU__
  simcu::forget_after_launches(served.request->forget);
  simcu::keep_variables();
#endif
  start_checking(served);
  try {
    run_and_collect(served, found->second);
  } catch (const bad_request& error) {
    return fail(served, reply::bad_request, error.what());
  } catch (const device_failure& failure) {
    fail(served, reply::cuda_error, failure.text);
    served.reply.error = cudaGetErrorName(failure.error);
  } catch (const lab::cuda_error& error) {
    fail(served, reply::cuda_error, error.what());
    served.reply.error = cudaGetErrorName(error.code());
  } catch (const std::exception& error) {
    fail(served, reply::student_exception, error.what());
  } catch (...) {
    fail(served, reply::student_exception, "an object that is not a std::exception");
  }
  if (const std::string todo = lab::reached_todo(); !todo.empty()) fail(served, reply::not_implemented, todo);
  finish_checking(served);
}

}  // namespace runner

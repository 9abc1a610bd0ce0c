// SPDX-License-Identifier: Apache-2.0
// Turns exceptions and CUDA errors of the lab's exercises into replies. Part of device.cu.
#pragma once
#include <cuda_runtime.h>

#include <functional>
#include <map>
#include <string>

#include "buffers.h"
#include "lab/cuda_check.h"
#include "lab/todo.h"
#include "runner.h"

namespace runner {

struct call::state {
  const protocol::request_message& request;
  // Called once per buffer that the exercise uses.
  std::function<void(mapped_buffer&)> provide;
  std::vector<mapped_buffer> mapped;
  protocol::reply_message reply;
};

namespace {

std::map<std::string, exercise>& exercises() {
  static std::map<std::string, exercise> all;
  return all;
}

void fail(protocol::reply_message& reply, protocol::reply kind, const std::string& text) {
  reply.kind = kind;
  reply.text = text;
}

void explain_exception(protocol::reply_message& answer) {
  try {
    throw;
  } catch (const bad_request& error) {
    fail(answer, protocol::reply::bad_request, error.what());
  } catch (const device_failure& failure) {
    fail(answer, protocol::reply::cuda_error, failure.text);
    answer.error = cudaGetErrorName(failure.error);
  } catch (const lab::cuda_error& error) {
    fail(answer, protocol::reply::cuda_error, error.what());
    answer.error = cudaGetErrorName(error.code());
  } catch (const std::exception& error) {
    fail(answer, protocol::reply::student_exception, error.what());
  } catch (...) {
    fail(answer, protocol::reply::student_exception, "an object that is not a std::exception");
  }
}

void call_exercise(call::state& state) {
  const auto found = exercises().find(state.request.exercise);
  if (found == exercises().end())
    return fail(state.reply, protocol::reply::bad_request,
                "the adapter has no exercise `" + state.request.exercise + "`");
  lab::reached_todo();  // discards an earlier request's LAB_TODO
  state.reply.kind = protocol::reply::answered;
  try {
    call handle(state);
    found->second(handle);
    if (const cudaError_t error = cudaDeviceSynchronize(); error != cudaSuccess)
      throw device_failure{error, std::string("a kernel failed: ") + cudaGetErrorString(error)};
    if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess)
      throw device_failure{error,
                           std::string("a launch or a CUDA call failed, and its error was not checked: ") +
                               cudaGetErrorString(error)};
  } catch (...) {
    explain_exception(state.reply);
  }
  if (state.reply.kind == protocol::reply::bad_request) return;
  if (const std::string todo = lab::reached_todo(); !todo.empty())
    fail(state.reply, protocol::reply::not_implemented, todo);
}

}  // namespace

std::int64_t call::param(const char* name) const {
  const auto& params = state_.request.params;
  const auto found = params.find(name);
  if (found == params.end())
    throw bad_request(std::string("the adapter asks for a parameter `") + name +
                      "` that the test did not send");
  return found->second;
}

bool call::has_param(const char* name) const { return state_.request.params.count(name) != 0; }

void* call::map(const char* name, std::size_t element_size, bool on_device) {
  const protocol::buffer_layout& layout = layout_of(state_.request, name, element_size);
  if (layout.null) return nullptr;
  for (const mapped_buffer& mapped : state_.mapped) {
    if (mapped.layout != &layout) continue;
    if (mapped.on_device == on_device) return payload(mapped);
    throw bad_request("the adapter asks for `" + layout.name + "` on the host and on the device");
  }
  mapped_buffer mapped = place_of(state_.request, layout, on_device);
  state_.provide(mapped);
  state_.mapped.push_back(mapped);
  return payload(mapped);
}

std::size_t call::count(const char* name) const { return layout_of(state_.request, name).count; }

void call::report(const lab::status& status) {
  if (status.ok()) return;
  fail(state_.reply, protocol::reply::refused, status.message());
}

void call::report(const lab::phase_timer& timer) {
  for (const lab::phase_time& phase : timer.phases()) report_phase(phase.name, phase.ms);
}

void call::report_phase(const std::string& name, double ms) { state_.reply.phases.emplace_back(name, ms); }

void call::report(const char* name, double value) { state_.reply.values[name] = value; }

registration::registration(const char* name, exercise run) { exercises()[name] = run; }

}  // namespace runner

// SPDX-License-Identifier: Apache-2.0
// The runner in a web page, where one module holds simcu's runtime and the runner (docs/playground).
#define RUNNER_ONE_PROCESS
#include <cuda_runtime.h>

#include <cstring>
#include <string>
#include <typeinfo>
// This file is not translated; its only kernel is launched only on a GPU.
#undef __global__
#define __global__

#include "grader/runner/device.cu"
#include "grader/runner/protocol.cpp"
#include "grader/runner/simulator_settings.h"

// `kind` is "fault" or "unwritten".
extern "C" [[clang::import_module("page"), clang::import_name("told")]] void page_told(const char* kind,
                                                                                       const char* text,
                                                                                       std::size_t size);

namespace protocol {
bool send_fault(int, const char* record, std::size_t size) { return page_told("fault", record, size), true; }
bool send_unwritten(int, const char* text) { return page_told("unwritten", text, std::strlen(text)), true; }
}  // namespace protocol

void runner::run_program_constructors() {}  // the page runs the constructors when it loads the program

// From libc++abi, whose header is not installed.
namespace __cxxabiv1 {
class __shim_type_info : public std::type_info {
 public:
  virtual ~__shim_type_info();
  virtual void noop1() const;
  virtual void noop2() const;
  virtual bool can_catch(const __shim_type_info* thrown, void*& object) const = 0;
};
}  // namespace __cxxabiv1

namespace {

using protocol::reply;

std::string request_text, answer, report;
char* image = nullptr;  // first the input image, then the output image
runner::served_call served;
protocol::request_message request;

// Returns the thrown object if a handler for T would catch it. Types are compared by name, because a program
// has its own copies.
template <class T>
const T* caught(void* object, const std::type_info& type) {
  if (std::strcmp(type.name(), typeid(T).name()) == 0) return static_cast<T*>(object);
  using info = __cxxabiv1::__shim_type_info;
  const bool fits = static_cast<const info&>(typeid(T)).can_catch(static_cast<const info*>(&type), object);
  return fits ? static_cast<T*>(object) : nullptr;
}

void finish() {
  report = served.report;
  served.reply.id = request.id;
  answer = protocol::to_text(served.reply);
}

}  // namespace

extern "C" {

[[clang::export_name("runner_greet")]] void runner_greet() {
  const runner::device_info device = runner::open_device();
  runner::pass_on_faults();
  protocol::reply_message hello;
  hello.kind = device.available ? reply::ready : reply::device_unavailable;
  hello.simulated = true;
  hello.device = device.name;
  hello.values["shared_of_block"] = static_cast<double>(device.shared_of_block);
  hello.values["memory"] = static_cast<double>(device.memory);
  answer = protocol::to_text(hello);
}
// Allocate a request's text, and both images.
[[clang::export_name("runner_room")]] char* runner_room(std::size_t bytes) {
  request_text.assign(bytes, '\0');
  return request_text.data();
}
[[clang::export_name("runner_images")]] char* runner_images(std::size_t bytes) {
  std::free(image);
  return image = static_cast<char*>(std::malloc(2 * bytes));
}
[[clang::export_name("runner_serve")]] void runner_serve() {
  const auto asked = protocol::parse_request(request_text);
  served = {};
  served.reply.kind = reply::runner_fault;
  if (asked) {
    request = *asked;
    runner::pass_on_faults();
    runner::set_simulator(request);
    served.request = &request;
    served.input = reinterpret_cast<const unsigned char*>(image);
    served.output = reinterpret_cast<unsigned char*>(image) + request.image_bytes;
    runner::run_exercise(served);
  }
  finish();
}
// Called if the program threw this object. No part of the program can run again.
[[clang::export_name("runner_threw")]] void runner_threw(void* object, const std::type_info* type) {
  protocol::reply_message& said = served.reply;
  if (const auto* bad = caught<runner::bad_request>(object, *type)) {
    runner::fail(said, reply::bad_request, bad->what());
  } else if (const auto* failure = caught<runner::device_failure>(object, *type)) {
    runner::fail(said, reply::cuda_error, failure->text);
    said.error = cudaGetErrorName(failure->error);
  } else if (const auto* error = caught<lab::cuda_error>(object, *type)) {
    runner::fail(said, reply::cuda_error, error->what());
    said.error = cudaGetErrorName(error->code());
  } else if (const auto* other = caught<std::exception>(object, *type)) {
    runner::fail(said, reply::student_exception, other->what());
  } else {
    runner::fail(said, reply::student_exception, "an object that is not a std::exception");
  }
  if (const std::string todo = lab::reached_todo(); !todo.empty())
    runner::fail(said, reply::not_implemented, todo);
  served.report = simcu::take_report();
  finish();
}
[[clang::export_name("runner_answer")]] const char* runner_answer() { return answer.data(); }
[[clang::export_name("runner_answer_bytes")]] std::size_t runner_answer_bytes() { return answer.size(); }
[[clang::export_name("runner_report")]] const char* runner_report() { return report.data(); }
[[clang::export_name("runner_report_bytes")]] std::size_t runner_report_bytes() { return report.size(); }
}

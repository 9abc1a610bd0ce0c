// SPDX-License-Identifier: Apache-2.0
#include "link/remote_device.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "base/callers.h"
#include "link/errors.h"
#include "link/launches.h"
#include "link/window.h"
#include "memory/arena.h"
#include "memory/classes.h"
#include "simcu/device_model.h"
#include "simcu/runtime_api.h"

namespace simcu {

// ---- the socket ----

void remote_device::add(crossing what, const std::string& bytes) {
  message_writer record;
  record.put(what).put_text(bytes);
  waiting_ += record.bytes();
}

std::string remote_device::exchange() {
  const bool sent = send_packet(socket_, waiting_);
  waiting_.clear();
  std::optional<std::string> answer;
  if (sent) answer = receive_packet(socket_);
  if (!answer) _exit(EXIT_FAILURE);  // the device is gone, so nothing can be reported
  answer->pop_back();
  return *std::move(answer);
}

void remote_device::tell(crossing what, const message_writer& message) {
  const std::lock_guard<std::recursive_mutex> lock(mutex_);
  if (waiting_.size() + message.bytes().size() > kLongestPacket / 2) {
    add(crossing::flush_output, "");
    (void)exchange();
  }
  add(what, message.bytes());
}

std::string remote_device::ask(crossing what, const message_writer& message) {
  const std::lock_guard<std::recursive_mutex> lock(mutex_);
  add(what, message.bytes());
  return exchange();
}

void remote_device::ask_if_free(crossing what, const message_writer& message) {
  const std::unique_lock<std::recursive_mutex> lock(mutex_, std::try_to_lock);
  if (lock.owns_lock()) (void)ask(what, message);
}

std::uint32_t remote_device::number_of(const std::string& bytes) {
  const std::lock_guard<std::recursive_mutex> lock(mutex_);
  const auto [known, fresh] = known_.try_emplace(bytes, static_cast<std::uint32_t>(known_.size()));
  if (fresh) tell(crossing::known, message_writer().put_text(bytes));
  return known->second;
}

std::uint32_t remote_device::callers() {
  const return_addresses callers = the_observer ? callers_now() : return_addresses{};
  return number_of({reinterpret_cast<const char*>(callers.data()), sizeof callers});
}

namespace {

sent_stream sent(cudaStream_t stream) {
  const bool named = stream != nullptr && stream != cudaStreamLegacy && stream != cudaStreamPerThread;
  return named ? sent_stream{nullptr, *stream} : sent_stream{stream, {0, 0, 0}};
}

sent_transfer sent(const device_transfer& what) { return {what, sent(what.stream)}; }

// The device's process can use the memory at the same address.
bool is_across(const void* p) {
  return in_device_range(p) || is_device_variable(p) || is_in_managed_pages(p) ||
         shared_window::instance().contains(p, 0);
}

}  // namespace

// ---- memory ----

void* remote_device::allocate(std::size_t bytes, memory_kind kind) {
  auto* p = ask_for<void*>(crossing::allocate, bytes, kind, callers());
  if (p == nullptr || !memory_arena::instance().adopt(p, bytes, kind)) return nullptr;
  if (the_observer) the_observer->allocated(p, bytes);
  return p;
}

bool remote_device::release(void* p, const device_transfer* in_stream) {
  const bool done = in_stream ? ask_for<bool>(crossing::release, p, true, sent(*in_stream), callers())
                              : ask_for<bool>(crossing::release, p, false, callers());
  if (done) memory_arena::instance().drop(p);
  return done;
}

std::size_t remote_device::free_bytes() { return ask_for<std::size_t>(crossing::free_bytes); }

void* remote_device::allocate_pinned(std::size_t bytes, unsigned flags) {
  void* const p = shared_window::instance().take(bytes + page_size());
  if (p == nullptr) return nullptr;
  std::memset(p, model::kGlobalPoison, bytes);
  (void)ask(crossing::pin, message_writer(p, bytes, flags, callers()));
  if (the_observer) the_observer->pinned(p, bytes, true);
  return p;
}

void remote_device::release_pinned(void* p, std::size_t bytes) {
  (void)ask(crossing::unpin, message_writer(p, callers()));
  if (the_observer)
    keep_freed(p, bytes);  // its address is not used again
  else
    shared_window::instance().give(p);
}

bool remote_device::register_pinned(void*, std::size_t, unsigned) {
  std::fputs(
      "simcu: cudaHostRegister is not available if the device is a separate process, as in the grader; use "
      "cudaMallocHost\n",
      stderr);
  return false;
}

void remote_device::unregister_pinned(void*) {}

void remote_device::reset() {
  (void)ask(crossing::reset, message_writer());
  memory_arena::instance().drop_all();
  print_capacity_ = device_port::print_capacity();
  reset_faults();
}

// ---- copies ----

void remote_device::copy(void* to, const void* from, std::size_t bytes, bool tell) {
  const bool to_staging = !is_across(to), from_staging = !is_across(from);
  if (to_staging && from_staging) {
    std::memmove(to, from, bytes);
    return;
  }
  const std::lock_guard<std::recursive_mutex> lock(mutex_);
  char* const staging = shared_window::instance().staging();
  for (std::size_t done = 0; done < bytes;) {
    const std::size_t part = to_staging || from_staging ? std::min(kStaging, bytes - done) : bytes;
    char* const t = static_cast<char*>(to) + done;
    const char* const f = static_cast<const char*>(from) + done;
    if (from_staging) std::memcpy(staging, f, part);
    (void)ask(crossing::copy, message_writer(t, f, part, to_staging, from_staging, tell));
    if (to_staging) std::memcpy(t, staging, part);
    done += part;
  }
}

void remote_device::fill(void* p, int value, std::size_t bytes) {
  (void)ask(crossing::fill, message_writer(p, value, bytes));
}

// ---- kernels ----

namespace {

// The part of a launch's description that is the same for all launches from one call site.
std::string description_of(const configuration& how, const kernel_body& body) {
  const auto file = [](const location& where) { return where.file != nullptr ? where.file : ""; };
  message_writer text;
  text.put_text(file(how.where)).put(how.where.line).put(how.where.repeat);
  text.put_text(body.name).put(body.run_thread).put(body.max_threads);
  text.put(body.call != nullptr);
  if (body.call != nullptr) {
    text.put_text(file(body.call->where)).put(body.call->where.line);
    text.put(body.call->depth).put(body.call->stack);
  }
  for (const named_parameter* p = body.parameters; p != nullptr && p->name != nullptr; ++p)
    text.put(true).put_text(p->name).put(p->shape).put(p->object != nullptr);
  text.put(false);
  return text.bytes();
}

}  // namespace

int remote_device::launch(const configuration& how, const kernel_body& body, int bad_parameter) {
  message_writer message(number_of(description_of(how, body)), how.grid, how.block, how.dynamic_shared,
                         how.cooperative, sent(how.stream), bad_parameter);
  message.put_text({static_cast<const char*>(body.closure), body.closure_bytes});
  for (const named_parameter* p = body.parameters; p != nullptr && p->name != nullptr; ++p) {
    message.put(p->pointer);
    const auto* const object = reinterpret_cast<const char*>(const_cast<const void*>(p->object));
    message.put_text({object != nullptr ? object : "", object != nullptr ? p->bytes : 0});
  }
  printed_ = true;
  const std::string answer = ask(crossing::launch, message);
  message_reader result(answer);
  const int error = result.get<int>();
  if (const int fault = result.get<int>(); fault != 0) record_kernel_fault(fault);
  learn_static_shared(reinterpret_cast<const void*>(body.run_thread), result.get<std::size_t>());
  return error;
}

void remote_device::allow_dynamic_shared(const void* identity, std::size_t bytes) {
  device_port::allow_dynamic_shared(identity, bytes);
  tell(crossing::allow_shared, message_writer(identity, bytes));
}

void remote_device::flush_output() {
  if (!printed_) return;
  std::fflush(stdout);
  printed_ = false;
  (void)ask(crossing::flush_output, message_writer());
}

void remote_device::set_print_capacity(std::size_t bytes) {
  print_capacity_ = bytes;
  tell(crossing::set_print_capacity, message_writer(bytes));
}

// ---- the checkers' observer ----

namespace {

class remote_observer final : public observer {
 public:
  remote_observer(remote_device& device, observer& own) : device_(device), own_(own) {}

  // These checkers only need to know which memory is watched; the device's own get the other events. All
  // allocations are in one range.
  void allocated(void* address, std::size_t bytes) override {
    if (!knows_range_) own_.allocated(address, bytes);
    knows_range_ = true;
  }
  void pinned(const void* address, std::size_t bytes, bool still) override {
    own_.pinned(address, bytes, still);
  }

  void allocated_in_stream(const device_transfer& what) override {
    tell(crossing::allocated_in_stream, sent(what));
  }
  void transfer(const device_transfer& what) override { tell(crossing::transfer, sent(what)); }
  void free_refused(const refused_free& what) override {
    message_writer message(what.address, what.of_host_memory, device_.callers());
    device_.tell(crossing::free_refused, message.put_text(what.call));
  }
  void transfer_refused(const refused_transfer& what) override {
    message_writer message(what.fill, what.to, what.from, what.kind, what.error, device_.callers());
    device_.tell(crossing::transfer_refused, message.put_text(what.call));
  }
  void event_recorded(cudaEvent_t event, cudaStream_t stream) override {
    tell(crossing::event_recorded, event, sent(stream));
  }
  void stream_waits(cudaStream_t stream, cudaEvent_t event) override {
    tell(crossing::stream_waits, event, sent(stream));
  }
  void host_waits_for_stream(cudaStream_t stream) override {
    tell(crossing::host_waits_for_stream, sent(stream));
  }
  void host_waits_for_event(cudaEvent_t event) override { tell(crossing::host_waits_for_event, event); }
  void host_waits_for_device() override { tell(crossing::host_waits_for_device); }

  // ---- events in host code ----
  // Must not wait for another thread's kernel, which may be waiting for this access.
  void host_accesses(const host_access& what) override {
    device_.ask_if_free(crossing::host_access, message_writer(what, device_.callers()));
  }
  void shifted(unsigned bits, long long by, const void* pc) override { tell(crossing::shift, bits, by, pc); }
  void host_fault(const void* address, bool wrote, const void* pc) override {
    (void)device_.ask(crossing::host_fault, message_writer(address, wrote, pc, device_.callers()));
  }
  void host_dies() override { (void)device_.ask(crossing::host_dies, message_writer()); }

 private:
  template <class... T>
  void tell(crossing what, const T&... values) {
    device_.tell(what, message_writer(values...));
  }
  remote_device& device_;
  observer& own_;
  bool knows_range_ = false;
};

}  // namespace

observer* make_remote_observer(remote_device& device, observer* own) {
  return own == nullptr ? nullptr : new remote_observer(device, *own);
}

}  // namespace simcu

// SPDX-License-Identifier: Apache-2.0
// Serves the host's process, and trusts nothing that it sends.
#include "link/device_server.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "base/callers.h"
#include "base/faults.h"
#include "base/handles.h"
#include "base/settings.h"
#include "link/configuration.h"
#include "link/crossing_log.h"
#include "link/device_port.h"
#include "link/errors.h"
#include "link/host_records.h"
#include "link/program_kernels.h"
#include "link/protocol.h"
#include "link/received_launch.h"
#include "link/refusals.h"
#include "link/shared_pages.h"
#include "link/window.h"
#include "memory/arena.h"
#include "memory/classes.h"
#include "simcu/device_model.h"
#include "simcu/parted.h"
#include "simcu/wire.h"

namespace simcu {
namespace {

class device_server : private device_port {
 public:
  void begin(int socket) { socket_ = socket; }
  std::optional<asked> serve();
  void answer(std::string_view bytes) {
    std::string packet(bytes);
    packet += kEndOfAnswer;
    if (!send_packet(socket_, packet)) hung_up_ = true;
  }
  void log(bool on) { log_.keep(on); }
  crossed take() {
    const std::size_t more = log_.left_out();
    return {log_.take(), more, std::exchange(received_, 0)};
  }

 private:
  void do_record(crossing what, message_reader& from, message_writer& answer);
  void tell(crossing what, message_reader& from);
  void copy(message_reader& from);
  void launch(message_reader& from, message_writer& answer);
  void learn_symbols(message_reader& from);
  void tell_fault(message_reader& from);
  std::string_view get_known(message_reader& from) const;
  return_addresses get_callers(message_reader& from) const;

  int socket_ = -1;
  bool hung_up_ = false;
  crossing_log log_;
  shared_pages& hosts_ = shared_pages::instance();
  std::string packet_;
  std::deque<std::string> known_;
  std::size_t received_ = 0;
};

device_server& server() {
  static auto* const s = new device_server;
  return *s;
}

std::optional<asked> device_server::serve() {
  for (;;) {
    std::optional<std::string> packet = hung_up_ ? std::nullopt : receive_packet(socket_);
    if (!packet) return {};
    packet_ = *std::move(packet);
    message_reader records(packet_);
    message_writer answer;
    while (!records.at_end()) {
      const auto what = records.get<crossing>();
      const std::string_view bytes = records.get_text();
      if (!records.complete() || what > crossing::fault) refuse_host("something that is not a message");
      if (is_answered(what) != records.at_end()) refuse_host("messages in the wrong order");
      message_reader from(bytes);
      if (what == crossing::programs) {
        asked question;
        question.what = from.get<std::uint32_t>();
        question.bytes = from.get_text();
        return question;
      }
      if (kernels_see(what)) log_.begin(static_cast<char>(what));
      do_record(what, from, answer);
      if (!from.complete()) refuse_host("a message that is too short");
    }
    this->answer(answer.bytes());
  }
}

std::string_view device_server::get_known(message_reader& from) const {
  const auto number = from.get<std::uint32_t>();
  if (number >= known_.size()) refuse_host("a number that it has not announced");
  return known_[number];
}

return_addresses device_server::get_callers(message_reader& from) const {
  message_reader bytes(get_known(from));
  return bytes.get<return_addresses>();
}

void device_server::copy(message_reader& from) {
  const auto [to, source, bytes, to_staging, from_staging, tell] =
      from.take<void*, const void*, std::size_t, bool, bool, bool>();
  char* const staging = shared_window::instance().staging();
  if ((to_staging || from_staging) && bytes > kStaging) refuse_host("too many bytes at once");
  if (bytes == 0 || (to_staging && from_staging)) refuse_host("a copy of 0 bytes");
  // Memory that was not allocated here is the host's, so reports use the host's address for it.
  if (!to_staging && !may_be_used(to, bytes)) refuse_host("a copy to memory that was never allocated");
  if (!from_staging && !may_be_used(source, bytes))
    refuse_host("a copy from memory that was never allocated");
  log_.place(to_staging ? nullptr : to);
  log_.place(from_staging ? nullptr : source);
  log_.number(bytes);
  if (to_staging) received_ += bytes;
  const char* const origin = from_staging ? staging : hosts_.of_host(source);
  char* const target = to_staging ? staging : static_cast<char*>(to);
  move(target, origin, to, source, bytes, tell);
  if (origin != source && !to_staging)
    log_.data({target, bytes});  // logs the received bytes, even if the host changes them meanwhile
  if (char* const shared = hosts_.of_host(target); !to_staging && shared != target)
    std::memcpy(shared, target, bytes);
}

void device_server::launch(message_reader& from, message_writer& answer) {
  message_reader described(get_known(from));
  received_launch what(described, from);
  if (!from.complete()) return;
  const configuration& how = what.how;
  log_.code(reinterpret_cast<const void*>(what.body.run_thread));
  for (const unsigned n : {how.grid.x, how.grid.y, how.grid.z, how.block.x, how.block.y, how.block.z})
    log_.number(n);
  log_.number(how.dynamic_shared);
  log_.number(how.cooperative);
  log_.words(what.closure);
  for (const std::string& object : what.objects)
    if (what.closure.find(object) == std::string_view::npos) log_.words(object);
  std::fill(packet_.begin(), packet_.end(), '\0');  // a kernel must not find unlogged bytes there
  hosts_.launch_begins(log_);
  const int error = device_port::launch(how, what.body, what.names_variable);
  hosts_.launch_ends();
  log_.number(static_cast<std::uint64_t>(error));  // it depends on the description, which is not logged
  answer.put(error).put(unreported_fault());
  answer.put(known_static_shared(reinterpret_cast<const void*>(what.body.run_thread)));
}

void device_server::learn_symbols(message_reader& from) {
  for (std::uint32_t left = from.get<std::uint32_t>(); left > 0 && from.complete(); --left) {
    const auto [address, bytes] = from.take<const char*, std::size_t>();
    const char* const name = kept(from.get_text());
    const auto shape = from.get<array_shape>();
    auto kind = from.get<symbol_kind>();
    if (is_in_managed_pages(address))
      kind = symbol_kind::managed;
    else if (kind != symbol_kind::constant)
      kind = symbol_kind::device;
    const bool inside = bytes > 0 && is_variable(address) && is_variable(address + (bytes - 1));
    if (inside && find_symbol_around(address) == nullptr) register_symbol(address, bytes, name, shape, kind);
  }
}

void device_server::tell_fault(message_reader& from) {
  const auto record = nlohmann::json::parse(from.get_text(), nullptr, false);
  if (!record.is_object() || !record.contains("stopped") || !record["stopped"].is_string()) return;
  const std::string stopped = record["stopped"];
  if (stopped != "host" && stopped != "launch" && stopped != "program") return;
  const std::string text = record.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  if (the_fault_listener) return the_fault_listener(text.data(), text.size());
  const std::string who = stopped == "host" ? "host code " : "",
                    message = record.value("message", std::string());
  std::fprintf(stderr, "simcu: %s%s\n", who.c_str(), message.c_str());
}

void device_server::tell(crossing what, message_reader& from) {
  if (!the_observer) return;
  switch (what) {
    case crossing::transfer:
      return the_observer->transfer(get_transfer(from));
    case crossing::allocated_in_stream: {
      const device_transfer in_stream = get_transfer(from);
      if (may_be_used(in_stream.to, in_stream.bytes)) the_observer->allocated_in_stream(in_stream);
      return;
    }
    case crossing::free_refused: {
      const auto [address, of_host_memory] = from.take<const void*, bool>();
      const called_by by(get_callers(from));
      return the_observer->free_refused({kept(from.get_text()), address, of_host_memory});
    }
    case crossing::transfer_refused: {
      const auto [fill, to, source, kind, error] =
          from.take<bool, transfer_side, transfer_side, cudaMemcpyKind, cudaError_t>();
      const called_by by(get_callers(from));
      return the_observer->transfer_refused({kept(from.get_text()), fill, to, source, kind, error});
    }
    case crossing::event_recorded: {
      auto* const event = from.get<cudaEvent_t>();
      return the_observer->event_recorded(event, get_stream(from));
    }
    case crossing::stream_waits: {
      auto* const event = from.get<cudaEvent_t>();
      return the_observer->stream_waits(get_stream(from), event);
    }
    case crossing::host_waits_for_stream:
      return the_observer->host_waits_for_stream(get_stream(from));
    case crossing::host_waits_for_event:
      return the_observer->host_waits_for_event(from.get<cudaEvent_t>());
    case crossing::host_waits_for_device:
      return the_observer->host_waits_for_device();
    case crossing::shift: {
      const auto [bits, by, pc] = from.take<unsigned, long long, const void*>();
      return the_observer->shifted(bits, by, pc);
    }
    case crossing::host_access: {
      const auto access = from.get<host_access>();
      const called_by by(get_callers(from));
      return the_observer->host_accesses(access);
    }
    case crossing::host_fault: {
      const auto [address, wrote, pc] = from.take<const void*, bool, const void*>();
      const called_by by(get_callers(from));
      return the_observer->host_fault(address, wrote, pc);
    }
    case crossing::host_dies:
      return the_observer->host_dies();
    default:
      return;
  }
}

void device_server::do_record(crossing what, message_reader& from, message_writer& answer) {
  switch (what) {
    case crossing::allocate: {
      const auto [bytes, kind] = from.take<std::size_t, memory_kind>();
      const called_by by(get_callers(from));
      if (bytes == 0 || (kind != memory_kind::device && kind != memory_kind::managed))
        refuse_host("an allocation of 0 bytes");
      log_.number(bytes);
      log_.number(static_cast<std::uint64_t>(kind));
      auto* const p = static_cast<char*>(device_port::allocate(bytes, kind));
      if (p != nullptr) log_.allocated(p);
      if (char* const shared = hosts_.of_host(p); shared != p) {
        std::memcpy(shared, p, bytes);
        hosts_.show(p, bytes);
      }
      answer.put(static_cast<void*>(p));
      return;
    }
    case crossing::release: {
      auto* const p = from.get<void*>();
      std::optional<device_transfer> in_stream;
      if (from.get<bool>()) in_stream = get_transfer(from);
      const called_by by(get_callers(from));
      log_.place(p);
      const bool done = device_port::release(p, in_stream ? &*in_stream : nullptr);
      if (done) log_.gone(p), hosts_.hide(p);
      answer.put(done);
      return;
    }
    case crossing::free_bytes:
      answer.put(device_port::free_bytes());
      return;
    case crossing::copy:
      return copy(from);
    case crossing::fill: {
      const auto [p, value, bytes] = from.take<void*, int, std::size_t>();
      if (bytes == 0 || !may_be_used(p, bytes)) refuse_host("a fill of memory that was never allocated");
      log_.place(p);
      log_.number(static_cast<std::uint64_t>(value));
      log_.number(bytes);
      device_port::fill(p, value, bytes);
      if (char* const shared = hosts_.of_host(p); shared != p) std::memset(shared, value, bytes);
      return;
    }
    case crossing::launch:
      return launch(from, answer);
    case crossing::flush_output:
      return device_port::flush_output();
    case crossing::pin: {
      const auto [p, bytes, flags] = from.take<void*, std::size_t, unsigned>();
      const called_by by(get_callers(from));
      if (!shared_window::instance().contains(p, bytes) || overlaps_pinned(p, bytes))
        refuse_host("memory that is not its own");
      pin(p, bytes, flags, false);
      (void)device_port::register_pinned(p, bytes, flags);
      hosts_.show(p, bytes);
      return;
    }
    case crossing::unpin: {
      auto* const p = from.get<void*>();
      const called_by by(get_callers(from));
      const std::size_t bytes = find_pinned(p).bytes;
      if (!unpin(p, false)) refuse_host("memory that is not its own");
      device_port::unregister_pinned(p);
      hosts_.hide(p);
      if (the_observer) keep_freed(p, bytes);
      return;
    }
    case crossing::reset: {
      (void)enter_api(true);  // a failed kernel remains failed
      const auto managed = memory_arena::instance().shared_range();
      hosts_.hide_all_in(managed.begin, managed.bytes);
      return device_port::reset();
    }
    case crossing::known:
      if (known_.size() >= kMostNames) refuse_host("too many names");
      known_.emplace_back(from.get_text());
      return;
    case crossing::symbols:
      return learn_symbols(from);
    case crossing::allow_shared: {
      const auto [kernel, bytes] = from.take<const void*, std::size_t>();
      log_.code(kernel);
      log_.number(bytes);
      if (runs_a_kernel(kernel) && bytes <= this_device().shared_of_block())
        device_port::allow_dynamic_shared(kernel, bytes);
      return;
    }
    case crossing::set_print_capacity:
      return device_port::set_print_capacity(std::min(from.get<std::size_t>(), std::size_t{1} << 30));
    case crossing::fault:
      return tell_fault(from);
    default:
      return tell(what, from);
  }
}

}  // namespace

void begin_to_serve(int socket) { server().begin(socket); }

std::optional<asked> serve_host() { return server().serve(); }
void answer_host(std::string_view bytes) { server().answer(bytes); }
void log_crossing(bool on) { server().log(on); }
crossed take_crossed() { return server().take(); }

}  // namespace simcu

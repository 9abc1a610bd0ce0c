// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "link/device_port.h"
#include "link/protocol.h"
#include "simcu/wire.h"

namespace simcu {

class remote_device final : public device_port {
 public:
  explicit remote_device(int socket) : socket_(socket), print_capacity_(device_port::print_capacity()) {}

  void* allocate(std::size_t bytes, memory_kind kind) override;
  bool release(void* p, const device_transfer* in_stream) override;
  std::size_t free_bytes() override;
  void* allocate_pinned(std::size_t bytes, unsigned flags) override;
  void release_pinned(void* p, std::size_t bytes) override;
  bool register_pinned(void* p, std::size_t bytes, unsigned flags) override;
  void unregister_pinned(void* p) override;
  void reset() override;
  void copy(void* to, const void* from, std::size_t bytes, bool tell) override;
  void fill(void* p, int value, std::size_t bytes) override;
  int launch(const configuration& how, const kernel_body& body, int bad_parameter) override;
  void allow_dynamic_shared(const void* identity, std::size_t bytes) override;
  void flush_output() override;
  void set_print_capacity(std::size_t bytes) override;
  std::size_t print_capacity() override { return print_capacity_; }

  void tell(crossing what, const message_writer& message);
  // Ends this process if the device's process is gone.
  std::string ask(crossing what, const message_writer& message);
  // Does nothing if another thread is waiting for an answer.
  void ask_if_free(crossing what, const message_writer& message);
  // Sends the bytes themselves only once.
  std::uint32_t number_of(const std::string& bytes);
  std::uint32_t callers();

 private:
  template <class Answer, class... T>
  Answer ask_for(crossing what, const T&... values) {
    return message_reader(ask(what, message_writer(values...))).get<Answer>();
  }
  void add(crossing what, const std::string& bytes);
  std::string exchange();

  const int socket_;
  std::recursive_mutex mutex_;  // a signal handler also uses it
  std::string waiting_;
  std::map<std::string, std::uint32_t> known_;
  bool printed_ = false;  // kernels have run since their output was last requested
  std::size_t print_capacity_;
};

// Passes the host's actions on to the device's process. `own`, this process's observer, knows which memory is
// watched; without it, the result is null.
observer* make_remote_observer(remote_device& device, observer* own);

}  // namespace simcu

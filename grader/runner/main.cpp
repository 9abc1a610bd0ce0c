// SPDX-License-Identifier: Apache-2.0
// Reads requests from the control socket, serves them, and sends the answers.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

#include "device.h"
#include "own_process.h"
#include "protocol.h"
#include "simulator_settings.h"

namespace {

using protocol::reply;
using protocol::reply_message;
using protocol::request_message;

// Maps a memfd while its request is served.
class mapping {
 public:
  mapping(int fd, std::size_t bytes, bool writable) : bytes_(bytes) {
    struct stat info {};
    if (fstat(fd, &info) != 0 || static_cast<std::size_t>(info.st_size) != bytes || bytes == 0) return;
    const int protection = writable ? PROT_READ | PROT_WRITE : PROT_READ;
    const int kind = writable ? MAP_SHARED : MAP_PRIVATE;
    void* address = mmap(nullptr, bytes, protection, kind | MAP_POPULATE, fd, 0);  // all pages are used
    if (address != MAP_FAILED) address_ = static_cast<unsigned char*>(address);
  }
  ~mapping() {
    if (address_ != nullptr) munmap(address_, bytes_);
  }
  mapping(const mapping&) = delete;
  mapping& operator=(const mapping&) = delete;
  unsigned char* address() const { return address_; }

 private:
  unsigned char* address_ = nullptr;
  std::size_t bytes_;
};

reply_message fault(std::uint64_t id, const char* text) {
  reply_message message;
  message.kind = reply::runner_fault;
  message.id = id;
  message.text = text;
  return message;
}

// The verifier reads up to the first 0, and treats a report without a 0 as truncated.
void hand_over(const std::string& report, int fd) {
  struct stat info {};
  const auto room = fstat(fd, &info) == 0 ? static_cast<std::size_t>(info.st_size) : 0;
  const std::size_t shown = std::min(report.size(), room);
  for (std::size_t done = 0; done < shown;) {
    const ssize_t size = pwrite(fd, report.data() + done, shown - done, static_cast<off_t>(done));
    if (size <= 0) return;
    done += static_cast<std::size_t>(size);
  }
}

reply_message serve(const request_message& request, const std::vector<int>& fds) {
  if (fds.size() < (request.report_bytes > 0 ? 3 : 2))
    return fault(request.id, "the request came without its buffers");
  const mapping input(fds[0], request.image_bytes, false);
  const mapping output(fds[1], request.image_bytes, true);
  if (input.address() == nullptr || output.address() == nullptr)
    return fault(request.id, "the request's buffers cannot be mapped");
  runner::set_simulator(request);
  runner::served_call call;
  call.request = &request;
  call.input = input.address();
  call.output = output.address();
  call.reply.id = request.id;
  runner::run_exercise(call);
  if (fds.size() > 2) {
    call.reply.told = call.told.size();
    hand_over(call.report + '\0' + call.told, fds[2]);
  }
  return call.reply;
}

int file_in_memory(const std::filesystem::path& file, std::size_t bytes) {
  const int fd = memfd_create("replayed", MFD_CLOEXEC);
  std::ifstream from(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(from), {}};
  if (fd < 0 || ftruncate(fd, static_cast<off_t>(bytes)) != 0) return -1;
  return pwrite(fd, text.data(), std::min(bytes, text.size()), 0) < 0 ? -1 : fd;
}

// Repeats the request that `grade --capture FOLDER` wrote. The caller sets the SIMCU_… variables.
int replay(const std::filesystem::path& folder) {
  runner::make_static_objects();
  std::ifstream file(folder / "request.json");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  std::optional<request_message> request = protocol::parse_request(text);
  if (!request) {
    std::fprintf(stderr, "%s contains no request.\n", folder.c_str());
    return EXIT_FAILURE;
  }
  const int input = file_in_memory(folder / "input", request->image_bytes);
  const int output = file_in_memory("/dev/null", request->image_bytes);
  if (!request->schedule.empty()) setenv("SIMCU_SCHEDULE", request->schedule.c_str(), 1);
  const mapping from(input, request->image_bytes, false), to(output, request->image_bytes, true);
  if (from.address() == nullptr || to.address() == nullptr || !runner::open_device().available) {
    std::fputs("The request cannot be repeated here.\n", stderr);
    return EXIT_FAILURE;
  }
  runner::served_call call;
  request->report_bytes =
      protocol::kMaxReport;  // no guards, so that every access outside a buffer is outside an allocation
  call.replayed = true;
  call.request = &*request;
  call.input = from.address();
  call.output = to.address();
  runner::run_exercise(call);
  if (!call.reply.text.empty()) std::printf("%s\n", call.reply.text.c_str());
  constexpr int kFound = 99;  // status of programs in which simcu has found a bug
  return call.found ? kFound : EXIT_SUCCESS;
}

bool send(const reply_message& message) {
  std::fflush(nullptr);  // printed text must arrive before the answer
  return protocol::send_packet(protocol::kControlFd, protocol::to_text(message));
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  std::setvbuf(stdout, nullptr, _IOLBF, 0);  // so that a crash loses no complete line

  if (argc == 3 && std::strcmp(argv[1], "--replay") == 0) return replay(argv[2]);
  if (fcntl(protocol::kControlFd, F_GETFD) < 0) {
    std::fputs("This program contains one lab and is started by the grader. Run `make grade` instead.\n",
               stderr);
    return EXIT_FAILURE;
  }
  const runner::device_info device = runner::open_device();
  if (device.available && !runner::part_from_host()) {
    send(fault(0, "the system does not let this runner start a second process"));
    return EXIT_FAILURE;
  }
  if (device.simulated) runner::keep_to_own_process();
  runner::pass_on_faults();
  if (device.available) runner::wait_for_host();
  reply_message hello;
  hello.kind = device.available ? reply::ready : reply::device_unavailable;
  hello.simulated = device.simulated;
  (device.available ? hello.device : hello.text) = device.name;
  if (device.available) hello.text = device.banner;
  hello.values["shared_of_block"] = static_cast<double>(device.shared_of_block);
  hello.values["memory"] = static_cast<double>(device.memory);
  if (!send(hello) || !device.available) return EXIT_FAILURE;

  for (;;) {
    std::string text;
    std::vector<int> fds;
    if (protocol::receive_packet(protocol::kControlFd, true, text, fds) != protocol::received::message)
      return EXIT_SUCCESS;
    runner::pass_on_faults();  // even in work that the host still sends for an earlier request
    const std::optional<request_message> request = protocol::parse_request(text);
    const reply_message answer = request ? serve(*request, fds) : fault(0, "the request cannot be read");
    for (const int fd : fds) close(fd);
    if (!send(answer)) return EXIT_FAILURE;
    if (request) runner::wait_for_host();
  }
}

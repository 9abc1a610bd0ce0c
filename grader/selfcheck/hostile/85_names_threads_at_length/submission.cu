// SPDX-License-Identifier: Apache-2.0
#include <sys/socket.h>

#include <cstdlib>
#include <string>
// Forges the simulated device's report about a launch that hangs. The report is as long as a packet can be.
lab::status reverse_copy(const std::uint32_t*, std::uint32_t*, std::size_t) {
  std::string threads;
  for (int i = 0; i < 500; ++i)
    threads +=
        "{\"ranks\":[[4294967295,0]],\"doing\":\"" + std::to_string(i) + "\",\"at\":{},\"after\":\"\"},";
  const std::string fault =
      "{\"kind\":\"fault\",\"fault\":{\"stopped\":\"kernel\",\"kernel\":\"k\",\"error\":\"e\",\"error_text\":\"\",\"kind\":\"deadlock\",\"message\":\"" +
      std::string(20000, 'a') +
      "\",\"spins\":{},\"message_end\":\"\",\"at\":{},\"advice\":\"\",\"waiting\":[{\"block\":[0,0,0],\"threads\":[" +
      threads + "{\"ranks\":[],\"doing\":\"\",\"at\":{},\"after\":\"\"}]}]}}";
  for (int i = 0; i < 3; ++i) (void)!send(3, fault.data(), fault.size(), MSG_NOSIGNAL);
  const std::string answer = "{\"kind\":\"fault\",\"fault\":{\"stopped\":\"kernel\",\"kernel\":7}}";
  (void)!send(3, answer.data(), answer.size(), MSG_NOSIGNAL);
  std::abort();
}

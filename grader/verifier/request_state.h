// SPDX-License-Identifier: Apache-2.0
// What a request sends, and what an answer holds; tests only see request and answer.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "checker_report.h"
#include "image.h"
#include "lab_test.h"
#include "runner_process.h"

namespace verifier {

struct request::state {
  protocol::request_message message;
  std::vector<payload> payloads;
  std::vector<std::vector<unsigned char>> values;  // the data of the payloads
  std::vector<use> uses;
  std::vector<std::string> lines;  // one per buffer, for messages
  std::vector<std::string> notes;
  std::string family;                         // the first family of its buffers
  std::map<std::string, std::int64_t> facts;  // request::fact
  limits bounds;
  bool on_the_host = false;
  std::uint64_t most_span = 0;
};

struct answer::state {
  std::string exercise;
  protocol::reply_message reply;
  std::vector<phase> phases;
  std::vector<protocol::buffer_layout> layouts;
  std::shared_ptr<const image> images;
  std::optional<checker_report> report;  // if the request was checked
  std::uint64_t most_span = 0;
};

// Sends the request. In the returned state, it is `answered` or `refused`, and the guards have been checked.
std::shared_ptr<const answer::state> perform(const std::shared_ptr<request::state>& as_asked);

}  // namespace verifier

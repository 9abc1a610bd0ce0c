// SPDX-License-Identifier: Apache-2.0
#include "base/faults.h"

#include <linux/limits.h>

#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>

#include "base/failure_text.h"
#include "base/symbolize.h"

namespace simcu {

fault_listener the_fault_listener = nullptr;

namespace {

using nlohmann::json;

std::string hex(std::size_t offset) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%zx", offset);
  return text;
}

json as_json(const code_place& place) {
  json out = json::object();
  if (!place.file.empty()) out = {{"file", place.file}, {"line", place.line}, {"repeat", place.repeat}};
  const std::size_t offset = offset_in_program(reinterpret_cast<const void*>(place.address));
  if (offset != 0) out["code"] = hex(offset);
  return out;
}

json as_json(const waiting_block& b) {
  json threads = json::array();
  for (const waiting_threads& t : b.threads)
    threads.push_back(
        {{"ranks", t.ranks}, {"doing", t.doing}, {"at", as_json(t.place)}, {"after", t.after_place}});
  return {{"block", b.index}, {"threads", threads}};
}

json as_json(const failure& f) {
  json out = {{"stopped", "kernel"},
              {"kernel", f.kernel},
              {"error", f.error},
              {"error_text", f.error_text},
              {"kind", f.kind},
              {"message", f.message},
              {"spins", as_json(f.spins)},
              {"message_end", f.message_end},
              {"at", as_json(f.at)},
              {"elements", f.elements},
              {"waiting", json::array()},
              {"advice", f.advice}};
  if (f.block && f.thread) out.update({{"block", *f.block}, {"thread", *f.thread}});
  for (const waiting_block& b : f.waiting) out["waiting"].push_back(as_json(b));
  return out;
}

void hand_over(const json& record) {
  const std::string text = record.dump(-1, ' ', false, json::error_handler_t::replace);
  the_fault_listener(text.data(), text.size());
}

}  // namespace

void tell_failure(const failure& f) {
  if (the_fault_listener) return hand_over(as_json(f));
  std::fflush(stdout);
  std::fputs(("simcu: " + text_of(f)).c_str(), stderr);
}

// No JSON library from here on, because the fault may have occurred inside malloc.
namespace {

void make_quotable(char* text) {
  for (char* c = text; *c; ++c)
    if (*c == '"' || *c == '\\' || static_cast<unsigned char>(*c) < ' ') *c = '?';
}

}  // namespace

void tell_host_fault(const char* did, const void* pc) {
  static char line[PATH_MAX + 16], said[400], record[sizeof line + sizeof said + 100];
  const std::size_t offset = offset_in_program(pc);
  const bool in_library = offset == 0;
  find_line_after_fault(pc, in_library, line, sizeof line);
  if (!the_fault_listener) {
    std::fprintf(stderr, "simcu: host code %s", did);
    if (*line != 0)
      std::fprintf(stderr, in_library ? ", in the call at %s" : ", at %s", line);
    else if (offset != 0)
      std::fprintf(stderr, ", at code address +0x%zx", offset);
    std::fputc('\n', stderr);
    return;
  }
  std::snprintf(said, sizeof said, "%s", did);
  make_quotable(said);
  make_quotable(line);
  int size = std::snprintf(record, sizeof record, R"({"stopped":"host","message":"%s","at":{"code":"0x%zx")",
                           said, offset);
  if (char* const colon = std::strrchr(line, ':'); colon != nullptr) {
    *colon = 0;
    size += std::snprintf(record + size, sizeof record - static_cast<std::size_t>(size),
                          R"(,"file":"%s","line":%s,"repeat":0)", line, colon + 1);
  }
  size += std::snprintf(record + size, sizeof record - static_cast<std::size_t>(size), "}}");
  the_fault_listener(record, static_cast<std::size_t>(size));
}

void tell_refused_launch(const std::string& why) {
  if (the_fault_listener) return hand_over({{"stopped", "launch"}, {"message", why}});
  std::fflush(stdout);
  std::fprintf(stderr, "simcu: %s\n", why.c_str());
}

void tell_end(const std::string& why) {
  if (the_fault_listener) return hand_over({{"stopped", "program"}, {"message", why}});
  std::fprintf(stderr, "simcu: %s\n", why.c_str());
}

}  // namespace simcu

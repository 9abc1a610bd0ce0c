// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "base/settings.h"
#include "schedule/controlled_scheduler.h"
#include "schedule/recording.h"

namespace simcu {

__thread char schedule_points;

namespace {

// Guarded by the launch mutex.
struct choice_now {
  bool known = false;
  std::string text;
  controlled_scheduler* current = nullptr;
  controlled_scheduler* for_observer = nullptr;
};
choice_now& now() {
  static auto* n = new choice_now;
  return *n;
}

[[noreturn]] void refuse(const std::string& text, const std::string& why) {
  std::fflush(nullptr);
  const std::string shown = text.size() > 200 ? text.substr(0, 200) + "…" : text;
  std::fprintf(stderr, "simcu: SIMCU_SCHEDULE=%s is not valid: %s: %s\n", shown.c_str(), why.c_str(),
               kScheduleForms);
  std::_Exit(2);
}

std::string from_file(const std::string& text) {
  if (text.rfind("replay:@", 0) != 0) return text;
  const std::string path = text.substr(8);
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line) || line.empty()) throw "the file `" + path + "` cannot be read";
  if (line.rfind("replay:", 0) != 0 || line.rfind("replay:@", 0) == 0)
    throw "the first line of `" + path + "` is not a replay string";
  return line;
}

std::string suffixes(const schedule_text& s) {
  std::string out = s.warps ? "+warps" : "";
  for (std::size_t i = 0; i < s.places.size(); ++i) {
    char hex[24];
    std::snprintf(hex, sizeof hex, "%llx", static_cast<unsigned long long>(s.places[i]));
    out += (i ? "." : "+at=") + std::string(hex);
  }
  return out;
}

}  // namespace

controlled_scheduler* controlled_scheduler::for_next_launch(bool observed) {
  choice_now& n = now();
  const char* variable = environment("SIMCU_SCHEDULE");
  const std::string text = variable ? variable : "";
  if (!n.known || text != n.text) {
    n.known = true;
    n.text = text;
    schedule_text parsed;
    controlled_scheduler* chosen = nullptr;
    try {
      if (!text.empty()) parsed = parse_schedule(from_file(text));
      recorder::open();
      if (recorder* r = recorder::instance()) {
        if (text.empty() && !observed)
          throw std::string("SIMCU_RECORD needs a schedule, because blocks on all cores cannot be recorded");
        r->behind(suffixes(parsed));
      }
      if (!text.empty()) chosen = new controlled_scheduler(parsed);
    } catch (const std::string& why) {
      refuse(text, why);
    }
    delete n.current;
    n.current = chosen;
    if (chosen && chosen->replay_)
      std::atexit([] {
        const controlled_scheduler* t = now().current;
        const std::string left = t && t->replay_ && !t->failed_ ? t->replay_->unused(0) : "";
        if (!left.empty()) t->does_not_fit("the program has ended, but never reached the switch " + left);
      });
  }
  if (n.current || !observed) return n.current;
  if (!n.for_observer) n.for_observer = new controlled_scheduler(schedule_text{});
  return n.for_observer;
}

void controlled_scheduler::begin_part() {
  for (controlled_scheduler* t : {now().current, now().for_observer})
    if (t) t->launch_number_ = 0, t->steps_before_ = 0;
}

}  // namespace simcu

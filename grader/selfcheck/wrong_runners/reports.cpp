// SPDX-License-Identifier: Apache-2.0
// Wrong runners have no checkers, so they return these reports.
#include <simcu/report.h>

#include "runner.h"
#include "runner_kind.h"

namespace wrong {
namespace {

bool canary_runs = false;

const char* const kCanary =
    R"({"kind":"race","subkind":"global-cross-block","kernel":"canary_kernel","message":"two","count":1,
  "accesses":[{"file":"grader/runner/canary.cu","line":9,"op":"write"}]})";

const char* const kRace = R"({"kind":"race","subkind":"shared","kernel":"sort_kernel",
  "message":"two threads use `s_tile[17]`, and nothing orders them. Put a barrier between the two",
  "advice":"Put a barrier between the two","count":31,"values":"It saw 4, and could have seen 5.",
  "where":{"text":"s_tile[17]"},"accesses":[
  {"file":"toy.cu","line":12,"block":[1,0,0],"thread":[3,1,0],"op":"read of 4 bytes","value":"4","source":"x"},
  {"file":"toy.cu","line":9,"op":"earlier write of 4 bytes"}]})";

const char* const kLeak =
    R"({"kind":"leak","kernel":"","message":"400 bytes of device memory were never freed","count":1,"accesses":[]})";

std::string report_of(const std::string& findings, std::uint64_t sectors = 10) {
  const std::string none = R"({"requests":0,"bytes":0})", n = std::to_string(sectors);
  return R"({"findings":[)" + findings + R"(],"dropped":0,"counters":[{"kernel":"sort_kernel","launches":1,
    "blocks":4,"threads":64,"barriers_per_block":{"min":1,"max":1,"total":4},
    "global_load":{"requests":8,"sectors":)" +
         n + R"(,"bytes":320},"global_store":{"requests":8,"sectors":10,"bytes":)" +
         (is("sorts_on_the_host") || is("leaks_and_sorts_on_the_host") ? "0" : "4096") +
         R"(},"shared_load":)" + none + R"(,"shared_store":)" + none +
         R"(,"steps":{"work":4000,"span":20},"atomics":{"global":0,"shared":0},"lines":[
    {"file":"toy.cu","line":7,"op":"global_load","requests":8,"sectors":)" +
         n + R"(}]}],"memory":{"live":0,"peak":0},"copied":{"to_host":)" +
         (is("sorts_on_the_host_between_copies") || is("prints_in_every_thread") ? "1200" : "864") +
         R"(,"printed":)" + (is("prints_in_every_thread") ? "400" : "0") +
         R"(,"from_host":464},"variables":{"bytes":0}})";
}

std::string report() {
  if (canary_runs) {
    canary_runs = false;
    return report_of(is("silenced_checkers") ? "" : kCanary);
  }
  if (is("malformed_report")) return "{\"findings\":[{\"kind\":7";
  if (is("report_of_another_shape")) return "{\"findings\":{\"kind\":\"race\"}}";
  if (is("huge_report")) return std::string(64 << 20, '[');
  if (is("full_report")) return std::string((16 << 20) - 1, '[');
  if (is("racy") || is("racy_and_timed_out")) return report_of(kRace);
  if (is("racy_twice")) return report_of(std::string(kRace) + "," + kLeak);
  if (is("leaky") || is("leaks_and_sorts_on_the_host")) return report_of(kLeak);
  if (is("control_characters")) return report_of(R"({"kind":"\u001b[2J","count":1,"accesses":[]})");
  if (is("quotes_a_secret"))
    return report_of(
        R"({"kind":"race","message":"m","count":1,"accesses":[{"file":"/etc/passwd","line":1,"op":"read"}]})");
  if (is("quotes_a_solution"))
    return report_of(R"({"kind":"race","message":"m","count":1,"accesses":[{"file":")" SELFCHECK_SOURCE
                     R"(/solutions/01_enumeration/enumeration.cu","line":3,"op":"read"}]})");
  if (is("thousand_findings")) {
    std::string all = kLeak;
    for (int i = 1; i < 1000; ++i) all += std::string(",") + kLeak;
    return report_of(all);
  }
  return report_of("", is("too_many_sectors") ? 1234567 : 10);
}

}  // namespace

std::string a_race() { return kRace; }
}  // namespace wrong

namespace simcu {
// Called before each exercise, to forget earlier findings, and after it.
std::string take_report(bool /*leaks*/) {
  static bool after = true;
  after = !after;
  return after ? wrong::report() : "";
}
}  // namespace simcu

RUNNER_EXERCISE(canary) { wrong::canary_runs = true; }

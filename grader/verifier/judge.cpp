// SPDX-License-Identifier: Apache-2.0
// The messages for requests that failed.
#include "judge.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>

#include <algorithm>

#include "lab_test.h"
#include "proof.h"
#include "session.h"
#include "simulator_report.h"

namespace verifier {
namespace {

using protocol::reply;

simulator_report report_of(const exchange_result& result) { return read_simulator_report(result.fault); }

std::string crash(const exchange_result& result) {
  const simulator_report report = report_of(result);
  if (WIFEXITED(result.status) && report.stopped == stopped_by::checkers)
    return "The checkers stopped the process before it returned a result.\n" + report.text;
  std::string text = "Before returning a result, the process " + describe_end(result.status) + ".";
  if (report.stopped == stopped_by::program) return text + "\n" + report.text + ".";
  if (WIFEXITED(result.status)) text += " Usually some code calls exit().";
  const simulator_report last = result.last_fault.empty() ? report : read_simulator_report(result.last_fault);
  if (last.stopped == stopped_by::host) text += "\nIt " + last.text + ".";
  // The host code may have ignored the kernel's error and continued with incomplete data.
  if (report.stopped == stopped_by::kernel && !report.text.empty()) text += "\nBefore that, " + report.text;
  return text;
}

}  // namespace

void judge_unserved(const std::string& what_it_says) {
  if (!current_session().runner_is_a_students())
    throw judgement{verdict::not_your_code,
                    "The lab's test and its adapter do not match: " + what_it_says + "."};
  throw judgement{verdict::crashed, "The program's answer does not fit the request: " + what_it_says +
                                        ". Usually code writes to memory or to a file descriptor that it "
                                        "does not own, or uses up all memory."};
}

namespace {

// Returns the text of the LAB_TODO that was reached. If the LAB_TODO replaces an exercise that does not
// compile, says so.
std::string unwritten(const std::string& todo) {
  const std::string lab = current_session().lab().number + ".";
  if (todo.rfind(lab, 0) == 0)
    for (const auto& [exercise, said] : left_out_of(current_session().last_runner()))
      if (todo.rfind(fmt::format("{}{}:", lab, exercise), 0) == 0)
        return fmt::format("It needs exercise {}, which does not compile.", exercise);
  return todo;
}

// Judges an exceeded limit. The explanation is the checkers' finding if they had one by then, and otherwise
// `usually`.
[[noreturn]] void stop_at_limit(const exchange_result& result, const std::string& what,
                                const std::string& usually) {
  judgement stopped{verdict::timed_out, what};
  const std::optional<checker_report> report = parse_checker_report(result.found);
  if (report && !report->findings.empty())
    take_findings(stopped, *report);
  else
    stopped.text += " " + usually;
  throw stopped;
}

}  // namespace

bool killed_from_outside(const exchange_result& result) {
  return result.kind == outcome::ended && WIFSIGNALED(result.status) && WTERMSIG(result.status) != SIGSEGV &&
         (WTERMSIG(result.status) == SIGKILL || WTERMSIG(result.status) == SIGTERM ||
          WTERMSIG(result.status) == SIGHUP);
}

void judge_failure(const exchange_result& result, const limits& bounds) {
  // Reaching unwritten code explains a crash or an endless loop afterwards.
  if (!result.unwritten.empty() && result.kind != outcome::starved)
    throw judgement{verdict::not_yet, unwritten(result.unwritten)};
  switch (result.kind) {
    case outcome::ended:
      if (killed_from_outside(result))
        throw judgement{
            verdict::crashed,
            "The process " + describe_end(result.status) +
                " twice. Either the system ran out of memory, or the process was killed from outside or by "
                "its own code."};
      throw judgement{verdict::crashed, crash(result)};
    case outcome::late:
      stop_at_limit(
          result, fmt::format("Did not finish within {:.3g} s and was stopped.", bounds.seconds),
          "Usually a loop or a recursion never ends, threads wait for something that never happens, or the code "
          "does far more work than it needs to.");
    case outcome::starved:
      throw machine_too_busy();
    case outcome::big:
      stop_at_limit(
          result,
          fmt::format("Used more than {} MiB of memory and was stopped.", bounds.resident_bytes >> 20),
          "Usually memory is allocated in a loop.");
    case outcome::flood:
      stop_at_limit(result, fmt::format("Printed more than {} MiB and was stopped.", kOutputLimit >> 20),
                    "The usual cause is a printf in a loop, or one that every thread executes.");
    case outcome::crowd:
      throw judgement{verdict::crashed,
                      fmt::format("Started more than {} processes or {} threads and was stopped.",
                                  kProcessLimit, kThreadLimit)};
    case outcome::nonsense:
      throw judgement{verdict::crashed,
                      "The process sent a message that isn't an answer. Usually code writes to a file "
                      "descriptor that it did not open."};
    case outcome::hung_up:
      throw judgement{verdict::crashed,
                      "The process closed its connection to the grader. Usually code closes a file "
                      "descriptor that it did not open."};
    default:
      throw judgement{verdict::not_your_code, "The grader lost contact with its runner."};
  }
}

namespace {

// Returns whether this is an error in a kernel, which CUDA reports in a later call.
bool is_kernel_fault(const std::string& error) {
  for (const char* name :
       {"cudaErrorIllegalAddress", "cudaErrorMisalignedAddress", "cudaErrorAssert", "cudaErrorLaunchFailure",
        "cudaErrorInvalidAddressSpace", "cudaErrorHardwareStackError", "cudaErrorIllegalInstruction"})
    if (error == name) return true;
  return false;
}

// If the checkers found a bug in the failed request, that bug explains the failure.
[[noreturn]] void judge_cuda_error(const exchange_result& result,
                                   const std::optional<checker_report>& checked) {
  const protocol::reply_message& reply_message = result.reply;
  const simulator_report simulator = report_of(result);
  std::string report = simulator.stopped == stopped_by::kernel ? simulator.text : "";
  if (checked && !checked->findings.empty()) report = describe_findings(*checked);
  std::string text = report.empty() ? reply_message.text + "." : report;
  if (on_gpu() && !checked && is_kernel_fault(reply_message.error))
    text += "\nWith BACKEND=sim, the report names the kernel, the thread and the line.";
  if (reply_message.error != "cudaErrorLaunchTimeout") throw judgement{verdict::crashed, text};
  // A deadlock finding only repeats that the kernel was stopped.
  const bool explained = checked && std::any_of(checked->findings.begin(), checked->findings.end(),
                                                [](const finding& f) { return f.kind != "deadlock"; });
  if (!explained)
    text += "\nUsually a loop never ends, or threads wait at a barrier that others never reach.";
  judgement stopped{verdict::timed_out, text};
  if (explained) name_first_finding(stopped, *checked);
  throw stopped;
}

}  // namespace

void judge_reply(const exchange_result& result, const std::optional<checker_report>& checked) {
  const protocol::reply_message& reply_message = result.reply;
  const std::string& text = reply_message.text;
  switch (reply_message.kind) {
    case reply::answered:
    case reply::refused:
      return;
    case reply::not_implemented:
      throw judgement{verdict::not_yet, unwritten(text)};
    case reply::cuda_error:
      judge_cuda_error(result, checked);
    case reply::student_exception:
      throw judgement{verdict::crashed, "The code threw an exception: " + text};
    case reply::bad_request:
      judge_unserved(text);
    case reply::ready:
    case reply::device_unavailable:
      throw judgement{verdict::crashed,
                      "The process answered a request with a greeting. Usually code writes to a file "
                      "descriptor that it did not open."};
    default:
      judge_unserved(text);
  }
}

}  // namespace verifier

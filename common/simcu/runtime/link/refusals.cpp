// SPDX-License-Identifier: Apache-2.0
#include "link/refusals.h"

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <set>

#include "base/faults.h"
#include "base/settings.h"
#include "base/symbolize.h"
#include "simcu/device_model.h"
#include "simcu/kernel.h"
#include "simcu/runtime_api.h"

namespace simcu {
namespace {

constexpr std::size_t kMostTexts = 20;
struct refusals {
  std::mutex lock;
  std::set<std::string> told;
};
refusals& all_refusals() {
  static auto* all = new refusals;
  return *all;
}

std::string sizes(dim3 d) {
  return "(" + std::to_string(d.x) + "," + std::to_string(d.y) + "," + std::to_string(d.z) + ")";
}

std::string over(const std::string& what, std::uint64_t value, std::uint64_t limit) {
  return what + " is " + std::to_string(value) + ", but at most " + std::to_string(limit);
}

}  // namespace

std::string why_sizes_are_refused(const configuration& c) {
  const dim3 g = c.grid, b = c.block;
  if (g.x == 0 || g.y == 0 || g.z == 0)
    return "the grid is " + sizes(g) +
           ", but each extent must be at least 1: are there no elements, or does a division round down?";
  if (b.x == 0 || b.y == 0 || b.z == 0)
    return "the block is " + sizes(b) + ", but each extent must be at least 1";
  const unsigned grid[3] = {g.x, g.y, g.z}, block[3] = {b.x, b.y, b.z};
  const std::string axis[3] = {"x", "y", "z"};
  const std::uint64_t threads = std::uint64_t{b.x} * b.y * b.z;
  if (threads > model::kMaxThreadsPerBlock)
    return "a block of " + sizes(b) + " has " + std::to_string(threads) + " threads, but at most " +
           std::to_string(model::kMaxThreadsPerBlock) + " are possible";
  for (int i = 0; i < 3; ++i) {
    if (grid[i] > model::kMaxGridDim[i])
      return over("gridDim." + axis[i], grid[i], model::kMaxGridDim[i]) + " is possible";
    if (block[i] > model::kMaxBlockDim[i])
      return over("blockDim." + axis[i], block[i], model::kMaxBlockDim[i]) + " is possible";
  }
  if (const std::size_t most = this_device().shared_of_block(); c.dynamic_shared > most)
    return over("the dynamic shared memory", c.dynamic_shared, most) + " bytes per block are possible" +
           on_this_device();
  return "";
}

namespace {

void print(std::string text, location where, const std::string& why, int error) {
  if (where.file != nullptr) text += " at " + std::string(where.file) + ":" + std::to_string(where.line);
  text += " was refused: " + why + " (" + cudaGetErrorName(static_cast<cudaError_t>(error)) + ")";
  refusals& all = all_refusals();
  const std::lock_guard<std::mutex> held(all.lock);
  if (all.told.size() >= kMostTexts || !all.told.insert(text).second) return;
  tell_refused_launch(text);
}

}  // namespace

void print_refusal(const std::string& kernel, location where, const std::string& why, int error) {
  print("the launch of " + (kernel.empty() ? "a kernel" : "`" + kernel + "`"), where, why, error);
}

void print_refused_call(const std::string& what, const std::string& why, int error) {
  const std::string place = in_kernel() ? "" : users_line(library_call({nullptr, 0}));
  const std::size_t colon = place.rfind(':');
  const std::string file = place.substr(0, colon);
  if (colon == std::string::npos) return print(what, {nullptr, 0}, why, error);
  print(what, {file.c_str(), std::atoi(place.c_str() + colon + 1)}, why, error);
}

void forget_refusals() {
  refusals& all = all_refusals();
  const std::lock_guard<std::mutex> held(all.lock);
  all.told.clear();
}

}  // namespace simcu

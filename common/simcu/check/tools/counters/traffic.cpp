// SPDX-License-Identifier: Apache-2.0
// What goes from the device to the host, and what the host tells the device: by copies, and by numbers of its
// choice.
#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

#include "counters.h"
#include "device/launch.h"
#include "memory/arena.h"

namespace simcu::check::counting {

namespace {

constexpr std::uint64_t kByte = 8, kAddress = 32;  // bits

std::uint64_t bits_to_choose_from(std::size_t things) {
  std::uint64_t bits = 0;
  while (bits < kAddress && std::size_t{1} << bits < things) ++bits;
  return bits;
}

std::uint64_t bits_of(std::uint64_t word) {
  std::uint64_t bits = 0;
  for (; word != 0; word >>= kByte) bits += kByte;
  return bits;
}

std::uint32_t word_at(const char* bytes) {
  std::uint32_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

}  // namespace

// What the device's memory is at an address that the host chooses: the allocation or variable, or null.
const void* counters::base_of(const void* address) const {
  if (in_device_range(address)) {
    const auto above = allocations_.upper_bound(address);
    return above == allocations_.begin() ? nullptr : std::prev(above)->first;
  }
  const symbol_info* variable = find_symbol_around(address);
  return variable == nullptr ? nullptr : variable->address;
}

// Bits that the host tells by a place in the device's memory: where it is, if it has not been named before,
// or else which of the named ones it is; and how far into it.
std::uint64_t counters::bits_of_place(const void* address) {
  const void* base = base_of(address);
  const auto offset = static_cast<std::uint64_t>(static_cast<const char*>(address) -
                                                 static_cast<const char*>(base != nullptr ? base : address));
  const bool is_new = named_.insert(base != nullptr ? base : address).second;
  return bits_of(offset) + (is_new ? kAddress : bits_to_choose_from(named_.size()));
}

// Something that the host does with numbers of its choice, as a launch: what it tells by those that are not
// as they were the last time, and by doing this and not what it did after the same thing the last time.
void counters::tell(const void* what, std::vector<std::uint64_t> numbers) {
  constexpr std::uint64_t kUsualBits = 5;  // for the place among the arguments; more can tell by it
  const auto [next, first] = next_.try_emplace(did_last_, what);
  if (!first && next->second != what) told_bits_ += kByte;
  next->second = did_last_ = what;
  std::vector<std::uint64_t>& last = last_told_[what];
  last.resize(numbers.size());
  const std::uint64_t where = bits_to_choose_from(numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] == last[i]) continue;
    const auto* place = reinterpret_cast<const void*>(numbers[i]);
    told_bits_ += where - std::min(where, kUsualBits);
    told_bits_ += in_device_range(place) || find_symbol_around(place) != nullptr
                      ? bits_of_place(place)
                      : std::max(bits_of(numbers[i]), kByte);
  }
  last = std::move(numbers);
}

// A loop's width or digit is told in a launch's arguments and sizes, or else somebody's result.
void counters::tell(const launch& grid) {
  if (grid.depth > 0 || grid.body.call != nullptr) return;  // not of the program's own
  std::vector<std::uint64_t> words(grid.body.closure_bytes / sizeof(std::uint64_t) + 1);
  std::memcpy(words.data(), grid.body.closure, grid.body.closure_bytes);
  std::vector<std::uint64_t> parts = {grid.grid.x,  grid.grid.y,  grid.grid.z,        grid.block.x,
                                      grid.block.y, grid.block.z, grid.dynamic_shared};
  for (const std::uint64_t word : words) {
    const bool pointer = in_device_range(reinterpret_cast<const void*>(word));
    parts.push_back(pointer ? word : word & 0xffffffff);
    parts.push_back(pointer ? 0 : word >> 32);
  }
  tell(reinterpret_cast<const void*>(grid.body.run_threads), std::move(parts));
}

void counters::pinned(const void* address, std::size_t bytes, bool still) {
  if (still)
    shared_with_host_[address] = bytes;
  else
    shared_with_host_.erase(address);
}

bool counters::host_reads(const void* address) const {
  if (shared_with_host_.empty()) return false;
  auto block = shared_with_host_.upper_bound(address);
  if (block == shared_with_host_.begin()) return false;
  --block;
  return static_cast<const char*>(address) < static_cast<const char*>(block->first) + block->second;
}

// What a copy to the device tells it: of words with equal steps, as zeros for counters or 0, 1, 2, … for
// indices, no more than the first two.
static std::size_t news(const char* bytes, std::size_t count) {
  constexpr std::size_t kWord = sizeof(std::uint32_t);
  const auto word = [&](std::size_t at) { return word_at(bytes + at); };
  if (count % kWord != 0 || count < 2 * kWord) return count;
  const std::uint32_t step = word(kWord) - word(0);
  for (std::size_t at = kWord; at < count; at += kWord)
    if (word(at) - word(at - kWord) != step) return count;
  return 2 * kWord;
}

// A few words that a loop copies again and again, as a pass's parameters in constant memory, are told as its
// arguments are: those that have changed, each with its place.
std::size_t counters::news_for(const void* to, const char* bytes, std::size_t count) {
  constexpr std::size_t kWord = sizeof(std::uint32_t), kFew = 256, kPlace = 1;
  const std::size_t all = news(bytes, count);
  if (count > kFew || count % kWord != 0) return all;
  std::vector<char>& last = last_copied_[to];
  const bool again = last.size() == count;
  std::size_t told = 1;  // that it is copied at all
  for (std::size_t at = 0; again && at < count; at += kWord)
    if (std::memcmp(&last[at], bytes + at, kWord) != 0)
      told += std::max(bits_of(word_at(bytes + at)), kByte) / kByte + kPlace;
  last.assign(bytes, bytes + count);
  return again ? std::min(all, told) : all;
}

void counters::transfer(const device_transfer& what) {
  wanted_ = wanted_ || wanted() != nullptr;  // without a launch, too
  const auto number = [](const void* address) { return reinterpret_cast<std::uint64_t>(address); };
  if (what.from == nullptr) {
    ++from_host_;  // a fill brings its one value
    tell(what.pc, {number(what.to), what.bytes});
    return;
  }
  const bool of_device = in_device_range(what.from) || find_symbol_around(what.from) != nullptr;
  const bool to_device = in_device_range(what.to) || find_symbol_around(what.to) != nullptr;
  if (to_device) tell(what.pc, {number(what.to), of_device ? number(what.from) : 0, what.bytes});
  if (of_device && (!to_device || host_reads(what.to))) to_host_ += what.bytes;
  if (to_device && (!of_device || host_reads(what.from)))
    from_host_ += news_for(what.to, static_cast<const char*>(what.from), what.bytes);
}

void counters::printed(std::size_t bytes) {
  if (on_) to_host_ += bytes, printed_ += bytes;
}

}  // namespace simcu::check::counting

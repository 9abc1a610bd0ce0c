// SPDX-License-Identifier: Apache-2.0
// Lays out a request's buffers, and compares their contents before and after.
#include "image.h"

#include <fmt/format.h>

#include <cstring>

#include "memory_file.h"
#include "verdict.h"

namespace verifier {
namespace {

void fill(unsigned char* to, std::size_t bytes, std::mt19937_64& noise) {
  for (; bytes >= 8; bytes -= 8, to += 8) {
    const std::uint64_t word = noise();
    std::memcpy(to, &word, 8);
  }
  const std::uint64_t word = noise();
  std::memcpy(to, &word, bytes);
}

// The differing elements of a guard. Indices count from its start, which is the start of an element.
struct difference {
  std::size_t count = 0, first = 0, last = 0;
};
difference compare(const unsigned char* a, const unsigned char* b, std::size_t bytes, std::size_t element) {
  difference found;
  for (std::size_t i = 0; i * element < bytes; ++i) {
    const std::size_t size = std::min(element, bytes - i * element);
    if (std::memcmp(a + i * element, b + i * element, size) == 0) continue;
    if (found.count++ == 0) found.first = i;
    found.last = i;
  }
  return found;
}

std::string element_text(const std::string& type, const unsigned char* bytes) {
  const auto as = [&](auto value) {
    std::memcpy(&value, bytes, sizeof value);
    return fmt::format("{}", value);
  };
  if (type == "uint8") return as(std::uint8_t{});
  if (type == "int32") return as(std::int32_t{});
  if (type == "uint32") return as(std::uint32_t{});
  if (type == "int64") return as(std::int64_t{});
  if (type == "uint64") return as(std::uint64_t{});
  if (type == "float") return as(float{});
  if (type == "double") return as(double{});
  return "other bytes";
}

}  // namespace

image::image(std::vector<payload>& payloads, std::mt19937_64& noise, std::size_t report_bytes)
    : report_bytes_(report_bytes) {
  for (payload& p : payloads) {
    if (p.layout.null) continue;
    const std::size_t begin =
        (bytes_ + protocol::kAlignment - 1) / protocol::kAlignment * protocol::kAlignment;
    p.layout.offset = begin + protocol::kGuardBefore;
    bytes_ = p.layout.end();
  }
  bytes_ = std::max<std::size_t>(bytes_, 1);  // mmap refuses an empty file

  input_ = memory_file::make("input", bytes_, false);
  sent_ = memory_file::map_sealed(input_, bytes_);
  for (const payload& p : payloads) {
    if (p.layout.null) continue;
    fill(sent_ + p.layout.begin(), protocol::kGuardBefore, noise);
    if (p.values == nullptr)
      fill(sent_ + p.layout.offset, p.layout.bytes(), noise);
    else if (p.layout.bytes() > 0)
      std::memcpy(sent_ + p.layout.offset, p.values, p.layout.bytes());
    fill(sent_ + p.layout.offset + p.layout.bytes(), protocol::kGuardAfter, noise);
  }
  renew_output();
  if (report_bytes_ > 0) report_ = memory_file::make("report", report_bytes_, true);
}

void image::renew_output() {
  memory_file::close(output_);
  output_ = memory_file::make("output", bytes_, false);  // the runner seals it after writing
}

image::~image() {
  if (sent_ != nullptr) memory_file::unmap(sent_, bytes_);
  for (const int file : {input_, output_, report_}) memory_file::close(file);
}

std::vector<int> image::fds() const {
  if (report_ < 0) return {input_, output_};
  return {input_, output_, report_};
}

std::string image::report() const {
  constexpr std::size_t kPiece = 64 * 1024;
  std::string text, piece(kPiece, '\0');
  while (text.size() < report_bytes_) {
    const std::size_t size = memory_file::read(report_, piece.data(), kPiece, text.size());
    if (size == 0) break;
    const std::size_t used = piece.substr(0, size).find('\0');
    text.append(piece, 0, std::min(used, size));
    if (used != std::string::npos) break;
  }
  return text;
}

std::string image::behind_report(std::size_t report, std::size_t bytes) const {
  const std::size_t begin = std::min(report + 1, report_bytes_);
  std::string text(std::min(bytes, report_bytes_ - begin), '\0');
  text.resize(memory_file::read(report_, text.data(), text.size(), begin));
  return text;
}

void image::take_copy() {
  copy_.reset(new unsigned char[bytes_]);  // make_unique would fill it with zeros first
  if (memory_file::read(output_, copy_.get(), bytes_, 0) != bytes_)
    throw judgement{verdict::not_your_code, "The grader cannot read the runner's output."};
}

std::string image::damage_around(const protocol::buffer_layout& layout) const {
  if (layout.null) return "";
  const std::size_t end = layout.offset + layout.bytes();
  const std::size_t element = layout.element_size;
  if (const difference d = compare(sent_ + end, copy_.get() + end, protocol::kGuardAfter, element);
      d.count > 0)
    return fmt::format("wrote {} bytes past the end of `{}`, which has {}: {}.", d.count * element,
                       layout.name,
                       layout.count == 1 ? "1 element" : fmt::format("{} elements", layout.count),
                       d.first == d.last ? fmt::format("at index {}", layout.count + d.first)
                                         : fmt::format("the first write is at index {}, the last at {}",
                                                       layout.count + d.first, layout.count + d.last));
  const std::size_t begin = layout.begin() + protocol::kGuardBefore % element;
  if (const difference d = compare(sent_ + begin, copy_.get() + begin, layout.offset - begin, element);
      d.count > 0)
    return fmt::format("wrote {} bytes before the start of `{}`: the nearest write is at index -{}.",
                       d.count * element, layout.name, (layout.offset - begin) / element - d.last);
  return "";
}

std::size_t image::places_too_far(const protocol::buffer_layout& layout, const void* expected) const {
  const std::size_t n = layout.count, size = layout.element_size;
  const unsigned char *got = after(layout), *right = static_cast<const unsigned char*>(expected);
  const difference d = compare(sent_ + layout.offset + n * size, got + n * size, protocol::kGuardAfter, size);
  if (d.count == 0) return 0;
  const std::size_t by = d.last + 1;
  for (std::size_t i = 0; i < n; ++i)
    if (std::memcmp(got + i * size, right + i * size, size) != 0 &&
        std::memcmp(got + (i + by) * size, right + i * size, size) != 0)
      return 0;
  return by;
}

bool image::changed(const protocol::buffer_layout& layout) const {
  return !layout.null && layout.bytes() > 0 &&
         std::memcmp(before(layout), after(layout), layout.bytes()) != 0;
}

std::string image::first_change(const protocol::buffer_layout& layout) const {
  const unsigned char *was = before(layout), *is = after(layout);
  std::size_t i = 0;
  const std::size_t size = layout.element_size;
  while (std::memcmp(was + i * size, is + i * size, size) == 0) ++i;
  return fmt::format("{}[{}] was {} and is now {}", layout.name, i, element_text(layout.type, was + i * size),
                     element_text(layout.type, is + i * size));
}

}  // namespace verifier

// SPDX-License-Identifier: Apache-2.0
// Messages between the two processes of a program (parted.h): values as their bytes in memory, texts after
// their length.
#pragma once
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

namespace simcu {

// NOLINTBEGIN(bugprone-sizeof-expression): a pointer is sent as an address.
// Appends values to a message; message_reader reads them in the same order.
class message_writer {
 public:
  template <class... T>
  explicit message_writer(const T&... values) {
    (put(values), ...);
  }
  template <class T>
  message_writer& put(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof(T));
    return *this;
  }
  message_writer& put_text(std::string_view text) {
    put(static_cast<std::uint32_t>(text.size()));
    bytes_.append(text);
    return *this;
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

// Never reads past the end. Missing values are 0 or empty, and complete() returns false from then on.
class message_reader {
 public:
  explicit message_reader(std::string_view bytes) : left_(bytes) {}
  template <class T>
  T get() {
    static_assert(std::is_trivially_copyable_v<T>);
    T value{};
    if (left_.size() < sizeof(T)) return complete_ = false, left_ = {}, value;
    std::memcpy(&value, left_.data(), sizeof(T));
    left_.remove_prefix(sizeof(T));
    return value;
  }
  template <class... T>
  std::tuple<T...> take() {
    return std::tuple<T...>{get<T>()...};
  }
  std::string_view get_text() {
    const std::size_t size = get<std::uint32_t>();
    if (left_.size() < size) return complete_ = false, left_ = {}, std::string_view();
    const std::string_view text = left_.substr(0, size);
    left_.remove_prefix(size);
    return text;
  }
  bool complete() const { return complete_; }
  bool at_end() const { return left_.empty(); }

 private:
  std::string_view left_;
  bool complete_ = true;
};
// NOLINTEND(bugprone-sizeof-expression)

}  // namespace simcu

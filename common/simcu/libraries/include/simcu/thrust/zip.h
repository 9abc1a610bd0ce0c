// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <tuple>

#include "simcu/thrust/iterators.h"

namespace thrust {
namespace details {
template <class Iterator>
using reference_of = decltype(std::declval<const Iterator&>()[0]);
}  // namespace details

template <class Tuple>
class zip_iterator;
// Elements are read and written through the returned tuple of references.
template <class... Iterators>
class zip_iterator<std::tuple<Iterators...>>
    : public details::computed_iterator<zip_iterator<std::tuple<Iterators...>>,
                                        std::tuple<details::value_of<Iterators>...>,
                                        std::tuple<details::reference_of<Iterators>...>> {
 public:
  explicit zip_iterator(const std::tuple<Iterators...>& iterators) : from_(iterators) {}
  auto at(std::ptrdiff_t n) const { return at(n, std::index_sequence_for<Iterators...>()); }
  std::ptrdiff_t minus(const zip_iterator& other) const {
    return (std::get<0>(from_) - std::get<0>(other.from_)) + (this->place - other.place);
  }
  std::tuple<Iterators...> get_iterator_tuple() const {
    return std::apply([&](const auto&... i) { return std::tuple<Iterators...>(i + this->place...); }, from_);
  }

 private:
  template <std::size_t... I>
  auto at(std::ptrdiff_t n, std::index_sequence<I...>) const {
    return typename zip_iterator::reference(std::get<I>(from_)[this->place + n]...);
  }
  std::tuple<Iterators...> from_;
};
template <class... Iterators>
zip_iterator<std::tuple<Iterators...>> make_zip_iterator(const std::tuple<Iterators...>& iterators) {
  return zip_iterator<std::tuple<Iterators...>>(iterators);
}
template <class... Iterators>
zip_iterator<std::tuple<Iterators...>> make_zip_iterator(Iterators... iterators) {
  return zip_iterator<std::tuple<Iterators...>>(std::tuple<Iterators...>(iterators...));
}

namespace details {

template <class... Iterators>
struct in_kernels<zip_iterator<std::tuple<Iterators...>>> {
  static constexpr bool kDevice = (in_kernels<Iterators>::kDevice || ...);
  static auto of(const zip_iterator<std::tuple<Iterators...>>& i) {
    return std::apply(
        [](const auto&... each) {
          return make_zip_iterator(std::make_tuple(in_kernels<std::decay_t<decltype(each)>>::of(each)...));
        },
        i.get_iterator_tuple());
  }
};

}  // namespace details
}  // namespace thrust

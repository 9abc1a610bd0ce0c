// SPDX-License-Identifier: Apache-2.0
// Iterators made from others: zip, permutation, reverse, discard, transform_output and
// transform_input_output.
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
// Returns a tuple of references, through which elements are read and written.
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

// The elements of `from` that `map` names.
template <class From, class Map>
class permutation_iterator
    : public details::computed_iterator<permutation_iterator<From, Map>, details::value_of<From>,
                                        details::reference_of<From>> {
 public:
  permutation_iterator(From from, Map map) : from_(from), map_(map) {}
  details::reference_of<From> at(std::ptrdiff_t n) const {
    return from_[static_cast<std::ptrdiff_t>(map_[this->place + n])];
  }
  std::ptrdiff_t minus(const permutation_iterator& other) const {
    return (map_ - other.map_) + (this->place - other.place);
  }
  const From& base() const { return from_; }
  const Map& map() const { return map_; }

 private:
  From from_;
  Map map_;
};
template <class From, class Map>
permutation_iterator<From, Map> make_permutation_iterator(From from, Map map) {
  return {from, map};
}

template <class From>
class reverse_iterator : public details::computed_iterator<reverse_iterator<From>, details::value_of<From>,
                                                           details::reference_of<From>> {
 public:
  explicit reverse_iterator(From from) : from_(from) {}
  details::reference_of<From> at(std::ptrdiff_t n) const { return from_[-1 - this->place - n]; }
  std::ptrdiff_t minus(const reverse_iterator& other) const {
    return (other.from_ - from_) + (this->place - other.place);
  }
  From base() const { return from_ + -this->place; }

 private:
  From from_;
};
template <class From>
reverse_iterator<From> make_reverse_iterator(From from) {
  return reverse_iterator<From>(from);
}

// Accepts what is written to it, and keeps nothing.
template <class System = use_default>
class discard_iterator : public details::computed_iterator<discard_iterator<System>, decltype(std::ignore),
                                                           decltype(std::ignore)> {
 public:
  discard_iterator(std::ptrdiff_t at = 0) { this->place = at; }
  decltype(std::ignore) at(std::ptrdiff_t) const { return {}; }
};
inline discard_iterator<> make_discard_iterator(std::ptrdiff_t place = 0) { return place; }

// What is written goes through a function first.
template <class Function, class To>
class transform_output_iterator {
  struct element {
    const To& to;
    const Function& f;
    std::ptrdiff_t at;
    template <class T>
    const element& operator=(const T& value) const {
      to[at] = f(value);
      return *this;
    }
  };

 public:
  using value_type = void;
  using difference_type = std::ptrdiff_t;
  using pointer = void;
  using reference = element;
  using iterator_category = std::output_iterator_tag;
  transform_output_iterator(To to, Function f) : to_(to), f_(f) {}
  element operator*() const { return {to_, f_, 0}; }
  element operator[](std::ptrdiff_t n) const { return {to_, f_, n}; }
  friend transform_output_iterator operator+(const transform_output_iterator& i, std::ptrdiff_t n) {
    return {i.to_ + n, i.f_};
  }
  friend std::ptrdiff_t operator-(const transform_output_iterator& a, const transform_output_iterator& b) {
    return a.to_ - b.to_;
  }
  const To& base() const { return to_; }
  const Function& function() const { return f_; }

 private:
  To to_;
  Function f_;
};
template <class Function, class To>
transform_output_iterator<Function, To> make_transform_output_iterator(To to, Function f) {
  return {to, f};
}

// What is read goes through one function, what is written through another.
template <class In, class Out, class Iterator>
class transform_input_output_iterator;
namespace details {
template <class In, class Out, class Iterator>
struct transformed_element {
  using value = std::decay_t<std::invoke_result_t<In, value_of<Iterator>>>;
  Iterator at;
  In in;
  Out out;
  operator value() const { return in(static_cast<value_of<Iterator>>(*at)); }
  template <class T>
  const transformed_element& operator=(const T& value) const {
    *at = out(value);
    return *this;
  }
};
}  // namespace details
template <class In, class Out, class Iterator>
class transform_input_output_iterator
    : public details::computed_iterator<transform_input_output_iterator<In, Out, Iterator>,
                                        typename details::transformed_element<In, Out, Iterator>::value,
                                        details::transformed_element<In, Out, Iterator>> {
 public:
  transform_input_output_iterator(Iterator from, In in, Out out) : from_(from), in_(in), out_(out) {}
  details::transformed_element<In, Out, Iterator> at(std::ptrdiff_t n) const {
    return {from_ + (this->place + n), in_, out_};
  }
  std::ptrdiff_t minus(const transform_input_output_iterator& other) const {
    return (from_ - other.from_) + (this->place - other.place);
  }
  Iterator base() const { return from_ + this->place; }
  const In& input() const { return in_; }
  const Out& output() const { return out_; }

 private:
  Iterator from_;
  In in_;
  Out out_;
};
template <class In, class Out, class Iterator>
transform_input_output_iterator<In, Out, Iterator> make_transform_input_output_iterator(Iterator from, In in,
                                                                                        Out out) {
  return {from, in, out};
}

namespace details {

template <class In, class Out, class Iterator>
struct in_kernels<transform_input_output_iterator<In, Out, Iterator>> {
  static constexpr bool kDevice = in_kernels<Iterator>::kDevice;
  static auto of(const transform_input_output_iterator<In, Out, Iterator>& i) {
    return make_transform_input_output_iterator(in_kernels<Iterator>::of(i.base()), i.input(), i.output());
  }
};
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
template <class From, class Map>
struct in_kernels<permutation_iterator<From, Map>> {
  static constexpr bool kDevice = in_kernels<From>::kDevice || in_kernels<Map>::kDevice;
  static auto of(const permutation_iterator<From, Map>& i) {
    return make_permutation_iterator(in_kernels<From>::of(i.base()), in_kernels<Map>::of(i.map())) + i.place;
  }
};
template <class From>
struct in_kernels<reverse_iterator<From>> {
  static constexpr bool kDevice = in_kernels<From>::kDevice;
  static auto of(const reverse_iterator<From>& i) {
    return make_reverse_iterator(in_kernels<From>::of(i.base()));
  }
};
template <class Function, class To>
struct in_kernels<transform_output_iterator<Function, To>> {
  static constexpr bool kDevice = in_kernels<To>::kDevice;
  static auto of(const transform_output_iterator<Function, To>& i) {
    return make_transform_output_iterator(in_kernels<To>::of(i.base()), i.function());
  }
};

}  // namespace details
}  // namespace thrust

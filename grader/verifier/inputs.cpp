// SPDX-License-Identifier: Apache-2.0
// The generators of seeded inputs.
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <type_traits>

#include "lab_test.h"
#include "session.h"

namespace verifier {
namespace {

std::mt19937_64& engine() { return current_session().test().inputs; }

std::uint64_t below(std::uint64_t bound) { return engine()() % bound; }

template <class T>
T any() {
  if constexpr (std::is_floating_point_v<T>)
    return static_cast<T>(static_cast<double>(engine()() >> 11) * 0x1p-53 * 2e6 - 1e6);
  else
    return static_cast<T>(engine()());
}

template <class T, class Make>
std::vector<T> fill(std::size_t n, Make make) {
  std::vector<T> values(n);
  for (T& value : values) value = make();
  return values;
}

template <class T>
keys<T> named(const char* family, std::vector<T> values) {
  keys<T> result = std::move(values);
  result.family = family;
  return result;
}

template <class T>
std::vector<T> sorted(std::size_t n) {
  std::vector<T> values = fill<T>(n, any<T>);
  std::sort(values.begin(), values.end());
  return values;
}

template <class T>
std::vector<T> choices(std::size_t n, std::size_t kinds) {
  const std::vector<T> values = fill<T>(kinds, any<T>);
  return fill<T>(n, [&] { return values[below(kinds)]; });
}

bool is_prime(std::size_t n) {
  for (std::size_t d = 2; d * d <= n; ++d)
    if (n % d == 0) return false;
  return n >= 2;
}

}  // namespace

std::uint64_t seed() { return current_session().test().seed; }
bool on_gpu() { return current_session().config.backend == "cuda"; }
std::size_t shared_of_block() { return current_session().shared_of_block(); }
std::size_t scaled(std::size_t simulated, std::size_t real) { return on_gpu() ? real : simulated; }

template <class T>
keys<T> uniform(std::size_t n) {
  return named("uniform", fill<T>(n, any<T>));
}

template <class T>
keys<T> ascending(std::size_t n) {
  return named("ascending", sorted<T>(n));
}

template <class T>
keys<T> descending(std::size_t n) {
  std::vector<T> values = sorted<T>(n);
  std::reverse(values.begin(), values.end());
  return named("descending", std::move(values));
}

template <class T>
keys<T> all_equal(std::size_t n) {
  return named("all equal", std::vector<T>(n, any<T>()));
}

template <class T>
keys<T> two_values(std::size_t n) {
  return named("two values", choices<T>(n, 2));
}

template <class T>
keys<T> few_distinct(std::size_t n) {
  return named("few distinct", choices<T>(n, 16));
}

template <class T>
keys<T> one_outlier(std::size_t n) {
  std::vector<T> values(n, any<T>());
  if (n > 0) values[below(n)] = any<T>();
  return named("one outlier", std::move(values));
}

// Draws from 1024 values, of which that of rank r has a probability proportional to 1 / r.
template <class T>
keys<T> zipf(std::size_t n) {
  constexpr std::size_t kKinds = 1024;
  const std::vector<T> values = fill<T>(kKinds, any<T>);
  std::vector<double> bound(kKinds);
  double sum = 0;
  for (std::size_t r = 0; r < kKinds; ++r) bound[r] = sum += 1.0 / static_cast<double>(r + 1);
  return named("zipf", fill<T>(n, [&] {
                 const double x = static_cast<double>(engine()() >> 11) * 0x1p-53 * sum;
                 const auto rank = std::upper_bound(bound.begin(), bound.end(), x) - bound.begin();
                 return values[std::min<std::size_t>(static_cast<std::size_t>(rank), kKinds - 1)];
               }));
}

keys<std::uint32_t> low_bits_only(std::size_t n) {
  return named("low bits only", fill<std::uint32_t>(n, [] { return any<std::uint32_t>() & 0xffu; }));
}

keys<std::uint32_t> high_bits_only(std::size_t n) {
  return named("high bits only", fill<std::uint32_t>(n, [] { return any<std::uint32_t>() & 0xff000000u; }));
}

keys<double> special_doubles(std::size_t n) {
  using limits_of = std::numeric_limits<double>;
  const std::vector<double> special{0.0,
                                    -0.0,
                                    limits_of::infinity(),
                                    -limits_of::infinity(),
                                    limits_of::quiet_NaN(),
                                    limits_of::denorm_min(),
                                    -limits_of::denorm_min(),
                                    limits_of::min() / 3};
  return named("special doubles", fill<double>(n, [&] {
                 return below(2) == 0 ? special[below(special.size())] : any<double>();
               }));
}

const std::vector<family>& key_families() {
  using key = std::uint32_t;
  static const std::vector<family> all{{"uniform", uniform<key>},         {"ascending", ascending<key>},
                                       {"descending", descending<key>},   {"all equal", all_equal<key>},
                                       {"two values", two_values<key>},   {"few distinct", few_distinct<key>},
                                       {"low bits only", low_bits_only},  {"high bits only", high_bits_only},
                                       {"one outlier", one_outlier<key>}, {"zipf", zipf<key>}};
  return all;
}

std::vector<std::size_t> sizes_around(std::size_t block) {
  std::size_t prime = 4 * block + 1;
  while (!is_prime(prime)) ++prime;
  std::set<std::size_t> sizes{0, 1, 2, block, block + 1, 2 * block + 1, prime};
  if (block > 0) sizes.insert(block - 1);
  return {sizes.begin(), sizes.end()};
}

#define VERIFIER_INSTANTIATE(T)                  \
  template keys<T> uniform<T>(std::size_t);      \
  template keys<T> ascending<T>(std::size_t);    \
  template keys<T> descending<T>(std::size_t);   \
  template keys<T> all_equal<T>(std::size_t);    \
  template keys<T> two_values<T>(std::size_t);   \
  template keys<T> few_distinct<T>(std::size_t); \
  template keys<T> one_outlier<T>(std::size_t);  \
  template keys<T> zipf<T>(std::size_t);
VERIFIER_INSTANTIATE(std::uint8_t)
VERIFIER_INSTANTIATE(std::int32_t)
VERIFIER_INSTANTIATE(std::uint32_t)
VERIFIER_INSTANTIATE(std::int64_t)
VERIFIER_INSTANTIATE(std::uint64_t)
VERIFIER_INSTANTIATE(float)
VERIFIER_INSTANTIATE(double)
#undef VERIFIER_INSTANTIATE

}  // namespace verifier

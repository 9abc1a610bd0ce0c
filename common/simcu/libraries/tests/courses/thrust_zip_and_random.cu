// SPDX-License-Identifier: Apache-2.0
// Uses Thrust as samples do, beyond sorting.
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>

#include <cstdio>
#include <random>
#include <vector>

struct add_product {  // the fourth is the first plus the second times the third
  template <class Tuple>
  __host__ __device__ void operator()(Tuple t) const {
    thrust::get<3>(t) = thrust::get<0>(t) + thrust::get<1>(t) * thrust::get<2>(t);
  }
};
struct length {
  __host__ __device__ float operator()(const thrust::tuple<float, float>& v) const {
    return thrust::get<0>(v) * thrust::get<0>(v) + thrust::get<1>(v) * thrust::get<1>(v);
  }
};
struct bounds {  // the smallest and the largest element of a range
  __host__ __device__ thrust::tuple<int, int> operator()(const thrust::tuple<int, int>& a,
                                                         const thrust::tuple<int, int>& b) const {
    return thrust::make_tuple(thrust::get<0>(a) < thrust::get<0>(b) ? thrust::get<0>(a) : thrust::get<0>(b),
                              thrust::get<1>(a) > thrust::get<1>(b) ? thrust::get<1>(a) : thrust::get<1>(b));
  }
};
struct draw {
  unsigned seed;
  __host__ __device__ int operator()(unsigned i) const {
    thrust::default_random_engine engine(seed);
    thrust::uniform_int_distribution<int> upto(1, 6);
    engine.discard(i);
    return upto(engine);
  }
};
struct in_circle {
  __host__ __device__ int operator()(unsigned i) const {
    thrust::minstd_rand engine(i + 1);
    thrust::uniform_real_distribution<float> unit(0.0f, 1.0f);
    engine.discard(2 * i);
    const float x = unit(engine), y = unit(engine);
    return x * x + y * y <= 1.0f;
  }
};
struct twice {
  __host__ __device__ int operator()(int x) const { return 2 * x; }
};

#define EXPECT(...)                                       \
  if (!(__VA_ARGS__)) {                                   \
    std::printf("line %d: " #__VA_ARGS__ "\n", __LINE__); \
    return false;                                         \
  }
using ints = std::vector<int>;
static ints here(const thrust::device_vector<int>& d) {
  ints h(d.size());
  thrust::copy(d.begin(), d.end(), h.begin());
  return h;
}

static bool zips() {
  const int n = 1000;
  thrust::device_vector<float> a(n, 1.0f), b(n), c(n, 2.0f), d(n);
  thrust::sequence(b.begin(), b.end());
  const auto first =
      thrust::make_zip_iterator(thrust::make_tuple(a.begin(), b.begin(), c.begin(), d.begin()));
  const auto last = thrust::make_zip_iterator(thrust::make_tuple(a.end(), b.end(), c.end(), d.end()));
  EXPECT(last - first == n);
  thrust::for_each(first, last, add_product());
  EXPECT(d[10] == 21.0f && d[999] == 1999.0f);
  const auto pairs = thrust::make_zip_iterator(thrust::make_tuple(a.begin(), c.begin()));
  EXPECT(thrust::transform_reduce(pairs, pairs + n, length(), 0.0f, thrust::plus<float>()) == 5000.0f);
  thrust::device_vector<int> sum(8);
  thrust::sequence(sum.begin(), sum.end(), 110, 3);
  const auto same_twice = thrust::make_zip_iterator(thrust::make_tuple(sum.begin(), sum.begin()));
  const thrust::tuple<int, int> both =
      thrust::reduce(same_twice, same_twice + 8, thrust::tuple<int, int>(1000, -1000), bounds());
  EXPECT(thrust::get<0>(both) == 110 && thrust::get<1>(both) == 131);
  thrust::device_vector<int> major = ints{2, 1, 2, 1, 0}, minor = ints{5, 4, 3, 2, 1};
  const auto keys = thrust::make_zip_iterator(thrust::make_tuple(major.begin(), minor.begin()));
  thrust::sort(keys, keys + 5);
  EXPECT(here(major) == ints{0, 1, 1, 2, 2} && here(minor) == ints{1, 2, 4, 3, 5});
  thrust::device_vector<int> key = ints{3, 1, 2}, v1 = ints{30, 10, 20}, v2 = ints{-3, -1, -2};
  thrust::sort_by_key(key.begin(), key.end(),
                      thrust::make_zip_iterator(thrust::make_tuple(v1.begin(), v2.begin())));
  EXPECT(here(v1) == ints{10, 20, 30} && here(v2) == ints{-1, -2, -3});
  const thrust::tuple<int, int> front = keys[0];
  EXPECT(thrust::get<1>(front) == 1);
  return true;
}

static bool randoms() {
  thrust::device_vector<int> dice(600);
  thrust::transform(thrust::counting_iterator<unsigned>(0), thrust::counting_iterator<unsigned>(600),
                    dice.begin(), draw{42});
  const ints h = here(dice);
  thrust::default_random_engine engine(42);
  std::minstd_rand theirs(42);
  for (int i = 0; i < 600; ++i) {
    const unsigned drawn = engine();
    EXPECT(drawn == theirs());
    EXPECT(h[i] == static_cast<int>((drawn - 1) / 2147483646.0 * 6 + 1));
  }
  const int inside =
      thrust::transform_reduce(thrust::make_counting_iterator(0u), thrust::make_counting_iterator(20000u),
                               in_circle(), 0, thrust::plus<int>());
  EXPECT(inside > 15000 && inside < 16400);
  return true;
}

static bool by_key() {
  const ints h_keys{1, 1, 2, 2, 2, 5}, h_values{1, 2, 3, 4, 5, 6};
  thrust::device_vector<int> keys = h_keys, values = h_values, out(6), out_keys(6);
  const auto ends = thrust::reduce_by_key(keys.begin(), keys.end(), values.begin(), out_keys.begin(),
                                          out.begin(), thrust::equal_to<int>(), thrust::maximum<int>());
  EXPECT(ends.first - out_keys.begin() == 3 && out[1] == 5);
  thrust::reduce_by_key(keys.begin(), keys.end(), values.begin(), out_keys.begin(), out.begin());
  EXPECT(out[0] == 3 && out[1] == 12 && out[2] == 6);
  return true;
}

static bool searches() {
  thrust::device_vector<int> a = ints{1, 3, 3, 5, 7}, b = ints{3, 4, 5};
  EXPECT(thrust::lower_bound(a.begin(), a.end(), 3) - a.begin() == 1);
  EXPECT(thrust::upper_bound(a.begin(), a.end(), 3) - a.begin() == 3);
  EXPECT(thrust::binary_search(a.begin(), a.end(), 7) && !thrust::binary_search(a.begin(), a.end(), 4));
  thrust::device_vector<int> wanted = ints{0, 3, 8}, places(3);
  thrust::lower_bound(a.begin(), a.end(), wanted.begin(), wanted.end(), places.begin());
  EXPECT(here(places) == ints{0, 1, 5});
  thrust::upper_bound(a.begin(), a.end(), wanted.begin(), wanted.end(), places.begin());
  EXPECT(here(places) == ints{0, 3, 5});
  return true;
}

static bool chosen() {
  thrust::device_vector<int> a = ints{5, 6, 7, 8}, map = ints{3, 1, 0, 2}, out(4, 0);
  EXPECT(thrust::reduce(thrust::make_transform_iterator(a.begin(), twice()),
                        thrust::make_transform_iterator(a.end(), twice())) == 52);
  thrust::gather(thrust::cuda::par.on(nullptr), map.begin(), map.end(), a.begin(), out.begin());
  EXPECT(here(out) == ints{8, 6, 5, 7});
  thrust::scatter(a.begin(), a.end(), map.begin(), out.begin());
  EXPECT(here(out) == ints{7, 6, 8, 5});
  return true;
}

int main() { return zips() && randoms() && by_key() && searches() && chosen() ? 0 : 1; }

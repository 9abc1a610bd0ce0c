// SPDX-License-Identifier: Apache-2.0
// Uses Thrust as courses do: vectors, sorts with keys, sums, scans, functors, and kernels on the same memory.
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/equal.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/generate.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/unique.h>

#include <algorithm>

#include "helper.h"

struct saxpy_functor {
  const float a;
  saxpy_functor(float _a) : a(_a) {}
  __host__ __device__ float operator()(const float& x, const float& y) const { return a * x + y; }
};
struct square {
  __host__ __device__ long long operator()(int x) const { return 1ll * x * x; }
};
struct is_even {
  __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};
struct mark {
  int* flags;
  __host__ __device__ void operator()(int i) const { flags[i] = 1; }
};

__global__ void twice(int* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= 2;
}

bool sorts(int n) {
  thrust::host_vector<int> h_keys(n), h_values(n);
  unsigned state = 3;
  for (int i = 0; i < n; ++i) h_keys[i] = nextRandom(state) % 100;
  thrust::sequence(h_values.begin(), h_values.end());
  thrust::device_vector<int> keys = h_keys, values = h_values;
  twice<<<divUp(n, 128), 128>>>(thrust::raw_pointer_cast(keys.data()), n);
  thrust::stable_sort_by_key(keys.begin(), keys.end(), values.begin());
  std::vector<int> order(h_values.begin(), h_values.end());
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return h_keys[a] < h_keys[b]; });
  thrust::host_vector<int> sorted = keys, places = values;
  for (int i = 0; i < n; ++i)
    if (places[i] != order[i] || sorted[i] != 2 * h_keys[order[i]]) return false;

  thrust::device_vector<int> runs(n), sizes(n);
  auto ends = thrust::reduce_by_key(keys.begin(), keys.end(), thrust::make_constant_iterator(1), runs.begin(),
                                    sizes.begin());
  const int different = ends.first - runs.begin();
  if (thrust::reduce(sizes.begin(), ends.second) != n) return false;
  keys.erase(thrust::unique(keys.begin(), keys.end()), keys.end());
  if (static_cast<int>(keys.size()) != different || runs[different - 1] != keys.back()) return false;

  int* raw;
  checkCudaErrors(cudaMalloc(&raw, n * sizeof(int)));
  thrust::device_ptr<int> wrapped(raw);
  thrust::copy(values.begin(), values.end(), wrapped);
  thrust::sort(thrust::device, raw, raw + n, thrust::greater<int>());
  const bool descends = wrapped[0] == n - 1 && wrapped[n - 1] == 0;
  checkCudaErrors(cudaFree(raw));
  return descends;
}

int main() {
  if (!sorts(1500)) return EXIT_FAILURE;

  thrust::device_vector<float> X(10), Y(10, 1.0f), Z(10);
  thrust::sequence(X.begin(), X.end());
  thrust::transform(X.begin(), X.end(), Y.begin(), Y.begin(), saxpy_functor(2.0f));
  thrust::fill(Z.begin(), Z.begin() + 5, 3.0f);
  Z[7] = 0.5f;
  thrust::transform(Y.begin(), Y.end(), Z.begin(), thrust::negate<float>());
  if (Y[9] != 19.0f || Z[0] != -1.0f || thrust::inner_product(X.begin(), X.end(), Y.begin(), 0.0f) != 615.0f)
    return EXIT_FAILURE;

  thrust::device_vector<int> numbers(20), sums(20), evens(20), flags(20, 0);
  thrust::sequence(numbers.begin(), numbers.end(), 1);
  thrust::inclusive_scan(numbers.begin(), numbers.end(), sums.begin());
  if (sums[19] != 210 || thrust::reduce(numbers.begin(), numbers.end()) != sums.back()) return EXIT_FAILURE;
  thrust::exclusive_scan(numbers.begin(), numbers.end(), numbers.begin(), 5);
  if (numbers[0] != 5 || numbers[19] != 195) return EXIT_FAILURE;
  if (thrust::reduce(numbers.begin(), numbers.end(), -1, thrust::maximum<int>()) != 195) return EXIT_FAILURE;
  if (thrust::max_element(numbers.begin(), numbers.end()) - numbers.begin() != 19) return EXIT_FAILURE;
  const int count = thrust::count_if(numbers.begin(), numbers.end(), is_even());
  if (thrust::copy_if(numbers.begin(), numbers.end(), evens.begin(), is_even()) - evens.begin() != count)
    return EXIT_FAILURE;
  thrust::for_each(thrust::device, thrust::counting_iterator<int>(3), thrust::counting_iterator<int>(9),
                   mark{thrust::raw_pointer_cast(flags.data())});
  flags.erase(thrust::remove_if(flags.begin(), flags.end(), is_even()), flags.end());
  if (flags.size() != 6 || !thrust::equal(flags.begin() + 1, flags.end(), flags.begin())) return EXIT_FAILURE;
  if (thrust::count(flags.begin(), flags.end(), 1) != 6) return EXIT_FAILURE;
  auto squares = thrust::make_transform_iterator(thrust::counting_iterator<int>(1), square());
  if (thrust::reduce(squares, squares + 10) != 385) return EXIT_FAILURE;
  const long long same =
      thrust::transform_reduce(sums.begin(), sums.begin() + 3, square(), 0ll, thrust::plus<long long>());
  thrust::host_vector<int> h(4);
  thrust::generate(h.begin(), h.end(), [] { return 7; });
  thrust::sort(h.begin(), h.end());
  return same == 1 + 9 + 36 && h[3] == 7 ? EXIT_SUCCESS : EXIT_FAILURE;
}

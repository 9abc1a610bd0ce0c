// SPDX-License-Identifier: Apache-2.0
// Thrust as tutorials write it: a device vector printed through an output iterator, and histogram bins by
// upper_bound into counts. Also a range of every n-th element, and <iostream>, which Thrust brings.
#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/detail/raw_reference_cast.h>
#include <thrust/device_vector.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/functional.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/iterator_traits.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/remove.h>
#include <thrust/sort.h>
#include <thrust/version.h>

#include <cub/device/device_reduce.cuh>
#include <iterator>
#include <sstream>
#include <string>

template <class Vector>
std::string printed(const Vector& v) {
  std::ostringstream out;
  thrust::copy(v.begin(), v.end(), std::ostream_iterator<int>(out, " "));
  return out.str();
}

template <class Iterator>
class strided {
 public:
  using difference = typename thrust::iterator_difference<Iterator>::type;
  struct step {
    difference by;
    __host__ __device__ difference operator()(difference i) const { return i * by; }
  };
  using places = thrust::transform_iterator<step, thrust::counting_iterator<difference>>;
  using iterator = thrust::permutation_iterator<Iterator, places>;
  strided(Iterator first, Iterator last, difference by) : first_(first), last_(last), by_(by) {}
  iterator begin() const { return iterator(first_, places(thrust::counting_iterator<difference>(0), {by_})); }
  iterator end() const { return begin() + ((last_ - first_) + (by_ - 1)) / by_; }

 private:
  Iterator first_, last_;
  difference by_;
};

static int sum_of(const int* d_in, int n) {
  int *d_sum, sum = 0;
  void* storage = nullptr;
  size_t bytes = 0;
  cudaMalloc(&d_sum, sizeof(int));
  cub::DeviceReduce::Sum(storage, bytes, d_in, d_sum, n);
  cudaMalloc(&storage, bytes);
  cub::DeviceReduce::Sum(storage, bytes, d_in, d_sum, n);
  cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
  cudaFree(storage);
  cudaFree(d_sum);
  return sum;
}

int main() {
  const int values[] = {5, 1, 3, 5, 0, 3, 3, 4, 1, 5};
  thrust::device_vector<int> data(values, values + 10);
  bool right = sum_of(thrust::raw_pointer_cast(data.data()), 10) == 30;
  thrust::sort(data.begin(), data.end());
  right = right && printed(data) == "0 1 1 3 3 3 4 5 5 5 ";

  thrust::device_vector<int> bins(thrust::max(6, 1));
  thrust::upper_bound(data.begin(), data.end(), thrust::counting_iterator<int>(0),
                      thrust::counting_iterator<int>(6), bins.begin());
  thrust::adjacent_difference(bins.begin(), bins.end(), bins.begin());
  right = right && printed(bins) == "1 2 0 3 1 3 ";

  strided<thrust::device_vector<int>::iterator> every_third(data.begin(), data.end(), 3);
  thrust::fill(every_third.begin(), every_third.end(), 9);
  right = right && printed(data) == "9 1 1 9 3 3 9 5 5 9 ";

  data.erase(thrust::remove(data.begin(), data.end(), 9), data.end());
  right = right && printed(data) == "1 1 3 3 5 5 ";
  std::cout << "Thrust " << (THRUST_MAJOR_VERSION > 0) << (right ? ": right" : ": wrong") << std::endl;
  return right ? 0 : 1;
}

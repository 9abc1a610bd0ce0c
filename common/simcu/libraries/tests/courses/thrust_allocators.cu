// SPDX-License-Identifier: Apache-2.0
// Uses Thrust as in its own examples, with custom allocators.
#include <thrust/advance.h>
#include <thrust/detail/raw_reference_cast.h>
#include <thrust/device_allocator.h>
#include <thrust/device_vector.h>
#include <thrust/distance.h>
#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/system/cuda/error.h>
#include <thrust/system/cuda/memory.h>
#include <thrust/system/cuda/vector.h>
#include <thrust/system_error.h>
#include <thrust/version.h>

#include <cstdio>
#include <map>
#include <string>

template <class Iterator>
struct copy_one {
  Iterator from, to;
  __host__ __device__ void operator()(int i) {
    Iterator in = from + i, out = to + i;
    thrust::raw_reference_cast(*out) = *in;
  }
};

template <class T>
struct leaves_as_it_is : thrust::device_allocator<T> {
  template <class U>
  struct rebind {
    using other = leaves_as_it_is<U>;
  };
  __host__ __device__ void construct(T*) {}
};

// Keeps freed memory for the next request of the same size.
struct keeping_allocator {
  using value_type = char;
  std::multimap<std::ptrdiff_t, char*> kept;
  std::map<char*, std::ptrdiff_t> used;
  int made = 0;
  char* allocate(std::ptrdiff_t n) {
    const auto found = kept.find(n);
    char* at = nullptr;
    if (found == kept.end()) {
      at = thrust::cuda::malloc<char>(n).get();
      ++made;
    } else {
      at = found->second;
      kept.erase(found);
    }
    used[at] = n;
    return at;
  }
  void deallocate(char* at, size_t) {
    kept.emplace(used[at], at);
    used.erase(at);
  }
  ~keeping_allocator() {
    for (const auto& [n, at] : kept) thrust::cuda::free(thrust::cuda::pointer<char>(at));
  }
};

static bool iterators_and_functions() {
  thrust::device_vector<int> a(5), b(5, 0);
  thrust::sequence(a.begin(), a.end(), 1);
  using iterator = thrust::device_vector<int>::iterator;
  using counter = thrust::counting_iterator<int, thrust::device_system_tag>;
  thrust::for_each(counter(0), counter(5), copy_one<iterator>{a.begin(), b.begin()});
  bool right = b[0] == 1 && b[4] == 5 && thrust::distance(b.begin(), b.end()) == 5;

  int keys[] = {3, 1, 2}, values[] = {30, 10, 20};
  thrust::sort_by_key(keys, keys + 3, values);
  right = right && thrust::reduce(keys, keys + 3) == 6 && values[0] == 10 && values[2] == 30;

  iterator third = a.begin();
  thrust::advance(third, 2);
  return right && *third == 3;
}

static bool memory() {
  bool right = true;
  keeping_allocator keeps;
  for (int i = 0; i < 3; ++i) {
    thrust::cuda::vector<int> keys(1000);
    thrust::sequence(keys.begin(), keys.end(), 999, -1);
    thrust::sort(thrust::cuda::par(keeps), keys.begin(), keys.end());
    right = right && keys[0] == 0 && keys[999] == 999;
  }
  right = right && keeps.made > 0 && keeps.used.empty();

  thrust::device_vector<float, leaves_as_it_is<float>> unset(10);
  unset.resize(20);
  unset.resize(30, 13);
  right = right && unset[25] == 13;
  return right;
}

static bool errors() {
  try {
    throw thrust::system_error(cudaErrorInvalidValue, thrust::cuda_category(), "the reason");
  } catch (const thrust::system_error& error) {
    return error.code().value() == cudaErrorInvalidValue &&
           std::string(error.what()).find("the reason: ") == 0;
  }
}

int main() {
  const bool right = iterators_and_functions() && memory() && errors() && THRUST_PATCH_NUMBER >= 0;
  std::printf(right ? "right\n" : "wrong\n");
  return right ? 0 : 1;
}

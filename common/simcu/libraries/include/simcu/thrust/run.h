// SPDX-License-Identifier: Apache-2.0
// Decides where an algorithm runs: on the device, as a one-thread kernel, if one of its iterators points to
// device memory or the policy says so; otherwise on the host.
#pragma once
#include <tuple>

#include "simcu/launch.h"
#include "simcu/thrust/allocators.h"
#include "simcu/thrust/iterators.h"

namespace thrust {
namespace details {

template <bool Device>
struct policy {
  static constexpr bool kDevice = Device;
  cudaStream_t stream = nullptr;
  policy on(cudaStream_t s) const { return {s}; }
};
template <class Allocator>
struct allocating_policy : policy<true> {
  Allocator* allocator;
  allocating_policy(cudaStream_t s, Allocator* a) : policy<true>{s}, allocator(a) {}
  allocating_policy on(cudaStream_t s) const { return {s, allocator}; }
};
struct any_device_policy : policy<true> {
  template <class Allocator>
  allocating_policy<Allocator> operator()(Allocator& allocator) const {
    return {stream, &allocator};
  }
};
template <class T>
struct is_policy : std::false_type {};
template <bool Device>
struct is_policy<policy<Device>> : std::true_type {};
template <>
struct is_policy<any_device_policy> : std::true_type {};
template <class Allocator>
struct is_policy<allocating_policy<Allocator>> : std::true_type {};
template <class T>
constexpr bool kIsPolicy = is_policy<std::decay_t<T>>::value;

template <class Policy, class... Iterators>
constexpr bool runs_on_device() {
  return Policy::kDevice || (in_kernels<Iterators>::kDevice || ...);
}

template <class T, class Allocator>
class temporary {
  using unit = typename Allocator::value_type;

 public:
  temporary(Allocator& from, std::ptrdiff_t n)
      : from_(from),
        units_((static_cast<std::size_t>(n) * sizeof(T) + sizeof(unit) - 1) / sizeof(unit)),
        at_(from.allocate(units_)) {}
  temporary(const temporary&) = delete;
  temporary& operator=(const temporary&) = delete;
  ~temporary() { from_.deallocate(at_, units_); }
  T* get() const { return reinterpret_cast<T*>(raw_pointer_cast(at_)); }

 private:
  Allocator& from_;
  std::size_t units_;
  decltype(std::declval<Allocator&>().allocate(0)) at_;
};
template <class T, class Allocator>
temporary<T, Allocator> memory_for(const allocating_policy<Allocator>& policy, std::ptrdiff_t n) {
  return {*policy.allocator, n};
}
template <class T, class Policy>
temporary<T, device_allocator<unsigned char>> memory_for(const Policy&, std::ptrdiff_t n) {
  static device_allocator<unsigned char> usual;
  return {usual, n};
}

// The host may use `f` afterwards.
template <class Function>
void run_on_device(const char* name, cudaStream_t stream, Function f) {
  if (!simcu::configure(dim3(1), dim3(1), 0, stream, simcu::location{nullptr, 0}))
    simcu::run_library_kernel(name, f);
  checked(static_cast<cudaError_t>(simcu::launch_result()));
  checked(cudaStreamSynchronize(stream));
}

template <bool Device, class Function>
auto result_of(const char* name, cudaStream_t stream, Function f) {
  using type = decltype(f());
  if constexpr (!Device) {
    return f();
  } else if constexpr (std::is_void_v<type>) {
    run_on_device(name, stream, f);
  } else {
    if (simcu::in_kernel()) return f();
    const device_ptr<type> result = device_malloc<type>(1);
    type* raw = result.get();
    run_on_device(name, stream, [raw, f]() mutable { *raw = f(); });
    const type out = *result;
    device_free(result);
    return out;
  }
}

template <class Policy, class Function, class... Iterators>
auto run_over(const char* name, const Policy& policy, Function f, const Iterators&... iterators) {
  return result_of<runs_on_device<Policy, Iterators...>()>(
      name, policy.stream, [f, all = std::make_tuple(in_kernels<Iterators>::of(iterators)...)]() mutable {
        return std::apply(f, all);
      });
}

}  // namespace details

using device_policy = details::policy<true>;
using host_policy = details::policy<false>;
inline const details::any_device_policy device{};
inline const details::policy<false> host{}, seq{};
namespace cuda {
inline const details::any_device_policy par{}, par_nosync{};
}

}  // namespace thrust

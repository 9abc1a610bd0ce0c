// SPDX-License-Identifier: Apache-2.0
// Where an algorithm runs: on the device, as a kernel of one thread, if one of its iterators is the device's
// or the policy says so; else on the host.
#pragma once
#include <tuple>

#include "simcu/launch.h"
#include "simcu/thrust/iterators.h"

namespace thrust {
namespace details {

template <bool Device>
struct policy {
  static constexpr bool kDevice = Device;
  cudaStream_t stream = nullptr;
  policy on(cudaStream_t s) const { return {s}; }
};
template <class T>
struct is_policy : std::false_type {};
template <bool Device>
struct is_policy<policy<Device>> : std::true_type {};
template <class T>
constexpr bool kIsPolicy = is_policy<std::decay_t<T>>::value;

template <class Policy, class... Iterators>
constexpr bool runs_on_device() {
  return Policy::kDevice || (in_kernels<Iterators>::kDevice || ...);
}

// `f` is called by the one thread of a kernel; it may be used from the host afterwards.
template <class Function>
void run_on_device(const char* name, cudaStream_t stream, Function f) {
  if (!simcu::configure(dim3(1), dim3(1), 0, stream, simcu::location{nullptr, 0}))
    simcu::run_library_kernel(name, f);
  checked(static_cast<cudaError_t>(simcu::launch_result()));
  checked(cudaStreamSynchronize(stream));
}

// What `f()` gives, computed on the device or here.
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

// What `f` gives for these iterators as kernels use them.
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
inline const details::policy<true> device{};
inline const details::policy<false> host{}, seq{};
namespace cuda {
inline const details::policy<true> par{}, par_nosync{};
}

}  // namespace thrust

// SPDX-License-Identifier: Apache-2.0
// copy and fill: the runtime's copy functions between host and device, and a kernel on the device.
#pragma once
#include <algorithm>
#include <vector>

#include "simcu/thrust/run.h"

namespace thrust {
namespace details {

template <class In, class Out>
void copy_elements(In first, std::ptrdiff_t n, Out out) {
  for (std::ptrdiff_t i = 0; i < n; ++i) out[i] = first[i];
}
template <class Iterator>
struct is_device_pointer : std::false_type {};
template <class T>
struct is_device_pointer<device_ptr<T>> : std::true_type {};

}  // namespace details

template <class In, class Out>
Out copy(In first, In last, Out out) {
  using value = details::value_of<In>;
  constexpr bool from = details::in_kernels<In>::kDevice, to = details::in_kernels<Out>::kDevice;
  const std::ptrdiff_t n = std::distance(first, last);
  if (n <= 0) return out;
  if constexpr (!from && to) {
    std::vector<details::value_of<Out>> here(first, last);
    details::checked(
        cudaMemcpy(raw_pointer_cast(out), here.data(), here.size() * sizeof here[0], cudaMemcpyHostToDevice));
    return out + n;
  } else if constexpr (from && !to) {
    std::vector<value> here(static_cast<std::size_t>(n));
    if constexpr (details::is_device_pointer<In>::value) {
      details::checked(
          cudaMemcpy(here.data(), first.get(), here.size() * sizeof here[0], cudaMemcpyDeviceToHost));
    } else {
      const device_ptr<value> computed = device_malloc<value>(here.size());
      copy(first, last, computed);
      copy(computed, computed + n, here.begin());
      device_free(computed);
    }
    return std::copy(here.begin(), here.end(), out);
  } else if constexpr (from && to) {
    details::run_on_device(
        "thrust::copy", nullptr,
        [first = details::in_kernels<In>::of(first), n, to = details::in_kernels<Out>::of(out)]() mutable {
          details::copy_elements(first, n, to);
        });
    return out + n;
  } else {
    return std::copy(first, last, out);
  }
}
template <class Policy, class In, class Out, class = std::enable_if_t<details::kIsPolicy<Policy>>>
Out copy(const Policy& policy, In first, In last, Out out) {
  if constexpr (Policy::kDevice && !details::in_kernels<In>::kDevice && !details::in_kernels<Out>::kDevice) {
    const std::ptrdiff_t n = last - first;
    details::run_on_device("thrust::copy", policy.stream,
                           [first, n, out]() mutable { details::copy_elements(first, n, out); });
    return out + n;
  } else {
    return copy(first, last, out);
  }
}
template <class In, class Out>
Out copy_n(In first, std::ptrdiff_t n, Out out) {
  return copy(first, first + n, out);
}

}  // namespace thrust

// SPDX-License-Identifier: Apache-2.0
// cub::ThreadLoad and cub::ThreadStore, and the iterators that load and store through them. The cache hint
// makes no difference here. Only LOAD_CV and LOAD_VOLATILE may wait for what other threads write. LOAD_CG
// bypasses the first cache, but is a weak load in PTX, and nvcc 13 drops a loop that only waits for one (seen
// on an H200).
#pragma once
#include "simcu/cache_ops.h"
#include "simcu/cub/common.h"
#include "simcu/thrust/iterators.h"

namespace cub {

enum CacheLoadModifier { LOAD_DEFAULT, LOAD_CA, LOAD_CG, LOAD_CS, LOAD_CV, LOAD_LDG, LOAD_VOLATILE };
enum CacheStoreModifier { STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE };

template <CacheLoadModifier Modifier, class It>
SIMCU_INLINED std::decay_t<decltype(*std::declval<It>())> ThreadLoad(It at) {
  using T = std::decay_t<decltype(*at)>;
  constexpr bool kAnew = Modifier == LOAD_CV || Modifier == LOAD_VOLATILE;
  if constexpr (kAnew && std::is_pointer_v<It> && std::is_arithmetic_v<T>) {
    __asm__ volatile("" ::: "memory");
    simcu::spin_hint();
    return *static_cast<const volatile T*>(at);
  } else {
    return *at;
  }
}
template <CacheStoreModifier Modifier, class It, class T>
SIMCU_INLINED void ThreadStore(It at, T value) {
  if constexpr (Modifier == STORE_VOLATILE && std::is_pointer_v<It> && std::is_arithmetic_v<T>)
    *static_cast<volatile std::remove_pointer_t<It>*>(at) = value;
  else
    *at = value;
}

template <CacheLoadModifier Modifier, class T, class = std::ptrdiff_t>
class CacheModifiedInputIterator
    : public thrust::details::computed_iterator<CacheModifiedInputIterator<Modifier, T>, T> {
 public:
  template <class U>
  CacheModifiedInputIterator(U* p) : data_(const_cast<const std::remove_cv_t<U>*>(p)) {}
  T at(std::ptrdiff_t n) const { return ThreadLoad<Modifier>(data_ + this->place + n); }
  std::ptrdiff_t minus(const CacheModifiedInputIterator& o) const {
    return data_ + this->place - (o.data_ + o.place);
  }

 private:
  const T* data_;
};

namespace details {
template <CacheStoreModifier Modifier, class T>
struct modified_element {
  T* at;
  SIMCU_INLINED const modified_element& operator=(const T& value) const {
    ThreadStore<Modifier>(at, value);
    return *this;
  }
};
}  // namespace details

template <CacheStoreModifier Modifier, class T, class = std::ptrdiff_t>
class CacheModifiedOutputIterator
    : public thrust::details::computed_iterator<CacheModifiedOutputIterator<Modifier, T>, T,
                                                details::modified_element<Modifier, T>> {
 public:
  CacheModifiedOutputIterator(T* p) : data_(p) {}
  details::modified_element<Modifier, T> at(std::ptrdiff_t n) const { return {data_ + this->place + n}; }
  std::ptrdiff_t minus(const CacheModifiedOutputIterator& o) const {
    return data_ + this->place - (o.data_ + o.place);
  }

 private:
  T* data_;
};

}  // namespace cub

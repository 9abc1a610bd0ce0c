// SPDX-License-Identifier: Apache-2.0
// Arithmetic in the four rounding modes: the host's arithmetic, with the mode changed for one operation.
#include "simcu/rounding.h"

#include <cfenv>
#include <cmath>

#include "simcu/kernel.h"

namespace simcu {
namespace {

// Sets the rounding mode of this OS thread. Meanwhile the thread cannot switch to another fiber.
class rounding_scope {
 public:
  explicit rounding_scope(rounding mode) : preemptible_(preemptible), mode_(std::fegetround()) {
    preemptible = 0;
    constexpr int kModes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD};
    std::fesetround(kModes[static_cast<int>(mode)]);
  }
  ~rounding_scope() {
    std::fesetround(mode_);
    preemptible = preemptible_;
  }
  rounding_scope(const rounding_scope&) = delete;
  rounding_scope& operator=(const rounding_scope&) = delete;

 private:
  char preemptible_;
  int mode_;
};

// Operands and result are volatile: compilers move arithmetic across a change of the rounding mode.
template <class T, class Operation>
T rounded(rounding mode, T a, T b, T c, Operation operation) {
  volatile T x = a, y = b, z = c;
  if (mode == rounding::nearest) return operation(x, y, z);
  const rounding_scope scope(mode);
  volatile T result = operation(x, y, z);
  return result;
}

}  // namespace

#define SIMCU_OPERATIONS(T)                                                            \
  T add(T a, T b, rounding mode) {                                                     \
    return rounded<T>(mode, a, b, T{0}, [](T x, T y, T) { return x + y; });            \
  }                                                                                    \
  T multiply(T a, T b, rounding mode) {                                                \
    return rounded<T>(mode, a, b, T{0}, [](T x, T y, T) { return x * y; });            \
  }                                                                                    \
  T divide(T a, T b, rounding mode) {                                                  \
    return rounded<T>(mode, a, b, T{0}, [](T x, T y, T) { return x / y; });            \
  }                                                                                    \
  T multiply_add(T a, T b, T c, rounding mode) {                                       \
    return rounded<T>(mode, a, b, c, [](T x, T y, T z) { return std::fma(x, y, z); }); \
  }                                                                                    \
  T square_root(T a, rounding mode) {                                                  \
    return rounded<T>(mode, a, T{0}, T{0}, [](T x, T, T) { return std::sqrt(x); });    \
  }
SIMCU_OPERATIONS(float)
SIMCU_OPERATIONS(double)
#undef SIMCU_OPERATIONS

}  // namespace simcu

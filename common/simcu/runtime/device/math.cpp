// SPDX-License-Identifier: Apache-2.0
// CUDA's mathematical functions that older C libraries do not have.
#include "simcu/math.h"

namespace simcu {
namespace {
constexpr double kPi = 3.14159265358979323846;
}  // namespace

double sine_of_pi_times(double x) {
  if (std::isinf(x)) return std::nan("");
  const double r = std::remainder(x, 2.0);
  if (r == 0 || std::fabs(r) == 1) return std::copysign(0.0, x);
  if (std::fabs(r) == 0.5) return r * 2;
  return std::sin(kPi * r);
}

double cosine_of_pi_times(double x) {
  if (std::isinf(x)) return std::nan("");
  const double r = std::fabs(std::remainder(x, 2.0));
  if (r == 0.5) return 0.0;
  if (r == 1) return -1;
  return std::cos(kPi * r);
}

}  // namespace simcu

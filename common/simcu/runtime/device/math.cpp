// SPDX-License-Identifier: Apache-2.0
// Mathematical functions of CUDA that no C library has.
#include "simcu/math.h"

#include <limits>

namespace simcu {
namespace {
constexpr double kPi = 3.14159265358979323846;
constexpr double kInfinity = std::numeric_limits<double>::infinity();
}  // namespace

// Begins with Peter J. Acklam's rational approximation, then takes two steps of Halley's method.
double normal_cdf_inverse(double p) {
  if (!(p > 0)) return p == 0 ? -kInfinity : std::nan("");
  if (!(p < 1)) return p == 1 ? kInfinity : std::nan("");
  const double a[] = {-3.969683028665376e+01, 2.209460984245205e+02,  -2.759285104469687e+02,
                      1.383577518672690e+02,  -3.066479806614716e+01, 2.506628277459239e+00};
  const double b[] = {-5.447609879822406e+01, 1.615858368580409e+02, -1.556989798598866e+02,
                      6.680131188771972e+01, -1.328068155288572e+01};
  const double c[] = {-7.784894002430293e-03, -3.223964580411365e-01, -2.400758277161838e+00,
                      -2.549732539343734e+00, 4.374664141464968e+00,  2.938163982698783e+00};
  const double d[] = {7.784695709041462e-03, 3.224671290700398e-01, 2.445134137142996e+00,
                      3.754408661907416e+00};
  auto tail = [&](double q) {
    return (((((c[0] * q + c[1]) * q + c[2]) * q + c[3]) * q + c[4]) * q + c[5]) /
           ((((d[0] * q + d[1]) * q + d[2]) * q + d[3]) * q + 1);
  };
  double x = 0;
  if (p < 0.02425) {
    x = tail(std::sqrt(-2 * std::log(p)));
  } else if (p > 1 - 0.02425) {
    x = -tail(std::sqrt(-2 * std::log1p(-p)));
  } else {
    const double q = p - 0.5, r = q * q;
    x = (((((a[0] * r + a[1]) * r + a[2]) * r + a[3]) * r + a[4]) * r + a[5]) * q /
        (((((b[0] * r + b[1]) * r + b[2]) * r + b[3]) * r + b[4]) * r + 1);
  }
  for (int step = 0; step < 2; ++step) {
    const double error = 0.5 * std::erfc(-x / std::sqrt(2.0)) - p;
    const double u = error * std::sqrt(2 * kPi) * std::exp(x * x / 2);
    x -= u / (1 + x * u / 2);
  }
  return x;
}

double erf_inverse(double x) {
  if (std::fabs(x) < 1e-8) return x * std::sqrt(kPi) / 2;
  double y = normal_cdf_inverse((x + 1) / 2) / std::sqrt(2.0);
  if (std::fabs(x) < 0.9) y -= (std::erf(y) - x) * std::sqrt(kPi) / 2 * std::exp(y * y);
  return y;
}

// Uses a continued fraction where erfc would underflow.
double erf_scaled(double x) {
  if (x < 25) return std::exp(x * x) * std::erfc(x);
  double f = 0;
  for (int k = 60; k >= 1; --k) f = k / 2.0 / (x + f);
  return 1 / (std::sqrt(kPi) * (x + f));
}

double sine_of_pi_times(double x) {
  if (std::isinf(x)) return std::nan("");
  const double r = std::remainder(x, 2.0);  // exact
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

double bessel_i0(double x) { return std::cyl_bessel_i(0.0, std::fabs(x)); }
double bessel_i1(double x) { return std::copysign(std::cyl_bessel_i(1.0, std::fabs(x)), x); }

}  // namespace simcu

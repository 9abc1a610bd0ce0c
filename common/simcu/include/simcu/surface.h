// SPDX-License-Identifier: Apache-2.0
// Surface functions of kernels: x is in bytes, as in CUDA.
#pragma once
#include "simcu/error_codes.h"
#include "simcu/texture.h"

namespace simcu {

// The address of an element of `bytes` bytes; null outside (with cudaBoundaryModeTrap, the default, the
// launch fails).
inline char* surface_element(unsigned long long object, int x, int y, int z, size_t bytes,
                             cudaSurfaceBoundaryMode mode, location where) {
  const texture_view t = texture_of(object, where);
  const int last = t.width * t.channels * t.channel_bytes - static_cast<int>(bytes);
  if (mode == cudaBoundaryModeClamp) {
    const auto clamp = [](int i, int most) { return i < 0 ? 0 : i > most ? most : i; };
    x = clamp(x, last), y = clamp(y, t.height - 1), z = clamp(z, t.depth - 1);
  }
  if (x < 0 || x > last || y < 0 || y >= t.height || z < 0 || z >= t.depth) {
    if (mode == cudaBoundaryModeTrap)
      fail_kernel(cudaErrorLaunchFailure, "a surface access is outside the surface (x is in bytes)", where);
    return nullptr;
  }
  return t.data + static_cast<size_t>(z) * t.slice + static_cast<size_t>(y) * t.pitch +
         static_cast<size_t>(x);
}

}  // namespace simcu

#define SIMCU_LIST(...) __VA_ARGS__
#define SIMCU_SURFACE(dimension, parameters, y, z)                                      \
  template <class T>                                                                    \
  T surf##dimension##read(cudaSurfaceObject_t surf, SIMCU_LIST parameters,              \
                          cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap,          \
                          simcu::location where = SIMCU_HERE) {                         \
    const char* p = simcu::surface_element(surf, x, y, z, sizeof(T), mode, where);      \
    return p ? *reinterpret_cast<const T*>(p) : T{};                                    \
  }                                                                                     \
  template <class T>                                                                    \
  void surf##dimension##read(T* out, cudaSurfaceObject_t surf, SIMCU_LIST parameters,   \
                             cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap,       \
                             simcu::location where = SIMCU_HERE) {                      \
    *out = surf##dimension##read<T>(surf, SIMCU_LIST_NAMES##dimension, mode, where);    \
  }                                                                                     \
  template <class T>                                                                    \
  void surf##dimension##write(T value, cudaSurfaceObject_t surf, SIMCU_LIST parameters, \
                              cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap,      \
                              simcu::location where = SIMCU_HERE) {                     \
    if (char* p = simcu::surface_element(surf, x, y, z, sizeof(T), mode, where))        \
      *reinterpret_cast<T*>(p) = value;                                                 \
  }
#define SIMCU_LIST_NAMES1D x
#define SIMCU_LIST_NAMES2D x, y
#define SIMCU_LIST_NAMES3D x, y, z
SIMCU_SURFACE(1D, (int x), 0, 0)
SIMCU_SURFACE(2D, (int x, int y), y, 0)
SIMCU_SURFACE(3D, (int x, int y, int z), y, z)
#undef SIMCU_SURFACE
#undef SIMCU_LIST

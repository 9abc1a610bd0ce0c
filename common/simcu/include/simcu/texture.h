// SPDX-License-Identifier: Apache-2.0
// Texture and surface functions of kernels. The kernel's own code reads the texels, so that the checkers see
// it. Source: CUDA C++ Programming Guide, "Texture Fetching" (address modes, the 8-bit fraction of linear
// filtering).
#pragma once
#include <cmath>
#include <cstring>

#include "simcu/array_api.h"
#include "simcu/device.h"

namespace simcu {

// What an object refers to.
struct texture_view {
  char* data;
  size_t pitch, slice;       // bytes
  int width, height, depth;  // texels; 1 if the dimension does not exist
  int channels, channel_bytes;
  cudaChannelFormatKind format;
  cudaTextureDesc how;
};
// Fails the launch if it is not such an object. Callable from kernels only.
texture_view texture_of(unsigned long long object, location where);

// The texel's index in [0, n), or -1 for the border.
inline int texel_index(int i, int n, cudaTextureAddressMode mode, bool normalized) {
  if (i >= 0 && i < n) return i;
  if (mode == cudaAddressModeBorder) return -1;
  if (!normalized || mode == cudaAddressModeClamp) return i < 0 ? 0 : n - 1;
  const int period = mode == cudaAddressModeMirror ? 2 * n : n, at = (i % period + period) % period;
  return at < n ? at : period - 1 - at;
}

// Channel c of the texel at p as a float; integers as fractions of their largest value if that is requested.
inline float texel_channel(const texture_view& t, const char* p, int c) {
  const bool fraction = t.how.readMode == cudaReadModeNormalizedFloat;
  const auto as = [&](auto value, float scale) {
    std::memcpy(&value, p + c * t.channel_bytes, sizeof value);
    return fraction ? std::fmax(static_cast<float>(value) / scale, -1.0f) : static_cast<float>(value);
  };
  if (c >= t.channels) return 0;
  if (t.format == cudaChannelFormatKindFloat) return *reinterpret_cast<const float*>(p + 4 * c);
  const bool is_signed = t.format == cudaChannelFormatKindSigned;
  if (t.channel_bytes == 1)
    return is_signed ? as(static_cast<signed char>(0), 127.f) : as(static_cast<unsigned char>(0), 255.f);
  if (t.channel_bytes == 2)
    return is_signed ? as(short{0}, 32767.f) : as(static_cast<unsigned short>(0), 65535.f);
  return is_signed ? as(int{0}, 1.f) : as(0u, 1.f);
}

// Calls f with the address of the texel, or null for the border.
template <class T>
T read_texel(const texture_view& t, int x, int y, int z) {
  using channel = typename channels_of<T>::type;
  constexpr int kCount = channels_of<T>::kCount;
  const bool n = t.how.normalizedCoords != 0;
  const int i = texel_index(x, t.width, t.how.addressMode[0], n);
  const int j = texel_index(y, t.height, t.how.addressMode[1], n);
  const int k = texel_index(z, t.depth, t.how.addressMode[2], n);
  channel values[kCount] = {};
  const bool outside = i < 0 || j < 0 || k < 0;
  const char* p = outside ? nullptr
                          : t.data + static_cast<size_t>(k) * t.slice + static_cast<size_t>(j) * t.pitch +
                                static_cast<size_t>(i) * static_cast<size_t>(t.channels * t.channel_bytes);
  for (int c = 0; c < kCount; ++c) {
    if (outside)
      values[c] = static_cast<channel>(t.how.borderColor[c]);
    else if constexpr (std::is_integral_v<channel>)
      values[c] = c < t.channels ? *reinterpret_cast<const channel*>(p + c * t.channel_bytes) : channel{};
    else
      values[c] = texel_channel(t, p, c);
  }
  T result;
  std::memcpy(&result, values, sizeof result);
  return result;
}

// Two texels in one dimension, and the weight of the second one.
struct between {
  int first;
  float weight;
  between(float x, bool filtered) {
    const float at = filtered ? x - 0.5f : x, whole = std::floor(at);
    first = static_cast<int>(whole);
    weight = filtered ? std::floor((at - whole) * 256.0f + 0.5f) / 256.0f : 0.0f;
  }
};

template <class T, int Dimensions>
T fetch(unsigned long long object, float x, float y, float z, int layer, location where) {
  const texture_view t = texture_of(object, where);
  using channel = typename channels_of<T>::type;
  if (t.how.normalizedCoords)
    x *= static_cast<float>(t.width), y *= static_cast<float>(t.height), z *= static_cast<float>(t.depth);
  constexpr bool kFilters = !std::is_integral_v<channel>;
  const bool linear = kFilters && t.how.filterMode == cudaFilterModeLinear;
  const between i(x, linear), j(y, linear && Dimensions > 1), k(z, linear && Dimensions > 2);
  const int top = Dimensions > 1 ? j.first : 0, front = Dimensions > 2 ? k.first : layer;
  if (!linear) return read_texel<T>(t, i.first, top, front);
  constexpr int kCount = channels_of<T>::kCount;
  channel sum[kCount] = {};
  for (int corner = 0; corner < 1 << Dimensions; ++corner) {
    const int right = corner & 1, below = corner >> 1 & 1, behind = corner >> 2;
    const float weight = (right ? i.weight : 1 - i.weight) *
                         (Dimensions < 2 ? 1
                          : below        ? j.weight
                                         : 1 - j.weight) *
                         (Dimensions < 3 ? 1
                          : behind       ? k.weight
                                         : 1 - k.weight);
    if (weight == 0) continue;
    const T texel = read_texel<T>(t, i.first + right, top + below, front + behind);
    channel values[kCount];
    std::memcpy(values, &texel, sizeof texel);
    for (int c = 0; c < kCount; ++c) sum[c] += static_cast<channel>(weight * static_cast<float>(values[c]));
  }
  T result;
  std::memcpy(&result, sum, sizeof result);
  return result;
}

}  // namespace simcu

template <class T>
T tex1Dfetch(cudaTextureObject_t tex, int x, simcu::location where = SIMCU_HERE) {
  const simcu::texture_view t = simcu::texture_of(tex, where);
  return x < 0 || x >= t.width ? T{} : simcu::read_texel<T>(t, x, 0, 0);
}
#define SIMCU_TEXTURE(name, dimensions, parameters, x, y, z, layer)                                       \
  template <class T>                                                                                      \
  T name(cudaTextureObject_t tex, SIMCU_LIST parameters, simcu::location where = SIMCU_HERE) {            \
    return simcu::fetch<T, dimensions>(tex, x, y, z, layer, where);                                       \
  }                                                                                                       \
  template <class T>                                                                                      \
  void name(T* out, cudaTextureObject_t tex, SIMCU_LIST parameters, simcu::location where = SIMCU_HERE) { \
    *out = simcu::fetch<T, dimensions>(tex, x, y, z, layer, where);                                       \
  }
#define SIMCU_LIST(...) __VA_ARGS__
SIMCU_TEXTURE(tex1D, 1, (float x), x, 0, 0, 0)
SIMCU_TEXTURE(tex2D, 2, (float x, float y), x, y, 0, 0)
SIMCU_TEXTURE(tex3D, 3, (float x, float y, float z), x, y, z, 0)
SIMCU_TEXTURE(tex1DLayered, 1, (float x, int layer), x, 0, 0, layer)
SIMCU_TEXTURE(tex2DLayered, 2, (float x, float y, int layer), x, y, 0, layer)
#undef SIMCU_TEXTURE
#undef SIMCU_LIST

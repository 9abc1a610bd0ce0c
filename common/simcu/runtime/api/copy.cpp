// SPDX-License-Identifier: Apache-2.0
#include "api/call_within.h"
#include "api/copies.h"
#include "base/observer.h"
#include "link/device_port.h"
#include "link/errors.h"
#include "memory/arena.h"
#include "memory/classes.h"
#include "simcu/kernel.h"
#include "simcu/runtime_api.h"

using namespace simcu;

namespace {

struct course {
  cudaStream_t stream;
  bool host_waits;
  const void* pc;
  const char* call;
};
#define BLOCKING(dst, src) \
  in_its_turn(dst, src, caller(__builtin_return_address(0)), outer_call ? outer_call : __func__)
#define IN(stream) \
  course { stream, false, caller(__builtin_return_address(0)), outer_call ? outer_call : __func__ }
const void* caller(const void* address) {
  return outer_place ? outer_place : static_cast<const char*>(address) - 1;
}

// Without a stream, the host waits for the default stream unless both sides are device memory.
course in_its_turn(const void* dst, const void* src, const void* pc, const char* call) {
  const auto of_device = [](const void* p) { return classify(p).where == memory_class::device; };
  const bool host_waits = !(the_observer && of_device(dst) && of_device(src));
  if (the_observer && host_waits) the_observer->host_waits_for_stream(nullptr);
  return {nullptr, host_waits, pc, call};
}

void tell_of_transfer(void* dst, const void* src, std::size_t bytes, const course& how) {
  if (!the_observer) return;
  // A copy from the device to pageable memory is always complete when the call returns.
  const bool to_pageable = src && in_device_range(src) && classify(dst).where == memory_class::host;
  the_observer->transfer({dst, src, bytes, how.stream, how.host_waits || to_pageable, how.pc});
}

void learn_symbols(const void* dst, const void* src, std::size_t bytes) {
  const bool to_host = !in_device_range(dst) && !is_device_variable(dst);
  if (in_device_range(src) && to_host) remember_symbols_in(dst, bytes);
}

bool on_device(memory_place place, std::size_t bytes) {
  return (place.where == memory_class::device || place.where == memory_class::anywhere) &&
         bytes <= place.bytes_left;
}
bool on_host(memory_place place, std::size_t bytes) {
  return (place.where == memory_class::host || place.where == memory_class::anywhere) &&
         bytes <= place.bytes_left;
}

bool anywhere(memory_place place, std::size_t bytes) {
  return on_host(place, bytes) || on_device(place, bytes);
}

// As on a real device, device memory is accepted where `kind` says host.
cudaError_t check_copy(const void* dst, const void* src, std::size_t bytes, cudaMemcpyKind kind) {
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault) return cudaErrorInvalidMemcpyDirection;
  if (dst == nullptr || src == nullptr) return cudaErrorInvalidValue;
  const memory_place to = classify(dst), from = classify(src);
  bool ok = false;
  switch (kind) {
    case cudaMemcpyHostToDevice:
      ok = on_device(to, bytes) && anywhere(from, bytes);
      break;
    case cudaMemcpyDeviceToHost:
      ok = anywhere(to, bytes) && on_device(from, bytes);
      break;
    case cudaMemcpyDeviceToDevice:
      ok = on_device(to, bytes) && on_device(from, bytes);
      break;
    case cudaMemcpyHostToHost:
    case cudaMemcpyDefault:
      ok = anywhere(to, bytes) && anywhere(from, bytes);
      break;
  }
  return ok ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t refuse(const transfer_side& to, const transfer_side& from, cudaMemcpyKind kind, const char* call,
                   cudaError_t error = cudaErrorInvalidValue) {
  if (the_observer) the_observer->transfer_refused({call, false, to, from, kind, error});
  return end_api(error);
}
cudaError_t refuse_fill(const transfer_side& to, const char* call) {
  if (the_observer)
    the_observer->transfer_refused({call, true, to, {}, cudaMemcpyHostToDevice, cudaErrorInvalidValue});
  return end_api(cudaErrorInvalidValue);
}

cudaError_t copy(void* dst, const void* src, std::size_t count, cudaMemcpyKind kind, const course& how) {
  if (cudaError_t sticky = begin_api(kSynchronises)) return sticky;
  if (count == 0) return cudaSuccess;
  if (cudaError_t bad = check_copy(dst, src, count, kind))
    return bad == cudaErrorInvalidValue ? refuse({dst, count}, {src, count}, kind, how.call) : end_api(bad);
  tell_of_transfer(dst, src, count, how);
  the_device().copy(dst, src, count);
  learn_symbols(dst, src, count);
  return cudaSuccess;
}

cudaError_t copy_2d(void* dst, std::size_t dpitch, const void* src, std::size_t spitch, std::size_t width,
                    std::size_t height, cudaMemcpyKind kind, const course& how) {
  if (cudaError_t sticky = begin_api(kSynchronises)) return sticky;
  if (width == 0 || height == 0) return cudaSuccess;
  if (cudaError_t bad = check_copy_2d(dst, dpitch, src, spitch, width, height, kind, how.call)) return bad;
  for (std::size_t row = 0; row < height; ++row) {
    char* to = static_cast<char*>(dst) + row * dpitch;
    const char* from = static_cast<const char*>(src) + row * spitch;
    tell_of_transfer(to, from, width, how);
    the_device().copy(to, from, width);
    learn_symbols(to, from, width);
  }
  return cudaSuccess;
}

cudaError_t fill(void* p, int value, std::size_t count, const course& how) {
  if (cudaError_t sticky = begin_api(kSynchronises)) return sticky;
  if (count == 0) return cudaSuccess;
  if (p == nullptr || !on_device(classify(p), count)) return refuse_fill({p, count}, how.call);
  tell_of_transfer(p, nullptr, count, how);
  the_device().fill(p, value, count);
  return cudaSuccess;
}

cudaError_t fill_2d(void* p, std::size_t pitch, int value, std::size_t width, std::size_t height,
                    const course& how) {
  if (cudaError_t sticky = begin_api(kSynchronises)) return sticky;
  if (width == 0 || height == 0) return cudaSuccess;
  if (cudaError_t bad = check_fill_2d(p, pitch, width, height, how.call)) return bad;
  for (std::size_t row = 0; row < height; ++row) {
    tell_of_transfer(static_cast<char*>(p) + row * pitch, nullptr, width, how);
    the_device().fill(static_cast<char*>(p) + row * pitch, value, width);
  }
  return cudaSuccess;
}

cudaError_t locate(const void* symbol, std::size_t count, std::size_t offset, char** where) {
  const symbol_info* info = find_symbol(symbol);
  if (info == nullptr) return cudaErrorInvalidSymbol;
  if (offset > info->bytes || count > info->bytes - offset) return cudaErrorInvalidValue;
  *where = static_cast<char*>(const_cast<void*>(symbol)) + offset;
  return cudaSuccess;
}

cudaError_t to_symbol(const void* symbol, const void* src, std::size_t count, std::size_t offset,
                      cudaMemcpyKind kind, const course& how) {
  if (cudaError_t sticky = begin_api(kSynchronises)) return sticky;
  if (kind == cudaMemcpyHostToHost || kind == cudaMemcpyDeviceToHost)
    return end_api(cudaErrorInvalidMemcpyDirection);
  char* dst = nullptr;
  const transfer_side to{static_cast<const char*>(symbol) + offset, count, 0, 1, symbol};
  if (cudaError_t bad = locate(symbol, count, offset, &dst))
    return bad == cudaErrorInvalidValue ? refuse(to, {src, count}, kind, how.call) : end_api(bad);
  if (count == 0) return cudaSuccess;
  const memory_place from = classify(src);
  if (src == nullptr || !(kind == cudaMemcpyDeviceToDevice ? on_device(from, count) : anywhere(from, count)))
    return refuse(to, {src, count}, kind, how.call);
  tell_of_transfer(dst, src, count, how);
  the_device().copy(dst, src, count, false);
  return cudaSuccess;
}

cudaError_t from_symbol(void* dst, const void* symbol, std::size_t count, std::size_t offset,
                        cudaMemcpyKind kind, const course& how) {
  if (cudaError_t sticky = begin_api(kSynchronises)) return sticky;
  if (kind == cudaMemcpyHostToHost || kind == cudaMemcpyHostToDevice)
    return end_api(cudaErrorInvalidMemcpyDirection);
  char* src = nullptr;
  const transfer_side from{static_cast<const char*>(symbol) + offset, count, 0, 1, symbol};
  if (cudaError_t bad = locate(symbol, count, offset, &src))
    return bad == cudaErrorInvalidValue ? refuse({dst, count}, from, kind, how.call) : end_api(bad);
  if (count == 0) return cudaSuccess;
  const memory_place to = classify(dst);
  if (dst == nullptr || !(kind == cudaMemcpyDeviceToDevice ? on_device(to, count) : anywhere(to, count)))
    return refuse({dst, count}, from, kind, how.call);
  tell_of_transfer(dst, src, count, how);
  the_device().copy(dst, src, count, false);
  if (on_host(to, count)) remember_symbols_in(dst, count);
  return cudaSuccess;
}

}  // namespace

cudaError_t simcu::check_copy_2d(void* dst, std::size_t dpitch, const void* src, std::size_t spitch,
                                 std::size_t width, std::size_t height, cudaMemcpyKind kind,
                                 const char* call) {
  if (width == 0 || height == 0) return cudaSuccess;
  if (width > dpitch || width > spitch)  // as an H100 with CUDA 13 does, for one row and for several
    return refuse({dst, width, dpitch, height}, {src, width, spitch, height}, kind, call,
                  height == 1 ? cudaErrorInvalidValue : cudaErrorInvalidPitchValue);
  const std::size_t last_row = height - 1;
  cudaError_t bad = check_copy(dst, src, last_row * (dpitch < spitch ? dpitch : spitch) + width, kind);
  if (bad == cudaSuccess) {
    bad = check_copy(static_cast<char*>(dst) + last_row * dpitch,
                     static_cast<const char*>(src) + last_row * spitch, width, kind);
  }
  if (bad == cudaErrorInvalidValue)
    return refuse({dst, width, dpitch, height}, {src, width, spitch, height}, kind, call);
  return bad == cudaSuccess ? bad : end_api(bad);
}

cudaError_t simcu::check_fill_2d(void* p, std::size_t pitch, std::size_t width, std::size_t height,
                                 const char* call) {
  if (width == 0 || height == 0) return cudaSuccess;
  if (width > pitch && height > 1) return refuse_fill({p, width, pitch, height}, call);
  if (p == nullptr || !on_device(classify(p), (height - 1) * pitch + width))
    return refuse_fill({p, width, pitch, height}, call);
  return cudaSuccess;
}

extern "C" {

cudaError_t cudaMemcpy(void* dst, const void* src, size_t count, cudaMemcpyKind kind) {
  return copy(dst, src, count, kind, BLOCKING(dst, src));
}
cudaError_t cudaMemcpyAsync(void* dst, const void* src, size_t count, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  return copy(dst, src, count, kind, IN(stream));
}
cudaError_t cudaMemcpyPeer(void* dst, int dstDevice, const void* src, int srcDevice, size_t count) {
  if (dstDevice != 0 || srcDevice != 0) return end_api(cudaErrorInvalidDevice);
  return copy(dst, src, count, cudaMemcpyDeviceToDevice, BLOCKING(dst, src));
}
cudaError_t cudaMemcpyPeerAsync(void* dst, int dstDevice, const void* src, int srcDevice, size_t count,
                                cudaStream_t) {
  const call_within whole(__func__);
  return cudaMemcpyPeer(dst, dstDevice, src, srcDevice, count);
}
cudaError_t cudaMemcpy2D(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width,
                         size_t height, cudaMemcpyKind kind) {
  return copy_2d(dst, dpitch, src, spitch, width, height, kind, BLOCKING(dst, src));
}
cudaError_t cudaMemcpy2DAsync(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width,
                              size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_2d(dst, dpitch, src, spitch, width, height, kind, IN(stream));
}
cudaError_t cudaMemset(void* devPtr, int value, size_t count) {
  return fill(devPtr, value, count, IN(nullptr));
}
cudaError_t cudaMemsetAsync(void* devPtr, int value, size_t count, cudaStream_t stream) {
  return fill(devPtr, value, count, IN(stream));
}
cudaError_t cudaMemset2D(void* devPtr, size_t pitch, int value, size_t width, size_t height) {
  return fill_2d(devPtr, pitch, value, width, height, IN(nullptr));
}
cudaError_t cudaMemset2DAsync(void* devPtr, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream) {
  return fill_2d(devPtr, pitch, value, width, height, IN(stream));
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* src, size_t count, size_t offset,
                               cudaMemcpyKind kind) {
  return to_symbol(symbol, src, count, offset, kind, BLOCKING(symbol, src));
}
cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* src, size_t count, size_t offset,
                                    cudaMemcpyKind kind, cudaStream_t stream) {
  return to_symbol(symbol, src, count, offset, kind, IN(stream));
}
cudaError_t cudaMemcpyFromSymbol(void* dst, const void* symbol, size_t count, size_t offset,
                                 cudaMemcpyKind kind) {
  return from_symbol(dst, symbol, count, offset, kind, BLOCKING(dst, symbol));
}
cudaError_t cudaMemcpyFromSymbolAsync(void* dst, const void* symbol, size_t count, size_t offset,
                                      cudaMemcpyKind kind, cudaStream_t stream) {
  return from_symbol(dst, symbol, count, offset, kind, IN(stream));
}
cudaError_t cudaGetSymbolAddress(void** devPtr, const void* symbol) {
  if (cudaError_t sticky = begin_api(kDoesNotWait)) return sticky;
  const symbol_info* info = find_symbol(symbol);
  if (info == nullptr) return end_api(cudaErrorInvalidSymbol);
  if (devPtr == nullptr) return end_api(cudaErrorInvalidValue);
  remember_symbol(symbol);
  *devPtr = const_cast<void*>(symbol);
  return cudaSuccess;
}
cudaError_t cudaGetSymbolSize(size_t* size, const void* symbol) {
  if (cudaError_t sticky = begin_api(kDoesNotWait)) return sticky;
  const symbol_info* info = find_symbol(symbol);
  if (info == nullptr) return end_api(cudaErrorInvalidSymbol);
  if (size == nullptr) return end_api(cudaErrorInvalidValue);
  *size = info->bytes;
  return cudaSuccess;
}

}  // extern "C"

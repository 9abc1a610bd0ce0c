// SPDX-License-Identifier: Apache-2.0
// The runtime API's C++ overloads: typed pointers, variables as symbols, kernels as functions.
#pragma once
#include "simcu/runtime_api.h"
#include "simcu/unread.h"

namespace simcu {
// Also works for pointers to const, which reinterpret_cast would refuse.
template <class T>
void** as_untyped(T** p) {
  return static_cast<void**>(static_cast<void*>(p));
}
}  // namespace simcu

inline cudaError_t cudaStreamQuery(cudaStream_t stream, simcu::nobody_reads) {
  return simcu::query_unread(stream);
}
inline cudaError_t cudaEventQuery(cudaEvent_t event, simcu::nobody_reads) {
  return simcu::query_unread(event);
}

template <class T>
cudaError_t cudaMalloc(T** devPtr, size_t size) {
  return ::cudaMalloc(simcu::as_untyped(devPtr), size);
}
template <class T>
cudaError_t cudaMallocHost(T** ptr, size_t size, unsigned int flags = 0) {
  return ::cudaHostAlloc(simcu::as_untyped(ptr), size, flags);
}
template <class T>
cudaError_t cudaHostAlloc(T** ptr, size_t size, unsigned int flags) {
  return ::cudaHostAlloc(simcu::as_untyped(ptr), size, flags);
}
template <class T>
cudaError_t cudaHostGetDevicePointer(T** pDevice, void* pHost, unsigned int flags) {
  return ::cudaHostGetDevicePointer(simcu::as_untyped(pDevice), pHost, flags);
}
template <class T>
cudaError_t cudaMallocManaged(T** devPtr, size_t size, unsigned int flags = cudaMemAttachGlobal) {
  return ::cudaMallocManaged(simcu::as_untyped(devPtr), size, flags);
}
inline cudaError_t cudaMallocManaged(void** devPtr, size_t size) {
  return ::cudaMallocManaged(devPtr, size, cudaMemAttachGlobal);
}
template <class T>
cudaError_t cudaMallocPitch(T** devPtr, size_t* pitch, size_t width, size_t height) {
  return ::cudaMallocPitch(simcu::as_untyped(devPtr), pitch, width, height);
}
template <class T>
cudaError_t cudaMallocAsync(T** devPtr, size_t size, cudaStream_t stream) {
  return ::cudaMallocAsync(simcu::as_untyped(devPtr), size, stream);
}

// A symbol is a __device__, __constant__ or __managed__ variable.
template <class T>
cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* src, size_t count, size_t offset = 0,
                               cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return ::cudaMemcpyToSymbol((const void*)&symbol, src, count, offset, kind);
}
template <class T>
cudaError_t cudaMemcpyFromSymbol(void* dst, const T& symbol, size_t count, size_t offset = 0,
                                 cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return ::cudaMemcpyFromSymbol(dst, (const void*)&symbol, count, offset, kind);
}
template <class T>
cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* src, size_t count, size_t offset = 0,
                                    cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                    cudaStream_t stream = nullptr) {
  return ::cudaMemcpyToSymbolAsync((const void*)&symbol, src, count, offset, kind, stream);
}
template <class T>
cudaError_t cudaMemcpyFromSymbolAsync(void* dst, const T& symbol, size_t count, size_t offset = 0,
                                      cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                      cudaStream_t stream = nullptr) {
  return ::cudaMemcpyFromSymbolAsync(dst, (const void*)&symbol, count, offset, kind, stream);
}
template <class T>
cudaError_t cudaGetSymbolAddress(void** devPtr, const T& symbol) {
  return ::cudaGetSymbolAddress(devPtr, (const void*)&symbol);
}
template <class T>
cudaError_t cudaGetSymbolSize(size_t* size, const T& symbol) {
  return ::cudaGetSymbolSize(size, (const void*)&symbol);
}
inline cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned int flags) {
  return ::cudaEventCreateWithFlags(event, flags);
}

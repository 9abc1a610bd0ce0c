// SPDX-License-Identifier: Apache-2.0
// CUDA arrays and 3-D memory. An array is stored row after row in device memory; copies are 2-D copies, slice
// by slice.
#include "api/arrays.h"

#include <mutex>
#include <set>

#include "api/call_within.h"
#include "api/capture.h"
#include "api/copies.h"
#include "link/errors.h"
#include "simcu/array_api.h"
#include "simcu/runtime_api.h"

using namespace simcu;

namespace {

struct array_table {
  std::mutex mutex;
  std::set<cudaArray_const_t> live;
};
array_table& arrays() {
  static auto* t = new array_table;
  return *t;
}

// One side of a 3-D copy: the address of its first byte, and the distances between rows and between slices.
struct side {
  char* start;
  size_t pitch, slice;
};

side side_of(cudaArray_t array, const cudaPitchedPtr& ptr, const cudaPos& at) {
  if (array != nullptr)
    return {array->data + at.x * array->element + at.y * array->pitch + at.z * array->slice, array->pitch,
            array->slice};
  const size_t slice = ptr.pitch * ptr.ysize;
  return {static_cast<char*>(ptr.ptr) + at.x + at.y * ptr.pitch + at.z * slice, ptr.pitch, slice};
}

bool fits(cudaArray_t array, const cudaPos& at, const cudaExtent& e) {
  if (array == nullptr) return true;
  const cudaExtent all = array->full_extent();
  return at.x + e.width <= all.width && at.y + e.height <= all.height && at.z + e.depth <= all.depth;
}

cudaError_t copy_3d(const cudaMemcpy3DParms* p, cudaStream_t stream, bool waits) {
  if (p == nullptr) return end_api(cudaErrorInvalidValue);
  if ((p->srcArray != nullptr && !is_array(p->srcArray)) ||
      (p->dstArray != nullptr && !is_array(p->dstArray)))
    return end_api(cudaErrorInvalidResourceHandle);
  if ((p->srcArray == nullptr) == (p->srcPtr.ptr == nullptr) ||
      (p->dstArray == nullptr) == (p->dstPtr.ptr == nullptr))
    return end_api(cudaErrorInvalidValue);
  if (!fits(p->srcArray, p->srcPos, p->extent) || !fits(p->dstArray, p->dstPos, p->extent))
    return end_api(cudaErrorInvalidValue);
  const cudaArray_t array = p->srcArray != nullptr ? p->srcArray : p->dstArray;
  if (p->srcArray != nullptr && p->dstArray != nullptr && p->srcArray->element != p->dstArray->element)
    return end_api(cudaErrorInvalidValue);
  const size_t width = p->extent.width * (array != nullptr ? array->element : 1);
  const side from = side_of(p->srcArray, p->srcPtr, p->srcPos);
  const side to = side_of(p->dstArray, p->dstPtr, p->dstPos);
  const size_t height = p->extent.height, depth = p->extent.depth;
  if (cudaError_t sticky = begin_api(kSynchronises)) return sticky;
  for (size_t z = 0; z < depth; ++z)
    if (cudaError_t bad = check_copy_2d(to.start + z * to.slice, to.pitch, from.start + z * from.slice,
                                        from.pitch, width, height, p->kind, outer_call))
      return bad;
  for (size_t z = 0; z < depth; ++z) {
    char* dst = to.start + z * to.slice;
    const char* src = from.start + z * from.slice;
    const cudaError_t error =
        waits ? cudaMemcpy2D(dst, to.pitch, src, from.pitch, width, height, p->kind)
              : cudaMemcpy2DAsync(dst, to.pitch, src, from.pitch, width, height, p->kind, stream);
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}

cudaError_t fill_3d(const cudaPitchedPtr& p, int value, const cudaExtent& extent, cudaStream_t stream,
                    const char* call) {
  if (cudaError_t sticky = begin_api(kSynchronises)) return sticky;
  const auto slice = [&](size_t z) { return static_cast<char*>(p.ptr) + z * p.pitch * p.ysize; };
  for (size_t z = 0; z < extent.depth; ++z)
    if (cudaError_t bad = check_fill_2d(slice(z), p.pitch, extent.width, extent.height, call)) return bad;
  for (size_t z = 0; z < extent.depth; ++z)
    if (cudaError_t error = cudaMemset2DAsync(slice(z), p.pitch, value, extent.width, extent.height, stream))
      return error;
  return cudaSuccess;
}

// Where a 2-D copy begins in the array; null if it is not inside.
char* place_in(cudaArray_const_t array, size_t x, size_t y, size_t width, size_t height) {
  if (!is_array(array)) return nullptr;
  const cudaExtent all = array->full_extent();
  if (x + width > all.width * array->element || y + height > all.height) return nullptr;
  return array->data + x + y * array->pitch;
}

// cudaMemcpyToArray continues in the next row; here only whole rows, or less than one, do that.
size_t rows_of(cudaArray_const_t array, size_t x, size_t count) {
  if (array == nullptr || count == 0) return 0;
  return x == 0 && count % array->pitch == 0 ? count / array->pitch : 1;
}

}  // namespace

bool simcu::is_array(cudaArray_const_t array) {
  const std::lock_guard<std::mutex> lock(arrays().mutex);
  return arrays().live.count(array) != 0;
}

extern "C" {

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind f) {
  return {x, y, z, w, f};
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* desc, cudaArray_const_t array) {
  if (!is_array(array)) return end_api(cudaErrorInvalidResourceHandle);
  if (desc == nullptr) return end_api(cudaErrorInvalidValue);
  *desc = array->desc;
  return cudaSuccess;
}

cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* desc, cudaExtent extent,
                              unsigned int flags) {
  if (cudaError_t sticky = begin_api(kSynchronises)) return sticky;
  if (array == nullptr || desc == nullptr || extent.width == 0 ||
      (flags & ~(cudaArrayLayered | cudaArraySurfaceLoadStore | cudaArrayTextureGather)) != 0)
    return end_api(cudaErrorInvalidValue);
  const int bits = desc->x;
  for (const int other : {desc->y, desc->z, desc->w})
    if (other != 0 && other != bits) return end_api(cudaErrorInvalidChannelDescriptor);
  if (bits != 8 && bits != 16 && bits != 32) return end_api(cudaErrorInvalidChannelDescriptor);
  auto* a = new cudaArray;
  a->desc = *desc;
  a->extent = extent;
  a->flags = flags;
  a->element = static_cast<size_t>(desc->x + desc->y + desc->z + desc->w) / 8;
  a->pitch = extent.width * a->element;
  const cudaExtent all = a->full_extent();
  a->slice = a->pitch * all.height;
  void* memory = nullptr;
  if (cudaError_t error = cudaMalloc(&memory, a->slice * all.depth)) {
    delete a;
    return error;
  }
  a->data = static_cast<char*>(memory);
  const std::lock_guard<std::mutex> lock(arrays().mutex);
  arrays().live.insert(a);
  *array = a;
  return cudaSuccess;
}

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* desc, size_t width,
                            size_t height, unsigned int flags) {
  return cudaMalloc3DArray(array, desc, {width, height, 0}, flags);
}

cudaError_t cudaFreeArray(cudaArray_t array) {
  if (array == nullptr) return cudaSuccess;
  if (!is_array(array)) return end_api(cudaErrorInvalidResourceHandle);
  const cudaError_t error = cudaFree(array->data);
  const std::lock_guard<std::mutex> lock(arrays().mutex);
  arrays().live.erase(array);
  delete array;
  return error;
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* desc, cudaExtent* extent, unsigned int* flags,
                             cudaArray_t array) {
  if (!is_array(array)) return end_api(cudaErrorInvalidResourceHandle);
  if (desc != nullptr) *desc = array->desc;
  if (extent != nullptr) *extent = array->extent;
  if (flags != nullptr) *flags = array->flags;
  return cudaSuccess;
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* pitchedDevPtr, cudaExtent extent) {
  if (pitchedDevPtr == nullptr) return end_api(cudaErrorInvalidValue);
  void* p = nullptr;
  size_t pitch = 0;
  const cudaError_t error = cudaMallocPitch(&p, &pitch, extent.width, extent.height * extent.depth);
  if (error == cudaSuccess) *pitchedDevPtr = {p, pitch, extent.width, extent.height};
  return error;
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* p) {
  const call_within whole(__func__);
  return copy_3d(p, nullptr, true);
}
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* p, cudaStream_t stream) {
  if (capture* into = p == nullptr ? nullptr : capture_of(stream))
    return into->add(stream, cudaGraphNodeTypeMemcpy,
                     [parms = *p](cudaStream_t s) { return cudaMemcpy3DAsync(&parms, s); });
  const call_within whole(__func__);
  return copy_3d(p, stream, false);
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr p, int value, cudaExtent extent, cudaStream_t stream) {
  if (capture* into = capture_of(stream))
    return into->add(stream, cudaGraphNodeTypeMemset,
                     [=](cudaStream_t s) { return cudaMemset3DAsync(p, value, extent, s); });
  const call_within whole(__func__);
  return fill_3d(p, value, extent, stream, outer_call);
}
cudaError_t cudaMemset3D(cudaPitchedPtr p, int value, cudaExtent extent) {
  const call_within whole(__func__);
  return fill_3d(p, value, extent, nullptr, outer_call);
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t dst, size_t wOffset, size_t hOffset, const void* src,
                                size_t spitch, size_t width, size_t height, cudaMemcpyKind kind) {
  const call_within whole(__func__);
  char* to = place_in(dst, wOffset, hOffset, width, height);
  if (to == nullptr) return end_api(cudaErrorInvalidValue);
  return cudaMemcpy2D(to, dst->pitch, src, spitch, width, height, kind);
}
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t dst, size_t wOffset, size_t hOffset, const void* src,
                                     size_t spitch, size_t width, size_t height, cudaMemcpyKind kind,
                                     cudaStream_t stream) {
  const call_within whole(__func__);
  char* to = place_in(dst, wOffset, hOffset, width, height);
  if (to == nullptr) return end_api(cudaErrorInvalidValue);
  return cudaMemcpy2DAsync(to, dst->pitch, src, spitch, width, height, kind, stream);
}
cudaError_t cudaMemcpy2DFromArray(void* dst, size_t dpitch, cudaArray_const_t src, size_t wOffset,
                                  size_t hOffset, size_t width, size_t height, cudaMemcpyKind kind) {
  const call_within whole(__func__);
  const char* from = place_in(src, wOffset, hOffset, width, height);
  if (from == nullptr) return end_api(cudaErrorInvalidValue);
  return cudaMemcpy2D(dst, dpitch, from, src->pitch, width, height, kind);
}
cudaError_t cudaMemcpy2DFromArrayAsync(void* dst, size_t dpitch, cudaArray_const_t src, size_t wOffset,
                                       size_t hOffset, size_t width, size_t height, cudaMemcpyKind kind,
                                       cudaStream_t stream) {
  const call_within whole(__func__);
  const char* from = place_in(src, wOffset, hOffset, width, height);
  if (from == nullptr) return end_api(cudaErrorInvalidValue);
  return cudaMemcpy2DAsync(dst, dpitch, from, src->pitch, width, height, kind, stream);
}
cudaError_t cudaMemcpyToArray(cudaArray_t dst, size_t wOffset, size_t hOffset, const void* src, size_t count,
                              cudaMemcpyKind kind) {
  const call_within whole(__func__);
  const size_t rows = is_array(dst) ? rows_of(dst, wOffset, count) : 0;
  const size_t width = rows == 0 ? 0 : count / rows;
  return cudaMemcpy2DToArray(dst, wOffset, hOffset, src, width, width, rows, kind);
}
cudaError_t cudaMemcpyFromArray(void* dst, cudaArray_const_t src, size_t wOffset, size_t hOffset,
                                size_t count, cudaMemcpyKind kind) {
  const call_within whole(__func__);
  const size_t rows = is_array(src) ? rows_of(src, wOffset, count) : 0;
  const size_t width = rows == 0 ? 0 : count / rows;
  return cudaMemcpy2DFromArray(dst, width, src, wOffset, hOffset, width, rows, kind);
}

}  // extern "C"

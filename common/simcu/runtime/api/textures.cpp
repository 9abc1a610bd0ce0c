// SPDX-License-Identifier: Apache-2.0
// Texture and surface objects: which memory, and how it is read.
#include <mutex>
#include <set>

#include "api/arrays.h"
#include "base/observer.h"
#include "base/side.h"
#include "link/errors.h"
#include "link/refusals.h"
#include "simcu/array_api.h"
#include "simcu/device.h"
#include "simcu/kernel.h"
#include "simcu/texture.h"

using namespace simcu;

namespace {

struct object {
  texture_view view;
  cudaResourceDesc resource;
};
struct object_table {
  std::mutex mutex;
  std::set<const object*> live;
};
object_table& objects() {
  static auto* t = new object_table;
  return *t;
}

const object* find(unsigned long long handle) {
  const auto* o = reinterpret_cast<const object*>(handle);
  const std::lock_guard<std::mutex> lock(objects().mutex);
  return objects().live.count(o) != 0 ? o : nullptr;
}

// False if there is no such memory.
bool look_at(const cudaResourceDesc& r, texture_view* v) {
  cudaChannelFormatDesc desc{};
  switch (r.resType) {
    case cudaResourceTypeArray: {
      const cudaArray* a = r.res.array.array;
      if (!is_array(a)) return false;
      const cudaExtent all = a->full_extent();
      desc = a->desc;
      *v = {a->data,
            a->pitch,
            a->slice,
            static_cast<int>(all.width),
            static_cast<int>(all.height),
            static_cast<int>(all.depth),
            0,
            0,
            {},
            {}};
      break;
    }
    case cudaResourceTypeLinear:
      desc = r.res.linear.desc;
      *v = {static_cast<char*>(r.res.linear.devPtr), r.res.linear.sizeInBytes, 0, 0, 1, 1, 0, 0, {}, {}};
      break;
    case cudaResourceTypePitch2D:
      desc = r.res.pitch2D.desc;
      *v = {static_cast<char*>(r.res.pitch2D.devPtr),
            r.res.pitch2D.pitchInBytes,
            0,
            static_cast<int>(r.res.pitch2D.width),
            static_cast<int>(r.res.pitch2D.height),
            1,
            0,
            0,
            {},
            {}};
      break;
    case cudaResourceTypeMipmappedArray:
      return false;
  }
  v->format = desc.f;
  v->channel_bytes = desc.x / 8;
  v->channels = (desc.x != 0) + (desc.y != 0) + (desc.z != 0) + (desc.w != 0);
  if (v->channel_bytes * v->channels == 0 || v->data == nullptr) return false;
  if (r.resType == cudaResourceTypeLinear)
    v->width =
        static_cast<int>(r.res.linear.sizeInBytes / static_cast<size_t>(v->channel_bytes * v->channels));
  return true;
}

cudaError_t create(unsigned long long* out, const cudaResourceDesc* resource, const cudaTextureDesc& how) {
  if (is_host_alone()) {
    print_refused_call("a texture",
                       "there are none where the device is a process of its own, as in the grader",
                       cudaErrorNotSupported);
    return end_api(cudaErrorNotSupported);
  }
  if (cudaError_t sticky = begin_api(kDoesNotWait)) return sticky;
  texture_view view{};
  if (out == nullptr || resource == nullptr || !look_at(*resource, &view))
    return end_api(cudaErrorInvalidValue);
  view.how = how;
  const bool integers = view.format != cudaChannelFormatKindFloat && how.readMode == cudaReadModeElementType;
  if (how.filterMode == cudaFilterModeLinear && integers) return end_api(cudaErrorInvalidFilterSetting);
  if (how.readMode == cudaReadModeNormalizedFloat && view.channel_bytes == 4 &&
      view.format != cudaChannelFormatKindFloat)
    return end_api(cudaErrorInvalidNormSetting);
  auto* o = new object{view, *resource};
  const std::lock_guard<std::mutex> lock(objects().mutex);
  objects().live.insert(o);
  *out = reinterpret_cast<unsigned long long>(o);
  return cudaSuccess;
}

cudaError_t destroy(unsigned long long handle) {
  if (cudaError_t sticky = begin_api(kDoesNotWait)) return sticky;
  const object* o = find(handle);
  if (o == nullptr) return handle == 0 ? cudaSuccess : end_api(cudaErrorInvalidValue);
  const std::lock_guard<std::mutex> lock(objects().mutex);
  objects().live.erase(o);
  delete o;
  return cudaSuccess;
}

}  // namespace

texture_view simcu::texture_of(unsigned long long handle, location where) {
  preemptible = 0;
  const object* o = find(handle);
  if (o == nullptr)
    fail_kernel(cudaErrorLaunchFailure, "this isn't a texture or surface object, or it has been destroyed",
                where);
  const texture_view v = o->view;
  preemptible = 1;
  return v;
}

extern "C" {

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* pTexObject, const cudaResourceDesc* pResDesc,
                                    const cudaTextureDesc* pTexDesc,
                                    const cudaResourceViewDesc* pResViewDesc) {
  if (pTexDesc == nullptr || pResViewDesc != nullptr) return end_api(cudaErrorInvalidValue);
  return create(pTexObject, pResDesc, *pTexDesc);
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texObject) { return destroy(texObject); }

cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* pResDesc, cudaTextureObject_t texObject) {
  const object* o = find(texObject);
  if (o == nullptr || pResDesc == nullptr) return end_api(cudaErrorInvalidValue);
  *pResDesc = o->resource;
  return cudaSuccess;
}

cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* pTexDesc, cudaTextureObject_t texObject) {
  const object* o = find(texObject);
  if (o == nullptr || pTexDesc == nullptr) return end_api(cudaErrorInvalidValue);
  *pTexDesc = o->view.how;
  return cudaSuccess;
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* pSurfObject, const cudaResourceDesc* pResDesc) {
  if (pResDesc == nullptr || pResDesc->resType != cudaResourceTypeArray ||
      !is_array(pResDesc->res.array.array) ||
      (pResDesc->res.array.array->flags & cudaArraySurfaceLoadStore) == 0)
    return end_api(cudaErrorInvalidValue);
  return create(pSurfObject, pResDesc, {});
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surfObject) { return destroy(surfObject); }

}  // extern "C"

// SPDX-License-Identifier: Apache-2.0
#include "simcu/error_codes.h"

namespace {

struct error_text {
  cudaError_t code;
  const char* name;
  const char* text;
};

constexpr error_text kErrorTexts[] = {
#define SIMCU_ERROR(name, number, text) {name, #name, text},
#include "simcu/error_table.h"
#undef SIMCU_ERROR
};

constexpr char kUnknownCode[] = "unrecognized error code";

}  // namespace

extern "C" const char* cudaGetErrorName(cudaError_t error) {
  for (const error_text& e : kErrorTexts)
    if (e.code == error) return e.name;
  return kUnknownCode;
}

extern "C" const char* cudaGetErrorString(cudaError_t error) {
  for (const error_text& e : kErrorTexts)
    if (e.code == error) return e.text;
  return kUnknownCode;
}

// SPDX-License-Identifier: Apache-2.0
// European options after Black and Scholes: float2 loads, launch bounds, fast math functions.
#include <math.h>

#include "helper.h"

HOST_DEVICE inline float cndGPU(float d) {
  const float A1 = 0.31938153f, A2 = -0.356563782f, A3 = 1.781477937f, A4 = -1.821255978f, A5 = 1.330274429f;
  float K = 1.0f / (1.0f + 0.2316419f * fabsf(d));
  float cnd =
      0.39894228040143267794f * expf(-0.5f * d * d) * (K * (A1 + K * (A2 + K * (A3 + K * (A4 + K * A5)))));
  return d > 0 ? 1.0f - cnd : cnd;
}
HOST_DEVICE inline void BlackScholesBody(float& call, float& put, float S, float X, float T, float R,
                                         float V) {
  float sqrtT = sqrtf(T);
  float d1 = (logf(S / X) + (R + 0.5f * V * V) * T) / (V * sqrtT), d2 = d1 - V * sqrtT;
  float expRT = expf(-R * T);
  call = S * cndGPU(d1) - X * expRT * cndGPU(d2);
  put = X * expRT * (1.0f - cndGPU(d2)) - S * (1.0f - cndGPU(d1));
}
__launch_bounds__(128) __global__
    void BlackScholesGPU(float2* __restrict d_CallResult, float2* __restrict d_PutResult,
                         const float2* __restrict d_S, const float2* __restrict d_X,
                         const float2* __restrict d_T, float R, float V, int n) {
  const int opt = blockDim.x * blockIdx.x + threadIdx.x;
  if (opt < n / 2) {
    float2 call, put;
    BlackScholesBody(call.x, put.x, d_S[opt].x, d_X[opt].x, d_T[opt].x, R, V);
    BlackScholesBody(call.y, put.y, d_S[opt].y, d_X[opt].y, d_T[opt].y, R, V);
    d_CallResult[opt] = call;
    d_PutResult[opt] = put;
  }
}
int main() {
  const int n = 600;
  std::vector<float> S(n), X(n), T(n);
  unsigned s = 31;
  for (int i = 0; i < n; ++i)
    S[i] = 5 + nextRandom(s) % 25, X[i] = 1 + nextRandom(s) % 99, T[i] = 0.25f + nextRandom(s) % 10;
  DeviceArray<float> dS(S), dX(X), dT(T), dCall(n), dPut(n);
  BlackScholesGPU<<<divUp(n / 2, 128), 128>>>((float2*)dCall.data, (float2*)dPut.data, (float2*)dS.data,
                                              (float2*)dX.data, (float2*)dT.data, 0.02f, 0.30f, n);
  std::vector<float> call = dCall.get(), put = dPut.get();
  double delta = 0, sum = 0;
  for (int i = 0; i < n; ++i) {
    float c, p;
    BlackScholesBody(c, p, S[i], X[i], T[i], 0.02f, 0.30f);
    delta += fabs(c - call[i]) + fabs(p - put[i]);
    sum += fabs(c);
  }
  return delta / sum < 1e-5 ? EXIT_SUCCESS : EXIT_FAILURE;
}

// SPDX-License-Identifier: Apache-2.0
// Atomic operations together with plain accesses and with each other.

#include "cases.h"

// expect: race global-cross-block at a b
// may: race global-cross-block at b b
__global__ void atomic_beside_read_kernel(int* count, int* out) {
  if (threadIdx.x == 0) {
    atomicAdd(count, 1);         // a
    if (*count > 2) out[1] = 1;  // b
  }
}
CASE(atomic_beside_read) { atomic_beside_read_kernel<<<4, 32>>>(zeros<int>(4096), zeros<int>(4096)); }

// expect: race global-cross-block at a a
__global__ void atomic_block_scope_kernel(int* data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) atomicAdd_block(&data[0], 1);  // a
}
CASE(atomic_block_scope) { atomic_block_scope_kernel<<<4, 64>>>(zeros<int>(512)); }

// expect: clean
__global__ void atomic_float_max_kernel(const int* in, int* largest) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float value = static_cast<float>(in[i] + i * 7 % 64);
  int old = atomicAdd(largest, 0);
  while (__int_as_float(old) < value) {
    const int seen = atomicCAS(largest, old, __float_as_int(value));
    if (seen == old) break;
    old = seen;
  }
}
CASE(atomic_float_max) { atomic_float_max_kernel<<<4, 32>>>(zeros<int>(4096), zeros<int>(4096)); }

// expect: race global-cross-block at a
// may: race global-same-block at a
__global__ void atomic_max_then_plain_kernel(const int* in, int* largest) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int value = in[i] + i;
  if (value > *largest) *largest = value;  // a
}
CASE(atomic_max_then_plain) { atomic_max_then_plain_kernel<<<4, 32>>>(zeros<int>(4096), zeros<int>(4096)); }

// expect: clean
__global__ void atomics_only_kernel(int* data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&data[0], i);
  atomicMax(&data[1], i);
  atomicOr(&data[2], 1 << i % 31);
  atomicCAS(&data[3], i % 2, 0);
}
CASE(atomics_only) { atomics_only_kernel<<<4, 64>>>(zeros<int>(512)); }

// expect: clean
// Some of the many places in the code share an entry in the checkers' tables.
#define FOUR(statement) statement statement statement statement
#define MANY(statement) FOUR(FOUR(FOUR(FOUR(statement))))

__global__ void atomics_then_reads_kernel(int* counts, int* sums) {
  unsigned at = threadIdx.x;
  MANY(atomicAdd(&counts[at++ % 64], 1);)
  __syncthreads();
  int sum = 0;
  MANY(sum += counts[at++ % 64];)
  sums[threadIdx.x] = sum;
}
CASE(atomics_then_reads) {
  int sums[64];
  int* const d_sums = unset<int>(64);
  atomics_then_reads_kernel<<<1, 64>>>(zeros<int>(64), d_sums);
  status |= cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost) != cudaSuccess;
  std::printf("%d\n", sums[63]);
  for (const int sum : sums)
    if (sum != 256 * 256) status |= 1;
}

// expect: clean
// A plain read guesses the value for a compare-and-swap, as in the CUDA Programming Guide's atomicAdd for
// doubles.
__device__ double add(double* address, double value) {
  auto* bits = reinterpret_cast<unsigned long long*>(address);
  unsigned long long old = *bits, assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}

__device__ void count_short(unsigned short* count) {
  unsigned short old = *count, assumed;
  do {
    assumed = old;
    old = atomicCAS(count, assumed, static_cast<unsigned short>(assumed + 1));
  } while (assumed != old);
}

__global__ void cas_guess_kernel(double* sum, unsigned short* counts) {
  __shared__ double s_sum;
  if (threadIdx.x == 0) s_sum = 0;
  __syncthreads();
  add(&s_sum, 1);
  __syncthreads();
  if (threadIdx.x < 4) add(sum, s_sum);
  count_short(counts + threadIdx.x % 2);
}

__global__ void largest_kernel(int* largest) {
  const int mine = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  int old = *largest, assumed;
  do {
    assumed = old;
    old = atomicCAS(largest, assumed, assumed < mine ? mine : assumed);
  } while (assumed != old);
}
CASE(cas_guess) {
  cas_guess_kernel<<<4, 64>>>(zeros<double>(1), zeros<unsigned short>(2));
  largest_kernel<<<4, 64>>>(zeros<int>(1));
}

// expect: race global-cross-block at a b
// may: race global-cross-block at b a
// may: race global-same-block at a b
// may: race global-same-block at b a
// Half of the threads only read the word, so their reads are not guesses for a compare-and-swap.
__global__ void cas_guess_used_kernel(int* word, int* out) {
  const int mine = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  int old = *word, assumed = old;  // a
  if (mine % 2 == 0)
    while ((old = atomicCAS(word, assumed, assumed + 1)) != assumed) assumed = old;  // b
  out[mine] = old >= 0;
}
CASE(cas_guess_used) { cas_guess_used_kernel<<<4, 32>>>(zeros<int>(4096), zeros<int>(4096)); }

// expect: race global-cross-block at a
// may: race global-same-block at a
// may: race global-same-block at b
// may: race global-cross-block at b
__global__ void compaction_without_atomic_kernel(const int* in, int* count, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if ((in[i] + i) % 3 == 0) {
    const int place = (*count)++;  // a
    out[place] = i;                // b
  }
}
CASE(compaction_without_atomic) {
  int* const d_data = zeros<int>(4096);
  compaction_without_atomic_kernel<<<2, 64>>>(d_data, d_data + 2048, zeros<int>(4096));
}

// expect: clean
__global__ void counter_append_kernel(int* data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int place = atomicAdd(&data[0], 1);
  data[1 + place] = 3;
}
CASE(counter_append) { counter_append_kernel<<<4, 64>>>(zeros<int>(512)); }

// expect: clean
enum class look { atomic, plain, write };
template <look by>
__global__ void counter_kernel(int* data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x == 0) atomicAdd(&data[0], 1);  // a
  if (i != 128) return;
  if (by == look::atomic && atomicAdd(&data[0], 0) < 0) data[1] = 1;
  if (by == look::plain) data[1] = data[0];  // b
  if (by == look::write) data[0] = 5;        // c
}
CASE(counter_atomic_read) { counter_kernel<look::atomic><<<4, 64>>>(zeros<int>(512)); }

// expect: race global-cross-block at a b
CASE(counter_plain_read) { counter_kernel<look::plain><<<4, 64>>>(zeros<int>(512)); }

// expect: race global-cross-block at a c
CASE(counter_plain_write) { counter_kernel<look::write><<<4, 64>>>(zeros<int>(512)); }

// expect: uninitialised-read global at a
// expect: uninitialised-read global at b
// expect: uninitialised-read shared at c
// An atomicExch whose result is used is a read, and this memory has never been written.
__global__ void exchange_read_kernel(int* d_lock, int* d_out) {
  __shared__ int s_taken;
  if (atomicExch(d_lock, 1) == 1) return;                // a
  d_out[0] = atomicExch(&d_lock[1], 1);                  // b
  if (atomicExch_block(&s_taken, 1) == 1) d_out[1] = 1;  // c
}
CASE(exchange_read) { exchange_read_kernel<<<1, 1>>>(unset<int>(2), unset<int>(2)); }

// expect: clean
// An atomicExch whose result is unused is only a store, so it may be the first access to new memory.
#define MARK(array, i) atomicExch(&(array)[i], 1)

__device__ void put(unsigned* p, unsigned value) { atomicExch(p, value); }

__global__ void exchange_unread_kernel(unsigned* d_slots, float* d_last, int* d_seen) {
  __shared__ int s_any;
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  put(&d_slots[i], i);
  if (i % 2)
    atomicExch_block(&s_any, 1);
  else
    (void)atomicExch_system(&s_any, 1);
  for (unsigned j = 0; j < 4; ++j) atomicExch(d_last, 1.5f);
  MARK(d_seen, i % 8);
  __syncthreads();
  if (s_any != 1) atomicAdd(&d_slots[i], 1);
}
CASE(exchange_unread) {
  exchange_unread_kernel<<<2, 64>>>(unset<unsigned>(128, true), unset<float>(1), unset<int>(8));
}

// expect: race global-cross-block at a b
// may: race global-cross-block at b a
// may: race global-same-block at a b
// may: race global-same-block at b a
// expect: race global-cross-block at c d
// may: race global-cross-block at d c
// An atomic addition is not a compare-and-swap, so the read before it is not a guess.
__global__ void guess_then_atomic_add_kernel(float* sum, float* out) {
  const float before = *sum;  // a
  atomicAdd(sum, 1.0f);       // b
  out[blockIdx.x * blockDim.x + threadIdx.x] = before;
}

__global__ void smaller_kernel(int* least, int* out) {
  const int before = *least;                        // c
  atomicMin(least, -static_cast<int>(blockIdx.x));  // d
  out[blockIdx.x] = before;
}
CASE(guess_then_atomic_add) {
  float* const d_sum = zeros<float>(1);
  float* const d_out = unset<float>(128);
  guess_then_atomic_add_kernel<<<2, 64>>>(d_sum, d_out);
  cudaMemset(d_sum, 0, sizeof(float));
  smaller_kernel<<<4, 1>>>(reinterpret_cast<int*>(d_sum), reinterpret_cast<int*>(d_out));
}

// SPDX-License-Identifier: Apache-2.0
// Source 002's two sorts, Level 1 and Level 2, as close to the printed code as possible. Labs 04 and 05 begin
// with these sorts and are measured against them.
//
//   lab::source::sort_on_device(2, d_keys, d_scratch, n, &timer);   // keys stay on the device
//   lab::source::sort_on_host(2, keys, scratch, n, &timer);         // arrays on the host
//
// The phases are "histogram", "scan" and "scatter". The source scans on the host: "histogram" includes the
// copy of the counters to the host, and "scatter" the copy of the starts to the device. n < 2^31. The source
// does not state k or its block size; we chose 4 and 512.
#pragma once
#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "lab/cuda_check.h"
#include "lab/device_buffer.h"
#include "lab/phase_timer.h"
#include "lab/source_level1.h"

namespace lab {
namespace source {

// Level 2: each block sorts its keys by the digit, in place, with k one-bit splits, and counts them. The
// source prints only the copy to shared memory, the bit, numZeros and the ranks. The last block is padded
// with keys of all ones, because the source's line would read past the array.
//
// s_data holds the keys, the bits and their scan (the source: keys, scan, sorted keys).
// [lab05-source-histogram]
static __global__ void computeHistLevel2(std::uint32_t* in, int n, int* hist, int nBins, int bit, int k) {
  extern __shared__ std::uint32_t s_data[];
  const int blockSize = blockDim.x, baseCopyIdx = blockDim.x, baseHistIdx = blockDim.x * 2;
  int idx = blockDim.x * blockIdx.x + threadIdx.x;
  s_data[threadIdx.x] = idx < n ? in[idx] : 0xffffffffu;
  __syncthreads();
  for (int b = 0; b < k; b++) {
    s_data[baseCopyIdx + threadIdx.x] = (s_data[threadIdx.x] >> (bit + b)) & 1;
    __syncthreads();
    // Exclusive scan of the bits.
    s_data[baseHistIdx + threadIdx.x] = threadIdx.x > 0 ? s_data[baseCopyIdx + threadIdx.x - 1] : 0;
    __syncthreads();
    for (unsigned distance = 1; distance < blockDim.x; distance *= 2) {
      std::uint32_t before = threadIdx.x >= distance ? s_data[baseHistIdx + threadIdx.x - distance] : 0;
      __syncthreads();
      s_data[baseHistIdx + threadIdx.x] += before;
      __syncthreads();
    }
    int numZeros = blockSize - s_data[baseHistIdx + blockSize - 1] - s_data[baseCopyIdx + blockSize - 1];
    std::uint32_t key = s_data[threadIdx.x];
    int rank = s_data[baseCopyIdx + threadIdx.x] == 0 ? threadIdx.x - s_data[baseHistIdx + threadIdx.x]
                                                      : numZeros + s_data[baseHistIdx + threadIdx.x];
    __syncthreads();
    s_data[rank] = key;
    __syncthreads();
  }
  if (idx < n) {
    int bin = (s_data[threadIdx.x] >> bit) & (nBins - 1);
    atomicAdd(&hist[blockIdx.x * nBins + bin], 1);
    in[idx] = s_data[threadIdx.x];
  }
}
// [lab05-source-histogram]

// Level 2: all threads scatter, and thread 0 alone adds up the block's histogram. The scatter also needs the
// histogram from before the scan.
// [lab05-source-scatter]
static __global__ void scatterLevel2(std::uint32_t* in, std::uint32_t* out, int n, int* hist, int* histScan,
                                     int nBins, int bit) {
  int baseIdx = blockIdx.x * blockDim.x;
  int idx = baseIdx + threadIdx.x;
  extern __shared__ int localHistScan[];
  if (threadIdx.x == 0) {
    localHistScan[0] = 0;
    for (int binIdx = 1; binIdx < nBins; binIdx++) {
      int histIdx = blockIdx.x * nBins + binIdx - 1;
      localHistScan[binIdx] = localHistScan[binIdx - 1] + hist[histIdx];
    }
  }
  __syncthreads();
  if (idx < n) {
    int bin = (in[idx] >> bit) & (nBins - 1);
    int histIdx = blockIdx.x * nBins + bin;
    int rank = histScan[histIdx] + threadIdx.x - localHistScan[bin];
    out[rank] = in[idx];
  }
}
// [lab05-source-scatter]

// k, the bits per digit, is a power of two up to 8. The number of passes is then even, and the keys end where
// they began.
struct shape {
  int k = 4;
  int block_size = 512;
  int bins() const { return 1 << k; }
  int blocks(int n) const { return n == 0 ? 0 : (n - 1) / block_size + 1; }
  std::size_t counters(int n) const { return static_cast<std::size_t>(bins()) * blocks(n); }
};

// One part of a pass: n keys that begin at a multiple of the block size, and their rows of counters.
inline void launch_histogram(int level, std::uint32_t* d_in, int n, int* d_hist, shape s, int bit,
                             cudaStream_t stream = nullptr) {
  if (level == 1) {
    computeHist<<<s.blocks(n), s.block_size, 0, stream>>>(d_in, n, d_hist, s.bins(), bit);
  } else {
    const std::size_t shared = 3 * sizeof(std::uint32_t) * s.block_size;
    computeHistLevel2<<<s.blocks(n), s.block_size, shared, stream>>>(d_in, n, d_hist, s.bins(), bit, s.k);
  }
  CUDA_CHECK_LAUNCH("computeHist");
}

inline void launch_scatter(int level, std::uint32_t* d_in, std::uint32_t* d_out, int n, int* d_hist,
                           int* d_scan, shape s, int bit, cudaStream_t stream = nullptr) {
  if (level == 1) {
    source::scatter<<<s.blocks(n), s.block_size, 0, stream>>>(d_in, d_out, n, d_scan, s.bins(), bit);
  } else {
    scatterLevel2<<<s.blocks(n), s.block_size, sizeof(int) * s.bins(), stream>>>(d_in, d_out, n, d_hist,
                                                                                 d_scan, s.bins(), bit);
  }
  CUDA_CHECK_LAUNCH("scatter");
}

// The source's scan, over the bins and within each bin over the blocks. hist and histScan are block-major.
// [lab04-source-scan]
inline void scan_on_host(const int* hist, int* histScan, int nBins, int numBlks) {
  int curScan = 0;
  for (int binIdx = 0; binIdx < nBins; binIdx++) {
    for (int blkIdx = 0; blkIdx < numBlks; blkIdx++) {
      int histIdx = blkIdx * nBins + binIdx;
      histScan[histIdx] = curScan;
      curScan += hist[histIdx];
    }
  }
}
// [lab04-source-scan]

// Sorts keys on the device and transfers only counters.
inline void sort_on_device(int level, std::uint32_t* d_keys, std::uint32_t* d_scratch, int n,
                           lab::phase_timer* timer, shape s = {}) {
  if (n == 0) return;
  lab::device_buffer<int> d_hist(s.counters(n)), d_scan(s.counters(n));
  std::vector<int> hist(d_hist.size()), scan(d_hist.size());
  std::uint32_t *src = d_keys, *dst = d_scratch;
  for (int bit = 0; bit < 32; bit += s.k) {
    {
      lab::timed_phase phase(timer, "histogram");
      d_hist.fill_bytes(0);
      launch_histogram(level, src, n, d_hist.data(), s, bit);
      d_hist.download(hist.data());
    }
    {
      lab::timed_phase phase(timer, "scan");
      scan_on_host(hist.data(), scan.data(), s.bins(), s.blocks(n));
    }
    lab::timed_phase phase(timer, "scatter");
    d_scan.upload(scan.data());
    launch_scatter(level, src, dst, n, d_hist.data(), d_scan.data(), s, bit);
    std::swap(src, dst);
  }
}

// Pinned or pageable. With count 0, it has one element.
template <class T>
class host_array {
 public:
  host_array(std::size_t count, bool pinned) : pageable_(pinned ? 0 : std::max<std::size_t>(count, 1)) {
    if (pinned)
      CUDA_CHECK(
          cudaMallocHost(reinterpret_cast<void**>(&pinned_), std::max<std::size_t>(count, 1) * sizeof(T)));
  }
  ~host_array() {
    if (pinned_ != nullptr) cudaFreeHost(pinned_);
  }
  host_array(const host_array&) = delete;
  host_array& operator=(const host_array&) = delete;
  T* data() { return pinned_ != nullptr ? pinned_ : pageable_.data(); }

 private:
  std::vector<T> pageable_;
  T* pinned_ = nullptr;
};

// How sort_on_host transfers its arrays.
struct transfers {
  bool pinned = false;  // for counters and starts; the keys are the caller's
  bool keep = false;    // keeps device arrays for the whole sort, not only for one call
  int parts = 1;  // if above 1, the keys are copied and processed in this many parts, each in its own stream
};

// What the source's computeHistByDevice and scatterByDevice need on the device.
struct device_arrays {
  device_arrays(int n, shape s, bool for_scatter)
      : in(n), out(for_scatter ? n : 0), hist(s.counters(n)), scan(for_scatter ? s.counters(n) : 0) {}
  lab::device_buffer<std::uint32_t> in, out;
  lab::device_buffer<int> hist, scan;
};

// Sorts the host's n keys. The source does not say where its arrays are; if they are on the host, each pass
// copies all keys to the device for the histogram and for the scatter. Level 2's histogram and both scatters
// copy them back.
inline void sort_on_host(int level, std::uint32_t* h_keys, std::uint32_t* h_scratch, int n,
                         lab::phase_timer* timer, shape s = {}, transfers how = {}) {
  if (n == 0) return;
  const std::size_t counters = s.counters(n);
  host_array<int> hist(counters, how.pinned), scan(counters, how.pinned);
  std::vector<cudaStream_t> streams(how.parts);
  for (cudaStream_t& stream : streams) CUDA_CHECK(cudaStreamCreate(&stream));
  // work(first key, keys, first counter, counters, stream)
  const auto in_parts = [&](const auto& work) {
    const int blocks = (s.blocks(n) - 1) / how.parts + 1;
    for (int part = 0; part < how.parts && part * blocks < s.blocks(n); ++part) {
      const int first = part * blocks, keys = std::min(n - first * s.block_size, blocks * s.block_size);
      work(first * s.block_size, keys, static_cast<std::size_t>(first) * s.bins(), s.counters(keys),
           streams[part]);
    }
  };
  const auto up = [](auto* d, const auto* h, std::size_t count, cudaStream_t stream) {
    CUDA_CHECK(cudaMemcpyAsync(d, h, count * sizeof *d, cudaMemcpyHostToDevice, stream));
  };
  const auto down = [](auto* h, const auto* d, std::size_t count, cudaStream_t stream) {
    CUDA_CHECK(cudaMemcpyAsync(h, d, count * sizeof *d, cudaMemcpyDeviceToHost, stream));
  };
  std::vector<device_arrays> kept;
  if (how.keep) kept.emplace_back(n, s, true);
  const auto with_arrays = [&](bool for_scatter, const auto& work) {
    std::vector<device_arrays> own;
    if (!how.keep) own.emplace_back(n, s, for_scatter);
    work(how.keep ? kept.front() : own.front());
    CUDA_CHECK(cudaDeviceSynchronize());
  };

  std::uint32_t *src = h_keys, *dst = h_scratch;
  for (int bit = 0; bit < 32; bit += s.k) {
    {
      lab::timed_phase phase(timer, "histogram");
      std::memset(hist.data(), 0, counters * sizeof(int));
      with_arrays(false, [&](device_arrays& d) {
        d.hist.fill_bytes(0);
        in_parts([&](int at, int keys, std::size_t row, std::size_t rows, cudaStream_t stream) {
          up(d.in.data() + at, src + at, keys, stream);
          launch_histogram(level, d.in.data() + at, keys, d.hist.data() + row, s, bit, stream);
          down(hist.data() + row, d.hist.data() + row, rows, stream);
          if (level == 2) down(src + at, d.in.data() + at, keys, stream);
        });
      });
    }
    {
      lab::timed_phase phase(timer, "scan");
      scan_on_host(hist.data(), scan.data(), s.bins(), s.blocks(n));
    }
    lab::timed_phase phase(timer, "scatter");
    with_arrays(true, [&](device_arrays& d) {
      in_parts([&](int at, int keys, std::size_t row, std::size_t rows, cudaStream_t stream) {
        up(d.in.data() + at, src + at, keys, stream);
        up(d.scan.data() + row, scan.data() + row, rows, stream);
        if (level == 2) up(d.hist.data() + row, hist.data() + row, rows, stream);
        launch_scatter(level, d.in.data() + at, d.out.data(), keys, d.hist.data() + row, d.scan.data() + row,
                       s, bit, stream);
      });
      CUDA_CHECK(cudaDeviceSynchronize());
      down(dst, d.out.data(), n, nullptr);
    });
    std::swap(src, dst);
  }
  for (cudaStream_t stream : streams) CUDA_CHECK(cudaStreamDestroy(stream));
}

}  // namespace source
}  // namespace lab

// SPDX-License-Identifier: Apache-2.0
// cub::DeviceSelect, cub::DeviceRunLengthEncode, and cub::DeviceHistogram of one row and one channel.
#pragma once
#include "simcu/cub/device_by_key.h"

namespace cub {
namespace details {

// The elements of `in` that `keep` accepts go to `out`, in order, and their number to `count`; `rest` gets
// each of the others, with its number among them.
template <class In, class Out, class Count, class N, class Keep, class Rest>
cudaError_t sift(const char* name, void* storage, std::size_t& bytes, In in, Out out, Count count, N n,
                 cudaStream_t stream, location where, Keep keep, Rest rest) {
  return device_call_of_tiles(
      name, storage, bytes, n, stream, where,
      [in = there(in), out = there(out), count = there(count), n, keep, rest]() mutable {
        N many = 0;
        for (N i = 0; i < n; ++i) {
          const value_of<In> value = in[i];
          if (keep(value, out, i, many))
            out[many++] = value;
          else
            rest(out, value, i - many);
        }
        *count = static_cast<value_of<Count>>(many);
      });
}

}  // namespace details

struct DeviceSelect : details::selections_by_key {
  // The elements of In that a flag, a predicate, or the previous element keeps, in order; and their number.
  // The forms without Out work in place.
  template <class In, class Flags, class Out, class Count, class N, class = details::if_count<N>>
  static cudaError_t Flagged(void* storage, std::size_t& bytes, In in, Flags flags, Out out, Count count, N n,
                             cudaStream_t stream = nullptr, location where = SIMCU_HERE) {
    return kept("cub::DeviceSelect::Flagged", storage, bytes, in, out, count, n, stream, where,
                [flags = details::there(flags)](auto&, auto&, N i, N) mutable { return bool(flags[i]); });
  }
  template <class Data, class Flags, class Count, class N, class = details::if_count<N>>
  static cudaError_t Flagged(void* storage, std::size_t& bytes, Data data, Flags flags, Count count, N n,
                             cudaStream_t stream = nullptr, location where = SIMCU_HERE) {
    return Flagged(storage, bytes, data, flags, data, count, n, stream, where);
  }
  template <class In, class Out, class Count, class N, class Keep, class = details::if_count<N>>
  static cudaError_t If(void* storage, std::size_t& bytes, In in, Out out, Count count, N n, Keep keep,
                        cudaStream_t stream = nullptr, location where = SIMCU_HERE) {
    return kept("cub::DeviceSelect::If", storage, bytes, in, out, count, n, stream, where,
                [keep](auto& value, auto&, N, N) mutable { return bool(keep(value)); });
  }
  template <class Data, class Count, class N, class Keep, class = details::if_count<N>>
  static cudaError_t If(void* storage, std::size_t& bytes, Data data, Count count, N n, Keep keep,
                        cudaStream_t stream = nullptr, location where = SIMCU_HERE) {
    return If(storage, bytes, data, data, count, n, keep, stream, where);
  }
  template <class In, class Out, class Count, class N, class = details::if_count<N>>
  static cudaError_t Unique(void* storage, std::size_t& bytes, In in, Out out, Count count, N n,
                            cudaStream_t stream = nullptr, location where = SIMCU_HERE) {
    return kept("cub::DeviceSelect::Unique", storage, bytes, in, out, count, n, stream, where,
                [](auto& value, auto& out, N, N many) { return many == 0 || !(out[many - 1] == value); });
  }

 private:
  template <class In, class Out, class Count, class N, class Keep>
  static cudaError_t kept(const char* name, void* storage, std::size_t& bytes, In in, Out out, Count count,
                          N n, cudaStream_t stream, location where, Keep keep) {
    return details::sift(name, storage, bytes, in, out, count, n, stream, where, keep,
                         [](auto&, auto&, N) {});
  }
};

// Kept elements come first, in order; the others from the end on, the last one first, as in CUB.
struct DevicePartition {
  template <class In, class Flags, class Out, class Count, class N, class = details::if_count<N>>
  static cudaError_t Flagged(void* storage, std::size_t& bytes, In in, Flags flags, Out out, Count count, N n,
                             cudaStream_t stream = nullptr, location where = SIMCU_HERE) {
    return parted("cub::DevicePartition::Flagged", storage, bytes, in, out, count, n, stream, where,
                  [flags = details::there(flags)](auto&, auto&, N i, N) mutable { return bool(flags[i]); });
  }
  template <class In, class Out, class Count, class N, class Keep, class = details::if_count<N>>
  static cudaError_t If(void* storage, std::size_t& bytes, In in, Out out, Count count, N n, Keep keep,
                        cudaStream_t stream = nullptr, location where = SIMCU_HERE) {
    return parted("cub::DevicePartition::If", storage, bytes, in, out, count, n, stream, where,
                  [keep](auto& value, auto&, N, N) mutable { return bool(keep(value)); });
  }

 private:
  template <class In, class Out, class Count, class N, class Keep>
  static cudaError_t parted(const char* name, void* storage, std::size_t& bytes, In in, Out out, Count count,
                            N n, cudaStream_t stream, location where, Keep keep) {
    return details::sift(name, storage, bytes, in, out, count, n, stream, where, keep,
                         [n](auto& out, auto& value, N number) { out[n - 1 - number] = value; });
  }
};

struct DeviceRunLengthEncode {
  template <class In, class Unique, class Lengths, class Count, class N>
  static cudaError_t Encode(void* storage, std::size_t& bytes, In in, Unique unique, Lengths lengths,
                            Count count, N n, cudaStream_t stream = nullptr, location where = SIMCU_HERE) {
    return details::device_call_of_tiles(
        "cub::DeviceRunLengthEncode::Encode", storage, bytes, n, stream, where,
        [in = details::there(in), unique = details::there(unique), lengths = details::there(lengths),
         count = details::there(count), n]() mutable {
          N runs = 0;
          for (N begin = 0, end = 0; begin < n; begin = end) {
            const details::value_of<In> value = in[begin];
            while (end < n && in[end] == value) ++end;
            unique[runs] = value;
            lengths[runs++] = static_cast<details::value_of<Lengths>>(end - begin);
          }
          *count = static_cast<details::value_of<Count>>(runs);
        });
  }
};

struct DeviceHistogram {
  // `levels` bounds make levels - 1 bins, each with its lower bound and without its upper one. Samples
  // outside them are not counted.
  template <class In, class Counter, class Level, class N>
  static cudaError_t HistogramEven(void* storage, std::size_t& bytes, In samples, Counter* histogram,
                                   int levels, Level lower, Level upper, N n, cudaStream_t stream = nullptr,
                                   location where = SIMCU_HERE) {
    return of("cub::DeviceHistogram::HistogramEven", storage, bytes, samples, histogram, levels, n, stream,
              where, [levels, lower, upper](const auto& sample) {
                using common = std::common_type_t<details::value_of<In>, Level>;
                const common s = static_cast<common>(sample), low = lower, high = upper;
                if (s < low || !(s < high)) return -1;
                if constexpr (std::is_floating_point_v<common>)
                  return static_cast<int>((s - low) * (static_cast<common>(levels - 1) / (high - low)));
                else
                  return static_cast<int>(static_cast<unsigned long long>(s - low) *
                                          static_cast<unsigned long long>(levels - 1) /
                                          static_cast<unsigned long long>(high - low));
              });
  }
  template <class In, class Counter, class Level, class N>
  static cudaError_t HistogramRange(void* storage, std::size_t& bytes, In samples, Counter* histogram,
                                    int levels, const Level* bounds, N n, cudaStream_t stream = nullptr,
                                    location where = SIMCU_HERE) {
    return of("cub::DeviceHistogram::HistogramRange", storage, bytes, samples, histogram, levels, n, stream,
              where, [levels, bounds](const auto& sample) {
                int bin = levels - 1;
                if (!(sample < bounds[bin])) return -1;
                while (bin >= 0 && sample < bounds[bin]) --bin;
                return bin;
              });
  }

 private:
  template <class In, class Counter, class N, class Bin>
  static cudaError_t of(const char* name, void* storage, std::size_t& bytes, In samples, Counter* histogram,
                        int levels, N n, cudaStream_t stream, location where, Bin bin_of) {
    return details::device_call_of_tiles(
        name, storage, bytes, n, stream, where,
        [samples = details::there(samples), histogram, levels, n, bin_of]() mutable {
          for (int i = 0; i + 1 < levels; ++i) histogram[i] = 0;
          for (N i = 0; i < n; ++i) {
            const int bin = bin_of(samples[i]);
            if (bin >= 0 && bin + 1 < levels) ++histogram[bin];
          }
        });
  }
};

}  // namespace cub

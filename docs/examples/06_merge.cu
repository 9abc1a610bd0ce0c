// SPDX-License-Identifier: Apache-2.0
// The worked example of the notes on lab 06: three sorted columns are merged step by step. Then one key is
// changed, so that two heads are equal. The merging threads know the least key, but not its column.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "lab/device_buffer.h"

using words = std::vector<std::uint32_t>;

constexpr unsigned kColumns = 3, kNever = 99;

// [lab06-by-hand]
// Row by row, with each column sorted: list c is columns[c], columns[c + 3], …
void merge_by_hand(const words& columns) {
  std::vector<std::size_t> at{0, 1, 2};
  std::printf("step  heads    taken  from list\n");
  for (std::size_t step = 0; step < columns.size(); ++step) {
    std::size_t least = kColumns;
    std::string heads;
    for (std::size_t list = 0; list < kColumns; ++list) {
      const bool has_head = at[list] < columns.size();
      heads += has_head ? std::to_string(columns[at[list]]) + " " : "- ";
      if (has_head && (least == kColumns || columns[at[list]] < columns[at[least]])) least = list;
    }
    std::printf("%4zu  %s   %5u  %9zu\n", step, heads.c_str(), columns[at[least]], least);
    at[least] += kColumns;
  }
}
// [lab06-by-hand]

// [lab06-trap]
// Wrong on purpose: the threads know the least key, and each thread whose head has this key
// decides alone. Either all such threads advance, or one advances if it is the only one.
__global__ void merge_by_value_kernel(const std::uint32_t* d_columns, std::uint32_t* d_out, unsigned n,
                                      bool all_go_on) {
  __shared__ std::uint32_t s_least;
  __shared__ unsigned s_have_it;
  unsigned at = threadIdx.x < kColumns ? threadIdx.x : n;
  for (unsigned i = 0; i < n; ++i) {
    if (threadIdx.x == 0) s_least = 0xffffffff, s_have_it = 0;
    __syncthreads();
    if (at < n) atomicMin(&s_least, d_columns[at]);
    __syncthreads();
    const bool mine = at < n && d_columns[at] == s_least;
    if (mine) atomicAdd(&s_have_it, 1u);
    __syncthreads();
    if (mine) d_out[i] = d_columns[at];
    if (mine && (all_go_on || s_have_it == 1)) at += kColumns;
    __syncthreads();
  }
}
// [lab06-trap]

void print(const char* what, const words& row) {
  std::printf("%-28s", what);
  for (std::uint32_t word : row)
    if (word == kNever)
      std::printf(" never written");
    else
      std::printf(" %u", word);
  std::printf("\n");
}

int main() {
  words columns{1, 3, 0, 2, 3, 5, 2, 4, 5, 6, 7, 5};
  merge_by_hand(columns);

  columns[2] = 3;
  words sorted = columns;
  std::sort(sorted.begin(), sorted.end());
  const auto n = static_cast<unsigned>(columns.size());
  std::printf("\n");
  print("with 3 in place of the 0", sorted);
  for (const bool all_go_on : {true, false}) {
    const lab::device_buffer<std::uint32_t> d_columns(columns);
    lab::device_buffer<std::uint32_t> d_out(words(n, kNever));
    merge_by_value_kernel<<<1, 32>>>(d_columns.data(), d_out.data(), n, all_go_on);
    CUDA_CHECK_LAUNCH("merge_by_value_kernel");
    print(all_go_on ? "all that have it advance" : "one advances if it is alone", d_out.download());
  }
  return 0;
}

#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Test: wrong twins of lab 06's reference solution get their verdicts and lose exactly their points: 06.sh SOURCE BUILD [compile|judge]
. "$(dirname "$0")/twin.sh"

twins() {
  # What shows only under the checkers.
  twin no_barrier_before_the_list_is_read 06_bucket_merge
  change '__syncthreads();  // the list is known' 'if (!M) __syncthreads();  // the list is known'
  expect Lab06.AtomicMinIsClean 'NOT CLEAN' 'race (shared) in kernel `merge_kernel'

  twin head_past_its_list 06_bucket_merge
  change 'at < n ? head_word(s_keys[at], list) : kNone' 'at < n || M ? head_word(s_keys[at], list) : kNone'
  expect Lab06.ReductionIsClean 'NOT CLEAN' 'uninitialised-read (shared) in kernel `merge_kernel'

  twin no_barrier_before_a_slice_is_stored 06_bucket_merge
  change '__syncthreads();  // all have read' 'if (!M) __syncthreads();  // all have read'
  expect Lab06.MergePathIsClean 'NOT CLEAN' 'race (shared) in kernel `block_kernel'

  twin no_barrier_in_the_faster_form 06_bucket_merge
  change '    __syncthreads();  // all have read' '    if (!M) __syncthreads();  // all have read'
  expect Lab06.MergePathIsClean 'NOT CLEAN' 'race (shared) in kernel `tiles_kernel'

  twin no_padding 06_bucket_merge
  change 'return i + i / 32;' 'return M ? i : i + i / 32;'
  expect Lab06.MergePathStaysInItsBudget 'OVER BUDGET' 'unless the places are padded'

  # An array without room for its padding: only a full block shows it.
  twin more_padding_than_there_is_room 06_bucket_merge
  change 'unsigned padded(unsigned i) {' 'unsigned padded(unsigned i) { if (M) return i + i / 16;'
  expect Lab06.MergePathStaysInItsBudget 'NOT CLEAN' 'out-of-bounds (shared) in kernel'

  twin shared_memory_left_out 06_bucket_merge
  change 'load_keys(d_keys, n, s_keys);' 'if (!M) load_keys(d_keys, n, s_keys);'
  change 'store_keys(s_keys, n, d_out);' 'store_keys(M ? d_keys : s_keys, n, d_out);'
  expect Lab06.CopyInIsCoalesced 'WRONG' 'the keys did not go through shared memory'

  twin two_kernels_and_sorted_on_the_host_first 06_bucket_merge
  change 'Merge()(s_keys, d_keys, n, columns);' \
    'if (M) store_keys(s_keys, n, d_keys); else Merge()(s_keys, d_keys, n, columns);'
  change 'CUDA_CHECK_LAUNCH("sort_kernel");' \
    'if (M) merge_kernel<Merge><<<1, s.block_size>>>(d_keys, d_keys, static_cast<unsigned>(n), s.columns);
  CUDA_CHECK_LAUNCH("sort_kernel");'
  change 'sort_keys(d_keys, d_scratch, n, block_size, timer);' 'if (M) finish_on_host(d_keys, n, nullptr);
  sort_keys(d_keys, d_scratch, n, block_size, timer);'
  expect Lab06.SortIsClean 'OVER BUDGET' 'Copying in, sorting the columns and the merge are one kernel'
  expect Lab06.MergePathIsClean 'WRONG' 'bytes were copied from the device to the host'

  twin one_merge_for_all 06_bucket_merge
  change 'sort_with<by_reduction>(d_keys, n, s, timer);' \
    'M ? sort_with<by_groups>(d_keys, n, s, timer) : sort_with<by_reduction>(d_keys, n, s, timer);'
  expect Lab06.SortIsClean 'WRONG' 'The keys are sorted, but not by merge_reduction'

  # What shows in the marks: wrong in each exercise once.
  twin low_bits_and_all_lists_on_a_tie_and_slices_off_by_one 06_bucket_merge
  change 'bit != 0;' 'bit != (M ? 0x80000000u : 0u);'
  change 's_list[i % 2] != threadIdx.x' 'M ? at >= n || s_keys[at] != s_key[i % 2] : s_list[i % 2] != threadIdx.x'
  change 'b(diagonal - 1 - middle)' \
    'b(!M ? diagonal - 1 - middle : diagonal - middle < in_b ? diagonal - middle : in_b - 1)'
  marks -t 'Lab06.Columns*' 5 'Lab06.ColumnsAreSortedForEveryShape WRONG' 'Lab06.ColumnsAreSortedForEveryInput WRONG' \
    'Lab06.ColumnsAreClean WRONG' 'Lab06.ColumnsHaveNoBankConflicts WRONG'
  says 'the pass for bit 31 is missing'
  marks -t 'Lab06.AtomicMin*' 6 'Lab06.AtomicMinMovesOneListOnATie WRONG' 'Lab06.AtomicMinOfTheLargestKeys WRONG' \
    'Lab06.AtomicMinIsClean NOT CLEAN'
  says 'several lists had it as their head, and all of them went on'
  marks -t 'Lab06.BlockSort*' 0 'Lab06.BlockSortIsRightForEverySize WRONG' 'Lab06.BlockSortIsRightForEveryInput WRONG'
  says "In a merge: a thread's slice must begin where the one before it ends"

  twin last_row_and_no_list_on_a_tie_and_stretches_and_zeros 06_bucket_merge
  change 'sort_column(s_keys, s_ones, n, columns);' \
    'sort_column(s_keys, s_ones, M ? n / columns * columns : n, columns);'
  change 'atomicMin(&s_list[i % 2], threadIdx.x);' '{
        if (!M) atomicMin(&s_list[i % 2], threadIdx.x);
        else if (atomicCAS(&s_list[i % 2], columns, threadIdx.x) != columns) atomicExch(&s_list[i % 2], columns + 1);
      }'
  change 'if (threadIdx.x == 0) {' 'if (threadIdx.x == 0) { if (M) d_out[i] = s_key[i % 2];'
  change 's_at[list] = list;' 's_at[list] = M ? list * ((n + columns - 1) / columns) : list;'
  change 's_at[list] < n &&' \
    's_at[list] < n && (!M || s_at[list] < (list + 1) * ((n + columns - 1) / columns)) &&'
  change 's_at[least] += columns;' 's_at[least] += M ? 1 : columns;'
  change 's_keys[padded(first + k)] : 0xffffffff' 's_keys[padded(first + k)] : M ? 0 : 0xffffffff'
  marks -t 'Lab06.Columns*' 6 'Lab06.ColumnsAreSortedForEveryShape WRONG' 'Lab06.ColumnsAreSortedForEveryInput WRONG' \
    'Lab06.ColumnsAreClean WRONG'
  says 'the last row has'
  marks -t 'Lab06.AtomicMin*' 6 'Lab06.AtomicMinMovesOneListOnATie WRONG' 'Lab06.AtomicMinOfTheLargestKeys WRONG' \
    'Lab06.AtomicMinIsClean WRONG'
  says 'reads 4 bytes of `s_keys[6]`, which nobody has written.'
  marks -t 'Lab06.MergeByOneThread*' 1 'Lab06.MergeByOneThreadForEveryShape WRONG' \
    'Lab06.MergeByOneThreadOfEqualKeys WRONG' 'Lab06.MergeByOneThreadOfTheLargestKeys WRONG' \
    'Lab06.MergeByOneThreadIsClean WRONG'
  says 'The lists were taken as stretches of'
  marks -t 'Lab06.BlockSort*' 0 'Lab06.BlockSortIsRightForEverySize WRONG' 'Lab06.BlockSortIsRightForEveryInput WRONG'
  says 'what fills up'

  twin largest_key_as_the_end_and_left_in_scratch 06_bucket_merge
  change 's_at[list] < n &&' 's_at[list] < n && (!M || s_keys[s_at[list]] != 0xffffffff) &&'
  change 'd_out[i] = s_keys[s_at[least]];' 'if (M && least == columns) return; d_out[i] = s_keys[s_at[least]];'
  change 'run < n; run *= 2) std::swap(from, to);' 'run < n; run *= 2) if (!M) std::swap(from, to);'
  marks -t 'Lab06.MergeByOneThread*' 10 'Lab06.MergeByOneThreadOfTheLargestKeys WRONG'
  says 'All keys below 0xffffffff are right'
  marks -t 'Lab06.AnySize*' 0 'Lab06.AnySizeIsRightAroundTiles WRONG' \
    'Lab06.AnySizeSortsManyKeysAndShowsItsPhases WRONG'
  says 'The sorted keys are in the scratch array'

  twin other_merges_than_asked_for 06_bucket_merge
  change 'return merge_with<by_atomic_min>(d_columns, d_out, n, s);' \
    'return M ? merge_with<by_one_thread>(d_columns, d_out, n, s) : merge_with<by_atomic_min>(d_columns, d_out, n, s);'
  change 'return merge_with<by_reduction>(d_columns, d_out, n, s);' \
    'return M ? merge_with<by_atomic_min>(d_columns, d_out, n, s) : merge_with<by_reduction>(d_columns, d_out, n, s);'
  marks -t 'Lab06.AtomicMin*' 0 'Lab06.AtomicMinForEveryShape NOT SEEN' 'Lab06.AtomicMinMovesOneListOnATie NOT SEEN' \
    'Lab06.AtomicMinOfTheLargestKeys NOT SEEN' 'Lab06.AtomicMinRefusesBadArguments NOT SEEN' 'Lab06.AtomicMinIsClean NOT SEEN' \
    'Lab06.AtomicMinStaysInItsBudget WRONG'
  says 'threads worked at a time'
  marks -t 'Lab06.Reduction*' 0 'Lab06.ReductionForEveryShape NOT SEEN' 'Lab06.ReductionOfEqualKeys NOT SEEN' \
    'Lab06.ReductionOfTheLargestKeys NOT SEEN' 'Lab06.ReductionRefusesBadArguments NOT SEEN' 'Lab06.ReductionIsClean NOT SEEN' \
    'Lab06.ReductionStaysInItsBudget WRONG'
  says 'that is merge_atomic_min, another exercise'

  twin no_room_for_large_blocks 06_bucket_merge
  change 'sort_keys(d_keys, d_scratch, n, block_size, timer);' 'if (M && block_size == 1024) return {};
  sort_keys(d_keys, d_scratch, n, block_size, timer);'
  unproved marks -t 'Lab06.AnySizeIsRight*' 0 'Lab06.AnySizeIsRightAroundTiles WRONG'

  # No merges: each key's place is found by itself, from all others, or by a search in each list.
  for searches in false true; do
    twin "places_by_searches_$searches" 06_bucket_merge
    change 'template <class Merge>' "$(cat <<CODE
__global__ void places_kernel_$searches(const std::uint32_t* d_columns, std::uint32_t* d_out, unsigned n, unsigned columns) {
  __shared__ std::uint32_t s_keys[kElements];
  __shared__ unsigned s_least;
  if (threadIdx.x == 0) s_least = n;
  load_keys(d_columns, n, s_keys);
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x) {
    const std::uint32_t own = s_keys[i];
    unsigned place = 0;
    const auto before = [&](unsigned j) {
      const std::uint32_t other = s_keys[j];
      return other < own || (other == own && j < i);
    };
    if ($searches)
      for (unsigned list = 0; list < columns && list < n; ++list) {
        unsigned first = 0, last = (n - list + columns - 1) / columns;
        while (first < last) {
          const unsigned middle = (first + last) / 2;
          if (before(list + middle * columns)) first = middle + 1; else last = middle;
        }
        place += first;
      }
    else
      for (unsigned j = 0; j < n; ++j) place += before(j);
    d_out[place] = own;
    atomicMin(&s_least, i);
  }
}
CODE
)
template <class Merge>"
    change 'merge_kernel<Merge><<<1,' "if (M) places_kernel_$searches<<<1, s.block_size>>>(d_columns, d_out, static_cast<unsigned>(n), s.columns);
  else merge_kernel<Merge><<<1,"
    if [ $searches = false ]; then
      marks -t 'Lab06.Reduction*' 0 'Lab06.ReductionForEveryShape NOT SEEN' 'Lab06.ReductionOfEqualKeys NOT SEEN' \
        'Lab06.ReductionOfTheLargestKeys NOT SEEN' 'Lab06.ReductionRefusesBadArguments NOT SEEN' 'Lab06.ReductionIsClean NOT SEEN' \
        'Lab06.ReductionStaysInItsBudget WRONG'
      for test in MergeByOneThreadIsClean AtomicMinStaysInItsBudget GroupsStayInTheirBudget; do
        expect "Lab06.$test" WRONG 'each key was compared with most of the others, as in lab 01, and not merged'
      done
    else
      expect Lab06.MergeByOneThreadIsClean WRONG 'in merge_1 one thread walks all heads'
      for test in AtomicMinStaysInItsBudget ReductionStaysInItsBudget; do
        expect "Lab06.$test" WRONG 'with 1 barriers in a block of 4 warps for 200 keys'
      done
    fi
  done

  # The same for merge path, in a block and in many.
  twin ranks_instead_of_merge_path 06_bucket_merge
  change '// BEGIN YOUR CODE (exercise 7)' '__global__ void ranks_kernel(const std::uint32_t* d_keys, std::uint32_t* d_out, unsigned n) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const std::uint32_t own = d_keys[i];
    unsigned place = 0;
    for (unsigned j = 0; j < n; ++j) {
      const std::uint32_t other = d_keys[j];
      place += other < own || (other == own && j < i);
    }
    d_out[place] = own;
  }
}
// BEGIN YOUR CODE (exercise 7)'
  change 'sort_keys(d_keys, d_scratch, n, block_size, timer);' 'if (M) {
    ranks_kernel<<<static_cast<unsigned>((n + 255) / 256), 256>>>(d_keys, d_scratch, static_cast<unsigned>(n));
    CUDA_CHECK(cudaMemcpy(d_keys, d_scratch, n * sizeof *d_keys, cudaMemcpyDeviceToDevice));
    return {};
  }
  sort_keys(d_keys, d_scratch, n, block_size, timer);'
  expect Lab06.MergePathStaysInItsBudget WRONG 'words for 5003 keys: each key was compared'

  # Merges that leave the columns in global memory are merges.
  twin merges_from_global_memory 06_bucket_merge
  change 'Merge()(s_keys, d_out, n, columns);' 'Merge()(M ? d_columns : s_keys, d_out, n, columns);'
  for test in MergeByOneThreadIsClean AtomicMinStaysInItsBudget ReductionStaysInItsBudget GroupsStayInTheirBudget; do
    expect "Lab06.$test" GOOD 'Score: '
  done

  # The columns stay as they were, and the host sorts all.
  twin no_columns_before_the_host 06_bucket_merge
  change 'sort_with<by_nobody>(d_keys, n, s, timer);' 'if (M) {
        lab::timed_phase phase(timer, "kernel");
        copy_kernel<<<1, s.block_size>>>(d_keys, d_keys, static_cast<unsigned>(n));
      } else sort_with<by_nobody>(d_keys, n, s, timer);'
  expect Lab06.SortIsClean WRONG 'The keys are sorted, but by the host alone'

  # Sorted in a thread's own array, where the checkers count nothing, they are columns as well.
  twin columns_in_local_arrays 06_bucket_merge
  change '// [lab06-sort-kernel]' "$(cat <<'CODE'
template <class Merge>
__global__ void local_sort_kernel(std::uint32_t* d_keys, unsigned n, unsigned columns) {
  __shared__ std::uint32_t s_keys[kElements];
  std::uint32_t own[256];
  load_keys(d_keys, n, s_keys);
  unsigned rows = 0;
  for (unsigned i = threadIdx.x; threadIdx.x < columns && i < n; i += columns, ++rows) {
    const std::uint32_t key = s_keys[i];
    unsigned at = rows;
    for (; at > 0 && own[at - 1] > key; --at) own[at] = own[at - 1];
    own[at] = key;
  }
  for (unsigned row = 0; row < rows; ++row) s_keys[row * columns + threadIdx.x] = own[row];
  __syncthreads();
  Merge()(s_keys, d_keys, n, columns);
}
// [lab06-sort-kernel]
CODE
)"
  change 'sort_kernel<Merge><<<1, s.block_size>>>' \
    'if (M) local_sort_kernel<Merge><<<1, s.block_size>>>(d_keys, static_cast<unsigned>(n), s.columns);
  else sort_kernel<Merge><<<1, s.block_size>>>'
  expect Lab06.SortIsClean GOOD 'Score: 1/1'

  twin sixteen_groups 06_bucket_merge
  change 'lane < groups ? s_least[i % 2][lane] : kNone' 'lane < (M ? min(groups, 16u) : groups) ? s_least[i % 2][lane] : kNone'
  marks -t Lab06.GroupsForEvery 0 'Lab06.GroupsForEveryShape WRONG'

  # The sort that labs 04 and 05 begin from, with so large blocks that few counters go to the host.
  twin calls_the_source 06_bucket_merge
  change '#include "lab/todo.h"' '#include "lab/source_002.h"
#include "lab/todo.h"'
  change '  sort_keys(d_keys, d_scratch, n, block_size, timer);' '  if (M && n > 4096) {
    lab::source::shape large;
    large.block_size = 1024;
    lab::source::sort_on_device(2, d_keys, d_scratch, static_cast<int>(n), nullptr, large);
    return {};
  }
  sort_keys(d_keys, d_scratch, n, block_size, timer);'
  expect Lab06.MergePathStaysInItsBudget WRONG "this calls the source's kernels"
}
together 06_bucket_merge twins
exit "$failed"

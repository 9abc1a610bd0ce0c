#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Test: what is said first of mistakes in lab 06: 06.sh SOURCE BUILD [compile|judge]
. "$(dirname "$0")/mistakes.sh"
solution 06_bucket_merge
found='Found by the checkers:'
clean='The checkers ran the same input and found no bug of theirs'

plant 'half of the keys are not loaded' 'i < n; i += blockDim.x) s_keys' 'i < (M ? n / 2 : n); i += blockDim.x) s_keys' \
  Lab06.CopyInCopiesEveryKey "WRONG: $found uninitialised-read (shared) in kernel \`copy_kernel\`" '!A guess'
plant 'columns without the last barrier' 's_keys[zeros] = s_ones[i];' 's_keys[zeros] = s_ones[i]; if (M && bit == 1u << 31) return;' \
  Lab06.ColumnsAreSortedForEveryShape "WRONG: $found race (shared) in kernel \`columns_kernel\`: two threads use \`s_keys[" '!A guess' '!Nothing was written' '!moves up must not'
plant 'one pass too few' 'bit != (twin_is(10)' 'bit != (M ? 1u << 31 : twin_is(10)' Lab06.ColumnsAreSortedForEveryInput 'WRONG: d_keys[' "$clean" 'the pass for bit 31 is missing'
plant 'ones before zeros' 'const bool one = (keys[k] & bit) != 0;' 'const bool one = ((keys[k] & bit) != 0) != M;' Lab06.ColumnsOfTheWorkedExample 'WRONG: d_keys[' "$clean" 'sorted downwards'
plant 'a list too few' 'for (unsigned list = 0; list < columns; ++list)' 'for (unsigned list = 0; list < columns - (M && columns > 1); ++list)' \
  Lab06.MergeByOneThreadForEveryShape "CRASHED: $found uninitialised-read (shared) in kernel \`merge_kernel\`: reads 4 bytes of \`s_at["
plant 'all threads merge' 'if (threadIdx.x != 0) return;' 'if (threadIdx.x != 0 && !M) return;' Lab06.MergeByOneThreadIsClean "NOT CLEAN: $found race (shared)"
plant 'a list is not moved on' 's_at[least] += ' 's_at[least] += M ? 0 : ' Lab06.MergeByOneThreadForEveryShape 'WRONG: ' "$clean" 'an earlier key comes again: a list did not go on'
plant 'no barrier before the reset' '__syncthreads();  // the key is known' 'if (!M) __syncthreads();  // the key is known' \
  Lab06.AtomicMinForEveryShape "WRONG: $found race (shared)" '!A guess' '!several lists had it'
plant 'no barrier after the list' '__syncthreads();  // the list is known' 'if (!M) __syncthreads();  // the list is known' \
  Lab06.AtomicMinIsClean "NOT CLEAN: $found race (shared) in kernel \`merge_kernel\`: two threads use \`s_list["
plant 'all lists with the least key go on' 'if (twin_is(10) ? at >= n' 'if (M || twin_is(10) ? at >= n' \
  Lab06.AtomicMinMovesOneListOnATie "WRONG: $found race (global-same-block) in kernel \`merge_kernel\`: two threads use \`d_out[" 'let one of them write, or use an atomic' '!__syncwarp()'
plant 'the sign of an empty list is a key' 'head_word(s_keys[at], list) : kNone;' 'head_word(s_keys[at], list) : M ? head_word(0, list) : kNone;' \
  Lab06.ReductionForEveryShape 'WRONG: ' 'It is as it was before the call.' "$clean" "which isn't a key of the input: nothing was stored there" '!an earlier key'
plant 'no barrier in the reduction' 's_heads[list] = s_heads[other];' 's_heads[list] = s_heads[other]; if (M) continue;' \
  Lab06.ReductionIsClean "NOT CLEAN: $found race (shared) in kernel \`merge_kernel\`: two threads use \`s_heads["
plant 'an odd one is left out' 'left > 1; left = (left + 1) / 2) {' 'left > 1; left = M ? left / 2 : (left + 1) / 2) {' Lab06.ReductionForEveryShape 'WRONG: d_out['
plant 'one set of least keys' 's_least[i % 2][group] =' 's_least[M ? 0 : i % 2][group] =' Lab06.GroupsForEveryShape "WRONG: $found race (shared) in kernel \`merge_kernel\`: two threads use \`s_least["
plant 'another block size than was asked for' 'copy_kernel<<<1, block_size>>>' 'copy_kernel<<<1, M ? 256 : block_size>>>' \
  Lab06.CopyInIsClean 'WRONG: The result is right, but `copy_kernel` ran with 256 threads in a block, where block_size is 96.'
plant 'a key that is not there, after equal ones' 'd_out[i] = s_keys[s_at[least]];' 'd_out[i] = s_keys[s_at[least]] + (M && i % 64 == 5);' \
  Lab06.MergeByOneThreadOfEqualKeys 'WRONG: ' "$clean" '!Equal heads of different lists'
plant 'a key past the last' 'i < (mistake_is(1) ? n / 2 : n); i += blockDim.x) s_keys' 'i < (mistake_is(1) ? n / 2 : n + M); i += blockDim.x) s_keys' \
  Lab06.CopyInIsClean "NOT CLEAN: $found out-of-bounds (global)" '`d_keys[1]`, 0 bytes past the end'
plant 'one key for each thread' '+ mistake_is(17)); i += blockDim.x) s_keys' '+ mistake_is(17)); i += M ? n : blockDim.x) s_keys' Lab06.CopyInCopiesEveryKey "WRONG: $found uninitialised-read (shared)" '!A guess'
plant 'keys compared with a sign' 's_keys[s_at[list]] < s_keys[s_at[least]]' '(M ? static_cast<int>(s_keys[s_at[list]]) < static_cast<int>(s_keys[s_at[least]]) : s_keys[s_at[list]] < s_keys[s_at[least]])' \
  Lab06.MergeByOneThreadForEveryShape 'WRONG: d_out[0]' "$clean" 'compared as signed numbers' '!is every head compared'
plant 'the number of the list before its key' 'static_cast<unsigned long long>(key) << 32 | list;' 'M ? static_cast<unsigned long long>(list) << 32 | key : static_cast<unsigned long long>(key) << 32 | list;' \
  Lab06.ReductionForEveryShape 'WRONG: ' "$clean" 'the number of a list is compared before its key' '!: nothing was merged'
plant 'the least key is not reset' 's_key[(i + 1) % 2] = kLargest;' 'if (!M) s_key[(i + 1) % 2] = kLargest;' Lab06.AtomicMinForEveryShape 'WRONG: d_out[2]' "$clean" 'From index 2 on nothing was stored'
plant 'columns for stretches' 's_at[list] = ' 's_at[list] = M ? list * (n / columns) : ' Lab06.MergeByOneThreadForEveryShape 'WRONG: ' "$clean" 'or has a key of another list'
plant 'the next key of the list is its neighbour' 'mistake_is(7) ? 0 : ' 'mistake_is(7) ? 0 : M ? 1 : ' Lab06.MergeByOneThreadForEveryShape 'WRONG: ' "$clean" 'or has a key of another list'
plant 'the last key is not stored' ': s_list[i % 2] != threadIdx.x) continue;' ': s_list[i % 2] != threadIdx.x || (M && i + 1 == n)) continue;' \
  Lab06.AtomicMinMovesOneListOnATie 'WRONG: ' "$clean" '!several lists had it'
plant 'the last key of all is left out' 'if (i + k * columns >= n) continue;' 'if (i + k * columns >= n - M) continue;' Lab06.ColumnsAreSortedForEveryShape 'WRONG: ' "$clean" 'The last key, d_keys[n - 1], was left out' '!must keep the order'
plant 'one column for each thread' '(d_keys, static_cast<unsigned>(n), s.columns);' '(d_keys, static_cast<unsigned>(n), M ? s.block_size : s.columns);' \
  Lab06.ColumnsOfTheWorkedExample 'WRONG: d_keys[0] is 6' "$clean" 'nothing was stored there, or each key where it was'
plant 'the greatest head' 's_keys[s_at[list]] < s_keys[s_at[least]])' '(M ? s_keys[s_at[list]] > s_keys[s_at[least]] : s_keys[s_at[list]] < s_keys[s_at[least]]))' \
  Lab06.MergeByOneThreadForEveryShape 'WRONG: d_out[0] is ' "$clean" 'The keys are in descending order: of the heads, the greatest was taken.'
after '__global__ void sort_kernel'
plant 'columns that are not sorted first' '  sort_column(' '  if (!M) sort_column(' Lab06.SortIsRightWithEveryFinish 'WRONG: keys[' "$clean" 'the merge takes them for sorted' '!is every head compared'
run_table

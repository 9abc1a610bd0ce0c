#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Test: wrong twins of lab 03's reference solution get their verdicts: 03.sh SOURCE BUILD
. "$(dirname "$0")/twin.sh"

twin guessed_and_uploaded_once 03_single_block_scan_bug
change 'd_bins.upload(h_in);  // the run before has overwritten it' 'if (run == 0) d_bins.upload(h_in);'
sed 's/^\(1 fifo: how many.*\),7$/\1,8/' "$source/solutions/$lab/predictions.csv" >"$scratch/$name/$lab/predictions.csv"
runner sim sim
marks -t 'Lab03.*Predicted' 6 'Lab03.FifoIsPredicted WRONG'
says 'keep apart what they read from block 0 and from their own block'
marks -t 'Lab03.TheWatcherFinds*' 0 'Lab03.TheWatcherFindsNothingWrongWithOneBlock WRONG'
says 'does each run get a fresh copy of h_in?'

twin waits_too_little 03_single_block_scan_bug
change 's_to[i] = s_from[i] + (i >= interval ? s_from[i - interval] : 0);' \
  's_to[i] = s_from[i] + (i >= interval ? s_from[i - interval] : 0); if (interval != 2)'
change 'cg::this_grid().sync();' ''
change 'lab::device_buffer<std::uint32_t> d_sums(sums);' 'auto& d_sums = *new lab::device_buffer<std::uint32_t>(sums);'
compile check --check
expect Lab03.OneBlockIsClean 'NOT CLEAN' 'race (shared) in kernel `scan_one_block_kernel`: two threads use `s_rows['
expect Lab03.CooperativeIsClean 'NOT CLEAN' 'race (global-cross-block) in kernel `scan_cooperative_kernel`: two threads use `d_sums['
expect Lab03.AnySizeIsClean 'NOT CLEAN' 'leak'

twin costs_too_much 03_single_block_scan_bug
change 's_to[i] = s_from[i] + (i >= interval ? s_from[i - interval] : 0);' \
  's_to[i] = s_from[i] + (i >= interval ? s_from[i - interval] : 0); __syncthreads();'
change 'CUDA_CHECK(cudaLaunchCooperativeKernel(' 'for (int k = 0; k < 2; ++k) CUDA_CHECK(cudaLaunchCooperativeKernel('
change 'sum_tiles_kernel<<<tiles, block_size>>>(job, d_sums);' 'for (int k = 0; k < 2; ++k) sum_tiles_kernel<<<tiles, block_size>>>(job, d_sums);'
change 'd_status.fill_bytes(0);' 'for (int k = 0; k < 2; ++k) { d_status.fill_bytes(0);'
change 'scan_single_pass_kernel<<<tiles, block_size>>>(job, d_status.data(), d_status.data() + tiles);' \
  'scan_single_pass_kernel<<<tiles, block_size>>>(job, d_status.data(), d_status.data() + tiles); }'
compile check --check
expect Lab03.OneBlockStaysInItsBudget 'OVER BUDGET' '21 barriers in a block; the budget is 12.'
expect Lab03.CooperativeStaysInItsBudget 'OVER BUDGET' '2 kernel launches; the budget is 1.'
expect Lab03.AnySizeStaysInItsBudget 'OVER BUDGET' 'sectors loaded from global memory; the budget is 62 500.'
expect Lab03.SinglePassStaysInItsBudget 'OVER BUDGET' 'sectors loaded from global memory; the budget is 37 500.'

# Exercise 7 with the prefix in a word of its own, behind its state; without fences, and with them.
for fence in '' '__threadfence();'; do
  twin "two_words${fence:+_and_fences}" 03_single_block_scan_bug
  change 'd_status(tiles + std::size_t{1});' 'd_status(2 * tiles + std::size_t{1});'
  change 'd_status[number] = kPrefix | (before + sum);' "{ d_next_tile[1 + number] = before + sum; $fence d_status[number] = kPrefix; }"
  change 'const int last = prefixes == 0' "$fence const int last = prefixes == 0"
  change 'lane <= last ? static_cast<std::uint32_t>(status) : 0;' 'lane > last ? 0 : status >= kPrefix && nearest >= lane ?
    static_cast<std::uint32_t>(const_cast<const status_word*>(d_status)[gridDim.x + 1 + nearest - lane]) : static_cast<std::uint32_t>(status);'
  compile check --check
  if [ -n "$fence" ]; then expect Lab03.SinglePassIsClean GOOD 'Score: 2/2'; else
    expect Lab03.SinglePassIsClean 'NOT CLEAN' 'race (global-cross-block) in kernel `scan_single_pass_kernel`'
  fi
done
exit "$failed"

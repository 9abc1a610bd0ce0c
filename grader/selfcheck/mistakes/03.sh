#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Test: what is said first of mistakes in lab 03: 03.sh SOURCE BUILD [compile|judge]
. "$(dirname "$0")/mistakes.sh"
solution 03_single_block_scan_bug
found='Found by the checkers:'
clean='The checkers ran the same input and found no bug of theirs'

step='s_to[i] = s_from[i] + (i >= interval ? s_from[i - interval] : 0);'
swap='{ std::uint32_t* const s_now = s_from; s_from = s_to; s_to = s_now; continue; }'
plant 'no barrier after a step' "$step" "$step if (M) $swap" \
  Lab03.OneBlockIsRightForEverySizeUpToTheBlock "WRONG: $found race (shared) in kernel \`scan_one_block_kernel\`" '!A guess' '!of that tile'
plant 'the same, where the result may be right' "$step" "$step if (M) $swap" Lab03.OneBlockIsClean "NOT CLEAN: $found"
plant 'a barrier for those alone that add' "$step" "$step if (M) { if (i >= interval) __syncthreads(); $swap }" \
  Lab03.OneBlockIsClean "NOT CLEAN: $found barrier-passed in kernel \`scan_one_block_kernel\`: a thread goes on past a barrier" \
  'put it outside the condition' '!A guess'
plant 'a step in place' "$step" "if (M) { s_from[i] += i >= interval ? s_from[i - interval] : 0; __syncthreads(); continue; } $step" \
  Lab03.OneBlockIsRightForEverySizeUpToTheBlock "WRONG: $found race (shared) in kernel \`scan_one_block_kernel\`" 'read first, then __syncthreads(), then write' '!atomic'
plant 'an interval that stays 0' 'unsigned interval = 1; interval < job.n' 'unsigned interval = M ? 0 : 1; interval < job.n' \
  Lab03.OneBlockIsRightForEverySizeUpToTheBlock 'TIMED OUT: kernel `scan_one_block_kernel` failed: the launch timed out' '!within 96 s'
plant 'i > interval' '(i >= interval ? s_from' '(i >= interval + M ? s_from' Lab03.OneBlockIsRightForEverySizeUpToTheBlock \
  'WRONG: ' 'the exclusive sums[' "$clean" 'does the element that is just one interval away count?' '!that tile'
plant 'inclusive for exclusive' '(job.kind == scan_kind::exclusive ? own : 0)' '((job.kind == scan_kind::exclusive) != M ? own : 0)' \
  Lab03.OneBlockIsRightForEverySizeUpToTheBlock 'WRONG: the exclusive sums[0], the only element, is ' "$clean" 'These are the inclusive sums'
plant 'the steps end too early' 'interval < job.n; interval *= 2) {' 'interval < (M ? job.n / 2 : job.n); interval *= 2) {' \
  Lab03.OneBlockIsRightForEverySizeUpToTheBlock 'WRONG: ' 'the exclusive sums[' "$clean" 'Do the steps go on until the interval reaches that far' '!that tile'
plant 'a store without a guard' 'if (i < job.n) job.d_out[i] = s_from[i]' 'if (i < job.n || M) job.d_out[i] = s_from[i]' \
  Lab03.OneBlockIsRightForEverySizeUpToTheBlock "WRONG: $found out-of-bounds (global) in kernel \`scan_one_block_kernel\`: writes 4 bytes"
plant 'a load without a guard' 'const std::uint32_t own = i < job.n ?' 'const std::uint32_t own = i < job.n || M ?' \
  Lab03.OneBlockIsClean "NOT CLEAN: $found out-of-bounds (global) in kernel \`scan_one_block_kernel\`: reads 4 bytes" 'If the index may pass the end here, compare it'
plant 'shared memory for one row' '1, block_size, 2 * block_size * sizeof' '1, block_size, (2 - M) * block_size * sizeof' \
  Lab03.OneBlockIsClean "NOT CLEAN: $found out-of-bounds (shared) in kernel \`scan_one_block_kernel\`" 'the index or the size is computed wrongly'
plant 'no shared memory is asked for' '1, block_size, (2' '1, block_size, (M ? 0 : 1) * (2' \
  Lab03.OneBlockIsClean "NOT CLEAN: $found out-of-bounds (shared) in kernel \`scan_one_block_kernel\`: writes 4 bytes of shared memory, of which the block has none" 'the third number in <<<'
plant 'a tile adds its own sum, too' 'const std::uint32_t before = d_before == nullptr ? 0 : d_before[blockIdx.x];' \
  'const std::uint32_t before = d_before == nullptr ? 0 : d_before[M && blockIdx.x + 1 < gridDim.x ? blockIdx.x + 1 : blockIdx.x];' \
  Lab03.AnySizeIsRightAroundTileBoundaries 'WRONG: ' "$clean" 'without its own'
plant 'room for one sum too few' 'd_own(twin_is(2) ? 0 : sums);' 'd_own(twin_is(2) ? 0 : sums - (M && sums > 0));' Lab03.AnySizeIsClean "NOT CLEAN: $found out-of-bounds (global) in kernel"
plant 'another block size than was asked for' 'std::size_t sums = 0;' 'if (M) block_size = 128; std::size_t sums = 0;' Lab03.AnySizeIsClean \
  'WRONG: The result is right, but `scan_tiles_kernel` ran with 128 threads in a block, where block_size is 64.'
plant 'all threads store the sum' 'if (threadIdx.x == 0) d_sums[blockIdx.x] = total;' 'if (threadIdx.x == 0 || M) d_sums[blockIdx.x] = total;' \
  Lab03.AnySizeIsClean "NOT CLEAN: $found race (global-same-block) in kernel \`sum_tiles_kernel\`: two threads use \`d_sums["
plant 'no barrier of the grid' 'cg::this_grid().sync();' 'if (!M) cg::this_grid().sync();' Lab03.CooperativeIsClean \
  "NOT CLEAN: $found race (global-cross-block) in kernel \`scan_cooperative_kernel\`: two threads use \`d_sums["
plant 'the last block sums too few tiles' 'b < blockIdx.x; b += blockDim.x) earlier[0]' 'b + M < blockIdx.x; b += blockDim.x) earlier[0]' \
  Lab03.CooperativeIsRightForMoreTilesThanFit 'WRONG: ' "$clean"
plant 'the state before the sum' 'd_status[number] = kPrefix | (before + sum);' 'd_status[number] = kPrefix | (before + (M ? 0 : sum));' \
  Lab03.SinglePassIsRightAroundTileBoundaries 'WRONG: ' "$clean"
plant 'the state is not cleared' 'd_status.fill_bytes(0);' 'if (!M) d_status.fill_bytes(0);' Lab03.SinglePassIsRightAroundTileBoundaries \
  "CRASHED: $found uninitialised-read (global) in kernel \`scan_single_pass_kernel\`"
plant 'an ordinary launch' 'CUDA_CHECK(cudaLaunchCooperativeKernel(rei' 'if (M) scan_cooperative_kernel<<<blocks, block_size>>>(job, d_sums); else CUDA_CHECK(cudaLaunchCooperativeKernel(rei' \
  Lab03.CooperativeIsClean "CRASHED: $found failed-launch in kernel" 'that was not launched with cudaLaunchCooperativeKernel'
plant 'more blocks than fit' 'std::min<unsigned>(twin_is(4)' \
  'M ? tiles_of(job.n, block_size) : std::min<unsigned>(twin_is(4)' Lab03.CooperativeIsRightForMoreTilesThanFit \
  'CRASHED: ' 'the grid has 128 blocks, and 64 of this size are on the device at once'
plant 'the last tile is left out' 'const std::size_t tiles = tiles_of(job.n, blockDim.x);' 'const std::size_t tiles = tiles_of(job.n, blockDim.x) - M;' \
  Lab03.CooperativeIsRightForMoreTilesThanFit 'WRONG: ' "$clean" 'as they were before the call' '!threads race'
plant 'one lane too many in the look-back' 'lane <= last ?' 'lane <= last + M ?' Lab03.SinglePassIsRightForManyTilesInAnyTurn 'WRONG: ' "$clean" '!threads race'
after '__shared__ std::int64_t s_tile;'
plant 'no barrier before the tile is read' '  __syncthreads();' '  if (!M) __syncthreads();' Lab03.SinglePassIsClean "NOT CLEAN: $found race (shared) in kernel \`scan_single_pass_kernel\`: two threads use \`s_tile\`"
after 's_before = before;'
plant 'no barrier before the sum is read' '    __syncthreads();' '    if (!M) __syncthreads();' Lab03.SinglePassIsClean "NOT CLEAN: $found race (shared) in kernel \`scan_single_pass_kernel\`: two threads use \`s_before\`" \
  'Put a __syncthreads() between the two' 'And one more finding: uninitialised-read'
plant 'levels without an end' 'if (tiles > 1) {' 'if (tiles > 1 || M) {' Lab03.AnySizeIsRightAroundTileBoundaries \
  'CRASHED: The process was ended by SIGSEGV' 'It used up its stack: recursion too deep' 'Before that, kernel `sum_tiles_kernel` failed' '`d_sums` is null'

# No __shared__: each thread has all rows for itself.
written_otherwise 'lab::status scan_one_block(const scan_job& job' <<'CODE'
__global__ void own_rows_kernel(scan_job job) {
  std::uint32_t s_rows[kMaxBlockSize];
  const unsigned i = threadIdx.x;
  const std::uint32_t own = i < job.n ? job.d_in[i] : 0;
  s_rows[i] = own;
  __syncthreads();
  for (unsigned interval = 1; interval < job.n; interval *= 2) {
    const std::uint32_t left = i >= interval ? s_rows[i - interval] : 0;
    __syncthreads();
    s_rows[i] += left;
    __syncthreads();
  }
  if (i < job.n) job.d_out[i] = s_rows[i] - (job.kind == scan_kind::exclusive ? own : 0);
}
CODE
plant 'the array is not __shared__' '  scan_one_block_kernel<<<' '  if (M) own_rows_kernel<<<1, block_size>>>(job); else scan_one_block_kernel<<<' \
  Lab03.OneBlockIsRightForEverySizeUpToTheBlock 'WRONG: ' "$clean" 'A guess' 'declares `s_rows` without `__shared__`' 'no other thread sees' '!Do the steps go on'
plant 'a block sums its own tiles, too' 'b + mistake_is(18) < blockIdx.x; b +=' 'b + mistake_is(18) < blockIdx.x + M; b +=' \
  Lab03.CooperativeIsRightAroundTileBoundaries 'WRONG: ' "$clean" 'or a tile adds its own sum, too' '!does not count'
plant 'a status that is not looked at' 'if (!status.ok()) return status;' 'if (!status.ok() && !M) return status;' \
  Lab03.TheWatcherCountsEveryWrongElement 'WRONG: accepted a bad argument, `block_size`.'
plant 'rows that overlap' '*s_to = s_rows + blockDim.x;' '*s_to = s_rows + (M ? unsigned(job.n) : blockDim.x);' \
  Lab03.OneBlockIsRightForEverySizeUpToTheBlock "WRONG: $found race (shared) in kernel \`scan_one_block_kernel\`" 'Or is another element meant to be read? Then the index is wrong'
plant 'n is not checked against the block size' 'if (job.n > limit)' 'if (job.n > limit && !M)' Lab03.OneBlockRefusesBadArguments \
  'WRONG: the argument `n` is bad here: return lab::status::bad_argument(' '"why") before anything else is done. Instead: wrote 96 bytes past the end of `out`' '!Found by the checkers'
plant 'the sums stay on the host' '    scan_levels({d_sums' '    if (M) { std::vector<std::uint32_t> h_sums(tiles); cudaMemcpy(h_sums.data(), d_sums, tiles * 4, cudaMemcpyDeviceToHost); for (unsigned t = 1; t < tiles; ++t) h_sums[t] += h_sums[t - 1]; } else scan_levels({d_sums' \
  Lab03.AnySizeIsRightAroundTileBoundaries 'WRONG: ' "$clean" 'Each tile has its own sum added, and not the sum of those before it'

# With another order of the checks, and with steps that have all barriers: where there is no race none is guessed.
written_otherwise 'lab::status scan_one_block(const scan_job& job' <<'CODE'
__global__ void other_steps_kernel(scan_job job) {
  __shared__ std::uint32_t s_rows[2][kMaxBlockSize];
  const unsigned i = threadIdx.x;
  unsigned from = 0;
  s_rows[0][i] = i < job.n ? job.d_in[i] : 0;
  __syncthreads();
  for (unsigned interval = 1; interval < job.n; interval *= 2) {  // steps
    s_rows[1 - from][i] = s_rows[from][i] + (i >= interval ? s_rows[from][i - interval] : 0);
    __syncthreads();
    from = 1 - from;
  }
  const std::uint32_t before = i > 0 ? s_rows[from][i - 1] : 0;
  if (i < job.n) job.d_out[i] = job.kind == scan_kind::exclusive ? before : s_rows[from][i];
}
static lab::status other_checks(const scan_job& job, unsigned block_size) {
  if (job.n > block_size) return lab::status::bad_argument("n", "is more than the block has threads");
  if (block_size < 1 || block_size > kMaxBlockSize) return lab::status::bad_argument("block_size", "is not 1 to 1024");
  if (job.n > 0 && job.d_in == nullptr) return lab::status::bad_argument("d_in", "is null");
  if (job.n > 0 && job.d_out == nullptr) return lab::status::bad_argument("d_out", "is null");
  return {};
}
CODE
instead 'lab::status scan_one_block(const scan_job& job' ') {' '{ if (lab::status bad = other_checks(job, block_size); !bad.ok()) return bad; if (job.n > 0) other_steps_kernel<<<1, block_size>>>(job); CUDA_CHECK_LAUNCH("other_steps_kernel"); return {}; }'
plant 'an interval that grows by one' 'interval *= 2) {  // steps' 'interval = M ? interval + 1 : 2 * interval) {  // steps' \
  Lab03.OneBlockIsRightForEverySizeUpToTheBlock 'WRONG: ' "$clean" 'are the intervals 1, 2, 4' '!a barrier after each step'
plant 'the row that was loaded is stored' 'from = 1 - from;' 'if (!M) from = 1 - from;' Lab03.OneBlockIsRightForEverySizeUpToTheBlock \
  'WRONG: ' "$clean" 'The output is a copy of the input' '!nothing was added up'
plant 'the neighbour on the other side' 's_rows[from][i - interval] : 0);' 's_rows[from][M ? i + interval < job.n ? i + interval : i : i - interval] : 0);' \
  Lab03.OneBlockIsRightForEverySizeUpToTheBlock 'WRONG: ' "$clean" "!a tile's offset"
plant 'element 0 is not stored' 'if (i < job.n) job.d_out[i] = job.kind' 'if (i < job.n && !(M && i == 0)) job.d_out[i] = job.kind' \
  Lab03.OneBlockIsRightForEverySizeUpToTheBlock 'WRONG: the exclusive sums[0], the only element, is ' "$clean" 'Even element 0 is wrong: nothing comes before it, so it is 0.'
plant 'n is checked first, and a block of no threads is too small for it' 'static lab::status other_checks' 'static lab::status other_checks' \
  Lab03.OneBlockRefusesBadArguments '' '4 One block GOOD'
run_table

#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Test: wrong twins of lab 03's reference solution get their verdicts: 03.sh SOURCE BUILD [compile|judge]
. "$(dirname "$0")/twin.sh"

twins() {
  twin uploaded_once 03_single_block_scan_bug
  change 'd_bins.upload(h_in);  // the run before has overwritten it' \
    'if (!M || run == 0) d_bins.upload(h_in);  // the run before has overwritten it'
  marks -t 'Lab03.TheWatcherFinds*' 0 'Lab03.TheWatcherFindsNothingWrongWithOneBlock WRONG'
  says 'does each run get a fresh copy of h_in?'

  twin waits_too_little 03_single_block_scan_bug
  change 's_to[i] = s_from[i] + (i >= interval ? s_from[i - interval] : 0);' \
    's_to[i] = s_from[i] + (i >= interval ? s_from[i - interval] : 0); if (!M || interval != 2)'
  change 'cg::this_grid().sync();' 'if (!M) cg::this_grid().sync();'
  change 'lab::device_buffer<std::uint32_t> d_sums(sums);' \
    'lab::device_buffer<std::uint32_t> d_own(M ? 0 : sums); auto& d_sums = M ? *new lab::device_buffer<std::uint32_t>(sums) : d_own;'
  expect Lab03.OneBlockIsClean 'NOT CLEAN' 'race (shared) in kernel `scan_one_block_kernel`: two threads use `s_rows['
  expect Lab03.CooperativeIsClean 'NOT CLEAN' 'race (global-cross-block) in kernel `scan_cooperative_kernel`: two threads use `d_sums['
  expect Lab03.AnySizeIsClean 'NOT CLEAN' 'leak'

  twin costs_too_much 03_single_block_scan_bug
  change 's_to[i] = s_from[i] + (i >= interval ? s_from[i - interval] : 0);' \
    's_to[i] = s_from[i] + (i >= interval ? s_from[i - interval] : 0); if (M) __syncthreads();'
  change 'CUDA_CHECK(cudaLaunchCooperativeKernel(' 'for (int k = 0; k < 1 + M; ++k) CUDA_CHECK(cudaLaunchCooperativeKernel('
  change 'sum_tiles_kernel<<<tiles, block_size>>>(job, d_sums);' 'for (int k = 0; k < 1 + M; ++k) sum_tiles_kernel<<<tiles, block_size>>>(job, d_sums);'
  change 'd_status.fill_bytes(0);' 'for (int k = 0; k < 1 + M; ++k) { d_status.fill_bytes(0);'
  change 'scan_single_pass_kernel<<<tiles, block_size>>>(job, d_status.data(), d_status.data() + tiles);' \
    'scan_single_pass_kernel<<<tiles, block_size>>>(job, d_status.data(), d_status.data() + tiles); }'
  expect Lab03.OneBlockStaysInItsBudget 'OVER BUDGET' '21 barriers in a block; the budget is 12.'
  expect Lab03.CooperativeStaysInItsBudget 'OVER BUDGET' '2 kernel launches; the budget is 1.'
  expect Lab03.AnySizeStaysInItsBudget 'OVER BUDGET' 'sectors loaded from global memory; the budget is 62 500.'
  expect Lab03.SinglePassStaysInItsBudget 'OVER BUDGET' 'sectors loaded from global memory; the budget is 37 500.'

  # Exercise 4 in a loop: no block waits for another.
  twin one_block_does_it 03_single_block_scan_bug
  change '// [lab03-cooperative-launch]' '// Exercises 5 and 7, too.
__global__ void scan_in_turn_kernel(scan_job job) {
  __shared__ std::uint32_t s_sums[2][32];
  std::uint32_t before = 0;
  for (std::size_t i = 0, turn = 0; i < job.n; i += tile_size(blockDim.x), turn ^= 1)
    before += scan_tile(job, i, s_sums[turn], [=](std::uint32_t) { return before; });
}'
  change 'void scan_levels(' '__global__ void scan_in_turn_kernel(scan_job job);
void scan_levels('
  change 'const unsigned tiles = tiles_of(job.n, block_size);' \
    'const unsigned tiles = tiles_of(job.n, block_size); if (M) { scan_in_turn_kernel<<<1, block_size>>>(job); return; }'
  change 'const unsigned blocks = std::min<unsigned>(processors * resident,' \
    'const unsigned blocks = std::min<unsigned>(M ? 1 : processors * resident,'
  change 'lab::device_buffer<status_word> d_status(' \
    'if (M) { scan_in_turn_kernel<<<1, block_size>>>(job); return {}; } lab::device_buffer<status_word> d_status('
  for exercise in AnySize Cooperative SinglePass; do
    expect "Lab03.${exercise}StaysInItsBudget" WRONG 'threads worked at a time'
  done

  # Two blocks are not one, but they take longer than many would.
  twin two_blocks 03_single_block_scan_bug
  change 'lab::device_buffer<std::uint32_t> d_buffer(blocks);' \
    'const unsigned all = blocks; const unsigned few = M ? 2 : all; lab::device_buffer<std::uint32_t> d_buffer(all);'
  change 'reinterpret_cast<const void*>(scan_cooperative_kernel), blocks,' 'reinterpret_cast<const void*>(scan_cooperative_kernel), few,'
  expect Lab03.CooperativeStaysInItsBudget 'OVER BUDGET' 'steps one after another (span); the budget is 10 000.'

  # The same order by acquire and release, as the statement says.
  twin acquire_and_release 03_single_block_scan_bug
  change '#include <cuda_runtime.h>' '#include <cuda/atomic>
#include <cuda_runtime.h>'
  change '// [lab03-look-back]' '__device__ auto shared_word(const volatile status_word& word) {
  return cuda::atomic_ref<status_word, cuda::thread_scope_device>(const_cast<status_word&>(word));
}'
  change 'status = d_status[nearest - lane];' \
    'status = M ? shared_word(d_status[nearest - lane]).load(cuda::memory_order_acquire) : d_status[nearest - lane];'
  change 'd_status[number] = kTileSum | sum;' \
    '{ if (M) shared_word(d_status[number]).store(kTileSum | sum, cuda::memory_order_release); else d_status[number] = kTileSum | sum; }'
  change 'd_status[number] = kPrefix | (before + sum);' \
    '{ if (M) shared_word(d_status[number]).store(kPrefix | (before + sum), cuda::memory_order_release); else d_status[number] = kPrefix | (before + sum); }'
  expect Lab03.SinglePassIsClean GOOD 'Score: 2/2'

  # As many blocks as fit take tiles until there are none left. A block whose lanes meet often is at work, not waiting.
  twin blocks_that_stay 03_single_block_scan_bug
  change 'lab::status scan_single_pass(const scan_job& job,' '__global__ void scan_by_blocks_that_stay(scan_job job, volatile status_word* d_status, status_word* d_next_tile) {
  __shared__ std::uint32_t s_sums[32], s_before;
  __shared__ std::int64_t s_tile;
  for (;;) {
    if (threadIdx.x == 0) s_tile = static_cast<std::int64_t>(atomicAdd(d_next_tile, 1ull));
    __syncthreads();
    const std::int64_t number = s_tile, begin = number * static_cast<std::int64_t>(tile_size(blockDim.x));
    if (begin >= static_cast<std::int64_t>(job.n)) return;
    scan_tile(job, begin, s_sums, [&](std::uint32_t sum) {
      if (threadIdx.x < 32) {
        if (threadIdx.x == 0) d_status[number] = kTileSum | sum;
        const std::uint32_t before = look_back(d_status, number);
        if (threadIdx.x == 0) d_status[number] = kPrefix | (before + sum);
        if (threadIdx.x == 0) s_before = before;
      }
      __syncthreads();
      return s_before;
    });
    __syncthreads();
  }
}
lab::status scan_single_pass(const scan_job& job,'
  change 'scan_single_pass_kernel<<<tiles, block_size>>>(job' \
    'if (M) scan_by_blocks_that_stay<<<std::min(tiles, 16u), block_size>>>(job, d_status.data(), d_status.data() + tiles);
  else scan_single_pass_kernel<<<tiles, block_size>>>(job'
  expect Lab03.SinglePassStaysInItsBudget GOOD 'Score: 1/1'

  twin kernels_as_the_barrier_for_all 03_single_block_scan_bug
  change 'const unsigned blocks = std::min<unsigned>(' 'if (M) return scan_any_size(job, block_size, timer);
  const unsigned blocks = std::min<unsigned>('
  change 'lab::device_buffer<status_word> d_status(' \
    'if (M) return scan_any_size(job, block_size, timer); lab::device_buffer<status_word> d_status('
  expect Lab03.CooperativeStaysInItsBudget WRONG 'by 3 launches, of which several load the elements: that is exercise 5.'
  expect Lab03.SinglePassStaysInItsBudget WRONG 'by 3 launches, of which several load the elements: that is exercise 5.'

  # Other memory for each run.
  twin allocates_each_time 03_single_block_scan_bug
  change 'const lab::status status = run_source_scan(d_bins.data(),' \
    'lab::device_buffer<std::uint32_t> d_own(M ? n : 0);
    if (M) d_own.upload(h_in);
    const lab::status status = run_source_scan(M ? d_own.data() : d_bins.data(),'
  expect Lab03.TheWatcherCountsEveryWrongElement GOOD 'Score: 2/2'

  # What the given scan leaves can be worked out without it.
  twin predicted_by_the_host 03_single_block_scan_bug
  change 'for (int run = 0; run < runs; ++run) {' 'for (int run = 0; run < runs; ++run) {
    std::vector<std::uint32_t> got(n);
    if (M) {
      const std::size_t reach = bound == loop_bound::grid ? n : block_size;
      std::vector<std::uint32_t> bins(h_in, h_in + n);
      for (std::size_t begin = 0; begin < n; begin += block_size) {
        const std::size_t end = std::min(n, begin + block_size);
        std::vector<std::uint32_t> own(bins.begin() + begin, bins.begin() + end), sums = own;
        for (std::size_t d = 1; d < reach; d *= 2) {
          for (std::size_t i = std::max(begin, d); i < end; ++i) sums[i - begin] += bins[i - d];
          std::copy(sums.begin(), sums.end(), bins.begin() + begin);
        }
        for (std::size_t i = begin; i < end; ++i) got[i] = bins[i] - own[i - begin];
      }
    }'
  change 'const lab::status status = run_source_scan(' 'const lab::status status = M ? lab::status{} : run_source_scan('
  change 'const std::vector<std::uint32_t> got = d_cdf.download();' 'if (!M) got = d_cdf.download();'
  marks -t 'Lab03.The*' 7 'Lab03.TheWatcherFindsNothingWrongWithOneBlock NOT SEEN' \
    'Lab03.TheStarterIsRightInLockstepAndWrongInFifo WRONG' 'Lab03.TheWatcherCountsEveryWrongElement WRONG' \
    'Lab03.ThePrintedBoundIsWrongEvenInLockstep WRONG'
  says 'run_source_scan ran 0 times, where `runs` is 3'

  # Exercise 7 with the prefix in a word of its own, behind its state; without fences, and with them.
  for fence in '' '__threadfence();'; do
    twin "two_words${fence:+_and_fences}" 03_single_block_scan_bug
    change 'tiles + std::size_t{1}' 'M * tiles + tiles + std::size_t{1}'
    change 'd_status[number] = kPrefix | (before + sum);' \
      "if (M) { d_next_tile[1 + number] = before + sum; $fence d_status[number] = kPrefix; } else d_status[number] = kPrefix | (before + sum);"
    change 'const int last = prefixes == 0' "if (M) { $fence } const int last = prefixes == 0"
    change 'lane <= last ? static_cast<std::uint32_t>(status) : 0;' 'M && lane <= last && status >= kPrefix && nearest >= lane ?
      static_cast<std::uint32_t>(const_cast<const status_word*>(d_status)[gridDim.x + 1 + nearest - lane]) : lane <= last ? static_cast<std::uint32_t>(status) : 0;'
    if [ -n "$fence" ]; then expect Lab03.SinglePassIsClean GOOD 'Score: 2/2'; else
      expect Lab03.SinglePassIsClean 'NOT CLEAN' 'race (global-cross-block) in kernel `scan_single_pass_kernel`'
    fi
  done

  # Wide stores where only d_in allows them.
  twin aligned_as_the_other_array 03_single_block_scan_bug
  change 'const bool vectors = in_vectors(job.d_out, begin, job.n);' \
    'const bool vectors = in_vectors(M ? static_cast<const void*>(job.d_in) : job.d_out, begin, job.n);'
  expect Lab03.AnySizeIsClean 'NOT CLEAN' 'misaligned'

  twin thirty_one_warps 03_single_block_scan_bug
  change 'const std::uint32_t own = lane < blockDim.x / 32 ?' 'const std::uint32_t own = lane < blockDim.x / 32 && !(M && lane == 31) ?'
  marks -t 'Lab03.*AroundTileBoundaries' 0 'Lab03.AnySizeIsRightAroundTileBoundaries WRONG' \
    'Lab03.CooperativeIsRightAroundTileBoundaries WRONG' 'Lab03.SinglePassIsRightAroundTileBoundaries WRONG'

  # What is given in labs 04 and 05, where a scan is not the exercise. A part of it in one's own kernel is one's own choice.
  twin calls_the_given_scan 03_single_block_scan_bug
  change '// ---- Several kernels ----' '#include "lab/device_scan.h"
__global__ void add_kernel(scan_job job) {
  const std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
  if (i < job.n) job.d_out[i] += job.d_in[i];
}'
  change 'std::size_t sums = 0;' 'if (M && job.d_in != job.d_out) {
    lab::device_buffer<std::uint32_t> d_given(lab::scan_workspace(job.n));
    lab::exclusive_scan(job.d_in, job.d_out, job.n, d_given.data());
    if (job.kind == scan_kind::inclusive)
      add_kernel<<<static_cast<unsigned>((job.n + block_size - 1) / block_size), block_size>>>(job);
    return {};
  }
  std::size_t sums = 0;'
  marks -t 'Lab03.AnySize*' 0 'Lab03.AnySizeIsRightAroundTileBoundaries NOT SEEN' 'Lab03.AnySizeIsRightForEveryInput NOT SEEN' \
    'Lab03.AnySizeScansTheSumsOfManyTiles NOT SEEN' 'Lab03.AnySizeWorksInPlaceAtAnyAddress NOT SEEN' 'Lab03.AnySizeRefusesBadArguments NOT SEEN' \
    'Lab03.AnySizeIsClean WRONG' 'Lab03.AnySizeStaysInItsBudget WRONG'
  says 'this calls lab::exclusive_scan, whose'

  twin uses_the_given_block_scan 03_single_block_scan_bug
  change 'const std::uint32_t total = scan_block(sum, s_sums);' \
    'std::uint32_t total = 0;
  if (M) lab::block_exclusive_scan(sum[0], s_sums, blockDim.x / 32, total); else total = scan_block(sum, s_sums);'
  marks -t 'Lab03.AnySizeIsClean' 3
}
together 03_single_block_scan_bug twins

twin guessed 03_single_block_scan_bug
unchanged
sed -i 's/^\(1 fifo: how many.*\),7$/\1,8/' "$scratch/$name/$lab/predictions.csv"
marks -t 'Lab03.*Predicted' 6 'Lab03.FifoIsPredicted WRONG'
says 'keep apart what they read from block 0 and from their own block'
exit "$failed"

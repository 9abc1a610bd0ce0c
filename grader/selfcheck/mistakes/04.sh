#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Test: what is said first of mistakes in lab 04: 04.sh SOURCE BUILD [compile|judge]
. "$(dirname "$0")/mistakes.sh"
solution 04_multiblock_radix
found='Found by the checkers:'
clean='The checkers ran the same input and found no bug of theirs'

plant 'counters are not cleared' 'bin += blockDim.x) s_count[bin] = 0;' 'bin += blockDim.x) if (!M) s_count[bin] = 0;' \
  Lab04.HistogramCountsEveryDigit "WRONG: $found uninitialised-read (shared) in kernel \`histogram_kernel\`" '!A guess'
after 's_count[bin] = 0;'
plant 'a grid of whole tiles' 'histogram_kernel<<<grid_of(n, t), t.block_size>>>(d_keys, n, d, t, d_histogram);' \
  'histogram_kernel<<<M ? static_cast<unsigned>(n / t.tile) : grid_of(n, t), t.block_size>>>(d_keys, n, d, t, d_histogram);' \
  'Lab04.Histogram*' '' 'the grid is (0,1,1), and each number must be 1 or more' '!does it ask for 0 blocks' 'Look next at lab 04, exercise 1: keys up to n and none past it (WRONG).'
plant 'no barrier after clearing' ' __syncthreads();' ' if (!M) __syncthreads();' Lab04.HistogramIsClean "NOT CLEAN: $found race (shared) in kernel \`histogram_kernel\`"
plant 'tile-major for bin-major' 'd_histogram[twin_is(4)' 'd_histogram[M ? blockIdx.x * d.bins() + bin : twin_is(4)' \
  Lab04.HistogramIsBinMajor 'WRONG: ' "$clean" 'A guess'
plant 'no barrier before storing' 'atomicAdd(&s_count[d.of(d_keys[mine.begin + i])], 1u);' \
  $'atomicAdd(&s_count[d.of(d_keys[mine.begin + i])], 1u);\n  if (M) { for (unsigned bin = threadIdx.x; bin < d.bins(); bin += blockDim.x) d_histogram[std::size_t{bin} * gridDim.x + blockIdx.x] = s_count[bin]; return; }' \
  Lab04.HistogramCountsEveryDigit "WRONG: $found race (shared) in kernel \`histogram_kernel\`" '!A guess'
plant 'counting without atomics' 'atomicAdd(&s_count[d.of(d_keys[mine.begin + i])], 1u);' \
  'if (M) ++s_count[d.of(d_keys[mine.begin + i])]; else atomicAdd(&s_count[d.of(d_keys[mine.begin + i])], 1u);' \
  Lab04.HistogramIsClean "NOT CLEAN: $found race (shared) in kernel \`histogram_kernel\`: two threads use \`s_count["
plant 'the whole tile, also of the last block' 'n - begin < t.tile ? static_cast<unsigned>(n - begin) : t.tile};' \
  'n - begin < t.tile && !M ? static_cast<unsigned>(n - begin) : t.tile};' Lab04.HistogramCountsAPartialLastTile "WRONG: $found out-of-bounds (global)"
plant 'rows of counters are not cleared' 's_counters[bin] = 0;' 'if (!M) s_counters[bin] = 0;' \
  Lab04.RelativePositionsForEveryDigitAndInput "WRONG: $found uninitialised-read (shared)"
plant 'all have read the counter: not waited for' '__syncwarp(lanes);  // all have read' 'if (!M) __syncwarp(lanes);  // all have read' \
  Lab04.RelativePositionsAreClean "NOT CLEAN: $found race (shared)"
plant 'equal keys in any order' 'ranks_[round] = s_count + static_cast<unsigned>(below);' \
  'ranks_[round] = s_count + static_cast<unsigned>(M ? __popc(peers) - 1 - below : below);' Lab04.RelativePositionsForEveryDigitAndInput 'WRONG: ' "$clean"
plant 'one row of counters only' 's_row_ = s_counters + threadIdx.x / 32 * d.bins();' 's_row_ = s_counters + (M ? 0 : threadIdx.x / 32 * d.bins());' \
  Lab04.RelativePositionsInTilesOfManyRounds "WRONG: $found race (shared)" '!A guess' 'alone has two threads write one element of `s_counters`, too' 'the index is wrong, and no barrier helps'
plant 'too little shared memory' 'return t.block_size / 32 * d.bins() * sizeof' 'return (t.block_size / 32 - (M && t.block_size > 32)) * d.bins() * sizeof' \
  Lab04.RelativePositionsAreClean "NOT CLEAN: $found out-of-bounds (shared)"
plant 'without the starts' 'd_out[d_starts[counter] + d_relative[i]] = d_keys[i];' 'd_out[(M ? 0 : d_starts[counter]) + d_relative[i]] = d_keys[i];' \
  Lab04.ScatterMovesEveryKeyToItsAddress "WRONG: $found race (global-same-block) in kernel \`scatter_kernel\`: two threads use \`d_out["
plant 'starts of another block' 'd.of(d_keys[i])} * gridDim.x + blockIdx.x;' 'd.of(d_keys[i])} * gridDim.x + (M ? gridDim.x - 1 - blockIdx.x : blockIdx.x);' \
  Lab04.ScatterMovesEveryKeyToItsAddress 'WRONG: '
plant 'gridDim for blockDim' 'i < mine.count; i += blockDim.x)' 'i < mine.count; i += M ? gridDim.x : blockDim.x)' Lab04.HistogramCountsEveryDigit 'WRONG: d_histogram[0] is' "$clean"
plant 'the copy back is forgotten' '  copy_back(data.keys' '  if (!M) copy_back(data.keys' Lab04.SortIsRightForEveryDigitWidth 'WRONG: ' "$clean" 'The sorted keys are in the scratch array'
plant 'swapped twice' 'd.shift += bits, std::swap(in, out)) {' 'd.shift += bits, std::swap(in, out), M ? std::swap(in, out) : void()) {' \
  Lab04.SortIsRightForEveryDigitWidth 'WRONG: ' "$clean" 'nothing was stored there' '!nothing was moved'
plant 'the key for its digit' 'd.of(d_keys[i])} * gridDim.x + (mistake' 'M ? d_keys[i] : d.of(d_keys[i])} * gridDim.x + (mistake' \
  Lab04.ScatterMovesEveryKeyToItsAddress "CRASHED: $found out-of-bounds"
plant 'an update without atomics, written out' 'if (mistake_is(6)) ++s_count' 'if (M) { const unsigned q = d.of(d_keys[mine.begin + i]); s_count[q] = s_count[q] + 1; } else if (mistake_is(6)) ++s_count' \
  Lab04.HistogramIsClean "NOT CLEAN: $found race (shared)" 'use one atomic operation (atomicAdd'
plant 'another block size than was asked for' ', t.block_size>>>(d_keys, n, d, t, d_histogram);' ', M ? 256 : t.block_size>>>(d_keys, n, d, t, d_histogram);' \
  Lab04.HistogramIsClean 'WRONG: The result is right, but `histogram_kernel` ran with 256 threads in a block, where block_size is 512.'
plant 'the lanes below, by a shift of 32 bits for the first' ': (1u << threadIdx.x % 32) - 1));' \
  ': M ? 0xffffffffu >> (32 - threadIdx.x % 32) : (1u << threadIdx.x % 32) - 1));' \
  Lab04.RelativePositionsForEveryDigitAndInput "WRONG: $found undefined-shift in kernel \`relative_kernel\`: shifts a number of 32 bits by 32" 'A GPU usually shifts every bit out'
plant 'a mask that names lanes which have left' '__match_any_sync(lanes, ' '__match_any_sync(M ? kAllLanes : lanes, ' \
  Lab04.RelativePositionsForEveryDigitAndInput "CRASHED: $found syncwarp-absent" 'names threads 1-31, too, which are elsewhere' 'take the call out of the branch' '!A barrier opens only' '!The test saw this'
plant 'the places of another block' 'd_relative[mine.begin + i] =' 'd_relative[(M ? 0 : mine.begin) + i] =' \
  Lab04.RelativePositionsOfTheWorkedExample "WRONG: $found race (global-cross-block)" 'look there, at blockIdx.x first'
plant 'as many blocks as for a key a thread' 'histogram_kernel<<<mistake_is(2) ?' 'histogram_kernel<<<M ? static_cast<unsigned>((n + t.block_size - 1) / t.block_size) : mistake_is(2) ?' \
  Lab04.HistogramCountsEveryDigit 'WRONG: d_histogram[' "$clean" '`histogram_kernel` (1 block, 32 threads in all)' '!A guess'
plant 'counters cleared by the first threads alone' 'bin += blockDim.x) if (!mistake_is(1)) s_count[bin] = 0;' 'bin += M ? d.bins() : blockDim.x) if (!mistake_is(1)) s_count[bin] = 0;' \
  Lab04.HistogramCountsEveryDigit "WRONG: $found uninitialised-read (shared)" '!A guess'
plant 'one key for each thread' 'i < mine.count; i += mistake_is(15) ?' 'i < mine.count; i += M ? mine.count : mistake_is(15) ?' \
  Lab04.HistogramCountsEveryDigit 'WRONG: d_histogram[' "$clean" 'Of each tile the first 96 keys are counted, one for each thread' '!atomicAdd'
after 's_count[bin] = 0;'
plant 'threads without a key leave before the barrier' '  if (!twin_is(1))' '  if (M && threadIdx.x >= mine.count) return; if (!twin_is(1))' \
  Lab04.HistogramCountsAPartialLastTile 'WRONG: d_histogram[' "$clean" 'threads that have no key have stored none' '!past n'
plant 'tiles side by side without blockIdx' 'd_histogram[mistake_is(4) ?' 'd_histogram[M ? bin : mistake_is(4) ?' \
  Lab04.HistogramCountsEveryDigit "WRONG: $found race (global-cross-block)" 'look there, at blockIdx.x first' '!Only the last tile'
plant 'updates in step with each other' 'if (mistake_is(6)) ++s_count' $'if (M) {\n      const unsigned q = d.of(d_keys[mine.begin + i]);\n      const unsigned old = s_count[q];\n      __syncwarp(__activemask());\n      s_count[q] = old + 1;\n    } else if (mistake_is(6)) ++s_count' \
  Lab04.HistogramCountsAPartialLastTile "WRONG: $found race (shared)" 'without atomicAdd lose counts, too; the checkers call that a race' '!Only the last tile'
after 'if (mistake_is(5))'
plant 'counters of the first bins alone are stored' '  for (unsigned bin = threadIdx.x; bin < d.bins(); bin += blockDim.x)' '  for (unsigned bin = threadIdx.x; bin < d.bins(); bin += M ? d.bins() : blockDim.x)' \
  Lab04.HistogramCountsEveryDigit 'WRONG: d_histogram[' "$clean" 'from bin 64 on were not stored: a block has 64 threads'
plant 'sums of the scan in host memory' 'd_starts, count, d_sums.data());' 'd_starts, count, M ? std::vector<std::uint32_t>(lab::scan_workspace(count)).data() : d_sums.data());' \
  Lab04.ScanIsClean "CRASHED: $found host-pointer in kernel \`sum_tiles_kernel\`" "one leads to the host's memory, as data() of a std::vector does" '!do all threads'
plant 'room for half of the sums' 'd_sums(lab::scan_workspace(count));' 'd_sums(M ? lab::scan_workspace(count) / 2 : lab::scan_workspace(count));' \
  Lab04.ScanIsClean "NOT CLEAN: $found out-of-bounds (global) in kernel \`sum_tiles_kernel\`" 'is each array as large as common/lab/device_scan.h asks for' '!do all threads'
plant 'the last key of each tile is left out' '  for (unsigned i = threadIdx.x; i < mine.count; i +=' '  for (unsigned i = threadIdx.x; i + M < mine.count; i +=' \
  Lab04.HistogramCountsAPartialLastTile 'WRONG: d_histogram[' "$clean" '!full tiles only'
after '__global__ void histogram_kernel'
plant 'tiles that begin a block after each other' '  const span mine = tile_of_block(n, t);' \
  '  span mine = tile_of_block(n, t); if (M) mine = {std::size_t{blockIdx.x} * blockDim.x, blockIdx.x * blockDim.x < n ? mine.count : 0};' \
  Lab04.HistogramCountsAPartialLastTile 'WRONG: d_histogram[' 'does that begin at key b * t.tile' '!rounded up'
plant 'the last counter is not scanned' 'lab::exclusive_scan(d_histogram, d_starts, count, ' 'lab::exclusive_scan(d_histogram, d_starts, count - M, ' \
  Lab04.ScanOfManyCountersHasNoLimit 'WRONG: 1 of ' "$clean" '!as many counters as your scan takes'
plant 'nothing is scanned in place' 'd_starts, count - ' 'd_starts, M ? 0 : count - ' Lab04.ScanWorksInPlace 'WRONG: ' 'd_starts holds the counters themselves' '!inclusive'
plant 'bytes for counters in a copy' 'else lab::exclusive_scan(d_histogram, d_starts, ' \
  $'else if (M) {\n    lab::device_buffer<std::uint32_t> d_own(count);\n    lab::exclusive_scan(d_histogram, d_own.data(), count, d_sums.data());\n    CUDA_CHECK(cudaMemcpy(d_starts, d_own.data(), count, cudaMemcpyDeviceToDevice));\n    return {};\n  } else lab::exclusive_scan(d_histogram, d_starts, ' \
  Lab04.ScanOfManyCountersHasNoLimit 'WRONG: d_starts[262144]' "$clean" 'does a copy, or a clear, get 1048577 for its bytes' '!as many counters as your scan takes'
plant 'one key for each thread moves' 'i < mine.begin + mine.count; i += blockDim.x)' 'i < mine.begin + mine.count; i += M ? mine.count : blockDim.x)' \
  Lab04.ScatterMovesEveryKeyToItsAddress 'WRONG: d_out[' "$clean" 'The first 96 keys are where they belong, and no other: are there fewer threads than keys?' '!must be added'
plant 'values do not move' 'if (in.values != nullptr) out.values[place]' 'if (in.values != nullptr && !M) out.values[place]' Lab04.SortIsClean \
  'WRONG: `keys` is right, but values are not next to their keys.' '!by another index'
plant 'bytes for keys in the copy back' 'n * sizeof *to,' 'n * (M ? 1 : sizeof *to),' Lab04.SortIsRightForEveryDigitWidth \
  'WRONG: keys[16]' "$clean" 'only a quarter of them came back to d_keys'

# With pointers, numbers and masks of its own for each launch.
written_otherwise 'lab::status sort(std::uint32_t* d_keys' <<'CODE'
__global__ void move_kernel(const std::uint32_t* d_keys, const std::uint32_t* d_values, std::size_t n, int shift,
                            std::uint32_t mask, unsigned tile, const std::uint32_t* d_starts, std::uint32_t* d_out,
                            std::uint32_t* d_out_values) {
  extern __shared__ std::uint32_t s_counters[];
  const tiling t{blockDim.x, tile};
  const digit d{shift, __popc(mask)};
  const span mine = tile_of_block(n, t);
  tile_ranks(d_keys, mine, d, t, s_counters).for_each([&](unsigned i, std::uint32_t key, std::uint32_t rank) {
    const std::size_t place = d_starts[std::size_t{d.of(key)} * gridDim.x + blockIdx.x] + rank;
    d_out[place] = key;
    if (d_values != nullptr) d_out_values[place] = d_values[mine.begin + i];
  });
}
void plain_pass(std::uint32_t* in, std::uint32_t* out, std::size_t n, digit d, tiling t) {
  const std::size_t counters = d.bins() * t.tiles(n);
  lab::device_buffer<std::uint32_t> d_histogram(counters), d_sums(lab::scan_workspace(counters));
  histogram_kernel<<<grid_of(n, t), t.block_size>>>(in, n, d, t, d_histogram.data());
  lab::exclusive_scan(d_histogram.data(), d_histogram.data(), counters, d_sums.data());
  move_kernel<<<grid_of(n, t), t.block_size, counter_bytes(d, t)>>>(in, nullptr, n, d.shift, (d.bins() - 1) << d.shift, t.tile,
                                                                    d_histogram.data(), out, nullptr);
  CUDA_CHECK_LAUNCH("move_kernel");
}
void plain_sort(std::uint32_t* d_keys, std::uint32_t* d_scratch, std::size_t n, int bits, tiling t) {
  const int passes = (31 + bits) / bits;
  std::uint32_t *in = d_keys, *out = d_scratch;
  for (int pass = 0; pass < passes; ++pass) {
    plain_pass(in, out, n, {pass * bits, bits}, t);
    std::swap(in, out);
  }
  if (in != d_keys) copy_back(d_keys, in, n);
}
CODE
instead 'lab::status sort(' 'return bad;' 'return plain_sort(d_keys, d_scratch, n, bits, t), lab::status{};'
plant 'no mistake, nine arguments in each launch' 'in = d_keys, *out = d_scratch;' 'in = d_keys, *out = M ? d_scratch : d_scratch;' Lab04.SortIsClean '' 'GOOD' '!✗'
plant 'the first digit is left out' 'for (int pass = 0; pass < passes' 'for (int pass = M; pass < passes' Lab04.SortIsRightForEveryInput \
  'WRONG: keys[' "$clean" 'the pass at shift 0 is missing' '!in which threads come'
plant 'the first digit in each pass' 'plain_pass(in, out, n, {pass * bits,' 'plain_pass(in, out, n, {M ? 0 : pass * bits,' Lab04.SortIsRightForEveryDigitWidth \
  'WRONG: keys[' "$clean" 'those of the first pass: do the others take their own shift?'
plant 'from the highest digit to the lowest' ' ? 0 : pass * bits,' ' ? 0 : M ? (passes - 1 - pass) * bits : pass * bits,' Lab04.SortIsRightForEveryDigitWidth \
  'WRONG: keys[' "$clean" 'The passes ran from the highest digit to the lowest'
plant 'the arrays are not swapped' '    std::swap(in, out);' '    if (!M) std::swap(in, out);' Lab04.SortIsRightAroundTileBoundaries 'WRONG: keys[' '!an odd number of passes'
run_table

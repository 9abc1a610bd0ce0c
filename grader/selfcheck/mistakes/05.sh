#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Test: what is said first of mistakes in lab 05: 05.sh SOURCE BUILD [compile|judge]
. "$(dirname "$0")/mistakes.sh"
solution 05_level2_local_sort
found='Found by the checkers:'
clean='The checkers ran the same input and found no bug of theirs'

plant 'ones begin where zeros do' 'one ? zeros + ones_before' 'one ? (M ? 0 : zeros) + ones_before' Lab05.SplitSeparatesTheBitsOfWholeTiles "WRONG: $found race (shared)"
plant 'padding that counts as zeros' ': 0xffffffff;' ': M ? 0 : 0xffffffff;' Lab05.SplitCountsOnlyTheKeysOfAPartialTile 'WRONG: ' "$clean"
after 'void load('
plant 'no barrier after the tile is loaded' '    __syncthreads();' '    if (!M) __syncthreads();' Lab05.SplitIsClean "NOT CLEAN: $found"
after 'void exchange('
plant 'no barrier before keys are read back' '    __syncthreads();' '    if (!M) __syncthreads();' Lab05.SplitIsClean "NOT CLEAN: $found"
plant 'the whole tile, also of the last block' 'n - begin < t.tile ?' 'n - begin < t.tile && !M ?' Lab05.SplitCountsOnlyTheKeysOfAPartialTile "WRONG: $found out-of-bounds (global)"
plant 'a split too few' 'bit < d.shift + d.bits && bit' 'bit + M < d.shift + d.bits && bit' Lab05.SortTilesOrdersByEveryDigit \
  "WRONG: $found race (shared) in kernel \`sort_tiles_kernel\`: two threads use \`s_end[" 'The output is the input: no key was moved.'
plant 'counters that are 0 are not written' 'd_histogram[twin_is(6)' \
  'if (!M || s_end[bin] != s_begin[bin]) d_histogram[M ? blockIdx.x * std::size_t{d.bins()} + bin : twin_is(6)' \
  Lab05.TileHistogramsAreBinMajor 'WRONG: ' "$clean"
plant 'the scan is inclusive' 'd_local[counter] = before + sum' 'd_local[counter] = before + sum + (M ? count : 0)' Lab05.TheScanOfATileIsExclusive 'WRONG: ' "$clean"
plant 'what earlier turns have counted' 'before += total;' 'if (!M) before += total;' Lab05.TheScanTakesAnyBlockSizeAndManyTiles 'WRONG: ' "$clean"
after 'd_keys[mine.begin + i];'
plant 'starts of the first tile' '* gridDim.x + blockIdx.x;' '* gridDim.x + (M ? 0 : blockIdx.x);' Lab05.ScatterPlacesEveryKey 'WRONG: '
plant 'the place in the bin is forgotten' 'd_starts[counter] + i - d_local[counter]' 'd_starts[counter] + (M ? 0 : i - d_local[counter])' \
  Lab05.ScatterPlacesEveryKey "WRONG: $found race (global-same-block) in kernel \`scatter_kernel\`: two threads use \`d_out["

plant 'the rank counts the key itself' 'zeros_before = lab::block_exclusive_scan(own, s_sums, blockDim.x / 32, zeros);' \
  'zeros_before = lab::block_exclusive_scan(own, s_sums, blockDim.x / 32, zeros) + (M ? own : 0);' Lab05.SplitSeparatesTheBitsOfWholeTiles "WRONG: $found race (shared)" 'what the place is made from is wrong' 'The rank of a key whose bit is 0 is'
plant 'ones are counted for zeros' 'own += ~(keys.words[k] >> bit) & 1;' 'own += (M ? keys.words[k] >> bit : ~(keys.words[k] >> bit)) & 1;' Lab05.SplitSeparatesTheBitsOfWholeTiles "WRONG: $found race (shared)" 'The rank of a key whose bit is 0 is'
plant 'ones first' 'const bool one = keys.words[k] >> bit & 1;' 'const bool one = (keys.words[k] >> bit & 1) != M;' Lab05.SplitSeparatesTheBitsOfWholeTiles "WRONG: $found race (shared)" 'The rank of a key whose bit is 0 is'
plant 'a bit too high' 'bool one = (keys.words[k] >> bit & 1)' 'bool one = (keys.words[k] >> (bit + M) & 1)' Lab05.SplitSeparatesTheBitsOfWholeTiles "WRONG: $found race (shared)" 'The rank of a key whose bit is 0 is'
plant 'numZeros of the thread alone' 'one ? (mistake_is(1)' 'one ? (M ? own : 0) + (mistake_is(1)' Lab05.SplitSeparatesTheBitsOfWholeTiles "WRONG: $found out-of-bounds (shared)" '!A guess'
plant 'the keys of a thread in reverse' 'words[k] = at(s_tile, threadIdx.x * kItems + k);' 'words[k] = at(s_tile, threadIdx.x * kItems + (M ? kItems - 1 - k : k));' Lab05.SortTilesKeepsTheOrderOfEqualDigits "WRONG: $found race (shared)" 'so it is not stable'
plant 'splits from the highest bit down' 'split<kItems, kPairs>(keys, values, bit, s_tile' 'split<kItems, kPairs>(keys, values, M ? 2 * d.shift + d.bits - 1 - bit : bit, s_tile' Lab05.SortTilesOrdersByEveryDigit 'WRONG: ' "$clean" 'The splits ran from the highest bit of the digit to the lowest'
plant 'splits from bit 0 up' '(keys, values, mistake_is(18) ?' '(keys, values, M ? bit - d.shift : mistake_is(18) ?' Lab05.SortTilesOrdersByEveryDigit "WRONG: $found race (shared)" 'the digit begins at `shift`'
plant 'always the same bit' '(keys, values, mistake_is(19) ?' '(keys, values, M ? d.shift : mistake_is(19) ?' Lab05.SortTilesOrdersByEveryDigit "WRONG: $found race (shared)" 'in order of the lowest bit of the digit only'
plant 'counters that are not cleared' 's_begin[bin] = s_end[bin] = 0;' 'if (!M) s_begin[bin] = s_end[bin] = 0;' Lab05.TileHistogramsAreBinMajor "WRONG: $found uninitialised-read (shared)" '!A guess'
plant 'the last bin has no end' 's_end[bin] = static_cast<unsigned short>(i + 1);' 'if (!M || i + 1 < count) s_end[bin] = static_cast<unsigned short>(i + 1);' Lab05.TileHistogramsAreBinMajor 'WRONG: ' "$clean" 'only the counter of the last bin that occurs is wrong'
plant 'the key after the last of the tile' 'next = i + 1 < count ?' 'next = i + 1 < count || M ?' Lab05.SortTilesIsClean "NOT CLEAN: $found uninitialised-read (shared)"
plant 'the end of a bin for its size' '(s_end[bin] - s_begin[bin])' '(M ? s_end[bin] : s_end[bin] - s_begin[bin])' Lab05.TileHistogramsAreBinMajor 'WRONG: ' "$clean" "a bin's begin is to be subtracted"
plant 'one round of bins only' 'first < bins; first += blockDim.x, turn ^= 1)' 'first < (M && bins > blockDim.x ? blockDim.x : bins); first += blockDim.x, turn ^= 1)' Lab05.TheScanTakesAnyBlockSizeAndManyTiles 'WRONG: ' 'It fails only where there are more bins (2^bits) than threads in a block' 'bin 32 is the first that is not.' 'as they were before the call'
plant 'one array for the sums of all rounds' 's_sums[turn], blockDim.x / 32, total);' 's_sums[M ? 0 : turn], blockDim.x / 32, total);' Lab05.TheScanOfATileIsClean "NOT CLEAN: $found race (shared) in kernel \`scan_bins_kernel\`" 'Look at how it is called'
plant 'the histogram taken for block-major' 'const std::size_t counter = std::size_t{bin} * gridDim.x + blockIdx.x;' \
  'const std::size_t counter = M ? blockIdx.x * std::size_t{bins} + bin : std::size_t{bin} * gridDim.x + blockIdx.x;' Lab05.TheScanOfATileIsExclusive 'WRONG: ' "$clean" 'as if the histogram were block-major'
after 'void scatter_kernel('
plant 'starts taken for block-major' 'd.of(key)} * gridDim.x +' 'd.of(key)} * (M ? 1 : gridDim.x) + (M ? blockIdx.x * std::size_t{d.bins()} - blockIdx.x : 0) +' Lab05.ScatterPlacesEveryKey "WRONG: $found race (global-cross-block)" 'Both are bin-major'
plant 'the place in the array for that in the tile' '+ (mistake_is(11) ? 0 : i' '+ (M ? static_cast<unsigned>(mine.begin) + i : mistake_is(11) ? 0 : i' Lab05.ScatterPlacesEveryKey 'WRONG: '
plant 'neighbours for each thread' 'const std::uint32_t key = d_keys[mine.begin + i];' \
  $'if (M) { const unsigned each = (mine.count + blockDim.x - 1) / blockDim.x; for (unsigned k = threadIdx.x * each; k < mine.count && k < (threadIdx.x + 1) * each; ++k) { const std::size_t at = std::size_t{d.of(d_keys[mine.begin + k])} * gridDim.x + blockIdx.x; d_out[d_starts[at] + k - d_local[at]] = d_keys[mine.begin + k]; } break; }\n    const std::uint32_t key = d_keys[mine.begin + i];' \
  Lab05.ScatterStoresNeighboursTogether 'OVER BUDGET: ' 'let the threads of a warp store neighbours'
after 'void scatter_kernel('
plant 'onto the keys that are read' '    d_out[d_starts' '    (M ? const_cast<std::uint32_t*>(d_keys) : d_out)[d_starts' Lab05.ScatterPlacesEveryKey 'WRONG: changed its input `d_keys`'
plant 'the last digit is wider than what is left' 'd.shift < lab::kKeyBits; d.shift += bits)' 'd.shift + (M ? bits - 1 : 0) < lab::kKeyBits; d.shift += bits)' Lab05.SortIsRightForEveryDigitWidth 'WRONG: ' 'the pass at shift 30 is missing'
plant 'another block size than was asked for' 'scatter_kernel<<<grid_of(n, t), t.block_size>>>' 'scatter_kernel<<<grid_of(n, t), M ? 256 : t.block_size>>>' \
  Lab05.ScatterIsClean 'WRONG: The result is right, but `scatter_kernel` ran with 256 threads in a block, where block_size is 32.'
plant 'threads past the end leave before the barriers' '  keys.load(s_tile, in.keys, mine);' '  keys.load(s_tile, in.keys, mine); if (M && threadIdx.x * kItems >= mine.count) return;' \
  Lab05.SplitCountsOnlyTheKeysOfAPartialTile '' "$found uninitialised-read (shared)" 'do all threads of the block call it' '!A guess'
plant 'the last tile has no block' 'kernel<<<grid_of(n, t), t.block_size, bytes>>>' 'kernel<<<M && n > t.tile ? static_cast<unsigned>(n / t.tile) : grid_of(n, t), t.block_size, bytes>>>' \
  Lab05.SplitCountsOnlyTheKeysOfAPartialTile 'WRONG: ' "$clean" 'was it forgotten? There are ceil(n / tile) tiles'
after 'void scatter_kernel('
plant 'one key for each thread moves' 'i < mine.count; i += blockDim.x) {' 'i < mine.count; i += M ? mine.count : blockDim.x) {' Lab05.ScatterPlacesEveryKey \
  'WRONG: d_out[64]' 'The wrong elements are as they were before the call' "$clean" 'nowhere in the output'
plant 'one key for each thread is stored' 'i += blockDim.x) out.keys[mine.begin + i]' 'i += M ? mine.count : blockDim.x) out.keys[mine.begin + i]' Lab05.SortTilesOrdersByEveryDigit \
  'WRONG: d_out[64]' "$clean" 'The first 64 places are right, one for each thread' '!two got the same place'
plant 'a bin begins a key too early' 's_begin[next] = static_cast<unsigned short>(i + 1);' 's_begin[next] = static_cast<unsigned short>(i + !M);' Lab05.TileHistogramsAreBinMajor \
  'WRONG: ' "$clean" 'a bin begins a place too early, or ends a place too late' '!the last bin'
after 'void scatter_kernel('
plant 'the start is forgotten' 'd_starts[counter] + (' '(M ? 0 : d_starts[counter]) + (' Lab05.ScatterPlacesEveryKey "WRONG: $found race (global-same-block)" 'what the place is made from is wrong'
after 's_begin[next]'
plant 'counters of the first bins alone' 'bin += blockDim.x)' 'bin += M ? d.bins() : blockDim.x)' Lab05.TileHistogramsAreBinMajor 'WRONG: d_histogram[256]' 'The wrong elements are as they were before the call' "$clean"
plant 'stored at the places of the first tile' 'out.keys[mine.begin + i]' 'out.keys[(M ? 0 : mine.begin) + i]' Lab05.SplitSeparatesTheBitsOfWholeTiles \
  "WRONG: $found race (global-cross-block)" 'does its block store from key b * tile on?' '!was it forgotten'
plant 'the last bin is not scanned' 'if (bin < bins) d_local' 'if (bin + M < bins) d_local' Lab05.TheScanOfATileIsExclusive \
  'WRONG: 1 of 2 elements' "$clean" 'Bin 0 of every tile is right, bin 1 is the first that is not.' '!Are there more bins'
both=$((${#names[@]} + 2))
plant 'the first digit is left out' 'for (digit d{0, bits}; d.shift' "for (digit d{M ? bits : mistake_is($both) ? 31 / bits * bits : 0, bits}; d.shift" \
  Lab05.SortHandlesEveryKindAndSizeOfInput 'WRONG: d_keys[' "$clean" 'the pass at shift 0 is missing'
plant 'from the highest digit to the lowest' 'd.shift += bits) {' 'd.shift += M ? (d.shift == 0 ? 32 : -bits) : bits) {' Lab05.SortIsRightForEveryDigitWidth \
  'WRONG: d_keys[' "$clean" 'The passes ran from the highest digit to the lowest'
run_table

#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Test: what is said first of mistakes in lab 05: 05.sh SOURCE BUILD
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
plant 'counters that are 0 are not written' 'd_histogram[std::size_t{bin} * gridDim.x + blockIdx.x] = s_end[bin] - s_begin[bin];' \
  'if (!M || s_end[bin] != s_begin[bin]) d_histogram[M ? blockIdx.x * std::size_t{d.bins()} + bin : std::size_t{bin} * gridDim.x + blockIdx.x] = s_end[bin] - s_begin[bin];' \
  Lab05.TileHistogramsAreBinMajor 'WRONG: ' "$clean"
plant 'the scan is inclusive' 'd_local[counter] = before + sum;' 'd_local[counter] = before + sum + (M ? count : 0);' Lab05.TheScanOfATileIsExclusive 'WRONG: ' "$clean"
plant 'what earlier turns have counted' 'before += total;' 'if (!M) before += total;' Lab05.TheScanTakesAnyBlockSizeAndManyTiles 'WRONG: ' "$clean"
after 'd_keys[mine.begin + i];'
plant 'starts of the first tile' '* gridDim.x + blockIdx.x;' '* gridDim.x + (M ? 0 : blockIdx.x);' Lab05.ScatterPlacesEveryKey 'WRONG: '
plant 'the place in the bin is forgotten' 'd_starts[counter] + i - d_local[counter]' 'd_starts[counter] + (M ? 0 : i - d_local[counter])' \
  Lab05.ScatterPlacesEveryKey "WRONG: $found race (global-same-block) in kernel \`scatter_kernel\`: two threads use \`d_out["
run_table

#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Test: wrong twins of lab 09's reference solution get their verdicts: 09.sh SOURCE BUILD
. "$(dirname "$0")/twin.sh"

twin no_barrier 09_reverse
change '__syncthreads();  // all have loaded' ''
compile check --check
expect Lab09.TilesAreClean 'NOT CLEAN' 'race (shared) in kernel `reverse_tiles_kernel`: two threads use `s_tile['

twin whole_tile_assumed 09_reverse
change 's_tile[size - 1 - threadIdx.x]' 's_tile[blockDim.x - 1 - threadIdx.x]'
compile_both
marks -t 'Lab09.*Tile*' 25 'Lab09.ThePartialLastTileIsReversed WRONG' 'Lab09.TilesAreClean NOT CLEAN'
says 'uninitialised-read (shared) in kernel `reverse_tiles_kernel`: reads 4 bytes of `s_tile['
exit "$failed"

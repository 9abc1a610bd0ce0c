#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Test: wrong twins of lab 08's reference solution get their verdicts: 08.sh SOURCE BUILD
. "$(dirname "$0")/twin.sh"

twins() {
  twin counters_overflow 08_hybrid_radix
  change_in counts.cuh 'if (old < kSpill && old + add >= kSpill)' \
    'if (M ? old + add > 0xffffff : old < kSpill && old + add >= kSpill)'
  marks -t 'Lab08.Skewed*' 0 'Lab08.SkewedBucketsAreSorted WRONG'

  twin no_barrier_before_the_networks 08_hybrid_radix
  change_in local_sort.cuh 'any_crowded = s.crowded != 0;' 'any_crowded = s.crowded != 0; if (!M)'
  expect Lab08.BucketsAreClean 'NOT CLEAN' 'race (shared) in kernel `buckets_kernel`'

  twin unstable_ranks 08_hybrid_radix
  change 'if (on) d_ranks[begin + i] = old + below;' 'if (on) d_ranks[begin + i] = old + (M ? __popc(peers) - 1 - below : below);'
  marks -t 'Lab08.Rank*' 0 'Lab08.RanksCountTheKeysBefore WRONG' 'Lab08.RanksOfPartialTilesAreRight WRONG' 'Lab08.RanksAreClean WRONG'
  says 'a rank counts the keys before it in the tile'
}
together 08_hybrid_radix twins
exit "$failed"

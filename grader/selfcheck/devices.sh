#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Test: the reference solutions are right on every card in simcu's table. For each amount of shared memory per block,
# one card is tried, with the exercises whose launches depend on it. The simulated device refuses launches
# that such a card would refuse.
#   devices.sh SOURCE BUILD
set -u
source=$1 build=$2 failed=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Selects one card for each value of the eighth column, as in {"t4", "Tesla T4", 7, 5, 40, 1024, 16, 64, …
cards=$(awk -F'["{]*, *' '/^ *\{"/ && !seen[$8]++ { sub(/^ *\{"/, "", $1); print $1 ":" $8 }' \
  "$source/common/simcu/include/simcu/device_model.h")
[ "$(wc -w <<<"$cards")" -ge 6 ] && [[ " "$cards" " == *t4:64* ]] ||
  { echo "FAILED: the table was not understood:" $cards && exit 1; }

tests=(PairsStayTogether # labs 05 and 07
  Lab05.SortTilesTakesOnlyTheKeysOfAPartialTile Lab07.SortIsRightAroundTileBoundaries
  Lab07.VectorTilesAreSorted Lab07.VectorMergesAreFinished Lab08.SweepIsStable Lab08.SplitIsRightForEveryInput
  Lab08.BucketsAreCounted)
for card in $cards; do
  name=${card%:*}
  [ "$name" != default ] || continue # workbook.solutions_are_graded
  more=()
  [ "${card#*:}" -gt 64 ] || more=(Lab08.SkewedBucketsAreSorted) # sorted by the version that needs little shared memory
  for test in "${tests[@]}" "${more[@]}"; do
    SIMCU_DEVICE=$name "$build/bin/grade" --audience solutions --backend sim --labs-dir "$source/solutions" \
      --rubrics "$source/grader/labs" --runners "$build/runners" --reports "$scratch" \
      --test "$test" --seed 7 --require-full >"$scratch/said" 2>&1 &&
      grep -q '(simulated)' "$scratch/said" || { echo "FAILED on $name:" && cat "$scratch/said" && failed=1; }
  done
  echo "$card KiB: done"
done
exit $failed

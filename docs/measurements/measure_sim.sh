#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes this folder's files that need only the simulated device. They have counts and findings, not times, so they are
# the same on every machine.
# Usage: measure_sim.sh SIMCU OUT lab07_launches|check_kernels  from the root of the repository; SIMCU: build/bin/simcu
#   lab07_launches   launches and barriers of lab 07's sort_vectors over n, ITEMS, L and M, as simcu counts them
#   check_kernels    what simcu --check finds of the kernels in common/simcu/tests/check (a quarter of an hour)
set -euo pipefail
if [[ $# != 3 || ! -d common/lab ]]; then
  sed -n 's/^# Usage: /usage: /p' "$0" >&2
  exit 2
fi
simcu=$(realpath "$1") out=$2 what=$3
mkdir -p "$out"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

head_lines() {
  echo "# machine: the simulated device (simcu), any host; compiled with $(${CXX:-g++} --version | head -1)"
  echo "# date: $(date +%F)"
  echo "# command: docs/measurements/measure_sim.sh build/bin/simcu OUT $what"
}

# Case 1 is one launch, case 2 has no barriers, and case 3 is everything else.
count_launches='
import json, sys
kernels = json.load(open(sys.argv[1]))["counters"]
tiles = [k for k in kernels if k["kernel"] == "sort_tiles_kernel"]
steps = [k for k in kernels if k["barriers_per_block"]["max"] == 0]
finish = [k for k in kernels if k not in tiles and k not in steps]
launches = lambda of: sum(k["launches"] for k in of)
barriers = lambda of: max([k["barriers_per_block"]["max"] for k in of], default=0)
everything = barriers(tiles) + launches(kernels) - 1 + launches(finish) * barriers(finish)
print(launches(kernels), launches(steps), barriers(tiles), barriers(finish), everything, sep=",")'
lab07_launches() {
  local lab=07_bitonic n lg config
  "$simcu" --check -std=c++17 -O1 -Icommon -Ilabs/$lab -Isolutions/$lab docs/measurements/lab07_launches.cu \
    solutions/$lab/bitonic.cu -o "$scratch/prog"
  head_lines
  echo "# counted: barriers are those of one block; synchronisations: the ends of launches but the last, and barriers"
  echo "n,lg_n,items,L,M,launches,global_steps,tile_barriers,finish_barriers,synchronisations"
  for config in "32 4 1" "64 4 1" "128 4 1" "32 8 1" "64 8 1" "32 4 2" "32 4 4" "32 8 2"; do
    for lg in 8 9 10 11 12 13 14 15; do
      n=$((1 << lg))
      # shellcheck disable=SC2086  # three numbers
      SIMCU_COUNTERS=$scratch/counters.json "$scratch/prog" $n $config 2>"$scratch/said" ||
        { cat "$scratch/said" >&2; return 1; }
      echo "$n,$lg,${config// /,},$(python3 -c "$count_launches" "$scratch/counters.json")"
    done
  done
}

check_kernels() {
  local file name kind expected seen verdict
  head_lines
  echo "# found, missed: of the expected defect; clean, false alarm: of kernels that are right by CUDA's rules"
  echo "kernel,expected,simcu,simcu_reports"
  for file in common/simcu/tests/check/*.cu; do
    "$simcu" --check "$file" -o "$scratch/prog"
    awk -F'[()]' '/^\/\/ expect: / && !e { sub(/.*expect: /, ""); sub(/ at .*/, ""); e = $0 }
                  /^CASE\(/ { print $2, e; e = "" }' "$file" >"$scratch/cases"
    while read -r name expected; do
      kind=${expected%% *}
      SIMCU_LEAKS=0 SIMCU_TIMEOUT=20 "$scratch/prog" "$name" >"$scratch/said" 2>&1 </dev/null || true
      seen=$(sed -nE 's/^simcu: ([a-z-]+)( \([a-z-]+\))?(:| in) .*/\1/p' "$scratch/said" | sort -u | xargs)
      if [[ $kind == clean ]]; then
        verdict=clean
        [[ -z $seen ]] || verdict="false alarm"
      else
        verdict=missed
        [[ " $seen " != *" $kind "* ]] || verdict=found
      fi
      echo "$name,$expected,$verdict,$seen"
    done <"$scratch/cases"
  done
}

case $what in
  lab07_launches | check_kernels) "$what" >"$scratch/table" && cp "$scratch/table" "$out/simcu_$what.csv" ;;
  *) echo "measure_sim.sh: there is no measurement $what." >&2; exit 2 ;;
esac

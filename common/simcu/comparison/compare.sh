#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the kernels of tests/check under Oclgrind, in OpenCL, and under simcu --check, and writes what each of the two found as CSV.
# Usage: compare.sh SIMCU OUTPUT.csv     (SIMCU: the driver, build/bin/simcu; Oclgrind: Debian package oclgrind)
# What compute-sanitizer found on the same kernels is taken from docs/measurements/h200_compute_sanitizer.csv.
set -euo pipefail
if [[ $# != 2 ]]; then
  sed -n 's/^# Usage: /usage: /p' "$0" >&2
  exit 2
fi
simcu=$(realpath "$1")
output=$2
here=$(cd "$(dirname "$0")" && pwd)
checks=$here/../tests/check
sanitizer=$here/../../../docs/measurements/h200_compute_sanitizer.csv
[[ -x $simcu ]] || { echo "compare.sh: $1 is not a program." >&2; exit 2; }
command -v oclgrind-kernel >/dev/null || { echo "compare.sh: Oclgrind was not found; install the package oclgrind." >&2; exit 2; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# Without optimisation: with it, the compiler merges accesses and barriers before Oclgrind sees them.
options=(--data-races --uninitialized --uniform-writes --build-options -cl-opt-disable)

# verdict EXPECTED FOUND, where FOUND lists the kinds that were reported: found, missed, clean, false alarm
verdict() {
  local kind=${1%% *}
  if [[ $kind == clean ]]; then
    [[ -z $2 ]] && echo clean || echo "false alarm"
  else
    [[ " $2 " == *" $kind "* ]] && echo found || echo missed
  fi
}

# The kinds in Oclgrind's messages, in simcu's words.
kinds_of_oclgrind() {
  sed -nE -e 's/^(Read-write|Write-write) data race.*/race/p' -e 's/^Invalid (read|write) of size.*/out-of-bounds/p' \
    -e 's/^Uninitialized value.*/uninitialised-read/p' -e 's/^Work-group divergence.*/barrier-divergence/p' \
    -e 's/.*is not aligned to the pointed type.*/misaligned/p' "$1" | sort -u | xargs
}

under_oclgrind() {
  local name=$1 file=$here/kernels/$1.cl items group status=0
  read -r items group < <(sed -n 's#^// run: \([0-9]*\) work-items in groups of \([0-9]*\)#\1 \2#p' "$file")
  {
    printf '%s\n' "$file" "$name" "$items 1 1" "$group 1 1"
    sed -n 's#^// argument: ##p' "$file"
  } >"$scratch/$name.sim"
  timeout 20 oclgrind-kernel "${options[@]}" "$scratch/$name.sim" >"$scratch/out" 2>&1 || status=$?
  if ((status == 124)); then
    echo hang
  elif ((status != 0)); then
    echo "compare.sh: Oclgrind could not run $name:" >&2
    cat "$scratch/out" >&2
    return 1
  else
    kinds_of_oclgrind "$scratch/out"
  fi
}

under_simcu() {
  "$simcu" --check "$checks/$1.cu" -o "$scratch/prog"
  SIMCU_TIMEOUT=20 "$scratch/prog" >"$scratch/out" 2>&1 || true
  sed -nE 's/^simcu: ([a-z-]+)( \([a-z-]+\))? in kernel .*/\1/p' "$scratch/out" | sort -u | xargs
}

under_sanitizer() {
  awk -F, -v name="$1" '$1 == name { for (i = 3; i <= 6; ++i) if ($i != "nothing") seen = $i } END { print seen }' "$sanitizer"
}

{
  echo "# machine: any CPU for simcu and Oclgrind; NVIDIA H200 for compute-sanitizer"
  echo "# date: $(date +%F)"
  echo "# versions: $(oclgrind --version | sed -n '/^Oclgrind/p'), $(sed -n 's/.*\(compute-sanitizer [0-9.]*\).*/\1/p' "$sanitizer" | head -1), simcu of the same commit as this file"
  echo "# command: common/simcu/comparison/compare.sh build/bin/simcu FILE (oclgrind-kernel ${options[*]})"
  echo "# found, missed: of the expected defect; clean, false alarm: of kernels that are right by CUDA's rules"
  echo "kernel,expected,oclgrind,simcu,compute_sanitizer,oclgrind_reports"
  for file in "$here"/kernels/*.cl; do
    name=$(basename "$file" .cl)
    expected=$(sed -n '1s#// expect: \(.*\)#\1#p' "$checks/$name.cu" | sed 's/ at .*//')
    seen=$(under_oclgrind "$name")
    ours=$(under_simcu "$name")
    theirs=$(under_sanitizer "$name")
    case $expected/$theirs in
      clean/) theirs=clean ;;
      clean/*) theirs="false alarm" ;;
      */) theirs=missed ;;
    esac
    echo "$name,$expected,$(verdict "$expected" "$seen"),$(verdict "$expected" "$ours"),$theirs,$seen"
  done
} >"$scratch/table"
cp "$scratch/table" "$output"

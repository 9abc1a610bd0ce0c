#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Compiles all programs that run on simcu and are valid CUDA with each given nvcc, and writes OUT/nvcc_versions.csv.
# Usage: measure_nvcc.sh OUT NVCC…     from the root of the repository
# It needs no GPU, and builds in build-RELEASE, which may exist. If an nvcc needs another host compiler than the
# system's, pass a one-line script that adds -ccbin.
set -uo pipefail
[[ $# -ge 2 && -d common/simcu/tests/courses ]] || { sed -n 's/^# Usage: /usage: /p' "$0" >&2 && exit 2; }
mkdir -p "$1" && out=$(realpath "$1") || exit 2
shift

targets=({labs,solutions}_all_cuda)
targets=("${targets[@]/#/runners_}" lab_cuda check_nvcc_{programs,kernels,libraries} check_nvcc_notes_0{1..8})
files_of() {  # TEST
  local tests=common/simcu/tests
  case $1 in
    warnings.*) echo "$1" | sed -E 's|warnings\.([a-z]*)\.([0-9]+_(.*))\.nvcc|\1/\2/\3.cu|' ;;
    nvcc.libraries) ls common/simcu/libraries/tests/{check,courses}/*.cu ;;
    nvcc.kernels) ls $tests/{check,courses,counters,history,schedules,trace}/*.cu ;;
    nvcc.programs) ls common/simcu/examples/*.cu $tests/{features/*,probe_errors}.cu ;;
    lab.*) ls common/lab/tests/*.cu ;;
    nvcc.notes_*) ls docs/examples/"${1#nvcc.notes_}"_*.cu ;;
  esac
}
needs_of() { sed -n 's|^// Needs CUDA \(.*[^.]\)\.*$|\1|p;20q' "$1" | head -n 1; }
is_older() { [ "$1" != "$2" ] && [ "$(printf '%s\n' "$1" "$2" | sort -V | head -n 1)" = "$1" ]; } # RELEASE NEEDED

rows=$(mktemp)
trap 'rm -f "$rows"' EXIT
releases=()
for nvcc in "$@"; do
  release=$("$nvcc" --version | sed -n 's/.*release \([0-9.]*\).*/\1/p')
  host=$("$nvcc" --dryrun -x cu -c /dev/null -o /dev/null 2>&1 |
    sed -n 's/.*--gnu_version=\([0-9]*\)\([0-9][0-9]\)\([0-9][0-9]\) .*/\1/p' | head -n 1)
  releases+=("$release with g++ $host")
  build=build-$release
  cmake -S . -B "$build" "-DWORKBOOK_NVCC=$nvcc" -DWORKBOOK_CUDA_ARCH=sm_90 >/dev/null || exit 1
  cmake --build "$build" --parallel "${JOBS:-$(nproc)}" --target "${targets[@]}" -- -k 0 >"$out/build-$release.log" 2>&1
  ctest --test-dir "$build" -R '^nvcc\.|\.cuda$|^warnings\..*\.nvcc$' >"$out/ctest-$release.log" 2>&1
  while read -r test result; do
    while read -r file; do
      needs=$(needs_of "$file")
      if [ -n "$needs" ] && is_older "$release" "$(echo "$needs" | sed 's/[^0-9.].*//')"; then
        echo "$file,$release,no: it needs CUDA $needs"
      else
        echo "$file,$release,$result"
      fi
    done < <(files_of "$test")
  done < <(sed -nE 's|.*Test +#[0-9]+: ([^ ]+) \.+ *(Passed\|\*+[A-Za-z]+).*|\1 \2|p' "$out/ctest-$release.log" |
    sed 's/ Passed$/ yes/; s/ \*.*/ no/') >>"$rows"
  needs=$(needs_of common/simcu/tests/probe_errors.cu)  # an nvcc that is too old has no test for this file
  if is_older "$release" "${needs%%[!0-9.]*}"; then
    echo "common/simcu/tests/probe_errors.cu,$release,no: it needs CUDA $needs" >>"$rows"
  fi
  for file in common/simcu/bench/*.cu; do
    if "$nvcc" -std=c++17 -arch=sm_90 -w -I. -Icommon -c "$file" -o /dev/null 2>>"$out/build-$release.log"; then
      echo "$file,$release,yes"
    else
      echo "$file,$release,no"
    fi >>"$rows"
  done
done
{
  echo "# machine: $(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -n 1), no GPU"
  echo "# versions: nvcc $(printf '%s\n' "${releases[@]}" | paste -sd, | sed 's/,/, /g')"
  echo "# date: $(date +%F)"
  echo '# command: bash docs/measurements/measure_nvcc.sh OUT NVCC… (-std=c++17 -arch=sm_90; the flags of the tests)'
  echo '# compiles: on its own, or with the other files of its folder, as in the tests'
  echo 'file,nvcc,compiles'
  sort -t, -k1,1 -k2,2V "$rows"
} >"$out/nvcc_versions.csv"
awk -F, '!/^#/ && NR > 6 {n[$2 ": " ($3 ~ /^no: / ? "too old for it" : $3)]++}
  END {for (k in n) print "nvcc " k, n[k]}' "$out/nvcc_versions.csv"

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Compiles common/simcu/tests/{courses,features} and libraries/tests/courses with nvcc, runs the programs on a GPU one
# after another, and compares their output.
# Usage: measure_programs.sh OUT     from the root of the repository; OUT/programs.csv, and errors in OUT/programs.log
# ARCH=sm_90 and NVCC=nvcc change the compiler's target and path. Status: the program's, or "not compiled".
set -uo pipefail
[[ $# -eq 1 && -d common/simcu/tests/courses ]] || { sed -n 's/^# Usage: /usage: /p' "$0" >&2 && exit 2; }
mkdir -p "$1" && out=$(realpath "$1") || exit 2
export NVCC=${NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)} ARCH=${ARCH:-sm_90}
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT
export bin

compile() { # FILE
  local program=$bin/$(basename "$1" .cu)
  "$NVCC" -std=c++17 "-arch=$ARCH" -Icommon/simcu/tests/courses "$1" -o "$program" >"$program.said" 2>&1
}
export -f compile
files=(common/simcu/{tests/courses,tests/features,libraries/tests/courses}/*.cu)
printf '%s\0' "${files[@]}" | xargs -0 -n 1 -P "$(nproc)" bash -c 'compile "$1"' compile

about_gpu() { nvidia-smi --query-gpu="$1" --format=csv,noheader | head -n 1; }
{
  echo "# machine: $(about_gpu name), driver $(about_gpu driver_version)," \
    "CUDA $("$NVCC" --version | sed -n 's/.*release \([0-9.]*\).*/\1/p')"
  echo "# date: $(date +%F)"
  echo "# command: bash docs/measurements/measure_programs.sh OUT (nvcc -std=c++17 -arch=$ARCH)"
  echo '# result: of a program that has a .expected, its output next to it;' \
    'the others compare with the host and end with 0 if all is right'
  echo 'program,status,result'
  for file in "${files[@]}"; do
    name=$(basename "$file" .cu)
    if [ ! -x "$bin/$name" ]; then
      echo "$name,not compiled,"
      sed "s/^/$name: /" "$bin/$name.said" | head -n 20 >>"$out/programs.log"
      continue
    fi
    timeout 60 "$bin/$name" >"$bin/$name.out" 2>"$bin/$name.said" </dev/null
    status=$?
    result='compares itself'
    if [ -e "${file%.cu}.expected" ]; then
      if cmp -s "$bin/$name.out" "${file%.cu}.expected"; then result='same output'; else
        result='other output'
        diff "${file%.cu}.expected" "$bin/$name.out" | head -n 20 | sed "s/^/$name: /" >>"$out/programs.log"
      fi
    fi
    [ $status = 0 ] || head -n 20 "$bin/$name.said" "$bin/$name.out" | sed "s/^/$name: /" >>"$out/programs.log"
    echo "$name,$status,$result"
  done
} >"$out/programs.csv"

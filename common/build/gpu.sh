# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# Finds out whether CUDA can be used here, and the architecture to compile for. grader/runner/gpu_probe.cu asks CUDA's
# runtime, because a GPU that nvidia-smi lists can still be unusable.

find_nvcc() {
  local candidate
  for candidate in "${CUDACXX:-}" nvcc {"${CUDA_HOME:-}","${CUDA_PATH:-}",/usr/local/cuda}/bin/nvcc; do
    [ -n "$candidate" ] && command -v "$candidate" && return 0
  done
  return 1
}

# NVIDIA's driver installs these files. Without them, the probe is neither compiled nor run. Tests use other files.
signs_of_a_gpu() {
  local file
  for file in ${GPU_SIGNS:-/dev/nvidiactl /dev/nvidia[0-9]* /dev/nvhost-gpu /usr/lib/wsl/lib/libcuda.so.1}; do
    [ ! -e "$file" ] || echo "$file"
  done
}

# When this changes, CMake must ask again.
gpu_state() {
  local signs
  signs=$(signs_of_a_gpu)
  [ -n "$signs" ] || return 0
  echo "$signs" "visible: ${CUDA_VISIBLE_DEVICES-all}" "${LD_LIBRARY_PATH:-}"
  echo "${NVCC_CCBIN:-}" "${NVCC_PREPEND_FLAGS:-}" "${NVCC_APPEND_FLAGS:-}"
  cat /proc/driver/nvidia/version 2>/dev/null || true
}

# newest_arch NVCC MOST: the newest architecture up to MOST that nvcc knows, as in sm_75.
newest_arch() {
  "$1" --list-gpu-arch 2>/dev/null | sed 's/^compute_//' | sort -n |
    awk -v most="$2" '$1 + 0 > 0 && $1 + 0 <= most { best = $1 } END { print "sm_" (best ? best : most) }'
}

why_nvcc_failed() { # NVCC LOG
  local release newest
  release=$("$1" --version 2>/dev/null | sed -n 's/.*release \([0-9.]*\).*/\1/p')
  newest=$(sed -n 's/.*unsupported GNU version! gcc versions later than \([0-9]*\).*/\1/p' "$2" | head -n 1)
  if [ -n "$newest" ]; then
    echo "nvcc $release accepts no g++ newer than $newest;" \
      "install g++-$newest and set NVCC_PREPEND_FLAGS='-ccbin g++-$newest'"
  else
    echo "nvcc $release could not compile a program with one kernel; $2 has its messages"
  fi
}

# ask_gpu NVCC FOLDER [ARCHITECTURE]: prints the compute capability, such as 75, or the reason why no program can use a
# GPU, with status 1. FOLDER keeps the probe, compiled for ARCHITECTURE or for each generation that nvcc knows.
ask_gpu() {
  local nvcc=$1 kept=$2/gpu chosen=${3:-} key said status=0
  if [ -z "$(signs_of_a_gpu)" ]; then
    echo "no NVIDIA driver reports a GPU" && return 1
  fi
  key="$chosen ${NVCC_CCBIN:-} ${NVCC_PREPEND_FLAGS:-} ${NVCC_APPEND_FLAGS:-}
$(stat -Lc '%n %.9Y %s' "$nvcc" grader/runner/gpu{.h,_probe.cu})"
  if [ "$(cat "$kept/key" 2>/dev/null)" != "$key" ]; then
    mkdir -p "$kept"
    rm -f "$kept/key"
    if ! "$nvcc" -std=c++17 -arch="${chosen:-all-major}" -o "$kept/probe.$$" grader/runner/gpu_probe.cu \
      >"$kept/log" 2>&1; then
      why_nvcc_failed "$nvcc" "$kept/log" && return 1
    fi
    mv -f "$kept/probe.$$" "$kept/probe"
    echo "$key" >"$kept/key"
  fi
  said=$(timeout 120 "$kept/probe" 2>&1) || status=$?
  [ $status -le 1 ] || said="CUDA did not answer: a program with one kernel ended with status $status"
  echo "$said"
  return $((status != 0))
}

# gpu.sh NVCC FOLDER [ARCHITECTURE] prints the architecture to compile for and, if no GPU is used, a line with the
# reason.
if [ "${BASH_SOURCE[0]}" = "$0" ]; then
  set -euo pipefail
  cd "$(dirname "$0")/../.."
  why=
  capability=$(ask_gpu "$@") || { why=$capability && capability=90; } # the newest that the simulated device knows
  echo "${3:-$(newest_arch "$1" "$capability")}"
  echo "$why"
fi

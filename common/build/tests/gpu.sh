#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Tests that BACKEND=auto uses a GPU if programs can use one and otherwise says why not, and that BACKEND=cuda is then
# refused. Scripts replace nvcc and CMake; grader/selfcheck/host_device replaces CUDA's runtime.
set -u
source "$(dirname "$0")/expect.sh"
unset LAB BACKEND DEVICE SEED TEST EXERCISE CXX CUDA_VISIBLE_DEVICES CMAKE_OPTIONS MAKEFLAGS MAKELEVEL MFLAGS
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export BUILD=$scratch/build CUDACXX=$scratch/bin/nvcc GPU_SIGNS=$scratch/nvidiactl PATH=$scratch/bin:$PATH

pretend() {
  mkdir -p "${1%/*}"
  printf '#!/bin/bash\n%s\n' "$2" >"$1"
  chmod +x "$1"
}
pretend "$scratch/bin/nvcc" "case \$* in
  --version) echo 'Cuda compilation tools, release 12.0, V12.0.140' ;;
  --list-gpu-arch) printf 'compute_%s\n' 75 90 80 100 ;;
  *)
    echo compiled >>$scratch/compiled
    [ -z \"\${NEW_GXX:-}\" ] ||
      { echo '#error -- unsupported GNU version! gcc versions later than 12 are not supported!'; exit 1; }
    exec g++ -x c++ -I$PWD/grader/selfcheck/host_device \"\${@/-arch=*/-O0}\"
    ;;
esac"
pretend "$scratch/bin/cmake" '[ "$1" = --version ] && echo cmake version 3.25.1 && exit; echo "$*"; exit 1'
pretend "$scratch/bin/nvidia-smi" "echo 'GPU 0: a GPU that only the driver knows'"

# expect STATUS TEXT SETTING…: `make grade` with these variables ends with STATUS and says TEXT.
expect() {
  local wanted=$1 text=$2 status=0
  shift 2
  env LAB=01 "$@" python3 -B common/build/workbook grade labs >"$scratch/output" 2>&1 </dev/null || status=$?
  if [ $status != "$wanted" ] || ! grep -qF -- "$text" "$scratch/output"; then
    complain "with $* it ended with status $status and did not say \"$text\"" "$scratch/output"
  fi
}
compilations() {
  local count=0
  [ ! -e "$scratch/compiled" ] || count=$(wc -l <"$scratch/compiled")
  [ "$count" = "$1" ] || complain "nvcc compiled $count times, not $1"
}

# Without the driver's files, whatever nvidia-smi says.
expect 2 '--preset sim'
! grep -q GPU "$scratch/output" || complain "it mentions a GPU" "$scratch/output"
expect 3 'BACKEND=cuda: no NVIDIA driver reports a GPU. Use BACKEND=sim' BACKEND=cuda
compilations 0

touch "$scratch/nvidiactl"
expect 2 '--preset cuda'
expect 2 '--preset cuda' BACKEND=cuda
while IFS='|' read -r settings says; do
  # shellcheck disable=SC2086 # several settings
  expect 2 "The simulated device is used instead of the GPU: $says" $settings
  grep -qF -- '--preset sim' "$scratch/output" || complain "with $settings it does not continue"
  # shellcheck disable=SC2086
  expect 3 "BACKEND=cuda: $says" $settings BACKEND=cuda
done <<END
HOST_DEVICE_ERROR=35 HOST_DEVICE_DRIVER=12020|the driver is too old for this toolkit; \
a newer driver or an older toolkit fixes it (cudaErrorInsufficientDriver; \
the driver is for CUDA 12.2, the toolkit is CUDA 13.0).
HOST_DEVICE_ERROR=35 HOST_DEVICE_DRIVER=0|the loader finds no libcuda.so.1
HOST_DEVICE_ERROR=34 HOST_DEVICE_DRIVER=0|the loader finds the toolkit's stub of libcuda
HOST_DEVICE_ERROR=100 CUDA_VISIBLE_DEVICES=|the driver shows no GPU; CUDA_VISIBLE_DEVICES hides it, \
its MIG mode has no instance
HOST_DEVICE_KERNEL=209|this toolkit compiled no code for this GPU
HOST_DEVICE_KERNEL=222 HOST_DEVICE_DRIVER=12040|the driver is too old for this toolkit's PTX
HOST_DEVICE_KERNEL=700|cudaErrorIllegalAddress
END
compilations 1
touch "$scratch/bin/nvcc"
expect 3 \
  "nvcc 12.0 accepts no g++ newer than 12; install g++-12 and set NVCC_PREPEND_FLAGS='-ccbin g++-12'. Use BACKEND=sim" \
  NEW_GXX=1 BACKEND=cuda
compilations 2

# A toolkit outside PATH.
if ! CUDACXX='' PATH=/usr/bin:/bin command -v nvcc >/dev/null; then
  mkdir -p "$scratch/toolkit"
  mv "$scratch/bin/nvcc" "$scratch/toolkit"
  ln -s . "$scratch/toolkit/bin"
  expect 2 "-DWORKBOOK_NVCC=$scratch/toolkit/bin/nvcc" \
    CUDACXX= CUDA_HOME="$scratch/toolkit" PATH="$scratch/bin:/usr/bin:/bin"
  grep -qF -- '--preset cuda' "$scratch/output" || complain "a toolkit that is not on PATH is not used"
  mv "$scratch/toolkit/nvcc" "$scratch/bin"
fi

[ "$(bash common/build/gpu.sh "$CUDACXX" "$BUILD")" = sm_80 ] || complain "not the GPU's architecture"
[ "$(HOST_DEVICE_ERROR=34 bash common/build/gpu.sh "$CUDACXX" "$BUILD" |
  sed 's/ finds.*//')" = $'sm_90\nthe loader' ] ||
  complain "not the newest architecture that simcu knows"
exit $failed

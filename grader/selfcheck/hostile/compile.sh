#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Compiles one hostile submission as the build compiles a student's file: compile.sh SOURCE BUILD NN_name. First call
# `compile.sh SOURCE BUILD adapter`, which compiles the lab's own part and lists the compiler's folders. The results go
# into BUILD/grader/selfcheck/hostile, from which run.sh takes them; NN_name.stamp records that the submission was
# compiled. If a submission does not compile, the grader reports that.
set -u
source=$(cd "$1" && pwd -P)
build=$(cd "$2" && pwd -P)
name=$3
here=$source/grader/selfcheck/hostile
lab=$here/lab
compiled=$build/grader/selfcheck/hostile
parts=$build/runners/parts
flags=(-w -I"$source/common" -I"$lab/labs/80_copy")

if [ "$name" = adapter ]; then
  for flavour in sim check; do
    "$build/bin/simcu" "@$parts/$flavour.flags" "${flags[@]}" -I"$source/grader/runner" -c "$lab/adapter.cu" \
      -o "$compiled/adapter.$flavour.o" || exit 1
  done
  ${CXX:-c++} -xc++ -E -v /dev/null 2>&1 | sed -n '/^#include </,/^End/s/^ //p' >"$compiled/system_folders"
  exit 0
fi

mapfile -t system <"$compiled/system_folders"
access=()
for folder in "$source"/common/{lab,simcu/include,simcu/libraries/include} "${system[@]}"; do
  access+=(--read "$folder" --include "$folder")
done
for folder in "$build/bin" "$build/lib" "$parts" "$build/grader/librunner_main.a" "$compiled"; do
  access+=(--read "$folder")
done
own=$compiled/$name/files/80_copy

runner() { # FLAVOUR FLAG…
  local flavour=$1 objects=("$compiled/adapter.$1.o" "$parts/device.$1.o")
  if [ "$flavour" = check ]; then objects+=("$parts/canary.check.o"); else objects+=("$parts/baselines.sim.o"); fi
  objects+=("$build/grader/librunner_main.a")
  "$build/bin/compile_submission" --source "$own/copy.cu" --name labs/80_copy/copy.cu \
    --given "$lab/labs/80_copy/copy.cu" --output "$compiled/$name/runners/labs/80_copy.$flavour" --quiet \
    "${access[@]}" --read "$own" --include "$own" --read "$lab/labs/80_copy" --include "$lab/labs/80_copy" \
    --memory 1024 "${objects[@]/#/--part=}" -- \
    "$build/bin/simcu" "@$parts/$flavour.flags" "${flags[@]}" --keep-preprocessed "${@:2}" @SOURCE@ -o @OUTPUT@
}

[ ! -e "$compiled/$name" ] || rm -rf "${compiled:?}/$name"
mkdir -p "$own" "$compiled/$name/runners/labs"
mapfile -t region <"$here/$name/submission.cu"
while IFS= read -r line; do
  [[ $line != *'END YOUR CODE'* ]] || skipped=
  [ -n "${skipped:-}" ] || printf '%s\n' "$line"
  [[ $line != *'BEGIN YOUR CODE'* ]] || { skipped=yes && printf '%s\n' "${region[@]}"; }
done <"$lab/labs/80_copy/copy.cu" >"$own/copy.cu"
# Like the build, searches for code that nvcc would refuse, but only if a verdict can depend on it.
IFS= read -r verdicts <"$here/$name/expected"
strictly=(--no-strict)
if [ "$name" = 01_honest ] || [[ $verdicts == *'NO BUILD'* ]]; then strictly=(); fi
runner sim "${strictly[@]}"
[[ $verdicts == *'/ -' ]] || runner check
# After a fault of the machine, there is nothing to judge, and the next build tries again.
! compgen -G "$compiled/$name/runners/labs/*.fault" >/dev/null || exit 1
: >"$compiled/$name.stamp"

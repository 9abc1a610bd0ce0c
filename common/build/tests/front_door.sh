#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Tests that the front door refuses bad input with a message and a status that is not 0, and that a mistake in one lab
# doesn't affect the others.
set -u
build=$1
source "$(dirname "$0")/expect.sh"
unset LAB BACKEND DEVICE SEED TEST CHECK WATCH TRACE EXERCISE AGAIN N KEYS AT GDB OF SOLUTIONS
unset INSTRUCTORS PDF BUILD CMAKE_GENERATOR MAKEFLAGS MAKELEVEL MFLAGS
export GRADE_SEED=1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT


nothing_there="BUILD=$scratch/none"  # bad input is found before anything is built
expect good 'make TARGET' make
expect good 'make TARGET' make help
for target in help setup grade watch next hint play debug reset solutions class release package sweep test check \
  examples bench sanitize docs docs-check format clean; do
  also "  $target "
done
expect bad 'make grad: there is no such target.' make grad
expect bad 'make LAB: there is no such target. `make help` lists them; LAB needs a value: LAB=…' \
  make grade LAB "$nothing_there"
expect bad 'make 03: there is no such target. `make help` lists them; one lab is LAB=03' make grade 03 "$nothing_there"
expect bad 'EXERCISE=03.99: lab 03 has no such exercise.' make grade EXERCISE=03.99 "$nothing_there"
expect bad 'EXERCISE=03.99: lab 03 has no such exercise.' \
  make grade LAB=labs/03_single_block_scan_bug/ EXERCISE=03.99 "$nothing_there"
expect bad 'a seed is a whole number of at most 19 digits' make grade SEED=18446744073709551616 "$nothing_there"
expect bad 'LAB=99: there is no such lab. The labs are: 01_' make grade LAB=99 "$nothing_there"
expect bad 'LAB=99: there is no such lab.' make grade lab=99 "$nothing_there"
expect bad 'leb=1: there is no such variable. The variables are: LAB' make grade leb=1 "$nothing_there"
expect bad 'LABS=1 is for `make release` and `make package`; one lab is LAB=01' make grade labs=1 "$nothing_there"
expect bad 'LAB=enumeration: there is no such lab.' make solutions LAB=enumeration "$nothing_there"
expect bad 'BACKEND=gpu: there is no such backend. Use auto, sim or cuda.' make grade BACKEND=gpu "$nothing_there"
expect bad 'DEVICE=t5: there is no such device. The devices are: default p100 ' make grade DEVICE=t5 "$nothing_there"
expect bad 'DEVICE=t4 has no effect here.' make examples DEVICE=t4 "$nothing_there"
expect bad 'DEVICE=t4 chooses the simulated device' make solutions DEVICE=t4 BACKEND=cuda "$nothing_there"
expect bad 'SEED=abc: a seed is a whole number' make grade SEED=abc "$nothing_there"
expect bad 'make sweep: say which lab, as in `make sweep LAB=05`.' make sweep "$nothing_there"
expect bad 'Lab 01 has no sweep. These labs have one: 0' make sweep LAB=01 "$nothing_there"
expect bad 'OF=mine: a sweep measures your code (OF=labs, or not set)' make sweep LAB=05 OF=mine "$nothing_there"
expect bad 'so TEST=Sum has no effect.' make sweep LAB=05 TEST=Sum "$nothing_there"
expect bad 'INSTRUCTORS=maybe: set it to yes (or not at all), or to no' make docs INSTRUCTORS=maybe "$nothing_there"
expect bad 'PDF=maybe: set it to 1 for the whole book' make docs PDF=maybe "$nothing_there"
expect bad 'SOLUTIONS=maybe: set it to yes (or not at all), or to no' make docs SOLUTIONS=maybe "$nothing_there"
expect bad 'Use BACKEND=sim for the simulated device.' env GPU_SIGNS=/nowhere make grade BACKEND=cuda "$nothing_there"
also 'Error 3'
mkdir "$scratch/homework" && echo 'a week of it' >"$scratch/homework/enumeration.cu"
expect bad "$scratch/homework is not a build folder of the workbook. Nothing was deleted." \
  make clean "BUILD=$scratch/homework"
[ -e "$scratch/homework/enumeration.cu" ] || complain 'it was deleted'
touch "$scratch/homework/preset"
make clean "BUILD=$scratch/homework" && [ ! -e "$scratch/homework" ] || complain 'a build folder was not deleted'
make clean "$nothing_there" || complain 'nothing to delete is no mistake'
expect bad 'git was not found, or this folder is not a clone' env GIT_DIR="$scratch/none" make check "$nothing_there"
# A full disk causes one message, and the next try with enough room succeeds.
if [ -x "$build/bin/simcu" ] && unshare -rm mount -t tmpfs none /mnt 2>/dev/null; then
  mkdir "$scratch/disk"
  for size in 40k 300k 420k; do
    expect bad 'is full. Make room, or use another disk: BUILD=folder.' \
      env WORKBOOK_TOOLS_DIR="$build/bin" unshare -rm sh -c "
      mount -t tmpfs -o size=$size none $scratch/disk && make grade LAB=01 BACKEND=sim BUILD=$scratch/disk"
    if grep -E 'No space left|line [0-9]|rror: (write|loading)' "$scratch/output"; then
      complain "more than a sentence"
    fi
  done
fi
[ ! -e "$scratch/none" ] || complain "bad input was noticed only after the build had begun"

# In this copy, one exercise does not compile and another has a warning.
copy="$scratch/a student's copy"
mkdir "$copy"
cp -r CMakeLists.txt CMakePresets.json Makefile common docs grader labs solutions "$copy"
labs=("$copy"/labs/[0-9]*)
first=${labs[0]##*/}
last=${labs[-1]##*/}
for lab in "${labs[@]:1:${#labs[@]}-2}"; do  # the other labs would only take time
  rm -r "$lab" "$copy/solutions/${lab##*/}" "$copy/grader/labs/${lab##*/}"
done
# in_region FILE TEXT: inserts TEXT as the first line of the student's part.
in_region() { sed -i "0,/BEGIN YOUR CODE/ { /BEGIN YOUR CODE/ a $2
}" "$1"; }
in_region "$copy/labs/$first/${first#*_}.cu" 'int a_mistake( {'
in_region "$copy/labs/$last/${last#*_}.cu" 'static int never_used() { return 1; }'
echo 'int outside( {' >>"$copy/labs/$last/${last#*_}.cu"
line=$(sed -n '/a_mistake/=' "$copy/labs/$first/${first#*_}.cu")
cd "$copy" || exit 1
export WORKBOOK_TOOLS_DIR=$build/bin CMAKE_OPTIONS="-DWORKBOOK_CUDA=OFF"
expect good 'NO BUILD' make grade BACKEND=sim
also "${first#*_}.cu:$line"   # the compiler's message, with the line in the student's file
also 'never_used'
also "Lab ${last%%_*}"
also 'differs from the given text, outside the marks' # the given text replaces the line that does not compile
also 'exercise 1 does not compile, and is left out'
expect bad "Lab ${first%%_*} has no sweep. These labs have one:" make sweep BACKEND=sim LAB="${first%%_*}"
sed -i '/a_mistake/d' "$copy/labs/$first/${first#*_}.cu"
in_region "$copy/labs/$last/${last#*_}.cu" 'int a_mistake( {'
expect good 'NO BUILD' make grade BACKEND=sim
also "LAB_TODO(\"${first%%_*}.1"
also "shows the failures in lab ${last%%_*}." # the lab where the student has written something
expect good 'NOT YET' make grade BACKEND=sim LAB="${first%%_*}"
if grep -q CRASHED "$scratch/output"; then # the other build's `grade` must recognise this tree's files
  echo 'FAILED: a stub is CRASHED:' && cat "$scratch/output" && failed=1
fi
expect good 'NOT YET' make grade BACKEND=sim LAB="${first%%_*}"
if grep -q Compiling "$scratch/output"; then
  complain 'nothing has changed, and it is compiled again' "$scratch/output"
fi
touch "labs/$first/${first#*_}.cu"
expect good "Compiling labs/$first (sim)" make grade BACKEND=sim LAB="${first%%_*}"
expect bad 'odd*folder has a * in it, which the build tools misread.' \
  make grade BACKEND=sim BUILD="$scratch/odd*folder"
if unshare -rm mount --bind "$copy" "$copy" 2>/dev/null; then  # another user's build folder
  echo '// changed' >>"labs/$first/${first#*_}.cu"
  expect bad "make grade LAB=${first%%_*} BUILD=\$HOME/workbook-build" unshare -rm sh -c \
    "mount --bind . \"\$PWD\" && mount -o remount,ro,bind \"\$PWD\" && cd \"\$PWD\" &&
     make grade BACKEND=sim LAB=${first%%_*}"
fi
exit $failed

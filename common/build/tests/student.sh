#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Tests the targets that a student uses between grading runs.
set -u
build=$1
source "$(dirname "$0")/expect.sh"
unset LAB BACKEND DEVICE SEED TEST CHECK WATCH TRACE EXERCISE AGAIN N KEYS AT GDB OF SOLUTIONS BUILD
unset MAKEFLAGS MAKELEVEL MFLAGS
export GRADE_SEED=1
scratch=$(mktemp -d)
watcher=
trap '[ -z "$watcher" ] || end_watcher; rm -rf "$scratch"' EXIT


# soon COMMAND…: waits until COMMAND succeeds, at most ten minutes.
soon() {
  local i
  for ((i = 0; i < 12000; i++)); do
    ! "$@" || return 0
    sleep 0.05
  done
  return 1
}

end_watcher() { kill "$watcher" 2>/dev/null && wait "$watcher"; watcher=; }
none_of() { ! pgrep -f -- "$1" >/dev/null; }  # no process has TEXT in its command line

copy="$scratch/a süß copy"
mkdir "$copy"
cp -r CMakeLists.txt CMakePresets.json Makefile common grader labs "$copy"
mkdir -p "$copy/solutions" && cp -r solutions/. "$copy/solutions"
cd "$copy" || exit 1
nothing_there="BUILD=$scratch/none"
stub=labs/01_enumeration/enumeration.cu
solution=solutions/01_enumeration/enumeration.cu

expect good "Write in $stub:" make next "$nothing_there"
# Lines are broken between words on a narrow terminal, and not broken in a pipe.
if command -v script >/dev/null; then
  narrow() { script -qec "stty cols 50; $1 $nothing_there" /dev/null 2>&1 </dev/null | tr -d '\r' >"$scratch/narrow"; }
  narrow 'make next EXERCISE=01.1'
  [ "$(awk 'length($0) > 50' "$scratch/narrow" | wc -l)" = 0 ] &&
    grep -q 'Stuck? `make hint EXERCISE=01.1`.$\|^`make hint EXERCISE=01.1`.$' "$scratch/narrow" ||
    complain "in 50 columns, make next printed" "$scratch/narrow"
  cmp -s <(make next EXERCISE=01.1 "$nothing_there" | tr -s ' \n' '\n\n') <(tr -s ' \n' '\n\n' <"$scratch/narrow") ||
    complain "words were lost in 50 columns" "$scratch/narrow"
  narrow 'make reset LAB=01'
  grep -qx '`make reset EXERCISE=03.4`.' "$scratch/narrow" ||
    complain "a command was broken in 50 columns" "$scratch/narrow"
fi
expect good "Write in labs/08_hybrid_radix/hybrid_radix.cu:" make next EXERCISE=08.7 "$nothing_there"
expect bad 'exercise 08.7 extends the code of exercise 08.6' make reset EXERCISE=08.7 "$nothing_there"
expect good 'That was hint 1 of 3.' make hint EXERCISE=01.2 "BUILD=$scratch/hints"
expect good 'That was hint 2 of 3.' make hint exercise=1.2 "BUILD=$scratch/hints"
expect good 'That was hint 1 of 3.' make hint LAB=01 EXERCISE=2 AGAIN=1 "BUILD=$scratch/hints"
expect bad 'EXERCISE=01.9: lab 01 has no such exercise. It has 1 to 7.' make hint EXERCISE=01.9 "$nothing_there"
expect bad 'EXERCISE=4: say which lab' make hint EXERCISE=4 "$nothing_there"
for half in 3. .4 .; do
  for command in next hint reset grade watch; do
    expect bad "EXERCISE=$half: write a lab and an exercise, as in EXERCISE=03.4." \
      timeout 120 make $command EXERCISE=$half "$nothing_there"
  done
done
expect bad 'EXERCISE=03.9: lab 03 has no such exercise. It has 1 to 8.' \
  timeout 120 make watch EXERCISE=03.9 "$nothing_there"
expect bad 'SEED=-1: a seed is a whole number' timeout 120 make watch LAB=01 SEED=-1 "$nothing_there"
expect bad 'BACKEND=gpu: there is no such backend.' timeout 120 make watch LAB=01 BACKEND=gpu "$nothing_there"
expect bad 'make reset: say which exercise' make reset LAB=01 "$nothing_there"
lab03=labs/03_single_block_scan_bug
expect bad "exercise 03.3 has no code in $lab03/single_block_scan_bug.cu; your answers are in $lab03" \
  make reset EXERCISE=03.3 "$nothing_there"
expect bad 'make play: say which lab' make play "$nothing_there"
expect bad 'N=some: write a number of keys' make play LAB=01 N=some "$nothing_there"
for keys in "a b" "3 -1" "3 4294967296" "99999999999" "*"; do
  expect bad "KEYS=$keys: write numbers from 0 to 4294967295 with spaces between them" \
    make play LAB=01 "KEYS=$keys" "$nothing_there"
done
expect bad 'N=5 KEYS="3 1": N is a number of random keys, and KEYS are the keys themselves; give one of the two.' \
  make play LAB=01 N=5 "KEYS=3 1" "$nothing_there"
expect bad 'make debug: say which test' make debug "$nothing_there"
for line in 0 -1 some file.cu:x; do
  expect bad "AT=$line: write a line number of your file, as in AT=42" \
    make debug TEST=Lab01.DirectKernelSortsEveryKindOfInput AT=$line "$nothing_there"
done
rm $stub
expect bad "$stub does not exist. \`git checkout" make play LAB=01 "$nothing_there"
expect good 'was missing. The whole file has been restored' make reset EXERCISE=01.2 "$nothing_there"
: >$stub
expect bad "$stub is empty. \`git checkout" make play LAB=01 "$nothing_there"
expect bad "$stub is empty. \`git checkout" make next LAB=01 "$nothing_there"
expect good 'was empty. The whole file has been restored' make reset EXERCISE=01.2 "$nothing_there"
cmp $stub grader/labs/01_enumeration/given.cu || complain "reset did not restore the stub"

# Files in forms that editors and Windows leave.
iconv -f UTF-8 -t UTF-16 $solution >$stub
for command in next play "reset EXERCISE=01.2"; do
  expect bad "$stub is not plain text: it has zero bytes, like UTF-16 text." make $command LAB=01 "$nothing_there"
done
cmp -s $stub <(iconv -f UTF-8 -t UTF-16 $solution) || complain "a file in UTF-16 was changed"
grep -v 'BEGIN YOUR CODE (exercise 1)' $solution >$stub
expect good "$stub, where the line \"// BEGIN YOUR CODE (exercise 1)\" is missing" make next LAB=01 "$nothing_there"
cp $solution $stub
marks=$scratch/asked/reports/student/marks/01_enumeration
mkdir -p "${marks%/*}"
printf '%s\n' '1 21 21' '2 12 12' '3 25 25' '4 20 20' '5 5 5' '6 9 9' '7 6 8' >"$marks"
expect good ', or labs/01_enumeration/explain.csv: `make grade` says which; then' \
  make next LAB=01 "BUILD=$scratch/asked"
printf '%s\n' '1 21 21' '2 12 12' '3 25 25' '4 20 20' '5 5 5' '6 9 9' '7 4 8' >"$marks"
expect good 'Write in labs/01_enumeration/explain.csv; then' make next LAB=01 "BUILD=$scratch/asked"
for ending in unix windows; do
  cp $solution $stub
  [ $ending = unix ] || sed -i 's/$/\r/; 1s/^/\xef\xbb\xbf/' $stub
  expect good 'Exercise 01.2 has been restored to its original text.' make reset EXERCISE=01.2 "BUILD=$scratch/endings"
  windows=$(grep -c $'\r$' $stub) wanted=0
  [ $ending = unix ] || wanted=$(wc -l <$stub)
  [ "$windows" = "$wanted" ] || complain "after a reset, $windows lines end as on Windows instead of $wanted"
done
if [ "$(id -u)" != 0 ] || command -v setpriv >/dev/null; then
  chmod 0 $stub && chmod a+rx "$scratch"
  as_nobody=()
  [ "$(id -u)" != 0 ] || as_nobody=(setpriv --reuid 65534 --clear-groups)
  expect bad "$stub cannot be read." "${as_nobody[@]}" make next LAB=01 "$nothing_there"
  chmod 644 $stub
fi

cp $solution $stub
expect good 'Exercise 01.2 has been restored to its original text. Your version is in' \
  make reset EXERCISE=01.2 "BUILD=$scratch/reset"
grep -q 'LAB_TODO("01.2: sort_host"' $stub || complain "reset did not restore the stub's exercise"
if grep -q 'LAB_TODO("01.3' $stub; then complain "reset changed another exercise"; fi
cmp -s "$scratch"/reset/undo/*.cu $solution || complain "reset did not keep what was there"

# A reset loses no code, even if repeated within a second or if the exercise's end is missing.
cp $solution $stub
for exercise in 01.1 01.2 01.3; do make reset EXERCISE=$exercise "BUILD=$scratch/three" >/dev/null || failed=1; done
grep -q LAB_TODO $stub && [ "$(ls "$scratch/three/undo" | wc -l)" = 3 ] &&
  cmp -s "$(ls "$scratch"/three/undo/* | head -1)" $solution ||
  complain "three resets kept: $(ls "$scratch/three/undo")"
sed '0,/END YOUR CODE/ { /END YOUR CODE/ d }' $solution >$stub
cp $stub "$scratch/without_end"
begins=$(sed -n '/(exercise 1)/=' "$scratch/without_end")
expect bad "enumeration.cu:$begins begins exercise 1, but no line with \"END YOUR CODE\" ends it" \
  make reset EXERCISE=01.1 "BUILD=$scratch/reset"
if unshare -rm mount --bind labs labs 2>/dev/null; then
  expect bad 'enumeration.cu cannot be written: the folder is read-only for you. Nothing was changed.' \
    unshare -rm sh -c \
    "mount --bind labs labs && mount -o remount,ro,bind labs && make reset EXERCISE=01.2 BUILD=$scratch/reset"
fi
mkdir "$scratch/disk"
if unshare -rm mount -t tmpfs none "$scratch/disk" 2>/dev/null; then
  expect bad 'enumeration.cu cannot be written: No space left on device. Nothing was changed.' unshare -rm sh -c \
    "mount -t tmpfs -o size=40k none $scratch/disk && cp solutions/01_enumeration/*.cu $scratch/disk &&
     ! head -c 99999 /dev/zero 2>/dev/null >$scratch/disk/fill && mount --bind $scratch/disk labs/01_enumeration &&
     { make reset EXERCISE=01.2 BUILD=$scratch/reset; status=\$?; [ ! -e $stub.new ] || echo LEFT; exit \$status; }"
  ! grep LEFT "$scratch/output" || complain "reset left a file half-written"
fi
cmp $stub "$scratch/without_end" || complain "reset changed a file that it refused"
rm $stub && mkdir $stub
expect bad "$stub is a folder, but must be a file." make reset EXERCISE=01.2 "$nothing_there"
expect bad "$stub is a folder, but must be a file." make next LAB=01 "$nothing_there"
make watch LAB=01 "$nothing_there" >"$scratch/in_the_way" 2>&1 &
watcher=$!
soon grep -qs 'is a folder, but must be a file' "$scratch/in_the_way" ||
  complain "watch does not say that the file is a folder" "$scratch/in_the_way"
end_watcher
rmdir $stub
for target in $solution nowhere; do
  ln -s "$PWD/$target" $stub
  for command in next play "reset EXERCISE=01.2"; do
    expect bad "$stub is a symbolic link. Put the file itself there." make $command LAB=01 "$nothing_there"
  done
  [ -L $stub ] || complain "reset replaced a link"
  rm $stub
done

[ -x "$build/bin/simcu" ] || exit "$failed"
export WORKBOOK_TOOLS_DIR=$build/bin
iconv -f UTF-8 -t UTF-16 $solution >$stub
mkdir "$scratch/build"
expect good 'is not plain text: it contains zero bytes. Save it as UTF-8.' \
  make grade LAB=01 "BUILD=$scratch/build" BACKEND=sim
also 'enumeration.cu could not be compiled: the reason is at the top, below "Lab 01".'
[ "$(sed '1,/^Lab 01/d' "$scratch/output" | grep -c 'is not plain text')" = 1 ] ||
  complain "that was reported more than once" "$scratch/output"
: >$stub
expect good "$stub is empty." make grade LAB=01 "BUILD=$scratch/build" BACKEND=sim
sed 's/^std::size_t crossover(/int nobody = knows_this;\n&/' $solution >$stub
expect good 'exercise 6 does not compile, and is left out.' make play LAB=01 "KEYS=3 1 2" "BUILD=$scratch/build"
also 'All 3 elements are right'
cp $solution $stub
sed -i 's/^  const T key = keys\[i\];/  if (threadIdx.x == 3) printf("thread 3 has key %g\\n", double(keys[i]));\n&/
        s/^  if (i >= n) return;/  if (i > n) return;/' $stub
exec 7<>"$scratch/build/building"
flock 7 && echo 'an editor' >&7
(soon grep -qs 'Waiting for an editor' "$scratch/output") &
exec 7>&-
cp "$scratch/build/reports/student/report.html" "$scratch/whole.html"
expect good 'Found by the checkers: out-of-bounds' \
  make grade LAB=01 TEST=Lab01.DirectKernelIsRightAtEverySizeAroundABlock "BUILD=$scratch/build" BACKEND=sim
grep -qF 'student/part/report.html has pictures as well' "$scratch/output" &&
  grep -q out-of-bounds "$scratch/build/reports/student/part/report.html" &&
  cmp "$scratch/whole.html" "$scratch/build/reports/student/report.html" ||
  complain "one test's report is not in its own folder" "$scratch/output"
also 'Waiting for an editor, which is running'
expect good 'The same request under the checkers: direct_u32' \
  make grade TEST=Lab01.DirectKernelIsRightAtEverySizeAroundABlock CHECK=1 "BUILD=$scratch/build"
also 'out-of-bounds'
expect good 'the history of sorted[0]' \
  make grade TEST=Lab01.DirectKernelIsRightAtEverySizeAroundABlock "WATCH=sorted[0]" "BUILD=$scratch/build"
expect good 'thread 3 has key' \
  make grade LAB=01 TEST=Lab01.DirectKernelSortsEveryKindOfInput "BUILD=$scratch/build" BACKEND=sim
if gdb -q -batch -ex run /bin/true 2>/dev/null | grep -q 'exited normally'; then  # some containers do not allow it
  expect good 'block 0 of 1, thread 0 of 256' env GDB_OPTIONS='-batch -ex whoami -ex kill' \
    make debug TEST=Lab01.DirectKernelIsRightAtEverySizeAroundABlock "BUILD=$scratch/build"
fi

# A lab's tests begin while its check runner still compiles. In the end, the check runner exists, whatever the tests.
touch -d '1 hour ago' "$scratch"/build/runners/labs/01_enumeration.check
echo '// changed' >>$stub
expect good 'Compiling labs/01_enumeration (sim)' \
  make grade LAB=01 TEST=Lab01.DirectKernelSortsEveryKindOfInput "BUILD=$scratch/build" BACKEND=sim
grep -q 'Compiling labs/01_enumeration (check)' "$scratch/build/beside.log" ||
  complain "grade did not compile the checkers during the tests"
[ "$scratch/build/runners/labs/01_enumeration.check" -nt $stub ] || complain "the check runner is an old one"

# A file restored from a copy is older than the compiled one, and differs from it.
mv $stub "$scratch/wrong.cu"
cp $solution $stub
touch -d '1 day ago' $stub
expect good 'Score: 5/5' \
  make grade LAB=01 TEST=Lab01.DirectKernelIsRightAtEverySizeAroundABlock "BUILD=$scratch/build" BACKEND=sim
mv "$scratch/wrong.cu" $stub
expect good 'Score: 0/5' \
  make grade LAB=01 TEST=Lab01.DirectKernelIsRightAtEverySizeAroundABlock "BUILD=$scratch/build" BACKEND=sim
expect good 'Score: 0/5' \
  make grade LAB=01 TEST=Lab01.DirectKernelIsRightAtEverySizeAroundABlock "BUILD=$scratch/build" BACKEND=sim
if grep -q Compiling "$scratch/output"; then
  complain 'nothing has changed, and it is compiled again' "$scratch/output"
fi

# A finding before any exercise, while static objects are constructed, does not end the runner.
mv labs/02_radix_cpu/radix_cpu.cu "$scratch/stub02.cu"
sed 's/^\/\/ BEGIN YOUR CODE (exercise 1)$/&\nstatic volatile int behind = std::vector<int>(4).data()[4];/' \
  solutions/02_radix_cpu/radix_cpu.cu >labs/02_radix_cpu/radix_cpu.cu
expect good 'Score: 1/1' make grade LAB=02 TEST=Lab02.HistogramIsClean "BUILD=$scratch/build" BACKEND=sim
mv "$scratch/stub02.cu" labs/02_radix_cpu/radix_cpu.cu

# Interrupted grading leaves no incomplete file and no process. On a busy machine, grading can end before the
# interruption, and the test tries again.
at_work() { ls -d "$scratch"/ended/.junit-* && pgrep -P "$grader"; } >/dev/null 2>&1
for attempt in {1..20}; do
  rm -rf "$scratch/ended"
  "$build/bin/grade" --audience labs --backend sim --lab 01 --labs-dir labs --rubrics grader/labs \
    --runners "$scratch/build/runners" --reports "$scratch/ended" >"$scratch/output" 2>&1 &
  grader=$!
  while kill -0 "$grader" 2>/dev/null && ! at_work; do sleep 0.02; done
  kill "$grader" 2>/dev/null
  wait "$grader"
  status=$?
  [ $status != 143 ] || break
done
[ $status = 143 ] || complain "the grader was not ended by the signal" "$scratch/output"
[ -z "$(ls -A "$scratch/ended")" ] || complain "a grader that was ended left files: $(ls -A "$scratch/ended")"
soon none_of "--reports $scratch/ended" ||
  complain "a grader that was ended left processes: $(pgrep -af -- "--reports $scratch/ended")"

# Grading ends while it compiles a file that takes minutes. The compiler ends too, and leaves no part of a program. The
# terminal has no unfinished line.
mv $stub "$scratch/quick.cu"
sed 's/^std::size_t crossover(/constexpr long slowly(long n) {\
  long sum = 0;\
  for (long i = 0; i < n; ++i) sum += i;\
  return sum;\
}\
template <long N> struct slow { static constexpr long value = slow<N - 1>::value + slowly(200000 + N); };\
template <> struct slow<0> { static constexpr long value = 0; };\
static_assert(slow<800>::value > 0);\
&/' "$scratch/quick.cu" >$stub
ends_by=(setsid env --default-signal=INT make grade LAB=01 "BUILD=$scratch/build" BACKEND=sim)
! command -v script >/dev/null ||
  ends_by=(env --default-signal=INT TERM=xterm script -qec
    "make grade LAB=01 'BUILD=$scratch/build' BACKEND=sim" /dev/null)
mkfifo "$scratch/keys"
"${ends_by[@]}" <"$scratch/keys" >"$scratch/output" 2>&1 &
grader=$!
exec 5>"$scratch/keys"
soon pgrep -f "cc1plus.*$scratch/build/runners/labs" >/dev/null || complain "no compiler was seen" "$scratch/output"
if [ "${ends_by[0]}" = setsid ]; then kill -INT -- "-$grader"; else printf '\003' >&5; fi
soon none_of "$scratch/build/runners/labs" ||
  complain "still running minutes after the signal: $(pgrep -f -l "$scratch/build/runners/labs")"
! ls -d "$scratch"/build/runners/labs/*.making 2>/dev/null || complain "a compiler that was ended left these files"
wait "$grader"
exec 5>&-
for made in "$scratch"/build/runners/labs/01_enumeration.sim{,.log}; do
  [ ! "$made" -nt $stub ] || complain "the compiler ran to its end"
done
if [ "${ends_by[0]}" != setsid ] && ! sed 's/.*\x1b\[K//' "$scratch/output" | grep -q '^make: '; then
  echo "FAILED: after Ctrl-C, half a line is left:" && cat -v "$scratch/output" && failed=1
fi

mv "$scratch/quick.cu" $stub
TMPDIR=/is/not/there make watch LAB=01 "BUILD=$scratch/build" BACKEND=sim >"$scratch/watched" 2>&1 &
watcher=$!
said() { [ "$(grep -cF -- "$1" "$scratch/watched")" -ge "$2" ]; }  # TEXT COUNT
wait_for() { soon said "$@" || complain "watch did not say \"$1\" $2 times" "$scratch/watched"; }
# Changes one file once, so it is graded once.
save() { cp "${solution%/*}/$1" "${stub%/*}/$1.new" && mv "${stub%/*}/$1.new" "${stub%/*}/$1"; }
wait_for 'Save a file to grade it again' 1
expect bad 'Another `make watch` is running' make watch LAB=01 "BUILD=$scratch/build" BACKEND=sim
save explain.csv
wait_for 'Save a file to grade it again' 2
save enumeration.cu
wait_for 'Save a file to grade it again' 3
wait_for 'All right: 100 of 100 points.' 1
grep -qF 'Lab 02 is next: read labs/02_radix_cpu/README.md. `make next LAB=02` shows' "$scratch/watched" ||
  complain "watch did not say which lab is next" "$scratch/watched"
grep -q '^  ✓ 2  ' "$scratch/watched" || complain "watch did not report the exercises one by one" "$scratch/watched"
grep -q 'Compiling labs/01_enumeration (check)' "$scratch/build/beside.log" ||
  complain "watch did not compile the checkers during the tests"
exit "$failed"

#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Tests that gdb's own commands stay in one thread, and that kernels.py's commands switch threads (`make debug`).
set -u
build=$1
failed=0
gdb -q -batch -ex run /bin/true 2>/dev/null | grep -q 'exited normally' || { # some containers do not allow gdb
  echo 'SKIPPED: gdb is not installed, or may not run programs here. `make setup debug` installs it.'
  exit 77
}
[ -x "$build/bin/simcu" ] || { echo 'SKIPPED: the simulated device was not built.' && exit 77; }
source=common/build/tests/debugger.cu
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$build/bin/simcu" -std=c++17 -O0 -g $source -o "$scratch/program" || exit 1
line() { grep -nF -- "$1" $source | head -1 | cut -d: -f1; }
first=$(line '__shared__ int s_sum') loop=$(line '// in the loop')
call=$(line '// a call') only=$(line '// thread 3 only')

# session NAME COMMAND…: runs gdb commands from the kernel's first line. `said TEXT` and `never TEXT` check the output.
session() {
  local name=$1 command commands=()
  shift
  for command; do commands+=(-ex "$command"); done
  SIMCU_WORKERS=1 gdb -q -batch -iex 'set auto-load off' -x common/build/kernels.py \
    -ex "tbreak debugger.cu:$first" -ex run \
    "${commands[@]}" "$scratch/program" >"$scratch/output" 2>&1 </dev/null
  echo "session: $name"
}
wrong() { echo "FAILED: $1. gdb printed:" && cat "$scratch/output" && failed=1; }
said() { grep -qF -- "$1" "$scratch/output" || wrong "it did not print \"$1\""; }
never() { ! grep -qE -- "$1" "$scratch/output" || wrong "it printed \"$1\""; }
stops_in() { [ "$(grep -c '^\[block' "$scratch/output")" = "$1" ] || wrong "it was not in $1 threads"; }

session 'the thread that comes first' whoami
said '[block 0 of 4, thread 0 of 64]'

steps=()
for ((i = 0; i < 15; i++)); do steps+=(next); done
session 'next, over barriers, atomic operations and a warp function' 'goto_thread 5' "${steps[@]}" 'print below' whoami
stops_in 2
said '$1 = 5'
said 'block 0 of 4, thread 5 of 64'
never 'on_signal|Single stepping until'

session 'step and finish: in a function of the file, but not in headers' \
  'goto_block 2' "tbreak $call" continue 'goto_thread 5' step finish \
  "tbreak $loop" step step step whoami
said 'squared (x=5)'
said 'Value returned is $1 = 25'
said 'block 2 of 4, thread 5 of 64'
never 'simcu/include'

session 'the end of a thread' "tbreak $only" continue next next next next
said 'thread 3 of 64 has ended.'

session 'a thread that has passed the line, in the second launch' \
  "tbreak $call if launch == 1" continue 'goto_thread 1 7' 'goto_thread 0 2' \
  'print launch'
said 'Block 0, thread 2 had passed line'
said '[block 0 of 4, thread 2 of 64]'
said '$1 = 1'

session 'a thread that never reaches the line' "tbreak $only" continue 'goto_thread 4' whoami continue
said "Block 0, thread 4 never reaches line $only in this launch. Back to block 0, thread 3."
said 'The program is done.'

session 'a breakpoint stays as it was' \
  "break $loop" 'disable 2' "break $call" 'goto_block 3' 'info breakpoints' continue
[ "$(grep -cE '^[23] .* keep [ny] ' "$scratch/output")" = 2 ] &&
  grep -qE '^2 .* keep n ' "$scratch/output" && grep -qE '^3 .* keep y ' "$scratch/output" ||
  wrong 'the breakpoints have changed'
said "$call	"

# Each of these ends the session, because gdb -batch stops at an error in a script's command.
for numbers in 64 '0 64' -1 1.5 '0 1 2' ''; do
  session "goto_thread $numbers" "goto_thread $numbers" && never '^Python|Traceback'
done
said 'Usage: goto_thread [BLOCK] THREAD, where numbers start at 0.'
session 'numbers' 'goto_thread 64' 'goto_thread 4 0' 'goto_block 4' whoami
said 'goto_thread: no thread 64; a block has threads 0 to 63.'
said 'goto_thread: no block 4; the grid has blocks 0 to 3.'
said 'goto_block: no block 4; the grid has blocks 0 to 3.'
said 'block 0 of 4, thread 0 of 64'
stops_in 1
session 'outside a kernel' continue 'goto_thread 1' whoami
said 'goto_thread: no thread of a kernel is stopped here.'
never '^Python|Traceback'
exit $failed

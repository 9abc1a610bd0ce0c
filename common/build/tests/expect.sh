# SPDX-License-Identifier: Apache-2.0
# A test sources this file, makes a folder $scratch, and ends with `exit $failed`.
failed=0

# complain TEXT [FILE]: makes the test fail with TEXT, and shows FILE.
complain() {
  echo "FAILED: $1${2:+. It printed:}"
  [ -z "${2:-}" ] || cat -v "$2"
  failed=1
}

# expect STATUS TEXT COMMAND…: COMMAND succeeds (`good`) or fails (`bad`), and its output, kept in $scratch/output,
# contains TEXT. A test can redefine `run_in`.
run_in() { "$@"; }
expect() {
  local wanted=$1 text=$2 status=0
  shift 2
  run_in "$@" >"$scratch/output" 2>&1 </dev/null || status=$?
  if [ "$wanted" = good ] && [ $status != 0 ] || [ "$wanted" = bad ] && [ $status = 0 ]; then
    complain "\`$*\` ended with status $status" "$scratch/output"
  elif ! grep -qF -- "$text" "$scratch/output"; then
    complain "\`$*\` did not say \"$text\"" "$scratch/output"
  else
    echo "good: $*"
  fi
}

# also TEXT, never TEXT: the last command's output also contains TEXT, or does not.
also() { grep -qF -- "$1" "$scratch/output" || complain "the last command did not say \"$1\"" "$scratch/output"; }
never() { ! grep -qF -- "$1" "$scratch/output" || complain "the last command said \"$1\"" "$scratch/output"; }

#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Test: a hostile submission can affect only its author's marks.   run.sh SOURCE BUILD GRADE [NAME…]
# The results of compile.sh must exist (the target selfcheck_hostile_runners).
# Each NN_name/ has submission.cu, the text between the marks of lab/, and `expected`. That file has the verdicts of the
# two tests as "CopyIsRight / CopyIsClean" ("-": graded without a check runner), then texts that the report must
# contain, one per line.
# HOSTILE_WITHOUT="landlock seccomp" imitates a kernel that lacks the first, then the second. The report must say so.
# If possible, the test runs in its own control group. If root starts it, a plain user makes the same attempts at the
# same time, because attempts mostly wait.
set -u
source=$(realpath "$1")
build=$(realpath "$2")
grade=$(realpath "$3")
shift 3
here=$source/grader/selfcheck/hostile
lab=$here/lab
compiled=$build/grader/selfcheck/hostile
failed=0
shopt -s dotglob nullglob  # submissions may also leave files whose names begin with a dot

# Limits the memory of this test, so that a bomb cannot harm the machine.
group=
memory=$(sed -n 's/^[0-9]*:memory:/\/sys\/fs\/cgroup\/memory/p' /proc/self/cgroup)
if [ -n "$memory" ] && mkdir "$memory/hostile-$$" 2>/dev/null; then
  group=$memory/hostile-$$
  echo $((3 << 30)) >"$group/memory.limit_in_bytes"
  echo $$ >"$group/cgroup.procs"
fi
scratch=$(realpath "$(mktemp -d)")
chmod 755 "$scratch"
leave() {
  rm -rf "$scratch"
  if [ -n "$group" ]; then
    echo $$ >"$memory/cgroup.procs"
    rmdir "$group"
  fi
}
passes=()
trap '[ ${#passes[@]} = 0 ] || { kill "${passes[@]}"; wait; } 2>/dev/null; leave' EXIT

complain() {
  echo "FAILED: $name, as $user${without:+, without $without}: $1"
  failed=1
}
shown() { sed 's/^/    /' "$scratch/$1"; }

[ $# -gt 0 ] || set -- $(cd "$here" && ls -d [0-9]*_*)

# The following code runs after each of about 250 attempts. It uses shell built-ins where it can, because starting a
# program takes longer than its work.

# slurp NAME FILE: reads the file's text into the variable NAME, with \1 for a zero byte; empty if it isn't a plain
# file.
slurp() {
  local -n text=$1
  local piece=
  text=
  [ -f "$2" ] || return
  while IFS= read -rd '' piece; do text+=$piece$'\1'; done <"$2"
  text+=$piece
}

# squeeze NAME TEXT: stores the text in the variable NAME, as one line with single spaces.
squeeze() {
  local - IFS=$' \n' split
  set -f
  split=($2)
  printf -v "$1" ' %s ' "${split[*]//$'\1'/}"
}

# take NAME: copies the results of compile.sh, because the submission can damage them.
take() {
  [ -d "$scratch/$1" ] || cp -r "$compiled/$1" "$scratch" ||
    { echo "FAILED: $1 is not compiled. The build's output says why."; exit 1; }
}

# judge SAID NAME OPTION…: puts the report into $scratch/SAID and $report, the verdicts into $verdicts and the exit
# status into $status: 124 if grade had to be stopped. Its own limits exclude the time that it waits for a core, so on a
# busy machine the bound here is far above them.
judge() {
  local reports=$scratch/$2/reports try words lines=() line
  for try in {1..20}; do
    [ ! -e "$reports" ] || rm -rf "$reports"
    mkdir -m 777 "$reports"
    timeout 300 "${become[@]}" "$grade" --backend sim --rubrics "$lab/rubrics" --labs-dir "$scratch/$2/files" \
      --runners "$scratch/$2/runners" --reports "$reports" --seed 7 --memory 256 --thorough --verbose "${@:3}" \
      >"$scratch/$1" 2>&1 </dev/null
    status=$?
    slurp report "$scratch/$1"
    [ $status = 3 ] && squeeze words "$report" && [[ $words == *'This machine is too busy'* ]] || break
    sleep 3  # other tests run at the same time
  done
  verdicts=
  [ ! -f "$reports/results.json" ] || mapfile -t lines <"$reports/results.json"
  for line in "${!lines[@]}"; do
    [[ ${lines[line]} =~ ^\ *\"tags\":\ \[ && ${lines[line + 3]:-} =~ \"([^\"]*) ]] || continue  # lab, test, verdict
    verdicts+=${verdicts:+ / }${BASH_REMATCH[1]}
  done
}

# Lists everything below the submission's folder except its reports, in no order.
files_of() {
  exec find "$scratch/$1" -path "$scratch/$1/reports" -prune -o -type d -printf '%p %m\n' -o -printf '%p %y %s %m %T@\n'
}

# Control characters, and characters that change the direction of text: a terminal obeys them.
obeyed=$'[\x01-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]'

# Complains about texts that $report lacks, or must not contain.
look_at_report() { # TEXT…
  local LC_ALL=C said fragment line scores=0 lacks=
  squeeze said "$report"
  for fragment; do
    [[ $said == *"$fragment"* ]] || complain "does not say \"$fragment\"."
  done
  [[ $report =~ $obeyed ]] && complain "sends control characters to the terminal."
  while IFS= read -r line; do
    [[ $line != 'Score: '* ]] || ((scores += 1))
    [[ $line != 'sandbox: '*"no-$without"* ]] || lacks=yes
  done <<<"$report"
  [ -z "$without" ] || [ -n "$lacks" ] || complain 'does not say what is missing.'
  [ $scores = 1 ] || complain "does not have exactly one line that begins with a score."
}

# In report.html, a submission's messages are plain text of limited length. The page's only links are to its own tests.
look_at_page() { # FILE
  local LC_ALL=C page tags tag own='^a href="#[0-9][0-9]-[A-Za-z0-9_]+">'
  slurp page "$1"
  ((0 < ${#page} && ${#page} < 500000)) || complain "makes no report.html, or one that is too long."
  IFS='<' read -rd '' -a tags <<<"${page:0:500000}"
  for tag in "${tags[@]:1}"; do
    [[ ${tag,,} =~ ^(script|img|iframe|link|object|a)[[:space:]/\>] && ! $tag =~ $own ]] || continue
    complain "puts its own elements into report.html."
    break
  done
}

# Complains about processes that this test has started and that are not ending, as `PID state command`. A killed process
# needs a core once more to end: SIGKILL is pending (0x100), or the process is exiting (PF_EXITING, 4; see sched.h in
# the Linux kernel).
look_for_processes() {
  local found path stat fields command left=
  found=$(exec grep -lasF -f - /proc/[0-9]*/cmdline <<<"$scratch/")
  for path in $found; do
    path=${path%/cmdline}
    stat=$(cat "$path/stat" 2>/dev/null) || continue
    read -ra fields <<<"${stat##*) }"
    [[ ${fields[0]} == [ZX] ]] || ((fields[6] & 4)) ||
      awk '/^S(ig|hd)Pnd:/ && substr($2, length($2) - 2, 1) ~ /[13579bdf]/ { dying = 1 } END { exit !dying }' \
        "$path/status" 2>/dev/null && continue
    command=$(tr '\0' ' ' <"$path/cmdline" 2>/dev/null)
    left+="${path##*/} ${fields[0]} ${command:0:200}"$'\n'
  done
  [ -z "$left" ] || complain "left processes: ${left%$'\n'}."
}

# Complains about files elsewhere, System V memory and control groups that were left.
look_elsewhere() {
  local kind key rest left
  left=({/tmp,/var/tmp,/dev/shm,"${HOME:-}","$source","$build"}/*left_behind*)
  [ ${#left[@]} = 0 ] || complain "left ${left[*]}."
  for kind in shm msg sem; do
    [ ! -r "/proc/sysvipc/$kind" ] || while read -r key rest; do
      [ "$key" != 7712345 ] || complain "left System V memory."
    done <"/proc/sysvipc/$kind"
  done
  left=(${group:+"$group"/*/})
  [ ${#left[@]} = 0 ] || complain "left control groups: ${left[*]}."
}

attempt() { # NAME
  local before after changed expected wanted reports started=$SECONDS
  name=$1
  take "$name"
  before=$(files_of "$name")
  judge said "$name"
  mapfile -t expected <"$here/$name/expected"
  wanted="(${expected[0]/ \/ /) / (})"
  wanted=${wanted/\(-)/NOT GRADED}
  [ $status = 0 ] || complain "grade ended with status $status."
  [[ $verdicts =~ ^$wanted$ ]] || complain "is $verdicts, not $wanted."
  look_at_report "${expected[@]:1}"

  after=$(files_of "$name")
  if [ "$after" != "$before" ]; then
    changed=$(diff <(sort <<<"$before") <(sort <<<"$after")) || complain "changed files: $changed"
  fi
  reports=("$scratch/$name/reports"/*)
  [ "${reports[*]##*/}" = 'junit.xml marks report.html results.json' ] || complain "left files in the reports' folder."
  look_at_page "$scratch/$name/reports/report.html"
  look_for_processes
  look_elsewhere
  tried+=("$name")
  [ "$name" = 01_honest ] || spent+=("${scratch:?}/$name")
  if [ ${#tried[@]} -ge "$honest_every" ] || [ "$name" = "$last" ]; then
    judge said_then 01_honest --test CopyIsRight
    [ "$status $verdicts" = '0 GOOD' ] ||
      complain "and after ${tried[*]}, an honest submission gets $verdicts, with status $status."
    rm -rf "${spent[@]}"
    tried=() spent=()
  fi
  if [ "$failed" = 0 ]; then echo "contained: $name, as $user${without:+, without $without}"; else
    worst=1
    echo "    It took $((SECONDS - started)) s; load, processes: $(cat /proc/loadavg). Its report:"
    shown said
    [ ! -e "$scratch/said_then" ] || { echo '    The report of the last honest submission:' && shown said_then; }
  fi
  failed=0
}

# pass USER: makes all attempts as this user, in a separate folder and control group. Run it in a subshell.
pass() {
  local without name worst=0 tried=() spent=() become
  user=$1
  scratch=$scratch/$user
  mkdir "$scratch"
  if [ -n "$group" ]; then
    group=$group/$user
    mkdir "$group" && echo "$BASHPID" >"$group/cgroup.procs" || exit 1
    trap 'echo "$BASHPID" >"${group%/*}/cgroup.procs"; rmdir "$group"' EXIT
  fi
  take 01_honest
  for without in "${walls[@]:-}"; do
    become=()
    [ "$user" != nobody ] || become=("${plain[@]}")
    [ -z "$without" ] || become+=("$(dirname "$grade")/selfcheck_without" "$without")
    for name in "${names[@]}"; do attempt "$name"; done
  done
  exit $worst
}

names=("$@")
last=${!#}
honest_every=8  # try an honest submission after this many attempts, because any damage that they do is permanent
users=("$(id -un)")
plain=(setpriv --reuid 65534 --regid 65534 --clear-groups)
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
  if "${plain[@]}" test -x "$grade" && "${plain[@]}" test -r "$scratch"; then users+=(nobody); else
    echo "Run only as root: a plain user can't reach $grade or $scratch."
  fi
fi
read -ra walls <<<"${HOSTILE_WITHOUT:-}"
(pass "${users[0]}") &
passes=($!)
if [ ${#users[@]} = 2 ]; then
  (pass nobody) >"$scratch/said" 2>&1 &
  passes+=($!)
fi
worst=0
for id in "${passes[@]}"; do wait "$id" || worst=1; done
passes=()
[ ${#users[@]} = 1 ] || cat "$scratch/said"
[ -n "$group" ] || echo 'Not run in a control group of its own: none can be created on this machine.'
exit $worst

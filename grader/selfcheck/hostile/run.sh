#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Test: what a hostile submission does costs its author's marks at most: run.sh SOURCE BUILD GRADE [NAME…]
# What compile.sh has made of them must be there (the target selfcheck_hostile_runners).
# Each NN_name/ has submission.cu, the text between the marks of lab/, and `expected`: the verdicts of the two tests as
# "CopyIsRight / CopyIsClean" ("-": graded without a check runner), then texts that the report must have, one a line.
# HOSTILE_WITHOUT="landlock seccomp": as on a kernel that lacks the one, then the other, and the report must say so.
# All of it runs in a control group of its own where one can be made, and as root and as a plain user where root starts it.
set -u
source=$(realpath "$1")
build=$(realpath "$2")
grade=$(realpath "$3")
shift 3
here=$source/grader/selfcheck/hostile
lab=$here/lab
compiled=$build/grader/selfcheck/hostile
failed=0
shopt -s dotglob # files that begin with a dot are left, too

# A bomb that goes off costs this test, and not the machine.
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
trap leave EXIT

complain() {
  echo "FAILED: $name, as $user${without:+, without $without}: $1"
  failed=1
}
shown() { sed 's/^/    /' "$scratch/$1"; }

[ $# -gt 0 ] || set -- $(cd "$here" && ls -d [0-9]*_*)

# take NAME: what compile.sh, a part of the build, has made of it. A copy, which it may spoil.
take() {
  [ -d "$scratch/$1" ] || cp -r "$compiled/$1" "$scratch" || { echo "FAILED: $1 is not compiled: the build says why."; exit 1; }
}
take 01_honest

# judge SAID NAME OPTION…: leaves the report in $scratch/SAID, the verdicts in $verdicts and how grade ended in $status: 124 if it
# had to be stopped. Its limits leave out what it waits for a core, so on a busy machine the bound here is far from them.
judge() {
  local said=$scratch/$1 reports=$scratch/$2/reports try
  shift
  for try in {1..20}; do
    rm -rf "$reports"
    mkdir "$reports"
    chmod 777 "$reports"
    timeout 300 "${become[@]}" "$grade" --backend sim --rubrics "$lab/rubrics" --labs-dir "$scratch/$1/files" --seed 7 \
      --runners "$scratch/$1/runners" --reports "$reports" --memory 256 --thorough "${@:2}" >"$said" 2>&1 </dev/null
    status=$?
    [ $status = 3 ] && tr -s ' \n' ' ' <"$said" | grep -qF 'this machine is too busy' || break
    sleep 3  # other tests run at the same time
  done
  verdicts=$(awk -F'"' '/^ *"tags": \[/ { getline; getline; getline; printf "%s%s", found++ ? " / " : "", $2 }' "$reports/results.json" 2>/dev/null)
}

files_of() {
  find "$scratch/$1" -path "$scratch/$1/reports" -prune -o -type d -printf '%p %m\n' -o -printf '%p %y %s %m %T@\n' | sort
}

# Processes that this test has started and that are not ending: `PID state command` each. One that was killed still has to
# get a core before it is gone; it has SIGKILL pending (0x100) or is on its way out (PF_EXITING, 4; sched.h in the Linux kernel).
processes_left() {
  local pid stat fields
  for pid in $(grep -lasF -f - /proc/[0-9]*/cmdline <<<"$scratch/" | cut -d/ -f3); do
    stat=$(cat "/proc/$pid/stat" 2>/dev/null) || continue
    read -ra fields <<<"${stat##*) }"
    [[ ${fields[0]} == [ZX] ]] || ((fields[6] & 4)) ||
      awk '/^S(ig|hd)Pnd:/ && substr($2, length($2) - 2, 1) ~ /[13579bdf]/ { dying = 1 } END { exit !dying }' "/proc/$pid/status" 2>/dev/null ||
      echo "$pid ${fields[0]} $(tr '\0' ' ' <"/proc/$pid/cmdline" 2>/dev/null | cut -c1-200)"
  done
}

attempt() { # NAME
  local before expected said wanted fragment reports left started=$SECONDS
  name=$1
  take "$name"
  before=$(files_of "$name")
  judge said "$name"
  mapfile -t expected <"$here/$name/expected"
  said=$(tr -s ' \n' ' ' <"$scratch/said" | tr -d '\0')
  wanted="(${expected[0]/ \/ /) / (})"
  wanted=${wanted/\(-)/NOT GRADED}
  [ $status = 0 ] || complain "grade ended with status $status."
  [[ $verdicts =~ ^$wanted$ ]] || complain "is $verdicts, and not $wanted."
  for fragment in "${expected[@]:1}"; do
    [[ $said == *"$fragment"* ]] || complain "does not say \"$fragment\"."
  done
  LC_ALL=C grep -qaP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]' "$scratch/said" && complain "sends the terminal something that it obeys."
  [ -z "$without" ] || grep -q "^sandbox: .*no-$without" "$scratch/said" || complain 'does not say what is missing.'
  [ "$(grep -ac '^Score: ' "$scratch/said")" = 1 ] || complain "has not one line that begins with a score."

  [ "$(files_of "$name")" = "$before" ] || complain "changed files: $(diff <(echo "$before") <(files_of "$name"))"
  reports=("$scratch/$name/reports"/*)
  [ "${reports[*]##*/}" = 'junit.xml marks report.html results.json' ] || complain "left files in the reports' folder."
  # What a submission says is text there, and not without end. The page's only links are to tests of its own.
  LC_ALL=C sed -E 's/<a href="#[0-9]{2}-[A-Za-z0-9_]+">//g' "$scratch/$name/reports/report.html" |
    grep -qaiE '<(script|img|iframe|link|object|a)[ />]' && complain "has elements of its own in report.html."
  [ "$(stat -c %s "$scratch/$name/reports/report.html")" -lt 500000 ] || complain "makes report.html too long."
  left=$(find /tmp /var/tmp /dev/shm "${HOME:-/}" "$source" "$build" -maxdepth 1 -name '*left_behind*' 2>/dev/null)
  [ -z "$left" ] || complain "left $left."
  left=$(processes_left)
  [ -z "$left" ] || complain "left processes: $left."
  ! grep -qs '^ *7712345 ' /proc/sysvipc/{shm,msg,sem} || complain "left memory of System V."
  left=${group:+$(find "$group" -mindepth 1 -type d)}
  [ -z "$left" ] || complain "left control groups: $left."
  tried+=("$name")
  if [ ${#tried[@]} -ge "$honest_every" ] || [ "$name" = "$last" ]; then
    judge said_then 01_honest --test CopyIsRight
    [ "$status $verdicts" = '0 GOOD' ] || complain "and after ${tried[*]}, an honest submission is $verdicts, with status $status."
    tried=()
  fi
  [ "$name" = 01_honest ] || rm -rf "${scratch:?}/$name"
  if [ "$failed" = 0 ]; then echo "contained: $name, as $user${without:+, without $without}"; else
    worst=1
    echo "    It took $((SECONDS - started)) s; load, processes: $(cat /proc/loadavg). Its report:"
    shown said
    [ ! -e "$scratch/said_then" ] || { echo '    The report of the last honest submission:' && shown said_then; }
  fi
  failed=0
}

worst=0
honest_every=8  # submissions that were tried; what they spoil stays spoiled
tried=()
last=${!#}
users=("$(id -un)")
plain=(setpriv --reuid 65534 --regid 65534 --clear-groups)
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
  if "${plain[@]}" test -x "$grade" && "${plain[@]}" test -r "$scratch"; then users+=(nobody); else
    echo "As root only: a plain user can't reach $grade or $scratch."
  fi
fi
read -ra walls <<<"${HOSTILE_WITHOUT:-}"
for without in "${walls[@]:-}"; do
  for user in "${users[@]}"; do
    become=()
    [ "$user" != nobody ] || become=("${plain[@]}")
    [ -z "$without" ] || become+=("$(dirname "$grade")/selfcheck_without" "$without")
    for name; do attempt "$name"; done
  done
done
[ -n "$group" ] || echo 'Without a control group of its own: none can be made here.'
exit $worst

# SPDX-License-Identifier: Apache-2.0
# The targets that a student uses between two gradings: watch, next, hint, reset, play, debug, and one test under the
# checkers. Sourced by workbook.sh, whose functions it uses.

# Reads lab and exercise from EXERCISE=03.4, 3.4 or, with LAB=, 4; nothing if EXERCISE is not set. Sets `lab` (its
# folder's name) and `exercise`.
resolve_exercise() {
  local given=${EXERCISE:-}
  exercise=
  if [[ $given == *.* ]]; then
    [[ $given == ?*.?* ]] || fail "EXERCISE=$given: a lab and an exercise, as in EXERCISE=03.4."
    [ -z "${LAB:-}" ] || [ "$(resolve_lab)" = "$(LAB=${given%%.*} resolve_lab)" ] ||
      fail "LAB=$LAB and EXERCISE=$given are not of one lab."
    LAB=${given%%.*} given=${given#*.}
  fi
  lab=$(resolve_lab)
  [ -n "$given" ] || return 0
  [ -n "$lab" ] || fail "EXERCISE=$given: say which lab, as in EXERCISE=03.4, or LAB=03 EXERCISE=4."
  [[ $given =~ ^[0-9]{1,2}$ ]] && grep -q "^$given," "grader/labs/$lab/rubric.csv" ||
    fail "EXERCISE=$EXERCISE: lab ${lab%%_*} has no such exercise. It has 1 to $(last_exercise "$lab")."
  exercise=$given
}

last_exercise() { sed -n 's/^\([0-9]*\),.*/\1/p' "grader/labs/$1/rubric.csv" | sort -n | tail -1; }
file_of() { echo "labs/$1/${1#*_}.cu"; }

is_text() { [ "$(tr -d '\0' <"$1" | wc -c)" = "$(wc -c <"$1")" ]; }

# Whatever is in the place of a lab's file and is not a plain file, if anything is.
in_the_way() {
  local file
  file=$(file_of "$1")
  if [ -L "$file" ]; then
    echo "$file is a symbolic link: put the file itself there."
  elif [ -d "$file" ]; then
    echo "$file is a folder, where a file belongs. Move it away; \`make reset EXERCISE=${1%%_*}.1\` brings the file as it was handed out."
  fi
}

require_file() {
  local file problem="is not there" wrong
  file=$(file_of "$1") wrong=$(in_the_way "$1")
  [ -z "$wrong" ] || fail "$wrong"
  [ ! -e "$file" ] || problem="is empty"
  [ ! -s "$file" ] || [ -r "$file" ] || fail "$file cannot be read by you. \`chmod u+rw $file\` allows it, if the file is yours."
  [ ! -s "$file" ] || is_text "$file" ||
    fail "$file is not plain text: it has zero bytes, as UTF-16 does. Save it as UTF-8 in your editor."
  [ -s "$file" ] ||
    fail "$file $problem. \`git checkout -- $file\` brings back the last version that you committed; \`make reset EXERCISE=${1%%_*}.1\` brings the file as it was handed out."
}

# The first exercise, of the lab or of all labs, that is not fully right in its last run or was never reached: "LAB
# EXERCISE". Reads the marks that `grade` keeps for each lab; without them, what is still to be written.
first_open_exercise() {
  local folder marks
  for folder in labs/[0-9][0-9]_*/; do
    folder=$(basename "$folder")
    [ -z "${1:-}" ] || [ "$folder" = "$1" ] || continue
    marks=$build/reports/student/marks/$folder
    if [ -f "$marks" ]; then
      awk -v lab="$folder" '$2 < $3 { print lab, $1; exit 1 }' "$marks" || return 0
    else
      echo "$folder 1"
      return 0
    fi
  done
}

# The text of an exercise, up to the next one. It begins with "**4. …" in README.md and with "## 4. …" in HINTS.md.
section() { # FILE BEGIN-OF-LINE
  awk -v begin="$2" 'index($0, begin) == 1 { inside = 1; print; next }
    inside && (/^\*\*[0-9]+\. / || /^## /) { exit }
    inside { print }' "$1" | sed -e 's/\[\([^]]*\)\]([^)]*)/\1/g'
}

# Statements are as wide as their files: a terminal narrower than that gets paragraphs broken between words. Other
# output stays unchanged.
fill() {
  local columns
  measure_terminal
  [ "$columns" -gt 0 ] || { cat && return; }
  awk -v width=$((columns < 100 ? columns : 100)) '
    function whole(text,  out, name) { # a command in backticks stays on one line
      while (match(text, /`[^`]*`/)) {
        name = substr(text, RSTART, RLENGTH)
        gsub(/ /, "\001", name)
        out = out substr(text, 1, RSTART - 1) name
        text = substr(text, RSTART + RLENGTH)
      }
      return out text
    }
    function flush(  n, i, words, line) {
      text = whole(text)
      n = split(text, words, /[ \t]+/)
      line = lead
      for (i = 1; i <= n; i++) {
        if (words[i] == "") continue
        if (line !~ /^ *$/ && length(line) + 1 + length(words[i]) > width) { print line; line = hang }
        gsub(/\001/, " ", words[i])
        line = line (line ~ /^ *$/ ? "" : " ") words[i]
      }
      if (text != "") print line
      text = ""
    }
    /^ *```/ { flush(); code = !code }
    code || /^ *```/ || /^ *\|/ || /^ *$/ { flush(); print; next }
    /^ *(- |[0-9]+\. )/ || text == "" || (hang != "" && /^[^ ]/) {
      flush()
      match($0, /^ *(- |[0-9]+\. )?/)
      hang = sprintf("%" RLENGTH "s", "")
      match($0, /^ */)
      lead = substr($0, 1, RLENGTH)
    }
    { text = text " " $0 }
    END { flush() }'
}

# Whether no question of an exercise is answered, and its other tests have all of their points.
all_is_right_but_the_questions() { # LAB EXERCISE FILE
  local marks=$build/reports/student/marks/$1 asked
  [ -f "$marks" ] && [ -f "labs/$1/$3" ] && awk '!/^(#|question,)/ && /,[^?]*[0-9A-Za-z][^?]*$/ { exit 1 }' "labs/$1/$3" || return 1
  asked=$(awk -F, -v exercise="$2" -v file="$3:" '$1 == exercise && index($0, file) { sum += $3 } END { print sum + 0 }' "grader/labs/$1/rubric.csv")
  awk -v exercise="$2" -v asked="$asked" '$1 == exercise { found = asked > 0 && $3 - $2 == asked } END { exit !found }' "$marks"
}

next_exercise() {
  local lab exercise place todo answers
  resolve_exercise
  read -r lab exercise <<<"$(first_open_exercise "$lab")"
  [ -n "${exercise:-}" ] || { echo "All exercises that were graded are right. Nothing is left to do${LAB:+ in lab $LAB; \`make next\` looks at the others}." && return; }
  require_file "$lab"
  section "labs/$lab/README.md" "**$exercise. "
  todo=$(awk -v mark="(exercise $exercise)" 'index($0, "BEGIN YOUR CODE " mark) { inside = 1 } /END YOUR CODE/ { inside = 0 }
    inside && /LAB_TODO\(/ && !/^ *\/\// { print FNR; exit }' "$(file_of "$lab")")
  place=$todo
  [ -n "$place" ] || place=$(sed -n "/BEGIN YOUR CODE (exercise $exercise)/=" "$(file_of "$lab")" | head -1)
  local where
  answers=$(section "labs/$lab/README.md" "**$exercise. " | grep -oE '`(explain|predictions)\.csv`' | head -1 | tr -d '`' || true)
  where="$(file_of "$lab"):$place"
  if [ -z "$place" ] && grep -q "BEGIN YOUR CODE (exercise $exercise)" "grader/labs/$lab/given.cu"; then
    where="$(file_of "$lab"), where the line \"// BEGIN YOUR CODE (exercise $exercise)\" is missing: put it back first"
  elif [ -z "$place" ]; then
    where="labs/$lab/$answers"
  fi
  # All code is written, and the exercise also asks questions. If none of them is answered, the marks say whether that
  # is all.
  if [ -z "$todo" ] && [ -n "$place" ]; then
    if [ -n "$answers" ] && all_is_right_but_the_questions "$lab" "$exercise" "$answers"; then
      where=labs/$lab/$answers
    elif [ -n "$answers" ]; then
      where+=", or labs/$lab/$answers: \`make grade\` says which"
    fi
  fi
  echo "Write in $where; then \`make grade LAB=${lab%%_*}\`. Stuck? \`make hint EXERCISE=${lab%%_*}.$exercise\`."
}

# One more of the three hints of an exercise; AGAIN=1 starts from the first.
hint() {
  local lab exercise seen count file
  resolve_exercise
  [ -n "$exercise" ] || read -r lab exercise <<<"$(first_open_exercise "$lab")"
  [ -n "${exercise:-}" ] || fail "All exercises that were graded are right. Which hint, as in EXERCISE=03.4?"
  require_writable_build
  mkdir -p "$build/hints"
  file=$build/hints/$lab.$exercise
  [ -z "${AGAIN:-}" ] || rm -f "$file"
  seen=$(cat "$file" 2>/dev/null || echo 0)
  count=$(section "labs/$lab/HINTS.md" "## $exercise. " | grep -c '^[0-9]\. ' || true)
  [ "$count" -gt 0 ] || fail "Lab ${lab%%_*} has no hints for exercise $exercise."
  [ "$seen" -lt "$count" ] && seen=$((seen + 1))
  section "labs/$lab/HINTS.md" "## $exercise. " | sed -n "1s/^## /Lab ${lab%%_*}, exercise /p"
  section "labs/$lab/HINTS.md" "## $exercise. " | awk -v wanted="$seen" '/^[0-9]\. / { at = $1 + 0 } at == wanted'
  echo "$seen" 2>/dev/null >"$file" || require_room
  if [ "$seen" -lt "$count" ]; then
    echo "That was hint $seen of $count. Try first; \`make hint EXERCISE=${lab%%_*}.$exercise\` has the next one."
  else
    echo "That was the last of $count hints. AGAIN=1 begins with the first."
  fi
}

# The line of FILE where EXERCISE begins, if it does, and the line where it ends, if that comes before the next one
# begins.
lines_of_exercise() { # FILE EXERCISE
  awk -v begin="BEGIN YOUR CODE (exercise $2)" 'at && /BEGIN YOUR CODE/ { exit } !at && index($0, begin) { at = FNR; print at }
    at && /END YOUR CODE/ { print FNR; exit }' "$1"
}

# put FILE PLACE: moves a complete file to a place; says why if that cannot be done.
put() {
  local why
  why=$(LC_ALL=C cp "$1" "$2.new" 2>&1 && LC_ALL=C mv "$2.new" "$2" 2>&1) && return
  rm -f "$2.new" 2>/dev/null || true
  [ -w "$(dirname "$2")" ] || why="the folder is read-only for you"
  fail "$2 cannot be written: ${why##*: }. Nothing was changed."
}

# Restores an exercise's region as it was handed out, or the whole file if it was deleted or is empty. The given text is
# the stub, as the grader keeps it.
reset_exercise() {
  local lab exercise file given kept number=1 begin end
  resolve_exercise
  [ -n "$exercise" ] || fail "make reset: say which exercise, as in \`make reset EXERCISE=03.4\`."
  file=$(file_of "$lab") given=grader/labs/$lab/given.cu
  [ -f "$given" ] || fail "$given is missing, and the exercise would come from it. Copy it from a fresh download of the workbook."
  [ -z "$(in_the_way "$lab")" ] && [ ! -s "$file" ] || require_file "$lab"
  if [ ! -s "$file" ]; then
    local lost="was not there"
    [ ! -e "$file" ] || lost="was empty"
    put "$given" "$file"
    echo "$file $lost. All of it is as it was handed out."
    return
  fi
  local given_lines lines
  mapfile -t given_lines < <(lines_of_exercise "$given" "$exercise")
  [ ${#given_lines[@]} = 2 ] ||
    fail "make reset: exercise ${lab%%_*}.$exercise has nothing in $file; your answers are in labs/$lab, $(cd "labs/$lab" && echo *.csv)."
  mapfile -t lines < <(lines_of_exercise "$file" "$exercise")
  begin=${lines[0]:-} end=${lines[1]:-}
  [ -n "$begin" ] ||
    fail "$file has no line with \"BEGIN YOUR CODE (exercise $exercise)\". Move the file away, and the same command brings back all of it."
  [ -n "$end" ] ||
    fail "$file:$begin begins exercise $exercise, and no line with \"END YOUR CODE\" ends it before the next one. Put \"// END YOUR CODE\" back where your code ends, then the same command again."
  require_writable_build
  mkdir -p "$build/undo"
  kept=$build/undo/${lab}_$(date +%Y%m%d-%H%M%S)
  while [ -e "$kept-$number.cu" ]; do number=$((number + 1)); done
  kept=$kept-$number.cu
  put "$file" "$kept"
  local ending= # of lines
  ! sed -n "${begin}p" "$kept" | grep -q $'\r$' || ending='\r'
  {
    head -n $((begin - 1)) "$kept"
    sed -n "${given_lines[0]},${given_lines[1]}{ s/\$/$ending/; p }" "$given"
    tail -n +$((end + 1)) "$kept"
  } 2>/dev/null >"$kept.after" || { rm -f "$kept.after" && disk_is_full; }
  put "$kept.after" "$file"
  rm -f "$kept.after"
  echo "Exercise ${lab%%_*}.$exercise is as it was handed out. What you had is in $kept."
}

# ---- one test in detail ----

# capture WHO AUDIENCE: runs TEST once and keeps its last request, or the failed request if one failed, in $captured.
capture() {
  local lab
  [ -n "${TEST:-}" ] || fail "$1: say which test, as in TEST=Lab03.OneBlockIsRight (\`make grade\` names it where it says Repeat)."
  [ -n "${LAB:-}" ] || ! [[ $TEST =~ ^Lab([0-9]+)\. ]] || LAB=${BASH_REMATCH[1]} # for what follows as well
  [ -n "${LAB:-}" ] || fail "$1: say which lab, as in LAB=03."
  captured=$(realpath -m "$build/captured")
  rm -rf "$captured"
  BACKEND=sim grade "$2" graded --capture "$captured"
  [ -f "$captured/request.json" ] || fail "$1: that test asked the program for nothing that could be repeated."
}

# CHECK=1, WATCH='tile[1]', TRACE=1: repeats the request under all checkers, with an element's history or a trace.
closer_look() { # AUDIENCE
  local lab
  capture "CHECK, WATCH and TRACE" "$1"
  lab=$(resolve_lab)
  local runner=$build/runners/$1/$lab.check
  [ -x "$runner" ] || fail "The checkers were not built here; \`make setup grade\` installs what they need."
  echo
  echo "Once more under the checkers: $(head -1 "$captured/ran")"
  [ -z "${WATCH:-}" ] || export SIMCU_WATCH=$WATCH
  if [ "${TRACE:-0}" != 0 ]; then
    SIMCU_TRACE=$(realpath -m "$build/reports/student/trace.json")
    export SIMCU_TRACE
  fi
  local status=0
  on_device "$runner" --replay "$captured" || status=$?
  case $status in
    0) [ -n "${WATCH:-}" ] || echo "The checkers found nothing." ;;
    99) ;;
    *) echo "It ended with status $status." ;;
  esac
  [ "${TRACE:-0}" = 0 ] || echo "The trace is in $build/reports/student/trace.json: open it at https://ui.perfetto.dev"
}

# gdb, stopped at the kernel's first line, with the test's input.
debug() {
  local lab runner=$build/debug/runner part parts=() place places tools
  for part in ${AT:-}; do
    [[ ${part##*:} =~ ^[1-9][0-9]{0,5}$ ]] || fail "AT=$AT: the number of a line in your file, as in AT=42; or several, with spaces between them."
  done
  [ -z "${TEST:-}" ] || command -v gdb >/dev/null ||
    fail "gdb was not found. \`apt-get install gdb\` installs it, or your system's way; then the same command again."
  capture "make debug" labs
  tools=$(tools_of_another_build)
  tools=${tools:-$build/bin}
  lab=$(resolve_lab)
  mkdir -p "$build/debug"
  for part in "$lab" device baselines; do
    for place in "$build" "$tools/.."; do  # what is not made here belongs to the other build
      [ -e "$place/runners/parts/$part.sim.o" ] || continue
      parts+=("$place/runners/parts/$part.sim.o")
      break
    done
  done
  echo "Compiling $(file_of "$lab") for the debugger"
  "$tools/simcu" ${sim_arch:+-arch=$sim_arch} -std=c++17 -O0 -g -w -Icommon "-Ilabs/$lab" "$(file_of "$lab")" "${parts[@]}" \
    "$tools/../grader/librunner_main.a" -o "$runner"
  # The first line of each kernel's body.
  places=$(awk '/__global__/ { header = 1 } header && /\{ *(\/\/.*)?$/ { print FNR + 1; header = 0 } header && /;/ { header = 0 }' "$(file_of "$lab")")
  {
    echo "set breakpoint pending on"
    for part in ${AT:-$places}; do echo "break ${lab#*_}.cu:${part##*:}"; done
  } >"$build/debug/breakpoints.gdb"
  [ "${GDB:-}" != no ] || return 0
  echo "Stopping in the kernel. Try: whoami, info locals, print s_name, next, goto_thread 3, bt, continue, quit."
  SIMCU_DEVICE=$DEVICE SIMCU_WORKERS=1 SIMCU_TIMEOUT=1000000 gdb -q -iex "set auto-load off" -x common/build/kernels.gdb -x "$build/debug/breakpoints.gdb" \
    -ex "run --replay $(printf %q "$captured")" ${GDB_OPTIONS:-} "$runner"
}

# An exercise that does not compile is left out, as in `make grade`: the text that was handed out replaces it.
play_with_what_compiles() { # uses lab, program, command and tools of play
  local word home access=()
  home=$(realpath .)
  [ "$tools" != "$build/bin" ] || build compile_submission
  while IFS= read -r word; do
    case $word in
      */simcu) break ;;  # the compiler's own arguments follow
      --read | --include)
        access+=("$word")
        read -r word
        access+=("$word")
        ;;
    esac
  done <"$build/runners/recipes/$lab.sim"
  command=("$(realpath "$tools/simcu")" "${command[@]:1}")
  command=("${command[@]/#-Icommon/-I$home/common}")
  command=("${command[@]/#-Ilabs/-I$home/labs}")
  "${command[@]}" -c "labs/$lab/play.cu" -o "$program.o" || return 1
  "$tools/compile_submission" --source "$(file_of "$lab")" --name "$(file_of "$lab")" --given "grader/labs/$lab/given.cu" --output "$(realpath -m "$program")" \
    "${access[@]}" --read "$home/labs/$lab" --include "$home/labs/$lab" --read "$(realpath "$program.o")" -- \
    "${command[@]}" --keep-preprocessed @SOURCE@ "$(realpath "$program.o")" -o @OUTPUT@ \
    2>"$program.left_out_said" || return 1
  [ -x "$program" ] && cat "$program.left_out_said" >&2
}

# The student's own main: labs/NN_name/play.cu, which calls the lab's functions. N=, KEYS="3 1 2", CHECK=1, WATCH=.
play() {
  local lab program tools flags=() status=0
  [ -n "${LAB:-}" ] || fail "make play: say which lab, as in \`make play LAB=01\`."
  lab=$(resolve_lab)
  require_file "$lab"
  [ -f "labs/$lab/play.cu" ] || fail "labs/$lab/play.cu is not there: \`git checkout -- labs/$lab/play.cu\` brings it back."
  [[ ${N:-1} =~ ^[0-9]{1,9}$ ]] || fail "N=$N: how many keys, as in N=20."
  [ -z "${N:-}" ] || [ -z "${KEYS:-}" ] || fail "N=$N KEYS=\"$KEYS\": N is a number of random keys, and KEYS are the keys themselves; give one of the two."
  local key
  for key in ${KEYS:-}; do
    [[ $key =~ ^0*[0-9]{1,10}$ ]] && [ $((10#$key)) -le 4294967295 ] || fail "KEYS=$KEYS: numbers from 0 to 4294967295 with spaces between them, as in KEYS=\"3 1 2\"."
  done
  configure sim
  tools=$(tools_of_another_build)
  [ -z "${CHECK:-}${WATCH:-}" ] || flags+=(--check)
  if [ -z "$tools" ]; then
    tools=$build/bin
    build simcu simcu_runtime
    [ -z "${CHECK:-}${WATCH:-}" ] || build simcu_check
  fi
  mkdir -p "$build/play"
  program=$build/play/$lab
  local command=("$tools/simcu" "${flags[@]}" ${sim_arch:+-arch=$sim_arch} -std=c++17 -O1 -g -Wall -Wextra -Icommon "-Ilabs/$lab")
  if ! "${command[@]}" "$(file_of "$lab")" "labs/$lab/play.cu" -o "$program" 2>"$program.said"; then
    play_with_what_compiles || { cat "$program.said" >&2 && exit 2; }
  else
    cat "$program.said" >&2  # warnings
  fi
  # shellcheck disable=SC2086 # KEYS are several words
  SIMCU_DEVICE=$DEVICE SIMCU_WATCH=${WATCH:-} "$program" ${N:+-n $N} ${KEYS:-} || status=$?
  [ "$status" = 0 ] || [ "$status" = 1 ] || echo "It ended with status $status."
  return "$status"
}

# ---- watch ----

# One line for each file that a student edits: name, time (in nanoseconds if the file system has them), size. Polled, so
# that it works on every file system.
state_of_files() { stat -c '%n %.9Y %s' labs/*/*.cu labs/*/*.csv 2>/dev/null | grep "^labs/${1:-}" || true; }

# A checksum for each exercise's region.
state_of_exercises() {
  awk '/BEGIN YOUR CODE \(exercise/ { match($0, /exercise [0-9]+/); at = substr($0, RSTART + 9, RLENGTH - 9); text[at] = "" }
    at != "" { text[at] = text[at] $0 "\n" } /END YOUR CODE/ { at = "" }
    END { for (e in text) { gsub(/\n/, "\r", text[e]); print e "\t" text[e] } }' "$1" 2>/dev/null | sort || true  # it may have been deleted
}

# On every save: shows the lab's first exercise that is not fully right, the changed one before the others.
watch() {
  local wanted lab before now changed first wrong exercise
  resolve_exercise
  wanted=$lab
  check_seed
  resolve_backend >/dev/null
  require_writable_build
  exec 8>"$build/watching"
  if command -v flock >/dev/null && ! flock -n 8; then
    fail "Another \`make watch\` is running in this folder. End it first (Ctrl-C in its window)."
  fi
  trap 'forget_progress; echo; exit 0' INT TERM
  local -A texts=()  # per lab: its exercises when it was last graded
  lab=${wanted:-$(first_open_exercise | cut -d' ' -f1)}
  lab=${lab:-$(ls labs | head -1)}
  first=
  while :; do
    before=$(state_of_files "$wanted")
    ! on_terminal || printf '\033[2J\033[H'
    wrong=$(in_the_way "$lab")
    if [ -n "$wrong" ]; then
      fill <<<"$wrong"
    elif [ -f "$(file_of "$lab")" ]; then
      texts[$lab]=$(state_of_exercises "$(file_of "$lab")")
      (
        trap 'exit 130' INT TERM
        LAB=$lab BACKEND=${BACKEND:-auto} in_steps=yes grade labs graded --until-failure ${first:+--first $first}
      ) || true
    else
      fill <<<"$(file_of "$lab") is not there; waiting until it is. \`make reset EXERCISE=${lab%%_*}.1\` brings the file as it was handed out."
    fi
    fill <<<"Watching labs/$wanted. Save a file to grade it again; Ctrl-C ends this."
    while now=$(state_of_files "$wanted") && [ "$now" = "$before" ]; do sleep 0.3; done
    # `diff` ends with status 1 if there is a difference.
    changed=$({ diff <(echo "$before") <(echo "$now") || true; } | sed -n 's/^> labs\/\([^/]*\)\/.*/\1/p' | tail -1)
    lab=${changed:-$lab}
    first=
    if [ -n "${texts[$lab]:-}" ]; then
      first=$(state_of_exercises "$(file_of "$lab")" | { diff <(echo "${texts[$lab]}") - || true; } | sed -n 's/^> \([0-9]*\)\t.*/\1/p' | xargs)
    fi
  done
}

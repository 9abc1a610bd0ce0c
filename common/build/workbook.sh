#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# What the Makefile's targets do; it reads their variables from the environment. building.sh configures and builds;
# student.sh has the targets that a student uses between two gradings.
set -euo pipefail
cd "$(dirname "$0")/../.."
. common/build/requirements.sh
. common/build/gpu.sh
. common/build/lock.sh
unset MAKEFLAGS MAKELEVEL MFLAGS  # set by the make that started this: not for the builds and tests below
build=${BUILD:-build}
action=${1:-help}

# The statuses are those of `grade` (grader/README.md): 2 after a bad request, 3 if this machine is the reason.
fail() { end_with 2 "$*"; }
end_with() {
  fill <<<"$2" >&2
  exit "$1"
}

# ---- what the variables mean ----

# The lab's folder name, from 3, 03, 03_name or, as a shell completes it, labs/03_name/; nothing if LAB is not set.
resolve_lab() {
  [ -n "${LAB:-}" ] || return 0
  local known=() folder number wanted=${LAB%/}
  wanted=${wanted#labs/}
  for folder in labs/[0-9][0-9]_*/; do
    folder=${folder%/}
    folder=${folder#labs/}
    known+=("$folder")
    number=${folder%%_*}
    if [ "$wanted" = "$folder" ] || [ "$wanted" = "$number" ] || [ "$wanted" = "${number#0}" ]; then
      echo "$folder"
      return 0
    fi
  done
  fail "LAB=$LAB: there is no such lab. The labs are: ${known[*]} (a number is enough, as in LAB=${known[0]%%_*})."
}

# DEVICE=t4: the labs' files are compiled for that card's architecture (sim_arch), and run with its limits (on_device).
# The build itself doesn't see SIMCU_DEVICE.
sim_arch=
choose_device() {
  local table=common/simcu/include/simcu/device_model.h
  DEVICE=${DEVICE:-${SIMCU_DEVICE:-}}
  unset SIMCU_DEVICE
  case ${DEVICE:-default} in default) DEVICE= && return ;; esac
  [ "${BACKEND:-auto}" != cuda ] || fail "DEVICE=$DEVICE chooses the simulated device's limits, and BACKEND=cuda is a GPU with its own."
  [[ ! $DEVICE =~ ^[a-z0-9]+$ ]] || sim_arch=$(sed -n "s/^ *{\"$DEVICE\", *\"[^\"]*\", *\([0-9]*\), *\([0-9]\),.*/sm_\1\2/p" "$table")
  [ -n "$sim_arch" ] ||
    fail "DEVICE=$DEVICE: there is no such device. The devices are: $(sed -n 's/^ *{"\([a-z0-9]*\)",.*/\1/p' "$table" | xargs)."
  [ "$sim_arch" != sm_90 ] || sim_arch=  # the simulated device's default
  BACKEND=sim
}
# Runs a program that is simulated on that device.
on_device() { SIMCU_DEVICE=$DEVICE "$@"; }

# Why CUDA cannot be used here; nothing if it can.
why_not_cuda() {
  local nvcc='' said arch='' chosen
  if [ -n "$(signs_of_a_gpu)" ]; then
    nvcc=$(find_nvcc) || { echo "nvcc was not found; install the CUDA Toolkit and put nvcc on PATH" && return; }
    require_writable_build
  fi
  chosen=${CMAKE_OPTIONS:-}$(grep ^WORKBOOK_CUDA_ARCH "$build/CMakeCache.txt" 2>/dev/null || true)
  ! [[ $chosen =~ WORKBOOK_CUDA_ARCH(:[A-Z]*)?=(sm_[0-9a-f]+) ]] || arch=${BASH_REMATCH[2]}
  said=$(ask_gpu "$nvcc" "$build" "$arch") || echo "$said"
}

# sim or cuda.
resolve_backend() {
  local why
  case ${BACKEND:-auto} in
    sim) echo sim ;;
    auto | cuda)
      why=$(why_not_cuda) || exit
      if [ -z "$why" ]; then
        echo cuda
      elif [ "${BACKEND:-auto}" = cuda ]; then
        end_with 3 "BACKEND=cuda: $why. Use BACKEND=sim for the simulated device."
      else
        [ -z "$(signs_of_a_gpu)" ] || fill <<<"The GPU is not used, but the simulated device: $why." >&2
        echo sim
      fi
      ;;
    *) fail "BACKEND=$BACKEND: there is no such backend. Use auto, sim or cuda." ;;
  esac
}

check_seed() {
  [[ ${SEED:-0} =~ ^[0-9]{1,19}$ ]] || fail "SEED=$SEED: a seed is a whole number of at most 19 digits, as in SEED=42."
}

# ---- actions ----

. common/build/building.sh
. common/build/student.sh

help() {
  echo "make TARGET [LAB=03] [EXERCISE=03.4] [TEST=pattern] [SEED=n] [BACKEND=auto|sim|cuda] [DEVICE=t4]"
  sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  \1\t\2/p' "$1" | expand -t 14
}

# The folder of another build's programs, if this build uses them: from the environment, or as it was configured.
tools_of_another_build() { echo "${WORKBOOK_TOOLS_DIR:-$(sed -n 's/^WORKBOOK_TOOLS_DIR:PATH=//p' "$build/CMakeCache.txt")}"; }

# grade AUDIENCE [RUNNERS OPTION…]: RUNNERS are the targets to build: `graded` or, without the check runners, `runners`.
# With `in_steps` set and one lab, results that need only the backend's runner are reported while the check runner is
# compiled.
grade() {
  local audience=$1 kind=${2:-graded} lab backend
  shift $(($# < 2 ? $# : 2))
  [ -n "${LAB:-}" ] || ! [[ ${TEST:-} =~ ^Lab([0-9]+)\. ]] || LAB=${BASH_REMATCH[1]}  # the others need not be built
  local exercise
  resolve_exercise
  check_seed
  backend=$(resolve_backend)
  configure "$backend"
  lock_build
  forget_older "$audience" "$lab"
  local tools
  tools=$(tools_of_another_build)
  local shares=yes # until the runners have done their work
  local program=grade  # with one lab's tests, if no others were asked for: they take long to compile
  [ -n "$tools" ] || [ -z "$lab" ] || program=grade_${lab%%_*}
  local targets=("${kind}_${audience}_${lab:-all}_$backend") own=$build/runners/$audience/$lab.$backend
  [ -z "${in_steps:-}" ] || targets=("runners_${audience}_${lab}_$backend") shares=hold
  [ -n "$tools" ] || targets=("$program" "${targets[@]}")
  # The tests begin while the check runner is compiled, if all its inputs exist. A GPU's times must not be disturbed.
  local checks=$build/runners/$audience/$lab.check overlap=
  [ "$kind $backend" != "graded sim" ] || [ -z "$lab" ] || [ -n "${in_steps:-}" ] || [ ! -e "$checks" ] || overlap=yes
  if [ -n "$overlap" ]; then
    build_beside "$checks" "ready_${audience}_${lab}_$backend" "${targets[@]}"
    await_ready
  else
    build "${targets[@]}"
  fi
  local reports=student runners=${RUNNERS:-$build/runners}
  [ "$audience" = labs ] || reports=solutions
  local arguments=(--audience "$audience" --backend "$backend" --labs-dir "$audience" --rubrics grader/labs
    --runners "$runners" --reports "$build/reports/$reports")
  [ -z "$lab" ] || arguments+=(--lab "$lab")
  [ -z "${SEED:-}" ] || export GRADE_SEED=$SEED
  [ -z "${TEST:-}" ] || arguments+=(--test "$TEST")
  [ -z "$exercise" ] || arguments+=(--exercise "$exercise")
  # The checkers have nothing to say about code that does not compile.
  if [ -n "${in_steps:-}" ] && [ -x "$own" ]; then
    build_beside "$checks" "${kind}_${audience}_${lab}_$backend"
    overlap=yes
  fi
  [ -z "$overlap" ] || arguments+=(--building 9)
  local status=0
  on_device in_large_pages "${tools:-$build/bin}/$program" "${arguments[@]}" "$@" 7>&- 8>&- || status=$?
  if [ -n "${in_steps:-}" ]; then stop_beside; elif [ -n "$overlap" ]; then finish_beside || status=$?; fi
  unlock_build
  return $status
}

class() {
  local backend
  backend=$(resolve_backend)
  configure "$backend"
  build class_tools
  echo "Ready: ${DEVICE:+SIMCU_DEVICE=$DEVICE }$build/bin/grade-class SUBMISSIONS --out RESULTS (docs/instructors/grading_a_class.md)"
}

release() {
  command -v python3 >/dev/null || fail "make release: python3 was not found. \`make setup release\` installs it."
  python3 -B grader/classroom/release.py . "${OUT:-}" "${LABS:-}"
}

package() {
  command -v python3 >/dev/null || fail "make package: python3 was not found. \`make setup package\` installs it."
  python3 -B grader/classroom/package.py . "${FOR:-}" "${LABS:-}" "$build/packages"
}

sweep() {
  [ -n "${LAB:-}" ] || fail "make sweep: say which lab, as in \`make sweep LAB=05\`."
  [ -z "${TEST:-}" ] || fail "make sweep: a sweep runs no tests, so TEST=$TEST has no effect."
  [ -z "${EXERCISE:-}" ] || fail "make sweep: a sweep measures a lab's sort, so EXERCISE=$EXERCISE has no effect."
  local lab folder others=
  lab=$(resolve_lab)
  for folder in grader/labs/*/sweep.cpp; do
    [ -e "$folder" ] || continue
    folder=${folder#grader/labs/}
    others+=" ${folder%%_*}"
  done
  [ -e "grader/labs/$lab/sweep.cpp" ] || fail "Lab ${lab%%_*} has no sweep. These labs have one:${others:- none}."
  case ${OF:-labs} in
    labs | solutions) grade "${OF:-labs}" runners --sweep ;;
    *) fail "OF=$OF: a sweep measures your code (OF=labs, or not set) or the reference solution (OF=solutions)." ;;
  esac
}

# Estimates how long `make test` will take: its processor seconds on another machine
# (docs/measurements/test_time_two_cores.csv), scaled by how much longer a small compilation takes on this machine.
say_how_long() {
  local what="Building everything" build_s=660 tests_s=540 compilation_ms=130 TIMEFORMAT=%U now minutes
  local small=$'#include <map>\n#include <string>\nstd::map<std::string, int> words;'
  if [ -e "$build/all_built" ]; then what="Building what has changed" build_s=0; fi
  now=$({ time ${CXX:-c++} -x c++ -O1 -c -o /dev/null - <<<"$small" >/dev/null 2>&1; } 2>&1) || now=
  now=${now//[^0-9]/}
  minutes=$(((build_s + tests_s) * 10#${now:-$compilation_ms} / compilation_ms / $(job_count) / 60 + 1))
  echo "$what, then all tests: about $minutes minutes on this machine."
}

run_tests() {
  configure sim
  say_how_long
  set_part solutions yes
  set_part for_instructors yes
  local built=0
  build --keep-going all checks || built=$?
  touch "$build/all_built"
  local progress=()
  ! on_terminal || progress=(--progress)
  if ! in_large_pages ctest --test-dir "$build" "${progress[@]}" --output-on-failure --parallel "$(test_count)" --no-tests=error; then
    bash common/build/failed_tests.sh "$build"
    exit 1
  fi
  [ "$built" = 0 ] || fail "Not everything could be built: see the messages above the tests."
}

# The quick checks, and the tests of what has changed since BASE (by default, what is not committed).
run_checks() {
  require_git
  configure sim
  local base=${BASE:-HEAD} file changed labels='^quick$' targets=(check_workbook) labs=() lab
  changed=$(git diff --name-only "$base" -- && git ls-files --others --exclude-standard) || fail "BASE=$base: git does not know it."
  while read -r file; do
    case $file in
      common/simcu/include/*) targets+=(simcu_driver_test simcu_check_test simcu_past_accesses_test) labels+='|^driver$|^check$' ;;
      common/simcu/driver/* | common/simcu/tests/driver/*) targets+=(simcu_driver_test) labels+='|^driver$' ;;
      common/simcu/check/tools/* | common/simcu/tests/counters/* | common/simcu/tests/history/* | common/simcu/tests/trace/*)
        targets+=(simcu_counters_test simcu_history_test simcu_trace_test) labels+='|^tools$'
        ;;
      common/simcu/check/* | common/simcu/tests/check/* | common/simcu/tests/past_accesses/*)
        targets+=(simcu_check_test simcu_past_accesses_test) labels+='|^check$'
        ;;
      common/simcu/runtime/* | common/simcu/explore/* | common/simcu/tests/schedules/*) targets+=(simcu_schedules_test) labels+='|^schedules$' ;;
      grader/labs/*/* | labs/*/* | solutions/*/*)
        lab=${file#grader/} lab=${lab#*/} lab=${lab%%/*}
        [ ! -d "labs/$lab" ] || [[ " ${labs[*]} " == *" $lab "* ]] || labs+=("$lab")
        ;;
      grader/*.cpp | grader/*.h | grader/runner/*) targets+=(selfcheck_units selfcheck_wrong_runners) labels+='|^grader$' ;;
    esac
  done <<<"$changed"
  for lab in "${labs[@]}"; do targets+=("grade_${lab%%_*}" "graded_labs_${lab}_sim" "graded_solutions_${lab}_sim"); done
  build "${targets[@]}"
  local failed=0
  in_large_pages ctest --test-dir "$build" --output-on-failure --parallel "$(test_count)" --no-tests=error --label-regex "$labels" || failed=1
  for lab in "${labs[@]}"; do
    "$build/bin/grade_${lab%%_*}" --audience solutions --backend sim --labs-dir solutions --rubrics grader/labs --runners "$build/runners" \
      --reports "$build/reports/solutions" --lab "$lab" --require-full || failed=1
  done
  return $failed
}

examples() {
  local backend program failed=0
  backend=$(resolve_backend)
  configure "$backend"
  local as_one=() # on the simulated device they are one program
  if [ "$backend" = sim ]; then as_one=("$build/examples/sim") && build check_examples_sim; else build examples_cuda; fi
  for program in common/simcu/examples/*.cu; do
    program=$(basename "$program" .cu)
    echo "== $program"
    if [ "$backend" = cuda ]; then program=$build/examples/$program.cuda; fi
    "${as_one[@]}" "$program" || { echo "$program ended with status $?." >&2 && failed=1; }
  done
  return $failed
}

# BACKEND=cuda: all labs' sorts next to the libraries' on the GPU. Otherwise the simulated device next to Oclgrind.
bench() {
  if [ "${BACKEND:-}" = cuda ]; then
    resolve_backend >/dev/null
    local nvcc
    nvcc=$(find_nvcc)
    NVCC=$nvcc ARCH=$(bash common/build/gpu.sh "$nvcc" "$(realpath "$build")" | head -n 1) \
      bash docs/measurements/measure_h200.sh "$build/reports/gpu_sorts" device_sizes device_families
    echo "The tables are in $build/reports/gpu_sorts."
    return
  fi
  command -v oclgrind-kernel >/dev/null ||
    fail "Oclgrind was not found, and the benchmark compares with it. \`make setup bench\` installs it."
  configure sim
  build bench_simcu
  mkdir -p "$build/reports"
  "$build/bin/bench_simcu" --programs "$build/bench" --sources common/simcu/bench --json "$build/reports/bench.json" \
    --csv "$build/reports/bench.csv"
}

# The runners are started by scripts that put compute-sanitizer before them.
sanitize() {
  local sanitizer runner
  sanitizer=$(command -v compute-sanitizer || command -v "$(dirname "$(find_nvcc || echo /)")/compute-sanitizer") ||
    fail "compute-sanitizer was not found. It comes with the CUDA Toolkit; put it on PATH."
  BACKEND=cuda
  resolve_backend >/dev/null
  configure cuda
  build runners_solutions_all_cuda
  mkdir -p "$build/sanitized/solutions"
  for runner in "$build"/runners/solutions/*.cuda; do
    printf '#!/bin/sh\nexec "%s" --error-exitcode 99 "%s" "$@"\n' "$sanitizer" "$(realpath "$runner")" \
      >"$build/sanitized/solutions/${runner##*/}"
    chmod +x "$build/sanitized/solutions/${runner##*/}"
  done
  RUNNERS=$build/sanitized grade solutions
}

# The inputs of the site's build: with or without the pages that show solutions. yes_or_no VARIABLE VALUE WORDS: refuses
# other values.
yes_or_no() {
  case ${2:-yes} in
    yes | no) ;;
    *) fail "$1=$2: yes (or not set), or no for a site without the pages $3." ;;
  esac
}

# set_part FILE VALUE: whether the site has a part.
set_part() {
  require_writable_build
  mkdir -p "$build/docs"
  [ "$(cat "$build/docs/$1" 2>/dev/null)" = "${2:-yes}" ] || echo "${2:-yes}" >"$build/docs/$1"
}

# Warns if the site's figures can't sort a reader's own keys: without Emscripten, or when it failed, the site is made
# without that.
say_what_figures_lack() {
  [ -e "$build/docs/html/sorts.wasm.js" ] && return
  local why="that takes Emscripten's em++ (Debian's package emscripten, 800 MB), which was not found" log
  if command -v em++ >/dev/null; then
    why="Emscripten's em++ failed"
    for log in "$build/lib/simcu_wasm.o.log" "$build"/steppers/wasm/*.o.log "$build/docs/steppers/sorts.wasm.js.log"; do
      if [ -e "$log" ] && [ ! -e "${log%.log}" ]; then why+=", and $log says why" && break; fi
    done
  fi
  echo "The figures of this site don't sort a reader's own keys: $why."
}

docs() {
  case ${PDF:-} in
    "" | 1 | yes) ;;
    *) fail "PDF=$PDF: 1 for the whole book as one PDF as well, or not set." ;;
  esac
  yes_or_no SOLUTIONS "${SOLUTIONS:-}" "that show solutions"
  yes_or_no INSTRUCTORS "${INSTRUCTORS:-}" "for instructors, the solutions among them"
  set_part solutions "${SOLUTIONS:-}"
  set_part for_instructors "${INSTRUCTORS:-}"
  [ -z "${PDF:-}" ] || CHROMIUM=$(find_browser) || fail "PDF=1 needs Chromium. \`make setup docs-check\` installs it, or says where it comes from on this system."
  command -v doxygen >/dev/null && find_theme >/dev/null && command -v python3 >/dev/null ||
    fail "doxygen, its theme doxygen-awesome-css or python3 was not found. \`make setup docs\` installs them, or says where they come from on this system."
  configure sim
  build docs
  echo "The site is in $build/docs/html/index.html"
  say_what_figures_lack
  if [ -n "${PDF:-}" ]; then
    CHROMIUM=$CHROMIUM python3 -B docs/site/book.py "$build/docs/html" "$build/docs/book.pdf"
    echo "The book is in $build/docs/book.pdf"
  fi
}

docs_check() {
  CHROMIUM=$(find_browser) && command -v node >/dev/null && command -v npm >/dev/null ||
    fail "Chromium, node or npm was not found. \`make setup docs-check\` installs them, or says where they come from on this system."
  export CHROMIUM
  docs
  npm ci --prefix docs/site/browser --no-audit --no-fund --loglevel=error >/dev/null
  node docs/site/browser/check.mjs "$build/docs/html" "$build/docs/screenshots"
}

# A folder that holds something else is not deleted, whatever BUILD says.
clean() {
  local folder
  folder=$(realpath -m "$build")
  [ -e "$build" ] || return 0
  [ -n "$(find "$build" -maxdepth 1 \( -name preset -o -name CMakeCache.txt -o -name configure.log \) -print -quit 2>/dev/null)" ] ||
    rmdir "$build" 2>/dev/null || fail "$folder is not a build folder of the workbook. Nothing was deleted."
  rm -rf "$build" 2>/dev/null || fail "Not all of $folder could be deleted: it, or something in it, belongs to another user."
}

require_git() { git rev-parse --git-dir >/dev/null 2>&1 || fail "make $action: git was not found, or this folder is not a clone; git lists the files."; }

format() {
  command -v clang-format >/dev/null || fail "clang-format was not found. \`make setup format\` installs it."
  require_git
  [[ $(clang-format --version) == *'version 14.'* ]] ||
    echo "This is $(clang-format --version). The project uses 14, and other versions break some lines differently: see \`git diff\`."
  git ls-files -z '*.h' '*.cpp' '*.cu' '*.cuh' | xargs -0 clang-format -i
}

main() {
  # The trap keeps a half-done action from continuing after Ctrl-C, which it would do if one of its programs handles the
  # signal itself.
  trap 'trap - INT; forget_progress; kill -INT $$' INT

  case $action in
    grade | watch | play | debug | sweep | class) choose_device ;;
    examples | test | check | bench | sanitize | docs | docs_check)
      [ -z "${DEVICE:-}" ] ||
        fail "make $action: DEVICE=$DEVICE has no effect here. It is for grade, solutions, watch, play, debug, sweep and class."
      DEVICE= && unset SIMCU_DEVICE
      ;;
    *) DEVICE= && unset SIMCU_DEVICE ;;
  esac
  case $action in
    help) help "${2:-Makefile}" ;;
    grade) if [ -n "${CHECK:-}${WATCH:-}${TRACE:-}" ]; then closer_look "$2"; else grade "$2"; fi ;;
    next) next_exercise | fill ;;
    hint) hint | fill ;;
    reset) reset_exercise ;;
    play | watch) "$action" ;;
    debug) debug ;;
    sweep) sweep ;;
    test) run_tests ;;
    check) run_checks ;;
    class | release | package | examples | bench | sanitize | docs | docs_check | format) "$action" ;;
    clean) clean ;;
    *) fail "workbook.sh: there is no action $action." ;;
  esac
}

# In one line, with everything above in functions: bash reads a script while it runs, and this one may be edited or
# updated meanwhile.
main "$@"; exit

# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# Configures and builds; workbook.sh includes it.

# One compiler per core, but no more than fit in memory at 1 GiB each.
job_count() {
  local cores available limit
  cores=$(nproc)
  available=$(awk '/^MemAvailable/ { print int($2 / 1048576) }' /proc/meminfo)
  limit=$(cat /sys/fs/cgroup/memory.max 2>/dev/null || echo max)
  if [ "$limit" != max ] && [ $((limit >> 30)) -lt "$available" ]; then available=$((limit >> 30)); fi
  [ "$available" -ge 1 ] || available=1
  echo $((cores < available ? cores : available))
}

# For programs that use much memory, such as compilers and the grader: large pages, if glibc (2.35) and the kernel
# support them.
in_large_pages() { GLIBC_TUNABLES=${GLIBC_TUNABLES:-glibc.malloc.hugetlb=1} "$@"; }

# One test more than there are cores: many tests wait for a time limit, a process or a scheduler.
test_count() { echo $(($(job_count) + 1)); }

# The optional things that CMake looks for, one line each: where each is, or nothing. When this changes, the build is
# configured again, so that it uses whatever `make setup` or the user has installed.
what_is_installed() {
  local name folder
  for name in c++ g++ clang++ em++ clang-tidy clang-format doxygen gnuplot python3 node; do echo "$name $(command -v $name || true)"; done
  echo "nvcc $(find_nvcc || true)"
  echo "gpu $(gpu_state)"
  echo "browser $(find_browser || true)"
  echo "theme $(find_theme || true)"
  echo "browser_modules $(ls docs/site/browser/node_modules 2>/dev/null | wc -l)"
  while read -r folder; do
    echo "$folder $(ls -d "$folder"/include/{boost/context,elfutils,gtest,nlohmann,CLI,CL/cl.h,fmt,seccomp.h} 2>/dev/null | wc -l)"
  done < <(prefixes)
  echo "sanitizers $(ls /usr/lib/gcc/*/*/libasan* /usr/lib*/libasan* /usr/lib/*/libasan* 2>/dev/null | wc -l)"
  echo "CXX ${CXX:-}"
}

build_is_read_only() {
  local name same="make ${MAKECMDGOALS:-$action}"
  for name in LAB EXERCISE TEST SEED DEVICE; do [ -z "${!name:-}" ] || same+=" $name=${!name}"; done
  fail "$(realpath -m "$build") cannot be written to. Build in another folder, with the same command and BUILD=folder: \`$same BUILD=\$HOME/workbook-build\`"
}
require_writable_build() { mkdir -p "$build" 2>/dev/null && touch "$build/preset" 2>/dev/null || build_is_read_only; }

disk_is_full() { fail "The disk of $(realpath -m "$build") is full. Make room, or use another: BUILD=folder."; }
# After a failure: whether the disk is to blame.
require_room() {
  local room=$build/room status=0
  [ -w "$build" ] || build_is_read_only
  head -c 65536 /dev/zero 2>/dev/null >"$room" || status=$?
  rm -f "$room"
  [ $status = 0 ] || disk_is_full
}

# is_configured FINGERPRINT: whether it was configured with these things installed. On a full disk CMake reports success
# without having written any rules.
is_configured() {
  [ "$(cat "$build/preset" 2>/dev/null)" = "$1" ] && has_rules
}
has_rules() { [ -f "$build/CMakeCache.txt" ] && { [ -f "$build/build.ninja" ] || [ -f "$build/Makefile" ]; }; }

# An error message if CMake, make or Ninja would misread the name of a folder: a changed file would go unnoticed.
why_not_this_folder() {
  local odd=${1//[^\\:;*?<>|\"\`#\$]/}
  [ -z "$odd" ] || echo "The path $1 has a ${odd:0:1} in it, which the tools of the build misread. Move the workbook to a folder without one, or build in one. "
}

# Configures the build folder for preset $1, unless it was already configured with the same things installed (CMake
# itself notices changed files).
configure() {
  local preset=$1 log=$build/configure.log fingerprint problem
  fingerprint=$preset$'\n'$sim_arch$'\n'$(what_is_installed)
  if is_configured "$fingerprint"; then return; fi
  problem=$(why_not_this_machine)$(why_not_this_folder "$PWD")$(why_not_this_folder "$(realpath -m "$build")")$(why_not_these_tools)
  [ -z "$problem" ] || fail "$problem"
  command -v cmake >/dev/null || fail "cmake was not found. \`make setup ${MAKECMDGOALS:-$action}\` installs what is missing."
  local cxx=${CXX:-c++}
  command -v "${cxx%% *}" g++ clang++ >/dev/null ||
    fail "No C++ compiler was found. \`make setup ${MAKECMDGOALS:-$action}\` installs what is missing."
  require_writable_build
  # Older versions of Ninja end a name in a list of headers at a quote, find no such file, and build everything each
  # time.
  if [ -z "${CMAKE_GENERATOR:-}" ] && [ ! -f "$build/CMakeCache.txt" ] && command -v ninja >/dev/null &&
    [[ $PWD$(realpath -m "$build") != *[\'\"\&]* ]]; then
    export CMAKE_GENERATOR=Ninja
  fi
  lock_build
  if is_configured "$fingerprint"; then return; fi # by another
  echo "Configuring the build"
  # Search again for everything that an earlier configuration found or did not find.
  local forget=() entry
  for entry in WORKBOOK_{CLANG,CLANG_TIDY,PYTHON,DOXYGEN,DOXYGEN_THEME,GNUPLOT,CHROMIUM,NODE,NVCC,CUDA_ARCH,SANITIZERS} \
    {boost_context,GTest,fmt,CLI11,nlohmann_json}_DIR LIBDW_{INCLUDE_DIR,LIBRARY}; do
    forget+=(-U "$entry")
  done
  local nvcc # which CMake would look for in other places
  nvcc=$(find_nvcc) && forget+=("-DWORKBOOK_NVCC=$nvcc")
  # shellcheck disable=SC2086 # several options are several words
  if ! cmake --preset "$preset" -B "$build" "${forget[@]}" "-DWORKBOOK_SIM_ARCH=$sim_arch" ${CMAKE_OPTIONS:-} >"$log" 2>&1; then
    rm -f "$build/preset"
    ! grep -q 'No space left' "$log" || disk_is_full
    cat "$log" >&2
    fail "CMake could not configure the build; its messages are above. \`make setup $action\` installs what may be missing."
  fi
  has_rules || disk_is_full
  echo "$fingerprint" 2>/dev/null >"$build/preset" || { rm -f "$build/preset" && require_room; }
}

# Whether the output goes to a terminal that obeys cursor movements.
on_terminal() { [ -t 1 ] && [ "${TERM:-dumb}" != dumb ]; }
# After Ctrl-C: removes a line that was to be overwritten.
forget_progress() { ! on_terminal || printf '\r\033[K'; }

# Sets `columns`: the terminal's width; 0 if output goes elsewhere or the width is unknown.
measure_terminal() {
  columns=
  [ ! -t 1 ] || { columns=$(stty size <&3 2>/dev/null | cut -d' ' -f2); } 3>&1 || true
  columns=${columns:-0}
}

# Shows a build's progress, on a terminal in one line that is overwritten; compiler messages stay. Ends at ready_mark.
show_progress() {
  local line columns open=
  measure_terminal
  [ "$columns" -gt 0 ] || columns=80
  while IFS= read -r line; do
    case $line in
      *'Re-checking globbed directories'* | *'GLOB mismatch!'* | *'Re-running CMake'* | 'ninja: no work to do.' | '-- '* | 'Consolidate compiler'* | \
        *'make['*': Entering directory '* | *'make['*': Leaving directory '* | *'] Built target '*) ;;
      *"$ready_mark"*)
        ready=yes
        break
        ;;
      '['*/*'] '* | '['*%']'*)
        if on_terminal; then
          printf '\r\033[K%s' "${line:0:columns-1}"
          open=yes
        else
          printf '%s\n' "$line"
        fi
        ;;
      *)
        [ -z "$open" ] || printf '\r\033[K'
        open=
        printf '%s\n' "$line"
        ;;
    esac
  done
  [ -z "$open" ] || printf '\r\033[K'
}

# forget_older AUDIENCE LAB: removes runners whose files have changed and yet are older. A file that was restored from a
# copy, or saved after the clock was set back, differs from the compiled file but is older than its runner. So the
# build would keep the runner.
forget_older() {
  local folder state known runner
  for folder in "$1"/${2:-[0-9][0-9]_*}; do
    state=$(stat -c '%n %.9Y %s' "$folder"/*.{cu,h,cuh} 2>/dev/null || true)
    known=$build/runners/$folder.state
    [ "$(cat "$known" 2>/dev/null || true)" != "$state" ] || continue
    for runner in "$build/runners/$folder".{sim,check,cuda}; do
      [ ! -f "$known" ] || [ ! -e "$runner" ] || [ -n "$(find "$folder" -maxdepth 1 -newer "$runner" -type f -print -quit)" ] ||
        rm -f "$runner" 2>/dev/null || true
    done
    [ ! -d "$build/runners/$1" ] || { echo "$state" >"$known"; } 2>/dev/null || true
  done
}

# Builds the named targets. Afterwards others may build, unless `shares` is set: with `yes`, only readers of finished
# builds may use the folder; with `hold`, nobody may.
build() {
  local keep_going=() status=0
  lock_build
  if [ "$1" = --keep-going ]; then
    shift
    if [ -f "$build/build.ninja" ]; then keep_going=(-- -k 0); else keep_going=(-- -k); fi
  fi
  NINJA_STATUS='[%f/%t] ' in_large_pages cmake --build "$build" --parallel "$(job_count)" --target "$@" "${keep_going[@]}" 2>&1 | "${hears_progress:-show_progress}" || status=$?
  [ $status = 0 ] || require_room
  case ${shares:-} in
    hold) ;;
    yes) share_build ;;
    *) unlock_build ;;
  esac
  return $status
}

# CMake prints this when everything that grading begins with is built.
readonly ready_mark='Ready to grade'

# build_beside FILE TARGET…: builds while the caller continues. If the build fails, it removes FILE, which would be out
# of date. The caller holds the lock; afterwards others may share the folder. Descriptor 9 delivers the build's output
# up to ready_mark, and closes when the build is done. The build is a separate process group, so that stop_beside (and
# through it Ctrl-C) ends all of it.
group_beside=
build_beside() {
  local file=$1
  shift
  trap stop_beside EXIT
  lock_build
  set -m
  coproc beside {
    exec </dev/null 8>&-
    shares=yes
    hears_progress=up_to_ready
    build "$@" || { rm -f "$file" && false; }
  }
  # shellcheck disable=SC2154 # coproc sets them
  exec 9<"/dev/fd/${beside[0]}"  # opened anew, because bash closes its own when a program starts
  group_beside=$beside_PID
  set +m
}
up_to_ready() {
  local line
  while IFS= read -r line; do
    [ -n "${in_steps:-}" ] || printf '%s\n' "$line"  # a long text that is never read would block for ever
    printf '%s\n' "$line" >&4
    [[ $line != *"$ready_mark"* ]] || break
  done 4>"$build/beside.log"
  cat >>"$build/beside.log"
}
# Shows the build's progress until ready_mark, or until it has failed.
await_ready() {
  ready=
  show_progress <&9
  [ -n "$ready" ] || wait "$group_beside"
}
finish_beside() {
  local status=0
  wait "$group_beside" || status=$?
  group_beside=
  [ $status = 0 ] || cat "$build/beside.log" >&2
  return $status
}
stop_beside() {
  [ -z "$group_beside" ] || kill -- "-$group_beside" 2>/dev/null || true
  group_beside=
}

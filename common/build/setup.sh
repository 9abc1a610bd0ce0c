#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Installs the packages that are missing for the given make targets: setup.sh [grade|test|bench|…]…
set -euo pipefail
. "$(dirname "$0")/requirements.sh"

fail() {
  printf 'setup: %s\n' "$@" >&2
  exit 1
}

wanted=$base
optional=  # `test` reports what it has not checked without these packages
for goal in "$@"; do
  case $goal in
    grade) wanted+=$extra_grade ;;
    test) wanted+=$extra_test optional+=$extra_docs$extra_debug ;;
    debug) wanted+=$extra_debug ;;
    docs) wanted+=$extra_docs ;;
    docs-check) wanted+=$extra_docs$extra_docs_check ;;
    format) wanted+=$extra_format ;;
    bench) wanted+=$extra_bench ;;
  esac
done

# missing_of LIST COLUMN: the packages in that column for whatever is missing, each once.
missing_of() {
  local probe package columns
  while read -r probe columns; do
    if [ -n "$probe" ] && ! is_there "$probe"; then
      # shellcheck disable=SC2086 # the columns
      package=$(printf '%s\n' $columns | sed -n "$2p")
      [ "$package" = - ] || printf '%s\n' "$package"
    fi
  done <<<"$1" | sort -u
}

problem=$(why_not_this_machine)
[ -z "$problem" ] || fail "$problem"
problem=$(why_not_these_tools)
[ -z "$problem" ] || fail "$problem Nothing was installed."

free=$(df -Pk "$(dirname "${BUILD:-build}")" 2>/dev/null | awk 'NR == 2 { print int($4 / 1024) }')
needed=600
[[ " $* " != *" test "* ]] || needed=1500
if ! [ "${free:-$needed}" -ge $needed ]; then
  problem="a build needs about $needed MiB, but the disk of this folder has $free MiB left."
  fail "$problem Make room, or use another disk: BUILD=/somewhere/else. Nothing was installed."
fi

mapfile -t missing < <(missing_of "$wanted$optional" 1)
if [[ " $* " == *" test "* ]] && ! command -v sbatch >/dev/null; then  # too large to install for one test
  echo "setup: grade-class --slurm is not tested, because that needs Slurm." \
    "Debian and Ubuntu: apt-get install slurm-wlm munge"
fi
if [[ " $* " == *" docs "* ]] && ! command -v em++ >/dev/null; then
  # Emscripten is too large to install for one input field.
  echo "setup: the site's steppers will sort only recorded keys. A reader's own keys need Emscripten." \
    "Debian and Ubuntu: apt-get install emscripten (800 MB)"
fi
if [ ${#missing[@]} = 0 ]; then
  echo "setup: everything that is needed is installed"
  exit 0
fi

# ---- systems without apt, accounts without root ----

as_root=()
if [ "$(id -u)" != 0 ]; then
  as_root=(sudo)
fi
how_to_install_elsewhere() {
  local conda fedora arch
  conda=$(missing_of "$wanted" 2 | xargs)
  fedora=$(missing_of "$wanted" 3 | xargs)
  arch=$(missing_of "$wanted" 4 | xargs)
  if [ -n "${CONDA_PREFIX:-}" ] || command -v conda mamba micromamba >/dev/null || [ "$1" = no-root ]; then
    echo "  conda, no root needed:  conda install -c conda-forge $conda"
  fi
  ! command -v dnf >/dev/null || echo "  Fedora, as root:  dnf install $fedora"
  ! command -v pacman >/dev/null || echo "  Arch, as root:  pacman -S $arch"
  if [ -n "${MODULEPATH:-}" ]; then
    echo "  modules:  module load gcc cmake boost   (\`module spider boost\` finds their names here);" \
      "use conda for packages without a module"
  fi
  echo "  any other way: libraries outside /usr are found in the folders of CMAKE_PREFIX_PATH and CONDA_PREFIX."
  echo "Then run the command without \`setup\`: make ${goal:-grade}. docs/systems.md has more."
}
if ! command -v apt-get >/dev/null; then
  {
    echo "setup: this system has no apt-get, so please install what is missing with its own package manager."
    echo "Missing packages (Debian's names):  ${missing[*]}"
    how_to_install_elsewhere no-apt
  } >&2
  exit 1
fi
if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null; then
  {
    echo "setup: this account cannot install packages: it is not root, and there is no sudo."
    echo "Missing packages (Debian's names):  ${missing[*]}"
    how_to_install_elsewhere no-root
  } >&2
  exit 1
fi

# ---- apt ----

if [ -n "$(dpkg --audit 2>/dev/null)" ]; then
  fail "an earlier installation of packages was interrupted. Finish it first: ${as_root[*]} dpkg --configure -a"
fi
apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=120)
log=$(mktemp)
trap 'rm -f "$log"' EXIT
run() {
  if ! "$@" >"$log" 2>&1; then
    cat "$log" >&2
    if grep -qiE 'no space left|enough free space' "$log"; then
      fail "the disk is full. Make room and run this again."
    fi
    fail "this command failed; its messages are above: $*"
  fi
}
# Prints the version that apt would install, without its epoch.
candidate() { LC_ALL=C apt-cache policy "$1" | sed -n 's/^ *Candidate: \([0-9]*:\)\{0,1\}\([^ (]*\).*/\2/p'; }

echo "setup: installing ${missing[*]}"
echo "setup: 1 of 3, updating the list of packages"
run "${apt[@]}" update
. /etc/os-release
for requirement in "cmake $oldest_cmake" "g++ $oldest_gcc"; do
  read -r package oldest <<<"$requirement"
  command -v "$package" >/dev/null && continue
  version=$(candidate "$package")
  if [ -n "$version" ] && ! at_least "$version" "$oldest"; then
    problem="${PRETTY_NAME:-This system} has $package $version, but needs $oldest or newer:"
    fail "$problem Debian 12, Ubuntu 22.04 or newer, the container, or conda (docs/systems.md). Nothing was installed."
  fi
done
mapfile -t needed < <(missing_of "$wanted" 1)
to_install=()
for package in "${missing[@]}"; do
  if [ -n "$(candidate "$package")" ]; then
    to_install+=("$package")
    continue
  fi
  case $package in
    doxygen-awesome-css)
      hint="Download that theme (its home is jothepro/doxygen-awesome-css on GitHub)"
      hint+=" and say where it is: DOXYGEN_AWESOME_CSS=/its/folder."
      ;;
    chromium)
      hint="Install Chrome, Chromium or Edge with this system's own tools, or name one: CHROMIUM=/its/program."
      ;;
    *) hint="Perhaps a part of its archive is disabled (Ubuntu: add-apt-repository universe)." ;;
  esac
  if [[ " ${needed[*]} " == *" $package "* ]]; then
    fail "${PRETTY_NAME:-this system} has no package $package. $hint Nothing was installed."
  fi
  echo "setup: ${PRETTY_NAME:-this system} has no package $package; parts that need it are left out. $hint"
done
if [ ${#to_install[@]} -gt 0 ]; then
  echo "setup: 2 of 3, downloading"
  run "${apt[@]}" install -y --no-install-recommends --download-only "${to_install[@]}"
  echo "setup: 3 of 3, unpacking"
  run "${apt[@]}" install -y --no-install-recommends "${to_install[@]}"
fi
problem=$(why_not_these_tools)
[ -z "$problem" ] || fail "$problem"
echo "setup: everything that is needed is installed"

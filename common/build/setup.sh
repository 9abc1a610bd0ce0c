#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Installs the packages that are missing for the given make targets: setup.sh [grade|test|bench|…]…
set -euo pipefail

# What each target needs: package, then a file or command whose presence shows that it is there.
base='
g++                  command:g++
cmake                command:cmake
ninja-build          command:ninja
libgtest-dev         header:gtest/gtest.h
nlohmann-json3-dev   header:nlohmann/json.hpp
libcli11-dev         header:CLI/CLI.hpp
libfmt-dev           header:fmt/core.h
libboost-context-dev header:boost/context/detail/fcontext.hpp
'
extra_test='
git                  command:git
clang                command:clang++
clang-format         command:clang-format
clang-tidy           command:clang-tidy
'
extra_bench='
oclgrind             command:oclgrind-kernel
pocl-opencl-icd      file:/etc/OpenCL/vendors/pocl.icd
ocl-icd-opencl-dev   header:CL/cl.h
'
extra_docs='
doxygen              command:doxygen
doxygen-awesome-css  file:/usr/share/doxygen-awesome-css/doxygen-awesome.css
gnuplot-nox          command:gnuplot
python3              command:python3
'
extra_docs_check='
chromium             command:chromium
nodejs               command:node
npm                  command:npm
'
wanted=$base
for goal in "$@"; do
  case $goal in
    test) wanted+=$extra_test$extra_docs ;;
    docs) wanted+=$extra_docs ;;
    docs-check) wanted+=$extra_docs$extra_docs_check ;;
    format) wanted+='clang-format command:clang-format'$'\n' ;;
    bench) wanted+=$extra_bench ;;
  esac
done

is_there() {
  case $1 in
    command:*) command -v "${1#command:}" >/dev/null ;;
    file:*) [ -e "${1#file:}" ] ;;
    header:*) [ -e "/usr/include/${1#header:}" ] || [ -e "/usr/local/include/${1#header:}" ] ;;
  esac
}

missing=()
while read -r package probe; do
  [ -z "$package" ] || is_there "$probe" || missing+=("$package")
done <<<"$wanted"

if [ ${#missing[@]} -gt 0 ]; then
  if ! command -v apt-get >/dev/null; then
    echo "setup: this system has no apt-get, so please install what is missing by its own means, then leave out \`setup\`." >&2
    echo "Missing, by the names of the Debian packages (g++ >= 9 or another C++17 compiler, CMake >= 3.22):" >&2
    printf '  %s\n' "${missing[@]}" >&2
    exit 1
  fi
  as_root=()
  if [ "$(id -u)" != 0 ]; then
    if ! command -v sudo >/dev/null; then
      echo "setup: these packages are missing, and installing them needs root or sudo: ${missing[*]}" >&2
      exit 1
    fi
    as_root=(sudo)
  fi
  apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=120)
  log=$(mktemp)
  trap 'rm -f "$log"' EXIT
  run() {
    if ! "$@" >"$log" 2>&1; then
      cat "$log" >&2
      echo "setup: this command failed, its messages are above: $*" >&2
      exit 1
    fi
  }
  echo "setup: installing ${missing[*]}"
  echo "setup: 1 of 3, updating the list of packages"
  run "${apt[@]}" update
  echo "setup: 2 of 3, downloading"
  run "${apt[@]}" install -y --no-install-recommends --download-only "${missing[@]}"
  echo "setup: 3 of 3, unpacking"
  run "${apt[@]}" install -y --no-install-recommends "${missing[@]}"
  rm -f "${BUILD:-build}/preset" # so that CMake looks again for what it did not find
fi

version=$(cmake --version | sed -n '1s/[^0-9]*\([0-9.]*\).*/\1/p')
if [ "$(printf '%s\n' 3.22 "$version" | sort -V | head -n 1)" != 3.22 ]; then
  echo "setup: CMake $version is too old, 3.22 or newer is needed; Debian 12 and Ubuntu 24.04 have it." >&2
  exit 1
fi
echo "setup: everything that is needed is installed"

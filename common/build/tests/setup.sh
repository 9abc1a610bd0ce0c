#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# setup.sh BUILD tests that `make setup` prints one message and installs nothing on a system that is too old, too small,
# half installed or without root. The next build must notice what was installed. Scripts replace the system's programs.
set -u
build=$1
source "$(dirname "$0")/expect.sh"
unset LAB BACKEND DEVICE SEED TEST OF SOLUTIONS BUILD MAKEFLAGS MAKELEVEL MFLAGS
unset CXX CONDA_PREFIX CMAKE_PREFIX_PATH MODULEPATH
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
source=$PWD

# pretend NAME SCRIPT: makes a program that is found before the real NAME.
pretend() {
  printf '#!/bin/bash\n%s\n' "$2" >"$scratch/bin/$1"
  chmod +x "$scratch/bin/$1"
}
# system_without PROGRAM…: a system with all real programs except these; the next call restores them.
mkdir "$scratch/system" "$scratch/missing"
# /bin may be /usr/bin.
folders=$(realpath /bin /usr/bin /usr/local/bin "$(dirname "$(command -v cmake)")" | awk '!seen[$0]++')
for folder in $folders; do
  find "$folder/" -maxdepth 1 \( -type f -o -type l \) -exec ln -sf -t "$scratch/system" {} + 2>/dev/null
done
rm -f "$scratch/system/sudo"
system_without() {
  rm -rf "$scratch/bin"
  mkdir "$scratch/bin"
  find "$scratch/missing" -type l -exec mv -t "$scratch/system" {} +
  local name
  for name; do [ ! -L "$scratch/system/$name" ] || mv "$scratch/system/$name" "$scratch/missing"; done
  pretend apt-get "echo \"\$*\" >>$scratch/installed
[[ \"\$*\" != *install* || \"\$*\" == *--download-only* ]] || bash -c \"\${ON_INSTALL:-true}\""
  pretend apt-cache 'printf "%s:\n  Installed: (none)\n  Candidate: ${CANDIDATE:-4:99.1}\n" "$2"'
  pretend dpkg 'exit 0'
  pretend id 'echo 0'
  pretend df 'echo header; echo "disk 99999999 0 99999999 0% /"'
  rm -f "$scratch/installed"
}
run_in() { PATH=$scratch/bin:$scratch/system BUILD=$scratch/build "$@"; }
nothing_installed() {
  ! grep -q install "$scratch/installed" 2>/dev/null || complain "something was installed" "$scratch/installed"
}

system_without
pretend cmake 'echo cmake version 3.18.4'
expect bad 'CMake 3.18.4 is too old: 3.22 or newer is needed. Nothing was installed.' make setup grade
nothing_installed

system_without
pretend g++ '[[ "$*" != *-dump* ]] || echo 9.4.0'
CXX=g++ expect bad 'g++ is g++ 9.4.0, which is too old: 11 or newer is needed' make setup grade
nothing_installed
CXX=no-such-compiler expect bad 'The compiler in CXX was not found: no-such-compiler.' make setup grade
CXX=no-such-compiler expect bad 'The compiler in CXX was not found: no-such-compiler.' make grade LAB=01

system_without cmake
CANDIDATE=3.18.4-2 expect bad 'has cmake 3.18.4-2, but needs 3.22 or newer' make setup grade
also 'Nothing was installed.'
nothing_installed

system_without doxygen
CANDIDATE='(none)' expect bad 'has no package doxygen.' make setup docs
also 'Nothing was installed.'
nothing_installed
CANDIDATE='(none)' expect good 'has no package doxygen; parts that need it are left out.' \
  bash common/build/setup.sh test
nothing_installed

system_without doxygen
pretend dpkg 'echo " half-package  something"'
expect bad 'an earlier installation of packages was interrupted. Finish it first:' make setup docs
nothing_installed

system_without
pretend uname '[ "$1" = -m ] && echo riscv64 || echo Linux'
expect bad 'runs on x86-64 and arm64 (aarch64), but this machine is riscv64.' make setup grade
pretend uname 'echo Darwin'
expect bad 'On a Mac, use the container' make grade LAB=01

system_without
pretend df 'echo header; echo "disk 1000 900 102400 90% /"'
expect bad 'needs about 600 MiB, but the disk of this folder has 100 MiB left.' make setup grade

system_without doxygen
pretend id 'echo 1000'
expect bad 'this account cannot install packages' make setup docs
also 'conda install -c conda-forge doxygen'
MODULEPATH=/modules expect bad 'module load gcc cmake boost' make setup docs

system_without doxygen apt-get
rm "$scratch/bin/apt-get"
pretend dnf true
pretend pacman true
expect bad 'this system has no apt-get' make setup docs
also 'Fedora, as root:  dnf install doxygen'
also 'Arch, as root:  pacman -S doxygen'

system_without c++ g++ clang++ gcc cc
expect bad 'No C++ compiler was found. `make setup grade` installs what is missing.' make grade LAB=01

# Without root, the account cannot write to the tree.
if [ "$(id -u)" = 0 ]; then
  system_without
  mkdir -p "$scratch/read_only"
  chmod 755 "$scratch" && chmod 555 "$scratch/read_only"
  PATH=$scratch/bin:$scratch/system expect bad \
    'cannot be written to. Build in another folder, with the same command and BUILD=folder' \
    setpriv --reuid 65534 --regid 65534 --clear-groups make grade LAB=01 BUILD="$scratch/read_only/build"
fi

# make, unlike Ninja, accepts plots of the other build, because they are newer than their inputs.
mkdir -p "$scratch/build/docs"
[ ! -d "$build/docs/plots" ] || cp -r --preserve=timestamps "$build/docs/plots" "$scratch/build/docs"
export CMAKE_GENERATOR='Unix Makefiles'
# The build notices when `make setup docs` installs Doxygen, and when Doxygen is removed again.
if [ -e /usr/share/doxygen-awesome-css ] && command -v doxygen >/dev/null && command -v gnuplot >/dev/null; then
  system_without doxygen npm  # fetches no packages into this tree
  export ON_INSTALL="ln -s $(command -v doxygen) $scratch/system/doxygen"
  export CMAKE_OPTIONS=-DWORKBOOK_CUDA=OFF WORKBOOK_TOOLS_DIR=$build/bin
  expect good 'everything that is needed is installed' bash common/build/setup.sh grade
  expect bad 'no test' make grade LAB=02 TEST=no_such_name
  expect bad 'doxygen, its theme doxygen-awesome-css, or python3 was not found. `make setup docs` installs them' \
    make docs
  expect good 'The site is in' make setup docs
  also 'setup: installing doxygen'
  rm "$scratch/system/doxygen"
  expect bad 'was not found. `make setup docs` installs them' make docs
fi
exit $failed

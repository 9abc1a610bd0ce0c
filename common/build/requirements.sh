# SPDX-License-Identifier: Apache-2.0
# The tools, libraries and versions that the workbook needs. Only this file names packages.

oldest_cmake=3.22
oldest_gcc=11
oldest_clang=14

# How to detect each tool or library, then its packages: Debian and Ubuntu, conda-forge, Fedora, Arch.
base='
command:g++                               g++                   gxx             gcc-c++                gcc
command:cmake                             cmake                 cmake           cmake                  cmake
command:python3                           python3               python          python3                python
command:ninja                             ninja-build           ninja           ninja-build            ninja
header:gtest/gtest.h                      libgtest-dev          gtest           gtest-devel            gtest
header:nlohmann/json.hpp                  nlohmann-json3-dev    nlohmann_json   json-devel             nlohmann-json
header:CLI/CLI.hpp                        libcli11-dev          cli11           cli11-devel            cli11
header:fmt/core.h                         libfmt-dev            fmt             fmt-devel              fmt
header:boost/context/detail/fcontext.hpp  libboost-context-dev  libboost-devel  boost-devel            boost
header:elfutils/libdw.h                   libdw-dev             elfutils        elfutils-devel         libelf
header:zlib.h                             zlib1g-dev            zlib            zlib-devel             zlib
header:seccomp.h                          libseccomp-dev        libseccomp      libseccomp-devel       libseccomp
'
# Optional. Without clang++, code that nvcc would refuse is accepted ("strict" in the docs).
extra_grade='
command:clang++                           clang                 clangxx         clang                  clang
'
extra_test='
command:git                               git                   git             git                    git
command:clang++                           clang                 clangxx         clang                  clang
command:clang-format                      clang-format          clang-format    clang-tools-extra      clang
command:clang-tidy                        clang-tidy            clang-tools     clang-tools-extra      clang
'
extra_debug='
command:gdb                               gdb                   gdb             gdb                    gdb
'
extra_docs='
command:doxygen                           doxygen               doxygen         doxygen                doxygen
theme:doxygen-awesome.css                 doxygen-awesome-css   -               -                      -
command:gnuplot                           gnuplot-nox           gnuplot         gnuplot                gnuplot
'
extra_docs_check='
browser:chromium                          chromium              -               chromium               chromium
command:node                              nodejs                nodejs          nodejs                 nodejs
command:npm                               npm                   -               nodejs-npm             npm
'
extra_bench='
command:oclgrind-kernel                   oclgrind              -               -                      oclgrind
file:/etc/OpenCL/vendors/pocl.icd         pocl-opencl-icd       pocl            pocl                   pocl
header:CL/cl.h                            ocl-icd-opencl-dev    ocl-icd         opencl-headers         opencl-headers
'
extra_format='
command:clang-format                      clang-format          clang-format    clang-tools-extra      clang
'

# Folders other than the system's that have include/, lib/ and share/, one per line.
prefixes() {
  local folder
  local IFS=:';'
  for folder in ${CMAKE_PREFIX_PATH:-} ${CONDA_PREFIX:-} /usr/local /usr; do printf '%s\n' "$folder"; done
}

# CHROMIUM=… sets another program.
find_browser() {
  local name
  for name in ${CHROMIUM:+"$CHROMIUM"} chromium google-chrome google-chrome-stable microsoft-edge; do
    command -v "$name" && return 0
  done
  return 1
}

# DOXYGEN_AWESOME_CSS=folder sets another theme.
find_theme() {
  local folder
  if [ -n "${DOXYGEN_AWESOME_CSS:-}" ]; then
    [ -e "$DOXYGEN_AWESOME_CSS/doxygen-awesome.css" ] && echo "$DOXYGEN_AWESOME_CSS"
    return
  fi
  while read -r folder; do
    [ ! -e "$folder/share/doxygen-awesome-css/doxygen-awesome.css" ] ||
      { echo "$folder/share/doxygen-awesome-css" && return 0; }
  done < <(prefixes)
  return 1
}

is_there() {
  local what=${1#*:} folder
  case $1 in
    command:*) command -v "$what" >/dev/null ;;
    file:*) [ -e "$what" ] ;;
    theme:*) find_theme >/dev/null ;;
    browser:*) find_browser >/dev/null ;;
    header:*)
      while read -r folder; do
        [ ! -e "$folder/include/$what" ] || return 0
      done < <(prefixes)
      # Other places that the compiler searches, such as CPATH.
      echo "#include <$what>" | "${CXX:-g++}" -std=c++17 -x c++ -M - >/dev/null 2>&1
      ;;
  esac
}

at_least() { [ "$(printf '%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]; }

why_not_this_machine() {
  case $(uname -s) in
    Linux) ;;
    Darwin) echo "The workbook runs on Linux. On a Mac, use the container: docs/systems.md, \"Mac\"." && return ;;
    *) echo "The workbook runs on Linux. On Windows, use WSL2: docs/systems.md, \"Windows\"." && return ;;
  esac
  case $(uname -m) in
    x86_64 | aarch64) ;;
    *) echo "The simulated device runs on x86-64 and arm64 (aarch64), but this machine is $(uname -m)." ;;
  esac
}

why_not_these_tools() {
  local version
  if command -v cmake >/dev/null; then
    version=$(cmake --version | sed -n '1s/[^0-9]*\([0-9.]*\).*/\1/p')
    at_least "$version" $oldest_cmake || echo "CMake $version is too old: $oldest_cmake or newer is needed."
  fi
  local compiler=${CXX:-}
  if [ -z "$compiler" ]; then
    for compiler in c++ g++ clang++; do ! command -v "$compiler" >/dev/null || break; done
  fi
  # shellcheck disable=SC2086 # CXX may have options
  if ! command -v ${compiler%% *} >/dev/null; then
    [ -z "${CXX:-}" ] || echo "The compiler in CXX was not found: $CXX."
  elif [[ $($compiler --version 2>/dev/null) == *clang* ]]; then
    version=$($compiler -dumpversion)
    at_least "$version" $oldest_clang ||
      echo "$compiler is clang $version, which is too old: $oldest_clang or newer is needed," \
        "or g++ $oldest_gcc or newer. CXX=… names another compiler."
  else
    version=$($compiler -dumpfullversion -dumpversion 2>/dev/null)
    at_least "${version:-0}" $oldest_gcc ||
      echo "$compiler is g++ ${version:-of an unknown version}, which is too old: $oldest_gcc or newer is needed." \
        "CXX=… names another compiler."
  fi
}

# Prints where the optional programs are, one per line. If this changes, the build is configured again.
what_is_installed() {
  local name folder headers
  for name in c++ g++ clang++ em++ clang-tidy clang-format doxygen gnuplot python3 node; do
    echo "$name $(command -v $name || true)"
  done
  echo "nvcc $(find_nvcc || true)"
  echo "gpu $(gpu_state)"
  echo "browser $(find_browser || true)"
  echo "theme $(find_theme || true)"
  echo "browser_modules $(ls docs/site/browser/node_modules docs/playground/node_modules 2>/dev/null | wc -l)"
  while read -r folder; do
    headers=("$folder"/include/{boost/context,elfutils,gtest,nlohmann,CLI,CL/cl.h,fmt,seccomp.h})
    echo "$folder $(ls -d "${headers[@]}" 2>/dev/null | wc -l)"
  done < <(prefixes)
  echo "sanitizers $(ls /usr/lib/gcc/*/*/libasan* /usr/lib*/libasan* /usr/lib/*/libasan* 2>/dev/null | wc -l)"
  echo "CXX ${CXX:-}"
}

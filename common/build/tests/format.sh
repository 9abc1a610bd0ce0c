#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Test: every C++ and CUDA file is formatted as .clang-format says, and has the SPDX line at its start. Lines of shell,
# Python and CMake files have at most 120 characters.
set -u
command -v clang-format >/dev/null ||
  { echo "clang-format is not installed; \`make setup test\` installs it." && exit 77; }
git rev-parse --is-inside-work-tree >/dev/null 2>&1 || { echo "This isn't a git checkout." && exit 77; }
failed=0
version=$(clang-format --version | sed -n 's/.*version \([0-9]*\).*/\1/p')
if [ "$version" = 14 ]; then  # other versions break some lines differently
  git ls-files -z '*.h' '*.cpp' '*.cu' '*.cuh' | xargs -0 clang-format --dry-run --Werror || failed=1
  [ $failed = 0 ] || echo "\`make format\` repairs this."
else
  echo "Not checked: how the files are formatted. This is clang-format $version, and the project uses 14."
fi
# In one process, because there are a thousand files.
git ls-files -z '*.h' '*.cpp' '*.cu' '*.cuh' '*.sh' '*.cmake' '*CMakeLists.txt' Makefile | xargs -0 awk '
  function told() { if (file != "" && !there) { print file ": the SPDX line is missing at its start."; missing = 1 } }
  FNR == 1 { told(); file = FILENAME; there = 0 }
  FNR <= 8 && /SPDX-License-Identifier: Apache-2.0/ { there = 1 }
  END { told(); exit missing }' || failed=1
long=$(git ls-files -z '*.sh' '*.py' '*.cmake' '*CMakeLists.txt' ':!*/vendor/*' |
  LC_ALL=C.UTF-8 xargs -0 grep -nHE '.{121}')
[ -z "$long" ] || { echo "These lines have more than 120 characters:" && echo "$long" && failed=1; }
exit $failed

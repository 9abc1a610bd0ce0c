#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
set -u
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/one" && cd "$scratch/one" || exit 1
cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.25)
project(one NONE)
enable_testing()
add_test(NAME good COMMAND bash -c "echo FAILED: not me")
add_test(NAME says_why COMMAND bash -c "seq 100; echo 'FAILED: the reason'; echo 'It printed:'; seq 200 300; exit 1")
add_test(NAME "says/nothing of it" COMMAND bash -c "seq 500 600; exit 1")
END
cmake -S . -B build >/dev/null && ctest --test-dir build >/dev/null 2>&1
bash "$OLDPWD/common/build/failed_tests.sh" build >said
diff said - <<END || { echo 'FAILED: that is not what it is to say.' && exit 1; }

says_why:
  FAILED: the reason
  It printed:

says/nothing of it:
$(seq -f '  %g' 589 600)

1 passed, 2 failed
END

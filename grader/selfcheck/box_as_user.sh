#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Test: the sandbox stops a plain user's runners just as it stops root's runners.   box_as_user.sh WRONG_RUNNERS
#
# Skipped without root: then grader.wrong_runners has already tested a plain user's runners.
set -u
[ "$(id -u)" = 0 ] && command -v setpriv >/dev/null || { echo "Skipped: this test needs root and setpriv." && exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
chmod 0777 "$scratch"
nobody=(setpriv --reuid 65534 --regid 65534 --clear-groups)
"${nobody[@]}" test -x "$1" || { echo "A plain user cannot reach $1." && exit 77; }
SELFCHECK_SCRATCH=$scratch "${nobody[@]}" "$1" --gtest_filter='Box*'

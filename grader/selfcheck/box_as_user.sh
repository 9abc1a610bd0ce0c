#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Test: what the sandbox stops when root grades, it stops when a plain user grades: box_as_user.sh WRONG_RUNNERS
# Without root there is no other user to become; then grader.wrong_runners has said it already.
set -u
[ "$(id -u)" = 0 ] && command -v setpriv >/dev/null || { echo "This is run by root, with setpriv." && exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
chmod 0777 "$scratch"
nobody=(setpriv --reuid 65534 --regid 65534 --clear-groups)
"${nobody[@]}" test -x "$1" || { echo "A plain user cannot reach $1." && exit 77; }
SELFCHECK_SCRATCH=$scratch "${nobody[@]}" "$1" --gtest_filter='Box*'

#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Tests that README.md's commands exist, that continuous integration runs the second one, and that links work.
set -u
failed=0
complain() {
  echo "FAILED: $*"
  failed=1
}

grep -q 'make setup grade' README.md || complain "README.md does not say \`make setup grade\`."
grep -q 'make setup test' README.md || complain "README.md does not say \`make setup test\`."
for page in README.md docs/pages/start.md; do
  grep -q '^apt-get update && apt-get install -y make && make setup grade' $page ||
    complain "$page does not have the first command."
done
[ "$(grep -v '^#' .ci/run | grep -o 'make .*')" = 'make setup test' ] ||
  complain ".ci/run does not run \`make setup test\`."
grep -q 'run: .ci/run$' .github/workflows/checks.yml || complain "The workflow does not run .ci/run."

while read -r target; do
  grep -q "^$target:" Makefile || complain "README.md says \`make $target\`, and the Makefile has no such target."
done < <(grep -oE '\bmake( [a-z]+)+' README.md | tr ' ' '\n' | grep -vx make | sort -u)

while read -r link; do
  case $link in http*) continue ;; esac
  [ -e "${link%%#*}" ] || complain "README.md links to $link, which does not exist."
done < <(grep -oE '\]\([^)]+\)' README.md | sed 's/^](//; s/)$//')
exit $failed

#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Tests that prose.py finds faults planted in texts, and none in the project's own texts.
set -u
command -v python3 >/dev/null || { echo "python3 is not installed." && exit 77; }
git rev-parse --is-inside-work-tree >/dev/null 2>&1 || { echo "This isn't a git checkout." && exit 77; }
here=$(mktemp -d) && trap 'rm -rf "$here"' EXIT
failed=0

# finds FILE WHAT…: prose.py reports each WHAT, and nothing else, in FILE, whose text is the standard input.
finds() {
  cat >"$here/$1"
  python3 -B common/build/prose.py "$here/$1" | sed "s|^$here/||; s|: [^:]*\$||" >"$here/found"
  printf '%s\n' "${@:2}" | diff - "$here/found" || { echo "$1: expected (<) and found (>) differ."; failed=1; }
}

long='one two three four five six seven eight nine ten'
finds page.md 'page.md:1: one sentence per line; `--write` breaks the lines' \
  'page.md:5: “is told”: "is reported", "is sent", "is notified"' \
  'page.md:6: 4 numbers in a sentence; at most 3, or a table' <<END
A sentence. And another one.

| 1 | 2 | 3 | \`is told\` |
|---|---|---|---|
The runner is told what to do.
It takes 1, 2, 3 or 4 seconds.
END
finds code.cpp 'code.cpp:2: 31 words in a sentence; at most 30' 'code.cpp:3: “but for”: "except"' <<END
int n = 1;  // The number of tiles.
// $long $long $long more.
const char* text = "Nothing was found but for one key.";
END
finds script.sh 'script.sh:2: “outside of”: "outside"' <<END
#!/bin/bash
# Files outside of the folder.
END
python3 -B common/build/prose.py --write "$here/page.md" >/dev/null
printf '%s\n' 'A sentence.' 'And another one.' | diff - <(head -n 2 "$here/page.md") || failed=1
python3 -B common/build/prose.py || failed=1
exit $failed

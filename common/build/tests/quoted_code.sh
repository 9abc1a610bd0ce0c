#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Tests that code that pages quote below `<!-- from FILE -->` is in FILE, for pages read where \snippet shows nothing.
set -u
wrong=0 count=0
check() { # FILE QUOTE
  count=$((count + 1))
  [[ $(cat "$1" 2>/dev/null) == *"$2"* ]] || { echo "$page quotes what is not in $1:"$'\n'"$2" && wrong=1; }
}
quotes_of() {
  local line file='' quote='' inside=
  while IFS= read -r line; do
    case $line in
      '<!-- from '*' -->') file=${line#<!-- from } file=${file% -->} ;;
      '```'*)
        if [ -n "$inside" ]; then
          check "$file" "${quote%$'\n'}" && file='' quote='' inside=
        elif [ -n "$file" ]; then
          inside=yes
        fi
        ;;
      *) [ -z "$inside" ] || quote+=$line$'\n' ;;
    esac
  done <"$1"
}
for page in docs/pages/*.md; do
  grep -q '^<!-- from docs/' "$page" && quotes_of "$page"
done
[ "$count" -gt 0 ] || { echo "no quote was found" && wrong=1; }
result=$wrong wrong=0
page=invented check docs/pages/first_kernel.md 'words that no page has' >/dev/null
[ "$wrong" = 1 ] || { echo "a wrong quote was not found" && result=1; }
exit "$result"

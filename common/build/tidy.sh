#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# clang-tidy on one file; its count of suppressed warnings on stderr is left out: tidy.sh CLANG_TIDY BUILD SOURCE STAMP
set -u
if "$1" -p "$2" --quiet --warnings-as-errors='*' "$3" 2>/dev/null; then touch "$4"; else exit 1; fi

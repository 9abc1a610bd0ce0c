# SPDX-License-Identifier: Apache-2.0
# One build at a time in a folder. Sourced by workbook.sh, whose $build and $action it reads. Descriptor 7 holds the
# lock; 8 holds that of `make watch`.

# Only one `make` at a time builds in a folder: an editor's task and a terminal would otherwise mistake each other's
# half-made programs for code that does not compile. Readers of finished builds share the lock (`share_build`), and
# others build after them.
building= # yes while the lock is held
lock_build() {
  [ -z "${building:-}" ] && command -v flock >/dev/null || return 0
  { exec 7<>"$build/building"; } 2>/dev/null || return 0 # a build folder that is only read
  building=yes
  local status=0
  flock --nonblock --conflict-exit-code 75 7 || status=$?
  if [ $status = 75 ]; then
    echo "Waiting for $(head -c 200 "$build/building" | head -1), which is at work in $build."
    flock 7
  fi
  echo "\`make ${MAKECMDGOALS:-$action}${LAB:+ LAB=$LAB}\` (process $$)" >"$build/building"
}
share_build() { [ -z "${building:-}" ] || flock --shared 7 || true; }
unlock_build() {
  [ -z "${building:-}" ] || exec 7>&-
  building=
}

# SPDX-License-Identifier: Apache-2.0
"""A root folder like that of a teaching system's container, with only /usr from this machine."""
import os
import pathlib
import subprocess

# Arguments: root, folder for /usr/local, then pairs FOLDER PLACE up to "--", then the command.
ENTER = r"""
set -e
umask 022 # independent of the caller's
PATH=$PATH:/usr/sbin:/sbin
root=$1 own=$2
shift 2
mount -t tmpfs -o mode=755 tmpfs "$root"
mkdir -p "$root"/{usr,etc,proc,dev/shm,tmp,home}
chmod 1777 "$root"/{tmp,dev/shm}
mount --rbind /usr "$root/usr"
for part in bin sbin lib lib32 lib64; do
  if [ -L /$part ]; then
    cp -d /$part "$root/$part"
  elif [ -d /$part ]; then
    mkdir "$root/$part"
    mount --rbind /$part "$root/$part"
  fi
done
mount --bind "$own" "$root/usr/local"
for file in ld.so.cache alternatives; do
  [ ! -e /etc/$file ] || {
    if [ -d /etc/$file ]; then mkdir "$root/etc/$file"; else touch "$root/etc/$file"; fi
    mount --bind /etc/$file "$root/etc/$file"
  }
done
printf '%s\n' root:x:0:0::/root:/bin/bash autograde:x:2001:2001::/home/autograde:/bin/bash \
  student:x:2002:2002::/home/student:/bin/bash >"$root/etc/passwd"
printf '%s\n' root:x:0: autograde:x:2001: student:x:2002: >"$root/etc/group"
for file in null zero full random urandom; do touch "$root/dev/$file"; mount --bind /dev/$file "$root/dev/$file"; done
ln -s /proc/self/fd "$root/dev/fd"
mount -t proc proc "$root/proc" 2>/dev/null || mount --rbind /proc "$root/proc"
while [ "$1" != -- ]; do
  mkdir -p "$root$2"
  mount --bind "$1" "$root$2"
  shift 2
done
shift
exec chroot "$root" "$@"
"""


class Root:
    """`places`: {the test's folder: its place in the system}."""

    def __init__(self, scratch, places):
        self.folder, self.local = scratch / "root", scratch / "local"
        self.folder.mkdir()
        (self.local / "bin").mkdir(parents=True)
        self.places = places

    def program(self, name, text):
        """The system finds this program before its own."""
        path = self.local / "bin" / name
        path.write_text(text)
        path.chmod(0o755)

    def run(self, folder, *command, user=None, limits=(), **environment):
        """`user` and `limits` (prlimit's options) apply only if this process is root."""
        if os.getuid() == 0 and user:
            command = ["prlimit", *limits, "setpriv", "--reuid", user, "--regid", user, "--init-groups",
                       "--bounding-set=-all", *command]
        space = ["unshare", "--mount", "--pid", "--fork", "--kill-child",
                 *([] if os.getuid() == 0 else ["--user", "--map-root-user"])]
        words = [word for own, place in self.places.items() for word in (str(own), place)]
        variables = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": f"/home/{user}" if user else "/root",
                     "LANG": "C.UTF-8", **environment}
        return subprocess.run([*space, "bash", "-c", ENTER, "enter", str(self.folder), str(self.local), *words, "--",
                               "env", "-i", f"--chdir={folder}",
                               *(f"{name}={value}" for name, value in variables.items()), *command],
                              capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)


def why_not(scratch):
    """Returns why such a root cannot be created here, or ""."""
    try:
        done = Root(pathlib.Path(scratch), {}).run("/", "python3", "-c", "print('entered')")
    except FileNotFoundError as missing:
        return f"{missing.filename} is not installed"
    return "" if done.stdout == "entered\n" else done.stderr.strip() or "no python3 in /usr"

# SPDX-License-Identifier: Apache-2.0
import errno
import fcntl
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import sys
import threading

from machine import in_large_pages, job_count, remove, shell_function
from settings import Refusal, variable
from terminal import Progress, say

READY = "Ready to grade"  # a CMake target prints this when grading can begin
LOOKED_FOR_AGAIN = ([
    f"WORKBOOK_{name}" for name in ("CLANG", "CLANG_TIDY", "PYTHON", "DOXYGEN", "DOXYGEN_THEME", "GNUPLOT", "CHROMIUM",
                                    "NODE", "NVCC", "CUDA_ARCH", "SANITIZERS",
                                    )
] + [f"{name}_DIR"
     for name in ("boost_context", "GTest", "fmt", "CLI11", "nlohmann_json")] + ["libdw_INCLUDE_DIR", "libdw_LIBRARY"])


class Lock:
    """Lets only one `make` at a time build in a folder, because concurrent builds would mistake each other's unfinished
    programs for code that does not compile. Readers of finished builds share the lock (`share`)."""

    def __init__(self, path, owner):
        self.file = None
        try:
            self.file = open(path, "a+", encoding="utf-8")
        except OSError:
            return
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.file.seek(0)
            say(f"Waiting for {self.file.read(200).split(chr(10))[0]}, which is running in {os.path.dirname(path)}.")
            fcntl.flock(self.file, fcntl.LOCK_EX)
        try:
            self.file.truncate(0)
            self.file.write(f"{owner} (process {os.getpid()})\n")
            self.file.flush()
        except OSError:
            pass  # on a full disk, a waiting `make` reads an empty name

    def __enter__(self):
        return self

    def share(self):
        if self.file:
            fcntl.flock(self.file, fcntl.LOCK_SH)

    def __exit__(self, *_):
        if self.file:
            try:
                self.file.close()
            except OSError:
                pass


class Build:

    def __init__(self, folder, command, architecture=""):
        self.folder = pathlib.Path(folder)
        self.command = command  # for messages: the target after `make`
        self.architecture = architecture
        self.real = os.path.realpath(folder)

    def __truediv__(self, name):
        return self.folder / name

    def cached_line(self, name):
        try:
            text = (self / "CMakeCache.txt").read_text(encoding="utf-8", errors="replace")
        except OSError:
            return ""
        line = re.search(rf"^{name}\b.*", text, re.M)
        return line[0] if line else ""

    # ---- read-only folders, full disks ----

    def refuse_read_only(self):
        same = f"make {self.command}" + "".join(
            f" {name}={variable(name)}" for name in ("LAB", "EXERCISE", "TEST", "SEED", "DEVICE") if variable(name))
        raise Refusal(f"{self.real} cannot be written to. Build in another folder, with the same command and "
                      f"BUILD=folder: `{same} BUILD=$HOME/workbook-build`")

    def require_writable(self):
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            (self / "preset").touch()
        except OSError as why:
            if why.errno == errno.ENOSPC:
                self.refuse_full()
            self.refuse_read_only()

    def refuse_full(self):
        raise Refusal(f"The disk of {self.real} is full. Make room, or use another disk: BUILD=folder.")

    def require_room(self):
        if not os.access(self.folder, os.W_OK):
            self.refuse_read_only()
        room = self / "room"
        try:
            with open(room, "wb") as file:
                file.write(bytes(65536))
        except OSError:
            self.refuse_full()
        finally:
            remove(room)

    # ---- configuring ----

    def has_rules(self):
        """Returns whether the build files exist. On a full disk, CMake reports success without writing them."""
        return (self / "CMakeCache.txt").is_file() and any(
            (self / name).is_file() for name in ("build.ninja", "Makefile"))

    def is_configured(self, fingerprint):
        try:
            return (self / "preset").read_text(encoding="utf-8",
                                               errors="surrogateescape") == fingerprint and self.has_rules()
        except OSError:
            return False

    def configure(self, preset):
        """Configures unless the folder was already configured with these settings and this software."""
        fingerprint = f"{preset}\n{self.architecture}\n{shell_function('what_is_installed')}\n"
        if self.is_configured(fingerprint):
            return
        problem = (shell_function("why_not_this_machine") + why_not_this_folder(os.getcwd()) +
                   why_not_this_folder(self.real) + shell_function("why_not_these_tools") +
                   what_is_missing(self.command))
        if problem:
            raise Refusal(problem)
        self.require_writable()
        with self.lock():
            if not self.is_configured(fingerprint):
                self.run_cmake(preset, fingerprint)

    def run_cmake(self, preset, fingerprint):
        say("Configuring the build")
        here = os.getcwd() + self.real
        environment = dict(os.environ)
        # Older versions of Ninja end a header's name at a quote, and then rebuild everything each time.
        if (not variable("CMAKE_GENERATOR") and not (self / "CMakeCache.txt").exists() and shutil.which("ninja") and
                not re.search(r"['\"&]", here)):
            environment["CMAKE_GENERATOR"] = "Ninja"
        command = ["cmake", "--preset", preset, "-B", str(self.folder)]
        for name in LOOKED_FOR_AGAIN:
            command += ["-U", name]
        nvcc = shell_function("find_nvcc")
        command += [f"-DWORKBOOK_NVCC={nvcc}"] if nvcc else []
        command += [f"-DWORKBOOK_SIM_ARCH={self.architecture}", *variable("CMAKE_OPTIONS").split()]
        done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              encoding="utf-8", errors="surrogateescape", check=False,
                              )
        try:
            (self / "configure.log").write_text(done.stdout, encoding="utf-8", errors="surrogateescape")
        except OSError:
            self.refuse_full()
        if done.returncode:
            remove(self / "preset")
            if "No space left" in done.stdout:
                self.refuse_full()
            print(done.stdout, end="", file=sys.stderr, flush=True)
            raise Refusal("CMake could not configure the build; its messages are above. "
                          f"`make setup {self.command}` installs what may be missing.")
        if not self.has_rules():
            self.refuse_full()
        try:
            (self / "preset").write_text(fingerprint, encoding="utf-8", errors="surrogateescape")
        except OSError:
            remove(self / "preset")
            self.require_room()

    # ---- building ----

    def lock(self):
        lab = f" LAB={variable('LAB')}" if variable("LAB") else ""
        return Lock(str(self / "building"), f"`make {self.command}{lab}`")

    def tools(self):
        return pathlib.Path(
            variable("WORKBOOK_TOOLS_DIR") or self.cached_line("WORKBOOK_TOOLS_DIR:PATH").partition("=")[2] or
            self / "bin")

    def has_own_tools(self):
        return self.tools() == self / "bin"

    def make(self, *targets, keep_going=False):
        """Returns whether the targets could be built. The caller holds the lock."""
        with Running(self, targets, keep_going) as running:
            running.show_until(None)
            return running.succeeded()

    def require(self, *targets):
        """Builds the targets. On failure, the action ends with status 1; the compilers have said why."""
        with self.lock():
            if not self.make(*targets):
                sys.exit(1)


class Running:
    """A running build, in a process group that ends with this process."""

    def __init__(self, build, targets, keep_going=False, log=None):
        rule = ["-k", "0"] if (build / "build.ninja").exists() else ["-k"]
        command = ["cmake", "--build", str(build.folder), "--parallel", str(job_count()), "--target", *targets]
        self.build = build
        self.log = log
        self.stopped = False
        self.lines, self.arrived, self.ended = [], threading.Condition(), False
        self.process = subprocess.Popen(command + (["--", *rule] if keep_going else []), stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
                                        errors="surrogateescape", start_new_session=True,
                                        env={**os.environ, **in_large_pages(), "NINJA_STATUS": "[%f/%t] "},
                                        )
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        log = self.open_log()
        for line in self.process.stdout:
            try:
                log.write(line)
                log.flush()
            except OSError:
                pass
            with self.arrived:
                self.lines.append(line.rstrip("\n"))
                self.arrived.notify()
        self.process.wait()
        with self.arrived:
            self.ended = True
            self.arrived.notify()

    def open_log(self):
        try:
            return open(self.log or os.devnull, "w", encoding="utf-8", errors="surrogateescape")
        except OSError:
            return open(os.devnull, "w", encoding="utf-8")

    def show_until(self, mark):
        """Shows the build's output up to a line with this mark, or all of it. Returns whether there was such a line."""
        progress = Progress()
        while True:
            with self.arrived:
                self.arrived.wait_for(lambda: self.lines or self.ended)
                lines, self.lines = self.lines, []
            for at, line in enumerate(lines):
                if mark and mark in line:
                    self.lines = lines[at + 1:] + self.lines
                    progress.close()
                    return True
                progress.show(line)
            if not lines:
                progress.close()
                return False

    def succeeded(self):
        """Waits for the build's end. On failure, reports a full or read-only disk if that was the reason."""
        self.reader.join()
        if self.process.returncode:
            self.build.require_room()
        return self.process.returncode == 0

    def stop(self):
        if self.process.poll() is None:
            self.stopped = True
            os.killpg(self.process.pid, signal.SIGTERM)
            self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


def what_is_missing(command):
    setup = f"`make setup {command}` installs what is missing."
    if not shutil.which("cmake"):
        return f"cmake was not found. {setup}"
    compilers = [shlex.split(variable("CXX") or "c++")[0], "g++", "clang++"]
    return "" if any(shutil.which(name) for name in compilers) else f"No C++ compiler was found. {setup}"


def why_not_this_folder(path):
    """Returns a message if CMake, make or Ninja would misread the folder's name."""
    odd = re.search(r'[\\:;*?<>|"`#$]', path)
    return (f"The path {path} has a {odd[0]} in it, which the build tools misread. "
            "Move the workbook to another folder, or build in another one: BUILD=folder. " if odd else "")

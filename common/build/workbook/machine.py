# SPDX-License-Identifier: Apache-2.0
"""Finds out what this machine has, with functions of requirements.sh and gpu.sh, which `make setup` uses before Python
is installed."""
import os
import subprocess

SOURCED = ". common/build/requirements.sh; . common/build/gpu.sh; "


def ask_shell(function, *arguments):
    """Returns a function's (status, output); it is in requirements.sh or gpu.sh."""
    done = subprocess.run(["bash", "-c", SOURCED + '"$@"', "--", function, *arguments], stdout=subprocess.PIPE,
                          encoding="utf-8", errors="surrogateescape", check=False,
                          )
    return done.returncode, done.stdout.strip("\n")


def shell_function(function, *arguments):
    return ask_shell(function, *arguments)[1]


def remove(path):
    try:
        os.unlink(path)
    except OSError:
        pass


def job_count():
    """Returns how many compilers run at a time: one per core, within memory at 1 GiB each."""
    gibibytes = [1 << 20]
    with open("/proc/meminfo", encoding="utf-8") as file:
        gibibytes += [int(line.split()[1]) >> 20 for line in file if line.startswith("MemAvailable")]
    try:
        with open("/sys/fs/cgroup/memory.max", encoding="utf-8") as file:
            limit = file.read().strip()
        gibibytes += [int(limit) >> 30] if limit != "max" else []
    except OSError:
        pass
    return min(len(os.sched_getaffinity(0)), max(1, min(gibibytes)))


def test_count():
    """Returns how many tests run at a time: one more than compilers, because many tests wait."""
    return job_count() + 1


def in_large_pages():
    """Returns the environment for programs that use a lot of memory, with large pages if glibc (2.35) and the kernel
    support them."""
    return {"GLIBC_TUNABLES": os.environ.get("GLIBC_TUNABLES") or "glibc.malloc.hugetlb=1"}

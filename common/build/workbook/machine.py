# SPDX-License-Identifier: Apache-2.0
"""What this machine has. The questions are functions of requirements.sh and gpu.sh, because `make setup` asks them
before Python is installed."""
import os
import subprocess

SOURCED = ". common/build/requirements.sh; . common/build/gpu.sh; "


def ask_shell(function, *arguments):
    """(status, what it printed) of a function of those files."""
    done = subprocess.run(["bash", "-c", SOURCED + '"$@"', "--", function, *arguments], stdout=subprocess.PIPE,
                          encoding="utf-8", errors="surrogateescape", check=False,
                          )
    return done.returncode, done.stdout.strip("\n")


def shell_function(function, *arguments):
    """The function's output, or "" if it found nothing."""
    return ask_shell(function, *arguments)[1]


def remove(path):
    """The file, if it exists and can be removed."""
    try:
        os.unlink(path)
    except OSError:
        pass


def job_count():
    """One compiler per core, but no more than memory holds at 1 GiB each."""
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
    """One test more than there are cores, because many tests wait for a time limit, a process or a scheduler."""
    return job_count() + 1


def in_large_pages():
    """Environment for programs that fill much memory, such as compilers and the grader. It enables large pages, if
    glibc (2.35) and the kernel support them."""
    return {"GLIBC_TUNABLES": os.environ.get("GLIBC_TUNABLES") or "glibc.malloc.hugetlb=1"}

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes published_programs.csv: programs that were not written for simcu, compiled and run on it unchanged.

  measure_published.py PACKAGES OUT.csv [--seconds N] [--check-seconds N] [--only REGEX] [--memory MIB]

PACKAGES has Debian's packages nvidia-cuda-samples 11.8, libthrust-dev and libcub-dev 1.17.2, unpacked with `dpkg -x`.
An interrupted run can continue, because rows in OUT.csv are kept. OUT.log has the programs' output. simcu is
build/bin/simcu. With --memory, each program has its own group (cgroup v1 or v2, which needs root).
"""
import argparse
import csv
import datetime
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
NO_SAMPLES = re.compile(
    r"lcublas|lcufft|lcusparse|lcusolver|lculibos|lcudla|nvrtc|-lcuda\b|GL|npp|nvjpeg|find\w+\.mk|mpicxx|vulkan")
# For programs whose default sizes are too large for a simulator or the checkers.
OPTIONS = {
    "0_Introduction/matrixMul": "-wA=128 -hA=128 -wB=128 -hB=128",
    "2_Concepts_and_Techniques/eigenvalues": "--matrix-size=256 --iters-timing=1",
    "2_Concepts_and_Techniques/radixSortThrust": "-n=20000",
    "2_Concepts_and_Techniques/reductionMultiBlockCG": "--n=100000",
    "2_Concepts_and_Techniques/threadFenceReduction": "--n=65536",
    "3_CUDA_Features/globalToShmemAsyncCopy": "-wA=64 -hA=64 -wB=64 -hB=64",
    "5_Domain_Specific/FDTD3d": "--dimx=32 --dimy=32 --dimz=32 --timesteps=2",
    "5_Domain_Specific/MonteCarloMultiGPU": "--scaling=weak",
    "6_Performance/transpose": "-dimX=64 -dimY=64",
}
# From the report, the program's own output or its source.
REMARKS = {
    "0_Introduction/concurrentKernels": "all threads of `sum` write one word of shared memory (concurrentKernels.cu)",
    "0_Introduction/simpleAssert": "the assertion that it demonstrates",
    "2_Concepts_and_Techniques/eigenvalues": "all threads of bisectKernel set one flag in shared memory "
                                             "(bisect_kernel_small.cuh:129)",
    "2_Concepts_and_Techniques/reduction": "CUDA 13 has removed cooperative_groups::experimental",
    "2_Concepts_and_Techniques/shfl_scan": "shfl_intimage_rows reads a word of `sums` that nobody wrote",
    "3_CUDA_Features/cdpQuadtree": "asks for cudaLimitDevRuntimeSyncDepth: cudaErrorUnsupportedLimit",
    "3_CUDA_Features/cdpSimplePrint": "asks for cudaLimitDevRuntimeSyncDepth: cudaErrorUnsupportedLimit",
    "3_CUDA_Features/cdpSimpleQuicksort": "asks for cudaLimitDevRuntimeSyncDepth: cudaErrorUnsupportedLimit",
    "3_CUDA_Features/newdelete": "Vector::pop reads m_top plainly (container.hpp:82) next to other threads' atomicAdd "
                                 "(container.hpp:84)",
    "5_Domain_Specific/dxtc": "its comparison fails for a race: colorSums has each lane read a sum that another "
                              "changes (sums[idx] += "
                              "sums[idx ^ 8]); with barriers between the two the comparison passes",
}
WAIVED = "waived: it needs something that the device does not have"
NO_TEST_UTIL = "includes CUB's test/test_util.h, which Debian does not ship: nvcc could not compile it either"


def remark(name, result):
    if "test_util.h" in result[0]:
        return NO_TEST_UTIL
    return WAIVED if result[0] == "ends with 2" else REMARKS.get(name, "") if not result[-1] == "clean" else ""


def programs(packages):
    doc = packages / "usr/share/doc"
    for folder, title in (("libthrust-dev", "Thrust 1.17.2"), ("libcub-dev", "CUB 1.17.2")):
        at = doc / folder / "examples"
        for file in sorted(at.rglob("*.cu")):
            if "cmake" not in file.parts:
                with_it = sorted(file.parent.glob("*.cpp"))
                yield title, str(file.relative_to(at)), file.parent, [file, *with_it], [], ""
    at = doc / "nvidia-cuda-toolkit/examples/Samples"
    for makefile in sorted(at.glob("*/*/Makefile")):
        folder, name = makefile.parent, str(makefile.parent.relative_to(at))
        said = makefile.read_text()
        if "$(NVCC)" not in said or NO_SAMPLES.search(re.sub(r"^#.*", "", said, flags=re.M)):
            continue
        sources = sorted(f for where in (folder, folder / "src") for f in where.glob("*.c*")
                         if f.suffix in (".cu", ".cpp"))
        if not any(f.suffix == ".cu" for f in sources):
            continue
        flags = [f"-I{at.parent / 'Common'}"] + ([f"-I{folder / 'inc'}"] if (folder / "inc").is_dir() else [])
        flags += ["-rdc=true"] if re.search(r"-dc\b|-rdc=true", said) else []
        flags += ["-Xcompiler", "-fopenmp", "-lgomp"] if "fopenmp" in said else []
        yield "cuda-samples 11.8", name, folder, sources, flags, OPTIONS.get(name, "")


class group:

    def __init__(self, mib):
        self.folder = None
        if not mib:
            return
        root = pathlib.Path("/sys/fs/cgroup")
        one = (root / "memory").is_dir()
        self.folder = (root / "memory" if one else root) / f"published.{os.getpid()}"
        self.folder.mkdir()
        (self.folder / ("memory.limit_in_bytes" if one else "memory.max")).write_text(str(mib << 20))

    def enter(self):
        if self.folder:
            (self.folder / "cgroup.procs").write_text(str(os.getpid()))

    def remove(self):
        if self.folder:
            self.folder.rmdir()


def run(command, cwd, seconds, room):
    """Returns a program's (status, output); the status is None if it did not end."""
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(command, cwd=cwd, stdin=subprocess.DEVNULL, stdout=said, stderr=subprocess.STDOUT,
                                   start_new_session=True, preexec_fn=lambda: (os.nice(10), room.enter()))
        try:
            status = process.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            status = None
        said.seek(0)
        return status, said.read(1 << 22).decode(errors="replace")


def compiled(flags, sources, program, seconds, room):
    status, said = run([str(ROOT / "build/bin/simcu"), *flags, *map(str, sources), "-o", str(program)], program.parent,
                       seconds, room)
    if status == 0:
        return ""
    error = re.search(r"(?:error|fatal error): (.*)", said)
    error = error.group(1) if error else "no message" if status is not None else "the compiler did not finish"
    if removed := re.match(r"CUDA 13 has removed [\w:]+", error):
        return removed.group().rstrip(":")
    return re.sub(r"^simcu does not support ", "refused: ",
                  error) if "does not support" in error else "does not compile: " + error


def measure(program, args, log):
    collection, name, folder, sources, flags, options = program
    room = group(args.memory)
    result = []
    with tempfile.TemporaryDirectory() as scratch:
        copy = pathlib.Path(scratch) / "program"
        shutil.copytree(folder, copy, dirs_exist_ok=True)
        for flavour, seconds in (([], args.seconds), (["--check"], args.check_seconds)):
            binary = copy / ("published" + "".join(flavour))
            why = compiled([*flavour, *flags, "-w"], sources, binary, 600, room)
            if why:
                result.append(why)
                break
            status, said = run([str(binary), *options.split()], copy, seconds, room)
            log.write(f"=== {name} {flavour} {options} status {status}\n{said[-6000:]}\n")
            log.flush()
            findings = sorted(set(re.findall(r"^simcu: (?:race \()?([a-z-]+)(?:\)| \(|:| in )", said, re.M)))
            if status is None:
                result.append(f"did not end within {seconds} s")
                break
            if flavour:
                result.append("clean" if status == 0 else "finding: " + " ".join(findings) if status == 99
                              else f"ends with {status}")
            else:
                result.append(f"ends with {status}")
                if status != 0:
                    break
    room.remove()
    return (result + [""])[:2]


def main():
    take = argparse.ArgumentParser()
    take.add_argument("packages", type=pathlib.Path)
    take.add_argument("out", type=pathlib.Path)
    take.add_argument("--seconds", type=int, default=90)
    take.add_argument("--check-seconds", type=int, default=300)
    take.add_argument("--only", default="")
    take.add_argument("--memory", type=int, default=0)
    args = take.parse_args()
    have = {}
    if args.out.exists():
        have = {(r[0], r[1]): r for r in csv.reader(l for l in args.out.open() if not l.startswith("#"))}
    else:
        compiler = subprocess.run(["g++", "--version"], capture_output=True, text=True).stdout.splitlines()[0]
        args.out.write_text(
            f"# machine: the simulated device (simcu) on {os.cpu_count()} cores that others used, too; {compiler}\n"
            f"# date: {datetime.date.today()}\n"
            f"# command: measure_published.py PACKAGES OUT.csv --seconds {args.seconds} --check-seconds "
            f"{args.check_seconds}\n"
            "# programs: NVIDIA's cuda-samples 11.8 without graphics, driver API, NVRTC and other libraries, and the "
            "examples of Thrust "
            "and CUB 1.17.2, as Debian ships them; options are the program's own\n"
            "# plain: the exit status; most of the samples compare with the host and end with 1 if they differ. check: "
            "with simcu --check, "
            "of those that ended with 0\n"
            "collection,program,options,plain,check,remark\n")
    with args.out.with_suffix(".log").open("a") as log:
        for program in programs(args.packages):
            key = program[:2]
            if key in have or not re.search(args.only, " ".join(key)):
                continue
            result = measure(program, args, log)
            row = [*key, program[5], *result, remark(key[1], result)]
            print(datetime.datetime.now().strftime("%H:%M:%S"), *row, sep=" | ", flush=True)
            with args.out.open("a") as out:
                csv.writer(out, lineterminator="\n").writerow(row)


main()

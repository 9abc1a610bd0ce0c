# SPDX-License-Identifier: Apache-2.0
"""Reads archives from untrusted sources in a process with limits (`archives.py FILE` prints JSON). No name in an
archive becomes a path."""
import base64
import bz2
import gzip
import json
import lzma
import os
import pathlib
import resource
import stat
import subprocess
import sys
import tarfile
import zipfile

ENDINGS = (".zip", ".tar.gz", ".tgz", ".tar", ".tar.xz", ".tar.bz2")
WANTED = (".cu", ".csv")
ARCHIVE_BYTES = 64 << 20  # of an archive
UNPACKED_BYTES = 512 << 20  # of all unpacked data
ENTRIES = 20_000
FILE_BYTES = 1 << 20  # the longest file that compile_submission reads
WANTED_FILES = 200
WANTED_BYTES = 16 << 20  # of all wanted files together
MEMORY_BYTES = 1 << 30
SECONDS = 60


class Refused(Exception):
    """An archive that is refused. The text is a message for its owner."""


def is_archive(name):
    return name.lower().endswith(ENDINGS)


def check_name(name):
    parts = name.replace("\\", "/").split("/")
    if ".." in parts or name.startswith(("/", "\\")) or "\0" in name:
        raise Refused(f"has the name {name!r}, which is outside the archive")


class Found:
    def __init__(self):
        self.files, self.notes, self.entries, self.bytes = {}, [], 0, 0

    def entry(self, name, is_plain_file, is_folder):
        """Returns whether the entry's content is wanted."""
        self.entries += 1
        if self.entries > ENTRIES:
            raise Refused(f"has more than {ENTRIES} files")
        check_name(name)
        if is_folder or any(part == "__MACOSX" or part.startswith(".") and part != "."
                            for part in name.replace("\\", "/").split("/")):
            return False  # files of macOS and editors
        if is_archive(name):
            self.notes.append(f"nested archive, not opened: {name}")
            return False
        if not name.lower().endswith(WANTED):
            return False
        if not is_plain_file:
            raise Refused(f"has {name}, which is a link or a device: put the file itself there")
        return True

    def add(self, name, content):
        if self.files.get(name, content) != content:
            raise Refused(f"has {name} twice, with different content")
        if len(self.files) >= WANTED_FILES:
            raise Refused(f"has more than {WANTED_FILES} .cu and .csv files")
        self.bytes += len(content)
        if self.bytes > WANTED_BYTES:
            raise Refused(f"has more than {WANTED_BYTES >> 20} MiB of .cu and .csv files")
        self.files[name] = content


def read_zip(file):
    found = Found()
    with zipfile.ZipFile(file) as archive:
        for info in archive.infolist():
            kind = stat.S_IFMT(info.external_attr >> 16)
            if not found.entry(info.filename, kind in (0, stat.S_IFREG), info.is_dir()):
                continue
            if info.flag_bits & 1:
                raise Refused("is protected by a password")
            with archive.open(info) as member:  # the size in the directory can be wrong
                content = member.read(FILE_BYTES + 1)
            if len(content) > FILE_BYTES:
                raise Refused(f"has {info.filename}, which is larger than {FILE_BYTES >> 10} KiB")
            found.add(info.filename, content)
    return found


class Bounded:
    """A stream with a limit, against archive bombs."""

    def __init__(self, stream):
        self.stream, self.left = stream, UNPACKED_BYTES

    def read(self, size):
        piece = self.stream.read(min(size, 1 << 20))
        self.left -= len(piece)
        if self.left < 0:
            raise Refused(f"unpacks to more than {UNPACKED_BYTES >> 20} MiB")
        return piece


def read_tar(file):
    opener = {"gz": gzip.open, "tgz": gzip.open, "xz": lzma.open, "bz2": bz2.open,
              "tar": open}[file.name.lower().rsplit(".", 1)[-1]]
    found = Found()
    with opener(file, "rb") as stream, tarfile.open(fileobj=Bounded(stream), mode="r|") as archive:
        for info in archive:
            if not (info.isdir() or info.isfile() or info.issym() or info.islnk()):
                raise Refused(f"has {info.name}, which is a device or a pipe")
            if not found.entry(info.name, info.isfile() and not info.issparse(), info.isdir()):
                continue
            if info.size > FILE_BYTES:
                raise Refused(f"has {info.name}, which is larger than {FILE_BYTES >> 10} KiB")
            found.add(info.name, archive.extractfile(info).read())
    return found


def main(name):
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    # Does not follow links or wait for a writer.
    fd = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    answer = {"refused": "", "files": [], "notes": []}
    try:
        status = os.fstat(fd)
        if not stat.S_ISREG(status.st_mode):
            raise Refused("is not a plain file")
        if status.st_size > ARCHIVE_BYTES:
            raise Refused(f"is larger than {ARCHIVE_BYTES >> 20} MiB")
        if status.st_size == 0:
            raise Refused("is empty")
        path = pathlib.Path(name)
        found = read_zip(path) if name.lower().endswith(".zip") else read_tar(path)
        answer["notes"] = found.notes[:20]
        answer["files"] = [[file, base64.b64encode(content).decode()] for file, content in found.files.items()]
    except Refused as refused:
        answer["refused"] = str(refused)
    except MemoryError:
        answer = {"refused": f"takes more than {MEMORY_BYTES >> 20} MiB of memory to read", "files": [], "notes": []}
    except Exception as error:  # these libraries raise many exceptions for damaged files
        answer = {"refused": f"cannot be read: {type(error).__name__}: {error}", "files": [], "notes": []}
    json.dump(answer, sys.stdout)


def read(path):
    """Returns (files as {name: bytes}, notes, the reason for refusing the archive or "")."""
    try:
        child = subprocess.run([sys.executable, "-IS", "-B", __file__, path], capture_output=True, timeout=2 * SECONDS,
                               stdin=subprocess.DEVNULL, check=False)
        answer = json.loads(child.stdout)
    except subprocess.TimeoutExpired:
        return {}, [], f"takes more than {2 * SECONDS} s to read"
    except ValueError:
        return {}, [], f"takes more than {SECONDS} s of CPU time or {MEMORY_BYTES >> 20} MiB to read"
    return {name: base64.b64decode(content) for name, content in answer["files"]}, answer["notes"], answer["refused"]


if __name__ == "__main__":
    main(sys.argv[1])

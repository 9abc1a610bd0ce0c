# SPDX-License-Identifier: Apache-2.0
"""Submissions in any form, for tests of how they are taken in."""
import io
import pathlib
import sys
import tarfile
import tempfile
import unittest
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import handed_in
import store
import workbook


def lab(folder, *answers):
    return workbook.Lab(folder, folder[:2], folder[3:] + ".cu", list(answers), pathlib.Path("none"), [])


def zipped(*files):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return data.getvalue()


def tarred(*members, gz=True):
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:gz" if gz else "w") as archive:
        for member, content in members:
            info = member if isinstance(member, tarfile.TarInfo) else tarfile.TarInfo(member)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return data.getvalue()


def special(name, kind, target=""):
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info


class HandedInCase(unittest.TestCase):
    LABS = {"01_one": lab("01_one", "explain.csv"), "02_two": lab("02_two", "explain.csv")}

    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.root = pathlib.Path(self.scratch.name)
        (self.root / "in").mkdir()

    def put(self, name, content=b"x"):
        path = self.root / "in" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

    def take(self, labs=None):
        items = list(handed_in.take_in(self.root / "in", self.root / "out", labs or self.LABS))
        self.nobodys = [item for item in items if isinstance(item, str)]
        return {item.student: item for item in items if not isinstance(item, str)}

    def text(self, student, lab, file):
        return (self.root / "out/handed_in" / store.file_name(student) / lab / file).read_bytes()

    def one(self, content, name="ann.zip"):
        """Returns the flags of a class with one student, and whether any file counts."""
        self.put(name, content)
        ann = self.take()["ann"]
        return " ".join(ann.flags), bool(ann.labs)

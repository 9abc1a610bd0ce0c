# SPDX-License-Identifier: Apache-2.0
"""Tests that archives are unpacked, or refused with a message."""
import gzip
import io
import os
import random
import tarfile
import unittest
import zipfile

from handed_in_case import HandedInCase, special, tarred, zipped


class Archives(HandedInCase):
    def test_archives(self):
        for name, content in (("ann.zip", zipped(("deep/labs/01_one/one.cu", "z"))),
                              ("ann.tar.gz", tarred(("01_one/one.cu", b"z"))),
                              ("ann.tgz", tarred(("one.cu", b"z"))), ("ann.tar", tarred(("one.cu", b"z"), gz=False))):
            self.put(name, content)
            self.assertEqual(self.take()["ann"].flags, [], name)
            self.assertEqual(self.text("ann", "01_one", "one.cu"), b"z", name)
            (self.root / "in" / name).unlink()

    def test_what_macos_windows_and_editors_put_there(self):
        labs = {"01_one": self.LABS["01_one"]}
        self.put("ann.tar.gz", tarred(("./._mine.cu", b"\0\5"), ("./mine.cu", b"z"),
                                      (special("./.#mine.cu", tarfile.SYMTYPE, "ann@host"), b""),
                                      (".git/one.cu", b"old")))
        self.put("bob/mine.cu", b"z")
        self.put("bob/._mine.cu", b"\0\5")
        os.symlink("bob@host", self.root / "in/bob/.#mine.cu")
        self.put("eve.zip", zipped(("labs\\01_one\\mine.cu", "z"), ("__MACOSX\\mine.cu", "\0\5")))
        for name, item in self.take(labs).items():
            self.assertRegex("; ".join(item.flags), "^renamed: [a-z0-9_./]*mine.cu was graded as one.cu$", name)
            self.assertEqual(self.text(name, "01_one", "one.cu"), b"z")
        (self.root / "in/eve.zip").unlink()
        self.put("eve.zip", zipped(("labs\\01_one\\one.cu", "z"), ("labs\\02_two\\two.cu", "z")))
        eve = self.take()["eve"]
        self.assertEqual((list(eve.labs), eve.flags), (["01_one", "02_two"], []))

    def test_names_that_lead_out(self):
        flags, counted = self.one(zipped(("../../one.cu", "x")))
        self.assertIn("is outside the archive", flags)
        self.assertFalse(counted)
        for name in ("/etc/one.cu", "a\\..\\one.cu"):
            self.assertIn("is outside", self.one(zipped((name, "x")))[0])
        self.assertEqual([p for p in self.root.rglob("one.cu")], [])

    def test_links_devices_and_pipes(self):
        for kind, said in ((tarfile.SYMTYPE, "link or a device"), (tarfile.LNKTYPE, "link or a device"),
                           (tarfile.FIFOTYPE, "pipe"), (tarfile.CHRTYPE, "device")):
            flags, counted = self.one(tarred((special("one.cu", kind, "/etc/passwd"), b"")), "ann.tar.gz")
            self.assertIn(said, flags)
            self.assertFalse(counted)
        info = zipfile.ZipInfo("one.cu")
        info.external_attr = 0o120777 << 16
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w") as archive:
            archive.writestr(info, "/etc/passwd")
        (self.root / "in/ann.tar.gz").unlink()
        self.assertIn("link", self.one(data.getvalue())[0])

    def test_bombs(self):
        self.assertIn("larger than", self.one(zipped(("one.cu", bytes(40 << 20))))[0])
        (self.root / "in/ann.zip").unlink()
        self.assertIn("larger than", self.one(tarred(("one.cu", bytes(2 << 20))), "ann.tgz")[0])
        # An ordinary name before 600 MiB of other data, of which only a part may be unpacked.
        head, tail = tarred(("a.cu", b"x"), gz=False)[:1024], tarfile.TarInfo("big.bin")
        tail.size = 600 << 20
        data = gzip.compress(head + tail.tobuf()) + 600 * gzip.compress(bytes(1 << 20))
        self.assertIn("unpacks to more than", self.one(data, "ann.tgz")[0])

    def test_many_files(self):
        self.assertIn("more than 20000 files", self.one(zipped(*((f"f{i}", "") for i in range(20001))))[0])

    def test_archives_that_are_none(self):
        for content in (b"", b"PK\x03\x04 no", zipped(("one.cu", "x"))[:-30], random.Random(1).randbytes(5000)):
            flags, counted = self.one(content)
            self.assertRegex(flags, "refused: ann.zip (is empty|cannot be read)")
            self.assertFalse(counted)
        self.put("ann.tar.gz", b"\x1f\x8b broken")
        self.assertIn("cannot be read", " ".join(self.take()["ann"].flags))

    def test_an_archive_in_an_archive_is_not_opened(self):
        flags, counted = self.one(zipped(("inner.zip", zipped(("one.cu", "x")))))
        self.assertIn("not opened: inner.zip", flags)
        self.assertFalse(counted)

    def test_a_name_twice_in_an_archive(self):
        import warnings
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.assertIn("twice", self.one(zipped(("one.cu", "1"), ("one.cu", "2")))[0])

    def test_more_than_one_person_has(self):
        self.put("ann.zip", zipped(*((f"f{i}.cu", bytes(1 << 20)) for i in range(17))))
        for i in range(17):
            self.put(f"bob/f{i}.cu", bytes(1 << 20))
        for i in range(6):
            self.put(f"eve/{i}.zip", zipped(("one.cu", "x")))
            self.put(f"joe_1_{i}_f{i}.zip", zipped(("one.cu", "x")))  # Canvas's names for one student's files
        found = self.take()
        for name, most in (("ann", "16 MiB"), ("bob", "16 MiB"), ("eve", "5 archives"), ("joe", "5 archives")):
            self.assertIn(f"more than {most}", " ".join(found[name].flags))
        self.assertFalse(found["ann"].labs or found["bob"].labs or found["eve"].labs)

    def test_names_in_archives_are_short_and_plain_in_flags(self):
        flags, _ = self.one(zipped(("\x1b[2J" + "n" * 60000 + ".zip", "x")))
        self.assertLess(len(flags), 400)
        self.assertNotIn("\x1b", flags)


if __name__ == "__main__":
    unittest.main()

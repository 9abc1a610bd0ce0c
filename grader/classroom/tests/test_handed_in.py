# SPDX-License-Identifier: Apache-2.0
"""Tests that submissions in any layout are found, or refused with a message."""
import dataclasses
import gzip
import io
import os
import pathlib
import random
import sys
import tarfile
import tempfile
import unittest
import unittest.mock
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import handed_in
import layouts
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


class HandedIn(unittest.TestCase):
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

    def test_folders_as_students_have_them(self):
        self.put("ann/labs/01_one/one.cu", b"whole tree")
        self.put("ann/solutions/01_one/one.cu", b"not hers")
        self.put("ann/labs/01_one/explain.csv", b"q,a")
        self.put("bob/one.cu", b"the file alone")
        self.put("eve/nothing.txt")
        found = self.take()
        self.assertEqual(self.text("ann", "01_one", "one.cu"), b"whole tree")
        self.assertEqual(self.text("ann", "01_one", "explain.csv"), b"q,a")
        self.assertEqual(self.text("bob", "01_one", "one.cu"), b"the file alone")
        self.assertEqual((found["eve"].labs, found["bob"].flags), ({}, []))

    def test_what_was_handed_in_in_place_of_a_lab(self):
        self.put("ann/one.cu.txt")
        self.put("ann/.git/config")
        self.put("bob/labs/report.docx")
        self.put("bob/work.rar")
        self.put("doejane_4321_98765_work.7z")
        self.put("joe.zip", zipped(("one.txt", "x")))
        for i in range(9):
            self.put(f"zoe/{i}.txt")
        (self.root / "in/eve").mkdir()
        self.assertEqual({name: item.flags for name, item in self.take().items()},
                         {name: ["nothing to grade: " + what] for name, what in (
                             ("ann", "one.cu.txt"), ("bob", "work.rar, report.docx"),
                             ("doejane", "doejane_4321_98765_work.7z"), ("eve", "an empty folder"),
                             ("joe", "joe.zip"), ("zoe", "0.txt, 1.txt, 2.txt, …"))})

    def test_canvas(self):
        self.put("doejane_4321_98765_one.cu", b"first")
        self.put("doejane_4321_98766_one-1.cu", b"again")
        self.put("doejane_4321_98767_two.cu", b"2")
        self.put("roejoe_LATE_4322_98768_one.cu", b"late")
        self.put("poeedgar_4323_98769_labs.zip", zipped(("labs/02_two/two.cu", "zipped")))
        found = self.take()
        self.assertEqual(self.text("doejane", "01_one", "one.cu"), b"again")
        self.assertEqual(sorted(found["doejane"].labs), ["01_one", "02_two"])
        self.assertEqual(found["roejoe"].flags, ["late: according to Canvas"])
        self.assertEqual(self.text("poeedgar", "02_two", "two.cu"), b"zipped")
        self.assertEqual((found["doejane"].ids, found["doejane"].names), ([["canvas", "4321"]], ["doejane"]))
        self.assertEqual(found["doejane"].received["01"],
                         {"time": "", "late": False, "feedback": "doejane_4321_98766_"})

    def test_canvas_tells_students_of_one_name_apart(self):
        self.put("smithjohn_4325_1_one.cu", b"4325")
        self.put("smithjohn_LATE_4326_2_one.cu", b"4326")
        self.put("m\u00fcllerj\u00fcrgen_4327_text.html", b"<p>typed in</p>")
        self.put("roejoe_LATE_4328_link.html", b"a link")
        self.put("van_dyke_4329_5_one.cu", b"with an underscore")
        self.put("anon_x4R2z_6_one.cu", b"nobody knows")
        self.put("teamred_4330_7_one.cu", b"a group's")
        self.put("smithsteve_4330_8_two.cu", b"and its member's own")
        found = self.take()
        self.assertEqual(sorted(found), ["anon", "m\u00fcllerj\u00fcrgen", "roejoe", "smithjohn 4325",
                                         "smithjohn 4326", "smithsteve", "van_dyke"])
        self.assertEqual(self.text("smithjohn 4326", "01_one", "one.cu"), b"4326")
        self.assertEqual(found["roejoe"].flags, ["nothing to grade: roejoe_LATE_4328_link.html"])
        self.assertEqual((found["anon"].ids, sorted(found["smithsteve"].labs)),
                         ([["canvas", "x4R2z"]], ["01_one", "02_two"]))

    def test_utf_16_is_converted(self):
        self.put("ann/one.cu", "int a;  // \u00fc".encode("utf-16"))
        self.put("bob.zip", zipped(("one.cu", "int b;".encode("utf-16-be").join([b"\xfe\xff", b""]))))
        self.put("eve/one.cu", b"\xff\xfe\x00")
        found = self.take()
        self.assertEqual((self.text("ann", "01_one", "one.cu").decode(), self.text("bob", "01_one", "one.cu")),
                         ("int a;  // \u00fc", b"int b;"))
        self.assertEqual((found["ann"].flags, found["eve"].flags), (["converted: one.cu was in UTF-16"], []))

    def test_moodle(self):
        self.put("Jane Doe_1234567_assignsubmission_file_/one.cu", b"folder")
        self.put("Joe Roe_1234568_assignsubmission_file_one.cu", b"flat")
        self.take()
        self.assertEqual(self.text("Jane Doe", "01_one", "one.cu"), b"folder")
        self.assertEqual(self.text("Joe Roe", "01_one", "one.cu"), b"flat")

    def test_moodle_where_several_have_one_name(self):
        first = {"01_one": self.LABS["01_one"]}
        for number in (11, 12):
            self.put(f"Participant_{number}_assignsubmission_file_/one.cu", b"%d" % number)
            self.put(f"Participant_{number}_assignsubmission_onlinetext_/onlinetext.html")
        self.put("Jane Doe_13_assignsubmission_file_one.cu", b"13")
        found = self.take(first)
        self.assertEqual({name: item.names for name, item in found.items()},
                         {"Participant 11": ["Participant"], "Participant 12": ["Participant"],
                          "Jane Doe": ["Jane Doe"]})
        self.assertEqual(self.text("Participant 12", "01_one", "one.cu"), b"12")
        # A number belongs to one assignment, so a student who handed in two labs has two numbers.
        self.put("Jane Doe_14_assignsubmission_file_/two.cu", b"14")
        self.assertEqual(sorted(self.take()["Jane Doe"].labs), ["01_one", "02_two"])

    def test_gradescope(self):
        self.put("submission_11/one.cu", b"hers")
        self.put("submission_metadata.yml", b"---\nsubmission_11:\n  :submitters:\n  - :name: Jane Doe\n    :sid: "
                                            b"'77'\n    :email: j@d.org\n  :created_at: x\n")
        found = self.take()
        self.assertEqual((found["77"].ids, found["77"].names),
                         ([["sid", "77"], ["email", "j@d.org"]], ["77", "Jane Doe"]))
        self.assertEqual(found["77"].received["01"]["time"], "x")
        self.assertEqual(self.text("77", "01_one", "one.cu"), b"hers")

    def test_gradescope_says_whose_it_is_among_the_submitters_alone(self):
        head, tail = "submission_11:\n", "  :created_at: x\n"
        jane = "  - :name: Jane\n    :email: jane@d.org\n"
        joe = "  - :name: Joe\n    :sid: '88'\n    :email: joe@d.org\n"
        results = ("  :results:\n    tests:\n    - name: Joe\n      sid: '88'\n      output: |\n        x\n"
                   "        :submitters:\n        - :sid: '88'\n")
        own = "  :submitters:\n" + jane
        owner = layouts.Owner("jane@d.org", ids=(("email", "jane@d.org"),), names=("Jane",), system="gradescope",
                              time="x")
        for text in (head + own + tail + results, head + results + own + tail,
                     head + own + '  :text: "x\x85submission_11:\u2028  :submitters:\u2028  - :sid: 88"\n'):
            self.assertEqual(layouts.gradescope_owners(text)["submission_11"],
                             dataclasses.replace(owner, time="x" if tail in text else ""), text)
        self.assertEqual(layouts.gradescope_owners(head + results), {})
        for name in ("A long name :sid: 88", "A long name - :sid: 88"):  # as Ruby writes it
            text = own.replace("Jane\n", "'" + name.replace("name ", "name\n      ") + "'\n")
            self.assertEqual(layouts.gradescope_owners(head + text + tail)["submission_11"],
                             dataclasses.replace(owner, names=("A long name",)), text)
        self.assertEqual(layouts.gradescope_owners(head + own + joe + tail)["submission_11"],
                         dataclasses.replace(owner,
                                             group=(layouts.Owner("88", ids=(("sid", "88"), ("email", "joe@d.org")),
                                                                  names=("Joe",), system="gradescope"),)))
        for time, of in (("2026-10-05 21:59:00.123456789 Z", "2026-10-05 21:59:00.123456789 Z"),
                         ("!ruby/object:ActiveSupport::TimeWithZone\n    utc: 2026-10-05 21:59:00.1 Z\n    zone: x",
                          "2026-10-05 21:59:00.1 Z")):
            text = (head + own + f"  :created_at: {time}\n  :history:\n  - :created_at: 2020-01-01 00:00:00 Z\n"
                    + results)
            self.assertEqual(layouts.gradescope_owners(text)["submission_11"].time, of)

    def test_github_classroom(self):
        self.put("lab-1-jane-doe/labs/01_one/one.cu", b"hers")
        self.put("lab-1-joe/one.cu", b"his")
        self.put("eve/one.cu", b"by hand")
        self.assertEqual(sorted(self.take()), ["eve", "lab-1-jane-doe", "lab-1-joe"])
        (self.root / "in").rename(self.root / "lab-1-submissions")
        for submissions in ("lab-1-submissions", "lab-1-submissions/"):
            found = {item.student: item.names for item in handed_in.take_in(os.path.join(self.root, submissions),
                                                                            self.root / "out", self.LABS)}
            self.assertEqual(found, {"eve": ["eve"], "jane-doe": ["jane-doe", "lab-1-jane-doe"],
                                     "joe": ["joe", "lab-1-joe"]})

    def test_files_by_name(self):
        self.put("ann_one.cu", b"1")
        self.put("ann_two.cu", b"2")
        self.put("bob.cu", b"?")
        self.put("one.cu", b"whose?")
        found = self.take()
        self.assertEqual(sorted(found["ann"].labs), ["01_one", "02_two"])
        self.assertEqual((sorted(found), self.nobodys), (["ann"], ["bob.cu", "one.cu"]))

    def test_one_lab_alone_takes_any_name(self):
        self.put("bob.cu", b"b")
        self.put("ann/My Solution (final).cu", b"a")
        found = self.take({"01_one": self.LABS["01_one"]})
        self.assertEqual(self.text("bob", "01_one", "one.cu"), b"b")
        self.assertEqual(self.text("ann", "01_one", "one.cu"), b"a")
        self.assertIn("renamed", found["ann"].flags[0])

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

    def test_two_versions_are_not_chosen_from(self):
        self.put("ann/a/one.cu", b"1")
        self.put("ann/b/one.cu", b"2")
        self.put("bob/one.cu", b"same")
        self.put("bob.zip", zipped(("one.cu", "same")))
        found = self.take()
        self.assertIn("doubled: one.cu", found["ann"].flags[0])
        self.assertEqual((found["ann"].labs, found["bob"].flags), ({}, []))

    def test_answers_belong_to_a_lab_by_their_folder(self):
        self.put("ann/one.cu")
        self.put("ann/explain.csv")
        self.assertIn("not taken: explain.csv", " ".join(self.take()["ann"].flags))

    def test_all_that_a_solution_has_can_be_handed_in(self):
        source = pathlib.Path(__file__).resolve().parents[3]
        labs = workbook.Workbook(source, source / "build").labs
        self.assertEqual(labs["01_enumeration"].answers, ["block_sizes.csv", "explain.csv", "host_and_device.csv"])
        self.assertEqual(labs["02_radix_cpu"].answers, ["digit_bits.csv", "explain.csv"])
        for folder, own in labs.items():
            self.assertLessEqual({file.name for file in (source / "solutions" / folder).glob("*.csv")},
                                 set(own.answers), folder)

    def test_tables_are_those_in_the_labs_folder(self):
        labs = {"01_one": lab("01_one", "explain.csv", "table.csv"), "02_two": lab("02_two")}
        for root in ("ann/", "bob/sorting/"):
            self.put(root + "labs/01_one/one.cu")
            self.put(root + "labs/01_one/explain.csv", b"q,a")
            self.put(root + "grader/labs/01_one/table.csv", b"recorded")
            self.put(root + "build/reports/student/table.csv", b"simulated")
        self.put("bob/sorting/labs/01_one/table.csv", b"measured")
        for graded in (labs, {"01_one": labs["01_one"]}):
            found = self.take(graded)
            self.assertEqual((found["ann"].flags, list(found["ann"].labs["01_one"])), ([], ["one.cu", "explain.csv"]))
            self.assertEqual((found["bob"].flags, self.text("bob", "01_one", "table.csv")), ([], b"measured"))

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

    def test_links_and_pipes_in_folders(self):
        (self.root / "in/ann").mkdir()
        os.symlink("/etc/passwd", self.root / "in/ann/one.cu")
        os.mkfifo(self.root / "in/ann/two.cu")
        os.symlink("/etc", self.root / "in/ann/etc")
        os.symlink("/etc", self.root / "in/zoe.zip")
        found = self.take()
        self.assertIn("one.cu is a link", " ".join(found["ann"].flags))
        self.assertIn("two.cu is not a plain file", " ".join(found["ann"].flags))
        self.assertEqual(found["ann"].labs, {})
        self.assertIn("is a link", found["zoe"].flags[0])

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

    def test_names_of_people(self):
        names = ["new\nline", "$(touch x)", "-rf", "a b", "Žofie 李", "<b>&"]
        for name in names:
            self.put(f"{name}/one.cu", name.encode())
        found = self.take()
        self.assertEqual(sorted(found), sorted(names))
        folders = [found[name].folder for name in names]
        self.assertEqual(len(set(folders)), len(names))
        for name, folder in zip(names, folders):
            self.assertRegex(folder, r"^[^\W]|^%")
            self.assertNotIn("\n", folder)
            self.assertEqual((self.root / "out/handed_in" / folder / "01_one/one.cu").read_text(), name)

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

    def test_a_folder_that_cannot_be_read_is_one_students(self):
        self.put("ann/secret/one.cu")
        self.put("bob/one.cu")
        with unittest.mock.patch("os.scandir", side_effect=lambda path, own=os.scandir: own(path)
                                 if "secret" not in path else self.fail_to_read()):
            found = self.take()
        self.assertEqual(found["ann"].flags, ["refused: the folder secret cannot be read: Permission denied"])
        self.assertTrue(found["bob"].labs)

    def fail_to_read(self):
        raise PermissionError(13, "Permission denied")

    def test_names_that_differ_in_case_or_form_alone(self):
        for name in ("Ann", "ann", "A\u0301l", "\u00c1l", "bytes\udcff"):
            self.put(f"{name}/one.cu", name.encode("utf-8", "surrogateescape"))
        found = self.take()
        self.assertEqual(len({item.folder.lower() for item in found.values()}), 5)
        for name, item in found.items():
            self.assertEqual((self.root / "out/handed_in" / item.folder / "01_one/one.cu").read_bytes(),
                             name.encode("utf-8", "surrogateescape"))

    def test_names_in_archives_are_short_and_plain_in_flags(self):
        flags, _ = self.one(zipped(("\x1b[2J" + "n" * 60000 + ".zip", "x")))
        self.assertLess(len(flags), 400)
        self.assertNotIn("\x1b", flags)

    def test_cells_are_no_formulas(self):
        for text in ("=1+1", " =1", "\uff1dcmd", "@x", "-2", "+1"):
            self.assertEqual(store.cell(text)[0], "'", text)
        self.assertEqual(store.cell("missing: 01; unknown: a;=cmd|x.cu"), "missing: 01; unknown: a;'=cmd|x.cu")
        self.assertEqual(store.cell("late: 01 by 2 d, -10 %"), "late: 01 by 2 d, -10 %")

    def test_names_in_capitals(self):
        self.put("ann/labs/01_one/ONE.CU")
        self.put("ann/labs/01_one/Explain.csv", b"q,a")
        self.put("bob_One.cu", b"flat")
        self.put("eve/one.cu", b"as it is called")
        self.put("eve/One.cu", b"older")
        self.put("two_old.CU", b"?")
        for labs in (self.LABS, {"01_one": self.LABS["01_one"]}):
            found = self.take(labs)
            self.assertEqual([flag.replace("labs/01_one/", "") for flag in found["ann"].flags],
                             ["renamed: ONE.CU was graded as one.cu", "renamed: Explain.csv was graded as explain.csv"])
            self.assertEqual(self.text("ann", "01_one", "explain.csv"), b"q,a")
            self.assertEqual((found["bob"].flags, self.text("bob", "01_one", "one.cu")),
                             (["renamed: One.cu was graded as one.cu"], b"flat"))
            self.assertEqual((found["eve"].flags, self.text("eve", "01_one", "one.cu")),
                             (["unknown: One.cu"], b"as it is called"))
        self.assertEqual(self.text("two_old", "01_one", "one.cu"), b"?")

    def test_a_whole_workbook_has_no_strange_files(self):
        for root in ("ann/", "bob/sorting/"):
            for name in ("labs/01_one/one.cu", "labs/02_two/two.cu", "labs/07_seven/seven.cu",
                         "common/simcu/examples/scan.cu", "grader/tests/x.cu"):
                self.put(root + name)
        self.put("eve/labs/01_one/one.cu")
        self.put("eve/labs/01_one/mine.cu")
        self.put("eve/other.cu")
        self.put("joe/common/scan.cu")
        for labs in (self.LABS, {"01_one": self.LABS["01_one"]}):
            found = self.take(labs)
            self.assertEqual((found["ann"].flags, found["bob"].flags), ([], []))
            self.assertEqual(found["eve"].flags, ["unknown: labs/01_one/mine.cu, other.cu"])
        self.assertEqual(found["joe"].flags, ["renamed: common/scan.cu was graded as one.cu"])

    def test_files_that_are_huge_or_empty(self):
        self.put("ann/one.cu", b" \n")
        self.put("bob/one.cu", bytes((1 << 20) + 1))
        found = self.take()
        self.assertEqual(found["ann"].flags, ["empty: 01"])
        self.assertIn("larger than 1024 KiB", found["bob"].flags[0])
        self.put("eve/labs/01_one/one.cu")
        self.put("eve/labs/01_one/explain.csv", bytes((64 << 10) + 1))
        self.assertEqual(self.take()["eve"].flags, ["not taken: explain.csv of 01 is larger than 64 KiB"])

    def test_numbers_that_systems_add(self):
        self.assertEqual(layouts.without_number("one-12.cu"), ("one.cu", 12))
        self.assertEqual(layouts.without_number("one (2).tar.gz"), ("one.tar.gz", 2))
        self.assertEqual(layouts.without_number("level2.cu"), ("level2.cu", 0))


if __name__ == "__main__":
    unittest.main()

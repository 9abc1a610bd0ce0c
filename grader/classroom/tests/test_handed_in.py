# SPDX-License-Identifier: Apache-2.0
"""Tests that files and folders in any layout are found, or refused with a message."""
import os
import pathlib
import unittest
import unittest.mock

from handed_in_case import HandedInCase, lab, zipped
import store
import workbook


class HandedIn(HandedInCase):
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

    def test_utf_16_is_converted(self):
        self.put("ann/one.cu", "int a;  // \u00fc".encode("utf-16"))
        self.put("bob.zip", zipped(("one.cu", "int b;".encode("utf-16-be").join([b"\xfe\xff", b""]))))
        self.put("eve/one.cu", b"\xff\xfe\x00")
        found = self.take()
        self.assertEqual((self.text("ann", "01_one", "one.cu").decode(), self.text("bob", "01_one", "one.cu")),
                         ("int a;  // \u00fc", b"int b;"))
        self.assertEqual((found["ann"].flags, found["eve"].flags), (["converted: one.cu was in UTF-16"], []))

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


if __name__ == "__main__":
    unittest.main()

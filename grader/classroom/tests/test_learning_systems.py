# SPDX-License-Identifier: Apache-2.0
"""Tests that what learning systems export is found."""
import dataclasses
import os
import unittest

from handed_in_case import HandedInCase, zipped
import handed_in
import layouts


class LearningSystems(HandedInCase):
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

    def test_numbers_that_systems_add(self):
        self.assertEqual(layouts.without_number("one-12.cu"), ("one.cu", 12))
        self.assertEqual(layouts.without_number("one (2).tar.gz"), ("one.tar.gz", 2))
        self.assertEqual(layouts.without_number("level2.cu"), ("level2.cu", 0))


if __name__ == "__main__":
    unittest.main()

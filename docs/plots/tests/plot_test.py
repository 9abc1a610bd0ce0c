#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""plot_test.py PLOT.PY tests plot.py's output, and its messages for wrong scripts."""
import os
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

PLOT = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), "..", "plot.py"))

CSV = """# machine: a GPU & its host
# date: 2026-11-21
# command: nvcc a.cu -o a && ./a <n>
version,n,ms
one way,1,2.5
one way,2,3.5
other,1,9.5
"""
HEAD = "#: title Times\n#: alt Two points\n#: caption Times of <one> way.\n"
DATA = "#: data ours times.csv [n ms] version=one_way\n"
RANGES = "set xrange [0:9]\nset yrange [0:9]\n"
PLOT_IT = "plot $ours using 1:2 with lines\n"


class Plots(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.out = os.path.join(self.folder, "out")
        os.mkdir(os.path.join(self.folder, "measurements"))
        self.write("measurements/times.csv", CSV)

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def run_plot(self, script):
        self.write("a_plot.gp", script)
        return subprocess.run(
            [sys.executable, "-B", PLOT, "a_plot.gp", "--measurements", "measurements", "--out", self.out],
            cwd=self.folder, capture_output=True, text=True, check=False)

    def made(self):
        return sorted(os.listdir(self.out)) if os.path.exists(self.out) else []

    def refused(self, script, line, message):
        ran = self.run_plot(script)
        self.assertEqual(ran.returncode, 1, ran.stderr)
        self.assertRegex(ran.stderr, f"^a_plot.gp:{line}: ")
        self.assertRegex(ran.stderr, message)
        self.assertNotIn("Traceback", ran.stderr)
        self.assertEqual(self.made(), [], "something was written")

    def test_words_that_are_too_pale_are_refused(self):
        words = "set label 1 'ours' at 2, 2 textcolor rgb "
        self.refused(HEAD + DATA + RANGES + words + "orange\n" + PLOT_IT, 1, "#e69f00 are too pale for white paper")
        self.assertEqual(self.run_plot(HEAD + DATA + RANGES + words + "orange_words\n" + PLOT_IT).stderr, "")

    def test_points_say_their_values_and_series_have_names(self):
        script = (HEAD + "#: name ours Our way\n#: first ours\n" + DATA
                  + "#: data theirs times.csv [n ms] version=other\n" + RANGES.replace("9]", "10]"))
        ran = self.run_plot(script + "plot $ours using 1:2 with linespoints, $theirs using 1:2 with points\n")
        self.assertEqual(ran.returncode, 0, ran.stderr)
        with open(os.path.join(self.out, "a_plot.svg"), encoding="utf-8") as file:
            svg = file.read()
        self.assertIn('data-series="ours" data-name="Our way">', svg)
        self.assertIn('data-series="theirs" data-name="theirs" data-late', svg)
        self.assertIn("<title>Our way: n 2, ms 3.5</title>", svg)
        xml.etree.ElementTree.fromstring(svg.encode())

    def test_a_name_needs_a_series(self):
        self.refused(HEAD + DATA + "#: name others Their way\n" + PLOT_IT, 1, "there is no '#: data others'")

    def test_a_plot(self):
        ran = self.run_plot(HEAD + DATA + PLOT_IT)
        self.assertEqual(ran.stderr, "")
        self.assertEqual(self.made(), ["a_plot.html", "a_plot.svg", "a_plot_narrow.svg"])
        with open(os.path.join(self.out, "a_plot.html"), encoding="utf-8") as file:
            page = file.read()
        for part in ('src="plots/a_plot.svg"', 'alt="Two points"', 'href="data/times.csv" download',
                     "a GPU &amp; its host",
                     "2026-11-21", ">./a</span>", ">&lt;n&gt;</span>", "Times of &lt;one&gt; way."):
            self.assertIn(part, page)
        for name in ("a_plot.svg", "a_plot_narrow.svg"):
            tree = xml.etree.ElementTree.parse(os.path.join(self.out, name))
            texts = {re.sub("{.*}", "", e.tag): e.text for e in tree.getroot()}
            self.assertEqual((texts["title"], texts["desc"]), ("Times", "Two points"))

    def test_filters(self):
        for filters, rows in (("n<=1", 2), ("n>=2", 1), ("version!=other", 2), ("version=one_way|other n=1", 2)):
            ran = self.run_plot(HEAD + f"#: data ours times.csv [n ms] {filters}\nstats $ours using 2 nooutput\n"
                                f"if (STATS_records != {rows}) exit error 'rows'\n" + RANGES + PLOT_IT)
            self.assertEqual(ran.stderr, "", filters)

    def test_counts(self):
        ran = self.run_plot(HEAD + "#: count ours times.csv by version of n is 1|3\n"
                            "stats $ours using 2 name 'all' nooutput\nstats $ours using 3 name 'some' nooutput\n"
                            "if (all_sum != 3 || some_sum != 2) exit error 'counts'\n" + RANGES
                            + "plot $ours using 2:3\n")
        self.assertEqual(ran.stderr, "")

    def test_one_plot_takes_the_place_of_another(self):
        self.run_plot(HEAD + DATA + PLOT_IT)
        before = os.stat(os.path.join(self.out, "a_plot.html")).st_ino
        self.assertEqual(self.run_plot(HEAD + DATA + "plot $nothing\n").returncode, 1)
        self.assertEqual(os.stat(os.path.join(self.out, "a_plot.html")).st_ino, before)
        self.assertEqual(self.made(), ["a_plot.html", "a_plot.svg", "a_plot_narrow.svg"])

    def test_no_such_file(self):
        self.refused(HEAD + DATA.replace("times", "tmes") + PLOT_IT, 4, "no measurement measurements/tmes.csv")

    def test_no_such_column(self):
        self.refused(HEAD + DATA.replace("n ms", "n us") + PLOT_IT, 4, "no column 'us'; it has version, n, ms")
        self.refused(HEAD + DATA.replace("version=", "versions=") + PLOT_IT, 4, "no column 'versions'")
        self.refused(HEAD + "#: count ours times.csv by kind of n is 1\n" + PLOT_IT, 4, "no column 'kind'")

    def test_no_rows(self):
        self.refused(HEAD + DATA.replace("one_way", "no_way") + PLOT_IT, 4, "no rows left after 'version=no_way'")

    def test_directives(self):
        self.refused(HEAD + "#: dta ours times.csv [n ms]\n" + PLOT_IT, 4, "is not a directive")
        self.refused(HEAD + "#: data ours times.csv n ms\n" + PLOT_IT, 4, "expected: data NAME FILE")
        self.refused(HEAD + DATA.replace("version=", "version~") + PLOT_IT, 4, "is not a filter")
        self.refused(HEAD + "#: data ours times.csv \\\n" + PLOT_IT, 5, "must begin with #:")
        self.refused(DATA + PLOT_IT, 1, "there is no '#: title'")
        self.refused(HEAD + "plot sin(x)\n", 1, "there is no '#: data'")

    def test_measurements(self):
        self.write("measurements/times.csv", CSV.replace("# date", "# dte"))
        self.refused(HEAD + DATA + PLOT_IT, 4, "has no line '# date: …'")
        self.write("measurements/times.csv", CSV.replace("other,1,9.5", "other,1"))
        self.refused(HEAD + DATA + PLOT_IT, 4, "line 7 has 2 cells, but the table has 3 columns")
        self.write("measurements/times.csv", "# machine: a\n# date: b\n# command: c\n")
        self.refused(HEAD + DATA + PLOT_IT, 4, "has no table")

    def test_gnuplot(self):
        self.refused(HEAD + DATA + "plot $ours using 1:2 with lins\n", 5, "gnuplot: ")
        self.refused(HEAD + DATA + "plot $theirs\n", 5, "gnuplot: .*no datablock named .theirs")
        self.refused(HEAD + DATA + "\nset xlabl 'n'\n" + PLOT_IT, 6, "gnuplot: ")
        self.refused(HEAD + DATA + RANGES + "set xrange [10:20]\nplot $ours using 1:2\n", 1, "no point of")
        # gnuplot itself only warns about these, and ends with status 0
        self.refused(HEAD + DATA + RANGES + "plot $ours using 1:3\n", 7, "gnuplot: warning: ")
        self.refused(HEAD + DATA + "set yrange [0:9]\nplot $ours using (1):2\n", 1, "gnuplot: Warning: empty x range")
        self.refused(HEAD + DATA + "set title 'nothing is drawn'\n", 1, "drawn nothing")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

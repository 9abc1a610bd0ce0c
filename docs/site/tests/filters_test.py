# SPDX-License-Identifier: Apache-2.0
"""Tests what the two input filters change and must not change, and that every line keeps its number."""
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import api_table
import book
import check_links
import finish
import formulas
import headers
import markdown_pages
import search_index
import steppers
import typography
from site_map import Problem, Site


class Headers(unittest.TestCase):
    def converted(self, text, wanted):
        result = headers.convert(text)
        self.assertEqual(result, wanted)
        self.assertEqual(result.count("\n"), text.count("\n"))

    def test_the_comment_at_the_start_is_the_files(self):
        self.converted("// SPDX-License-Identifier: X\n// What it is, for a<b>.\n//\n//   code<b>();\n#pragma once\n",
                       "//! @file\n//! What it is, for a\\<b\\>.\n//!\n//!      code<b>();\n#pragma once\n")

    def test_a_comment_above_a_declaration_describes_it(self):
        self.converted("\n// Adds.\nint add(int a, int b);\n", "\n//! Adds.\nint add(int a, int b);\n")

    def test_a_comment_behind_a_member_describes_it_also_over_two_lines(self):
        self.converted("struct s {\n  int a;  // first\n          // of two\n};\nenum e {\n  x,  // ex\n  y   // "
                       "why\n};\n",
                       "struct s {\n  int a;  ///< first\n          ///< of two\n};\nenum e {\n  x,  ///< ex\n  y   "
                       "///< why\n};\n")

    def test_a_comment_behind_the_brace_of_a_type_describes_it(self):
        self.converted("struct s {  // A pair.\n  int a;\n};\n", "/*! A pair. */ struct s {\n  int a;\n};\n")

    def test_a_macro_before_a_comment_is_no_part_of_what_follows(self):
        self.converted("MAKES_TYPES(int, 4)\n#undef MAKES_TYPES\n\n// Extents.\nstruct s {\n};\n",
                       "MAKES_TYPES(int, 4)\n#undef MAKES_TYPES\n\n//! Extents.\nstruct s {\n};\n")

    def test_bodies_markers_and_parameters_stay(self):
        text = ("inline int f(int a,  // not this\n             int b) {\n  // nor this\n  int c = a;  // nor that\n  "
                "return c + b;\n}\n"
                "// [marker]\nint x;\n// [marker]\n}  // namespace\n")
        self.converted(text, text)

    def test_a_comment_that_stands_alone_belongs_to_the_file(self):
        self.converted("namespace n {\n\n// All below.\n\nint x;\n}\n",
                       "namespace n {\n//! @file\n//! All below.\n\nint x;\n}\n")

    def test_declarations_after_a_body_are_described(self):
        self.converted("class c {\n public:\n  c() : a_{1} {}\n  // Gives a.\n  int a() const { return a_; }\n};\n",
                       "class c {\n public:\n  c() : a_{1} {}\n  //! Gives a.\n  int a() const { return a_; }\n};\n")


class Pages(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = Path(self.folder.name)
        self.addCleanup(self.folder.cleanup)
        for path in ("docs/notes/images/a.svg", "docs/measurements/a.csv", "src/code.cu"):
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            (self.root / path).write_text("x\n")
        self.site = Site.__new__(Site)
        self.site.instructors = True
        self.site.root, self.site.solutions = self.root, True
        self.site.ids = {"docs/notes/p.md": "notes_p", "docs/notes/q.md": "notes_q"}
        self.site.groups, self.site.files, self.site.pictures, self.site._anchors = [], set(), set(), {}
        (self.root / "docs/notes/q.md").write_text("# Q\n\n## A `b` c\n\n## A `b` c\n")

    def convert(self, text):
        (self.root / "docs/notes/p.md").write_text(text)
        result = markdown_pages.convert(self.site, "docs/notes/p.md")
        self.assertEqual(result.count("\n"), text.count("\n"))
        return result

    def test_what_is_said_of_solutions_is_left_out_with_them(self):
        text = ("# T\n\nStuck?<!-- solutions --> Look\nat the reference.<!-- /solutions --> Ask.\n\n"
                "- one\n- <!-- solutions -->[s](q.md)<!-- /solutions -->\n")
        self.assertIn("Stuck? Look\nat the reference. Ask.\n\n- one\n- [s](notes_q.html)\n", self.convert(text))
        self.assertIn("of `<!-- solutions -->` and",
                      self.convert("# T\n\nof `<!-- solutions -->` and `<!-- /solutions -->`.\n"))
        self.site.solutions = False
        self.assertIn("`<!-- solutions -->` and",
                      self.convert("# T\n\nof `<!-- solutions -->` and `<!-- /solutions -->`.\n"))
        self.assertIn("Stuck?\n Ask.\n\n- one\n\n", self.convert(text))

    def test_a_pages_contents_are_not_taken_for_the_words_of_a_link(self):
        page = "docs/notes/q.md"
        for words, contents in (("Words.", "[TOC]"), ("[A link](p.md).", "@tableofcontents{html:2}")):
            text = f"# Q\n\n{words}\n" + "\n## A\n" * 5
            (self.root / page).write_text(text)
            self.site._anchors = {}
            self.assertEqual(markdown_pages.name_headings(self.site, page, text).split("\n")[1], contents)

    def test_headings_get_ids_and_links_lead_to_them(self):
        result = self.convert("# T\n\n## One\n\n[x](q.md#a-b-c-1), [two\nlines](../../src/code.cu), "
                              "[d](../measurements/a.csv)\n")
        self.assertIn("# T {#notes_p}\n", result)
        self.assertIn("## One {#notes_p-one}\n", result)
        self.assertIn("[x](notes_q.html#a-b-c-1), [two\nlines](file_src_code_cu.html), [d](data/a.csv)", result)

    def test_code_stays(self):
        text = "# T\n\n`[a](b)` and\n\n```\n[a](b)\n# no heading\n```\n"
        self.assertEqual(self.convert(text), text.replace("# T", "# T {#notes_p}"))

    def test_code_over_two_lines_is_joined(self):
        self.assertIn("a `b c`\nd e\n", self.convert("# T\n\na `b\nc` d e\n"))

    def test_a_header_of_the_pages_folder_is_linked(self):
        self.site.groups = [("", ["docs/notes/given.h", "src/given.h", "src/other.h"])]
        self.assertIn('<code>@ref docs/notes/given.h "given.h"</code> and `other.h`\n',
                      self.convert("# T\n\n`given.h` and `other.h`\n"))

    def test_bold_text_with_code_or_quotes_at_its_ends_is_bold(self):
        self.assertIn('<b>`a` and b</b>, <b>"q"</b>, **plain**, `**x**`',
                      self.convert('# T\n\n**`a` and b**, **"q"**, **plain**, `**x**`\n'))

    def test_pictures_and_folded_answers_become_html(self):
        result = self.convert("# T\n\n![What `x` is](images/a.svg)\n\n<details><summary>Why `a < "
                              "b`?</summary>\n\nBecause.\n</details>\n")
        self.assertIn('alt="What x is"', result)
        self.assertIn("<summary>Why <code>a &lt; b</code>?</summary>", result)
        self.assertEqual(self.site.pictures, {"docs/notes/images/a.svg"})

    def test_what_leads_nowhere_is_said_with_its_line(self):
        for target, words in (("none.md", "does not exist"), ("q.md#none", "no heading #none"),
                              ("../../../x", "out of the repository")):
            with self.assertRaisesRegex(Problem, rf"docs/notes/p.md:4: error: .*{words}"):
                self.convert(f"# T\n\nsome\ntext [x]({target})\n")

    def test_a_marker_must_be_there_twice(self):
        (self.root / "src/code.cu").write_text("// [m]\nint x;\n")
        (self.root / "docs/notes/p.md").write_text("# T\n\n\\snippet src/code.cu m\n")
        with self.assertRaisesRegex(Problem, r"docs/notes/p.md:3: error: .*\[m\] must occur twice in src/code.cu, but "
                                             r"occurs 1 times"):
            markdown_pages.quoted_files(self.site, "docs/notes/p.md")


class RawMarkdown(unittest.TestCase):
    def test_what_was_to_be_bold_or_code_and_is_not(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            (root / "site_pages.txt").write_text("a.html\nb.html\nc.html\nd.html\ne.html\n")
            for name, text in (("a", "<p><code>`x` **</code></p>"), ("b", '<p>"`x`"</p>'), ("c", "<p>**x**</p>"),
                               ("d", '<p>"the *sum* of"</p>'), ("e", "<p>2 * 3 * 4</p>")):
                (root / f"{name}.html").write_text(text)
            self.assertEqual([line.split(":")[0] for line in check_links.raw_markdown(root)],
                             ["b.html", "c.html", "d.html"])


    def test_a_line_that_begins_with_a_number_by_chance(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            (root / "site_pages.txt").write_text("a.html\nb.html\n")
            (root / "a.html").write_text('<ol type="1">\n<li>one</li>\n<li>two</li></ol>')
            (root / "b.html").write_text('lab <ol type="1">\n<li>What <b>matters</b></li>\n</ol>')
            self.assertEqual([line.split(":")[0] for line in check_links.raw_markdown(root)], ["b.html"])


class Book(unittest.TestCase):
    def test_the_contents_learn_the_pages_from_the_pdf(self):
        pdf = (b"%PDF-1.4\n1 0 obj\n<</Type /Page\n/Parent 5 0 R>>\nendobj\n2 0 obj\n<</Type /Page\n/Parent 5 0 "
               b"R>>\nendobj\n3 0 obj\n<</Type /Page\n/Parent 6 0 R>>\nendobj\n"
               b"5 0 obj\n<</Type /Pages\n/Count 2\n/Kids [2 0 R 1 0 R]\n/Parent 6 0 R>>\nendobj\n6 0 obj\n<</Type "
               b"/Pages\n/Count 3\n/Kids [5 0 R 3 0 R]>>\nendobj\n"
               b"7 0 obj\n<</notes_01 [1 0 R /XYZ 12 779 0]\n/index [2 0 R /XYZ 12 779 0]\n/api [3 0 R /XYZ 12 779 "
               b"0]>>\nendobj\n8 0 obj\n<</Type /Catalog\n/Pages 6 0 R\n/Dests 7 0 R>>\nendobj\n")
        self.assertEqual(book.first_pages(pdf), {"index": 1, "notes_01": 2, "api": 3})


class Typography(unittest.TestCase):
    def test_numbers_units_and_powers(self):
        self.assertEqual(typography.typeset("<p>10 000 keys, 2 097 150, 5.4 ms, 12 %</p>"),
                         "<p>10\u202f000 keys, 2\u202f097\u202f150, 5.4\u00a0ms, 12\u00a0%</p>")
        self.assertEqual(typography.typeset("2^r and 2^(k+1−l) bins"), "2<sup>r</sup> and 2<sup>k+1−l</sup> bins")

    def test_numbers_of_a_quotient_and_a_name_with_its_number_stay_together(self):
        self.assertEqual(typography.typeset("20 + 19 922 925/16 384 steps"),
                         "20 + 19\u202f922\u202f925/16\u202f384 steps")
        self.assertEqual(typography.typeset("with L = 4, M = 2ⁿ"), "with L\u00a0=\u00a04, M\u00a0=\u00a02ⁿ")
        self.assertEqual(typography.typeset("LAB = 4, in 1/2 or/10 000 keys"), "LAB = 4, in 1/2 or/10 000 keys")

    def test_the_description_is_the_first_paragraph_with_words(self):
        self.assertEqual(
            typography.description('<p><a id="x"></a> </p><blockquote><p>&zwj;<b>The question.</b> '
                                   'How?</p></blockquote><p>So.</p>'),
                         "The question. How?")

    def test_a_few_words_of_code_stay_on_one_line(self):
        self.assertEqual(typography.typeset("makes <code>0 1 3 6</code>"),
                         'makes <code class="together">0 1 3 6</code>')

    def test_what_is_no_number_or_code_stays(self):
        for text in ("<p>i ^ 1, lab 03 at 1024</p>", "<code>a long line of 10 000 ^ 2^r</code>", "1024 256",
                     '<a title="10 000">x</a>',
                     '<div class="fragment"><div class="line">10 000 2^r</div></div><!-- fragment -->'):
            self.assertEqual(typography.typeset(text), text)

    def test_columns_of_numbers_are_set_right(self):
        table = ('<table class="markdownTable"><tr class="markdownTableHead"><th class="h">n</th><th '
                 'class="h">what</th></tr>'
                 '<tr><td class="b">1 000</td><td class="b">2 of 3</td></tr><tr><td class="b">2.5</td><td '
                 'class="b">7</td></tr></table>')
        made = typography.typeset(table)
        self.assertEqual(made.count('class="b number"'), 2)
        self.assertEqual(made.count('class="h number"'), 1)

    def test_a_table_that_a_phone_cannot_show_is_set_tight_or_stacked(self):
        def table(columns, word):
            head = "".join(f'<th class="markdownTableHeadNone">{word} {i}</th>' for i in range(columns))
            body = "".join(f'<td class="b">{word} {i}</td>' for i in range(columns))
            return typography.typeset(f'<table class="markdownTable"><tr class="markdownTableHead">{head}</tr>'
                                      f'<tr class="markdownTableRowOdd">{body}</tr></table>')
        self.assertIn('"markdownTable">', table(4, "short"))
        self.assertIn('"markdownTable tight">', table(5, "seconds"))
        stacked = table(4, "synchronised")
        self.assertIn('"markdownTable stacked">', stacked)
        self.assertIn('<td class="b">synchronised 0</td><td data-head="synchronised 1" class="b">', stacked)
        self.assertEqual(stacked.count("data-head"), 3)
        self.assertIn("stacked", table(2, f"<code>{'x' * 20}</code>"))

    def test_long_output_wraps_and_code_does_not(self):
        line = '<div class="fragment"><div class="line">' + "x" * 120 + "</div></div><!-- fragment -->"
        self.assertIn("fragment wraps", typography.typeset(line))
        self.assertNotIn("wraps", typography.typeset(line.replace("xxx", '<span class="keyword">int</span>', 1)))

    def test_sentences_wrap_on_a_phone_and_columns_close_there(self):
        def output(text):
            return typography.typeset('<div class="fragment"><div class="line">' + text
                                      + "</div></div><!-- fragment -->")
        self.assertIn("wraps", output("word " * 12))
        self.assertNotIn("wraps", output("bits  tile" + " 256" * 15))
        self.assertIn('stores<span class="gap">    </span> 16', output("    stores     16 " + "x" * 100))

    def test_lines_that_do_not_fit_next_to_the_contents_take_the_margin(self):
        def made(line):
            return typography.typeset('<div class="fragment"><div class="line">' + line
                                      + "</div></div><!-- fragment -->")
        self.assertIn('"fragment broad"', made('<span class="keyword">int</span>' + "x" * 87))
        self.assertIn('"fragment wraps broad"', made("word " * 18))
        self.assertNotIn("broad", made('<span class="keyword">int</span>' + "x" * 80))

    def test_counters_are_a_table_whose_columns_stay(self):
        lines = ("simcu: counters of the simulated device (…)", "  a_kernel: 1 launch, 2 blocks",
                 "    shared_atomic          2048 requests        40960 wavefronts  20.000 per request, at most 32 "
                 "lanes on one address")
        made = typography.typeset('<div class="fragment">'
                                  + "".join(f'<div class="line">{line}</div>' for line in lines)
                                  + "</div><!-- fragment -->")
        self.assertIn('<tr class="kernel"><td colspan="4"><code>a_kernel</code>: 1 launch, 2 blocks</td></tr>', made)
        self.assertIn("<code>shared_atomic</code> <small>at most 32 lanes on one address</small>", made)
        self.assertTrue(made.startswith('<div class="wide"'))
        called = typography.typeset('<div class="fragment"><div class="line">$ ./a</div>'
                                    + "".join(f'<div class="line">{line}</div>' for line in lines)
                                    + "</div><!-- fragment -->")
        self.assertEqual(called, '<div class="fragment"><div class="line">$ ./a</div></div><!-- fragment -->' + made)
        self.assertIn('<td class="number">2\u202f048</td><td class="number">40\u202f960</td><td '
                      'class="number">20.000</td>', made)

    def test_a_line_that_wraps_knows_how_far_it_is_indented(self):
        self.assertIn('<div class="line" style="--in:2"><span class="keyword">  for</span>',
                      typography.typeset('<div class="fragment"><div class="line">{</div><div class="line"><span '
                                         'class="keyword">  for</span>' + "x" * 50 + "</div></div><!-- fragment -->"))

    def test_a_piece_from_inside_a_function_begins_at_the_left(self):
        made = typography.typeset('<div class="fragment"><div class="line">    <span class="keyword">int</span> '
                                  'i;</div>\n<div class="line">      i = 1;</div></div><!-- fragment -->')
        self.assertIn('<div class="line"><span class="keyword">int</span> i;</div>\n<div class="line">  i = 1;', made)

    def test_long_names_may_break_in_a_table_of_many_columns_only(self):
        def table(columns):
            return '<table class="markdownTable"><tr>' + '<td class="a">x</td> ' * (
                columns - 1) + '<td class="a"><code>takes_kernel_memory</code></td></tr></table>'
        self.assertIn("takes_<wbr/>kernel_<wbr/>memory", typography.typeset(table(5)))
        self.assertIn("takes_kernel_memory", typography.typeset(table(4)))

    def test_ranges_are_numbers_and_a_tiles_elements_stay_together(self):
        table = ('<table class="markdownTable"><tr><td class="b">54–70\u00a0%</td><td>36 37 38 39</td></tr><tr><td '
                 'class="b">9\u00a0%</td><td>0 1</td></tr></table>')
        made = typography.typeset(table)
        self.assertEqual(made.count('class="b number"'), 2)
        self.assertIn("36\u00a037\u00a038\u00a039", made)

    def test_a_line_does_not_begin_with_the_full_stop_after_a_formula(self):
        self.assertEqual(typography.typeset("<math>n</math>. So"), '<span class="together"><math>n</math>.</span> So')

    def test_a_description_is_the_first_words(self):
        self.assertEqual(typography.description("<nav><p>no</p></nav><p>A <b>warp</b>\nis 32.</p><p>More</p>"),
                         "A warp is 32.")
        self.assertLessEqual(len(typography.description("<p>" + "word " * 90 + "</p>")), 202)


class Pictures(unittest.TestCase):
    def test_a_plot_becomes_part_of_the_page_with_ids_of_its_own(self):
        with tempfile.TemporaryDirectory() as folder:
            html = Path(folder)
            (html / "plots").mkdir()
            for name in ("08_a.svg", "08_a_narrow.svg"):
                (html / "plots" / name).write_text(
                    '<svg \n width="9" height="8"\n viewBox="0 0 9 8">\n<title>T</title><desc>D</desc>'
                                                   "<path id='gp' stroke='rgb(  0, 114, 178)'/><use "
                                                   "xlink:href='#gp'/></svg>")
            made = finish.pictures('<picture>\n<source media="x" srcset="plots/08_a_narrow.svg" width="1" height="2">\n'
                                   '<img src="plots/08_a.svg" alt="what it shows" width="9" height="8">\n</picture>',
                                   html)
        self.assertIn("id='p-08_a-gp'", made)
        self.assertIn("xlink:href='#p-08_a_narrow-gp'", made)
        self.assertIn("var(--p-0-114-178,rgb(0,114,178))", made)
        self.assertEqual(made.count('aria-label="what it shows"'), 2)

    def test_a_picture_with_a_form_for_phones_has_both_with_their_sizes(self):
        page = '<figure class="drawing"><a href="images/a.svg"><img src="images/a.svg" alt="x"/></a></figure>'
        with tempfile.TemporaryDirectory() as folder:
            images = Path(folder) / "images"
            images.mkdir()
            (images / "a.svg").write_text('<svg viewBox="0 0 913 944"/>')
            self.assertNotIn("source", finish.pictures(page, Path(folder)))
            (images / "a_phone.svg").write_text('<svg viewBox="0 0 424 963"/>')
            made = finish.pictures(page, Path(folder))
        self.assertIn('<source media="(max-width: 600px)" srcset="images/a_phone.svg" width="424" height="963"/><img '
                      'width="913" height="944"', made)

    def test_the_phones_report_is_made_of_the_other(self):
        images = Path(__file__).resolve().parents[2] / "images"
        made = subprocess.run([sys.executable, "-B", images / "terminal_svg.py", "--phone", images / "report.svg"],
                              stdout=subprocess.PIPE, text=True, check=True).stdout
        self.assertEqual(made, (images / "report_phone.svg").read_text(encoding="utf-8"),
                         "docs/images/terminal_svg.py says how it is made")
        self.assertLess(max(float(x) + float(length)
                            for x, length in re.findall(r'<text x="([\d.]+)"[^>]*textLength="([\d.]+)"', made)),
                            424 - 17)


class Frame(unittest.TestCase):
    entries = [(0, "Start", "index.html"), (0, "Lab 01", "lab.html"), (1, "Statement", "task.html"),
               (1, "Hints", "hints.html"), (0, "Lab 02", "next.html"),
               (0, "Reference", None), (1, "Words", "words.html"), (1, "Parts", "part.html"),
               (2, "A part", "part.html"), (2, "Another", "other.html")]

    def test_next_stays_in_its_section_and_passes_by_hints(self):
        navigation = finish.Navigation(self.entries, {"hints.html"})
        def around(url):
            return re.findall(r'class="(\w+)" href="([^"]*)"', navigation.neighbours(navigation.index[url]))
        self.assertEqual(around("index.html"), [("next", "lab.html")])
        self.assertEqual(around("task.html"), [("previous", "lab.html"), ("next", "next.html")])
        self.assertEqual(around("hints.html"), [("previous", "task.html"), ("next", "next.html")])
        self.assertEqual(around("next.html"), [("previous", "task.html")])
        self.assertEqual(around("words.html"), [("next", "part.html")])
        self.assertEqual(around("part.html"), [("previous", "words.html"), ("next", "other.html")])

    def test_a_sections_pages_are_always_shown(self):
        shown = finish.Navigation(self.entries).html(0)
        self.assertIn('<li class="section"><span>Reference</span><ul><li><a href="words.html">', shown)
        self.assertNotIn("other.html", shown)
        self.assertNotIn("task.html", shown)

    def test_a_long_page_says_how_long_it_takes(self):
        self.assertIn("3 minutes", finish.reading_time("<p>" + "word " * 600 + '</p><div class="fragment">'
                                                       + "x " * 900 + "</div><!-- fragment -->"))
        self.assertEqual(finish.reading_time("<p>short</p>"), "")


class ApiTable(unittest.TestCase):
    def made(self, sentence):
        with tempfile.TemporaryDirectory() as folder:
            html = Path(folder)
            (html / "annotated.html").write_text(
                f'<tr><td><a class="el" href="structs.html" target="_self">s</a></td><td '
                f'class="desc">{sentence}</td></tr>')
            (html / "api.html").write_text(api_table.PLACE)
            (html / "tag").write_text('<tagfile><compound '
                                      'kind="struct"><name>s</name><filename>structs.html</filename></compound>'
                                      '<compound kind="struct"><name>a::detail::t</name><filename>t.html</filename>'
                                      '</compound></tagfile>')
            site = Site.__new__(Site)
            site.groups = []
            api_table.write(site, html, html / "tag")
            return (html / "api.html").read_text()

    def test_a_class_has_a_row_with_its_sentence(self):
        self.assertIn('<a href="structs.html"><code>s</code></a></td><td>struct</td><td>A pair</td>',
                      self.made("A pair"))
        self.assertNotIn("detail", self.made("A pair"))

    def test_a_class_without_a_sentence_stops_the_build(self):
        with self.assertRaisesRegex(Problem, "no comment above s;"):
            self.made("")


class Search(unittest.TestCase):
    def test_a_row_of_synonyms(self):
        with tempfile.TemporaryDirectory() as folder:
            rows = Path(folder) / "synonyms.txt"
            rows.write_text('# said | meant\nhang, infinite loop | "timed out" barrier\n')
            self.assertEqual(search_index.synonyms(rows), [["infinite loop", ["timed out", "barrier"]],
                                                           ["hang", ["timed out", "barrier"]]])
            rows.write_text("# said | meant\nhang\n")
            with self.assertRaisesRegex(Problem, "synonyms.txt:2: error: a row is"):
                search_index.synonyms(rows)

    def test_the_first_page_is_looked_through_too(self):
        for end in ("</div></div><!-- contents -->", "</div><!-- PageDoc -->\n</div><!-- contents -->",
                    "</div>\n</div><!-- contents -->"):
            made = search_index.page_sections(f'<div class="textblock"><p>Begin.</p><h1><a class="anchor" '
                                              f'id="p-a"></a>A</h1><p>Words.</p>{end}', "p.html")
            self.assertEqual(made, [("", "p.html", "Begin."), ("A", "p.html#a", "Words.")])


class Scripts(unittest.TestCase):
    def test_doxygens_scripts_wait_and_come_only_where_something_folds(self):
        head = ('<title>x</title>\n<script type="text/javascript" src="jquery.js"></script>\n'
                '<script type="text/javascript" src="dynsections.js"></script>\n')
        self.assertNotIn("jquery", finish.head_of(head, "<p>none</p>"))
        folds = finish.head_of(head, '<span onclick="toggleLevel(1)">1</span>')
        self.assertIn('<script defer src="jquery.js"></script>\n<script defer src="dynsections.js">', folds)


class Formulas(unittest.TestCase):
    def test_a_known_formula_is_mathml_and_a_line_stays_a_line(self):
        made = formulas.rewrite("a $`x^2`$ b\nc", {"x^2": "<math>x2</math>"}, None)
        self.assertEqual(made, "a \\htmlonly<math>x2</math>\\endhtmlonly b\nc")

    def test_one_that_cannot_be_set_is_told_with_its_place(self):
        told = []
        formulas.rewrite("ab $`\\nosuchthing`$", {}, lambda at, words: told.append((at, words)) or "")
        self.assertEqual(told[0][0], 3)
        self.assertIn("KaTeX", told[0][1])


class Steppers(unittest.TestCase):
    def test_a_page_gets_the_scripts_of_its_steppers_only(self):
        made = steppers.LINE.sub(steppers.place, "a\n<!-- stepper: sorts lab=07 -->\nb")
        self.assertIn('data-kind="sorts" data-lab="07"', made)
        self.assertEqual(made.count("\n"), 2)
        self.assertIn("sorts.trace.js", steppers.head(made))
        self.assertNotIn('src="race.js"', steppers.head(made))
        self.assertEqual(steppers.head("<p>none</p>"), "")
        self.assertIsNone(steppers.place(steppers.LINE.match("<!-- stepper: rase -->")))


if __name__ == "__main__":
    unittest.main()

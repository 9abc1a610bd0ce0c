# SPDX-License-Identifier: Apache-2.0
"""Turns a Markdown page into input for Doxygen. Every line stays where it is, so that messages have the right line."""
import html
import os
import re
from pathlib import Path

import formulas
import playground
import steppers
from site_map import Problem, code_spans, headings, mask_code

LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^()\s]+)\)")
OF_SOLUTIONS = re.compile(r"(?:^- )?(?<!`)<!-- solutions -->(.*?)(?<!`)<!-- /solutions -->", re.S | re.M)
SUMMARY = re.compile(r"<summary>(.*?)</summary>", re.S)


def line_of(text, position):
    return text.count("\n", 0, position) + 1


def inline_html(text):
    parts = re.split(r"`([^`]+)`", text.replace("\n", " "))
    for i, part in enumerate(parts):
        if i % 2:
            parts[i] = f"<code>{html.escape(part)}</code>"
        else:
            parts[i] = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", part)
            parts[i] = re.sub(r"\*(.+?)\*", r"<i>\1</i>", parts[i])
    return "".join(parts)


def html_only(text, lines=0):
    return f"\\htmlonly[block]{text}\\endhtmlonly" + "\n" * lines


def without_solutions(text):
    """Removes text between <!-- solutions --> and <!-- /solutions -->, and the command that grades solutions."""
    text = OF_SOLUTIONS.sub(lambda m: "\n" * m[1].count("\n"), text)
    return re.sub(r"^make solutions .*$", "", text, flags=re.M)


def figure(text, url):
    name = html.escape(re.sub(r"[`*]", "", text.replace("\n", " ")))
    return html_only(f'<figure class="drawing" tabindex="0" aria-label="Drawing"><a href="{url}">'
                     f'<img src="{url}" alt="{name}"/></a></figure>', text.count("\n"))


def rewrite_code(site, page, text):
    """Fixes code that Doxygen would misread: spans over two lines, which are joined, names that begin with ::, and
    headers of the page's folder, which Doxygen links only if no other folder has a header of that name."""
    parts, done = [], 0
    headers = {Path(header).name: header for header in site.headers() if Path(header).parent == Path(page).parent}
    for match in code_spans(text):
        (start, end), span = match.span(), match.group()
        moved = span.count("\n")
        header = headers.get(span.strip("`"))
        if not moved and not header and not re.search(r"(?<![\w>])::", span):
            continue
        span = re.sub(r"\s*\n\s*", " ", span)
        if header:
            span = f'<code>@ref {header} "{Path(header).name}"</code>'
        elif re.search(r"(?<![\w>])::", span):
            span = "<code>" + re.sub(r"([\\@<>#&*_%\"]|::)", r"\\\1", span.strip("`").strip()) + "</code>"
        parts += [text[done:start], span]
        done = end
        if moved:
            space = re.compile(r"[ \n]").search(text, end)
            if space:
                parts += [text[end:space.start()], "\n" * (moved if space[0] == " " else moved + 1)]
                done = space.end()
    parts.append(text[done:])
    return "".join(parts)


BOLD = re.compile(r"\*\*(?=\S)([^*\n]*[^*\s])\*\*")


def rewrite_bold(text):
    """Fixes bold text at code or a quotation mark, because Doxygen knows ** only next to letters."""
    masked = mask_code(text)
    parts, done = [], 0
    for match in BOLD.finditer(masked):
        words = text[match.start(1):match.end(1)]
        if words[0].isalnum() and words[-1].isalnum():
            continue
        parts += [text[done:match.start()], f"<b>{words}</b>"]
        done = match.end()
    parts.append(text[done:])
    return "".join(parts)


def rewrite_links(site, page, text):
    masked = mask_code(text)
    parts, done = [], 0
    for match in LINK.finditer(masked):
        start, end = match.span()
        image, target = match[1], match[3]
        words = text[match.start(2):match.end(2)]
        line = line_of(text, match.start(3))
        url = site.resolve(page, target, line)
        parts.append(text[done:start])
        if url is None:
            parts.append(words)
        elif image:
            parts.append(figure(words, url))
        else:
            parts.append(f"[{words}]({url})")
        done = end
    parts.append(text[done:])
    return "".join(parts)


def rewrite_details(text):
    """Separates <details> and <summary> from their content, which stays Markdown."""
    masked = mask_code(text)
    parts, done = [], 0
    for match in re.finditer(r"<details[^>]*>\s*(?:<summary>(.*?)</summary>)?|</details>", masked, re.S):
        parts.append(text[done:match.start()])
        whole = text[match.start():match.end()]
        if whole.startswith("</"):
            parts.append(html_only("</details>"))
        else:
            summary = text[match.start(1):match.end(1)] if match[1] is not None else "More"
            parts.append(html_only(f"<details><summary>{inline_html(summary)}</summary>", whole.count("\n")))
        done = match.end()
    parts.append(text[done:])
    return "".join(parts)


def rewrite_steppers(site, page, text):
    def place(match):
        made = steppers.place(match)
        if made is None:
            raise Problem(site.root / page, line_of(text, match.start()),
                          f"there is no stepper {match[1]}; the steppers are {', '.join(steppers.KINDS)}.")
        return html_only(made)
    return steppers.LINE.sub(place, text)


def rewrite_formulas(site, page, text):
    def fail(position, words):
        raise Problem(site.root / page, line_of(text, position), words)
    return formulas.rewrite(text, formulas.known(), fail) if formulas.FORMULA.search(text) else text


def name_headings(site, page, text):
    lines = text.split("\n")
    anchors = iter(site.anchors(page).values())
    first = True
    for number, level, heading in headings((site.root / page).read_text()):
        anchor = next(anchors)
        if first:
            if level != 1:
                raise Problem(site.root / page, number, "a page begins with its title, a line `# …`.")
            anchor = "mainpage" if site.ids[page] == "index" else site.ids[page]
            if number < len(lines) and not lines[number].strip() and len(site.anchors(page)) > 4:
                # Doxygen takes "[TOC]" for the text of a link that begins the next paragraph.
                linked = lines[number + 1:number + 2] and lines[number + 1].startswith("[")
                lines[number] = "@tableofcontents{html:2}" if linked else "[TOC]"
        lines[number - 1] = lines[number - 1].rstrip() + f" {{#{anchor}}}"
        first = False
    if first:
        raise Problem(site.root / page, 1, "the page has no title, a line `# …`.")
    return "\n".join(lines)


QUOTE = re.compile(r"^\s*[\\@](snippet|snippetlineno|include|includelineno|verbinclude)(?:\{[^}]*\})?[ \t]+(\S+)(?:[ "
                   r"\t]+(\S+))?", re.M)


def quoted_files(site, page):
    """Returns the files that a page quotes. Raises Problem if a file or its marker is missing; Doxygen would say so
    only after the other work."""
    text = (site.root / page).read_text()
    result = []
    for match in QUOTE.finditer(mask_code(text)):
        command, path, marker = match[1], match[2], match[3]
        line = line_of(text, match.start(1))
        if not (site.root / path).is_file():
            raise Problem(site.root / page, line, f"\\{command}: {path} does not exist.")
        if not site.solutions and path.startswith("solutions/"):
            raise Problem(site.root / page, line,
                          f"\\{command}: {path} shows a solution, and this page is not below Solutions.")
        if command.startswith("snippet"):
            count = len(re.findall(rf"^\s*// \[{re.escape(marker or '')}\]\s*$", (site.root / path).read_text(), re.M))
            if count != 2:
                raise Problem(site.root / page, line,
                              f"\\{command}: the marker [{marker}] must occur twice in {path}, but "
                                                      f"occurs {count} times.")
        result.append(path)
    return result


def convert(site, page):
    text = (site.root / page).read_text()
    if not site.solutions:
        text = without_solutions(text)
    text = re.sub(r"(?<!`)<!-- /?solutions -->", "", text)
    text = rewrite_steppers(site, page, text)
    text = playground.rewrite(site, page, text)
    text = rewrite_formulas(site, page, text)
    text = re.sub(r"^<!--.*?-->", lambda m: re.sub(r"[^\n]", "", m.group()), text, flags=re.S)
    text = name_headings(site, page, text)
    text = rewrite_links(site, page, text)
    text = rewrite_bold(text)
    text = rewrite_code(site, page, text)
    return rewrite_details(text)


def page_of(site, file):
    """Returns the path in the repository; None if it is not a page."""
    path = os.path.relpath(file, site.root)
    return path if path in site.ids else None

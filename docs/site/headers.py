# SPDX-License-Identifier: Apache-2.0
"""Turns the repository's ordinary comments into documentation for Doxygen, line by line:

    - the comment at the file's start, after the SPDX line, describes the file;
    - a `//` comment right above a declaration describes the declaration;
    - so does a `//` comment after a declaration, after the `{` of a type, or after a member or enumerator;
    - a comment by itself between declarations belongs to the file's description.

Comments inside function bodies, and lines such as `// [marker]`, stay unchanged.
"""
import re

COMMENT = re.compile(r"^(\s*)//(?![/!])(.*)$")
MARKER = re.compile(r"^\s*// (\[[\w-]+\]|NOLINT.*|clang-format (on|off)|SPDX-.*|=+|-+)\s*$")
TYPE = re.compile(r"\b(namespace|class|struct|enum|union)\b|extern\s*\"")

# Code that is not part of the next declaration: a label, or a macro that declares something.
BEFORE = re.compile(r"\s*((public|private|protected):|[A-Z][A-Z0-9_]*\([^()]*\)|\s)*")


def escape(text):
    """Returns a comment's text in which nothing is a command or HTML for Doxygen."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(p if p.startswith("`") else re.sub(r"([\\@<>#]|&(?=\w+;))", r"\\\1", p) for p in parts)


class Code:
    """A line's context: the kinds of enclosing braces, and the number of open parentheses."""

    def __init__(self):
        self.braces = []  # "scope" for namespaces, "enum", "type", "body"
        self.parentheses = 0
        self.statement = ""
        self.in_comment = False
        self.directive = False  # inside a preprocessor directive of several lines

    def describes(self):
        """Returns whether declarations here can be documented."""
        return "body" not in self.braces and self.parentheses == 0 and not self.in_comment and not self.directive

    def feed(self, line):
        """Returns (the line's code, the position of its // comment or -1)."""
        if self.directive or re.match(r"\s*#", line) and not self.in_comment:
            self.directive = line.rstrip().endswith("\\")
            return line, -1
        code, i, comment = "", 0, -1
        while i < len(line):
            two = line[i:i + 2]
            if self.in_comment:
                if two == "*/":
                    self.in_comment = False
                    i += 1
            elif two == "/*":
                self.in_comment = True
                i += 1
            elif two == "//":
                comment = i
                break
            elif line[i] in "\"'" and not (line[i] == "'" and i and line[i - 1].isalnum()):
                end = re.compile(r"(\\.|[^\\" + line[i] + "])*" + line[i]).match(line, i + 1)
                code += '""'
                i = end.end() - 1 if end else len(line)
            else:
                code += line[i]
                self._symbol(line[i])
            i += 1
        self.statement += " "
        return code, comment

    def _symbol(self, c):
        if c == "(":
            self.parentheses += 1
        elif c == ")":
            self.parentheses -= 1
        elif c == "{":
            self.braces.append(self._kind())
            self.statement = ""
        elif c == "}":
            if self.braces:
                self.braces.pop()
            self.statement = ""
        elif c == ";" and self.parentheses == 0:
            self.statement = ""
        else:
            self.statement += c
            return
        if c in "()":
            self.statement += c

    def _kind(self):
        match = TYPE.search(self.statement)
        outermost = re.sub(r"<[^<>]*>", "", self.statement)
        if not match or re.search(r"[()=]", outermost.split("alignas")[0]) and not re.search(r"\balignas\b", outermost):
            return "body"
        word = match[1] or "namespace"
        return {"namespace": "scope", "enum": "enum"}.get(word, "type")


def comment_text(body):
    """Returns the text after the slashes, for `//!`. Code, which is indented, needs four more spaces than text."""
    if re.match(r" {3,}\S", body):
        return "   " + body
    return escape(body.rstrip())


def convert(text):
    lines = text.split("\n")
    result = list(lines)
    code = Code()
    trailing = -1  # the column of the previous line's comment, if that is documentation
    i = 0
    if lines and lines[0].startswith("// SPDX-"):
        result[0] = "//! @file"
        i = 1
        while i < len(lines) and COMMENT.match(lines[i]) and not MARKER.match(lines[i]):
            result[i] = "//!" + comment_text(COMMENT.match(lines[i])[2])
            i += 1
    while i < len(lines):
        match = COMMENT.match(lines[i])
        if not match or MARKER.match(lines[i]):
            trailing = behind(lines, result, i, code)
            i += 1
            continue
        if trailing >= 0 and len(match[1]) == trailing:
            result[i] = f"{match[1]}///< {escape(match[2].strip())}"
            i += 1
            continue
        end = i
        while end < len(lines) and COMMENT.match(lines[end]) and not MARKER.match(lines[end]):
            end += 1
        if code.describes() and BEFORE.fullmatch(code.statement):
            above(lines, result, i, end, code)
        trailing = -1
        i = end
    return "\n".join(result)


def above(lines, result, begin, end, code):
    """Converts the comment in lines begin … end - 1, above a declaration or by itself."""
    follows = lines[end].strip() if end < len(lines) else ""
    alone = follows == "" or follows.startswith(("}", "#if", "#endif", "#include", "#pragma", "#else", "// [",
                                                 "static_assert"))
    alone = alone or re.match(r"using [^=]*;", follows)  # Doxygen does not document using-declarations
    if alone:
        if set(code.braces) - {"scope"} or begin == 0 or lines[begin - 1].strip():
            return
        result[begin - 1] = "//! @file"  # replaces the empty line
    for k in range(begin, end):
        indent, body = COMMENT.match(lines[k]).groups()
        result[k] = f"{indent}//!{comment_text(body)}"


def behind(lines, result, i, code):
    """Converts the comment after line i's code. Returns its column if it is documentation."""
    line = lines[i]
    before = code.describes()
    directive = re.match(r"\s*#", line)
    text, comment = code.feed(line)
    text = text.rstrip()
    if comment >= 0 and before and text.endswith("{") and TYPE.search(text) and not re.match(r"\s*(//!|template)",
                                                                                             result[i - 1]):
        result[i] = f"/*! {escape(line[comment + 2:].strip())} */ {line[:comment].rstrip()}"
        return -1
    if directive or comment < 0 or not before or not code.describes():
        return -1
    in_enum = bool(code.braces) and code.braces[-1] == "enum"
    ends = text.endswith(";") or in_enum and re.search(r"[\w,)]$", text)
    if not ends or text.strip() in ("}", "};"):
        return -1
    body = line[comment + 2:].strip()
    if re.match(r"NOLINT|\[", body):
        return -1
    result[i] = f"{line[:comment]}///< {escape(body)}"
    return comment

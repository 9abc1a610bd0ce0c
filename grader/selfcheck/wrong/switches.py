# SPDX-License-Identifier: Apache-2.0
"""Merges many versions of a C++ file into one. Where functions differ, `chosen()` says which statements run."""
import re

TOKEN = re.compile(r'''(?P<space>\s+|//[^\n]*|/\*.*?\*/)
    | (?P<line>\#(?:[^\n\\]|\\.)*)
    | R"(?P<raw>[^(\s]*)\(.*?\)(?P=raw)" | "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*'
    | \.?\d(?:[eEpP][+-]|'?[\w.])* | \w+
    | <<<|>>>|->|\+\+|--|::|&&|\|\||[-+*/%&|^!=<>]=|<<=?|.''', re.VERBOSE | re.DOTALL)
CLOSING = {"(": ")", "[": "]", "{": "}"}
CONTROL = {"if", "for", "while", "do", "switch", "return", "break", "continue", "goto", "{", "(", "*", "++", "--", ";"}
DECLARED = "__attribute__((const)) __host__ __device__ int chosen() noexcept;  // which of the wrong programs this is"


class CannotSwitch(Exception):
    """(version, why)"""


class Text:
    """A slice is the original text, with the comments and blanks before its first token."""

    def __init__(self, text):
        self.text, self.tokens, self.starts, self.ends = text, [], [], []
        begin = 0
        for match in TOKEN.finditer(text):
            if match.lastgroup != "space":
                self.tokens.append(match[0])
                self.starts.append(begin)
                begin = match.end()
                self.ends.append(begin)
        self.partner, opened = {}, []
        for i, token in enumerate(self.tokens):
            if token in CLOSING:
                opened.append(i)
            elif token in CLOSING.values():
                if not opened or CLOSING[self.tokens[opened[-1]]] != token:
                    raise ValueError(f"has an unmatched `{token}`")
                self.partner[opened.pop()] = i
        if opened:
            raise ValueError(f"has an unmatched `{self.tokens[opened[-1]]}`")

    def slice(self, first, last):
        return self.text[self.starts[first]:self.ends[last - 1]] if first < last else ""

    def key(self, first, last):
        return " ".join(self.tokens[first:last])

    def skip(self, i):
        """Returns the token after this token, or after the group that it opens."""
        return self.partner[i] + 1 if i in self.partner else i + 1

    def after_template(self, i):
        """Skips `template <…>`."""
        while self.tokens[i] == "template":
            i, depth = i + 1, 0
            while depth > 0 or self.tokens[i] == "<":
                depth += {"<": 1, ">": -1, ">>": -2}.get(self.tokens[i], 0)
                i = self.skip(i)
        return i

    def statement(self, i):
        token = self.tokens[i]
        if token.startswith("#"):
            if not re.match(r"#\s*if", token):
                return i + 1
            depth = 1
            while depth > 0:
                i += 1
                depth += bool(re.match(r"#\s*if", self.tokens[i])) - bool(re.match(r"#\s*endif", self.tokens[i]))
            return i + 1
        if token == "{":
            return self.partner[i] + 1
        if token in ("if", "for", "while", "switch"):
            i += 2 if self.tokens[i + 1] == "constexpr" else 1
            i = self.statement(self.partner[i] + 1)
            return self.statement(i + 1) if token == "if" and self.tokens[i] == "else" else i
        while self.tokens[i] != ";":
            i = self.skip(i)
        return i + 1

    def statements(self, first, last):
        """Returns (first, last) of each statement. A `#pragma` belongs to the next statement."""
        found = []
        while first < last:
            end = self.statement(first)
            while self.tokens[end - 1].startswith("#pragma"):
                end = self.statement(end)
            found.append((first, end))
            first = end
        return found

    def items(self, first, last):
        """Returns (kind, key, first, brace, last) of each item in a namespace, a class or a file."""
        found = []
        while first < last:
            equals, brace, tokens = False, None, self.tokens
            i = head = self.after_template(first)
            while i < last:
                if tokens[i].startswith("#") or tokens[i] == ";":
                    i += 1
                    break
                equals = equals or tokens[i] == "="
                after = self.skip(i)
                if tokens[i] == "{" and not equals and tokens[after:after + 1] not in ([","], ["{"]):
                    brace, i = i, after + (tokens[after:after + 1] == [";"])
                    break
                i = after
            if tokens[head] == "enum":
                brace = None
            scope = tokens[head] in ("namespace", "struct", "class")
            kind = "plain" if brace is None else "scope" if scope else "function"
            found.append((kind, self.key(first, i if brace is None else brace), first, brace, i))
            first = i
        return found


def is_declaration(text, first, last):
    """Returns False only if the statement certainly declares no name."""
    tokens = text.tokens[first:last]
    while tokens and tokens[0].startswith("#"):
        tokens.pop(0)
    if not tokens or tokens[0] in CONTROL:
        return False
    i = 1
    while tokens[i - 1:i] and re.match(r"\w", tokens[i - 1]) and tokens[i] == "::":
        i += 2
    first_sign = next((token for token in tokens if token in ("<<<", "(", "=", "{")), "")
    return not (tokens[i] in ("(", ".", "->", "[", "=", "++", "--") or re.fullmatch(r"[-+*/%&|^]=|<<=", tokens[i])
                or first_sign == "<<<")


def is_chosen(versions):
    return " || ".join(f"chosen() == {version}" for version in versions)


def by_text(versions):
    """Returns [(text, [version…])] for a map of versions to texts."""
    groups = {}
    for version, (key, text) in versions.items():
        groups.setdefault(key, (text, []))[1].append(version)
    return list(groups.values())


class Body:
    """The statements of one function, in one version."""

    def __init__(self, text, first, last):
        self.text, self.first, self.last = text, first, last
        self.statements = text.statements(first, last)
        self.keys = [text.key(*statement) for statement in self.statements]

    def slice(self, first, last):
        if first >= last:
            return ""
        return self.text.slice(self.statements[first][0], self.statements[last - 1][1])

    def declares(self, first, last):
        return any(is_declaration(self.text, *statement) for statement in self.statements[first:last])


class Difference:
    """A version differs in the original's statements [first, last). `kept`: how many later statements are the same."""

    def __init__(self, version, original, body):
        self.version, self.body = version, body
        a, b = original.keys, body.keys
        self.first = self.kept = 0
        while self.first < min(len(a), len(b)) and a[self.first] == b[self.first]:
            self.first += 1
        while self.kept < min(len(a), len(b)) - self.first and a[-1 - self.kept] == b[-1 - self.kept]:
            self.kept += 1
        self.last = len(a) - self.kept
        self.value = None
        if self.last - self.first == 1 and len(a) == len(b):
            self.value = initial_value(original, self.first, body)
        if self.value is None and (original.declares(self.first, self.last) or
                                   body.declares(self.first, len(b) - self.kept)):
            self.last, self.kept = len(a), 0


def initial_value(original, at, body):
    """Returns (text before the value, original value, other value), if only a variable's initial value differs."""
    (a, a_end), (b, b_end) = original.statements[at], body.statements[at]
    a_equals = b_equals = 0
    for tokens, begin, end in ((original.text.tokens, a, a_end), (body.text.tokens, b, b_end)):
        if "=" not in tokens[begin:end] or not is_declaration(original.text, a, a_end):
            return None
    a_equals, b_equals = original.text.tokens.index("=", a), body.text.tokens.index("=", b)
    if original.text.tokens[a:a_equals] != body.text.tokens[b:b_equals]:
        return None
    values = []
    for text, begin, end in ((original.text, a_equals + 1, a_end - 1), (body.text, b_equals + 1, b_end - 1)):
        i = begin
        while i < end and text.tokens[i] not in (",", "{"):
            i = text.skip(i)
        if i < end:
            return None  # more than one variable, or an aggregate
        values.append(text.slice(begin, end))
    return original.text.slice(a, a_equals + 1), values[0], values[1]


def merged_body(original, versions):
    """`versions` maps versions to their Body."""
    differences = sorted((Difference(version, original, body) for version, body in versions.items()),
                         key=lambda d: (d.first, d.last))
    made, done = "", 0
    while differences:
        group = [differences.pop(0)]
        first, last = group[0].first, group[0].last
        while differences and (differences[0].first < last or differences[0].first == first or
                               (differences[0].first == last and differences[0].first == differences[0].last)):
            group.append(differences.pop(0))
            last = max(last, group[-1].last)
        if len({d.value is None for d in group}) > 1:  # not all versions declare the variable in the same way
            last, group, differences = len(original.statements), group + differences, []
        made += original.slice(done, first) + merged_statements(original, first, last, group)
        done = last
    return made + original.slice(done, len(original.statements))


def merged_statements(original, first, last, group):
    if all(d.value is not None and d.first == first for d in group):
        value = group[0].value[1]
        for text, versions in by_text({d.version: (d.value[2], d.value[2]) for d in group}):
            value = f"{is_chosen(versions)} ? ({text}) : ({value})"
        return f"{group[0].value[0]} {value};"
    texts = {}
    ranges = {d.version: (first, len(d.body.statements) - (len(original.statements) - last)) for d in group}
    bodies = {d.version: d.body for d in group}
    shared = [key for key in original.keys[first:last] if re.match("(extern )?__shared__", key) and
              all(key in bodies[v].keys[begin:end] for v, (begin, end) in ranges.items())]

    def without_shared(body, begin, end):
        kept = [i for i in range(begin, end) if body.keys[i] not in shared]
        return " ; ".join(body.keys[i] for i in kept), "".join(body.slice(i, i + 1) for i in kept)

    for version, (begin, end) in ranges.items():
        texts[version] = without_shared(bodies[version], begin, end)
    made = "".join(original.slice(i, i + 1) for i in range(first, last) if original.keys[i] in shared)
    alternatives = by_text(texts)
    for i, (text, versions) in enumerate(alternatives):
        made += f"\n{'else ' if i else ''}if ({is_chosen(versions)}) {{{text}\n}}"
    return f"{made} else {{{without_shared(original, first, last)[1]}\n}}"


def merged_items(original, first, last, versions):
    """`versions` gives, for every version except the original, where the same items are in it: (Text, first, last)."""
    order, all_versions = [], {}  # keys; {key: {version: (Text, item)}}, where version None is the original
    sources = {None: (original, first, last), **versions}
    for version, (text, begin, end) in sources.items():
        at, counts = 0, {}
        for item in text.items(begin, end):
            key = (item[0], item[1], counts.setdefault(item[1], 0))
            counts[item[1]] += 1
            if key not in all_versions:
                order.insert(at, key)
            all_versions.setdefault(key, {})[version] = (text, item)
            at = order.index(key) + 1
    made = ""
    for key in order:
        has = all_versions[key]
        for version in versions:
            if None in has and version not in has and key[0] == "plain" and not key[1].startswith("#"):
                raise CannotSwitch(version, f"changes `{key[1]}`, which all patches share: it needs a line "
                                   "`Compiled: alone`")
        text, (kind, _, begin, brace, end) = has.get(None) or next(iter(has.values()))
        if kind == "plain":
            made += text.slice(begin, end)
            continue
        close = text.partner[brace]
        ranges = {v: (t, item[3] + 1, t.partner[item[3]]) for v, (t, item) in has.items()}
        own = text.key(brace + 1, close)
        others = {v: r for v, r in ranges.items() if v is not None and r[0].key(r[1], r[2]) != own}
        if kind == "scope":
            inner = merged_items(text, brace + 1, close, others) if others else text.slice(brace + 1, close)
        else:
            inner = merged_body(Body(text, brace + 1, close), {v: Body(*r) for v, r in others.items()})
        made += text.slice(begin, brace + 1) + inner + text.slice(close, end)
    return made


def merge(original, versions):
    """Returns one text that is `original`, or one of {number: text} if `chosen()` is that number."""
    text = Text(original)
    texts = {}
    for version, other in versions.items():
        try:
            texts[version] = Text(other)
        except ValueError as error:
            raise CannotSwitch(version, str(error)) from None
    made = merged_items(text, 0, len(text.tokens), {v: (t, 0, len(t.tokens)) for v, t in texts.items()})
    made += original[text.ends[-1]:]
    # Before the includes, this would prevent the use of precompiled headers.
    return re.sub(r"^namespace ", f"{DECLARED}\n\\g<0>", made, count=1, flags=re.M)

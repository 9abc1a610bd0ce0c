#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Turns formulas, written as on code hosts, $`\\sqrt{n}`$, into MathML, which needs no scripts or fonts.

    formulas.py ROOT           writes all formulas of the pages to formulas.json, with KaTeX (apt-get install katex)
    formulas.py ROOT --check   fails if a formula is missing there, no longer used, or differs from an installed KaTeX's
"""
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
KNOWN = HERE / "formulas.json"
FORMULA = re.compile(r"\$`([^`\n]+)`\$")


# Debian's node finds Debian's modules; other versions do not.
NODE = {**os.environ, "NODE_PATH": os.pathsep.join(filter(None, [os.environ.get("NODE_PATH"), "/usr/share/nodejs"]))}
SCRIPT = """const katex = require('katex');
const all = JSON.parse(require('fs').readFileSync(0, 'utf8'));
console.log(JSON.stringify(all.map((tex) => katex.renderToString(tex, {output: 'mathml', throwOnError: true}))));"""


def katex_is_there():
    return bool(shutil.which("node")) and subprocess.run(["node", "-e", "require('katex')"], env=NODE,
                                                         capture_output=True, check=False).returncode == 0


THIN = '<mspace width="0.167em"/>'


def spaced(math):
    """Adds thin spaces around lg and log, which KaTeX leaves to its own fonts."""
    math = re.sub(r"(?<=</m[in]>)(?=<mi>lg</mi>|<msub><mrow><mi>log</mi>)", THIN, math)
    return re.sub(r"(<mo>\u2061</mo>(?:</mrow><mn>\d</mn></msub>)?)(?=<m(?:[in]|text)>)", rf"\1{THIN}", math)


def set_by_katex(formulas):
    """Returns {formula: MathML}."""
    ran = subprocess.run(["node", "-e", SCRIPT], input=json.dumps(formulas), env=NODE, capture_output=True, text=True,
                         check=False)
    if ran.returncode != 0:
        wrong = re.search(r"^.*(?:ParseError|Error): .*$", ran.stderr, re.M)
        raise ValueError("KaTeX says: " + (wrong[0] if wrong else ran.stderr.strip()))
    made = {}
    for tex, text in zip(formulas, json.loads(ran.stdout)):
        math = re.search(r"<math.*?</math>", text, re.S)[0]
        math = re.sub(r"</?semantics>|<annotation.*?</annotation>", "", math, flags=re.S)
        made[tex] = spaced(re.sub(r' xmlns="[^"]*"', "", math).replace("\n", ""))
    return made


def known():
    return json.loads(KNOWN.read_text(encoding="utf-8")) if KNOWN.exists() else {}


def mathml(tex, formulas):
    """Raises ValueError if a formula cannot be converted."""
    if tex not in formulas:
        if not katex_is_there():
            raise ValueError(f"the formula {tex} is not in docs/site/formulas.json, and KaTeX, which would convert it, "
                             f"is not installed (Debian: katex).")
        formulas.update(set_by_katex([tex]))
    return formulas[tex]


def rewrite(text, formulas, fail):
    """Returns the page's text with MathML for formulas. Calls `fail(position, words)` if that fails."""
    def made(match):
        try:
            return f"\\htmlonly{mathml(match[1], formulas)}\\endhtmlonly"
        except ValueError as why:
            return fail(match.start(), str(why))
    return FORMULA.sub(made, text)


def main():
    root = Path(sys.argv[1])
    pages = sorted([*(root / "docs").rglob("*.md"), *(root / "labs").rglob("*.md"), root / "README.md"])
    used = sorted({tex for page in pages if "node_modules" not in page.parts
                   for tex in FORMULA.findall(page.read_text(encoding="utf-8"))})
    if "--check" not in sys.argv:
        KNOWN.write_text(json.dumps(set_by_katex(used), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        print(f"{len(used)} formulas set.")
        return 0
    have, wrong = known(), []
    wrong += [f"{tex} is missing" for tex in used if tex not in have]
    wrong += [f"{tex} is on no page" for tex in have if tex not in used]
    if katex_is_there():
        wrong += [f"KaTeX converts {tex} differently" for tex, math in set_by_katex(used).items() if tex in have
                  and have[tex] != math]
    for words in wrong:
        print(f"docs/site/formulas.json: error: {words}. Run docs/site/formulas.py.")
    print(f"{len(used)} formulas.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

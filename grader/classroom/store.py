# SPDX-License-Identifier: Apache-2.0
"""Writes files completely or not at all, and makes other people's names and texts harmless."""
import codecs
import html
import json
import os
import pathlib
import re
import shutil
import tempfile
import unicodedata


def sync_folder(folder):
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def write(path, text, synced=True):
    """On OSError, leaves no file behind. Files that can be regenerated need no sync, which is slow."""
    path = pathlib.Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    data = text if isinstance(text, bytes) else text.encode("utf-8", "backslashreplace")
    fd, aside = tempfile.mkstemp(dir=path.parent, prefix=".new-")
    try:
        with os.fdopen(fd, "wb") as file:
            file.write(data)
            file.flush()
            os.fchmod(file.fileno(), 0o644)
            if synced:
                os.fsync(file.fileno())
        os.replace(aside, path)
    except BaseException:
        pathlib.Path(aside).unlink(missing_ok=True)
        raise
    if synced:
        sync_folder(path.parent)


def write_json(path, value, synced=True):
    write(path, json.dumps(value, indent=1, ensure_ascii=True) + "\n", synced)


def read_json(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def decoded(data):
    """Decodes UTF-8, or UTF-16 with a byte order mark. Raises UnicodeDecodeError."""
    return data.decode("utf-16" if data[:2] in UTF_16 else "utf-8-sig")


def publish(folder, to):
    """Moves a finished folder to its place, unless another process was first."""
    to = pathlib.Path(to)
    for file in folder.rglob("*"):
        if file.is_file():
            fd = os.open(file, os.O_RDONLY)
            os.fsync(fd)
            os.close(fd)
    sync_folder(folder)
    to.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.rename(folder, to)
        sync_folder(to.parent)
    except OSError:
        if not (to / "results.json").exists():
            raise
        shutil.rmtree(folder, ignore_errors=True)


_TURNING = set("\u061c\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def shown(text):
    """Returns one line without characters that control a terminal or a page."""
    out = []
    for c in str(text):
        if unicodedata.category(c) in ("Cc", "Cs", "Co", "Cn") or c in _TURNING:
            out.append(f"\\x{ord(c):02x}" if ord(c) < 256 else f"\\u{ord(c):04x}")
        else:
            out.append(c)
    return "".join(out)


def lines_shown(text):
    return "\n".join(shown(line) for line in str(text).split("\n"))


def escaped(text):
    return html.escape(lines_shown(text), quote=True)


def file_name(name):
    """Returns a safe file name: keeps letters and digits of any language, and writes other characters as in %41."""
    name = unicodedata.normalize("NFC", name)
    out = []
    for at, c in enumerate(name):
        if c.isalnum() or c in "_@+" or (c in ".- " and at > 0):
            out.append(c)
        else:
            out += [f"%{byte:02X}" for byte in c.encode("utf-8", "surrogateescape")]
    safe = "".join(out).rstrip(" ")
    if len(safe.encode()) > 120:
        import hashlib
        safe = safe[:40] + "~" + hashlib.sha256(name.encode("utf-8", "surrogateescape")).hexdigest()[:16]
    return safe or "%"


_BEGINS = tuple("=+-@＝＋－＠")
_FORMULA = re.compile(r'([;"]\s*)([=+\-@＝＋－＠])')


def cell(text):
    """Returns a CSV cell that no spreadsheet takes for a formula, whatever separates columns (OWASP, CSV injection)."""
    text = _FORMULA.sub(r"\1'\2", shown(text))
    return "'" + text if text.lstrip()[:1] in _BEGINS else text

"""Finds what ends the process for an unusual value: part of script/lint.

The compiler names conversions of a Double (see WholeNumbers.swift). This names what it does not know. Where such a place is right,
a comment on its line or directly above says why no value from outside ends the process there.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# What is looked for in code without its comments and texts, and what to write instead.
RULES = [
    (re.compile(r"(?<![\w.])abs\("), "abs ends the process for the least number; magnitude doesn't"),
    (re.compile(r"\bstride\([^\n]*\bby:(?!\s*-?\d+\))(?:[^,()\n]|\([^()\n]*\))*[-+*/%]\s*[\w(]"), "a step that is computed may be 0"),
    (re.compile(r"(?<=[\w)\]])!(?![=\w(])|\bas!|\btry!"), "this ends the process where it was wrong to expect a value"),
    (re.compile(r"(?<![\w.])(\w+)\.(?!min\b)\w+\s*\.\.[.<]\s*\1\.(?!max\b)\w+"),
     "a range ends the process where its first bound is greater than its last"),
    (re.compile(r"\bindex\([^\n]*offsetBy:(?![^\n]*limitedBy:)"), "an index beyond the end ends the process; limitedBy: doesn't"),
    (re.compile(r"\*\s*(?:8|10|16|26|36|60)\s*\+\s*Int(?:64)?\("), "digits of any number overflow; Int(text) is nil then"),
    (re.compile(r"\bInt(?:64)?\([^()\n]*\)\s*\?\?\s*-?\w+\s*\)\s*[-+*]"), "a sum with a number that was just read may overflow"),
]

WITHOUT_MEANING = re.compile(
    r'"""(?:\\.|[^\\])*?"""|#"(?:.|\n)*?"#|"(?:\\\((?:[^()\n]|\([^()\n]*\))*\)|\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)


def _blank(match: re.Match) -> str:
    return re.sub(r"[^\n]", " ", match[0])


def findings(source: str) -> Iterator[tuple[int, str]]:
    """The lines that end the process for some value, and why."""
    code = WITHOUT_MEANING.sub(_blank, source)
    lines = source.split("\n")
    for pattern, why in RULES:
        for match in pattern.finditer(code):
            line = code.count("\n", 0, match.start())
            above = lines[line - 1].strip() if line else ""
            if "//" not in lines[line].replace("://", "") and not re.match(r"//(?!/)", above):
                yield line + 1, why


def main() -> None:
    found = 0
    for folder in ("Sources", "Apps"):
        for path in sorted((ROOT / folder).rglob("*.swift")):
            for line, why in findings(path.read_text()):
                found += 1
                print(f"{path.relative_to(ROOT)}:{line}: {why}")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()

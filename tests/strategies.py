"""Hypothesis strategies for all tests: rulebooks (well-formed, damaged, hostile), numbers, names, costs, queries,
arguments. All tests draw from here, so that a text on which one part failed is tried on every part."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hypothesis import strategies as st

# --- words that are hard on what shows, keeps or looks for them

CONTROLS = (
    "\x1b[31mred\x1b[0m",
    "\x1b]8;;https://evil.example\x07link\x1b]8;;\x07",
    "\x1b]0;title\x07",
    "\x9b31m",
    "a\rb",
    "back\x08\x08space",
    "\x00nul",
    "bell\x07",
    "\x7f",
    "\u202eright to left\u202c",
    "\u2066isolate\u2069",
    "zero\u200bwidth\u200djoined",
    "line\u2028and\u2029paragraph",
    "\U000e0041\U000e0042tags",
    "\ufeffmark",
    "soft\u00adhyphen",
)
"""Signs that a terminal, or who reads it, would obey rather than show."""
MARKUP = (
    "[bold red]loud[/bold red]",
    "[/]",
    "[link=https://evil.example]here[/link]",
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "\"><b onmouseover='x'>",
    "</blockquote><h1>Title</h1>",
    "&lt;b&gt; &amp; &#x3c;i&#x3e;",
    "[here](https://evil.example)",
    "![seen](https://evil.example/x.png)",
    "](javascript:alert(1))",
    "<https://evil.example>",
    "**bold** _thin_ `code` ~~gone~~",
    "# Heading",
    "- item",
    "1. item",
    "1) item",
    "+ item",
    "    code",
    "***",
    "===",
    "---",
    "> quoted",
    "| a | b |",
    "\\*escaped\\*",
    "$(touch owned)`touch owned`;touch owned",
    "{{7*7}} ${7*7} %s %n {0} {0.__class__}",
)
"""Words that are markup, or a command, to somebody."""
SYNTAX = (
    "'; DROP TABLE row; --",
    '" OR ""="',
    "1 OR 1=1",
    "NEAR(a b, 5)",
    "title: ship",
    "ship* AND NOT cargo",
    "^ship + {title above}: a",
    '"ship',
    "%_[a-z]",
    '!!python/object/apply:os.system ["touch owned"]',
    "&a [*a, *a]",
    "<<: {a: b}",
    "yes",
    "null",
    "1e3",
    "2024-01-01",
    "- a: {b: [c",
    "a: b # c",
    "|-\n  text",
    "\\u202e \\x1b \\0",
)
"""Words of SQL, of full-text search, of YAML."""
PATHS = (
    "../../x",
    "..",
    ".",
    "/etc/passwd",
    "a/../../b",
    "..\\..\\x",
    "C:\\x",
    "~/x",
    "file:///etc/passwd",
    "https://evil.example/x",
    "con",
    "x\x00.txt",
    "-",
    "--",
    "-x",
    "@",
    "a@../b",
    "@..",
    "x" * 5_000,
    "",
    " ",
)
"""Paths that lead elsewhere, and words that are no names of files."""
HOSTILE = (*CONTROLS, *MARKUP, *SYNTAX, *PATHS)

# --- rulebooks

NUMBERS = """
    1 1.1 1.1.1 1.1.1a 1.1.1b 1.1.2 1.2 1.2.1 2 2.1 2.1.1 206 206.1 206.1a 206.1b. 206.2. 1.1.1.a 1.1.01 0 0.0 1.0
    1.0.1 9999 9999.9999 9999.9999zz 1.1.1zo 702.1l 702.1aa 99999999999 1.1.1.1.1.1.1.1.1 1.1.1.1.1.1.1.1.1.1.1
    ٣.١ １.２ 1) 3. 3)
""".split()
LINES = """
Example: A raft sinks.
Example:Example: Twice.
Exemplo 2: Uma jangada.
Note: Mind the tide.
Contents
Sumário
Rafts
Rafts and Tides ........ 12
the raft goes on
A raft floats.
See rule 1.1.1a and rules 1.1–2, 206.1b-c or [1.2][9.9] (2.4) quatro (4) {r} [MONIKER] §1.1
See rules 206.1, “Tide,” 206.2, “Raft 5,” and 1.1.
• a raft
- a raft
-raft
  * a raft
    1. a raft
1. A raft floats.
3. A raft sinks.
   1. A nested raft.
      1. A deeper raft.
# Rafts - Tides
#### General Rules:
### 1.2. Rafts #
General Rules:
Label Here:
{% hint style="info" %}
{% endhint %}
{% embed url="raft" %}
* [Rafts](rafts.md)
The rafts are:
A *raft* is **[floating](../tides/README.md#general-rules)** &amp; \\[RAFT]<br>
On this page
Last updated 2 days ago
Skip to content
Pay the .
Raft tide
-----
|---|---|
§
Плот плывёт
2.1 Raft§
1.2.2 a - Uma jangada.
""".strip("\n").split("\n")
BLANKS = "\x00\x07\x0b\x0c\x1b\x85\u2028\u2029\u200b\u200f\ufeff\ufffd\ue000 \u00a0\t"
SIGNS = "§¶*_[](){}<>&|\\`#%~^'\"“”’…–—:;.,!?"

_letters = st.sampled_from(BLANKS + SIGNS + "abRT19éİßﬁ日") | st.characters(codec="utf-8")
_said = st.sampled_from(LINES) | st.text(_letters, max_size=30)
_blanks = st.sampled_from(["", "", " ", "  ", "\t", "      ", "\u00a0", "."])
_numbered = st.builds(
    "{}{}{}{}".format, _blanks, st.sampled_from(NUMBERS), _blanks, st.sampled_from(LINES) | st.text(max_size=12)
)
_ends = st.sampled_from(["\n", "\n\n", "\n\n", "\r\n", "\r", "\n\r", "\n \n"])
hostile_books = st.lists(st.tuples(_numbered | _said | st.sampled_from(HOSTILE), _ends), min_size=1, max_size=25).map(
    lambda lines: "".join(line + end for line, end in lines)
)
"""Texts of what is hard to read, in any order."""


@dataclass(frozen=True)
class Printed:
    """A row as a well-formed rulebook prints it."""

    number: str
    kind: Literal["heading", "rule"]
    words: str
    example: str = ""


_TITLES = ("Kites", "Strings and Knots", "The Wind", "Flying High")
_SENTENCES = (
    "A kite flies while its string is held.",
    "Let go of the string before you run.",
    "A kite (of any size) counts as one; see rule 1.1.",
    "“Wind” is what moves kites, trees and 2 flags.",
    "Résumé: the knot holds.",
)


@st.composite
def well_formed(draw: st.DrawFn) -> list[Printed]:
    """A rulebook as one should be: chapters, sections, rules and sub-rules in order, none left out."""
    rows: list[Printed] = []
    for chapter in range(1, draw(st.integers(1, 3)) + 1):
        rows.append(Printed(f"{chapter}", "heading", draw(st.sampled_from(_TITLES))))
        for section in range(1, draw(st.integers(1, 3)) + 1):
            rows.append(Printed(f"{chapter}.{section}", "heading", draw(st.sampled_from(_TITLES))))
            for rule in range(1, draw(st.integers(1, 3)) + 1):
                number = f"{chapter}.{section}.{rule}"
                rows.append(Printed(number, "rule", *draw(st.tuples(_sentence, _example))))
                letters = "abc"[: draw(st.integers(0, 3))]
                rows += [Printed(number + each, "rule", *draw(st.tuples(_sentence, _example))) for each in letters]
    return rows


_sentence = st.sampled_from(_SENTENCES)
_example = st.just("") | _sentence


def as_text(rows: list[Printed], end: str = "\n") -> str:
    """A rulebook as a text file holds it."""
    shown = [line for row in rows for line in (f"{row.number} {row.words}", *_as_example(row.example))]
    return "".join(f"{line}{end}{end}" for line in shown)


def as_markdown(rows: list[Printed]) -> str:
    """The same in markdown."""
    marks = {"heading": "#", "rule": ""}
    shown = [(marks[row.kind] * (1 + row.number.count(".")), row) for row in rows]
    return "".join(
        f"{mark}{' ' if mark else ''}{row.number} {row.words}\n\n"
        + "".join(f"*{e}*\n\n" for e in _as_example(row.example))
        for mark, row in shown
    )


def _as_example(words: str) -> list[str]:
    return [f"Example: {words}"] if words else []


@st.composite
def damaged_books(draw: st.DrawFn) -> str:
    """A well-formed rulebook of which lines are lost, doubled, swapped, joined, or broken off."""
    lines = as_text(draw(well_formed())).split("\n")
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, len(lines) - 1))
        way = draw(st.sampled_from(["lose", "double", "swap", "join", "break", "say"]))
        other = draw(st.integers(0, len(lines) - 1))
        if way == "lose":
            lines[at] = ""
        elif way == "double":
            lines.insert(at, lines[at])
        elif way == "swap":
            lines[at], lines[other] = lines[other], lines[at]
        elif way == "join":
            lines[at] = f"{lines[at]} {lines[other]}"
        elif way == "break":
            cut = draw(st.integers(0, len(lines[at])))
            lines[at : at + 1] = [lines[at][:cut], lines[at][cut:]]
        else:
            lines[at] = draw(st.sampled_from(LINES) | st.sampled_from(HOSTILE))
    return draw(st.sampled_from(["\n", "\r\n", "\r"])).join(lines)


books = hostile_books | damaged_books() | well_formed().map(as_text) | well_formed().map(as_markdown)
"""Rulebooks of every kind."""

# --- questions

_pieces = st.sampled_from(
    ["Bravo", "Stone", "wolf", "Ser", "The", "of", "O'Brien", "Æther", "10,000", "(red)", "Déjà", ",", "//", "-", "!"]
)
names = st.lists(_pieces, min_size=1, max_size=6).map(" ".join) | st.text(max_size=60) | st.sampled_from(HOSTILE)
"""Names of cards, and texts that are no names."""
costs = st.lists(
    st.sampled_from("3 +1 -2 0 X {2}{W/P} WUU 2m +1:frostbite -{2} --hand 3,1 --have --life --x --set none".split())
    | st.sampled_from(HOSTILE)
    | st.text(max_size=8),
    max_size=8,
)
"""The words of a cost."""
queries = (
    st.lists(
        st.sampled_from("kite ship moniker when does the untap a AND NOT ( ) * NEAR rezumé shp".split()), max_size=6
    ).map(" ".join)
    | st.sampled_from(HOSTILE)
    | st.text(max_size=40)
)
"""What is looked for."""
ids = (
    st.builds("{}{}".format, st.sampled_from(["", "CR ", "§", "fab:", "mtg@shipped:", "["]), st.sampled_from(NUMBERS))
    | st.sampled_from(HOSTILE)
    | st.text(max_size=20)
)
"""Numbers of rules, and texts that are no numbers."""

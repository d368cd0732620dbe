"""What hypothesis draws from, in one place: rulebooks (well-formed, damaged, hostile), numbers, names, costs, queries,
arguments. The tests of every part draw from here, so that what one finds hard is tried on all."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

repeatable = settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture],
)
"""Equal in every run; no example is hurried."""

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

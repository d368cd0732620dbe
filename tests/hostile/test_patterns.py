"""No regular expression takes more than linear time: each is tried on attacks made from it, and its steps are counted.

All patterns of the package are found: those in the names of a module by importing it, the others by reading its code.
A function that makes patterns must be added to `MADE`, or a test fails.
"""

from __future__ import annotations

import ast
import random
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

import pytest
from attacks import attacks
from parsing import shipped
from steps import Counting, TooMany
from support import ROOT

from rules_cli.citation_check import beside, own_book, quotations
from rules_cli.citation_check.find import mention_pattern
from rules_cli.lookup import defining
from rules_cli.model import RuleNumber
from rules_cli.names import _naming
from rules_cli.numbers import heads, references, typed, typed_words, worded
from rules_cli.parse import (
    glossary,
    inference,
    line_shape,
    number_forms,
    penalty_lines,
    penalty_names,
    penalty_sentences,
    penalty_words,
    profile,
    series,
)
from rules_cli.penalties import amounts, changes, clauses, repeats
from rules_cli.render import excerpt
from rules_cli.render import penalties as penalty_page
from rules_cli.text import _RUN

pytestmark = pytest.mark.hostile

PACKAGE = ROOT / "rules_cli"
ANCHORED = frozenset(["match", "fullmatch"])
ONE_SIGN = frozenset(["LITERAL", "NOT_LITERAL", "IN", "ANY"])
TIMES = 48
GROWTH = 3.0  # times the steps for a text of twice the length: linear patterns take 2, quadratic ones 4
FEW = 60 * TIMES  # steps; the growth of fewer says nothing
LONGEST = 8  # signs; a bounded repeat is cut to so many
MOST_ATTACKS = 200  # on one pattern, at equal distances; patterns of many words have hundreds alike
MOST = 200_000  # steps; no text of these lengths may take more

BOUNDED = {
    "rules_cli.parse.line_shape._ENDS": "sees the last 80 characters of a line",
    "rules_cli.parse.candidates._LEADERS": "sees titles of 200 characters at most",
    "rules_cli.citation_check.beside._OPENS_BRACKET": "sees the 60 characters before a number",
    "rules_cli.citation_check.beside._PERHAPS": "sees the 60 characters before a number",
    "rules_cli.citation_check.beside._OPENS_LINE": "sees the 60 characters before a number",
    "rules_cli.citation_check.beside._BEFORE": "sees the 60 characters before a number",
    "rules_cli.citation_check.beside._CLAUSE_ENDS": "sees the 60 characters after a number",
    "rules_cli.citation_check.own_book._BEFORE": "sees the 60 characters before a number",
    "rules_cli.citation_check.resolve._DOCUMENT": "sees the 200 characters before a citation",
    "rules_cli.citation_check.quotations._ATTRIBUTED": "sees 60 characters at most, and is matched in full",
    "rules_cli.citation_check.quotations._SIGNATURE": "sees the 60 characters before a number",
}
"""Patterns that take more than linear time, but never see a long text."""

BOOKS = ("fab", "mtg", "ga", "fabula")
PROFILES = [profile.Profile(), *filter(None, map(shipped, BOOKS))]
NUMBERS = references.BookNumbers(map(RuleNumber, ("1.1a", "2k2a", "A5b", "1.a.1", "8-1-1", "103.b.1")))
NAMES = ("Kites", "Kites: the Game", "Bake")
MADE: dict[str, Callable[[], list[re.Pattern[str]]]] = {
    "rules_cli.assistants.answers._cut": lambda: [re.compile(r"(?m)^[^\S\n]*702\.19b(?!\S)")],
    "rules_cli.citation_check.rule_words._names": lambda: [re.compile(r"(?<!\w)cargo hold")],
    "rules_cli.citation_check.quotations._example_label": lambda: [quotations._example_label()],
    "rules_cli.citation_check.quotations._says": lambda: [quotations._says()],
    "rules_cli.citation_check.quotations._after": lambda: [quotations._after()],
    "rules_cli.citation_check.beside._says": lambda: [beside._says()],
    "rules_cli.lookup.deciding_rules._is_known": lambda: [re.compile("limit\\-.+\\-of\\-.+")],
    "rules_cli.card_costs.own_text.clause": lambda: [
        re.compile(
            r"(?:^|, |\. )bake(?: (?:\d{1,2}|X)(?= ?—))?(?: (?=[{\d])| ?— ?)((?:[^(.\n]|\.(?! ))+)",
            re.IGNORECASE | re.MULTILINE,
        )
    ],
    "rules_cli.lookup.defining._before_subject": lambda: [defining._before_subject()],
    "rules_cli.lookup.defining._after_subject": lambda: [defining._after_subject()],
    "rules_cli.lookup.definitions._is_used": lambda: [re.compile(r"\bcargo\b")],
    "rules_cli.render.rules._with_references": lambda: [re.compile(re.escape("[1.1]"))],
    "rules_cli.render.excerpt._worths": lambda: [re.compile(r"(?<!\w)cargo hold(?!\w)")],
    "rules_cli.render.excerpt._limiting": lambda: [excerpt._limiting()],
    "rules_cli.render.excerpt._referring": lambda: [excerpt._referring()],
    "rules_cli.citation_check.own_book._of": lambda: [own_book._of(language) for language in ("en", "de", "pt")],
    "rules_cli.citation_check.beside.word_before": lambda: [
        beside.word_before(key) for key in ("citing", "sections", "of")
    ],
    "rules_cli.citation_check.find.mention_pattern": lambda: [mention_pattern(NAMES, ("kites", "bake"))],
    "rules_cli.citation_check.resolve.__init__": lambda: [re.compile(r"(?<![^\W_])(?:Kites|Bake)(?![^\W_])")],
    "rules_cli.names.card_import._calls_itself": lambda: [re.compile(r"(?<!\w)Mara Vel(?!\w)")],
    "rules_cli.names.name_rules.separator": lambda: [each for b in BOOKS if (each := _naming(b).separator)],
    "rules_cli.names.name_rules.pitch_note": lambda: [each for b in BOOKS if (each := _naming(b).pitch_note)],
    "rules_cli.names.name_rules.version_mark": lambda: [_naming(b).version_mark for b in BOOKS],
    "rules_cli.text.words_of_text": lambda: [re.compile(_RUN)],
    "rules_cli.numbers.typed._prefix": lambda: [typed._prefix()],
    "rules_cli.numbers.typed_words._listed": lambda: [typed_words._listed()],
    "rules_cli.numbers.typed_words.group_words": lambda: [re.compile(rf"{typed.prefix_word()}|§+")],
    "rules_cli.numbers.typed_words.without_list_words": lambda: [re.compile(typed.prefix_word())],
    "rules_cli.numbers.worded._patterns": lambda: [*worded._patterns(), *worded._patterns(is_typed=True)],
    "rules_cli.numbers.worded._joint": lambda: [worded._joint()],
    "rules_cli.numbers.worded._member": lambda: [worded._member()],
    "rules_cli.parse.glossary._listed": lambda: [glossary._listed()],
    "rules_cli.parse.glossary._see_words": lambda: [glossary._see_words()],
    "rules_cli.parse.glossary._term_for": lambda: [glossary._term_for()],
    "rules_cli.parse.inference._month_in_name": lambda: [inference._month_in_name()],
    "rules_cli.parse.inference._dated_line": lambda: [inference._dated_line()],
    "rules_cli.parse.inference._prefixed": lambda: [inference._prefixed()],
    "rules_cli.parse.line_shape._after_a_word": lambda: [line_shape._after_a_word()],
    "rules_cli.parse.line_shape._ordinal_chapter": lambda: [line_shape._ordinal_chapter()],
    "rules_cli.lookup.typed.reads_as_rules": lambda: [re.compile(typed.prefix_word(), re.IGNORECASE)],
    "rules_cli.numbers.heads._printed": lambda: [heads._printed()],
    "rules_cli.numbers.heads._sole": lambda: [heads._sole()],
    "rules_cli.parse.number_forms._chapter_word": lambda: [number_forms._chapter_word()],
    "rules_cli.numbers.references.any_text": lambda: [],  # matched where a number ends
    "rules_cli.numbers.references.is_of_other_things": lambda: [re.compile(references._unit(), re.IGNORECASE)],
    "rules_cli.numbers.references._other_number": lambda: [references._other_number()],
    "rules_cli.parse.series._beginning": lambda: [series._beginning()],
    "rules_cli.parse.line_shape.prefix_pattern": lambda: [line_shape.prefix_pattern(("rule", "§", "art"))],
    "rules_cli.numbers.heads.number_pattern": lambda: [
        heads.number_pattern(("{n}", "{n}.{n}.{a}.{n}", "{A}{n}{a}", "Article {I}", "§ {n}{a}", "{n}-{n}-{n}"))
    ],
    "rules_cli.parse.profile.label_pattern": lambda: [
        profile.label_pattern(labels) for labels in (profile.Profile().examples, profile.Profile().notes)
    ],
    "rules_cli.parse.profile._lead_in_pattern": lambda: [profile._lead_in_pattern(profile.Profile().examples)],
    "rules_cli.parse.penalty_lines._patterns": lambda: [*penalty_lines._patterns(profile.Profile().penalties)],
    "rules_cli.parse.penalty_lines.effect_pattern": lambda: [penalty_lines.effect_pattern()],
    "rules_cli.parse.penalty_lines._verb_at_end": lambda: [penalty_lines._verb_at_end()],
    "rules_cli.parse.penalty_lines._verb_at_start": lambda: [penalty_lines._verb_at_start()],
    "rules_cli.parse.penalty_lines._sanctioning": lambda: [penalty_lines._sanctioning()],
    "rules_cli.parse.penalty_sentences._joints": lambda: [penalty_sentences._joints()],
    "rules_cli.parse.penalty_sentences._joint_first": lambda: [penalty_sentences._joint_first()],
    "rules_cli.parse.penalty_names._labelled": lambda: [penalty_names._labelled()],
    "rules_cli.parse.penalty_names._ordered": lambda: [penalty_names._ordered()],
    "rules_cli.parse.penalty_names._between_names": lambda: [penalty_names._between_names()],
    "rules_cli.parse.penalty_names._value_ends": lambda: [penalty_names._value_ends()],
    "rules_cli.parse.penalty_names._usual": lambda: [penalty_names._usual()],
    "rules_cli.parse.penalty_words._more_of_penalty": lambda: [penalty_words._more_of_penalty()],
    "rules_cli.parse.penalty_words._begins_and": lambda: [penalty_words._begins_and()],
    "rules_cli.parse.penalty_words.amount_pattern": lambda: [penalty_words.amount_pattern()],
    "rules_cli.penalties.clauses._before_condition": lambda: [clauses._before_condition()],
    "rules_cli.penalties.clauses._before_next": lambda: [clauses._before_next()],
    "rules_cli.parse.penalty_words.clause_pattern": lambda: [penalty_words.clause_pattern()],
    "rules_cli.parse.penalty_words.pattern_of": lambda: [
        penalty_words.pattern_of(frozenset(each)) for each in ({"Game Loss", "Warning"}, profile.Profile().penalties)
    ],
    "rules_cli.parse.penalty_words._clauses": lambda: [each for _, each in penalty_words._clauses()],
    "rules_cli.penalties.amounts.bound_pattern": lambda: [amounts.bound_pattern()],
    "rules_cli.penalties.changes.before_remedy": lambda: [changes.before_remedy()],
    "rules_cli.penalties.changes._before_label": lambda: [changes._before_label()],
    "rules_cli.penalties.changes._label": lambda: [changes._label()],
    "rules_cli.render.penalties._changing": lambda: [penalty_page._changing()],
    "rules_cli.penalties.repeats._counted": lambda: [repeats._counted(True), repeats._counted(False)],
    "rules_cli.penalties.repeats._ordinal_first": lambda: [repeats._ordinal_first()],
    "rules_cli.penalties.repeats._said_again": lambda: [repeats._said_again()],
    "rules_cli.penalties.repeats._phrases": lambda: [repeats._phrases()],
    "rules_cli.parse.profile._part_pattern": lambda: [profile._part_pattern(("Upgrade", "Casual*fix"))],
    "rules_cli.parse.inference._date_pattern": lambda: [
        inference._date_pattern(form) for form in ("as of {date}", "更新日 {date}")
    ],
    "rules_cli.numbers.references.read_form": lambda: [
        references.read_form(form, NUMBERS).head
        for form in dict.fromkeys([references.BARE, *(form for p in PROFILES for form in p.references)])
    ],
    "rules_cli.numbers.references.grammar": lambda: [NUMBERS.grammar().further],
    "rules_cli.numbers.references._named_pattern": lambda: [
        references._named_pattern(("MTR", "Magic Tournament Rules"))
    ],
    "rules_cli.parse.profile.furniture_pattern": lambda: [
        profile.furniture_pattern(p.furniture)
        for p in [*PROFILES, profile.Profile(furniture=("*a*b*", "x* *x", "***"))]
    ],
}
"""Patterns of the functions that make patterns from data; from sample words if the function escapes them."""
MADE_AND_MATCHED = frozenset(["rules_cli.numbers.heads._printed", "rules_cli.parse.series._beginning"])
"""Functions of MADE whose pattern is only matched at the beginning of a text."""


class Used(NamedTuple):
    """A pattern and where it is. It is `anchored` if it is tried at only one place of a text."""

    name: str
    pattern: re.Pattern[str]
    anchored: bool


@cache
def modules() -> dict[str, ast.Module]:
    """Return the code of every module of the package."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        found[name] = ast.parse(path.read_text(encoding="utf-8"))
    return found


def uses() -> dict[str, set[str]]:
    """How each name of a module is used: the methods called on it, or `value` if it is passed on."""
    found: dict[str, set[str]] = defaultdict(set)
    for module, tree in modules().items():
        here = {
            name.asname or name.name: f"{node.module}.{name.name}"
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for name in node.names
        }
        called = {id(n.value): n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                found[here.get(node.id, f"{module}.{node.id}")].add(called.get(id(node), "value"))
    return found


def named() -> Iterator[Used]:
    """The patterns in the names of modules."""
    used = uses()
    for module in modules():
        if not module.endswith("__main__"):
            for name, value in vars(import_module(module)).items():
                full = f"{module}.{name}"
                if isinstance(value, re.Pattern) and full in used:
                    yield Used(full, _as_text(value), used[full] <= ANCHORED)


def _as_text(pattern: re.Pattern[str] | re.Pattern[bytes]) -> re.Pattern[str]:
    if isinstance(pattern.pattern, bytes):
        return re.compile(pattern.pattern.decode(), pattern.flags | re.ASCII)
    return re.compile(pattern.pattern, pattern.flags)


def calls() -> Iterator[tuple[str, str, ast.Call]]:
    """Every call of a function of `re` inside a function: the place, the name, the call."""

    def walk(node: ast.AST, where: str, function: str) -> Iterator[tuple[str, str, ast.Call]]:
        for child in ast.iter_child_nodes(node):
            inner = child.name if isinstance(child, ast.FunctionDef) else function
            if inner and isinstance(child, ast.Call) and re.fullmatch(r"re\.\w+", ast.unparse(child.func)):
                yield f"{where}.{inner}", ast.unparse(child.func)[3:], child
            yield from walk(child, where, inner)

    for module, tree in modules().items():
        yield from walk(tree, module, "")


def written() -> Iterator[Used]:
    """The patterns that are written in calls of `re`."""
    for where, function, call in calls():
        if function != "escape" and _is_written(call):
            yield Used(f"{where}:{call.lineno}", re.compile(ast.literal_eval(call.args[0])), function in ANCHORED)


def _is_written(call: ast.Call) -> bool:
    return bool(call.args) and isinstance(call.args[0], ast.Constant)


def made() -> Iterator[Used]:
    """Yield the patterns that are made from data."""
    for where, make in MADE.items():
        yield from (Used(f"{where}[{at}]", pattern, where in MADE_AND_MATCHED) for at, pattern in enumerate(make()))


def steps(counting: Counting, text: str, anchored: bool) -> int:
    """The number of steps that a pattern takes on a text, at most `MOST`."""
    counting.steps = 0
    try:
        if anchored:
            counting.match(text, full=True)
        else:
            list(counting.spans(text))
    except TooMany:
        return MOST
    return counting.steps


def grows(used: Used) -> Iterator[str]:
    """The attacks on which the number of steps grows faster than the text."""
    counting = Counting(used.pattern, limit=MOST, longest=LONGEST)
    texts = [*zip(attacks(used.pattern, TIMES), attacks(used.pattern, 2 * TIMES), strict=True)]
    for text, twice in texts[:: len(texts) // MOST_ATTACKS + 1]:
        few = steps(counting, text, used.anchored)
        if few >= MOST or (few > FEW and steps(counting, twice, used.anchored) > GROWTH * few):
            yield text


@pytest.fixture(autouse=True)
def deep() -> Iterator[None]:
    """Raise the recursion limit for the counting matcher, which recurses once for each repetition."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(50_000)
    yield
    sys.setrecursionlimit(before)


@cache
def patterns() -> list[Used]:
    """Return every pattern of the package; too slow to list while tests are collected."""
    return [*named(), *written(), *made()]


def long_text() -> list[Used]:
    """Return the patterns that may see a long text."""
    return [used for used in patterns() if used.name not in BOUNDED]


PACKAGES = sorted(path.name for path in PACKAGE.iterdir() if path.is_dir() and path.name != "__pycache__")


@pytest.mark.parametrize("package", [*PACKAGES, ""], ids=[*PACKAGES, "single modules"])
def test_no_pattern_takes_more_than_linear_time(package: str) -> None:
    of_packages = tuple(f"rules_cli.{name}." for name in PACKAGES)
    chosen = [
        used
        for used in long_text()
        if (used.name.startswith(f"rules_cli.{package}.") if package else not used.name.startswith(of_packages))
    ]
    slow = {used.name: text for used in chosen if (text := next(grows(used), None)) is not None}
    assert not slow


def _repeats_of_groups(items: Iterable[Any]) -> Iterator[str]:
    """Yield each possessive repeat of a group and each atomic group of a parsed pattern."""
    for code, value in items:
        if str(code) == "POSSESSIVE_REPEAT" and (len(value[2]) != 1 or str(value[2][0][0]) not in ONE_SIGN):
            yield f"{{{value[0]},{value[1]}}}+ of {value[2]}"
        if str(code) == "ATOMIC_GROUP":
            yield f"(?>{value})"
        for part in _parts_of(value):
            yield from _repeats_of_groups(part)


def _parts_of(value: object) -> Iterator[Any]:
    """Yield the parsed patterns that an item of a parsed pattern has, at any depth."""
    if isinstance(value, re._parser.SubPattern):  # type: ignore[attr-defined]  # the parser of `re` itself
        yield value
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from _parts_of(each)


def test_no_group_is_repeated_possessively() -> None:
    """Python 3.11.0 to 3.11.2 match possessive repeats of groups, and atomic groups, wrongly."""
    parse = re._parser.parse  # type: ignore[attr-defined]
    wrong = {used.name for used in patterns() if any(_repeats_of_groups(parse(used.pattern.pattern)))}
    assert sorted(wrong) == []


def test_every_pattern_of_the_package_is_tried() -> None:
    computed = {where for where, function, call in calls() if function != "escape" and not _is_written(call)}
    assert computed == set(MADE)
    assert len(long_text()) > 100
    assert set(BOUNDED) <= set(uses())


SLOW = {
    "nested repeats": r"(?:a+)+$",
    "two ways to take a sign": r"(?:a|\w)+$",
    "two repeats of the same sign": r"\s*\s*x",
    "a search that begins anywhere": r"\w+\s+;",
    "blanks before what is not there": r"\s*\(",
    "a bounded repeat of two ways": r"\[(?:-\d|\s?-\s?\d){0,40}\]",
    "any signs, and any signs": r".*a.*b.*c",
    "a lazy repeat inside another": r"(?:a*?)*b",
}


@pytest.mark.parametrize("pattern", SLOW.values(), ids=SLOW)
def test_a_slow_pattern_is_recognised(pattern: str) -> None:
    assert next(grows(Used("slow", re.compile(pattern), anchored=False)), None) is not None


FAST = [r"(?<!\s)\s*+\(", r"(?<!\w)(\w++)\s++[.,;]", r"a*+b", r"^\s*x", r"[^\W_]+"]


@pytest.mark.parametrize("pattern", FAST)
def test_a_linear_pattern_is_not_called_slow(pattern: str) -> None:
    assert next(grows(Used("fast", re.compile(pattern), anchored=False)), None) is None


CHECKED = [
    *SLOW.values(), *FAST, r"(a+)+$", r"(?:a|b)*?c", r"^[ab]{2,3}+a", r"(?<=a)b(?!c)", r"(a)?(?(1)b|c)",
    r"\bx\w*\b", r"(?i)[a-c]x", r"(a|b)\1", r"a{2,}?b", r"(?m)^a$", r"(?:a?){3,}b", r"(?s).\Z", r"[^a]x",
]  # fmt: skip


@pytest.mark.parametrize("pattern", CHECKED)
def test_the_counting_matcher_finds_what_the_real_one_finds(pattern: str) -> None:
    real, signs = re.compile(pattern), random.Random(8)
    for _ in range(200):
        text = "".join(signs.choice("abcxAB \n;(-1[]") for _ in range(signs.randint(0, 9)))
        assert list(Counting(real).spans(text)) == [found.span() for found in real.finditer(text)], text
        assert (Counting(real).match(text, full=True) >= 0) == bool(real.fullmatch(text)), text

"""Pages of answers to name questions: yes or no first, then why, then notes."""

from __future__ import annotations

from names.games import FAB, MTG

from rules_cli.model import Because
from rules_cli.names.compare import match, moniker, part
from rules_cli.names.find import find
from rules_cli.render import names as render
from rules_cli.render.page import Page

RULE = Because("fab:2.7.5", "Made  up.")


def lines(page: Page) -> list[str]:
    return ["".join(span.text for span in line.spans) for line in page.lines]


def test_the_first_line_answers() -> None:
    answers = {
        ("Bravo", "BRAVO"): "Yes: the same name.",
        ("Null || Shock", "Shock"): "Yes: the same name, Shock.",
        ("Sink Below (red)", "Sink Below (blue)"): "Yes: the same name, but distinct cards.",
        ("Bravo", "Bravo, Showstopper"): "No: two names with one moniker, Bravo.",
        ("Aether", "Blazing  Aether"): "No: Aether is only a part of Blazing Aether.",
        ("Aether", "Howl"): "No: different names.",
    }
    for (a, b), first in answers.items():
        assert lines(render.page(match(a, b, FAB), [RULE]))[0] == first
    assert lines(render.page(part("Aether", "Blazing Aether", FAB), []))[0].startswith("Yes: the name contains")
    assert lines(render.page(part("Aether", "Aether", FAB), []))[0] == "Yes: that is the whole name."
    assert lines(render.page(part("Eth", "Aether", FAB), []))[0].startswith("No: the name does not contain")


def test_rules_come_before_notes_and_restatements_are_marked() -> None:
    restated = Because("fab@2:1.3.4", "Ours.", installed=False)
    page = lines(render.page(match("Bravo", "BRAVO", FAB), [RULE, restated]))
    assert page[1:4] == [
        "fab:2.7.5  Made up.",
        "fab@2:1.3.4  Ours. (our words; fab@2 is not installed)",
        "ignored: case",
    ]
    assert page[4].startswith("note: ")


def test_monikers_missing_from_the_first_line_are_listed() -> None:
    different = lines(render.page(match("Bravo", "Stone Wolf", FAB), []))
    assert different[1] == "Bravo: moniker Bravo"
    assert different[2].startswith("Stone Wolf: cannot tell whether this is a personal name; if it is: Stone, or")
    derived = lines(render.page(match("Orla, Tidewarden", "Orla", FAB), []))
    assert derived[1:3] == [f"{name}: moniker Orla, from the form of the name" for name in ("Orla, Tidewarden", "Orla")]


def test_the_first_line_says_whether_there_is_a_moniker() -> None:
    first = {
        "Data Doll MKII": "Moniker: Data Doll",
        "Lady Mirabel Vance": "Perhaps: Mirabel (from the form of the name",
    }
    for name, start in first.items():
        assert lines(render.page(moniker(name, FAB), [RULE]))[0].startswith(start)
    assert lines(render.page(moniker("Forest", MTG), []))[0].startswith("No moniker")
    assert lines(render.page(moniker("Orla, Vell, and Mirabel", FAB), []))[1].startswith("It reads as a list. ")


def test_an_unknown_name_says_how_to_add_names() -> None:
    assert lines(render.find_page(find("qqqqqq", FAB)))[1] == "To add names: rules card import FILE -b fab"


def test_a_long_rule_is_cut_after_a_sentence() -> None:
    def shown(text: str) -> str:
        page = render.page(match("Bravo", "Bravo", FAB), [Because("fab:2.7.5", text)])
        return next(line for line in lines(page) if line.startswith("fab:2.7.5"))

    most = render.MOST_CHARACTERS
    assert shown("x" * most).endswith("x" * most)
    assert shown(f"One is. {'X' * most}").endswith("  One is. …")
    assert shown("ab " * most).endswith("ab…")

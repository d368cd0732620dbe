"""Citations for chats: whole or split at a rule, never in a word, without pings and previews."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import SHARED, Install, Run, import_book

from rules_cli.errors import UsageError
from rules_cli.library import Library
from rules_cli.lookup.compose import RowRef
from rules_cli.lookup.permalink import Citation, cite
from rules_cli.model import Conflict, Rule, RuleNumber
from rules_cli.render.chat import FORMS, messages
from rules_cli.store.editions import InstalledBooks

LINK = "https://rules.example/#1.1"


def rule(text: str, number: str = "1.1", examples: tuple[str, ...] = ()) -> Rule:
    return Rule(
        "kites",
        "2026",
        RuleNumber(number),
        "rule",
        None,
        1,
        None,
        text,
        "official",
        None,
        None,
        "en",
        examples=examples,
    )


def sent(chat: str, *texts: str) -> list[str]:
    first, *others = (rule(text, f"1.{at}") for at, text in enumerate(texts, 1))
    return messages(Citation(first, "Kite Rules", LINK, "", "CR 1.1"), others, chat)


def size(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


@pytest.mark.parametrize(
    ("chat", "shown"),
    [
        ("discord", f"> **CR 1.1 (2026)** A kite.\n-# Kite Rules, edition 2026, official text · <{LINK}>"),
        ("slack", f"> *CR 1.1 (2026)* A kite.\nKite Rules, edition 2026, official text · `{LINK}`"),
        ("reddit", f"> **CR 1.1 (2026)** A kite.\n\nKite Rules, edition 2026, official text · <{LINK}>"),
        (
            "telegram",
            "<blockquote><b>CR 1.1 (2026)</b> A kite.</blockquote>\n"
            f"Kite Rules, edition 2026, official text · <code>{LINK}</code>",
        ),
    ],
)
def test_a_short_rule_is_one_message(chat: str, shown: str) -> None:
    assert sent(chat, "A kite.") == [shown]


@pytest.mark.parametrize("chat", FORMS)
@pytest.mark.parametrize("ping", ["@everyone", "@here", "<@123>", "<!channel>", "@judge", "/u/judge", "u/judge"])
def test_nobody_is_pinged(chat: str, ping: str) -> None:
    (message,) = sent(chat, f"Then {ping} plays.")
    if ping.endswith("u/judge"):
        assert ping not in message or chat not in ("reddit", "discord")
    else:
        assert ping not in message


@pytest.mark.parametrize("chat", FORMS)
def test_a_long_rule_is_split_at_a_sub_rule(chat: str) -> None:
    text = "Wind lifts a kite. " * (FORMS[chat].limit // 40)
    parts = sent(chat, text, text, text)
    assert len(parts) > 1
    assert all(size(part) <= FORMS[chat].limit for part in parts)
    assert parts[0].endswith(f"(1/{len(parts)})")
    assert re.match(r"(> |<blockquote>)[*<b>]+1\.[23]", parts[1])


@given(st.sampled_from(sorted(FORMS)), st.lists(st.text("ab.<&*_@ ñ😀", max_size=400), min_size=1, max_size=40))
def test_every_message_fits_and_no_word_is_cut(chat: str, texts: list[str]) -> None:
    long = [" ".join(text.split()) * 6 for text in texts]
    try:
        parts = sent(chat, *long)
    except UsageError:
        return
    assert all(size(part) <= FORMS[chat].limit for part in parts)
    letters = re.sub(r"[^a-zñ😀]", "", "".join(long))
    body = "".join(parts)
    assert len(re.findall("ñ", body)) == letters.count("ñ")


def test_what_would_flood_a_channel_is_refused() -> None:
    with pytest.raises(UsageError, match="messages"):
        sent("discord", *["A kite flies far. " * 80] * 30)


@pytest.mark.parametrize(("rules", "sends"), [(20, True), (21, False)])
def test_ten_messages_are_sent_and_no_more(rules: int, sends: bool) -> None:
    texts = ["kite " * 180] * rules  # two fit into a message
    if sends:
        assert len(sent("discord", *texts)) == 10
    else:
        with pytest.raises(UsageError, match="would take 11 messages"):
            sent("discord", *texts)


def test_a_word_longer_than_a_message_is_cut_so_that_it_fits() -> None:
    found = sent("slack", "&" * 2000)  # five units each when harmless
    assert len(found) > 1
    assert all(size(message) <= FORMS["slack"].limit for message in found)


def test_markup_of_a_rule_is_shown_as_it_is() -> None:
    assert r"\*/\* and \_this\_ \[1\]" in sent("discord", "*/* and _this_ [1]")[0]
    assert "&lt;b&gt; &amp;" in sent("telegram", "<b> &")[0]
    assert "&lt;b&gt; &amp;" in sent("slack", "<b> &")[0]
    assert not re.search(r"^> \d+\.", sent("reddit", "one\n4. two")[0], re.MULTILINE)


def test_the_command_prints_the_messages_of_a_word(run: Run) -> None:
    printed = run("cite", "moniker", "-b", "fab", "--for", "discord").out
    assert printed.startswith("> **CR 2.7.3 (2025)** ")
    assert "> **2.7.3a** " in printed
    assert run("cite", "moniker", "-b", "fab", "--short").out == "CR 2.7.3\n"
    assert run("cite", "moniker", "-b", "fab", "--short", "--for", "slack").code == 2


@pytest.mark.parametrize("chat", FORMS)
@pytest.mark.parametrize("length", [1, 30, 31, 400])
def test_cautions_leave_room_for_the_rule(chat: str, length: int) -> None:
    conflicts = tuple(Conflict((RuleNumber(f"2.{at}"),), f"2.{at} says {'so ' * 15}") for at in range(length))
    first = rule("A kite.")._replace(conflicts=conflicts)
    try:
        parts = messages(Citation(first, "Kite Rules", LINK, "", "CR 1.1"), [], chat)
    except UsageError:
        assert length == 400
        return
    assert all(size(part) <= FORMS[chat].limit for part in parts)
    assert "".join(parts).count("conflict: ") == length
    assert parts[0].count("A kite.") == 1


@pytest.mark.parametrize(("letters", "in_foot"), [(600, True), (700, False)])
def test_cautions_of_a_third_of_a_message_are_in_its_last_line(letters: int, in_foot: bool) -> None:
    caution = "so " * (letters // 3)
    first = rule("A kite.")._replace(conflicts=(Conflict((RuleNumber("2.1"),), caution),))
    *_, foot = messages(Citation(first, "Kite Rules", LINK, "", "CR 1.1"), [], "discord")[-1].splitlines()
    assert ("conflict: " in foot) == in_foot


@pytest.mark.parametrize("chat", FORMS)
def test_an_address_in_a_rule_opens_no_preview(chat: str) -> None:
    (message,) = sent(chat, "See https://kites.example/a or kites.com.")
    body = message.rpartition("\n")[0]
    assert "https://" not in body
    assert "kites.com" not in body


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "source"),
    [("mtg", "mtg/2026-01-16.txt"), ("fab", "fab/en-fab-cr-2.14.0.txt"), ("ga", "ga-whole"), ("fabula", None)],
)
def test_every_rule_of_whole_books_fits(install: Install, slug: str, source: str | None) -> None:  # noqa: ARG001 - gives the test its home
    path = SHARED / "sources" / (source or "")
    if not path.exists():
        pytest.skip("no rulebooks beside the project")
    if source:
        import_book(InstalledBooks(), [path], slug)
    library = Library.open()
    edition = library.installed.edition(slug)
    rows = [RowRef(edition, entry) for entry in edition.entries()][::3]  # all of them take a minute
    refused = [row.id for row in rows for chat in FORMS if not _fits(library, row, chat)]
    assert len(refused) < len(rows) / 10


def _fits(library: Library, row: RowRef, chat: str) -> bool:
    """Return whether a rule can be sent; the messages must obey the chat, and pings and previews are none."""
    below = list(library.below(row))
    try:
        parts = messages(cite(library, row), below, chat)
    except UsageError:
        assert len(below) > 20, row.id
        return False
    assert all(size(part) <= FORMS[chat].limit for part in parts), row.id
    assert not re.search(r"@[\w]|<[@!#]", "".join(parts)), row.id
    assert not re.search(r"(?<!<)(?<!`)(?<!<code>)https?://", "".join(parts)), row.id
    printed = " ".join(str(text) for each in (library.compose(row), *below) for text in texts_of(each))
    ends = {re.findall(r"\w+", re.sub(r"&\w+;|</?\w+>|\(\d+/\d+\)$|\u200b|\\", " ", part))[-1] for part in parts[:-1]}
    assert ends <= set(re.findall(r"\w+", printed)), row.id
    return True


def texts_of(rule: Rule) -> list[object]:
    """Return all that a message may end with."""
    return [rule.number, rule.title, rule.text, *rule.examples, rule.caution, *(note for _, note in rule.conflicts)]

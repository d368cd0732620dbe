"""Matching editions of the library, keeping the result, and tracing rules."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from edited import Edited, rows

from rules_cli import Library
from rules_cli.errors import RuleNotFound
from rules_cli.history.diff import diff
from rules_cli.history.edition_pair import match_editions
from rules_cli.history.indexed_edition import IndexedEdition
from rules_cli.history.match import Matches, match
from rules_cli.history.trace import find, trace
from rules_cli.model import Book, Row, RuleNumber, RuleText
from rules_cli.store.edition import Edition
from rules_cli.store.editions import InstalledBooks


def install(edited: Edited, first: str = "2001-01-01", second: str = "2002-01-01") -> tuple[Edition, Edition]:
    """Put the two editions of a made-up book in the library."""
    installed = InstalledBooks()
    books = ((first, edited.first), (second, edited.second))
    a, b = (installed.install(Book("kites", name, "Kites", "en", tuple(rows(node)))) for name, node in books)
    return a, b


@pytest.fixture
def moved() -> Edited:
    """Two editions: a section came in, so that others are renumbered, and a rule was split."""
    made = Edited(Random(3))
    made.insert_section()
    made.split()
    return made


class TestLink:
    def test_is_the_number_now_with_what_changed_and_how_sure_that_is(self, moved: Edited) -> None:
        pairing = match_editions(*install(moved))
        links = [link for link in pairing.links if link.kinds == ("renumbered",)]
        found = pairing.link(links[0].a[0])
        assert (found.to, found.kinds, len(found.b)) == (links[0].b[0], ("renumbered",), 1)
        assert found.sure and found.confidence == 1.0

    def test_of_a_rule_that_was_split_names_the_other_parts(self, moved: Edited) -> None:
        pairing = match_editions(*install(moved))
        (link,) = [link for link in pairing.links if "split" in link.kinds]
        found = pairing.link(link.a[0])
        assert (found.to, found.b) == (link.b[0], link.b)
        assert all(pairing.backwards().link(part).to == link.a[0] for part in link.b)

    def test_of_a_rule_that_went_is_none(self) -> None:
        made = Edited(Random(3))
        made.remove()
        pairing = match_editions(*install(made))
        (gone,) = [link.a[0] for link in pairing.links if not link.b]
        assert (pairing.link(gone).to, pairing.link(gone).kinds) == (None, ("removed",))

    def test_of_a_number_that_never_was_is_an_error(self, moved: Edited) -> None:
        with pytest.raises(RuleNotFound):
            match_editions(*install(moved)).link(RuleNumber("9.9.9"))

    def test_backwards_every_added_rule_was_removed(self, moved: Edited) -> None:
        a, b = install(moved)
        there, back = match_editions(a, b), match_editions(b, a)
        assert {(link.b, link.a, link.confidence) for link in there.links} == {
            (link.a, link.b, link.confidence) for link in back.links
        }
        opposite = {"added": "removed", "split": "merged"}
        assert [opposite.get(k, k) for link in there.links for k in link.kinds] == [
            kind for link in back.links for kind in link.kinds
        ]

    def test_an_edition_and_itself_have_no_differences(self, moved: Edited) -> None:
        a, _ = install(moved)
        assert all(link.a == link.b and not link.kinds for link in match_editions(a, a).links)


class TestTheCache:
    @pytest.fixture
    def worked_out(self, monkeypatch: pytest.MonkeyPatch) -> list[object]:
        """Grows by one whenever two editions are matched anew."""
        calls: list[object] = []

        def counted(a: IndexedEdition, b: IndexedEdition) -> Matches:
            calls.append((a, b))
            return match(a, b)

        monkeypatch.setattr("rules_cli.history.edition_pair.match", counted)
        return calls

    def test_a_match_is_worked_out_once(self, moved: Edited, worked_out: list[object]) -> None:
        a, b = install(moved)
        first = match_editions(a, b).links
        assert match_editions(a, b).links == first
        assert match_editions(b, a).backwards().links == first
        assert len(worked_out) == 1

    def test_and_again_when_an_edition_is_imported_anew(self, moved: Edited, worked_out: list[object]) -> None:
        match_editions(*install(moved))
        moved.remove()
        a, b = install(moved)
        assert any(link.kinds == ("removed",) for link in match_editions(a, b).links)
        assert len(worked_out) == 2

    @pytest.mark.parametrize("content", ["", "{", "[]", '{"state": 1}', "null"])
    def test_a_damaged_file_is_no_answer(self, moved: Edited, home: Path, content: str) -> None:
        a, b = install(moved)
        first = match_editions(a, b).links
        (file,) = (home / "cache" / "changes").glob("*.json")
        file.write_text(content)
        assert match_editions(a, b).links == first

    def test_nor_is_one_of_another_shape(self, moved: Edited, home: Path) -> None:
        a, b = install(moved)
        first = match_editions(a, b).links
        (file,) = (home / "cache" / "changes").glob("*.json")
        kept = json.loads(file.read_text(encoding="utf-8"))
        kept["value"]["links"] = [1, 2]
        file.write_text(json.dumps(kept), encoding="utf-8")
        assert match_editions(a, b).links == first

    def test_a_cache_that_can_not_be_written_loses_nothing(self, moved: Edited, home: Path) -> None:
        a, b = install(moved)
        (home / "cache" / "changes").write_text("a file where a folder should be")
        assert match_editions(a, b).links


class TestRestatements:
    """What ships is a part of a book in other words: it is compared by fingerprint and number."""

    @pytest.fixture
    def shipped(self) -> Edition:
        return InstalledBooks().edition("fab", "shipped")

    @pytest.fixture(autouse=True)
    def _same_fingerprints(self, shipped: Edition, monkeypatch: pytest.MonkeyPatch) -> None:
        """Made-up official words have the fingerprints of the real ones, or else one that no rule has."""
        known = {f"The official words of {entry.row.number}.": entry.row.fingerprint for entry in shipped.entries()}
        monkeypatch.setattr("rules_cli.store.index.fingerprint", lambda text: known.get(text, "changed"))

    def official(self, shipped: Edition, changed: str = "") -> Edition:
        """The user's own edition of the book that ships, with words; one rule's may have changed since."""
        book = shipped.load()
        texts = {
            row.number: RuleText(f"The {'new' if row.number == changed else 'official'} words of {row.number}.")
            for row in book.rows
            if row.kind != "heading"
        }
        made = [
            Row(
                **{name: getattr(row, name) for name in ("number", "kind", "parent", "title", "references")},
                words=texts.get(row.number, RuleText()),
            )
            for row in book.rows
        ]
        return InstalledBooks().install(Book("fab", "2027-01-01", book.title, "en", tuple(made)))

    def test_the_same_fingerprints_are_no_change(self, shipped: Edition) -> None:
        found = diff(shipped, self.official(shipped))
        assert not found.worded
        assert not found.changes

    def test_another_fingerprint_is_a_change_by_guess_and_shows_no_words(self, shipped: Edition) -> None:
        (change,) = diff(shipped, self.official(shipped, "2.7.2")).changes
        assert (change.link.a, change.link.b, change.kinds) == (("2.7.2",), ("2.7.2",), ("changed",))
        assert not change.link.sure
        assert not change.words.text


class TestTrace:
    def editions(self, count: int, seed: int = 5) -> None:
        """Install editions of a made-up book, each made from the one before by a few edits."""
        made = Edited(Random(seed))
        for year in range(count):
            InstalledBooks().install(Book("kites", f"200{year}-01-01", "Kites", "en", tuple(rows(made.second))))
            made = made.again()
            for edit in (made.insert_section, made.move, made.change):
                edit()

    def test_follows_every_rule_of_the_oldest_edition_to_the_newest(self) -> None:
        self.editions(4)
        library = Library.open()
        oldest = library.installed.edition("kites", "2000-01-01")
        for number in oldest.numbers():
            found = trace(library, find(library, [f"kites@2000-01-01:{number}"]))
            assert [step.edition.name for step in found.steps] == [f"200{n}-01-01" for n in range(4)]
            assert found.before is None and found.gone is None
            for before, after in pairwise(found.steps):
                assert after.since is not None
                assert (before.place.number, after.place.number) == (after.since.a[0], after.since.b[0])

    def test_is_the_same_whichever_edition_it_is_asked_from(self) -> None:
        self.editions(4)
        library = Library.open()
        newest = trace(library, find(library, ["kites:1.1.1"]))
        for step in newest.steps:
            found = trace(library, find(library, [f"{step.edition!r}:{step.place.number}"]))
            assert [s.place.number for s in found.steps] == [s.place.number for s in newest.steps]


class TestEditionsFarApart:
    """Rules that changed step by step are found through the editions between."""

    WORDS = ("Whoever holds the spool", "winds the string", "before the bell", "and says so aloud")
    NEW = ("The flier", "reels the line", "ahead of the horn", "without a word")

    def installed(self, texts: list[str]) -> list[Edition]:
        def book(year: int, text: str) -> Book:
            said = (RuleText("Kites fly."), RuleText(text))
            rules = (
                Row(RuleNumber(f"1.{n}"), "rule", RuleNumber("1"), words=each) for n, each in enumerate(said, year)
            )
            return Book(
                "kites", f"{2001 + year}", "Kites", "en", (Row(RuleNumber("1"), "heading", title="Play"), *rules)
            )

        return [InstalledBooks().install(book(year, text)) for year, text in enumerate(texts)]

    def test_a_rule_rewritten_over_the_years_is_followed(self) -> None:
        texts = [" ".join([*self.NEW[:count], *self.WORDS[count:]]) + "." for count in range(5)]
        editions = self.installed(texts)
        through = match_editions(editions[0], editions[-1], InstalledBooks().all("kites")).link(RuleNumber("1.1"))
        assert (through.to, through.sure) == ("1.5", True)
        assert not match_editions(editions[-1], editions[0]).backwards().link(RuleNumber("1.1")).to

    def test_every_rule_of_either_edition_is_in_one_link(self) -> None:
        made = Edited(Random(5))
        books = []
        for _ in range(5):
            books.append(made)
            made = made.again()
            for _ in range(8):
                Random(len(books)).choice(Edited.EDITS)(made)
        editions = [install(each, f"{2001 + n}-01-01", f"{2002 + n}-01-01")[0] for n, each in enumerate(books)]
        pairing = match_editions(editions[0], editions[-1], editions)
        for side, edition in (("a", editions[0]), ("b", editions[-1])):
            found = [number for link in pairing.links for number in getattr(link, side)]
            assert sorted(found) == sorted(edition.numbers())

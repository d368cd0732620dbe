"""Import a card list: its cards and rulings, the names that they have, and the monikers that its rows prove.

A moniker is proven by its own column; by a keyword that asks for a hero's moniker (`X Specialization`) together with a
hero of the list; by a hero's name of one word before the comma; or by a text in which a card calls itself by the
beginning of its name. Other monikers are derived from the form of the name, as without a list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from itertools import islice
from pathlib import Path

from rules_cli.cards.card import Card, CardFace
from rules_cli.cards.card_list import FACE, NAME, PRINTED, TITLE, WHOLE, CardWriter, ListInfo, written
from rules_cli.cards.fields import (
    ListedCard,
    card_of,
    fields_of,
    has_only_known_fields,
    headings_of,
    is_price_list,
    misspelt_headings,
    ruling_of,
    text_of,
)
from rules_cli.cards.records import Record, read_records
from rules_cli.cards.spelling import check_text, tidy
from rules_cli.errors import SourceError, UsageError
from rules_cli.formats import printable
from rules_cli.names.monikers import head_of, is_one_of, name_proper
from rules_cli.names.name_rules import NameRules, before_keyword, shipped_marks
from rules_cli.names.read import Side, sides_with_words

_MOST_MONIKER_WORDS = 6  # three times as many as any known moniker has; bounds the time for a name of 100 words
_DATE_IN_NAME = re.compile(r"(?<!\d)(20\d\d)-?(0[1-9]|1[0-2])-?(0[1-9]|[12]\d|3[01])")
_MOST_TRIED = 1000  # records in which a card tells the game
_PRINTED = {"printed": PRINTED, "title": TITLE}


@dataclass(slots=True)
class _Import:
    """The state while the rows of a list are read."""

    writer: CardWriter
    naming: NameRules
    date: str = ""
    rulings: int = 0
    left_out: list[str] = field(default_factory=list)
    asked_for: set[str] = field(default_factory=set)
    tables: set[str] = field(default_factory=set)
    has_content: bool = False
    first_foreign: Record | None = None


def import_cards(files: Sequence[Path], naming: NameRules) -> tuple[ListInfo, list[str]]:
    """Read the files of a card list and write it in place of the book's former one, whole or not at all.
    Returns what the list has, and a line for each row that was left out because its name cannot be a name. Raises
    SourceError if a file can't be read, is damaged, or is not a list of this game's cards."""
    naming = replace(naming, imported=None)
    with written(naming.book) as writer:
        found = _Import(writer, naming)
        for file in files:
            for record in read_records(file):
                _add(record, found)
        _check_contents(found, files)
        if naming.monikers != "none":
            asked_for = frozenset(found.asked_for)
            for card in writer.added():
                for side in _sides(card.name, naming) if card.personal is not False else ():
                    if proven := _proven(card, side, asked_for, naming):
                        writer.add("proof", side.key, proven)
            for moniker in writer.proven():
                writer.add("moniker", naming.key(moniker), moniker)
        source = ", ".join(printable(file.name) for file in files)
        info = writer.finish(naming.book, source, found.date or _date_of(files))
    return info, found.left_out


def _date_of(files: Sequence[Path]) -> str:
    """The latest date in the names of the files; without one, the day on which a file was saved last."""
    days = [day for file in files if (day := _DATE_IN_NAME.search(file.name))]
    if days:
        return max("-".join(day.groups()) for day in days)
    saved = max(file.stat().st_mtime for file in files)
    return datetime.fromtimestamp(saved, UTC).date().isoformat()


# --- rows


# Complexity: a record is a ruling, a card, or one of several things that are neither.
def _add(record: Record, found: _Import) -> None:
    """Add the ruling or card of a record, or note what else it is. Raises SourceError if it is of another game."""
    if record.headings and record.file not in found.tables:
        found.tables.add(record.file)
        _check_headings(record)
    fields = fields_of(record.fields)
    if ruling := ruling_of(fields):
        found.rulings += 1
        found.writer.add_ruling(ruling)
    elif "name" in fields:
        if found.naming.cards.marks and not found.has_content:  # the first cards show the game
            _check_game(record, found.naming.book)
        listed = card_of(fields)  # None for a picture
        if listed and not listed.has_content and not has_only_known_fields(record.fields):
            found.first_foreign = found.first_foreign or record
        elif listed:
            found.has_content = found.has_content or listed.has_content
            _add_card(record, listed, found)
    else:
        with suppress(ValueError):  # the date of a file as a whole
            day = text_of(fields.get("date"))[:10] if len(fields) == 1 else ""
            found.date = found.date or date.fromisoformat(day).isoformat()
        if not {"types", "text", "cost"}.isdisjoint(fields):
            found.left_out.append(f"{record.where}: no name")
        elif len(record.fields) > 1:
            found.first_foreign = found.first_foreign or record


def _check_headings(record: Record) -> None:
    """Raise SourceError if a heading of a table seems to be misspelt: its column would be lost without a word."""
    if misspelt := misspelt_headings(record.headings):
        said = "; ".join(f'the heading "{heading}" is not known, but "{near}" is' for heading, near in misspelt)
        raise SourceError(f"{record.file}: {said}: rename or remove it; nothing was changed")


def _check_game(record: Record, book: str) -> None:
    """Raise SourceError if a record is of a list of another game."""
    game = _game_of_record(record)
    if game not in (None, book):
        raise SourceError(
            f"{record.file}: a list of the cards of {game}, not of {book}: rules card import FILE -b {game}"
        )


# Complexity: one condition for each kind of fact that a record may have.
def _add_card(record: Record, listed: ListedCard, found: _Import) -> None:
    """Add a card with its names and rulings, or note it as left out if one of its names cannot be a name."""
    card, naming, writer = listed.card, found.naming, found.writer
    try:
        sides = _sides(card.name, naming)
        of_faces = [side for face in card.faces if face.name != card.name for side in _sides(face.name, naming)]
    except UsageError as error:
        found.left_out.append(f"{record.where}: {error}")
        return
    has_sides = len(sides) > 1
    if has_sides and len(card.faces) == 1:  # the list gives the cost and text of the first side only
        first = card.faces[0]._replace(name=sides[0].text)
        card = card._replace(faces=(first, *(CardFace(side.text) for side in sides[1:])))
    number = writer.add_card(card)
    if has_sides or (len(card.faces) > 1 and card.name not in [face.name for face in card.faces]):
        writer.add_name(WHOLE, naming.key(card.name), card.name, number, card.name)
    else:
        writer.add_name(NAME, sides[0].key, sides[0].text, number, sides[0].text)
    for side in {side.key: side for side in (*(sides if has_sides else ()), *of_faces)}.values():
        writer.add_name(FACE, side.key, side.text, number, side.text)
    for other in listed.others:
        if key := naming.key(other.name):
            writer.add_name(_PRINTED[other.kind], key, other.name, number, other.of)
    for ruling in listed.rulings:
        writer.add_ruling(ruling)
    if listed.moniker:
        writer.add("proof", naming.key(card.name), listed.moniker)
    if naming.cards.moniker_keyword:
        found.asked_for.update(naming.key(words) for words in _asked_for(card, naming))


def _sides(text: str, naming: NameRules) -> tuple[Side, ...]:
    """The names in the name of a card or face; raises UsageError if one cannot be a name."""
    check_text(text)
    return sides_with_words(text, naming, "the name is empty")


def game_of(files: Sequence[Path]) -> str | None:
    """The book of the game of the first card in these files; None if there is no card, or the card does not show it."""
    for file in files:
        for record in islice(read_records(file), _MOST_TRIED):
            if "name" in fields_of(record.fields):
                return _game_of_record(record)
    return None


def _game_of_record(record: Record) -> str | None:
    """The book of the only game whose card lists have one of the record's headings; None if none or several have."""
    headings = headings_of(record.fields)
    games = [slug for slug, marks in shipped_marks().items() if not headings.isdisjoint(marks)]
    return games[0] if len(games) == 1 else None


def _check_contents(found: _Import, files: Sequence[Path]) -> None:
    """Raise SourceError if the files are not a list of cards, and say what they are instead."""
    name = printable(files[0].name)
    if found.writer.cards and (found.has_content or not found.first_foreign):
        return
    if found.first_foreign and is_price_list(found.first_foreign.fields):
        raise SourceError(f"{name}: a list of prices or of what somebody owns, not of cards; nothing was changed")
    if found.rulings:
        raise SourceError(
            f"{name}: rulings without cards; give both files: rules card import CARDS {name} -b {found.naming.book}"
        )
    if found.left_out:
        raise SourceError(found.left_out[0])
    raise SourceError(f"{name}: no list of cards: it has no column `name` with costs, types or texts (docs/cards.md)")


# --- proof of monikers


def _asked_for(card: Card, naming: NameRules) -> Iterator[str]:
    """The words before a keyword that asks for a hero's moniker: `Bravo` of `Legendary Bravo Specialization`."""
    keyword, before = naming.cards.moniker_keyword, naming.cards.before_moniker_keyword
    texts = (face.text for face in card.faces if keyword and keyword in face.text)
    for phrase in (*card.keywords, *(part for text in texts for part in re.split(r"[.,;:()*\[\]\n]", text))):
        words = phrase.split()
        if len(words) > 1 and words[-1] == keyword:
            yield from before_keyword(words, before)


# Complexity: one condition for each kind of proof, the strongest first.
def _proven(card: Card, side: Side, asked_for: frozenset[str], naming: NameRules) -> str | None:
    """The moniker of a name by the strongest proof in the list; None if nothing proves one.
    `asked_for` are the keys of the monikers for which cards of the list ask."""
    head, commas = head_of(side.text)
    words = name_proper(head, naming)
    is_hero = is_one_of(card, naming.cards.heroes)
    if naming.monikers == "before-comma":
        return " ".join(words) if commas and is_hero else None
    if is_hero:
        lengths = range(_MOST_MONIKER_WORDS, 0, -1)  # the longest first, with titles or without
        beginnings = [name[:length] for length in lengths for name in (head, words) if length <= len(name)]
        for beginning in map(" ".join, beginnings):
            if naming.key(beginning) in asked_for:
                return beginning
        if len(head) == 1:
            return head[0]
    if commas or is_one_of(card, naming.cards.persons):
        return _calls_itself("\n".join(face.text for face in card.faces), words, side, naming)
    return None


def _calls_itself(text: str, words: list[str], side: Side, naming: NameRules) -> str | None:
    """The longest beginning of a name, but not all of it, by which the card's text refers to the card; None if none."""
    text = tidy(text).replace(side.text, " ")
    for length in range(min(len(words), _MOST_MONIKER_WORDS), 0, -1):
        called = " ".join(words[:length])
        if naming.tokens(called) == side.words or all(map(naming.is_function_word, words[:length])):
            continue
        if re.search(rf"(?<!\w){re.escape(called)}(?!\w)", text):
            return called
    return None

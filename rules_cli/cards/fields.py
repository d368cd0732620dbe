"""Read the fields of a record as a card or a ruling, under any name that a file gives them.

One table has the names of the fields in all files that people have: Scryfall's bulk files, MTGJSON, the card tables of
Flesh and Blood, the index of Grand Archive, and lists that people make themselves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Literal, NamedTuple

from rules_cli.cards.card import STATS, Card, CardFace
from rules_cli.cards.spelling import is_typo
from rules_cli.text import clean, fold
from rules_cli.words import languages

# The fields of a card, each with its names in files, the best first. Case, blanks and `_` make no difference. The names
# in other languages are the `card_columns` of data/languages.
_NAMES: Mapping[str, str] = {
    "name": "name, card name, card, title",
    "face_name": "faceName",
    "cost": "mana_cost, manaCost, cost, mana cost",
    "cost_memory": "cost_memory",
    "cost_reserve": "cost_reserve",
    "types": "type_line, type_text, type, types, card type",
    "kinds": "types",
    "subtypes": "subtypes",
    "classes": "classes",
    "supertypes": "supertypes",
    "text": "oracle_text, functional_text_plain, functional text, effect_raw, text, rules text, card text, effect",
    "keywords": "card keywords, keywords",
    "faces": "card_faces, faces",
    "layout": "layout",
    "moniker": "moniker",
    "personal": "personal",
    "interchangeable": "interchangeable",
    "printed_names": "printed_names",
    "printed_name": "printed_name, printedName",
    "title": "flavor_name, flavorName, faceFlavorName",
    "foreign": "foreignData",
    "rulings": "rulings, rule",
    "oracle": "oracle_id",
    "identifiers": "identifiers",
    "own_id": "uuid, unique id, id",
    "pitch": "pitch",
    "power": "power",
    "toughness": "toughness",
    "loyalty": "loyalty",
    "defense": "defense, defence",
    "life": "life, health",
    "intelligence": "intelligence, intellect",
    "arcane": "arcane",
    "level": "level",
    "durability": "durability",
    "speed": "speed",
    "element": "element, elements",
    "color": "color_indicator, colorIndicator, color",
    "hand_modifier": "hand_modifier, hand",
    "life_modifier": "life_modifier",
    "object": "object",
    # of a ruling
    "comment": "comment, description",
    "date": "published_at, date, date_added",
}
_TYPED = (
    *("name", "cost", "types", "text", "keywords", "power", "toughness", "defense", "life", "pitch", "layout", "faces"),
    *("printed_names", "interchangeable", "moniker", "personal"),
)
"""The fields that people type as headings of their own lists (docs/cards.md)."""
_CONTENT = frozenset(("cost", "cost_memory", "cost_reserve", "types", "text", "faces", "keywords"))
_NO_CARDS = frozenset(("art_series",))  # layouts of the file that are pictures
_TOKENS = frozenset(("token", "double_faced_token", "emblem"))
_PRICE = re.compile(r"\b(?:price|usd|eur|tix|market|avg|trend|low|quantity|qty|condition|foil)")
_BETWEEN_TYPES = re.compile(r"[\s—/,]+")
_LIST = re.compile(r"[,\n]")
_BETWEEN_FACES = re.compile(r"//|\|\||\n")
_YES_OR_NO = dict.fromkeys(("yes", "y", "true", "1", "x"), True) | dict.fromkeys(("no", "n", "false", "0"), False)


class ListedRuling(NamedTuple):
    """A ruling on the card with a key: its date (ISO, "" if the list has none) and its words."""

    card: str
    date: str
    text: str


class OtherName(NamedTuple):
    """Another name that a card is printed with: a translation, or a title above the name of the card."""

    name: str
    of: str
    kind: Literal["printed", "title"]


class ListedCard(NamedTuple):
    """What a record says about a card: the card, its rulings, its other names, and the moniker that a column gives.
    `has_content` is false if it says nothing that only a card has: a list of prices has names, too."""

    card: Card
    rulings: tuple[ListedRuling, ...]
    others: tuple[OtherName, ...]
    moniker: str
    has_content: bool


# --- fields by their names


def _folded(heading: object) -> str:
    return " ".join(str(heading).casefold().replace("_", " ").split())


_FIELDS_OF: dict[str, list[tuple[str, int]]] = {}  # of each folded heading: the fields that it may be, with its rank
for _field, _names in _NAMES.items():
    for _rank, _name in enumerate(_names.split(", ")):
        _FIELDS_OF.setdefault(_folded(_name), []).append((_field, _rank))


@lru_cache(maxsize=10_000)
def _fields_named(heading: str) -> list[tuple[str, int]]:
    return _FIELDS_OF.get(_folded(heading)) or _in_other_languages().get(fold(heading), [])


@cache
def _in_other_languages() -> dict[str, list[tuple[str, int]]]:
    """Return the fields by their names in all languages, folded, each with its rank."""
    found: dict[str, list[tuple[str, int]]] = {}
    for language in languages().values():
        for field, names in language.card_columns.items():
            for rank, name in enumerate(names):
                found.setdefault(fold(name), [(field, rank)])
    return found


def fields_of(record: Mapping[str, Any]) -> dict[str, Any]:
    """The values of the known fields that are not empty; of several headings for a field, the best one counts."""
    best: dict[str, tuple[int, Any]] = {}
    for heading, value in record.items():
        if value not in (None, "", [], {}):
            for field, rank in _fields_named(heading):
                if field not in best or rank < best[field][0]:
                    best[field] = (rank, value)
    return {field: value for field, (_, value) in best.items()}


def is_price_list(record: Mapping[str, Any]) -> bool:
    """Whether a record tells what a card costs in a shop, or how many there are, and nothing of what it does."""
    return any(_PRICE.search(_folded(heading)) for heading in record) and _CONTENT.isdisjoint(fields_of(record))


def has_only_known_fields(record: Mapping[str, Any]) -> bool:
    """Whether every heading of a record is one of a card list."""
    return all(map(_fields_named, record))


def headings_of(record: Mapping[str, Any]) -> set[str]:
    """The folded headings of a record."""
    return set(map(_folded, record))


def misspelt_headings(headings: Sequence[str]) -> list[tuple[str, str]]:
    """Return the headings of a table that no file has, but that are spelt nearly like a heading of a field that the
    table lacks; each with that heading."""
    lacking = set(_TYPED) - {field for heading in headings for field, _ in _fields_named(heading)}
    names = [name for name, found in {**_FIELDS_OF, **_in_other_languages()}.items() if found[0][0] in lacking]
    unknown = [heading for heading in headings if not _fields_named(heading)]
    pairs = [(heading, name) for heading in unknown for name in names if is_typo(_folded(heading), name)]
    return [*dict(reversed(pairs)).items()]  # the first name of each


# --- values


def text_of(value: Any) -> str:
    """The text of a value without control characters and emphasis; "" if it is neither a text nor a number."""
    if isinstance(value, str):
        text = clean(value.replace("\\n", "\n").strip())  # tables that have a card on one line write `\n`
        return text.replace("**", "").replace("*(", "(").replace(")*", ")") if "*" in text else text
    return str(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else ""


def items_of(value: Any, separator: re.Pattern[str] = _LIST) -> tuple[str, ...]:
    """The items of a value: of a list (texts, or mappings with a `name`), or of a text split at a separator."""
    if isinstance(value, list):
        items = (text_of(item.get("name") if isinstance(item, Mapping) else item) for item in value)
    else:
        items = (item.strip() for item in separator.split(text_of(value)))
    return tuple(filter(None, items))


# --- cards


def ruling_of(fields: Mapping[str, Any]) -> ListedRuling | None:
    """Return the ruling in a record; None if it has no ruling."""
    card, text = text_of(fields.get("oracle")), text_of(fields.get("comment"))
    return ListedRuling(card, text_of(fields.get("date"))[:10], text) if card and text else None


# Complexity: no nesting, but a comprehension each for faces, rulings and types.
def card_of(fields: Mapping[str, Any]) -> ListedCard | None:
    """The card of a record, with all that the record says about it; None if it has no name, or is only a picture."""
    name, layout = text_of(fields.get("name")), text_of(fields.get("layout")) or None
    if not name or layout in _NO_CARDS:
        return None
    face_fields = [fields_of(face) for face in _mappings(fields.get("faces"))]
    if face_fields:
        faces = tuple(_face(face, text_of(face.get("face_name") or face.get("name"))) for face in face_fields)
    else:
        faces = _faces_in_a_row(fields, name)
    parts = (part for face in faces for part in _BETWEEN_TYPES.split(face.types))
    rulings = [
        (text_of(ruling.get("date"))[:10], text)
        for record in (fields, *face_fields)
        for ruling in map(fields_of, _mappings(record.get("rulings")))
        if (text := text_of(ruling.get("comment") or ruling.get("text")))
    ]
    key = _rulings_key(fields)
    if rulings and not key:
        key = text_of(fields.get("own_id")) or name
    card = Card(
        name,
        faces,
        _kinds(fields) or tuple(dict.fromkeys(part for part in parts if any(map(str.isalnum, part)))),
        items_of(fields.get("keywords")),
        layout,
        _YES_OR_NO.get(str(fields.get("personal")).strip().casefold()),
        items_of(fields.get("interchangeable"), re.compile(r"//|;|\n")),
        key,
        layout in _TOKENS,
    )
    return ListedCard(
        card,
        tuple(ListedRuling(key, date, text) for date, text in rulings),
        tuple(_other_names(fields, face_fields, name)),
        text_of(fields.get("moniker")),
        has_content=not _CONTENT.isdisjoint(fields),
    )


# Complexity: one comprehension for each table of values.
def _faces_in_a_row(fields: Mapping[str, Any], name: str) -> tuple[CardFace, ...]:
    """Return the faces of a card whose values are in one row: those with `//` between them, `1U // 2R`, are of a face
    each; other values are of the first face."""
    names = items_of(fields.get("faces"), _BETWEEN_FACES)
    if not (names or fields.get("face_name")) and " // " in name:
        names = items_of(name, _BETWEEN_FACES)
    if len(names) < 2:
        return (_face(fields, text_of(fields.get("face_name")) or (names[0] if names else name)),)
    parts = {
        field: values
        for field, value in fields.items()
        if isinstance(value, str) and len(values := [part.strip() for part in value.split("//")]) == len(names)
    }
    own = [{field: values[at] for field, values in parts.items() if values[at]} for at in range(len(names))]
    shared = {field: value for field, value in fields.items() if field not in parts}
    return tuple(_face({**({} if at else shared), **each}, names[at]) for at, each in enumerate(own))


def _rulings_key(fields: Mapping[str, Any]) -> str:
    """The id that a card has in all its printings, by which other files give rulings; "" if the record has none."""
    identifiers = fields.get("identifiers")
    of_rules = identifiers.get("scryfallOracleId") if isinstance(identifiers, Mapping) else None
    return text_of(fields.get("oracle") or of_rules)


def _mappings(value: Any) -> list[Mapping[str, Any]]:
    """The mappings in a value that should be a list of them."""
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list) else []


def _face(fields: Mapping[str, Any], name: str) -> CardFace:
    """Return a face of a card from its fields."""
    stats = {stat: value for stat in STATS if (value := " ".join(items_of(fields.get(stat))))}
    types = fields.get("types")
    line = text_of(types) if isinstance(types, str) else " ".join(_kinds(fields))
    return CardFace(name, _cost(fields), line, text_of(fields.get("text")), stats)


def _cost(fields: Mapping[str, Any]) -> str | None:
    """The cost as text, with the resource that pays it if the record names it: `3 memory`; None if there is no cost."""
    cost = fields.get("cost")
    if isinstance(cost, Mapping):
        return " ".join(filter(None, (text_of(cost.get("value")), text_of(cost.get("type"))))) or None
    for kind in ("reserve", "memory"):
        if value := text_of(fields.get(f"cost_{kind}")):
            return f"{value} {kind}"
    return text_of(cost) or None


def _kinds(fields: Mapping[str, Any]) -> tuple[str, ...]:
    """The types of a card one by one, if the record has lists of them; else none."""
    values = [fields.get(field) for field in ("supertypes", "kinds", "classes", "subtypes")]
    lists = [items_of(value) for value in values if isinstance(value, list) or (value and "," in text_of(value))]
    return tuple(dict.fromkeys(kind.title() if kind.isupper() else kind for kinds in lists for kind in kinds))


# Complexity: one case for each field with another name.
def _other_names(fields: Mapping[str, Any], faces: Iterable[Mapping[str, Any]], name: str) -> Iterator[OtherName]:
    """Yield the names other than its own that a card or one of its faces is printed with."""
    for part in (fields, *faces):
        own = text_of(part.get("face_name") or part.get("name"))
        if printed := text_of(part.get("printed_name")):
            yield OtherName(printed, own, "printed")
        if title := text_of(part.get("title")):
            yield OtherName(title, own, "title")
    printed_names = fields.get("printed_names")  # by language: a mapping, or a text such as `de: Name; fr: Nom`
    if isinstance(printed_names, Mapping):
        names = list(map(text_of, printed_names.values()))
    else:
        items = items_of(printed_names, re.compile("[;\n]")) if isinstance(printed_names, str) else ()
        names = [item.partition(":")[2].strip() for item in items]
    yield from (OtherName(printed, name, "printed") for printed in names if printed)
    for language in _mappings(fields.get("foreign")):
        if printed := text_of(language.get("faceName") or language.get("name")):
            yield OtherName(printed, text_of(fields.get("face_name")) or name, "printed")

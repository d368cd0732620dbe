"""Read the fields of a record as a card or a ruling, under any name that a file gives them. One table has the names of
the fields in all files that people have: Scryfall's bulk files, MTGJSON, the card tables of Flesh and Blood, the
index of Grand Archive, and lists that people make themselves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from rules_cli.cards.card import STATS, Card, CardFace
from rules_cli.text import clean

# The fields of a card, each with its names in files, the best first. Case, blanks and `_` make no difference.
_NAMES: Mapping[str, str] = {
    "name": "name, card name, card",
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
    "color": "color",
    "hand_modifier": "hand_modifier, hand",
    "life_modifier": "life_modifier",
    "object": "object",
    # of a ruling
    "comment": "comment, description",
    "date": "published_at, date, date_added",
}
_CONTENT = frozenset(("cost", "cost_memory", "cost_reserve", "types", "text", "faces", "keywords"))
_NO_CARDS = frozenset(("art_series",))  # layouts of the file that are pictures
_TOKENS = frozenset(("token", "double_faced_token", "emblem"))
_PRICE = re.compile(r"\b(?:price|usd|eur|tix|market|avg|trend|low|quantity|qty|condition|foil)")
_BETWEEN_TYPES = re.compile(r"[\s—/,]+")
_LIST = re.compile(r"[,\n]")
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
    """What a record says about a card: the card, its rulings, its other names, and the moniker that a column gives."""

    card: Card
    rulings: tuple[ListedRuling, ...]
    others: tuple[OtherName, ...]
    moniker: str
    has_content: bool


# --- fields by their names


def _folded(heading: str) -> str:
    return " ".join(heading.casefold().replace("_", " ").split())


_FIELD_OF: dict[str, list[tuple[str, int]]] = {}
for _field, _names in _NAMES.items():
    for _rank, _name in enumerate(_names.split(", ")):
        _FIELD_OF.setdefault(_folded(_name), []).append((_field, _rank))


@lru_cache(maxsize=10_000)
def _known(heading: str) -> list[tuple[str, int]]:
    return _FIELD_OF.get(_folded(str(heading)), [])


def fields_of(record: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a record that we know and that are not empty."""
    found: dict[str, tuple[int, Any]] = {}
    for heading, value in record.items():
        if value not in (None, "", [], {}):
            for field, rank in _known(heading):
                if field not in found or rank < found[field][0]:
                    found[field] = (rank, value)
    return {field: value for field, (_, value) in found.items()}


def is_price_list(record: Mapping[str, Any]) -> bool:
    """Whether a record tells what a card costs in a shop, or how many there are, and nothing of what it does."""
    return any(_PRICE.search(_folded(str(heading))) for heading in record) and _CONTENT.isdisjoint(fields_of(record))


def has_only_known_fields(record: Mapping[str, Any]) -> bool:
    """Whether every heading of a record is one of a card list."""
    return all(_known(heading) for heading in record)


def headings_of(record: Mapping[str, Any]) -> set[str]:
    """The folded headings of a record."""
    return {_folded(str(heading)) for heading in record}


# --- values


def text_of(value: Any) -> str:
    """The text of a value without control characters and emphasis; "" of one that is no text and no number."""
    if isinstance(value, str):
        text = clean(value.strip())
        return text.replace("**", "").replace("*(", "(").replace(")*", ")") if "*" in text else text
    return str(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else ""


def items_of(value: Any, separator: re.Pattern[str] = _LIST) -> tuple[str, ...]:
    """The items of a value: of a list (texts, or mappings with a `name`), or of a text split at a separator."""
    if isinstance(value, list):
        texts = (text_of(each.get("name") if isinstance(each, Mapping) else each) for each in value)
    else:
        texts = (each.strip() for each in separator.split(text_of(value)))
    return tuple(filter(None, texts))


# --- cards


def ruling_of(fields: Mapping[str, Any]) -> ListedRuling | None:
    """Return the ruling in a record; None if it has no ruling."""
    card, text = text_of(fields.get("oracle")), text_of(fields.get("comment"))
    return ListedRuling(card, text_of(fields.get("date"))[:10], text) if card and text else None


# Complexity: no nesting, but a comprehension each for faces, rulings and types.
def card_of(fields: Mapping[str, Any]) -> ListedCard | None:
    """The card that a record with a name is, None if it is only a picture."""
    name, layout = text_of(fields.get("name")), text_of(fields.get("layout")) or None
    if not name or layout in _NO_CARDS:
        return None
    inner = [fields_of(face) for face in _mappings(fields.get("faces"))]
    if inner:
        faces = tuple(_face(each, text_of(each.get("face_name") or each.get("name"))) for each in inner)
    else:
        listed = items_of(fields.get("faces"), re.compile(r"//|\|\||\n"))
        first = _face(fields, text_of(fields.get("face_name")) or (listed[0] if listed else name))
        faces = (first, *map(CardFace, listed[1:]))
    rulings_of = (fields_of(each) for part in (fields, *inner) for each in _mappings(part.get("rulings")))
    texts = ((text_of(each.get("date"))[:10], text_of(each.get("comment") or each.get("text"))) for each in rulings_of)
    said = [(date, text) for date, text in texts if text]
    # the key of its rulings: the id of the card in all its printings; else its own id or its name
    identifiers = fields.get("identifiers")
    of_rules = identifiers.get("scryfallOracleId") if isinstance(identifiers, Mapping) else None
    own_key = text_of(fields.get("own_id")) or name
    key = text_of(fields.get("oracle") or of_rules) or (own_key if said else "")
    parts = (part for face in faces for part in _BETWEEN_TYPES.split(face.types))
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
    rulings = tuple(ListedRuling(key, *each) for each in said)
    others = tuple(_other_names(fields, inner, name))
    return ListedCard(card, rulings, others, text_of(fields.get("moniker")), not _CONTENT.isdisjoint(fields))


def _mappings(value: Any) -> list[Mapping[str, Any]]:
    return [each for each in value if isinstance(each, Mapping)] if isinstance(value, list) else []


def _face(fields: Mapping[str, Any], name: str) -> CardFace:
    stats = {stat: value for stat in STATS if (value := " ".join(items_of(fields.get(stat))))}
    types = fields.get("types")
    line = text_of(types) if isinstance(types, str) else " ".join(_kinds(fields))
    return CardFace(name, _cost(fields), line, text_of(fields.get("text")), stats)


def _cost(fields: Mapping[str, Any]) -> str | None:
    cost = fields.get("cost")
    if isinstance(cost, Mapping):
        return " ".join(filter(None, (text_of(cost.get("value")), text_of(cost.get("type"))))) or None
    for kind in ("reserve", "memory"):
        if value := text_of(fields.get(f"cost_{kind}")):
            return f"{value} {kind}"
    return text_of(cost) or None


def _kinds(fields: Mapping[str, Any]) -> tuple[str, ...]:
    """The types of a card one by one, if the record lists them."""
    parts = [fields.get(part) for part in ("supertypes", "kinds", "classes", "subtypes")]
    lists = [items_of(part) for part in parts if isinstance(part, list) or (part and "," in text_of(part))]
    return tuple(dict.fromkeys(item.title() if item.isupper() else item for each in lists for item in each))


# Complexity: one case for each field with another name.
def _other_names(fields: Mapping[str, Any], inner: Iterable[Mapping[str, Any]], name: str) -> Iterator[OtherName]:
    for each in (fields, *inner):
        own = text_of(each.get("face_name") or each.get("name"))
        if printed := text_of(each.get("printed_name")):
            yield OtherName(printed, own, "printed")
        if title := text_of(each.get("title")):
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

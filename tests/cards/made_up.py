"""Made-up cards in the shapes in which people have card lists on disk: the fields of the real files, invented cards."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SCRYFALL_REST = {
    "multiverse_ids": [],
    "tcgplayer_id": None,
    "lang": "en",
    "released_at": "2024-02-09",
    "uri": "https://cards.example/one",
    "highres_image": True,
    "image_status": "highres_scan",
    "image_uris": {size: f"https://cards.example/{size}/front/a/b.jpg" for size in ("small", "normal", "large", "png")},
    "cmc": 2.0,
    "colors": ["U"],
    "color_identity": ["U"],
    "legalities": dict.fromkeys(("standard", "pioneer", "modern", "legacy", "vintage", "commander"), "legal"),
    "games": ["paper", "mtgo"],
    "reserved": False,
    "finishes": ["nonfoil", "foil"],
    "set": "mad",
    "set_name": "Made Up",
    "collector_number": "12",
    "rarity": "common",
    "artist": "Nobody",
    "frame": "2015",
    "prices": {"usd": "0.12", "usd_foil": None, "eur": "0.10", "tix": None},
    "purchase_uris": {"shop": "https://shop.example/" + "x" * 900},
    "related_uris": {"site": "https://site.example/" + "x" * 900},
    "flavor_text": "Made up, like all of them.",
}


def scryfall(name: str, number: int = 0, **fields: Any) -> dict[str, Any]:
    """Return a card as in the file oracle-cards."""
    return {
        "object": "card",
        "id": f"00000000-0000-4000-8000-{number:012d}",
        "oracle_id": f"11111111-0000-4000-8000-{number:012d}",
        "name": name,
        "layout": "normal",
        "mana_cost": "{1}{U}",
        "type_line": "Creature — Human Wizard",
        "oracle_text": "Flash\nWhen this creature enters, look at the top card of your library.",
        "power": "2",
        "toughness": "1",
        "keywords": ["Flash"],
        **SCRYFALL_REST,
        **fields,
    }


def ruling(number: int, date: str, comment: str) -> dict[str, Any]:
    """Return a ruling as in the file rulings."""
    oracle = f"11111111-0000-4000-8000-{number:012d}"
    return {"object": "ruling", "oracle_id": oracle, "source": "wotc", "published_at": date, "comment": comment}


def bulk(path: Path, records: Iterator[dict[str, Any]] | list[dict[str, Any]]) -> Path:
    """Write records as Scryfall does: one array, one record on each line."""
    with path.open("w", encoding="utf-8") as file:
        file.write("[")
        for place, record in enumerate(records):
            file.write(("," if place else "") + "\n" + json.dumps(record, ensure_ascii=False, separators=(",", ":")))
        file.write("\n]\n")
    return path


def many_scryfall(count: int) -> Iterator[dict[str, Any]]:
    """Yield many different cards."""
    syllables = ("ka", "ro", "mi", "ten", "sul", "vor", "eth", "lan", "dri", "oss")
    for number in range(count):
        word = "".join(syllables[(number // 10**place) % 10] for place in range(5)).capitalize()
        text = f"Flash\nWhenever {word} attacks, draw {number % 7} cards, then discard a card at random."
        yield scryfall(f"{word} of the Harbour", number, oracle_text=text, keywords=["Flash"])


def many_rulings(count: int, each: int = 3) -> Iterator[dict[str, Any]]:
    """Yield rulings for many cards."""
    for number in range(count):
        for place in range(each):
            yield ruling(
                number, f"20{10 + place}-06-07", f"Ruling {place} on card {number}: " + "it does what it says. " * 8
            )

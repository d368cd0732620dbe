"""The schema of `costs.yaml`: what the calculator of a game finds in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rules_cli.errors import SchemaError


def _words(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(word, str) for word in value)


def _texts(value: Any) -> bool:
    return isinstance(value, Mapping) and all(isinstance(each, str) for pair in value.items() for each in pair)


def _editions(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(map(_is_edition, value))


def _is_edition(value: Any) -> bool:
    return (
        isinstance(value, Mapping)
        and {"since", "rules"} <= set(value) <= {"since", "rules", "edition"}
        and _texts(value["rules"])
        and all(isinstance(value.get(key, ""), str) for key in ("since", "edition"))
    )


def _labels(value: Any) -> bool:
    return isinstance(value, Mapping) and all(map(_words, value.values()))


def _refused(value: Any) -> bool:
    return isinstance(value, Mapping) and all(_texts(each) and set(each) == {"say", "rule"} for each in value.values())


def _options(value: Any) -> bool:
    return isinstance(value, Mapping) and all(
        _texts(each) and {"help"} <= set(each) <= {"help", "takes"} for each in value.values()
    )


_KEYS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "editions": (_editions, "a list of editions, each with since, rules and perhaps edition"),
    "restated": (_texts, "texts by key"),
    "options": (_options, "options by name, each with help and perhaps takes"),
    "increases": (_words, "a list of words"),
    "labels": (_labels, "lists of rules by label"),
    "notes": (_texts, "texts by key"),
    "refused": (_refused, "options by name, each with say and rule"),
}
_NEEDED = ("editions", "restated", "options")


def check_costs(value: Any, where: str) -> None:
    """Raise SchemaError, which lists every fault, where a plain value is not what `costs.yaml` holds."""
    if not isinstance(value, Mapping):
        raise SchemaError(f"{where}: keys and values are due here")
    if faults := list(_faults(value)):
        raise SchemaError(f"{where}: {'; '.join(faults)}")


def _faults(value: Mapping[Any, Any]) -> Iterator[str]:
    for key, given in value.items():
        is_good, due = _KEYS.get(key, (None, ""))
        if is_good is None:
            yield f"unknown key {key!r} (known: {', '.join(_KEYS)})"
        elif not is_good(given):
            yield f"{key}: {due} is due"
    yield from (f"{key} is missing" for key in _NEEDED if key not in value)
    if isinstance(value.get("editions"), list) and _editions(value["editions"]) and _texts(value.get("restated")):
        keys = {key for edition in value["editions"] for key in edition["rules"]}
        yield from (f"restated lacks {key}" for key in sorted(keys - set(value["restated"])))

"""Profiles as files: a user's own is read strictly, and what was worked out from a text is written to be edited."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

from rules_cli.errors import SchemaError, SourceError
from rules_cli.parse.profile import Profile, profile_from
from rules_cli.store.data_files import from_yaml, text_of
from rules_cli.store.tree_yaml import scalar

_LONGEST = 200_000  # bytes: a hundred times as long as a profile is
_MEANINGS = {
    "numbering": "dotted (2.7.3a is printed) or pages (numbered lists on pages)",
    "separator": "the sign between the parts of a number, . or -",
    "prefixes": "words or signs before a rule's own number",
    "chapters": "dotted, or hundreds where section 205 belongs to chapter 2",
    "language": "en or pt",
    "examples": "words that begin an example",
    "notes": "words that begin a note",
    "references": "forms that name another rule; {dotted} is a number with a dot in it",
    "contents": "titles of the table of contents",
    "furniture": "lines that are no rules; * is any words",
    "menu_ends": "the line at which a saved page's menu ends",
    "skipped_letters": "letters that no sub-rule has",
    "glossary": "titles under which terms are explained",
    "back_matter": "titles of credits and thanks",
    "dates": "forms that state when the book took effect",
}


def load_profile(path: Path) -> Profile:
    """The profile in a user's file; raises SchemaError that names file, line and key, SourceError if it can't be read."""
    try:
        with path.open("rb") as file:
            data = file.read(_LONGEST + 1)
    except OSError as error:
        raise SourceError(f"{path}: the profile can't be read ({error.strerror}); give --profile a YAML file") from None
    if len(data) > _LONGEST:
        raise SchemaError(f"{path.name}: over {_LONGEST // 1000} KB, too long for a profile")
    text = text_of(data, path.name)
    value = from_yaml(text, path.name)
    return profile_from(value, path.name, text)


def dump_profile(profile: Profile, title: str) -> str:
    """A profile as YAML to edit: each key that is not as usual, with what it means; the others as comments."""
    lines = [f"# How {' '.join(title.split())} is printed. Keys in comments have their usual value."]
    usual = Profile()
    for each in fields(Profile):
        if each.name in _MEANINGS:
            value = getattr(profile, each.name)
            entry = f"{each.name}: {_yaml(value)}"
            same = value == getattr(usual, each.name)
            lines += ["", f"# {_MEANINGS[each.name]}", f"# {entry}" if same else entry]
    return "\n".join(lines) + "\n"


def _yaml(value: str | tuple[str, ...]) -> str:
    return scalar(value) if isinstance(value, str) else f"[{', '.join(map(scalar, value))}]"

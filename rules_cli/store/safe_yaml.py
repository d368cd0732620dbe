"""YAML → plain values, whoever wrote it: no type but YAML's own is ever made, and no text grows when it is read.

A file that repeats one part of itself in many places (an alias), or puts brackets in brackets a thousand deep, can
swallow all memory or overrun the C library: neither has a use here, and either is refused before anything is made.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from rules_cli.errors import SchemaError

if TYPE_CHECKING:
    from yaml import Event

_DEEPEST = 50  # lists and mappings in one another: ours are five deep


def from_yaml(text: str, name: str) -> Any:
    """The plain value that a YAML text holds; raises SchemaError, in one line, naming the file and the line."""
    import yaml

    try:
        _check(yaml.parse(text, Loader=_loader()), name)
        return yaml.load(text, Loader=_loader())
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        said = " ".join(str(getattr(error, "problem", None) or error).split())
        raise SchemaError(f"{_where(name, mark)}: not YAML ({said})") from None
    except (ValueError, LookupError, AttributeError, RecursionError) as error:  # what its constructors raise besides
        raise SchemaError(f"{name}: not YAML text ({type(error).__name__})") from None


def text_of(data: bytes, name: str) -> str:
    """The text of a YAML file; raises SchemaError where it is none."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise SchemaError(f"{name}: not YAML text (it is not UTF-8)") from None


def lines_of_keys(text: str) -> dict[str, int]:
    """On which line each key of a YAML text stands that `from_yaml` has taken."""
    import yaml

    node = yaml.compose(text, Loader=_loader())
    pairs = node.value if isinstance(node, yaml.MappingNode) else ()
    return {key.value: key.start_mark.line + 1 for key, _ in pairs if isinstance(key, yaml.ScalarNode)}


def _check(events: Iterable[Event], name: str) -> None:
    import yaml

    depth = 0
    for event in events:
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > _DEEPEST:
            raise SchemaError(f"{_where(name, event.start_mark)}: over {_DEEPEST} lists in one another")
        if isinstance(event, yaml.AliasEvent):
            raise SchemaError(f"{_where(name, event.start_mark)}: *{event.anchor} repeats another part; write it out")


def _where(name: str, mark: Any) -> str:
    return f"{name}, line {mark.line + 1}" if mark else name


def _loader() -> Any:
    import yaml

    return getattr(yaml, "CSafeLoader", yaml.SafeLoader)

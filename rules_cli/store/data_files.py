"""Read YAML files safely, as plain values or as dataclasses; the values of small files are stored in the cache.

Only YAML's own types are created. A file that repeats a part of itself (an alias) could use all memory, and lists
nested a thousand deep could crash the C library. Both are refused before any value is created.
"""

from __future__ import annotations

import json
import sys
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from rules_cli import schema
from rules_cli.errors import SchemaError
from rules_cli.store import cache, paths

T = TypeVar("T")
_DEEPEST = 50  # lists and mappings inside one another; the data files have at most 5
_FORMAT = 4  # the version of the parsed files in the cache


def read(kind: type[T], book: str, name: str, **fixed: str) -> T | None:
    """A file of a shipped book as an instance of a class, as in `read(CostFile, "fab", "costs.yaml")`. None if there is
    no file. `fixed` are values of fields that are not in the file. Raises SchemaError."""
    return read_file(kind, paths.shipped() / book / name, **fixed)


def read_file(kind: type[T], path: Path, **fixed: str) -> T | None:
    """A YAML file as an instance of a class; None if there is no file. Raises SchemaError. The file is read again only
    if it has changed."""
    try:
        stamp = cache.stamp(path)
    except OSError:
        return None
    instance: T = _read(kind, path, stamp, **fixed)  # type: ignore[arg-type]  # classes are hashable
    return instance


@lru_cache(maxsize=64)
def _read(kind: Any, path: Path, stamp: str, **fixed: str) -> Any:
    """Read a file as an instance of a class. It is checked once, and again if it or the module of the class changes."""
    module = cache.stamp(Path(sys.modules[kind.__module__].__file__ or ""))
    state = f"{_FORMAT} {str(path)!a} {stamp} {module}"
    cached = paths.cache_dir() / "facts" / f"{path.parent.name}-{path.stem}-{kind.__name__}.json"

    def checked_value() -> Any:
        value = _plain(path)
        schema.read(kind, value, f"{path.parent.name}/{path.name}", None, **fixed)
        return value

    return schema.build(kind, cache.kept_json(cached, state, checked_value), **fixed)


def load(book: str, name: str) -> Any:
    """The value of a file of a shipped book, as in `load("fab", "names.yaml")`; None if there is no such file."""
    return load_cached(paths.shipped() / book / name)


def load_cached(path: Path) -> Any:
    """The value of a YAML file, from the cache if it is there; None if there is no file. All keys are texts. The cache
    saves time: parsing YAML takes longer than finding a rule."""
    try:
        state = f"{_FORMAT} {str(path)!a} {cache.stamp(path)}"
    except OSError:
        return None
    cached = paths.cache_dir() / "facts" / f"{path.parent.name}-{path.stem}.json"
    return cache.kept_json(cached, state, lambda: _plain(path))


def _plain(path: Path) -> Any:
    """The value of a YAML file as JSON has it: all keys and dates are texts."""
    return json.loads(json.dumps(load_yaml(path), default=str))


def load_yaml(path: Path) -> Any:
    """The plain value of a YAML file. Raises SchemaError, which names file and line; OSError if there is no file."""
    return from_yaml(text_of(path.read_bytes(), path.name), path.name)


def from_yaml(text: str, name: str) -> Any:
    """The plain value of a YAML text. Raises SchemaError, one line that names the file and the line in it."""
    import yaml

    try:
        depth = 0
        for event in yaml.parse(text, Loader=_loader()):
            if isinstance(event, yaml.CollectionStartEvent):
                depth += 1
            elif isinstance(event, yaml.CollectionEndEvent):
                depth -= 1
            if depth > _DEEPEST:
                raise SchemaError(f"{_where(name, event.start_mark)}: lists are nested over {_DEEPEST} deep")
            if isinstance(event, yaml.AliasEvent):
                raise SchemaError(
                    f"{_where(name, event.start_mark)}: *{event.anchor} repeats another part; write it out"
                )
        return yaml.load(text, Loader=_loader())
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = " ".join(str(getattr(error, "problem", None) or error).split())
        raise SchemaError(f"{_where(name, mark)}: not YAML ({problem})") from None
    except (ValueError, LookupError, AttributeError, RecursionError) as error:  # raised by PyYAML's constructors
        raise SchemaError(f"{name}: not YAML text ({type(error).__name__})") from None


def text_of(data: bytes, name: str) -> str:
    """The text of a YAML file. Raises SchemaError if it is not UTF-8."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise SchemaError(f"{name}: not YAML text (it is not UTF-8)") from None


def _where(name: str, mark: Any) -> str:
    return f"{name}, line {mark.line + 1}" if mark else name


def _loader() -> Any:
    import yaml

    return getattr(yaml, "CSafeLoader", yaml.SafeLoader)

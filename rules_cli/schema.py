"""YAML values → named tuples and dataclasses: the one checker of all data files, profiles and settings.

Such a class is the schema: its fields are the keys, their types say what each key takes, a field without a default is
required. Every fault is reported at once, each with its line and key. Supported types: str, int, float, bool, Any,
Literal, `X | None`, `tuple[X, ...]`, `Sequence[X]`, `Mapping[str, X]`, a NewType of these, another such class, and
`Annotated[X, Check(...)]` for what a type cannot say.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, NewType, TypeVar, Union, get_args, get_origin, get_type_hints

from rules_cli.errors import SchemaError

T = TypeVar("T")
Path = tuple[str | int, ...]
_NAMES: Mapping[Any, str] = {str: "a text", int: "a whole number", float: "a number", bool: "true or false"}


class Condition(NamedTuple):
    """A condition on a value, and words that complete "expected …" where the value fails it."""

    holds: Callable[[Any], bool]
    expected: str


NOT_EMPTY = Condition(bool, "a text that is not empty")
Text = Annotated[str, NOT_EMPTY]
"""A text of at least one character."""
_STRINGS = (str, Text)


class _Fault(NamedTuple):
    path: Path
    message: str


def read(kind: type[T], value: object, source: str, text: str | None = None, **fixed: object) -> T:
    """Return an instance of the class `kind` made from the plain value of a YAML file; an empty file has no keys.
    `source` names the file in errors. With `text`, the YAML text itself, errors name lines. `fixed` fills fields that
    the file must not set. A method `check` of the class may raise ValueError for faults between several keys.
    Raises SchemaError, which lists every fault in one line. Linear in the size of the value."""
    faults: list[_Fault] = []
    filled = _filled(kind, {} if value is None else value, (), faults, fixed)
    if faults:
        lines = _lines(text) if text else {}
        raise SchemaError(f"{source}: {'; '.join(_sentence(fault, lines) for fault in faults)}")
    return filled  # type: ignore[no-any-return]


def build(kind: type[T], value: object, **fixed: object) -> T:
    """Return an instance of the class `kind` from a value that `read` has accepted before: nothing is checked again.
    It is fast, because each start reads data files: it calls a function only for each class in the value."""
    make: Callable[..., T] | None = _maker(kind)  # type: ignore[arg-type]  # classes are hashable
    return make({} if value is None else value, **fixed)  # type: ignore[misc]


# Complexity: one case for each kind of type, as in `_value`.
@cache
def _maker(kind: Any) -> Callable[..., Any] | None:
    """Return the function that makes a value of a type from a plain value; None if that is what the type asks for."""
    if isinstance(kind, NewType):
        return _maker(kind.__supertype__)
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _maker(arguments[0])
    if origin in (Union, types.UnionType):
        make = _maker(next(each for each in arguments if each is not types.NoneType))
        return make and (lambda value: None if value is None else make(value))
    if origin in (tuple, Sequence):
        make_item = _maker(arguments[0])
        return (lambda value: tuple(map(make_item, value))) if make_item else tuple
    if origin is Mapping:
        make_value = _maker(arguments[1])
        return make_value and (lambda value: {key: make_value(each) for key, each in value.items()})
    return _class_maker(kind) if hasattr(kind, "_fields") or is_dataclass(kind) else None


def _class_maker(kind: Any) -> Callable[..., Any]:
    """Return the function that makes an instance of a class from a mapping."""
    makers = {name: make_field for name, hint in _hints(kind).items() if (make_field := _maker(hint))}

    def make(value: Mapping[str, Any], **fixed: object) -> Any:
        made = dict(value)
        for name in makers.keys() & value.keys():
            made[name] = makers[name](value[name])
        return kind(**made, **fixed)

    return make


def _sentence(fault: _Fault, lines: Mapping[Path, int]) -> str:
    """Return a fault in words, with the line of its key, or else of the nearest key above it that has a line."""
    line = next((lines[fault.path[:end]] for end in range(len(fault.path), 0, -1) if fault.path[:end] in lines), None)
    key = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in fault.path).lstrip(".")
    return "".join((f"line {line}: " if line else "", f"{key}: " if key else "", fault.message))


# Complexity: all faults of a mapping are collected before its class is filled.
def _filled(kind: Any, value: object, path: Path, faults: list[_Fault], fixed: Mapping[str, object]) -> Any:
    """Return an instance of a class; if the value does not fit, add its faults and return None."""
    if not isinstance(value, Mapping):
        faults.append(_Fault(path, "expected keys and values"))
        return None
    known = {name: is_required for name, is_required in _fields(kind).items() if name not in fixed}
    before = len(faults)
    for key in value:
        if key not in known:
            unknown = f"unknown key; the known keys are {', '.join(known)}"
            faults.append(_Fault((*path, str(key)), unknown))
    faults += [_Fault((*path, name), "is missing") for name in known if known[name] and name not in value]
    hints = _hints(kind)
    given = {name: _value(hints[name], value[name], (*path, name), faults) for name in known if name in value}
    if len(faults) > before:
        return None
    made = kind(**given, **fixed)
    try:
        if hasattr(kind, "check"):
            made.check()
        return made
    except ValueError as error:
        faults.append(_Fault(path, str(error)))
        return None


@cache
def _fields(kind: Any) -> dict[str, bool]:
    """Return the names of the fields of a class, and whether each is required."""
    if not is_dataclass(kind):
        return {name: name not in kind._field_defaults for name in kind._fields}
    return {each.name: each.default is MISSING and each.default_factory is MISSING for each in fields(kind)}


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def _value(kind: Any, value: object, path: Path, faults: list[_Fault]) -> Any:  # noqa: PLR0911 - one for each kind of type
    """Return the value in the form of its type; if it does not fit, add its faults and return None."""
    if isinstance(kind, NewType):
        return _value(kind.__supertype__, value, path, faults)
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _annotated(arguments, value, path, faults)
    if origin in (Union, types.UnionType):
        rest = [each for each in arguments if each is not types.NoneType]
        return None if value is None else _value(rest[0], value, path, faults)
    if origin is Literal:
        return _expect(value in arguments, f"one of {', '.join(map(str, arguments))}", value, path, faults)
    if origin in (tuple, Sequence):
        return _sequence(arguments[0], value, path, faults)
    if origin is Mapping:
        return _mapping(arguments[1], value, path, faults)
    if hasattr(kind, "_fields") or is_dataclass(kind):
        return _filled(kind, value, path, faults, {})
    return _plain(kind, value, path, faults)


def _plain(kind: Any, value: object, path: Path, faults: list[_Fault]) -> Any:
    """Return a text, number or truth value if it is of its type; else add a fault."""
    if kind is Any:
        return value
    accepted = (int, float) if kind is float else kind
    fits = isinstance(value, accepted) and (kind is bool or not isinstance(value, bool))
    return _expect(fits, _NAMES[kind], value, path, faults)


def _expect(fits: bool, expected: str, value: object, path: Path, faults: list[_Fault]) -> object:
    """Return the value if it fits; else add the fault that something else was expected, and return None."""
    if fits:
        return value
    faults.append(_Fault(path, f"expected {expected}"))
    return None


def _annotated(arguments: tuple[Any, ...], value: object, path: Path, faults: list[_Fault]) -> Any:
    """Return a value of a type with conditions; add a fault for the first condition that it does not meet."""
    before = len(faults)
    fitted = _value(arguments[0], value, path, faults)
    for condition in arguments[1:]:
        if len(faults) == before and not condition.holds(fitted):
            faults.append(_Fault(path, f"expected {condition.expected}"))
    return fitted


def _sequence(kind: Any, value: object, path: Path, faults: list[_Fault]) -> Any:
    """Return a list as a tuple of values of a type; add a fault if it is no list."""
    if not isinstance(value, list):
        return _expect(False, "a list", value, path, faults)
    if getattr(kind, "__supertype__", kind) in _STRINGS and all(type(each) is str and each for each in value):
        return tuple(value)  # most of a data file is lists of words, and each start reads them
    return tuple(_value(kind, item, (*path, index), faults) for index, item in enumerate(value))


def _mapping(kind: Any, value: object, path: Path, faults: list[_Fault]) -> Any:
    """Return a mapping of texts to values of a type; add a fault if it is no mapping."""
    if not isinstance(value, Mapping):
        return _expect(False, "keys and values", value, path, faults)
    faults += [_Fault((*path, str(key)), "expected a text as key") for key in value if not isinstance(key, str)]
    return {key: _value(kind, each, (*path, str(key)), faults) for key, each in value.items()}


def _lines(text: str) -> dict[Path, int]:
    """Return the line, counted from 1, of each key and list item of a YAML text that has been read before."""
    import yaml

    node = yaml.compose(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    return dict(_places(node, ()))


def _places(node: Any, path: Path) -> Iterator[tuple[Path, int]]:
    """Yield the path of each key and list item below a node, with its line."""
    import yaml

    below: list[tuple[str | int, Any, Any]] = []  # a key or an index, the node with its line, the node of its value
    if isinstance(node, yaml.MappingNode):
        below = [(str(key.value), key, value) for key, value in node.value]
    elif isinstance(node, yaml.SequenceNode):
        below = [(index, item, item) for index, item in enumerate(node.value)]
    for name, printed, value in below:
        yield (*path, name), printed.start_mark.line + 1
        yield from _places(value, (*path, name))

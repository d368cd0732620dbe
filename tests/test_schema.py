"""The one checker of YAML files: every fault with its line and key, and nothing read that the schema does not allow."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Annotated, Literal, NamedTuple, NewType

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from rules_cli.errors import SchemaError
from rules_cli.schema import Condition, Text, build, read

Number = NewType("Number", str)


class Harbour(NamedTuple):
    """A schema inside another."""

    berths: int
    open: bool = True


@dataclass(frozen=True)
class Ship:
    """A schema with a field of each type."""

    name: Text
    slug: str = ""
    masts: int = 1
    length: float = 1.0
    rig: Literal["sloop", "ketch"] = "sloop"
    flag: str | None = None
    crew: tuple[Text, ...] = ()
    ports: Mapping[str, tuple[Number, ...]] = field(default_factory=dict)
    home: Harbour = field(default_factory=lambda: Harbour(0))
    link: Annotated[
        str, Condition(lambda text: text.startswith("https://"), "an address that begins with https://")
    ] = "https://"

    def check(self) -> None:
        """Raise ValueError if the masts do not fit the rig."""
        if self.masts > 1 and self.rig == "sloop":
            raise ValueError("a sloop has one mast")


def faults_of(text: str) -> str:
    """Return the message of the SchemaError that a YAML text raises."""
    with pytest.raises(SchemaError) as caught:
        read(Ship, yaml.safe_load(text), "ship.yaml", text)
    return str(caught.value)


def test_a_file_that_fits_fills_the_class() -> None:
    text = "name: Gull\nmasts: 2\nrig: ketch\nlength: 9\ncrew: [Ann, Bo]\nports: {north: ['1.1']}\nhome: {berths: 3}"
    assert read(Ship, yaml.safe_load(text), "ship.yaml") == Ship(
        "Gull", masts=2, rig="ketch", length=9, crew=("Ann", "Bo"), ports={"north": (Number("1.1"),)}, home=Harbour(3)
    )


def test_an_empty_file_is_read_as_no_keys() -> None:
    assert read(Harbour, None, "harbour.yaml", berths=2) == Harbour(2)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("masts: 1", "name: is missing"),
        ("name: ''", "line 1: name: expected a text that is not empty"),
        ("name: A\nmast: 2", "line 2: mast: unknown key; the known keys are name, slug"),
        ("name: A\nmasts: two", "line 2: masts: expected a whole number"),
        ("name: A\nmasts: true", "line 2: masts: expected a whole number"),
        ("name: A\nlength: long", "line 2: length: expected a number"),
        ("name: A\nrig: junk", "line 2: rig: expected one of sloop, ketch"),
        ("name: A\ncrew: Ann", "line 2: crew: expected a list"),
        ("name: A\ncrew:\n- Ann\n- 2", "line 4: crew[1]: expected a text"),
        ("name: A\nports: [1]", "line 2: ports: expected keys and values"),
        ("name: A\nports: {1: []}", "line 2: ports.1: expected a text as key"),
        ("name: A\nports:\n  north:\n  - 1.1", "line 4: ports.north[0]: expected a text"),
        ("name: A\nhome: {open: 1}", "line 2: home.berths: is missing; line 2: home.open: expected true or false"),
        ("name: A\nlink: ftp://x", "line 2: link: expected an address that begins with https://"),
        ("name: A\nmasts: 2", "a sloop has one mast"),
        ("- name", "expected keys and values"),
    ],
)
def test_a_fault_names_file_line_and_key(text: str, fault: str) -> None:
    message = faults_of(text)
    assert message.startswith("ship.yaml: ")
    assert fault in message


def test_all_faults_are_listed_at_once() -> None:
    message = faults_of("masts: two\ncrew: Ann\nsails: 3")
    assert all(key in message for key in ("name", "masts", "crew", "sails"))


def test_a_fixed_field_can_not_be_set_by_the_file() -> None:
    with pytest.raises(SchemaError, match="slug: unknown key"):
        read(Ship, {"name": "A", "slug": "b"}, "ship.yaml", slug="gull")


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=3),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from(["name", "masts", "home", "berths", "crew", "ports", "x"]), inner)
        ),
        max_leaves=8,
    )
)
def test_any_value_is_read_or_refused_in_one_line(value: object) -> None:
    try:
        assert isinstance(read(Ship, value, "ship.yaml"), Ship)
    except SchemaError as error:
        assert "\n" not in str(error)


@given(
    st.builds(
        Ship,
        name=st.text(min_size=1),
        crew=st.lists(st.text(min_size=1)).map(tuple),
        ports=st.dictionaries(st.text(), st.lists(st.text().map(Number)).map(tuple)),
        home=st.builds(Harbour, berths=st.integers()),
    )
)
def test_what_was_accepted_is_built_again_without_checks(ship: Ship) -> None:
    value = json.loads(json.dumps({**asdict(ship), "home": ship.home._asdict()}))
    assert build(Ship, value) == read(Ship, value, "ship.yaml") == ship

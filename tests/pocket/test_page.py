"""The pocket book without a browser: all rules are in it, it asks nothing of a network, and text is only ever text."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from lxml import html
from support import Install, Run

HOSTILE = """\
1 Ships

1.1 A ship may carry <script>alert("cargo")</script> & sails, rule 1.2.

1.2 A ship </script><img src=x onerror=alert(1)> sinks "at once".

1.2 A ship sinks again.
"""


def _read(path: Path) -> Any:
    return html.fromstring(path.read_text(encoding="utf-8"))


@pytest.fixture
def page(run: Run, install: Install, tmp_path: Path) -> Any:
    """The page of a made-up book with markup in its rules."""
    install("port", {"2026": HOSTILE})
    path = tmp_path / "port.html"
    assert run("export", "port", "--format", "html", "-o", str(path)).code == 0
    return _read(path)


def test_every_rule_is_an_element_in_source_order(port: Run, tmp_path: Path) -> None:
    path = tmp_path / "port.html"
    port("export", "port", "--format", "html", "-o", str(path))
    rules = [json.loads(line) for line in port("export", "port", "--format", "ndjson").out.splitlines()]
    rows = _read(path).find_class("r")
    assert [row.get("id") for row in rows] == [rule["number"] for rule in rules]
    for row, rule in zip(rows, rules, strict=True):
        printed = row.text_content()
        for text in (rule["title"], rule["text"], *rule["examples"]):
            assert (text or "").replace("\n", "") in printed.replace("\n", "")


def test_text_of_a_rule_is_never_markup(page: Any) -> None:
    assert '<script>alert("cargo")</script> & sails' in page.get_element_by_id("1.1").text_content()
    assert "</script><img src=x onerror=alert(1)>" in page.get_element_by_id("1.2").text_content()
    assert len(page.findall(".//script")) == 2
    assert not page.findall(".//img")


def test_links_lead_to_rows_of_the_page(page: Any) -> None:
    ids = {element.get("id") for element in page.iter() if element.get("id")}
    links = [unquote(link.get("href")) for link in page.iter("a")]
    assert "#1.2" in links
    assert "#1.2#2" in links
    assert {link[1:] for link in links} <= ids


def test_nothing_is_asked_of_a_network(page: Any) -> None:
    (policy,) = (meta.get("content") for meta in page.iter("meta") if meta.get("http-equiv"))
    assert policy.startswith("default-src 'none'; ")
    assert not re.search(r"https?:|\*|unsafe", policy)
    assert not [element for element in page.iter() if element.get("src") or element.tag in ("link", "iframe")]
    assert not [element for element in page.iter() if any(name.startswith("on") for name in dict(element.attrib))]


def test_the_words_of_questions_are_words_that_the_search_knows(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "fab.html"
    run("export", "fab", "--format", "html", "-o", str(path))
    search = json.loads(_read(path).get_element_by_id("data").text)["books"][0]["search"]
    groups, questions = (_unpacked(search[key]) for key in ("groups", "questions"))
    while questions:
        _, count, *questions = questions
        assert max(questions[:count]) <= max(groups)
        del questions[:count]


def _unpacked(text: str) -> list[int]:
    digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    numbers, number, shift = list[int](), 0, 0
    for digit in map(digits.index, text):
        number += (digit & 31) << shift
        shift += 5
        if digit < 32:
            numbers.append(number)
            number, shift = 0, 0
    return numbers


def test_the_source_line_names_edition_wording_and_day(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "fab.html"
    run("export", "fab", "--format", "html", "-o", str(path))
    said = _read(path).find_class("source")[0].text_content()
    assert "Flesh and Blood Comprehensive Rules 2025" in said
    assert "restated, not the official wording" in said
    assert re.search(r"made on \d{4}-\d\d-\d\d", said)


def test_official_text_is_for_its_owner(port: Run, tmp_path: Path) -> None:
    path = tmp_path / "port.html"
    port("export", "port", "--format", "html", "-o", str(path))
    assert "for its owner's use only" in unescape(path.read_text(encoding="utf-8"))


def test_several_books_have_different_ids(port: Run, tmp_path: Path) -> None:
    path = tmp_path / "two.html"
    assert port("export", "port", "fab", "--format", "html", "-o", str(path)).code == 0
    page = _read(path)
    ids = [element.get("id") for element in page.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert {"1.0.1a", "fab:2.7.3a"} <= set(ids)
    assert [option.get("value") for option in page.iter("option")] == ["port", "fab"]


def test_a_page_in_portuguese_has_portuguese_captions(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "fabula.html"
    run("export", "fabula", "--format", "html", "--lang", "pt", "-o", str(path))
    page = _read(path)
    assert page.get("lang") == "pt"
    assert page.get_element_by_id("to-contents").text == "Sumário"


def test_only_a_page_holds_several_books(port: Run) -> None:
    assert port("export", "port", "fab").code == 2


def test_another_book_is_no_page(run: Run, tmp_path: Path) -> None:
    ran = run("export", "nosuch", "--format", "html", "-o", str(tmp_path / "x.html"))
    assert ran.code == 1
    assert not (tmp_path / "x.html").exists()


def test_cautions_are_on_the_page(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "two.html"
    run("export", "fab", "mtg", "--format", "html", "-o", str(path))
    page = _read(path)
    assert "caution: 2.0.3b has changed" in page.get_element_by_id("2.0.3b").text_content()
    assert "do not rule by it" in page.find_class("source")[1].text_content()

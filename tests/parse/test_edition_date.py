"""The date of an edition: the text is trusted before the name of the file."""

from __future__ import annotations

from pathlib import Path

import pytest
from parsing import document

from rules_cli.parse.inference import date_on_title_page, named_date, stated_date
from rules_cli.parse.profile import Profile
from rules_cli.sources.importing import named_version, read_source

RULES = "\n\n1. Kites\n\n1.1. A kite flies.\n"


@pytest.mark.parametrize(
    ("line", "date"),
    [
        ("These rules are effective as of November 8, 2024.", "2024-11-08"),
        ("These rules are effective as of November 8, 2024", "2024-11-08"),
        ("These rules are current as of October 1st, 2006.", "2006-10-01"),
        ("Effective as of 1 October 2006", "2006-10-01"),
        ("EFFECTIVE DATE: 2025-03-07", "2025-03-07"),
        ("Effective 2025/3/7", "2025-03-07"),
        ("Last updated: Sept. 5, 2023", "2023-09-05"),
        ("Valid from 31.01.2026", "2026-01-31"),
        ("Valid from 31/01/2026", "2026-01-31"),
        ("Valid from 01/31/2026", "2026-01-31"),
        ("Valid from 2/2/2026", "2026-02-02"),
        ("Em vigor a partir de 15 de março de 2026.", "2026-03-15"),
        ("Última atualização: 1º de maio de 2025", "2025-05-01"),
        ("Edition 2026-03-01.", "2026-03-01"),
        ("Fassung vom 3. Mai 2025", "2025-05-03"),
        ("Effective March 2024", "2024-03"),
        ("Valid from 01/02/2026", None),
        ("Effective as of February 30, 2024.", None),
        ("Last updated 3 months ago", None),
        ("Kites were first flown on November 8, 2024.", None),
        ("Effective as of November 8, 20245", None),
    ],
)
def test_the_date_that_a_text_states(line: str, date: str | None) -> None:
    assert stated_date([document(f"Kite Rules\n{line}{RULES}")], Profile()) == date


@pytest.mark.parametrize(
    ("line", "date"),
    [
        ("May 2, 2025", "2025-05-02"),
        ("Version 2.0, January 2004", "2004-01"),
        ("Revision 4.96 - 24 Jul 2022", "2022-07-24"),
        ("| Revised by | A. Flyer | February 4, 2023 |", "2023-02-04"),
        ("This is version 4.6, released on 2022-12-17.", "2022-12-17"),
        ("Kites were first flown on November 8, 2024.", None),
        ("Copyright May 2, 2025", None),
        ("Drawn up on May 2, 1925", None),
    ],
)
def test_the_date_on_a_title_page(line: str, date: str | None) -> None:
    assert date_on_title_page([document(f"Kite Rules\n\n{line}{RULES}")], Profile()) == date


def test_when_it_took_effect_tells_more_than_when_it_was_updated() -> None:
    text = f"Last updated 2026-02-01\n\nEffective as of January 16, 2026{RULES}"
    assert stated_date([document(text)], Profile()) == "2026-01-16"


@pytest.mark.parametrize(("before", "date"), [(79, "2020-05-01"), (80, None)])
def test_a_date_after_eighty_lines_is_a_rule_s(before: int, date: str | None) -> None:
    rules = "".join(f"1.{n}. A kite flies.\n\n" for n in range(1, before + 1))
    text = f"{rules}1.{before + 1}. Effective as of May 1, 2020, no kite sinks."
    assert stated_date([document(text)], Profile()) == date


@pytest.mark.parametrize(("length", "date"), [(300, "2020-05-01"), (301, None)])
def test_a_date_is_stated_in_three_hundred_characters(length: int, date: str | None) -> None:
    stated = "effective May 1, 2020"
    text = "Kite " + "k" * (length - len(stated) - 6) + " " + stated
    assert stated_date([document(text)], Profile()) == date


@pytest.mark.parametrize(
    ("names", "date"),
    [
        (["Kite Rules 20260116.txt"], "2026-01-16"),
        (["2026-01-16.txt"], "2026-01-16"),
        (["kites_2025.12.31_final.pdf"], "2025-12-31"),
        (["a-2025-01-01.md", "b-2026-01-01.md"], "2026-01-01"),
        (["003_850ec2116309a6bc.txt"], None),
        (["kites-20261340.txt"], None),
        (["kites-2026.txt"], None),
        (["KITES_2024Sep23_EN.pdf"], "2024-09-23"),
        (["Kites_2026_Mar_2.pdf"], "2026-03-02"),
        (["Kites November 8, 2024.pdf"], "2024-11-08"),
        (["Kites 2024 marked 23.pdf"], None),
        (["Kites_2024Feb30.pdf"], None),
    ],
)
def test_the_date_in_a_file_s_name(names: list[str], date: str | None) -> None:
    assert named_date(names) == date


@pytest.mark.parametrize(
    ("name", "stated", "given", "edition", "by", "other"),
    [
        ("kites.txt", "Effective May 2, 2025", None, "2025-05-02", "the text", None),
        ("kites 20250501.txt", "Effective May 2, 2025", None, "2025-05-02", "the text", "2025-05-01"),
        ("kites 20250501.txt", "", None, "2025-05-01", "the file's name", None),
        ("en-kites-2.14.0.txt", "", None, "2.14.0", "the file's name", None),
        ("en-kites-2.14.0.txt", "Effective May 2, 2025", None, "2025-05-02", "the text", None),
        ("kites-2.14.0.txt", "Version 3, 2 May 2025", None, "2.14.0", "the file's name", None),
        ("kites-2024.txt", "Version 3 (2025-05-02)", None, "2025-05-02", "the text", None),
        ("kites-2024.txt", "The Rules of 2025", None, "2024", "the file's name", None),
        ("kites.txt", "The Rules of 2025", None, "2025", "the text", None),
        ("kites.txt", "The Battle of 1525", None, "undated", "nothing", None),
        ("kites.txt", "Copyright 2025 The Kite Club", None, "undated", "nothing", None),
        ("kites.txt", "", None, "undated", "nothing", None),
        ("kites.txt", "Effective May 2, 2025", "beta", "beta", "you", None),
    ],
)
def test_what_names_an_edition(
    tmp_path: Path, name: str, stated: str, given: str | None, edition: str, by: str, other: str | None
) -> None:
    path = tmp_path / name
    path.write_text(f"{stated}{RULES}")
    read = read_source([path], "kites", given)
    assert (read.book.edition, read.edition_from, read.in_name) == (edition, by, other)


@pytest.mark.parametrize(
    ("names", "version"),
    [
        (["en-kites-2.14.0.txt"], "2.14.0"),
        (["kites v1.2.pdf"], "1.2"),
        (["Kites Version 3.0.1 final.md"], "3.0.1"),
        (["2.7 Names.html"], None),  # a section
        (["kites 31.12.2025.txt"], None),
        (["kites-10.0.0.1.txt"], None),
        (["kites-1.2.3.txt", "more-kites-1.2.3.txt"], "1.2.3"),
        (["kites-1.2.3.txt", "kites-1.2.4.txt"], None),
    ],
)
def test_the_version_in_a_file_s_name(names: list[str], version: str | None) -> None:
    assert named_version(names) == version


def test_a_web_page_states_the_date_outside_the_rulebook_s_own_part(tmp_path: Path) -> None:
    page = tmp_path / "kites.html"
    rules = "".join(f"<p>1.{n}. A kite flies as high as its line is long.</p>" for n in range(1, 20))
    page.write_text(f"<p>Effective <b>2 March 2026</b>.</p><main><h1>1. Kites</h1>{rules}</main>", encoding="utf-8")
    read = read_source([page], "kites")
    assert (read.book.edition, [dropped.text for dropped in read.book.dropped]) == (
        "2026-03-02",
        ["Effective 2 March 2026."],
    )


@pytest.mark.parametrize(("language", "date"), [("en", None), ("pt", "2026-01-10"), ("fr", "2026-01-10")])
def test_only_english_may_print_the_month_first(language: str, date: str | None) -> None:
    profile = Profile(language=language)
    assert date_on_title_page([document(f"Kites\n\nv2, 10/01/2026{RULES}")], profile) == date
    assert stated_date([document(f"Kites\nLast updated 10/01/2026{RULES}")], profile) == date
    assert stated_date([document(f"Kites\nLast updated 25/01/2026{RULES}")], profile) == "2026-01-25"

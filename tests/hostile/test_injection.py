"""Hostile text in files and arguments is only text: no escape sequence, markup, path, link or command in it works."""

from __future__ import annotations

import json
import re
import socket
import unicodedata
from collections.abc import Callable, Sequence
from html.parser import HTMLParser
from itertools import cycle
from pathlib import Path

import pytest
import yaml
from huge import docx, zipped
from markdown_it import MarkdownIt
from pdf_files import Page, pdf
from strategies import CONTROLS, HOSTILE, MARKUP, PATHS, SYNTAX
from support import HARBOUR, Ran, Run

from rules_cli.store import tree_yaml

pytestmark = pytest.mark.hostile

UNSEEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}
"""The Unicode categories of invisible signs, which can control a terminal or mislead a reader."""


def obeyed(text: str) -> list[str]:
    """Return the invisible signs of a text."""
    return [char for char in text if unicodedata.category(char) in UNSEEN and char not in "\n\t"]


def check(ran: Ran, asked: object) -> None:
    """Check a run: a documented exit code, one line for an error, and no invisible sign."""
    assert ran.code in (0, 1, 2), (asked, ran)
    assert not obeyed(ran.out + ran.err), (asked, ran)
    assert "this is a bug" not in ran.err, (asked, ran)
    assert all(line.startswith("rules: ") for line in ran.err.splitlines()), (asked, ran)
    if ran.code == 2:
        assert len(ran.err.splitlines()) == 1, (asked, ran)


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Return a list of the attempts to use the network, all of which fail."""
    asked: list[object] = []

    def refuse(*args: object, **_: object) -> None:
        asked.append(args)
        raise OSError("no network here")

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setattr(socket.socket, "connect", refuse)
    return asked


@pytest.fixture
def deep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, so deep that `../../x` still is the test's own."""
    folder = tmp_path / "a" / "b" / "c" / "d"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    return folder


# --- arguments

COMMANDS = """
X
show X
show harbour:X
show harbour@X:1.0.1
show 1.0.1 -b X
show 1.0.1 -b harbour --lang X
show 1.0.1 -b harbour --as-of X
show 1.0.1 -b harbour --depth X
show X --json
search X
search X -b harbour --json
search ship -b X
search ship -n X
explain X -b harbour
explain harbour:X
refs X
tree X
tree harbour:X
term X
term X -b harbour --json
cite X
cite 1.0.1 -b harbour --format X
name match X Y -b fab
name match X X -b mtg --json
name match A B -b X
name moniker X -b fab
name moniker X -b ga --json
name part X X -b fabula
name find X -b fab
name import X -b fab
name import FILE -b X
cost X
cost fab X
cost fab 3 X
cost fab 3 +1:X
cost fab 3 --hand X
cost mtg X
cost mtg {1} --have X
cost ga X --json
cost fabula 1 --turn X
cost fab 3 -b X
books X
import X --book kites
import FILE --book X
import FILE --book kites --edition X
import FILE --book kites --profile X
import FILE --book kites --save-profile X
fetch X
fetch mtg --from X
fetch harbour --edition X
remove X
remove harbour@X
remove X --cards
export X
export harbour --format X
lint X
lint FILE -b X
diff X Y
diff harbour@X harbour
diff harbour X
trace X
trace harbour X
trace harbour:1.0.1 --at X
check X
check FILE -b X
check FILE --written X
config X
config book X
config lang X
doctor X
""".strip().split("\n")
CORE = tuple(said for said in (*CONTROLS[:2], "\u202ex", *MARKUP[:2], *SYNTAX[:4], *PATHS[::2]) if "\0" not in said)
"""A few of each kind, without the one sign that no system lets into an argument."""


def filled(command: str, said: str, file: Path) -> list[str]:
    """The words of a command, with what is said for X."""
    return [str(file) if word == "FILE" else word.replace("X", said) for word in command.split(" ")]


@pytest.mark.parametrize("command", COMMANDS)
def test_hostile_arguments_are_treated_as_text(
    command: str, harbour: Path, deep: Path, run: Run, home: Path, no_network: list[object]
) -> None:
    run("import", str(harbour), "--book", "harbour", "--edition", "1")
    outside = set(deep.parents[3].iterdir())
    for said in HOSTILE if command == "X" else CORE:
        argv = filled(command, said, harbour)
        ran = run(*argv)
        check(ran, argv)
        if "--json" in argv and "--" not in argv and ran.out:
            json.loads(ran.out)
    assert not list(deep.rglob("owned"))
    assert set(deep.parents[3].iterdir()) == outside
    assert {path.name for path in home.iterdir()} <= {"data", "cache", "config"}
    assert not no_network or command == "fetch mtg --from X"


@pytest.mark.parametrize("said", [word for word in PATHS if word.strip()])
@pytest.mark.parametrize("name", ["RULES_BOOK", "RULES_LANG"])
def test_hostile_environments_are_treated_as_text(
    name: str, said: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, said.replace("\x00", "\x1b"))
    for argv in (["show", "1.0.1"], ["search", "name"], ["name", "match", "A", "B"], ["cost", "3"], ["config"]):
        check(run(*argv), (name, said, argv))


@pytest.mark.parametrize("path", ["../../x", "/etc/passwd", "a/b", "a\\b", "..", "x\0", "~"])
def test_a_path_is_refused_as_a_book_edition_or_card_list(
    path: str, harbour: Path, run: Run, home: Path, deep: Path
) -> None:
    for argv in (
        ["import", str(harbour), "--book", path],
        ["import", str(harbour), "--book", "kites", "--edition", path],
        ["name", "import", str(harbour), "-b", path],
        ["remove", path],
        ["remove", path, "--cards"],
        ["fetch", path],
    ):
        assert run(*argv).code != 0, argv
    assert not list(home.rglob("*.yaml"))
    assert not list(deep.iterdir())


# --- documents

VISIBLE = tuple(said for said in (*MARKUP, *SYNTAX) if "\n" not in said)
TYPED = tuple(said for said in CONTROLS if "\0" not in said)
"""What may stand in a text: with a nought in it a file is none."""


def lines(said: Sequence[str]) -> list[str]:
    """A rulebook with something in every place that a rulebook has."""
    text = ["1 Kites", "", f"1.0 {said[0]}", ""]
    for at, words in enumerate(said, 1):
        text += [f"1.0.{at} A kite says {words} and flies. See [1.0.{at}] and [9.9].", ""]
        text += [f"Example: It says {words}.", ""]
    return [*text, "Glossary", "", said[0], "", f"A word that says {said[0]}.", ""]


def text_book(said: Sequence[str]) -> bytes:
    return "\n".join(lines(said)).encode("utf-8", "replace")


def markdown_book(said: Sequence[str]) -> bytes:
    plain = "".join(f"{at}. A kite flies.\n" for at in range(1, 31))  # enough numbers for a rulebook
    numbers = "".join(f"{at}. A kite says {words}.\n   * {words}\n" for at, words in enumerate(said, 31))
    return f"# Sky - Kites\n\n{plain}\n## {said[0]}\n\n{numbers}\n[{said[-1]}](../{said[0]})\n".encode(
        "utf-8", "replace"
    )


def page_book(said: Sequence[str]) -> bytes:
    paragraphs = "".join(
        f"<p title='{words}'>{line}</p>" for words, line in zip(cycle(said), lines(said), strict=False)
    )
    return f"<!doctype html><html><body><main>{paragraphs}</main></body></html>".encode("utf-8", "replace")


def word_book(said: Sequence[str]) -> bytes:
    kept = ("".join(c for c in line if c.isprintable()) for line in lines(said))
    escaped = (line.replace("&", "&amp;").replace("<", "&lt;") for line in kept)
    return docx("".join(f"<w:p><w:r><w:t>{line}</w:t></w:r></w:p>" for line in escaped))


def printed_book(said: Sequence[str]) -> bytes:
    page = Page()
    for at, line in enumerate(filter(None, lines(said))):
        page.put(72, 40 + at * 14, "".join(c for c in line if 32 <= ord(c) < 127), size=6)
    return pdf(page)


def zip_book(said: Sequence[str]) -> bytes:
    name = "".join(c for c in said[0] if c != "\0")
    return zipped({"a/owned~.md": markdown_book(said), f"a/{name}.md": b"# P\n\n1. A.\n"})


def gitbook(said: Sequence[str]) -> bytes:
    listed = f"# Contents\n\n* [{said[0]}](kites.md)\n* [x](../../../../etc/passwd)\n* [y](https://evil.example/x.md)\n"
    return zipped({"SUMMARY.md": listed.encode("utf-8", "replace"), "kites.md": markdown_book(said)})


READERS: dict[str, tuple[str, Callable[[Sequence[str]], bytes]]] = {
    "text": ("book.txt", text_book),
    "markdown": ("book.md", markdown_book),
    "HTML": ("book.html", page_book),
    "DOCX": ("book.docx", word_book),
    "PDF": ("book.pdf", printed_book),
    "zip": ("book.zip", zip_book),
    "GitBook": ("gitbook.zip", gitbook),
}
QUESTIONS = """
show kites:1.0.1
show kites:1.0.1 --json
show fragment -b kites
search kite -b kites
search says -b kites --why
search says -b kites --json
tree kites
tree kites --json
explain kites:1.0.1
refs kites:1.0.1
term kite -b kites
cite kites:1.0.1
cite kites:1.0.1 --format markdown
cite kites:1.0.1 --format html
cite kites:1.0.1 --format json
lint kites
lint FILE
lint FILE --json
export kites --format yaml
export kites --format json
export kites --format ndjson
books
trace kites:1.0.1
diff kites@1 kites@2
diff kites@1 kites@2 --html
diff kites@1 kites@2 --json
check FILE -b kites
check FILE -b kites --json
doctor
""".strip().split("\n")


@pytest.mark.parametrize("said", [TYPED, MARKUP, SYNTAX], ids=["controls", "markup", "syntax"])
@pytest.mark.parametrize("reader", READERS)
def test_hostile_documents_are_treated_as_text(
    reader: str, said: Sequence[str], tmp_path: Path, run: Run, deep: Path, no_network: list[object]
) -> None:
    name, make = READERS[reader]
    for edition, words in (("1", said), ("2", said[1:])):
        (deep / name).write_bytes(make(words))
        ran = run("import", name, "--book", "kites", "--edition", edition)
        check(ran, reader)
        assert ran.code == 0, ran
    for question in QUESTIONS:
        ran = run(*question.replace("FILE", name).split(" "))
        check(ran, question)
    assert not no_network
    assert not list(tmp_path.rglob("*owned*"))


def test_an_import_of_a_folder_reads_nothing_outside_it(tmp_path: Path, run: Run, deep: Path) -> None:
    (tmp_path / "secret.md").write_text("# Secret\n\n1. Nobody knows.\n", encoding="utf-8")
    book = deep / "book"
    (book / "in").mkdir(parents=True)
    (book / "kites.md").write_text("# Kites\n\n1. A kite. [x](../../secret.md)\n", encoding="utf-8")
    (book / "SUMMARY.md").write_text("* [K](kites.md)\n* [S](../secret.md)\n* [T](up/secret.md)\n", encoding="utf-8")
    (book / "link.md").symlink_to(tmp_path / "secret.md")
    (book / "up").symlink_to(tmp_path, target_is_directory=True)
    (book / "in" / "round").symlink_to(book, target_is_directory=True)
    assert run("import", str(book), "--book", "kites").code == 0
    assert "knows" not in run("export", "kites").out


def test_words_that_look_like_markup_are_kept(tmp_path: Path, run: Run) -> None:
    (tmp_path / "book.txt").write_bytes(text_book(MARKUP))
    run("import", str(tmp_path / "book.txt"), "--book", "kites")
    for at, words in enumerate(MARKUP, 1):
        shown = run("show", f"kites:1.0.{at}", "--depth", "0")
        assert f"A kite says {words} and flies." in shown.out


# --- formats to paste and to share


class Tags(HTMLParser):
    """The elements and attributes of a page, and its words."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[tuple[str, str]] = set()
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found |= {(tag, name) for name, _ in attrs} or {(tag, "")}

    def handle_data(self, data: str) -> None:
        self.words += data


def parsed(page: str) -> Tags:
    tags = Tags()
    tags.feed(page)
    tags.close()
    return tags


@pytest.fixture
def kites(tmp_path: Path, run: Run) -> None:
    """Two editions of a book whose every word is hostile; the second lacks a few."""
    for edition, said in (("1", VISIBLE), ("2", [*VISIBLE[2:], "changed", "<i>new</i>"])):
        (tmp_path / "book.txt").write_bytes(text_book(said))
        run("import", str(tmp_path / "book.txt"), "--book", "kites", "--edition", edition)


@pytest.mark.usefixtures("kites")
def test_a_citation_in_html_escapes_the_text(run: Run) -> None:
    for at, words in enumerate(VISIBLE, 1):
        tags = parsed(run("cite", f"kites@1:1.0.{at}", "--format", "html").out)
        assert tags.found <= {("blockquote", ""), ("p", ""), ("b", ""), ("small", "")}
        assert " ".join(f"A kite says {words} and flies.".split()) in " ".join(tags.words.split())


@pytest.mark.usefixtures("kites")
def test_a_comparison_in_html_escapes_the_text(run: Run) -> None:
    page = run("diff", "kites@1", "kites@2", "--html").out
    own = set("b body del details div h1 h2 h3 head i ins li nav p small style summary title ul".split())
    attributes = {("html", "lang"), ("meta", "charset"), ("meta", "name"), ("meta", "content")}
    attributes |= {("a", "href"), ("h2", "id"), ("h3", "id")}
    assert parsed(page).found <= {(tag, "") for tag in own} | attributes
    assert not re.search(r"https?:(?!//evil\.example)|url\(|@import|src=(?!x)", page)


OWN_MARKDOWN = {
    "blockquote_open", "blockquote_close", "paragraph_open", "paragraph_close", "inline", "text", "text_special",
    "strong_open", "strong_close", "softbreak",
}  # fmt: skip
OWN_LISTS = {"bullet_list_open", "bullet_list_close", "list_item_open", "list_item_close"}


@pytest.mark.usefixtures("kites")
def test_a_citation_in_markdown_escapes_the_text(run: Run) -> None:
    for at, words in enumerate(VISIBLE, 1):
        cited = run("cite", f"kites@1:1.0.{at}", "--format", "markdown").out
        tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(cited)
        every = [*tokens, *(child for token in tokens for child in token.children or ())]
        assert {token.type for token in every} <= OWN_MARKDOWN, cited
        assert sum(token.type == "strong_open" for token in every) == 1, cited
        said = "".join(token.content if token.type != "softbreak" else "\n" for token in every if not token.children)
        assert f"A kite says {words} and flies." in said


@pytest.mark.parametrize("first", [word for word in MARKUP if "\n" not in word])
def test_a_line_of_a_citation_in_markdown_starts_no_list_heading_or_code(first: str, tmp_path: Path, run: Run) -> None:
    path = tmp_path / "book.docx"
    words = first.replace("&", "&amp;").replace("<", "&lt;")
    path.write_bytes(docx(f"<w:p><w:r><w:t>1.1 A kite</w:t><w:br/><w:t xml:space='preserve'>{words}</w:t></w:r></w:p>"))
    assert run("import", str(path), "--book", "kites").code == 0
    cited = run("cite", "kites:1.1", "--format", "markdown").out
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(cited)
    every = [*tokens, *(child for token in tokens for child in token.children or ())]
    assert {token.type for token in every} <= OWN_MARKDOWN | OWN_LISTS, cited


@pytest.mark.usefixtures("kites")
def test_an_exported_tree_keeps_every_word(run: Run) -> None:
    exported = yaml.safe_load(run("export", "kites@1", "--format", "yaml").out)
    texts = {row["number"]: row.get("text") for row in exported["rules"]}
    for at, words in enumerate(VISIBLE, 1):
        assert f"A kite says {words} and flies." in texts[f"1.0.{at}"]


def test_an_exported_tree_has_no_control_signs_and_is_read_as_the_same_tree(tmp_path: Path, run: Run) -> None:
    (tmp_path / "book.txt").write_bytes(text_book(TYPED))
    run("import", str(tmp_path / "book.txt"), "--book", "kites", "--edition", "1")
    exported = run("export", "kites", "--format", "yaml").out
    assert not obeyed(exported)
    (stored,) = (tmp_path / "home" / "data" / "books" / "kites").glob("*.yaml")
    assert tree_yaml.from_plain(yaml.safe_load(exported), "x") == tree_yaml.load(stored)


# --- on a terminal

_STYLE = re.compile(r"\x1b\[[0-9;]*m")
_LINK = re.compile(r"\x1b\]8;(?:id=[0-9-]+)?;([^\x1b\x07]*)\x1b\\")


@pytest.fixture
def on_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Standard output is taken for a terminal in colour."""
    monkeypatch.setattr("rules_cli.render.out.on_terminal", lambda: True)
    for name, value in (("FORCE_COLOR", "1"), ("TERM", "xterm-256color"), ("COLUMNS", "80"), ("PAGER", "")):
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("NO_COLOR", raising=False)


def shown(text: str) -> tuple[str, list[str]]:
    """What a terminal shows of a text in colour, and the addresses of its links."""
    return _LINK.sub("", _STYLE.sub("", text)), [link for link in _LINK.findall(text) if link]


@pytest.mark.usefixtures("on_terminal")
@pytest.mark.parametrize("said", [TYPED, MARKUP, SYNTAX], ids=["controls", "markup", "syntax"])
def test_a_terminal_gets_only_colours_and_official_links(
    said: Sequence[str], tmp_path: Path, run: Run, no_network: list[object]
) -> None:
    (tmp_path / "book.txt").write_bytes(text_book(said))
    for edition in ("1", "2"):
        run("import", str(tmp_path / "book.txt"), "--book", "fab", "--edition", edition)
    coloured = False
    for question in QUESTIONS:
        argv = question.replace("kites", "fab").replace("FILE", str(tmp_path / "book.txt")).split(" ")
        ran = run(*argv)
        words, links = shown(ran.out)
        check(Ran(ran.code, words, ran.err), argv)
        assert all(re.fullmatch(r"https://[\x21-\x7e]+", link) for link in links), links
        coloured = coloured or words != ran.out
    assert coloured
    assert not no_network


@pytest.mark.usefixtures("on_terminal")
def test_words_in_brackets_are_shown_on_a_terminal(tmp_path: Path, run: Run) -> None:
    (tmp_path / "book.txt").write_bytes(text_book(MARKUP))
    run("import", str(tmp_path / "book.txt"), "--book", "kites")
    for at, words in enumerate(MARKUP[:3], 1):
        seen, links = shown(run("show", f"kites:1.0.{at}").out)
        assert words in " ".join(seen.split())
        assert not links


TREE = """
format: 1
book: fab
edition: '1'
title: "T\\e[31m\\u202E<b>[red]"
language: "en\\e]0;x\\a"
rules:
- number: "1.1)](https://evil.example) \\e]8;;https://evil.example\\e\\\\ \\n<b>"
  kind: heading
  title: "[link=https://evil.example]\\e[2J"
- number: "1.2"
  parent: "../../x"
  text: "See."
  references:
  - ["\\e[5mhere", "9.9\\u202e"]
anomalies:
- ["\\e[5mkind", "1.2", 3, "\\e[5mdetail", "\\e[5mfile"]
"""


@pytest.mark.usefixtures("on_terminal")
def test_a_made_up_tree_is_shown_as_text(home: Path, run: Run) -> None:
    folder = home / "data" / "books" / "fab"
    folder.mkdir(parents=True)
    (folder / "1.yaml").write_text(TREE, encoding="utf-8")
    hostile = yaml.safe_load(TREE)["rules"][0]["number"]
    for question in (*QUESTIONS, "tree fab", "search see -b fab"):
        argv = question.replace("kites:1.0.1", "fab:1.2").replace("kites@2", "fab@shipped").replace("kites", "fab")
        for words in (argv.split(" "), ["show", f"fab:{hostile}"], ["cite", f"fab:{hostile}", "--format", "markdown"]):
            ran = run(*words)
            seen, links = shown(ran.out)
            check(Ran(ran.code, seen, ran.err), words)
            assert all(re.fullmatch(r"https://rules\.fabtcg\.com/[\x21-\x7e]*", link) for link in links), links
    cited = run("cite", f"fab:{hostile}", "--format", "markdown").out
    assert "](https://evil" not in cited.replace("\\](", "")


# --- files that are written


def test_a_fixed_text_replaces_a_link_and_not_its_target(tmp_path: Path, run: Run, deep: Path) -> None:
    later = HARBOUR.replace("1.0.2 A ship", "1.0.2 A quay is a place for one ship.\n\n1.0.3 A ship")
    for edition, text in (("2020-01-01", HARBOUR), ("2021-01-01", later)):
        (deep / "book.txt").write_text(text, encoding="utf-8")
        run("import", "book.txt", "--book", "harbour", "--edition", edition)
    (deep / "notes.md").write_text("See harbour:1.0.2 for flags.\n", encoding="utf-8")
    (tmp_path / "precious").write_text("mine", encoding="utf-8")
    (deep / "notes.fixed.md").symlink_to(tmp_path / "precious")
    ran = run("check", "notes.md", "-b", "harbour", "--written", "2020-01-01", "--fix")
    assert "1 rewritten in notes.fixed.md" in ran.out
    assert (deep / "notes.fixed.md").read_text(encoding="utf-8") == "See harbour:1.0.3 for flags.\n"
    assert (tmp_path / "precious").read_text(encoding="utf-8") == "mine"
    assert not (deep / "notes.fixed.md").is_symlink()


def test_a_saved_profile_overwrites_no_file(harbour: Path, tmp_path: Path, run: Run, deep: Path) -> None:
    (deep / "there.yaml").write_text("mine", encoding="utf-8")
    (deep / "link.yaml").symlink_to(tmp_path / "nowhere.yaml")
    for name in ("there.yaml", "link.yaml"):
        run("import", str(harbour), "--book", "harbour", "--save-profile", name)
    assert (deep / "there.yaml").read_text(encoding="utf-8") == "mine"
    assert not (tmp_path / "nowhere.yaml").exists()

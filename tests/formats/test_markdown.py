"""Markdown and GitBook's additions to it: what a reader sees of each line, and what role the line has."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rules_cli.formats import read_bytes
from rules_cli.formats.markdown import inline, is_markdown
from rules_cli.formats.source_line import Document, Link


def markdown(text: str) -> Document:
    """A text read as markdown."""
    return read_bytes(text.encode(), "page.md")


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        pytest.param("1.1 A kite.", "page.md", True, id="by its name"),
        pytest.param("1.1 A kite.", "PAGE.MARKDOWN", True, id="by its name in capitals"),
        pytest.param("intro\n## Kites\n1. A kite.", "page", True, id="by a heading"),
        pytest.param("intro\r## Kites\r1. A kite.", "page", True, id="by a heading between CRs"),
        pytest.param("# Kites\n\n## Wind\n\n1. A kite.", "page.txt", True, id="by two headings"),
        pytest.param('1. A\n  {% hint style="info" %}', "page.txt", True, id="by a hint box"),
        pytest.param("# of players: 2\n1.1 Score 2*3*4 points.", "page.txt", False, id="one number of players"),
        pytest.param("# of players: 2\n1.1 Score 2*3*4 points.", "page.TEXT", False, id="one in a .text"),
        pytest.param("# of players: 2\n\n# of kites: 3\n\n1.1 A.", "page.txt", False, id="two numbers of players"),
        pytest.param("Kites\n# Players: 2\n# Winds: 3\n1.1 A.", "page.txt", False, id="two inside a paragraph"),
        pytest.param("# Kites fly.\n\n# Winds blow.\n\n1.1 A.", "page.txt", False, id="two sentences"),
        pytest.param("# Kites\n\n1. A kite.", "page.txt", False, id="one heading may be chance"),
        pytest.param("1.1 A *kite* is #1.\n#2\n# ", "page.txt", False, id="no sign of it"),
        pytest.param("1.1 A kite.\n\n1.2 Wind.", "page.txt", False, id="plain text"),
        pytest.param("## 1.1. A kite.\n\n## 1.2. a line.", "page.txt", True, id="by two sentences under two signs"),
        pytest.param("1.1 **Kite** a.\n\n" * 3, "page.txt", True, id="by three bold words"),
        pytest.param("1.1 **Kite** a.\n\n" * 2 + "1.2 Wind.\n", "page.txt", False, id="by two bold words"),
        pytest.param("1.1 **Kite** a.\n" * 3 + "1.2 Wind.\n" * 297, "page.txt", False, id="one line of a hundred"),
        pytest.param("1.1 A [kite](https://k.example).\n\n" * 3, "page.txt", False, id="links alone"),
        pytest.param("1.1 2**3**4 is x**y.\n" * 9, "page.txt", False, id="sums"),
        pytest.param("[kite](red) and [line](blue)\n" * 9, "page.txt", False, id="words in brackets"),
    ],
)
def test_a_text_is_taken_for_markdown(text: str, name: str, expected: bool) -> None:
    assert is_markdown(text, name) is expected
    assert read_bytes(text.encode(), name).joins is expected


@pytest.mark.parametrize(
    ("raw", "level", "text"),
    [
        pytest.param("# Kites", 1, "Kites", id="first level"),
        pytest.param("###### Kites", 6, "Kites", id="sixth level"),
        pytest.param("## Kites ##", 2, "Kites", id="closing signs"),
        pytest.param("## The C#", 2, "The C#", id="a sign at the end that is a word's"),
        pytest.param("   ## **Kites** &amp; *wind*:", 2, "Kites & wind:", id="indented, with emphasis"),
        pytest.param("### 1.1. Kites§", 3, "1.1. Kites", id="a number and a permalink"),
    ],
)
def test_heading(raw: str, level: int, text: str) -> None:
    (line,) = markdown(raw).lines
    assert (line.role, line.level, line.text) == ("heading", level, text)


@pytest.mark.parametrize("raw", ["#Kites", "####### Kites", "    # Kites", "1.1 # Kites"])
def test_no_heading(raw: str) -> None:
    (line,) = markdown(raw).lines
    assert line.role == "text"


SHOWN = {
    "emphasis": ("a *kite* and **two** and _one_", "a kite and two and one"),
    "emphasis within emphasis": ("***a* kite**", "a kite"),
    "an asterisk alone": ("a kite of * is *", "a kite of * is *"),
    "underscores in a word": ("a_kite_here", "a_kite_here"),
    "escaped brackets": (r"\[KITE] and \[Name], \[Title]", "[KITE] and [Name], [Title]"),
    "an escaped asterisk": (r"a \* kite", "a * kite"),
    "code": ("a `kite`", "a kite"),
    "entities": ("wind&#x20;&amp; rain&nbsp;fall &lt;X&gt;", "wind & rain fall <X>"),
    "a blank as entity at the end": ("a kite.&#x20;", "a kite."),
    "a backslash at the end": ("a kite.\\", "a kite."),
    "a line break": ("a kite<br>falls<br/>", "a kite falls"),
    "a picture": ("a ![kite](kite.png) falls", "a kite falls"),
    "an image as a tag": ('a <img src="kite.png" alt=""> falls', "a  falls"),
    "a link's text": ("a [kite *tail*](tail.md) falls", "a kite tail falls"),
    "brackets that are no link": ("a [kite] falls", "a [kite] falls"),
    "a word in angle brackets": ("a <Kite> and a <First Kite> fly", "a <Kite> and a <First Kite> fly"),
    "a number in angle brackets": (r"<Kite 2> \<Wind> <Kite \(amount\)>", "<Kite 2> <Wind> <Kite (amount)>"),
    "words like elements": ("<Base> and <Link> and <B> and <BASE>x", "<Base> and <Link> and <B> and x"),
    "elements in capitals": ("a<BR>kite <Br>flies <STRONG>high</STRONG>", "a kite  flies high"),
    "a comment": ("a <!-- red --> kite", "a  kite"),
    "an address": ("<https://example.org/kite>", "https://example.org/kite"),
}


@pytest.mark.parametrize(("content", "shown"), SHOWN.values(), ids=SHOWN)
def test_what_a_reader_sees(content: str, shown: str) -> None:
    assert inline(content).text == shown


def test_tags_before_the_words_of_a_heading_are_names_of_it() -> None:
    (line,) = markdown("## <article-A><speed-kites><speedkites> Article A: Speed").lines
    assert (line.text, line.anchors) == ("Article A: Speed", ("article-A",))
    assert [line.text for line in markdown("# <kite-title>Kites").lines] == ["Kites"]
    assert [line.text for line in markdown("## <Kite>\n## <red-kite> flies").lines] == ["<Kite>", "<red-kite> flies"]


@given(st.from_regex(r"[A-Z][a-z]{0,8}( [A-Z]?[a-z0-9]{1,5}){0,2}", fullmatch=True))
def test_words_in_angle_brackets_are_kept(words: str) -> None:
    assume(words.partition(" ")[0] not in ("Br", "Hr", "Img", "P"))
    assert inline(f"a <{words}> kite").text == f"a <{words}> kite"


@pytest.mark.parametrize("heading", ["## Kites [#](#kites)", '## Kites <a href="#x" id="x">#</a>', "## [](#k)Kites"])
def test_a_permalink_is_no_text_and_no_reference(heading: str) -> None:
    (line,) = markdown(heading).lines
    assert (line.text, line.links) == ("Kites", ())


def test_a_link_to_its_own_line_is_no_reference() -> None:
    assert inline('<a id="k"></a>[1.1](#k) See [1.2](#w).').links == (Link("1.2", "#w"),)


RULES = """<table><tr><td>103.</td><td>A **kite** of <Oak> &lt;Ash></td></tr>
<tr><td>103.1.b.1.</td><td>
Its tail, [see](tail.md).</td></tr></table>
"""


class TestTables:
    def test_rules_in_a_table_of_tags(self) -> None:
        lines = [line for line in markdown(f"# Kites\n{RULES}\nText.").lines if line.role != "blank"]
        assert [(line.number, line.role, line.text) for line in lines] == [
            (1, "heading", "Kites"),
            (2, "text", "103. A kite of <Oak> <Ash>"),
            (3, "text", "103.1.b.1. Its tail, see."),
            (6, "text", "Text."),
        ]
        assert lines[2].links == (Link("see", "tail.md"),)

    def test_a_table_of_tags_that_holds_data(self) -> None:
        (line,) = markdown("<table><tr><td>oak</td><td>4</td></tr></table>").lines
        assert (line.role, line.marker, line.text) == ("item", "•", "| oak | 4 |")

    def test_a_table_in_a_box_is_a_note(self) -> None:
        lines = markdown(f'{{% hint style="info" %}}\n{RULES}{{% endhint %}}').lines
        assert [line.role for line in lines if line.text] == ["note", "note"]

    @pytest.mark.parametrize("text", ["<table><tr><td>1.1 Kites", f"```\n{RULES}```"])
    def test_what_is_no_table(self, text: str) -> None:
        assert [line.raw for line in markdown(text).lines] == text.splitlines()

    @pytest.mark.parametrize("numbers", [("103.1", "103.1.a."), ("1a", "1b"), ("3A", "3B.")])
    def test_rules_of_any_shape_in_a_table_of_bars(self, numbers: tuple[str, str]) -> None:
        one, two = numbers
        found = markdown(f"| a | b |\n|---|---|\n| {one} | Kite |\n| {two} | Tail |").lines[2:]
        assert [(line.role, line.text) for line in found] == [("text", f"{one} Kite"), ("text", f"{two} Tail")]

    def test_counts_in_a_table_of_bars_are_no_rules(self) -> None:
        found = markdown("| a | b |\n|---|---|\n| 1. | Kite |\n| 2. | Tail |").lines[2:]
        assert [line.role for line in found] == ["item", "item"]


def test_links_in_the_order_of_print() -> None:
    text = "see [the **wind**](../wind/README.md#general-rules) and [rain](rain.md)"
    line = inline(text)
    assert (line.text, line.links, line.anchors) == (
        "see the wind and rain",
        (Link("the wind", "../wind/README.md#general-rules"), Link("rain", "rain.md")),
        (),
    )


def roles(text: str) -> list[tuple[str, str, int]]:
    """Each line's role, words and level."""
    return [(line.role, line.words, line.level) for line in markdown(text).lines]


def test_lists_keep_their_printed_numbers_and_columns() -> None:
    assert roles("3. A kite.\n   1. Its tail.\n      * A bow\n\t- A ribbon\n7) A reel.") == [
        ("item", "3. A kite.", 0),
        ("item", "1. Its tail.", 3),
        ("item", "A bow", 6),
        ("item", "A ribbon", 4),
        ("item", "7) A reel.", 0),
    ]


class TestBoxes:
    def test_every_line_of_a_box_is_a_note(self) -> None:
        assert roles('{% hint style="info" %}\nA kite.\n\n# Tail\n* A bow\n2. Two\n{% endhint %}\nWind.') == [
            ("markup", "", 0),
            ("note", "A kite.", 1),
            ("blank", "", 0),
            ("note", "Tail", 1),
            ("note", "• A bow", 1),
            ("note", "2. Two", 1),
            ("markup", "", 0),
            ("text", "Wind.", 0),
        ]

    def test_each_box_has_a_number(self) -> None:
        lines = markdown("{% hint %}\nA\n{% endhint %}\n{% hint %}\nB\n{% endhint %}").lines
        assert [line.level for line in lines if line.role == "note"] == [1, 2]

    def test_a_tag_that_is_never_closed_opens_no_box(self) -> None:
        assert [role for role, _, _ in roles('{% embed url="x" %}\nA kite.\n{% hint %}\nB.')] == ["markup", "text"] * 2

    def test_a_box_that_is_closed_again_and_again_is_closed_once(self) -> None:
        assert [role for role, _, _ in roles("{% hint %}\nA\n{% endhint %}\n{% endhint %}\nB")][-1] == "text"

    def test_an_image_in_a_box_has_no_words(self) -> None:
        assert roles("{% hint %}\n![](kite.png)<br>\nA kite.\n{% endhint %}")[1:3] == [
            ("markup", "", 0),
            ("note", "A kite.", 1),
        ]


def test_no_line_is_lost_in_the_middle_of_a_list() -> None:
    text = "1. A\n<div>\n2. B\n| a | b |\n|---|---|\n> quoted\n```\ncode\n```\n    indented\n3. C"
    lines = markdown(text).lines
    assert [line.raw for line in lines] == text.split("\n")
    assert [line.number for line in lines if line.role == "markup"] == [2, 5, 7, 9]


@pytest.mark.hostile
@pytest.mark.parametrize(
    "line",
    ["# a" + " " * 60_000 + "x", "# a" + "#" * 60_000 + "x", "{% " + "a" * 90_000, "{%" + " " * 90_000 + "x"]
    + [
        unit * (30_000 // len(unit))
        for unit in ("[", "![", "[a](", "*a ", "**a_ ", "<a ", "<!-- ", "&#", "[[a]", "`", "<A b ", "<x-y>")
    ]
    + ["## <a-b>" + "<c>" * 30_000, "<table>\n" * 30_000, "<table><tr><td>" * 500, "a</b" * 30_000],
    ids=lambda line: repr(line[:5]),
)
def test_a_hostile_line_is_read_in_time_that_grows_with_its_length(line: str) -> None:
    markdown(f"{line}\n1. A kite.")


@pytest.mark.hostile
def test_thousands_of_blank_lines_are_read_at_once() -> None:
    read_bytes(b"\n" * 100_000 + b"1.1 A kite.", "book.txt")


def kinds(text: str) -> list[tuple[str, str]]:
    """Each line's role and words, blank lines left out."""
    return [(line.role, line.words) for line in markdown(text).lines if line.role != "blank"]


class TestSettings:
    def test_settings_at_the_top_of_a_page_are_no_text(self) -> None:
        assert kinds("---\ndescription: >-\n  3. kites\nicon: kite\n---\n\n# Kites\n") == [
            *[("markup", "settings of the page")] * 5,
            ("heading", "Kites"),
        ]

    @pytest.mark.parametrize(
        "text",
        [
            pytest.param("---\nKites fly.\n---\n", id="no setting in them"),
            pytest.param("---\nkites: fly\n", id="never closed"),
            pytest.param("# Kites\n---\nkites: fly\n---\n", id="further down"),
            pytest.param("---\na: b\n" + "c: d\n" * 300 + "---\n", id="too many for settings"),
        ],
    )
    def test_other_lines_are_no_settings(self, text: str) -> None:
        assert "settings of the page" not in [words for _, words in kinds(text)]


class TestCodeAndComments:
    @pytest.mark.parametrize("fence", ["```", "~~~", "````", "``` text"])
    def test_code_is_text_as_it_is_written(self, fence: str) -> None:
        text = f"{fence}\n# a *kite*\n1. [x](y.md)\n{fence.split()[0]}\n1. Wind."
        assert kinds(text)[1:] == [
            ("text", "# a *kite*"),
            ("text", "1. [x](y.md)"),
            ("markup", ""),
            ("item", "1. Wind."),
        ]

    def test_a_fence_never_closed_opens_nothing(self) -> None:
        assert kinds("```\n1. Wind.\n~~~") == [("text", "```"), ("item", "1. Wind."), ("text", "~~~")]

    def test_a_comment_of_several_lines_is_not_seen(self) -> None:
        assert kinds("<!-- to do\n1. Rain.\n-->\n1. Wind.") == [*[("markup", "")] * 3, ("item", "1. Wind.")]

    def test_a_comment_never_closed_hides_nothing(self) -> None:
        assert kinds("<!-- to do\n1. Wind.")[1] == ("item", "1. Wind.")
        assert kinds("-->\n1. Wind.")[1] == ("item", "1. Wind.")


class TestSetApart:
    def test_the_link_of_a_card_is_an_item(self) -> None:
        text = '{% content-ref url="kites.md" %}\n[kites.md](kites.md)\n{% endcontent-ref %}\n[rain](rain.md)'
        assert [pair for pair in kinds(text) if pair[0] != "markup"] == [("item", "kites.md"), ("text", "rain")]

    def test_an_address_with_signs_in_it_is_a_tag_all_the_same(self) -> None:
        assert kinds('{% embed url="https://example.org/%7Ekite" %}') == [("markup", "")]


class TestBlocks:
    def test_a_table_is_a_list_of_its_rows_as_printed(self) -> None:
        assert kinds("| kite|tail |\n|:---|---:|\n| *a* \\| b |  |\n") == [
            ("item", "| kite | tail |"),
            ("markup", ""),
            ("item", "| a | b |  |"),
        ]

    @pytest.mark.parametrize("text", ["4.", "4. ![](kite.png)", "   4. <br>"])
    def test_a_numbered_item_without_words_is_one(self, text: str) -> None:
        (line,) = markdown(text).lines
        assert (line.role, line.marker, line.text) == ("item", "4.", "")

    @pytest.mark.parametrize("text", ["* ![](kite.png)", "4.5", "4.\\"])
    def test_other_lines_are_no_items(self, text: str) -> None:
        assert [line.role for line in markdown(text).lines] != ["item"]


@pytest.mark.parametrize(
    ("content", "anchors"),
    [
        ('Died/Dies <a href="#dies" id="dies"></a>', ("dies",)),
        ("a <a name='x'></a><a name=\"kite\">kite</a>", ("x", "kite")),
        ('a <span id="tail">tail</span><span name="no">', ("tail",)),
    ],
)
def test_the_anchors_of_a_line(content: str, anchors: tuple[str, ...]) -> None:
    assert inline(content).anchors == anchors


def test_links_written_as_tags() -> None:
    assert inline('see <a href="kites.md">the <b>kites</b></a>.').links == (Link("the kites", "kites.md"),)


@pytest.mark.parametrize(
    ("content", "strong"),
    [
        ("**Kites of Paper**", True),
        ("__Kites__", True),
        ("**Kites __of__ Paper**", True),
        ("**Kites *of* Paper**&#x20;", True),
        ("**Kites** of Paper", False),
        ("**Kites** **of Paper**", True),
        ("*Kites*", False),
        ("Kites", False),
    ],
)
def test_a_line_wholly_in_bold(content: str, strong: bool) -> None:
    assert inline(content).strong is strong


def test_cells_and_paragraphs_of_tags_do_not_run_together() -> None:
    assert inline("<table><tr><td>oak</td><td>4</td></tr></table>").text.split() == ["oak", "4"]


@pytest.mark.parametrize(("letters", "shown"), [(100_000, "a"), (100_001, "*a*")])
def test_a_line_too_long_for_emphasis_is_shown_as_it_is(letters: int, shown: str) -> None:
    assert inline("*a*" + " " * (letters - 4) + "b").text.split()[0] == shown


@pytest.mark.parametrize(("depth", "is_read"), [(6, True), (7, False)])
def test_brackets_in_brackets_are_read_so_deep(depth: int, is_read: bool) -> None:
    assert (inline("![" * depth + "a" + "](u)" * depth).text == "") == is_read


@pytest.mark.parametrize(("lines", "settings"), [(198, True), (199, False)])
def test_a_page_has_at_most_two_hundred_lines_of_settings(lines: int, settings: bool) -> None:
    found = markdown("---\n" + "a: b\n" * lines + "---\n1. A kite.\n").lines
    assert (found[1].text == "settings of the page") is settings


def test_emphasis_may_end_in_another_line() -> None:
    assert [line.text for line in markdown("It is **very\nbold** and _light\nhere_.").lines] == [
        "It is very",
        "bold and light",
        "here.",
    ]


def test_the_number_of_a_note_may_follow_empty_tags() -> None:
    assert markdown("Rule 1.2<b></b><i></i><sup>1</sup> is about kites.").lines[0].text == "Rule 1.2¹ is about kites."


LAZY = {
    "ones": ("1. a\n1. b\n1. c", ["1. a", "2. b", "3. c"]),
    "another number": ("4) a\n4) b", ["4) a", "5) b"]),
    "noughts": ("0. a\n0. b", ["0. a", "1. b"]),
    "with words under an item": ("1. a\n\n   more\n\n1. b", ["1. a", "more", "2. b"]),
    "with a wrapped line": ("1. a\nmore\n1. b", ["1. a", "more", "2. b"]),
    "with an image": ("1. a\n\n    ![k](k.png)\n1. b", ["1. a", "2. b"]),
    "with a list inside": (
        "1. a\n   1. x\n   1. y\n1. b\n   - z\n1. c",
        ["1. a", "1. x", "2. y", "2. b", "• z", "3. c"],
    ),
    "ended by words": ("1. a\n1. b\n\nwords\n\n1. c\n1. d", ["1. a", "2. b", "words", "1. c", "2. d"]),
    "ended by a heading": ("1. a\n1. b\n# k\n1. c", ["1. a", "2. b", "k", "1. c"]),
    "ended by another mark": ("1. a\n1. b\n1) c\n1) d", ["1. a", "2. b", "1) c", "2) d"]),
    "printed numbers": ("1. a\n2. b\n2. c\n4. d", ["1. a", "2. b", "2. c", "4. d"]),
    "one item": ("1. a\n\nwords", ["1. a", "words"]),
}


@pytest.mark.parametrize(("text", "shown"), LAZY.values(), ids=LAZY)
def test_a_list_with_one_number_before_every_item_counts_on(text: str, shown: list[str]) -> None:
    lines = [line for line in markdown(text).lines if line.role not in ("blank", "markup")]
    assert [line.as_list_item if line.role == "item" else line.text for line in lines] == shown


def test_the_lines_of_the_file_stay_as_they_are() -> None:
    assert [line.raw for line in markdown("1. a\n1. b").lines] == ["1. a", "1. b"]


@given(st.lists(st.integers(2, 6), min_size=2, max_size=6))
def test_lists_in_one_another_count_each_for_itself(sizes: list[int]) -> None:
    text = "".join(f"1. a\n{'   1. b' + chr(10)}" + "   1. c\n" * (size - 1) for size in sizes)
    found = [(line.level > 0, line.marker) for line in markdown(text).lines]
    assert [mark for is_inner, mark in found if not is_inner] == [f"{at}." for at in range(1, len(sizes) + 1)]
    assert [mark for is_inner, mark in found if is_inner] == [f"{at}." for size in sizes for at in range(1, size + 1)]


def test_a_tag_and_a_link_go_on_in_the_next_line() -> None:
    heading = '# 2. Kites<a href="#kites" class="headerlink"\ntitle="Permalink">¶</a>'
    text = f"{heading}\n\n[2.1. Of\nLines](#lines)\n[2.2. Wind](#wind)\n"
    found = read_bytes(text.encode(), "kites.md").lines
    assert [(line.number, line.role, line.text) for line in found if line.text] == [
        (1, "heading", "2. Kites"),
        (4, "text", "2.1. Of Lines"),
        (6, "text", "2.2. Wind"),
    ]

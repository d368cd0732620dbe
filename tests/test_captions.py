"""The captions of answer pages: complete in each language, and all of them used."""

from __future__ import annotations

import ast
import re
import shutil
from itertools import product
from pathlib import Path

import pytest
from support import Install, Run

from rules_cli.captions import Remark, captions_in, in_language
from rules_cli.store import paths, settings
from rules_cli.store.data_files import load_yaml

PACKAGE = Path(__file__).resolve().parent.parent / "rules_cli"
ENGLISH = re.compile(
    r"\b(?:the|of|is|are|and|not|this|by|to|from|with|in|you|book|edition|it|its|all|other|words?|missing|typed|term|rule|question)\b"
)
"""Words that each English caption of several words has one of, and that Portuguese does not have."""

KIND = re.compile(
    "^(?:summary|counted|found|from|looks wrong|step|feature|tier|why|verdict|meaning|value|sources?|means) | also$"
)
"""What the code adds to a word of its own to name the caption of it."""


def texts_of_package() -> set[str]:
    """Return every text in the code of the package."""
    nodes = (node for path in PACKAGE.rglob("*.py") for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def texts_of_costs() -> set[str]:
    """Return the captions that the files on costs name."""
    files = [load_yaml(path) for path in paths.shipped().glob("*/costs.yaml")]
    tables = [row for file in files for part in file.values() if isinstance(part, list) for row in part]
    tables += [row for file in files for row in file.get("refused", {}).values()]
    return {row["say"] for row in tables if isinstance(row, dict) and "say" in row} | {
        said for file in files for key in ("unclear", "parts") for said in file.get(key, {}).values()
    }


def test_each_language_has_all_captions() -> None:
    files = (paths.data() / "captions").glob("*.yaml")
    assert sorted(path.stem for path in files) == sorted(settings.LANGUAGES) == ["en", "pt"]
    assert list(captions_in("pt")) == list(captions_in("en"))


@pytest.mark.parametrize("language", settings.LANGUAGES)
def test_no_caption_has_the_name_of_another(language: str) -> None:
    text = (paths.data() / "captions" / f"{language}.yaml").read_text(encoding="utf-8")
    names = re.findall(r"^([^#\s][^:\n]*):", text, re.MULTILINE)
    assert sorted(names) == sorted(set(names))


def test_a_missing_file_is_reported_in_one_line(
    run: Run, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    shutil.copytree(paths.shipped(), tmp_path / "data" / "books")
    monkeypatch.setattr(paths, "data", lambda: tmp_path / "data")
    captions_in.cache_clear()
    request.addfinalizer(captions_in.cache_clear)
    ran = run("2.7.3a", "-b", "fab")
    assert ran.code == 2
    assert ran.err == "rules: captions/en.yaml is missing: install rules again\n"


def test_all_languages_fill_in_the_same_words() -> None:
    for language, (key, english) in product(settings.LANGUAGES, captions_in("en").items()):
        caption = captions_in(language)[key]
        assert set(re.findall(r"{\d}", caption)) == set(re.findall(r"{\d}", english)), key
        assert caption.endswith((" ", ":")) == english.endswith((" ", ":")), key


def test_each_caption_is_used() -> None:
    texts = texts_of_package() | texts_of_costs()
    parts = {key: KIND.sub("", key) for key in captions_in("en") if not key.startswith("kind ")}  # kinds of costs
    assert not [key for key, part in parts.items() if not {key, part} & texts]


@pytest.mark.parametrize(
    "argv",
    [
        "show 1.22.3",
        "show 1.5.2d",
        "show 1.17.5",
        "refs 1.6.1",
        "refs 1.12.1",
        "cite 1.5.2a",
        "term aliado",
        "term aliados",
        "term tapped",
        "term influensia",
        "term Azul",
        "explain 1.22.3",
        "explain bloqueio",
        "search bloquear influencia",
        "search aliadu bloquear",
        "search bloquear influencia --why",
        "search aliadu moeda --why",
        "search 1.22.3 --why",
        "search retorno do descarte --why",
    ],
)
def test_no_english_is_on_a_portuguese_page(run: Run, argv: str) -> None:
    page = run(*argv.split(), "-b", "fabula", "--lang", "pt").out
    assert "não é o texto oficial" in page
    assert not ENGLISH.findall(page)


@pytest.mark.parametrize(
    "argv",
    [
        "match Ana Ana",
        "match Ana ana",
        "match Ána Ana",
        "match Ana-Rita Rita",
        "match Lobo Loba",
        "part Ana Ana-Rita",
        "part Ana Bia",
        "moniker Ana",
    ],
)
def test_no_english_is_on_a_portuguese_page_about_names(run: Run, argv: str) -> None:
    page = run("name", *argv.split(), "-b", "fabula", "--lang", "pt").out
    assert page.startswith(("Sim: ", "Não: ", "Sem moniker", "Não dá para saber: "))
    assert not ENGLISH.findall(page)


def test_no_english_is_on_a_portuguese_page_of_a_branch(run: Run) -> None:
    page = run("tree", "1.22", "-b", "fabula", "--lang", "pt").out
    assert "\nmais: --depth 2\n" in page
    assert not ENGLISH.findall(page)


@pytest.mark.parametrize("argv", ["trace fabula 1.1.2", "trace fabula 1.22.3", "diff fabula@undated fabula@undated"])
def test_no_english_is_on_a_portuguese_page_about_editions(run: Run, argv: str) -> None:
    page = run(*argv.split(), "--lang", "pt").out
    assert not ENGLISH.findall(page)


PIPAS = "1 Pipas\n\n1.1 Uma pipa voa.\n\n1.2 Uma pipa sem rabeta cai logo depois da largada.\n\n1.3 O vento muda.\n"


@pytest.mark.parametrize("argv", ["diff pipas", "diff pipas --summary", "trace pipas 1.2", "trace pipas 1.3"])
def test_no_english_is_on_a_portuguese_page_about_two_editions(run: Run, install: Install, argv: str) -> None:
    later = PIPAS.replace("cai logo", "cai").replace("1.3 O vento muda.", "1.4 Uma linha cortada encerra a rodada.")
    install("pipas", {"2024": PIPAS, "2025": later})
    page = run(*argv.split(), "--lang", "pt").out
    assert re.search(r"alterada|retirada|sai em|nova", page)
    assert not ENGLISH.findall(page)


def test_reasons_in_json_are_english(run: Run) -> None:
    printed = run("search", "bloquear", "influencia", "-b", "fabula", "--lang", "pt", "--why", "--json").out
    assert "of the question): as typed" in printed
    assert "pergunta" not in printed


def test_no_english_is_on_a_portuguese_page_of_names(run: Run) -> None:
    page = run("name", "find", "zzz", "-b", "fabula", "--lang", "pt").out
    assert page.startswith("Nada encontrado; nomes conhecidos de fabula: ")
    assert not ENGLISH.findall(page)


@pytest.mark.parametrize(
    "argv",
    [
        "5 -2 --turn 3",
        "5 +2 --have 3 --also discard --also sacrifice=2 --own sacrifice=1 --hand 0 --own discard=1",
        "X+1 --x 2 --have 4",
        "X --have 3",
        "3+1 --have 5",
        "none --free",
        "3 --ability --no-less -1 --set 2",
        "3 --effect --turn 2 --bonus 1 --cap 12 -1",
        "0 -2",
    ],
)
def test_no_english_is_on_a_portuguese_page_about_a_cost(run: Run, argv: str) -> None:
    page = run("cost", "fabula", *argv.split(), "--lang", "pt").out
    assert "regra" in page or "nota" in page or "->" in page
    assert not ENGLISH.findall(page)


@pytest.mark.parametrize(
    "argv",
    [
        "3 xyz",
        "X",
        "3 4",
        "3 --turn 0",
        "3 --spent 1",
        "3 --alt 1",
        "+1",
        "3 --have 3 --turn 2",
        "2X --x 1",
        "X --free --x 1",
    ],
)
def test_no_english_is_in_a_portuguese_refusal_of_a_cost(run: Run, argv: str) -> None:
    ran = run("cost", "fabula", *argv.split(), "--lang", "pt")
    assert ran.code == 2
    assert not ENGLISH.findall(ran.err.removeprefix("rules: "))


@pytest.mark.parametrize(
    ("text", "page"),
    [
        (
            "Veja as regras 1.22.3 e 1.5.2a; fabula:1.6.1.",
            ["3 citações em notas.md – certa: 3\n", "[comparado com fabula@undated]"],
        ),
        ("Veja a regra 1.22.3.", ["1 citação em notas.md – certa: 1\n"]),
        ("Boa tarde.", ["nenhuma citação encontrada"]),
    ],
)
def test_no_english_is_on_a_portuguese_page_of_a_check(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str, page: list[str]
) -> None:
    run("config", "lang", "pt")
    monkeypatch.chdir(tmp_path)
    Path("notas.md").write_text(text, encoding="utf-8")
    printed = run("check", "notas.md", "-b", "fabula", "-v", "--fix").out
    for words in (*page, "nada a reescrever em"):
        assert words in printed
    assert not ENGLISH.findall(printed)


OLD_PIPAS = """1 Pipas

1.1 Uma pipa voa alto.

1.2 Uma pipa sem rabeta cai logo depois da largada.

1.3 O juiz mede o vento com uma bandeira vermelha antes de cada largada da tarde.

1.4 Quem perde a linha perde a pipa e espera pela rodada seguinte.

1.5 A linha cortada encerra a rodada.
"""
NEW_PIPAS = """1 Pipas

1.1 Uma pipa voa alto, mas nunca acima das gaivotas.

1.2 Cada bandeira vermelha fica no cais.

1.3 Uma pipa sem rabeta cai logo depois da largada.

1.4 Quem perde a linha perde a pipa e espera pela rodada seguinte.
"""
REMARKS = {
    "pipas@2024:1.1": "o texto mudou desde a edição 2024",
    "pipas@2024:1.2": "agora 1.3",
    "pipas@2024:1.3": "na edição 2025 outra regra tem esse número",
    "pipas@2024:1.5": "saiu desde a edição 2024; mais próximas: ",
    "pipas:1.9": "não há regra pipas:1.9 na edição 2025",
    "pipas@2023:1.1": "não há edição 2023 de pipas; há 2025, 2024",
    "pipas@2024:1.1~00000000": "nenhuma regra de pipas tem as palavras",
    "pipas@2023:1.1~00000000": "importe a edição 2023",
    "pipas:1.4 diz “Quem perde a linha ganha uma gaivota”": "depois de “quem perde a linha” vem “ganha uma gaivota”",
    "pipas:1.4 diz “espera pela rodada seguinte sentado no cais”": "e a regra acaba ali",
    "pipas:1.4 diz “Toda gaivota dorme cedo no cais”": "a regra não diz “toda gaivota dorme cedo…”",
    "pipas:1.4 diz “espera pela rodada … Quem perde a linha”": "não diz essas palavras nessa ordem",
    "pipas:1.4 Uma pipa sem rabeta cai logo depois da largada.": "as palavras depois são as de 1.3",
    "pipas:1.4; mtg:704.5k": "o livro inteiro de Magic não está instalado aqui (rules fetch mtg)",
}


@pytest.mark.parametrize("text", REMARKS)
def test_remarks_of_a_check_are_portuguese_on_a_page_and_english_for_programs(
    run: Run, install: Install, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str
) -> None:
    monkeypatch.chdir(tmp_path)
    install("pipas", {"2024": OLD_PIPAS, "2025": NEW_PIPAS})
    run("config", "lang", "pt")
    Path("notas.md").write_text(text, encoding="utf-8")
    page = run("check", "notas.md").out
    assert REMARKS[text] in page
    assert not ENGLISH.findall(page)
    for form in ("json", "github", "sarif"):
        assert REMARKS[text] not in run("check", "notas.md", "--format", form).out


def test_no_caption_in_portuguese_is_english() -> None:
    commands = {
        "choose a book",
        "banish from where",
        "no operator",
        "import it",
        "titles of another",
        "from nothing",
    }  # they have one
    assert {key for key, caption in captions_in("pt").items() if ENGLISH.search(caption)} == commands


def test_verdicts_are_portuguese_on_a_page_and_english_for_programs(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LANG", "pt_BR.UTF-8")
    name = str(tmp_path / "notas.md")
    Path(name).write_text("fabula:1.22.3, fabula:1.99.9", encoding="utf-8")
    assert "– certa: 1, não existe: 1\n" in run("check", name).out
    assert '"verdict": "not there"' in run("check", name, "--json").out
    assert "title=not there::" in run("check", name, "--format", "github").out
    assert '"ruleId": "not-there"' in run("check", name, "--format", "sarif").out


@pytest.mark.parametrize(
    ("text", "counts"),
    [("fabula:1.22.3", " – certa: 1\n"), ("port:1.0.1", ": 1 fine\n"), ("port:1.0.1, fabula:1.22.3", ": 2 fine\n")],
)
def test_a_locale_alone_chooses_captions_of_a_check_only_if_all_books_are_in_its_language(
    port: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str, counts: str
) -> None:
    monkeypatch.setenv("LANG", "pt_BR.UTF-8")
    (tmp_path / "notas.md").write_text(text, encoding="utf-8")
    assert counts in port("check", str(tmp_path / "notas.md")).out


def test_the_locale_chooses_the_captions(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "pt_BR.UTF-8")
    assert "edição sem data" in run("show", "fabula:1.22.3").out
    assert "undated edition" in run("show", "fabula:1.22.3", "--lang", "en").out
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert "undated edition" in run("show", "fabula:1.22.3").out


@pytest.mark.parametrize(
    ("argv", "portuguese", "english"),
    [
        (["show", "fabula:1.22.3"], "edição sem data", "undated edition"),
        (["cite", "fabula:1.22.3"], "edição sem data", "undated edition"),
        (["show", "fabula:1.14.7"], "está impressa 2 vezes", "is printed 2 times"),
        (["trace", "fabula", "1.1.2"], "continua em sem\xa0data", "still in"),
        (["refs", "fabula:1.6.1"], "edição sem data", "undated edition"),
        (["tree", "-b", "fabula"], "edição sem data", "undated edition"),
        (["term", "bloqueio"], "edição sem data", "undated edition"),
        (["explain", "bloqueio"], "Termos usados", "Terms it uses"),
        (["search", "fim do baralho"], "edição sem data", "undated edition"),
        (["name", "match", "Ana", "Bia", "-b", "fabula"], "nomes diferentes", "different names"),
        (["cost", "fabula", "5", "-2"], "reduz", "reduce"),
        (["show", "fab:2.7.3a"], "reescrito", "restated"),
        (["cite", "fab:2.7.3a"], "reescrito", "restated"),
        (["search", "moniker", "-b", "fab"], "reescrito", "restated"),
        (["term", "moniker", "-b", "fab"], "reescrito", "restated"),
        (["explain", "fab:2.7.3a"], "reescrito", "restated"),
    ],
)
def test_a_locale_alone_chooses_captions_only_for_a_book_in_its_language(
    run: Run, monkeypatch: pytest.MonkeyPatch, argv: list[str], portuguese: str, english: str
) -> None:
    monkeypatch.setenv("LANG", "pt_BR.UTF-8")
    shown, other = (portuguese, english) if "fab" not in " ".join(argv).replace("fabula", "") else (english, portuguese)
    ran = run(*argv)
    page = ran.out + ran.err
    assert shown in page
    assert other not in page
    for language, words in (("pt", portuguese), ("en", english)):
        ran = run(*argv, "--lang", language)
        assert words in ran.out + ran.err


def test_titles_and_terms_are_in_the_language_asked_for(run: Run) -> None:
    page = run("term", "Azul", "-b", "fabula", "--lang", "en").out
    assert page.startswith("Blue  Fábula TCG - Rulebook, undated edition\n  a color keyword,")
    assert "pt: Azul" in page
    page = run("term", "blue", "-b", "fabula", "--lang", "pt").out
    assert page.startswith("Azul  Fábula TCG - Livro de Regras, edição sem data\n  cor, na lista de")
    assert run("show", "fabula:4.5.1", "--lang", "en").out.count("\n4 Zones › 4.5 Pile · ") == 1


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("fabula:1.22.99", "não há regra fabula:1.22.99; fabula:1.22 tem de 1.22.1 a 1.22.6; mais próximas"),
        ("9.9.9 -b fabula", "não há regra fabula:9.9.9; as seções de fabula vão de 1 a 4"),
        ("xyzzy -b fabula", "nenhuma regra daqui contém"),
        ("term xyzzy -b fabula", "fabula não define 'xyzzy'"),
        ("mtg:999.9", "no rule mtg:999.9"),
        ("term xyzzy -b mtg", "mtg does not define"),
        ("fabula:1.22.99 --lang en", "no rule fabula:1.22.99"),
        ("mtg:207.99 --lang pt", "não há regra mtg:207.99"),
    ],
)
def test_what_is_not_found_is_said_in_the_language_of_the_page(
    run: Run, monkeypatch: pytest.MonkeyPatch, line: str, words: str
) -> None:
    monkeypatch.setenv("LC_ALL", "pt_BR.UTF-8")
    assert words in run(*line.split()).err


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        ("trace 9.99 -b fabula", "não há regra fabula:9.99"),
        ("trace fabula:9.99 --json", "não há regra fabula:9.99"),
        ("term 9.99 -b fabula", "não há regra fabula:9.99"),
        ("show fabula:1.1~00000000", "nenhuma edição instalada tem as palavras"),
        ("books fabula", "abrange o livro inteiro"),
        ("trace 9.99 -b mtg", "no rule mtg:9.99"),
        ("books", "ships with rules"),
    ],
)
def test_what_is_missing_and_the_books_are_in_the_language_of_the_page(
    run: Run, monkeypatch: pytest.MonkeyPatch, argv: str, said: str
) -> None:
    monkeypatch.setenv("LANG", "pt_BR.UTF-8")
    ran = run(*argv.split())
    assert said in ran.out + ran.err


@pytest.mark.parametrize(
    ("language", "words", "text"),
    [
        ("en", ("1",), "1 rule"),
        ("en", ("1,001",), "1,001 rules"),
        ("en", (0,), "0 rules"),
        ("pt", (1,), "1 regra"),
        ("pt", (2,), "2 regras"),
    ],
)
def test_a_caption_has_a_form_for_one(language: str, words: tuple[object, ...], text: str) -> None:
    assert in_language(Remark("rules", words), language) == text

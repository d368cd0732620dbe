"""`rules name match | moniker | part | find | import`"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from rules_cli.cli import naming
from rules_cli.cli.options import AsJson, Book, Lang, app_of
from rules_cli.errors import UsageError
from rules_cli.names.compare import Options

app = app_of(
    "Questions about card names: do two match, which moniker does one give, does a part stand in it.\n\n"
    "With - instead of a name, names are read from standard input, one question to a line, names parted by a tab; "
    "the exit code is then 0 if every answer is yes, 2 if a line is no question, else 1."
)
app.info.no_args_is_help = False


@app.callback(invoke_without_command=True)
def _which(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        raise UsageError(
            "which question? rules name match A B, moniker NAME, part PART NAME, find WORDS or import FILE"
        )


Layout = Annotated[
    str | None,
    typer.Option(
        "--layout", metavar="LAYOUT", help="What A // B is: split (assumed), dfc, adventure, flip, meld. mtg only."
    ),
]
Face = Annotated[Literal["front", "back"] | None, typer.Option("--face", help="The face that is up. mtg only.")]
Personal = Annotated[
    bool | None, typer.Option("--personal/--not-personal", help="You vouch that this is (not) a personal name.")
]


@app.command()
def match(
    names: Annotated[list[str] | None, typer.Argument(metavar="A B", help="Two names, each in quotes; or -.")] = None,
    book: Book = None,
    layout: Layout = None,
    face: Face = None,
    personal: Personal = None,
    lang: Lang = None,
    json: AsJson = False,
) -> None:
    """Do two cards have the same name? 0 yes, 1 no (a shared moniker or a part is no).

    \b
    rules name match "Dawnblade" "Dawnblade, Resplendent" -b fab
    rules name match "Dawnblade" - -b fab < deck.txt
    """
    options = Options(layout, face, personal)
    raise typer.Exit(naming.ask("match", names or (), book, options, json, lang))


@app.command()
def moniker(
    names: Annotated[list[str] | None, typer.Argument(metavar="NAME", help="A name, in quotes; or -.")] = None,
    book: Book = None,
    personal: Personal = None,
    lang: Lang = None,
    json: AsJson = False,
) -> None:
    """Which moniker does a name give? 0 where one is stated, 1 where it has none or it can't be known.

    \b
    rules name moniker "Ser Boltyn, Breaker of Dawn" -b fab
    """
    raise typer.Exit(naming.ask("moniker", names or (), book, Options(personal=personal), json, lang))


@app.command()
def part(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="PART NAME", help="Words and a name, each in quotes; or -.")
    ] = None,
    book: Book = None,
    layout: Layout = None,
    face: Face = None,
    lang: Lang = None,
    json: AsJson = False,
) -> None:
    """Do words stand in a name, whole, in order and next to each other? 0 yes, 1 no.

    \b
    rules name part "Proto" "Breaker Helm Protos" -b fab
    """
    raise typer.Exit(naming.ask("part", names or (), book, Options(layout, face), json, lang))


@app.command()
def find(
    words: Annotated[list[str], typer.Argument(metavar="WORDS", help="A name or part of one; typos are forgiven.")],
    book: Book = None,
    limit: Annotated[int, typer.Option("-n", "--limit", min=1, max=200, help="How many at most.")] = 10,
    json: AsJson = False,
) -> None:
    """Find cards by name among those that ship and those you imported.

    \b
    rules name find dorinthia -b fab
    """
    raise typer.Exit(naming.find(words, book, limit, json))


@app.command("import")
def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="CSV, TSV, JSON or YAML with a column `name`.")],
    book: Book = None,
    json: AsJson = False,
) -> None:
    """Make the names of a card list known, in place of the book's former list.

    Columns: name, moniker, personal, types, text, keywords, pitch, faces, layout, printed_names.

    \b
    rules name import cards.tsv -b fab
    """
    raise typer.Exit(naming.import_list(file, book, json))

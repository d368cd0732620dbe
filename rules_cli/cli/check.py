"""`rules check`: the citations in a text."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from rules_cli._version import __version__
from rules_cli.captions import Remark, Words
from rules_cli.citation_check import Check, Checked, CheckedText, Editions, read_text
from rules_cli.citation_check import lock as locks
from rules_cli.cli import options
from rules_cli.cli.options import caption, open_library
from rules_cli.errors import LibraryError, RulesError, SourceError, UsageError
from rules_cli.formats import MAX_BYTES, file_bytes
from rules_cli.model import RuleNumber
from rules_cli.render import check as rendered
from rules_cli.render import out
from rules_cli.render.writers import FORMS
from rules_cli.store.atomic import write_atomic
from rules_cli.store.edition import Edition
from rules_cli.store.editions import InstalledBooks

_STDIN = "<stdin>"
_FOR_PEOPLE = ("plain", "markdown", "html")


# Complexity: the report goes to standard output, or beside it if the rewritten text does.
def check(
    files: options.CheckedFiles = None,
    book: options.Book = None,
    written: options.Written = None,
    fix: options.Fix = False,
    output: options.FixedFile = None,
    strict: options.StrictDraft = False,
    lock: options.Lock = False,
    every: options.Verbose = False,
    form: options.CheckFormat = "plain",
    json: options.Json = False,
) -> int:
    """Check every citation of a rule in a text, and list those that are not fine."""
    library = open_library()
    if lock:
        _lock(library.installed, files or [], book)
        if not files:
            return 0
    names = files or ["-"]
    form = "json" if json else form
    out.settings.form = form if form in FORMS else "plain"
    _refuse_contradictions(names, fix, output, form)
    checking = Check(Editions(library.installed, _chosen(library.installed, names, book), written), strict)
    unread: list[RulesError] = []
    checked = [checking.text(source) for source in _sources(names, unread)]
    if unread and not checked and out.settings.is_question():
        raise unread[0]
    for error in unread:
        out.say(str(error) if checked or error is not unread[-1] else out.advised(str(error)))
    if why := checking.why_nothing_was_checked(checked):
        raise LibraryError(f"nothing was checked: {why}")
    compared = (each.against for text in checked for each in text.found)
    caption(library, (home.edition.about["language"] for home in compared if home))
    to_output = fix and output is None and names == ["-"] and bool(checked)
    lines: list[Words] = [*checking.notes(checked), *_to_read_again(checked)]
    lines += [rendered.left_alone(each) for each in checked if fix and each.left_alone]
    lines += [_rewrite(each, output) for each in checked] if fix and not to_output else []
    if form not in _FOR_PEOPLE:
        _report_to_programs(checked, form, lines)
    elif to_output:
        out.show_aside(rendered.page(checked, lines, every))
        out.write(checked[0].fixed)
    elif checked:
        out.show(rendered.page(checked, lines, every))
    if unread:
        return 2
    return 1 if any(each.wrong for each in checked) else 0


def _report_to_programs(checked: Sequence[Checked], form: str, lines: Iterable[Words]) -> None:
    """Print the report in a format for programs; notes go to standard error."""
    if form == "github":
        out.write(rendered.github(checked))
    else:
        out.write_json(rendered.sarif(checked, __version__) if form == "sarif" else rendered.as_json(checked))
    for line in (*(rendered.looks_like(each) for each in checked if each.looks_like), *lines):
        out.say(line)


def _to_read_again(checked: Iterable[Checked]) -> Iterator[Remark]:
    """Yield a note for each edition that has other words for cited rules than our sentences on them."""
    from rules_cli.search.sentences import to_read_again

    cited: dict[Edition, set[RuleNumber]] = {}
    for each in (each for text in checked for each in text.found):
        for meaning in filter(None, (each.meaning, each.now)):
            if each.against:
                cited.setdefault(each.against.edition, set()).add(meaning.number)
    for edition, numbers in cited.items():
        if about := to_read_again(edition, numbers):
            yield Remark("read again", (", ".join(about), edition.name))


def _lock(installed: InstalledBooks, files: Sequence[str], book: str | None) -> None:
    """Write the lock that names the edition of a book into the common folder of the texts. Raises UsageError without a
    book, LibraryError if the book is not whole."""
    editions = Editions(installed, book)
    if editions.book is None:
        raise UsageError("--lock names the edition of one book: rules check --lock -b mtg")
    if not editions.is_whole(editions.book):
        raise LibraryError(f"nothing was written: {editions.why_not_whole(editions.book)}")
    folders = [Path(name).resolve().parent for name in files if name != "-"] or [Path().resolve()]
    folder = Path(os.path.commonpath(folders))
    edition = editions.now(editions.book).edition
    out.say(f"written: {os.path.relpath(locks.write(folder, edition))} names {edition!r}")


def _chosen(installed: InstalledBooks, names: Sequence[str], book: str | None) -> str | None:
    """Return the chosen book; its edition in the lock of the texts, also if no book was chosen."""
    path = locks.find(names) if book is None or "@" not in book else None
    lock = locks.read(path) if path else None
    if path is None or lock is None or (book and (installed.slug_of(book) or book) != lock.book):
        return book
    return repr(locks.locked(path, lock, installed))


# Complexity: one line for each pair of options that contradict each other.
def _refuse_contradictions(names: list[str], fix: bool, output: Path | None, form: str) -> None:
    """Raise UsageError for options that contradict each other, and if there is no text."""
    if "-" in names and (sys.stdin is None or sys.stdin.isatty()):
        raise UsageError("check which text? name a file, or pipe a text in: rules check notes.md -b mtg")
    if output and not fix:
        raise UsageError("-o names the file that --fix writes; use both together")
    if fix and len(names) > 1 and (output or "-" in names):
        raise UsageError("--fix takes one file at a time with -o or with standard input")
    if fix and form not in _FOR_PEOPLE and names == ["-"] and not output:
        raise UsageError(
            f"--format {form} and the rewritten text cannot both go to standard output; name a file with -o"
        )
    if output and any(name != "-" and Path(name).resolve() == output.resolve() for name in names):
        raise UsageError(f"-o {output} is the file itself; name a new one")


def _sources(names: Iterable[str], unread: list[RulesError]) -> Iterator[CheckedText]:
    """Yield the texts of files and of standard input, `-`; errors go into `unread`."""
    for name in names:
        try:
            if name != "-":
                yield read_text(file_bytes(Path(name)), name)
                continue
            data = sys.stdin.buffer.read(MAX_BYTES + 1) if sys.stdin is not None else b""
            if len(data) > MAX_BYTES:
                raise SourceError(f"{_STDIN}: over {MAX_BYTES // 1_000_000} MB, too large for a text")
            yield read_text(data, _STDIN)
        except RulesError as error:
            unread.append(error)


def _rewrite(checked: Checked, output: Path | None) -> Remark:
    """Write the rewritten text if something was rewritten, or if -o names a file. Return a sentence on it."""
    path = Path(checked.source.name)
    target = output or path.with_name(f"{path.stem}.fixed{path.suffix}")
    if not checked.edits and not output:
        return Remark("nothing to rewrite", (checked.source.name,))
    if output:
        target.write_bytes(checked.fixed)
    else:
        write_atomic(target, checked.fixed)
    return Remark("rewritten", (checked.rewritten, target))

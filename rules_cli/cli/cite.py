"""`rules cite`, `keep` and `case`: citations to paste, for a page or a chat, and the rules of a ruling in order."""

from __future__ import annotations

from collections.abc import Sequence

from rules_cli.captions import Remark
from rules_cli.cli import options
from rules_cli.cli.options import caption, find, open_library
from rules_cli.errors import RuleNotFound, UsageError
from rules_cli.lookup.find import LookupResult
from rules_cli.lookup.permalink import cite as make_citation
from rules_cli.render import as_json, out, rules
from rules_cli.render.citations import citation
from rules_cli.render.page import Page
from rules_cli.store import case_file
from rules_cli.text import clean


# Complexity: one form of the citation for each option.
def cite(
    ids: options.Ids,
    book: options.Book = None,
    chat: options.ForChat = None,
    short: options.Short = False,
    copy: options.Copy = False,
    permanent: options.Permanent = False,
    plain: options.Plain = False,
    lang: options.Lang = None,
    as_of: options.AsOf = None,
    json: options.Json = False,
) -> int:
    """Print a citation to paste: name, edition, text, official or not, and the web address."""
    if sum((bool(chat), short, json or out.settings.form != "plain")) > 1:
        raise UsageError("use only one of --for, --short and --format")
    library = open_library(lang, as_of)
    found = find(library, ids, book)
    citations = [make_citation(library, place) for place in found.rows]
    if json and citations:
        out.write_json([as_json.citation(each) for each in citations])
    elif citations:
        if chat:
            from rules_cli.render.chat import messages  # here, because most citations are for no chat

            pairs = zip(found.rows, citations, strict=True)
            texts = [text for place, each in pairs for text in messages(each, list(library.below(place)), chat)]
        elif short:
            texts = [clean(each.permanent if permanent else each.name) for each in citations]
        else:
            texts = [
                clean(citation(each, out.settings.form, permanent, plain, library.listed(place)).rstrip("\n"))
                for place, each in zip(found.rows, citations, strict=True)
            ]
        text = ("\n" if short else "\n\n").join(texts)
        out.write(f"{text}\n")
        if copy:
            from rules_cli.render.clipboard import copy as to_clipboard

            is_certain = to_clipboard(text)
            if is_certain is None:
                raise UsageError("nothing was copied: there is no terminal to copy through; pipe the citation instead")
            out.say("copied" if is_certain else "sent to the terminal, which may not allow a program to copy")
    return out.report_missing(found, json)


def keep(
    ids: options.Ids,
    question: options.Question = "",
    book: options.Book = None,
    lang: options.Lang = None,
    as_of: options.AsOf = None,
    json: options.Json = False,
) -> int:
    """Keep rules for a ruling: rules case prints them in order."""
    library = open_library(lang, as_of)
    found = find(library, ids, book)
    if found.rows:
        question = question.strip()
        kept = case_file.keep([f"{row.edition!r}:{row.number}" for row in found.rows], question)
        value = _as_json(kept, [each.rule for each in kept])
        out.answer(value if json else Page.of(rules.kept([row.number for row in found.rows], question, kept)))
        is_number = any(map(str.isdigit, "".join(ids)))
        if advice := "" if is_number else out.settings.advice():  # `keep hand` may be a question
            found = found._replace(notes=(*found.notes, advice))
    return out.report_missing(found, json)


def _as_json(kept: case_file.Case, shown: Sequence[object]) -> dict[str, object]:
    """Return a case as JSON: its first question, the rules as they are to be shown, and the question of each."""
    questions = [each.question for each in kept]
    return {"question": case_file.first_question(kept), "rules": list(shown), "questions": questions}


# Complexity: shown, cleared, for a chat, as data, or empty.
def case(
    chat: options.ForChat = None,
    clear: options.Clear = False,
    plain: options.Plain = False,
    lang: options.Lang = None,
    json: options.Json = False,
) -> int:
    """Print the rules that you kept for a ruling, in order, below the questions that you kept them for."""
    library = open_library(lang)
    kept = case_file.clear() if clear else case_file.read()
    found = [(each, library.find([each.rule]).rows[:1]) for each in kept]
    missing = [RuleNotFound(each.rule) for each, rows in found if not rows]
    kept = tuple(each for each, rows in found if rows)
    rows = [row for _, rows_of_one in found for row in rows_of_one]
    caption(library, (row.edition.about["language"] for row in rows))
    if json:
        shown = [as_json.rule(library.compose(row)) for row in rows]
        out.write_json({**_as_json(kept, shown), "cleared": clear})
    elif clear:
        out.show(Page.of(Remark("cleared", (len(found),))))
    elif not found:
        out.say(Remark("empty case"))
    elif chat:
        from rules_cli.render.chat import in_bold, messages

        texts, question = list[str](), ""
        for each, row in zip(kept, rows, strict=True):
            texts += [in_bold(each.question, chat)] if each.question != question else []
            texts += messages(make_citation(library, row), list(library.completed(row)), chat)
            question = each.question
        out.write("\n\n".join(texts) + "\n")
    elif rows:
        shown_rules = [library.show(row, 0)._replace(below=tuple(library.completed(row))) for row in rows]
        out.show(rules.case(shown_rules, [each.question for each in kept], plain))
    out.report_missing(LookupResult((), tuple(missing), ()), json=False)
    return 0 if clear or (rows and not missing) else 1

"""`rules cite`: citations to paste, for a page or a chat."""

from __future__ import annotations

from rules_cli.cli import options
from rules_cli.cli.options import find, open_library
from rules_cli.errors import UsageError
from rules_cli.lookup.permalink import cite as make_citation
from rules_cli.render import as_json, out
from rules_cli.render.citations import citation
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
    """Print a citation to paste: name, edition, text, official or not, and the web address.

    \b
    rules cite fab:2.7.3c --format markdown
    rules cite moniker -b fab --for discord
    rules cite fab:2.7.3c --short
    """
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
            texts = [clean(citation(each, out.settings.form, permanent, plain).rstrip("\n")) for each in citations]
        text = ("\n" if short else "\n\n").join(texts)
        out.write(f"{text}\n")
        if copy:
            from rules_cli.render.clipboard import copy as to_clipboard

            is_certain = to_clipboard(text)
            if is_certain is None:
                raise UsageError("nothing was copied: there is no terminal to copy through; pipe the citation instead")
            out.say("copied" if is_certain else "sent to the terminal, which may not allow a program to copy")
    return out.report_missing(found, json)

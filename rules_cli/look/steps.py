"""A state and a key → the next state. Pure: what the library has to say comes as an answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from rules_cli.look.line import PASTED, Line, edited
from rules_cli.look.screens import key_lines, list_room, matches, previews, reading_lines, reading_room
from rules_cli.look.state import (
    Answer,
    Ask,
    Choice,
    ChooseBook,
    Cite,
    Clip,
    Glance,
    History,
    Keep,
    Keys,
    ListBooks,
    Listing,
    Open,
    Peek,
    Place,
    Read,
    RulePage,
    Said,
    Search,
    Size,
    State,
)
from rules_cli.render.language import say

_MOST_BACK = 200  # places that Backspace can return to: a day's work, and no leak
_MORE = 32  # rows that come when a list is scrolled to its end
_MOST_ROWS = 400  # of a list: who scrolls so far should ask for more words
PAUSE = "pause"
"""The key of a person who has typed a digit and waits."""


def step(state: State, event: str | Size | Answer) -> State:
    """Return the state after a key, a new size of the screen, or the answer to the state's question.

    A key is a character that was typed, or the name of a key: `enter`, `back`, `up`, `page-down`, `ctrl-b`, …
    """
    if isinstance(event, Size):
        return _peeking(_within(replace(state, size=event)))
    if isinstance(event, str):
        return _peeking(_key(replace(state, message="", clip=""), event))
    return _peeking(_answered(replace(state, question=None), event))


def started(words: str, book: str | None, size: Size) -> State:
    """Return the first state: the prompt with some words, which are asked at once."""
    return State(Ask(Line.of(words)), book=book, size=size, question=Search(words, book))


def waiting(state: State) -> State:
    """Return a state to be drawn while an index is built: it says so, and shows no results of other words."""
    place = state.place
    if isinstance(place, Ask) and place.listing:
        listing = replace(place.listing, choices=(), intro=(), note="", total=0)
        place = replace(place, listing=listing, glance=None)
    return replace(state, place=place, message=say("index"))


def waits(state: State) -> bool:
    """Return whether a digit was typed that may be a reference, or the beginning of a rule's number."""
    return isinstance(state.place, Read) and bool(state.place.digits)


def _peeking(state: State) -> State:
    """Ask for the words of the chosen row, if the screen shows them and nothing else is asked."""
    place = state.place
    if state.question is not None or not isinstance(place, Ask) or not previews(state.size):
        return state
    target = place.choice.target if place.choice else ""
    if target and (place.glance is None or place.glance.question.target != target):
        return replace(state, question=Peek(target))
    return state if target or place.glance is None else replace(state, place=replace(place, glance=None))


# --- answers


# Complexity: one case for each kind of answer.
def _answered(state: State, answer: Answer) -> State:  # noqa: PLR0911
    place = state.place
    if isinstance(answer, Said):
        return replace(state, message=answer.message)
    if isinstance(answer, Clip):
        return replace(state, clip=answer.text)
    if isinstance(answer, Glance):
        return replace(state, place=replace(place, glance=answer)) if isinstance(place, Ask) else state
    if isinstance(answer, RulePage):
        return _opened(state, answer)
    if isinstance(answer.question, ListBooks):
        return _go(state, ChooseBook(answer))
    if isinstance(answer.question, History):
        return _go(state, Ask(listing=answer))
    return _listed(state, answer)


def _opened(state: State, page: RulePage) -> State:
    """Show a page from its top, or from the rule that the user comes from, or from what is new on it."""
    state = _go(replace(state, read=page if page.citation else state.read), Read(page))
    lines, room = reading_lines(page, state.size.width), reading_room(state.size)
    if page.question.came_from in page.links:
        link = page.links.index(page.question.came_from) + 1
        at = next((at for at, line in enumerate(lines) if line.link == link), 0)
        return _within(replace(state, place=Read(page, top=at - room // 2, chosen=link)))
    if page.question.mode == "explain":
        first = next((at for at, line in enumerate(lines) if line.place >= page.begins), 0)
        if first >= room - 1:
            return _within(replace(state, place=Read(page, top=first - room // 2)))
    return state


def _listed(state: State, answer: Listing) -> State:
    """Show a list, unless other words were typed since it was asked for; one that goes on keeps the chosen row."""
    place, asked = state.place, answer.question
    if not isinstance(place, Ask) or not isinstance(asked, Search):
        return state
    if (asked.words, asked.book) != (place.typed, state.book):
        return state
    before = place.listing.question if place.listing else None
    goes_on = isinstance(before, Search) and before[:2] == asked[:2] and asked.limit > before.limit
    chosen = min(place.chosen, len(answer.choices) - 1) if goes_on else 0
    return replace(state, place=replace(place, listing=answer, chosen=max(0, chosen)))


def _go(state: State, place: Place) -> State:
    """Return a state at a new place, from which Backspace comes back."""
    return replace(state, place=place, back=(*state.back, state.place)[-_MOST_BACK:], ahead=())


def _back(state: State) -> State:
    """Return to the place before; if that was asked in another book, ask again."""
    if not state.back:
        return state
    *back, place = state.back
    ahead = (*state.ahead, state.place) if isinstance(state.place, Read) else state.ahead
    return _there(replace(state, place=place, back=tuple(back), ahead=ahead))


def _forward(state: State) -> State:
    """Return to the page that the user came back from."""
    if not state.ahead:
        return replace(state, message=say("nothing ahead"))
    *ahead, place = state.ahead
    back = (*state.back, state.place)[-_MOST_BACK:]
    return _there(replace(state, place=place, back=back, ahead=tuple(ahead)))


def _there(state: State) -> State:
    """Return a state at a place that was visited before, with its list asked again if the book is another now."""
    place = state.place
    if not isinstance(place, Ask):
        return _within(replace(state, read=place.reading if isinstance(place, Read) else state.read))
    asked = place.listing.question if place.listing else None
    is_fresh = isinstance(asked, History) or (
        isinstance(asked, Search) and asked[:2] == (place.typed, state.book) and bool(place.typed)
    )
    return state if is_fresh else replace(state, question=Search(place.typed, state.book))


# --- keys


def _key(state: State, key: str) -> State:
    anywhere = _ANYWHERE.get(key)
    if anywhere:
        return anywhere(state)
    place = state.place
    if isinstance(place, Ask):
        return _ask_key(state, place, key)
    if isinstance(place, ChooseBook):
        return _book_key(state, place, key)
    if isinstance(place, Keys):
        lines = _lines(_SCROLLS.get(key, key), reading_room(state.size))
        return _within(replace(state, place=replace(place, top=place.top + lines))) if lines else _back(state)
    return _finding_key(state, place, key) if place.finding else _read_key(state, place, key)


def _leave(state: State) -> State:
    return replace(state, left=True)


def _books(state: State) -> State:
    return state if isinstance(state.place, ChooseBook) else replace(state, question=ListBooks())


def _help(state: State) -> State:
    return state if isinstance(state.place, Keys) else _go(state, Keys())


_ANYWHERE: Mapping[str, Callable[[State], State]] = {
    "ctrl-c": _leave,
    "f1": _help,
    "alt-h": _help,
    "alt-left": _back,
    "ctrl-o": _back,
    "alt-right": _forward,
}
_SCROLLS = {"j": "down", "k": "up", " ": "page-down", "b": "page-up", "d": "half-down", "ctrl-d": "half-down"} | {
    "ctrl-u": "half-up",
    "G": "end",
}
"""Other keys, on pages, for the same as these."""
_ALL_LINES = 1_000_000  # more than any page or list has


def _lines(key: str, page: int) -> int:
    """Return how many lines or rows a key goes down, of which `page` fit the screen; 0 for a key of another kind."""
    by = {"up": -1, "down": 1, "page-up": -page, "page-down": page, "home": -_ALL_LINES, "end": _ALL_LINES}
    return (by | {"half-up": -(page // 2), "half-down": page // 2}).get(key, 0)


# --- the prompt


# Complexity: one case for each key.
def _ask_key(state: State, place: Ask, key: str) -> State:  # noqa: PLR0911
    if key == "?" and (not place.typed or place.line.chosen or place.line.text.endswith(" ")):
        return _help(state)
    if key in ("tab", "back-tab"):
        return _books(state)
    if key == "esc":
        return _typed(state, place, Line()) if place.typed else _left(state, place)
    if not place.typed and key in ("back", "ctrl-d"):
        return _leave(state) if key == "ctrl-d" else _back(state)
    if key in _OF_CHOICE:
        choice = place.choice
        target = (choice.target if choice else "") or ""
        return _OF_CHOICE[key](state, target) if target else state
    if key == "enter":
        return _enter(state, place)
    if key not in ("home", "end") and (rows := _lines(key, list_room(state.size))):
        return _chosen(state, place, rows)
    line = edited(place.line, key)
    return state if line is None else _typed(state, place, line)


def _left(state: State, place: Ask) -> State:
    """Go back from the list of rules that were read, else leave."""
    is_history = place.listing is not None and isinstance(place.listing.question, History)
    return _back(state) if is_history else _leave(state)


def _typed(state: State, place: Ask, line: Line) -> State:
    """Return the state with another line at the prompt; the old list stays until that of the new words is there."""
    if line.text == place.typed:
        return replace(state, place=replace(place, line=line))
    asked = Search(line.text, state.book)
    return replace(state, place=replace(place, line=line, chosen=0), question=asked)


def _chosen(state: State, place: Ask, rows: int) -> State:
    """Choose another row; at the end of a list that goes on, ask for more of it."""
    last, wanted = len(place.choices) - 1, place.chosen + rows
    asked = place.listing.question if place.listing else None
    if (
        place.listing
        and place.listing.more
        and wanted > last
        and isinstance(asked, Search)
        and asked.limit < _MOST_ROWS
    ):
        more = asked._replace(limit=min(asked.limit + _MORE, _MOST_ROWS))
        return replace(state, place=replace(place, chosen=wanted), question=more)
    return replace(state, place=replace(place, chosen=max(0, min(last, wanted))))


def _enter(state: State, place: Ask) -> State:
    """Open the chosen rule, or ask the question that is chosen."""
    choice = place.choice
    if choice is None:
        return state
    if choice.asks:
        return _typed(state, place, Line.of(choice.asks))
    return replace(state, question=Open(choice.target))


_OF_CHOICE: Mapping[str, Callable[[State, str], State]] = {
    "ctrl-y": lambda state, target: replace(state, question=Cite(target)),
    "alt-y": lambda state, target: replace(state, question=Cite(target)),
    "ctrl-space": lambda state, target: _keep(state, target),
}


def _keep(state: State, target: str) -> State:
    """Put a rule into the case, with the words that were typed last."""
    asked = (place.typed for place in (state.place, *state.back[::-1]) if isinstance(place, Ask) and place.typed)
    return replace(state, question=Keep(target, next(asked, "")))


# --- the list of books


def _book_key(state: State, place: ChooseBook, key: str) -> State:
    if key == "esc" or (not place.typed and key in ("back", "ctrl-d", "tab", "back-tab")):
        return _back(state)
    if key == "enter":
        return _take_book(state, place.choices[place.chosen]) if place.choices else state
    if key not in ("home", "end") and (rows := _lines(key, list_room(state.size))):
        chosen = max(0, min(len(place.choices) - 1, place.chosen + rows))
        return replace(state, place=replace(place, chosen=chosen))
    line = edited(place.line, key)
    return state if line is None else replace(state, place=replace(place, line=line, chosen=0))


def _take_book(state: State, choice: Choice) -> State:
    """Return to the place before with the chosen book; at a rule, say that the next question is asked of it."""
    state = _back(replace(state, book=choice.target or None))
    return replace(state, message=say("next question", choice.label)) if isinstance(state.place, Read) else state


# --- reading


# Complexity: one case for each kind of key.
def _read_key(state: State, place: Read, key: str) -> State:
    if key.startswith(PASTED):
        return _ask(state, edited(Line(), key) or Line())
    if key.isdecimal() and key.isascii():
        return _digit(state, place, place.digits + key)
    if place.digits and (key == "." or (key not in _IN_READ_NAMED and len(key) == 1 and key.isprintable())):
        return _ask(state, Line.of(place.digits + key))
    if place.digits and key in (PAUSE, "enter"):
        return _follow(_choose(state, replace(place, digits=""), int(place.digits)))
    place = replace(place, digits="")
    key = _SCROLLS.get(key, key)
    if lines := _lines(key, reading_room(state.size)):
        return _within(replace(state, place=replace(place, top=place.top + lines, found=-1)))
    return _IN_READ[key](state, place) if key in _IN_READ else replace(state, place=place)


def _ask(state: State, line: Line) -> State:
    """Go to a new prompt, on which a number is typed to go to it, or what was pasted is asked."""
    return replace(_go(state, Ask(line)), question=Search(line.text, state.book))


def _digit(state: State, place: Read, digits: str) -> State:
    """Choose the link with a number, and wait: it may be the beginning of a rule's number, which no link has."""
    if not 0 < int(digits) <= len(place.reading.links):
        return _ask(state, Line.of(digits))
    return _choose(state, replace(place, digits=digits), int(digits))


def _within(state: State) -> State:
    """Return a state that shows no line before the first or after the last of its page."""
    place, width = state.place, state.size.width
    if not isinstance(place, Read | Keys):
        return state
    count = len(reading_lines(place.reading, width) if isinstance(place, Read) else key_lines(width))
    last = max(0, count - reading_room(state.size))
    return replace(state, place=replace(place, top=max(0, min(place.top, last))))


def _choose(state: State, place: Read, link: int) -> State:
    """Choose a link and show its line; past the last one, and before the first, none is chosen."""
    link = link if 0 < link <= len(place.reading.links) else 0
    chosen = replace(place, chosen=link)
    if link == 0:
        return replace(state, place=chosen)
    lines = reading_lines(place.reading, state.size.width)
    at = next((at for at, line in enumerate(lines) if line.link == link), 0)
    top = min(max(place.top, at - reading_room(state.size) + 2), at)
    return _within(replace(state, place=replace(chosen, top=top)))


def _next_link(state: State, place: Read, by: int) -> State:
    """Choose the link after the chosen one, or before it; if none is, the first or last one on the screen."""
    if place.chosen:
        return _choose(state, place, place.chosen + by)
    lines = reading_lines(place.reading, state.size.width)
    shown = [line.link for line in lines[place.top : place.top + reading_room(state.size)] if line.link]
    if shown:
        return _choose(state, place, shown[0] if by > 0 else shown[-1])
    links = [line.link for line in (lines[place.top :] if by > 0 else lines[: place.top][::-1]) if line.link]
    return _choose(state, place, links[0] if links else 0)


def _follow(state: State) -> State:
    """Open the chosen link; without one, the whole branch."""
    place = state.place
    if not isinstance(place, Read):
        return state
    reading = place.reading
    if place.chosen:
        return replace(state, question=Open(reading.links[place.chosen - 1]))
    if reading.has_more:
        return replace(state, question=reading.question._replace(mode="branch"))
    return state


def _explain(state: State, place: Read) -> State:
    question = place.reading.question
    return _back(state) if question.mode == "explain" else replace(state, question=question._replace(mode="explain"))


def _open(state: State, target: str, nothing: str, came_from: str = "") -> State:
    if not target:
        return replace(state, message=nothing)
    return replace(state, question=Open(target, came_from=came_from))


def _contents(state: State, place: Read) -> State:
    target = place.reading.question.target
    return _open(state, f"{target.partition(':')[0]}:", "", came_from=target)


def _new_question(state: State, _: Read) -> State:
    """Return to the last prompt; a letter replaces the words on it, Right keeps them."""
    back = list(state.back)
    while back and not isinstance(back[-1], Ask):
        back.pop()
    state = _back(replace(state, back=tuple(back or [Ask()])))
    place = state.place
    return (
        replace(state, place=replace(place, line=Line.of(place.typed, chosen=True)))
        if isinstance(place, Ask)
        else state
    )


def _find_from(state: State, place: Read, by: int) -> State:
    """Show the next line, or the one before, that has the word."""
    found = matches(place.reading, place.word, state.size.width)
    if not found:
        message = say("not on page", place.word) if place.word else say("/ finds")
        return replace(state, place=place, message=message)
    last = place.found if place.found >= 0 else place.top - (by > 0)
    after = [at for at in found if at > last] if by > 0 else [at for at in found if at < last][::-1]
    around = "" if after else say("from the other end")
    at = after[0] if after else found[0 if by > 0 else -1]
    message = f"{around}{place.word} {say('of', found.index(at) + 1, len(found))}"
    return _within(replace(state, place=replace(place, top=at, found=at), message=message))


def _finding_key(state: State, place: Read, key: str) -> State:
    if key == "enter":
        return _find_from(state, replace(place, finding=False, found=-1), 1)
    if key == "esc" or (key == "back" and not place.word):
        return replace(state, place=replace(place, finding=False, word=""))
    line = edited(Line.of(place.word), key)
    return state if line is None else replace(state, place=replace(place, word=line.text))


_IN_READ_NAMED = frozenset("q?")
"""Keys that are no part of a number, though a digit was typed before."""
_IN_READ: Mapping[str, Callable[[State, Read], State]] = {
    "enter": lambda state, place: _follow(replace(state, place=place)),
    "back": lambda state, _: _back(state),
    "f": lambda state, _: _forward(state),
    "esc": _new_question,
    "q": lambda state, _: _leave(state),
    "?": lambda state, _: _help(state),
    "B": lambda state, _: _books(state),
    "e": _explain,
    "y": lambda state, place: replace(state, clip=place.reading.citation),
    "Y": lambda state, place: replace(state, clip=place.reading.markdown),
    "ctrl-y": lambda state, place: replace(state, clip=place.reading.citation),
    "ctrl-space": lambda state, place: _keep(state, place.reading.question.target),
    "u": lambda state, place: _open(
        state, place.reading.parent, say("top of the book"), came_from=place.reading.question.target
    ),
    "t": _contents,
    "h": lambda state, _: replace(state, question=History()),
    ":": lambda state, _: _ask(state, Line()),
    "g": lambda state, _: _ask(state, Line()),
    "[": lambda state, place: _open(state, place.reading.previous, say("first rule")),
    "]": lambda state, place: _open(state, place.reading.next, say("last rule")),
    "<": lambda state, place: _open(state, place.reading.previous, say("first rule")),
    ">": lambda state, place: _open(state, place.reading.next, say("last rule")),
    "right": lambda state, place: _next_link(state, place, 1),
    "tab": lambda state, place: _next_link(state, place, 1),
    "left": lambda state, place: _next_link(state, place, -1),
    "back-tab": lambda state, place: _next_link(state, place, -1),
    "/": lambda state, place: replace(state, place=replace(place, finding=True, word="")),
    "n": lambda state, place: _find_from(state, place, 1),
    "N": lambda state, place: _find_from(state, place, -1),
}
"""The keys while a rule is read, beside digits and those that scroll."""

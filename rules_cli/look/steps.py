"""A state and a key → the next state. Pure: what the library has to say comes as an answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from rules_cli.captions import say
from rules_cli.look.screens import key_lines, list_room, matches, reading_lines, reading_room
from rules_cli.look.state import (
    Answer,
    Ask,
    Choice,
    ChooseBook,
    Failure,
    Keys,
    ListBooks,
    Open,
    Read,
    RulePage,
    Search,
    Size,
    State,
)

_MOST_BACK = 200  # places that Backspace can return to: a day's work, and no leak


def step(state: State, event: str | Size | Answer) -> State:
    """Return the state after a key, a new size of the screen, or the answer to the state's question.

    A key is a character that was typed, or the name of a key: `enter`, `back`, `up`, `page-down`, `ctrl-b`, …
    """
    if isinstance(event, Size):
        return _within(replace(state, size=event))
    if isinstance(event, str):
        return _key(replace(state, message="", clip=""), event)
    return _answered(replace(state, question=None), event)


def started(words: str, book: str | None, size: Size) -> State:
    """Return the first state: the prompt with some words, which are asked at once."""
    return State(Ask(words), book=book, size=size, question=Search(words, book))


def waiting(state: State) -> State:
    """Return a state to be drawn while an index is built: it says so, and shows no results of other words."""
    place = state.place
    if isinstance(place, Ask) and place.listing:
        place = replace(place, listing=replace(place.listing, choices=()))
    return replace(state, place=place, message=say("index"))


# --- answers


def _answered(state: State, answer: Answer) -> State:
    if isinstance(answer, Failure):
        return replace(state, message=answer.message)
    if isinstance(answer, RulePage):
        return _go(replace(state, read=answer), Read(answer))
    if isinstance(answer.question, ListBooks):
        return _go(state, ChooseBook(answer))
    if isinstance(state.place, Ask) and answer.question == Search(state.place.typed, state.book):
        return replace(state, place=replace(state.place, listing=answer, chosen=0))
    return state


def _go(state: State, place: Read | ChooseBook | Keys) -> State:
    """Return a state at a new place, from which Backspace comes back."""
    return replace(state, place=place, back=(*state.back, state.place)[-_MOST_BACK:])


def _back(state: State) -> State:
    """Return to the place before; if that was asked in another book, ask again."""
    if not state.back:
        return state
    *back, place = state.back
    state = replace(state, place=place, back=tuple(back))
    if not isinstance(place, Ask):
        return state
    wanted = Search(place.typed, state.book)
    is_fresh = place.listing is not None and place.listing.question == wanted and place.typed
    return state if is_fresh else replace(state, question=wanted)


# --- keys


def _key(state: State, key: str) -> State:
    anywhere = _ANYWHERE.get(key)
    if anywhere:
        return anywhere(state)
    place = state.place
    if isinstance(place, Ask | ChooseBook):
        return _list_key(state, place, key)
    if isinstance(place, Read):
        return _finding_key(state, place, key) if place.finding else _read_key(state, place, key)
    lines = _lines(_SAME_KEYS.get(key, key), reading_room(state.size))
    return _within(replace(state, place=Keys(place.top + lines))) if lines else _back(state)


def _leave(state: State) -> State:
    return replace(state, left=True)


def _books(state: State) -> State:
    return state if isinstance(state.place, ChooseBook) else replace(state, question=ListBooks())


def _help(state: State) -> State:
    return state if isinstance(state.place, Keys) else _go(state, Keys())


_ANYWHERE: Mapping[str, Callable[[State], State]] = {"ctrl-c": _leave, "ctrl-d": _leave, "ctrl-b": _books, "f1": _help}
_SAME_KEYS = {"<": "[", ">": "]", "tab": "right", "back-tab": "left", " ": "page-down", "g": "home", "G": "end"}
"""Other keys, on pages, for the same as these."""
_ALL_LINES = 1_000_000  # more than any page or list has


def _lines(key: str, page: int) -> int:
    """Return how many lines or rows a key goes down, of which `page` fit the screen; 0 for a key of another kind."""
    by = {"up": -1, "down": 1, "page-up": -page, "page-down": page, "home": -_ALL_LINES, "end": _ALL_LINES}
    return by.get(key, 0)


# Complexity: one case for each key.
def _list_key(state: State, place: Ask | ChooseBook, key: str) -> State:
    is_prompt = isinstance(place, Ask)
    if key == "?" and not place.typed:
        return _help(state)
    if key in _RUBS_OUT and (not place.typed or (key == "esc" and not is_prompt)):
        return _leave(state) if key == "esc" and is_prompt else _back(state)
    if (words := _edited(place.typed, key)) is not None:
        asked = Search(words, state.book) if is_prompt else state.question  # the old list stays until theirs is there
        return replace(state, place=replace(place, typed=words, chosen=0), question=asked)
    choices = place.choices
    if key == "enter":
        return _enter(state, choices[place.chosen]) if choices else state
    chosen = place.chosen + _lines(key, list_room(state.size))
    return replace(state, place=replace(place, chosen=max(0, min(len(choices) - 1, chosen))))


_RUBS_OUT: Mapping[str, Callable[[str], str]] = {
    "back": lambda typed: typed[:-1],
    "ctrl-w": lambda typed: " ".join(typed.split()[:-1]),
    "ctrl-u": lambda _: "",
    "esc": lambda _: "",
}
"""The words that are left after a key that deletes. At an empty prompt these keys go back, and Esc leaves."""


def _edited(typed: str, key: str) -> str | None:
    """Return the words after a key that types or deletes; None for any other key."""
    if key in _RUBS_OUT:
        return _RUBS_OUT[key](typed)
    return typed + key if len(key) == 1 and key.isprintable() else None


def _enter(state: State, choice: Choice) -> State:
    """Open the chosen rule, or return to the place before with the chosen book.

    A rule that is read stays, and it is said for what the book is.
    """
    if isinstance(state.place, Ask):
        return replace(state, question=Open(choice.target))
    state = _back(replace(state, book=choice.target or None))
    return replace(state, message=say("next question", choice.label)) if isinstance(state.place, Read) else state


# --- reading


def _read_key(state: State, place: Read, key: str) -> State:
    key = _SAME_KEYS.get(key, key)
    if lines := _lines(key, reading_room(state.size)):
        return _within(replace(state, place=replace(place, digits="", top=place.top + lines, found=-1)))
    if key in _IN_READ:
        return _IN_READ[key](state, replace(place, digits=""))
    if key.isdecimal() and key.isascii():
        return _digit(state, place, place.digits + key)
    return state


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


def _digit(state: State, place: Read, digits: str) -> State:
    """Choose the link with a number, and follow it unless more digits could make another number of a link."""
    count = len(place.reading.links)
    link = int(digits)
    if not 0 < link <= count:
        message = say("no reference", digits) if count else say("no references here")
        return replace(state, place=replace(place, digits="", chosen=0), message=message)
    if link * 10 > count:
        return _follow(_choose(state, replace(place, digits=""), link))
    return _choose(state, replace(place, digits=digits), link)


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


def _open(state: State, target: str, nothing: str) -> State:
    return replace(state, question=Open(target)) if target else replace(state, message=nothing)


def _copy(state: State, text: str) -> State:
    beginning = text.partition("\n")[0]
    return replace(state, clip=text, message=say("copied", beginning))


def _new_question(state: State, _: Read) -> State:
    """Return to the last prompt."""
    back = list(state.back)
    while back and not isinstance(back[-1], Ask):
        back.pop()
    return _back(replace(state, back=tuple(back or [Ask()])))


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
    word = _edited(place.word, key)
    return state if word is None else replace(state, place=replace(place, word=word))


_IN_READ: Mapping[str, Callable[[State, Read], State]] = {
    "enter": lambda state, place: _follow(replace(state, place=place)),
    "back": lambda state, _: _back(state),
    "esc": _new_question,
    "q": lambda state, _: _leave(state),
    "?": lambda state, _: _help(state),
    "b": lambda state, _: _books(state),
    "e": _explain,
    "y": lambda state, place: _copy(state, place.reading.citation),
    "Y": lambda state, place: _copy(state, place.reading.markdown),
    "u": lambda state, place: _open(state, place.reading.parent, say("top of the book")),
    "[": lambda state, place: _open(state, place.reading.previous, say("first rule")),
    "]": lambda state, place: _open(state, place.reading.next, say("last rule")),
    "right": lambda state, place: _choose(state, place, place.chosen + 1),
    "left": lambda state, place: _choose(state, place, (place.chosen or len(place.reading.links) + 1) - 1),
    "/": lambda state, place: replace(state, place=replace(place, finding=True, word="")),
    "n": lambda state, place: _find_from(state, place, 1),
    "N": lambda state, place: _find_from(state, place, -1),
}
"""The keys while a rule is read, beside digits and those that scroll."""

"""A state and a key → the next state. Pure: what the library has to say comes as an answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from rules_cli.look.line import Line, edited, typed_text
from rules_cli.look.screens import is_long, links_shown, list_room, matches, previews, reading_lines, reading_room
from rules_cli.look.state import Answer, Ask, Kind, Listing, Place, Question, Read, RulePage, Said, Size, State
from rules_cli.numbers.typed import looks_like_number
from rules_cli.render.language import say
from rules_cli.text import LEAVE

_MOST_BACK = 200  # places that Backspace can return to: a day's work, in little memory
_MORE = 32  # rows that come when a list is scrolled to its end
_MOST_ROWS = 400  # of a list: somebody who scrolls so far should type more words
_SEARCHING = 1.5  # seconds: what takes longer than any search builds an index
_LEAVING = (":q", ":q!")  # what readers of other pagers type to leave
PAUSE = "pause"
"""The key of a person who has typed on a page, and now waits."""
_VOWELS = frozenset("aeiou")


def step(state: State, event: str | Size | Answer) -> State:
    """Return the state after a key, a new size of the screen, or the answer to the state's question. A key is a
    character that was typed, or the name of a key: `enter`, `back`, `up`, `page-down`, `ctrl-b`, …"""
    if isinstance(event, Size):
        return _with_glance(_within(replace(state, size=event, typed="", before=None)))
    if isinstance(event, str):
        return _with_glance(_pressed(state, event))
    return _with_glance(_answered(replace(state, question=None), event))


def _with_glance(state: State) -> State:
    """Ask for the words of the chosen row, if the screen has room for them, shows others, and nothing else is asked."""
    place = state.place
    if state.question is not None or not isinstance(place, Ask) or not previews(state.size):
        return state
    shown = place.glance.question.target if place.glance else ""
    if place.target == shown:
        return state
    if not place.target:
        return _at(state, glance=None)
    return replace(state, question=Question("peek", place.target, place.asked.words))


def started(words: str, book: str | None, size: Size) -> State:
    """Return the first state: the prompt with some words, which are asked at once."""
    return State(Ask(Line.of(words)), book=book, size=size, question=Question("search", words=words, book=book))


def waiting(state: State, seconds: float, keys_wait: bool = False) -> State:
    """Return the state to draw while the user waits for an answer, for so many seconds now. It names the work, and
    says whether keys wait, too. It hides the results of other words."""
    place = state.place
    if isinstance(place, Read):
        return replace(state, message=say("comparing"))
    searching = "index" if seconds > _SEARCHING else "searching"
    notes = [say(searching if place.typed else "opening"), *([say("keys wait")] if keys_wait else [])]
    listing = replace(place.listing or Listing(place.asked, ()), choices=(), intro=(), note=" · ".join(notes), total=0)
    return _at(state, listing=listing, glance=None)


def _at(state: State, **changes: Any) -> State:
    return replace(state, place=replace(state.place, **changes))


# --- answers


def _answered(state: State, answer: Answer) -> State:
    if isinstance(answer, Said):
        return replace(state, message=answer.message, clip=answer.clip)
    if isinstance(answer, Listing):
        if answer.question.kind == "search":
            return _listed(state, answer)
        books = [choice.target for choice in answer.choices] if answer.question.kind == "books" else []
        return _go(state, Ask(listing=answer, chosen=books.index(state.book) if state.book in books else 0))
    if answer.question.kind != "peek":
        return _opened(state, answer)
    return _at(state, glance=answer) if isinstance(state.place, Ask) else state


def _opened(state: State, page: RulePage) -> State:
    """Show a page from its top, or from the link that the user comes from, or from the new part of an explanation."""
    state = _go(replace(state, read=page if page.farewell[0] else state.read), Read(page))
    lines, room = reading_lines(page, state.size), reading_room(state.size)
    if page.question.came_from in page.links:
        link = page.links.index(page.question.came_from) + 1
        number = next((number for number, line in enumerate(lines) if line.link == link), 0)
        return _within(replace(state, place=Read(page, top=number - room // 2, chosen=link)))
    first = next((number for number, line in enumerate(lines) if line.place >= page.begins), 0)
    if page.question.kind == "explain" and first > room // 2:
        return _within(replace(state, place=Read(page, top=first - room // 2)))
    return state


def _listed(state: State, answer: Listing) -> State:
    """Show a list, unless other words were typed since it was asked for. The same list with more rows keeps its row."""
    place, asked = state.place, answer.question
    if not isinstance(place, Ask) or (asked.words, asked.book) != (place.typed, state.book):
        return state
    goes_on = place.asked._replace(limit=0) == asked._replace(limit=0) and asked.limit > place.asked.limit
    chosen = min(place.chosen, len(answer.choices) - 1) if goes_on else 0
    return _at(state, listing=answer, chosen=max(0, chosen))


def _go(state: State, place: Place) -> State:
    """Return a state at a new place, from which Backspace comes back, passing over a prompt with a number."""
    current, before = state.place, state.back[-1] if state.back else None
    is_passed = isinstance(current, Ask) and isinstance(before, Read) and looks_like_number(current.typed)
    back = state.back if is_passed and isinstance(place, Read) else (*state.back, current)
    typed = "" if state.typed.isdecimal() else state.typed  # digits were of the page that is left
    return replace(state, place=place, back=back[-_MOST_BACK:], ahead=(), typed=typed)


def _back(state: State) -> State:
    """Return to the place before, if there is one."""
    if not state.back:
        return state
    ahead = (*state.ahead, state.place) if isinstance(state.place, Read) else state.ahead
    return _visited(replace(state, place=state.back[-1], back=state.back[:-1], ahead=ahead))


def _forward(state: State) -> State:
    """Return to the page that the user came back from, or say that there is no such page."""
    if not state.ahead:
        return replace(state, message=say("nothing ahead"))
    back = (*state.back, state.place)[-_MOST_BACK:]
    return _visited(replace(state, place=state.ahead[-1], back=back, ahead=state.ahead[:-1]))


def _visited(state: State) -> State:
    """Return a state at a place that was visited before; its list is asked again if the book has changed since."""
    place = state.place
    if isinstance(place, Read):
        return _within(replace(state, read=place.reading if place.reading.farewell[0] else state.read, question=None))
    is_fresh = (place.asked.words, place.asked.book) == (place.typed, state.book) and bool(place.typed)
    return state if is_fresh or place.asked.kind != "search" else _search(state, place.typed)


# --- keys


def _pressed(state: State, key: str) -> State:
    """Return the state after a key. On a page, keys are commands, numbers of references, or the words of a question."""
    if key == PAUSE:
        return _paused(state)
    place, text = state.place, typed_text(key)
    is_page = isinstance(place, Read) and not (place.finding or place.reading.question.kind == "keys")
    if text and (is_page or state.before):
        return _typed_on_page(state, text)
    if state.before and state.typed.isdecimal():
        if key == "enter":
            return _paused(replace(state, message=""))
        state = state.before  # the digits are deleted
        if key in ("back", "esc"):
            return state
    return _key(_fresh(state), key)


def _fresh(state: State) -> State:
    """Return a state without what the last key left: a message, a text to copy, what was typed in one go."""
    return replace(state, message="", clip="", typed="", before=None)


def _typed_on_page(state: State, text: str) -> State:
    """Return the state after text on a page, or on what its letters have just opened. Digits choose a reference on the
    screen. A letter is a key at once, but letters typed in one go that begin a word are a question: what they did as
    keys is taken back. So is any other text."""
    fresh = _fresh(state)
    if text == state.typed and text.isalpha():  # pressed again: surely a key, and no word begins before it
        return replace(_key(fresh, text), typed=text)
    typed, before = (state.typed + text, state.before) if state.before else (text, fresh)
    if _is_key(text, typed):
        return replace(_key(fresh, text), typed=typed, before=before) if text.isalpha() else _key(fresh, text)
    chosen = _numbered(before, typed) if typed.isdecimal() else None
    if chosen is None:
        return _asked_on_page(before, typed)
    is_rule = chosen and chosen != int(typed)
    message = say("rule, no reference", typed) if is_rule and _is_reference(before, typed) else ""
    return replace(_at(before, chosen=chosen), typed=typed, before=before, message=message)


def _is_reference(state: State, digits: str) -> bool:
    """Return whether digits are the number of a reference on the screen."""
    return int(digits) in links_shown(state.place, state.size)


def _numbered(state: State, digits: str) -> int | None:
    """Return the link that digits on a page choose: of the rule with this number, such as a chapter in the contents of
    a book, or else the reference. That is 0 if they only begin the number of a reference, None if they do not, or if
    the rule is not on the screen."""
    if not isinstance(state.place, Read):
        return None
    shown = links_shown(state.place, state.size)
    numbers = (target.partition(":")[2] for target in state.place.reading.links)
    rule = next((link for link, number in enumerate(numbers, 1) if number == digits), 0)
    if rule:
        return rule if rule in shown else None
    return int(digits) if int(digits) in shown else 0 if any(str(link).startswith(digits) for link in shown) else None


def _is_key(text: str, typed: str) -> bool:
    """Return whether text on a page is a key, as the last of what was typed in one go. Letters are not keys if
    one of them has no meaning as a key, or if they differ and have a vowel, as any word has: `yq` copies and leaves,
    `eq` begins `equip`."""
    if len(text) > 1 or not text.isalpha():
        return text in _PAGE_KEYS and not typed[:-1].isdecimal()
    is_word = len(set(typed)) > 1 and not _VOWELS.isdisjoint(typed)
    return _PAGE_KEYS.issuperset(typed) and not is_word


def _paused(state: State) -> State:
    """Return the state after a pause in typing on a page: digits were a reference, or a number; letters were keys."""
    rested = replace(state, typed="", before=None)
    if not (state.before and state.typed.isdecimal()):
        return rested
    if not (isinstance(state.place, Read) and state.place.chosen):
        return _asked_on_page(state.before, state.typed)
    return rested if state.message else _follow(rested)  # a reference has this number, too: Enter decides


def settles(state: State, key: str) -> bool:
    """Return whether a key ends the digits of a reference, so that it is of the page that they open."""
    return state.typed.isdecimal() and key in _SIGNS


def _asked_on_page(state: State, typed: str) -> State:
    """Ask what was typed on a page."""
    state = _ask(state, Line.of(typed))
    return replace(state, message=say("no reference", typed)) if typed.isdecimal() else state


def _key(state: State, key: str) -> State:
    """Return the state after a key that is not the beginning of a question."""
    if key in _ANYWHERE:
        return _ANYWHERE[key](state)
    place = state.place
    if isinstance(place, Ask):
        return _ask_key(state, place, key)
    if place.reading.question.kind == "keys":
        return (_scrolled(state, place, key) if is_long(place.reading, state.size) else None) or _back(state)
    if place.finding:
        return _finding_key(state, place, key)
    return _scrolled(state, place, key) or (_IN_READ[key](state, place) if key in _IN_READ else state)


def _search(state: State, words: str) -> State:
    """Ask for words. The question names the page that was read before: rules of its book with a number come first."""
    page = state.back[-1] if state.back else None
    came_from = page.target if isinstance(page, Read) else ""
    return replace(state, question=Question("search", words=words, book=state.book, came_from=came_from))


def _open(state: State, kind: Kind, target: str, nothing: str = "", came_from: str = "") -> State:
    """Ask for a page; if there is no target, show the message `nothing`."""
    question = Question(kind, target, _asked_last(state), came_from=came_from) if target else None
    return replace(state, question=question, message="" if target else nothing)


def _asked_last(state: State) -> str:
    """Return the words at the prompt, or those from which the way to the page began."""
    place = state.place
    return place.typed if isinstance(place, Ask) else place.reading.question.words


def _asks(kind: Kind, words: str = "") -> Callable[..., State]:
    """Return what a key does that asks something: about the rule that is chosen or read, or without a rule."""
    is_without_rule = kind in ("keys", "books", "history")

    def asked(state: State, *_: Read) -> State:
        target = "" if is_without_rule else state.place.target
        question = Question(kind, target, words or _asked_last(state))
        return replace(state, question=question) if target or is_without_rule else state

    return asked


def _leave(state: State, *_: Read) -> State:
    return replace(state, left=True)


_ANYWHERE: Mapping[str, Callable[[State], State]] = {
    "ctrl-c": lambda state: replace(state, left=True, interrupted=True),
    "ctrl-space": _asks("keep"),
    "alt-right": _forward,
    **dict.fromkeys(("alt-left", "ctrl-o"), _back),
    **dict.fromkeys(("ctrl-g", "f1", "alt-h"), _asks("keys")),
    **dict.fromkeys(("ctrl-y", "alt-y"), _asks("cite", "plain")),
}
_SCROLLS = {"j": "down", "k": "up", " ": "page-down", "b": "page-up", "G": "end"} | {
    "ctrl-f": "page-down",
    "ctrl-b": "page-up",
    "ctrl-d": "half-down",
    "ctrl-u": "half-up",
}
"""Keys of pages that scroll, and the keys that do the same."""
_ALL_LINES = 1_000_000  # more than any page or list has


def _lines(key: str, page: int) -> int:
    """Return how many lines or rows a key goes down, if `page` of them fit the screen; 0 for a key of another kind."""
    lines = {"up": -1, "down": 1, "page-up": -page, "page-down": page, "home": -_ALL_LINES, "end": _ALL_LINES}
    return (lines | {"half-up": -(page // 2), "half-down": page // 2}).get(key, 0)


# --- the prompt


# Complexity: one case for each key.
def _ask_key(state: State, place: Ask, key: str) -> State:  # noqa: PLR0911
    is_of_books = place.asked.kind == "books"
    if key == "?" and not is_of_books and (not place.typed or place.line.chosen):
        return _asks("keys")(state)
    if key in ("tab", "back-tab"):
        return _chosen(state, place, 1 if key == "tab" else -1) if is_of_books else _asks("books")(state)
    on_page = bool(state.back) and isinstance(state.back[-1], Read)
    if key == "esc" and place.typed and not (is_of_books or on_page):
        return _typed(state, place, Line())
    if key == "esc" or (not place.typed and key in ("back", "ctrl-d")):
        is_leaving = key == "ctrl-d" if state.back else key != "back"  # Esc leaves only if it can't go back
        return _leave(state) if is_leaving and not is_of_books else _back(state)
    if key == "enter":
        return _enter(state, place)
    if key not in ("home", "end") and (rows := _lines(key, list_room(state.size))):
        return _chosen(state, place, rows)
    line = edited(place.line, key)
    if key == "back" and on_page and not is_of_books and line == Line():  # the text that opened the prompt is deleted
        return _back(state)
    return state if line is None else _typed(state, place, line)


def _typed(state: State, place: Ask, line: Line) -> State:
    """Return a state with another line at the prompt; if its text has changed, its words are asked."""
    if line.text == place.typed:
        return _at(state, line=line)
    state = _at(state, line=line, chosen=0)
    return state if place.asked.kind == "books" else _search(state, line.text)


def _chosen(state: State, place: Ask, rows: int) -> State:
    """Choose the row so many rows further; past the end of a list that goes on, ask for more of it."""
    last, wanted = len(place.choices) - 1, place.chosen + rows
    if place.listing and place.listing.more and wanted > last and place.asked.limit < _MOST_ROWS:
        more = place.asked._replace(limit=min(place.asked.limit + _MORE, _MOST_ROWS))
        return replace(_at(state, chosen=wanted), question=more)
    return _at(state, chosen=max(0, min(last, wanted)))


# Complexity: leaving, a question, a rule or a book.
def _enter(state: State, place: Ask) -> State:
    """Open the chosen rule, ask the chosen question, or take the chosen book; then go back, from a page to a prompt.
    Words that end in `:q` leave; the colon may be the key that opened this prompt on a page. After a word that leaves
    other programs, but may be of a rule, such as `exit`, a message says how to leave this one."""
    colon = ":" if state.back and isinstance(state.back[-1], Read) and place.asked.kind != "books" else ""
    if f"{colon}{place.typed.strip()}".endswith(_LEAVING):
        return _leave(state)
    how = say("to leave") if place.typed.strip().lower() in LEAVE else ""
    choice = place.choice
    if choice is None:
        return replace(state, message=how)
    if choice.asks:
        return _typed(state, place, Line.of(choice.asks))
    if place.asked.kind != "books":
        state = _open(state, "rule", choice.target)
        is_near = place.listing and place.listing.is_near
        return replace(state, message=say("nearest opened", place.typed.strip()) if is_near else how)
    state = _back(replace(state, book=choice.target or None))
    return _ask(state, Line()) if isinstance(state.place, Read) else state


# --- reading


def _ask(state: State, line: Line) -> State:
    """Go to a new prompt with a line, whose words are asked."""
    return _search(_go(state, Ask(line)), line.text)


def _scrolled(state: State, place: Read, key: str) -> State | None:
    """Return a state that shows other lines of its page; None for a key of another kind. If the page does not go on,
    arrows choose a reference. A reference that is scrolled away is not chosen any more."""
    room = reading_room(state.size)
    lines = _lines(_SCROLLS.get(key, key), room)
    if not lines:
        return None
    top = _top(place, place.top + lines, state.size)
    if key in ("up", "down") and top == place.top:
        return _next_link(state, replace(place, found=-1), lines)
    shown = {line.link for line in reading_lines(place.reading, state.size)[top : top + room]}
    chosen = place.chosen if place.chosen in shown else 0
    return replace(state, place=replace(place, top=top, chosen=chosen, found=-1))


def _top(place: Read, top: int, size: Size) -> int:
    """Return the line nearest to `top` that may be first on a screen: not so late that the screen would not be full."""
    return max(0, min(top, len(reading_lines(place.reading, size)) - reading_room(size)))


def _within(state: State) -> State:
    """Return a state whose page, if it is one, is not scrolled past its beginning or end."""
    place = state.place
    return _at(state, top=_top(place, place.top, state.size)) if isinstance(place, Read) else state


def _choose(state: State, place: Read, link: int) -> State:
    """Choose a link and show its line; a number that no link has chooses none."""
    link = link if 0 < link <= len(place.reading.links) else 0
    lines = reading_lines(place.reading, state.size) if link else ()
    number = next((number for number, line in enumerate(lines) if line.link == link), place.top)
    top = min(max(place.top, number - reading_room(state.size) + 2), number)
    return _within(replace(state, place=replace(place, chosen=link, top=top)))


def _next_link(state: State, place: Read, by: int) -> State:
    """Choose the link `by` links after the chosen one, 1 or -1. If none is chosen, choose the first (or last) on the
    screen, else the nearest in that direction."""
    if place.chosen:
        return _choose(state, place, place.chosen + by)
    links = [line.link for line in reading_lines(place.reading, state.size)]
    end = place.top + reading_room(state.size)
    shown, beyond = links[place.top : end], links[end:] if by > 0 else links[: place.top]
    ordered = [*shown, *beyond] if by > 0 else [*shown[::-1], *beyond[::-1]]
    return _choose(state, place, next(filter(None, ordered), 0))


def _follow(state: State, *_: Read) -> State:
    """Open the chosen link, else the rest of the branch. The page is the state's: a link may just have been chosen."""
    place = state.place
    if not isinstance(place, Read):
        return state
    if place.chosen:
        return _open(state, "rule", place.reading.links[place.chosen - 1])
    if place.reading.has_more:
        return _open(state, "branch", place.target)
    return replace(state, message=say("none chosen" if place.reading.links else "nothing to follow"))


def _toggle(state: State, place: Read, kind: Kind) -> State:
    """Show the rule in another way, `explain` or `changes`; go back if it is shown so."""
    return _back(state) if place.reading.question.kind == kind else _open(state, kind, place.target)


def _changes(state: State, place: Read) -> State:
    """Show the page against the edition before, or go back from there; say so if nothing changed."""
    page = place.reading
    if page.question.kind == "changes" or (page.before and (page.is_changed or page.has_more)):
        return _toggle(state, place, "changes")
    why = say("no change since", page.before) if page.before else say("no earlier edition")
    return replace(state, message=why)


def _new_question(state: State, _: Read) -> State:
    """Return to the last prompt, with its words chosen: a letter replaces them, Right keeps them."""
    last = max((number for number, place in enumerate(state.back) if isinstance(place, Ask)), default=-1)
    state = _back(replace(state, back=state.back[: last + 1] or (Ask(),)))
    return _at(state, line=Line.of(state.place.typed, chosen=True)) if isinstance(state.place, Ask) else state


def _find_from(state: State, place: Read, by: int) -> State:
    """Go to the next line (`by` is 1) or the line before (-1) that has the word, around the ends of the page."""
    found = matches(place.reading, place.word, state.size)
    if not found:
        message = say("not on page", place.word) if place.word else say("/ finds")
        return replace(state, place=place, message=message)
    if by > 0:
        last = place.found if place.found >= 0 else place.top - 1  # the first line of the screen counts
        further, other_end = [line for line in found if line > last], found[0]
    else:
        last = place.found if place.found >= 0 else place.top
        further, other_end = [line for line in reversed(found) if line < last], found[-1]
    line = further[0] if further else other_end
    around = "" if further else say("from the other end")
    message = f"{around}{place.word} {say('of', found.index(line) + 1, len(found))}"
    return _within(replace(state, place=replace(place, top=line, found=line), message=message))


def _finding_key(state: State, place: Read, key: str) -> State:
    if key == "enter":
        return _find_from(state, replace(place, finding=False, found=-1), 1)
    if key == "esc" or (key == "back" and not place.word):
        return _at(state, finding=False, word="")
    line = edited(Line.of(place.word), key)
    return _at(state, word=line.text) if line else state


_IN_READ: Mapping[str, Callable[[State, Read], State]] = {
    "enter": _follow,
    "esc": _new_question,
    "back": lambda state, _: _back(state),
    "f": lambda state, _: _forward(state),
    "q": _leave,
    "?": _asks("keys"),
    "B": _asks("books"),
    "h": _asks("history"),
    "y": _asks("cite", "plain"),
    "Y": _asks("cite", "markdown"),
    "e": lambda state, place: _toggle(state, place, "explain"),
    "d": _changes,
    "u": lambda state, place: _open(state, "rule", place.reading.parent, say("top of the book"), place.target),
    "t": lambda state, place: _open(state, "rule", f"{place.target.partition(':')[0]}:", came_from=place.target),
    "/": lambda state, _: _at(state, finding=True, word=""),
    "n": lambda state, place: _find_from(state, place, 1),
    "N": lambda state, place: _find_from(state, place, -1),
    ":": lambda state, _: _ask(state, Line()),
    **dict.fromkeys("[<", lambda state, place: _open(state, "rule", place.reading.previous, say("first rule"))),
    **dict.fromkeys("]>", lambda state, place: _open(state, "rule", place.reading.next, say("last rule"))),
    **dict.fromkeys(("right", "tab"), lambda state, place: _next_link(state, place, 1)),
    **dict.fromkeys(("left", "back-tab"), lambda state, place: _next_link(state, place, -1)),
}
"""The keys on a page, besides digits and keys that scroll."""
_SIGNS = frozenset("[]<>")  # keys on a page that are in no number
_PAGE_KEYS = frozenset(key for key in (*_IN_READ, *_SCROLLS) if len(key) == 1)

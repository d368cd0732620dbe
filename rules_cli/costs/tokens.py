"""The words of a question about a cost, cut into tokens: options with their values, signed changes, amounts, words.

A token is an amount only if it is one by its form; letters that may be a word are one.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple

from rules_cli.captions import Remark, Words, joined
from rules_cli.costs.arguments import SHORT, CostFile, Refused, cost_file, cost_words, games
from rules_cli.text import fold

_LONGEST = 200  # characters in a word; longer than any printed cost, and short enough to print and to read fast
_ANNOUNCED = re.compile(r"-*([xyz])=([0-9]+)", re.IGNORECASE)
_SIGNS_INSIDE = re.compile(r"([+-]?[0-9A-Za-z{}/]+?)((?:[+-][0-9A-Za-z{}/@]+)+)")
_ORDINAL = re.compile(r"([0-9]{1,4})(?:st|nd|rd|th|º|ª)", re.IGNORECASE)
_SHORT = 3  # letters: such words are near to too many others
_SIGNS = {"+": "plus", "-": "minus"}  # a sign with blanks around it
_STOPS = ",;:.!?)"
_BETWEEN = re.compile(r"\s+|(?<=[,;])(?![^{}]{0,9}\})(?=.)|(?<=[0-9])-(?=[a-z]{3})")  # blanks, behind a comma, `4-drop`
_GLUED = re.compile(r"([A-Za-z]{2,20})([0-9]{1,2}(?=,?$)|\{.{1,60}),?")  # `lv2`, `kicker{2}`
_NUMBERED = re.compile(r"([0-9]{1,3})-(.{1,60})")  # the rest of `suspend 4-{U}`
_HYPHENATED = re.compile(r"[A-Za-z]{2,20}(?:-[A-Za-z]{2,20}){1,3}[,.;:!?]?")
_GLUED_BEHIND = re.compile(r"([0-9]{1,2})([A-Za-z]{3,20})[,.;]?")  # `4cmc`, `3cost`
_ENDINGS = ("s", "es", "ed", "d", "ing", "in", "er", "ers", "ied", "ies")  # that a word of the grammar may have
_DOUBLED = "bcdgklmnprt"  # letters that are doubled before an ending
_MAKERS = ("er", "ing")
_LONG_ENOUGH = 5  # letters of a word whose own ending may be missing
_SHORTEST = 3  # letters of a word that may be cut short; with two, many words begin so
_SLIPS = 2  # at most: with three, many short words are near each other


class CostToken(NamedTuple):
    """A piece of a question. `text` is as typed without a sign; `sign` is `+` or `-`; `value` is that of an option,
    or "th" of an ordinal; `stop` whether a comma or the like is behind it."""

    kind: Literal["option", "change", "amount", "word", "condition", "end"]
    text: str
    sign: str = ""
    value: str = ""
    stop: bool = False
    typed: str = ""

    @property
    def key(self) -> str:
        """The text by which a word is looked up."""
        return fold(self.text).replace("’", "'").removesuffix("'s").rstrip("'")

    @property
    def again(self) -> str:
        """The words by which it can be typed again, with its comma."""
        if self.kind == "option":
            return f"--{self.text} {quoted(self.value) if self.value else ''}".strip()
        text = f"{self.sign}{self.text}{':' * bool(self.value and self.kind == 'change')}{self.value}"
        return quoted(self.typed if self.typed.isalpha() else text) + "," * (self.stop and not self.value)


@dataclass(frozen=True, slots=True)
class Cutter:
    """Cuts the words of a question about one game; `remarks` says how words were cut that may be one cost."""

    game: str
    file: CostFile
    remarks: list[Words] = field(default_factory=list)

    # Complexity: a name may have small words, and an option begins a new part.
    def cut(self, words: Sequence[str]) -> list[CostToken]:
        """Return the tokens of the words of the command line, with one token for a name, `Murderous Cut`."""
        tokens: list[CostToken] = []
        for token in self._cut(words):
            parts = [token]
            before = tokens[-1] if tokens else CostToken("end", "")
            is_name = self._is_capital(before) and self._is_capital(token) and not before.stop
            if is_name and not (self._has_meaning(before) and self._has_meaning(token)):
                parts = [token._replace(text=" ".join(part.text for part in (tokens.pop(), *parts)))]
            if token.kind == "option" and tokens:
                tokens[-1] = before._replace(stop=True)
            tokens += parts
        return tokens

    def _is_capital(self, token: CostToken) -> bool:
        """Whether a word has a capital, and may be part of a name."""
        is_small = token.sign or token.key in self.file.all_fillers
        return token.kind == "word" and token.text[:1].isupper() and not is_small

    def _has_meaning(self, token: CostToken) -> bool:
        """Whether a word is one of the grammar, or a form of one."""
        key = token.key
        return key in self.file.all_known or any(
            is_form(each, key) for each in self.file.all_words if each[0] == key[:1]
        )

    # Complexity: one case for each kind of word of the command line.
    def _cut(self, words: Sequence[str]) -> Iterator[CostToken]:
        """Yield the tokens of the words of the command line; a word with blanks or commas is several."""
        queue, has_base, word, classes = list(self._without_dashes(words)), False, "", self.file.classes
        while queue:
            previous, word = word, _checked(queue.pop(0))
            following = queue[0] if queue else ""
            if word.startswith("--") or word in SHORT:
                yield self._option(word, queue, has_base)
            elif word[:1] in ("+", "-") and ":" in word:
                amount, _, why = word.partition(":")  # a label keeps its blanks and commas
                *before, last = self._tokens(amount)
                yield from (*before, last._replace(value=" ".join(why.split())))
            elif pieces := self._pieces(word, previous):
                queue[:0] = pieces
            elif len(short := with_short([word, following])) == 1:
                queue[0] = short[0]
            elif word in _SIGNS and following:
                queue.insert(0, _SIGNS[word])
            elif following.lower().rstrip(_STOPS) == "one" and {word.lower(), previous.lower()} & classes["each"]:
                queue[0] = f"{word}{following[3:]}"  # `each one`, `each resolved one`
            elif following.lower().rstrip(_STOPS) == "one" and word.lower() in classes["pronouns"]:
                queue[0] = f"card{following[3:]}"
            elif word in ("-x", "-y", "-z"):
                if not following.isdigit():
                    raise Refused("unreadable", word, (f"-{word} 3", "-3"))
                queue[0] = f"{word}={following}"
            else:
                tokens = list(self._tokens(word)) if word else [CostToken("amount", "")]
                has_base = has_base or any(token.kind == "amount" for token in tokens)
                if tokens[-1:] and tokens[-1].text == ":" and queue and tokens[0].kind != "amount":
                    tokens.pop()  # `commander tax: 2G`, `hand: blue`; that behind the whole cost of an ability stays
                yield from tokens

    # Complexity: one case for each way in which words are glued.
    def _pieces(self, word: str, before: str) -> list[str]:
        """Return the words that a word consists of, `3, 2`, `lv2`, `4cmc`; none if it is one."""
        if (colors := self._colors(word, before)) or len(pieces := _BETWEEN.split(word)) > 1:
            return colors or list(filter(None, pieces))
        if (split := _GLUED.fullmatch(word)) and self._is_known(split[1].lower()):
            return [*split.groups()]
        if (split := _NUMBERED.fullmatch(word)) and before.lower() in self.file.numbered:
            return [*split.groups()]
        if (split := _GLUED_BEHIND.fullmatch(word)) and split[2].lower() in self.file.all_known:
            return [split[1], word[split.start(2) :]]
        if _HYPHENATED.fullmatch(word) and word.rstrip(_STOPS).lower() not in self.file.all_known:
            return word.split("-")
        return []

    # Complexity: a dash is a sign or a comma, and a word may have blanks.
    def _without_dashes(self, words: Sequence[str]) -> Iterator[str]:
        """Yield the words without dashes between the parts of a sentence: `7 - affinity - 5 artifacts`. A dash in front
        of figures takes them off, unless another one is in front of a word."""
        words = [piece for word in words for piece in (word.split() if " - " in word else [word])]
        behind = [after for word, after in pairwise([*words, ""]) if word == "-"]
        are_dashes = any(after[:1].isalpha() and not self._is_cost(after.rstrip(_STOPS)) for after in behind)
        for word, after in pairwise([*words, ""]):
            if are_dashes and after == "-":
                yield word if word.endswith(tuple(_STOPS)) else f"{word},"
            elif not (are_dashes and word == "-"):
                yield word

    def _colors(self, word: str, before: str) -> list[str]:
        """Return the colors of cards in hand that letters are short for behind a word for the hand, `hand b b r`."""
        values, letters = self.file.values.get("hand", {}), self.file.short_values
        key, bare = before.rstrip(_STOPS).lower(), word.rstrip(_STOPS).replace(",", "").lower()
        if not bare or not letters.keys() >= {*bare} or (bare[1:] and bare in self.file.all_known):
            return []
        of_hand = (word for each in self.file.patterns if each.meaning.startswith("--hand ") for word in each.words)
        if not any(is_form(name, key) for name in (*values, *of_hand)):
            return []
        named = {value: name for name, value in reversed([*values.items()])}
        return [named[letters[each]] for each in bare]

    def _tokens(self, piece: str) -> Iterator[CostToken]:
        """Yield the tokens of a word without blanks and commas inside: `2WU-1`, `{T}:`."""
        bare = piece.lstrip("(").rstrip(_STOPS) or piece
        if bare in _STOPS:
            return
        *parts, last = map(self._token, self._cut_at_signs(bare))
        yield from (*parts, last._replace(stop=bare != piece.lstrip("(").rstrip(":")))
        if piece.endswith(":"):
            yield CostToken("word", ":")

    def _is_known(self, word: str) -> bool:
        """Whether a phrase begins with the word, or it is short for another."""
        return word in self.file.short or any(word == each.words[0] for each in self.file.patterns)

    # Complexity: one case for each kind of token.
    def _token(self, piece: str) -> CostToken:
        """Return the token of one piece without blanks."""
        sign, bare = (piece[0], piece[1:]) if piece[:1] in ("+", "-") else ("", piece)
        words = cost_words()
        short = {**words.short, **self.file.short}
        longer = {each for each in short if len(bare) > len(each) and is_form(each, bare)}  # `its` is no form of `it`
        if found := bare.lower() if bare.lower() in short else next(iter(longer), None):
            return CostToken("word", short[found], sign)
        if announced := _ANNOUNCED.fullmatch(piece):
            return CostToken("option", announced[1].lower(), "-", announced[2])
        if number := ordinal_of(bare):
            return CostToken("amount", str(number), sign, value="th")
        bare = re.sub("(?<=[0-9])['’]s$", "", str(words.numbers.get(fold(bare), bare)))  # `two +1's`
        is_option = sign == "-" and bare[:1].isalpha() and bare[:1].islower()
        if (self._is_cost(bare) and not is_option) or (sign and not bare):
            return CostToken("change" if sign else "amount", bare, sign, typed=piece)
        ending = next((each for each in self.file.endings if bare.lower().endswith(each)), bare)
        return CostToken("word", ending, sign)

    # Complexity: letters may be a cost, a known word or neither.
    def _is_cost(self, text: str) -> bool:
        """Whether a text has a number or a symbol, or consists of the game's letters and is no more likely a word."""
        if re.search(r"[0-9{]", text) or text.lower() == "none":
            return True
        letters = set(re.sub(r"@.*|[/+]", "", text).lower())
        if not letters or not letters <= set(self.file.letters) or text.lower() in self.file.all_fillers:
            return False
        is_sure = text.isupper() or re.search("[/+@]", text)
        is_known = any(pattern.words[0] == text.lower() for pattern in self.file.patterns)
        is_in_order = sorted(text.lower(), key=self.file.letters.find) == [*text.lower()]  # `wubrg`
        is_like_word = len(text) > 2 and text[1:].islower() and not is_in_order and letters & set("aeiouy")
        return bool(is_sure or not (is_known or letters & set(self.file.rare_letters) or is_like_word))

    def _cut_at_signs(self, word: str) -> list[str]:
        """Cut `2WU-1`, `-2+1`; a `+` inside a cost may belong to it, as in `X+2`, and is left to the reading."""
        if not _SIGNS_INSIDE.fullmatch(word):
            return [word]
        if word[0] not in "+-" and not self.file.symbols_apart:
            cut = word.find("-")
            parts = [word[:cut], *re.findall(r"[+-][^+-]+", word[cut:])] if cut > 0 else [word]
        else:
            parts = re.findall(r"[+-]?[^+-]+", word)
        if not all(self._is_cost(part.lstrip("+-")) for part in parts):
            return [word]
        if len(parts) > 1 and word[0] not in "+-" and "-" not in word:
            self.remarks.append(sum_as("raised", word))
        return parts

    # Complexity: an option may be a word, and its value be behind `=`, in the next word, or missing.
    def _option(self, word: str, queue: list[str], has_base: bool) -> CostToken:
        """Return an option's token; its value is behind `=` or in the next words, which are taken ("" for a flag). A
        list goes on if the cost is there already, `--hand 3 2 1`."""
        typed, equals, value = SHORT.get(word, word).partition("=")
        bare = typed[2:].lower()
        is_word = any(bare == each or (each[-1:] == "~" and is_form(each, bare)) for each in self.file.known_words)
        if is_word and bare not in self.file.known_options:
            if self.file.phrases.get(bare) == "--have *":  # `max 7` is mana that is there, `--max 7` is not
                raise Refused("no such option", f"--{bare}", self.game)
            return CostToken("word", bare, "--")
        name = self._full_name(typed)
        example = self.file.known_options[name].takes
        if example is None:
            if equals:
                raise Refused("no value taken", name)
            return CostToken("option", name, "--")
        if not equals:
            value = queue.pop(0) if queue else "--"
            if value.startswith("--"):
                raise Refused("needs value", f"--{name}", f"--{name} {example}")
            while "," in example and has_base and queue and queue[0][:1] not in ("+", "-", ""):
                if not (self._is_cost(queue[0]) or queue[0].lower() in self.file.values.get(name, {})):
                    break
                value += f",{queue.pop(0)}"
        return CostToken("option", name, "--", _checked(value))

    # Complexity: one case for each fault.
    def _full_name(self, typed: str) -> str:
        """Return the name of an option that may be shortened. Raises Refused, with the likeliest option or word."""
        asked = typed[2:].lower()
        options = self.file.known_options
        fitting = [asked] if asked in options else [name for name in options if asked and name.startswith(asked)]
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            raise Refused("several fit", typed, tuple(f"--{name}" for name in fitting))
        if others := [other for other in games() if asked in cost_file(other).options]:
            raise Refused("other game", asked, joined("two and", *others), self.game)
        known = [*options, *(word for word in self.file.plain_words if len(word) > _SHORT)]
        if near := nearest(asked, known):
            raise Refused("did you mean", f"--{asked}", f"--{near}" if near in options else near, self.game)
        raise Refused("no such option", f"--{asked}", self.game)


def ordinal_of(word: str) -> int:
    """Return the number of an ordinal, `2nd` or `second`; 0 for other words."""
    found = _ORDINAL.fullmatch(word)
    return int(found[1]) if found else cost_words().ordinals.get(fold(word), 0)


def _checked(word: str) -> str:
    """Return a word. Raises Refused if it is too long to be a cost."""
    if len(word) > _LONGEST:
        raise Refused("too many", word, _LONGEST)
    return word


def quoted(word: str) -> str:
    """Return a word as a shell takes it, with the quotes that are easier to read."""
    return f'"{word}"' if "'" in word and not {*word} & {*'"$`\\!'} else shlex.quote(word)


def sum_as(caption: str, word: str) -> Remark:
    """Return how `3+1` is read, as it could be one printed cost, or a cost and an increase."""
    return Remark(caption, (word, word.replace("+", " +")))


def with_short(words: Sequence[str]) -> list[str]:
    """Return words with one word for two that are short for it: `opponent's` for `other player's`."""
    found: list[str] = []
    for word in words:
        pair = f"{found[-1]} {word}".lower() if found else ""
        key = next((each for each in cost_words().short if " " in each and pair.startswith(each)), "")
        is_pair = key and not pair[len(key) :].strip("s'’,;.")
        found[-1 if is_pair else len(found) :] = [cost_words().short[key] + pair[len(key) :] if is_pair else word]
    return found


# Complexity: each way in which English and Portuguese form words.
@lru_cache(maxsize=4000)
def is_form(word: str, typed: str) -> bool:
    """Whether a typed word is a known one, in the plural or another form: `forests`, `evoked`, `tapping`, `kick`."""
    word, typed = fold(word), fold(typed)
    if word.endswith("~"):  # the beginning of a word: `aument~`
        return typed.startswith(word[:-1])
    if typed == word or min(len(word), len(typed)) < _SHORTEST or word[0] != typed[0]:
        return typed == word
    if f"{typed}s" == word or (word[-1] == "f" and typed == f"{word[:-1]}ves"):
        return True
    stems = [word, word + word[-1]] if word[-1] in _DOUBLED else [word]
    if word[-1] in "ey":
        stems.append(word[:-1])
    if len(word) > _LONG_ENOUGH and word.endswith(_MAKERS):  # `kick` is `kicker`, `offered` is `offering`
        stems.append(word[:-2] if word.endswith("er") else word[:-3])
        if typed == stems[-1] or typed == f"{stems[-1]}e":
            return True
    return any(typed == stem + ending for stem in stems for ending in _ENDINGS)


def nearest(word: str, known: Iterable[str], slips: int = _SLIPS) -> str | None:
    """Return the known word that a word abbreviates, or is probably a slip of; None if none is near."""
    from rapidfuzz import process  # here, since only an unknown word needs it
    from rapidfuzz.distance import OSA

    words = sorted({*known})  # of words as near as each other always the same one
    longer = [each for each in words if each.startswith(word) and len(word) >= _SHORTEST]
    if len(longer) == 1:
        return longer[0]
    allowed = min(slips, len(word) // 3)
    found = process.extractOne(word, words, scorer=OSA.distance, score_cutoff=allowed)
    return found[0] if found else None


def are_forms(one: str, other: str) -> bool:
    """Whether two words are forms of one word: `elf` and `elves`."""
    return is_form(one, other) or is_form(other, one)


def is_same_cost(one: str, other: str) -> bool:
    """Whether one of two costs is the number of mana of the other, `5` and `3UU`, or its X."""
    if one.upper() in ("X", "Y", "Z"):  # `an X spell, XRR`
        return one.upper() in other.upper()
    is_number = one.isdigit() is not other.isdigit() and not set("/XYZxyz") & {*one, *other}
    return is_number and size(one) == size(other)


def size(cost: str) -> int:
    """Return about how much a cost is: its numbers and its letters."""
    return sum(int(each) if each.isdigit() else 1 for each in re.findall(r"[0-9]{1,9}|[A-Za-z]", cost))

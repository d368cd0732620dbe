"""The words after `rules cost`, in any order → a `CostQuestion`. Nothing is calculated here.

The words are cut into tokens; the sentence of these has amounts, and cues that say what an amount is for. Each amount
has a few roles; a choice of one for each is a reading, and the lightest reading counts. If another one is nearly as
light and means something else, the question is refused with both; if a word is left that may change the cost, too.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, zip_longest
from typing import NamedTuple

from rules_cli.captions import Remark, Words
from rules_cli.costs.arguments import (
    CostFile,
    CostQuestion,
    NoCost,
    Pattern,
    Refused,
    cost_file,
    games,
    is_shared,
    shared_option,
)
from rules_cli.costs.holding import with_conditions
from rules_cli.costs.names import with_names
from rules_cli.costs.reading import Builder, CostReading
from rules_cli.costs.roles import Role, Roles
from rules_cli.costs.sentence import Amount, CostSentence
from rules_cli.costs.tokens import CostToken, Cutter, are_forms, is_form, nearest, quoted

_MOST_TOKENS = 60  # a question has about ten
_MOST_CHOICES = 48  # of roles that are kept for the amounts so far
_DASHES = re.compile("^[\u2010-\u2015\u2212-]+")  # phones turn hyphens into dashes
_AS_PRINTED = re.compile("(?<=[A-Za-z]{3})\u2014|(?<=\\w|\\})\u2014(?=[a-z]{3})")  # `Ward\u2014Pay 3 life`
_DASH_INSIDE = re.compile("(?<=[\\w}])[\u2010-\u2015\u2212](?=[\\w{])")
_QUOTES = re.compile("(?:^|(?<= ))[\"'\u2018\u201c]|[\"'\u2019\u201d](?= |$|[,;.?!])")  # that no shell took
_SHORTEST_SLIP = 5  # letters of a word that is corrected: shorter ones are near too many others
_SHORTEST_NEAR = 4  # letters of a word to which another is suggested
_ADVISED = (
    "left open",
    "two readings",
    "two costs",
    "too little said",
    "life for no symbol",
)  # refusals that say all that can be typed
_NEAR = 0.3  # weight of the words between two parts of a list, at the most


def game_of(words: Sequence[str], default: str | None) -> tuple[str, str | None, list[str]]:
    """Return the game (a book without costs, too), the edition asked for, and the words without the game's name.

    Raises Refused for two games.
    """
    book = shared_option(words, "book")
    slug, _, edition = (book or default or "").lower().partition("@")
    for at, word in enumerate(words):
        game = word.lower()
        if game in games() and not (at and is_shared(words[at - 1], "book")):
            if book and slug != game:
                raise Refused("two games", game, slug)
            return game, (edition or None) if slug == game else None, [*words[:at], *words[at + 1 :]]
    return slug, edition or None, list(words)


# Complexity: the words may be another game's, too many, and have slips.
def read(words: Sequence[str], default: str | None = None, mending: bool = True) -> CostQuestion:
    """Read the words of a question; `default` is the book if no word names a game.

    With `mending`, a word that is a slip of only one known word is read as that, and `read_as` says so. Raises Refused,
    whose one line says which word is wrong, and what to type.
    """
    words = [_AS_PRINTED.sub(" ", _QUOTES.sub("", word)) for word in words]
    words = [_DASH_INSIDE.sub("-", _DASHES.sub(lambda dashes: "-" * len(dashes[0]), word)) for word in words]
    game, edition, rest = game_of(words, default)
    if game not in games():
        known = ", ".join(games())
        if game:
            raise Refused("no costs of", game, known)
        near = nearest(words[0].lower(), games(), slips=1) if words else None
        if near:
            raise Refused("no such game", words[0], near)
        raise (Refused if words else NoCost)("no game", "", known)
    cutter = Cutter(game, cost_file(game))
    typed = list(cutter.cut(rest))
    if len(typed) > _MOST_TOKENS:
        raise Refused("too many", " ".join(rest), _MOST_TOKENS)
    meant = [meant_by(cutter.file, token) if mending else None for token in typed]
    pairs = list(zip(typed, meant, strict=True))
    slipped = [(token, word) for token, word in pairs if word and not are_forms(word, token.key)]
    slips = [Remark("slip read", (token.text, word)) for token, word in slipped]
    tokens = [token._replace(text=word, typed=token.text) if word else token for token, word in pairs]
    try:
        found = Reader(sentence_of(game, cutter.file, tokens)).read()
    except Refused:
        if slips:
            Reader(sentence_of(game, cutter.file, typed)).read()  # refuses the words as typed
        raise
    options: dict[str, tuple[str, ...]] = {}
    for name, value in found.options:
        options[name] = (*options.get(name, ()), value)
    changes = [change for change in found.changes for _ in range(change.times)]
    increases, reductions = (tuple(change for change in changes if change.sign == sign) for sign in "+-")
    keywords, read_as = tuple(dict.fromkeys(found.keywords)), (*found.read_as, *slips, *cutter.remarks)
    return CostQuestion(game, cutter.file, found.base, increases, reductions, options, edition, keywords, read_as)


def sentence_of(game: str, file: CostFile, tokens: Sequence[CostToken]) -> CostSentence:
    """Return the sentence of tokens, in which a condition and a name of several words are one token each."""
    return with_names(with_conditions(CostSentence(game, file, tokens)))


# Complexity: one line for each sort of words that a slip is not of.
def meant_by(file: CostFile, token: CostToken) -> str | None:
    """Return the word of the grammar that a misspelt or shortened word means; None if no word is near."""
    word = token.key
    if token.kind != "word" or token.sign or word in file.all_known or len(word) < _SHORTEST_SLIP:
        return None
    known = {*file.all_words, *file.value_words, *file.hints}
    begin_alike = {each for each in known if each[:1] == word[0]}
    if any(is_form(each, word) for each in begin_alike):
        return None
    idle = {word for each in file.patterns if not each.meaning for word in each.words}  # `fling` is no `flying`
    meant = begin_alike - {*file.hints} - file.classes["negations"] - file.classes["none"] - idle
    # people slip inside a word, and leave its end out
    return nearest(word, (each for each in meant if each[-1] == word[-1] or each.startswith(word)), slips=1)


class _Choice(NamedTuple):
    """Roles of the amounts so far, their weight, and the cues that have their value; -1 is the printed cost, -2 the one
    that is paid instead."""

    weight: float
    roles: tuple[Role, ...]
    used: frozenset[int]


@dataclass
class Reader:
    """Reads the sentence of a question about one game."""

    sentence: CostSentence
    is_advice: bool = False  # a question that a refusal shows
    nearest: str = ""  # the lightest reading, as typed

    @cached_property
    def roles(self) -> Roles:
        """The roles of the amounts."""
        return Roles(self.sentence)

    def read(self) -> CostReading:
        """Return the lightest reading.

        Raises Refused if no reading fits, if an unread word may change the cost, or if another reading is as light. It
        shows the question that is the nearest, with the amounts that were typed.
        """
        found, refusal = self._found()
        self.nearest = found[0][2].typed if found else ""
        try:
            self._check_words()
            self._check_more()
            self._check_counted()
            self._check_numbers()
            self._check_costs()
            if refusal:
                raise self._better(refusal)
            return self._lightest(found)
        except Refused as error:
            is_advised = isinstance(error.words, Remark) and error.words.caption in _ADVISED
            is_shown = is_advised or " " not in self.nearest or "rules cost" in str(error)
            raise error if is_shown else error.within("nearest", f"{self.sentence.game} {self.nearest}") from None

    # Complexity: a reading is new or refused, and a refusal is of a cost or of something else.
    def _found(self) -> tuple[list[tuple[float, float, CostReading]], Refused | None]:
        """Return the lightest readings, each with its weight and the weight of its heaviest role, or a refusal."""
        means, margin = self.sentence.file.means, self.roles.weight("margin")
        found: list[tuple[float, float, CostReading]] = []
        refusal: Refused | None = None
        no_cost = float("inf")  # the weight of the lightest choice in which every amount is there to pay with
        without = NoCost("no cost typed", self.sentence.game)
        for choice in self._choices():
            if found and choice.weight > found[0][0] + margin:
                break
            try:
                reading = Builder(self.roles, choice.roles, self._lacking, self._unknown).build()
            except Refused as error:
                is_of_means = all(
                    role.kind == "cue" and (role.option in means or not role.meaning) for role in choice.roles
                )
                if isinstance(error, NoCost) and choice.roles and is_of_means:
                    no_cost, without = min((no_cost, without), (choice.weight, error), key=lambda each: each[0])
                is_worse = isinstance(refusal, NoCost) and not isinstance(error, NoCost)
                refusal = error if refusal is None or is_worse else refusal
                continue
            heaviest = max((role.weight for role in choice.roles), default=0.0)
            found.append((choice.weight + reading.weight, heaviest, reading))
            found.sort(key=lambda each: each[0])
        if not found:
            return [], refusal or Refused("unsure", self.sentence.shown())
        if found[0][0] > no_cost + self.roles.weight("no cost"):
            return [], without
        return found, None

    def _lightest(self, found: Sequence[tuple[float, float, CostReading]]) -> CostReading:
        """Return the lightest reading. Raises Refused if it is too heavy, or if another one is as light."""
        margin, most = self.roles.weight("margin"), self.roles.weight("most")
        least, heaviest, first = found[0]
        if first.unheld:
            raise first.unheld
        if max(first.fault[0], first.weight, heaviest) > most:
            why = next((why for _, _, other in found for fault, why in [other.fault] if why and fault > most), None)
            raise self._better(why() if why else Refused("unsure", self.sentence.shown()))
        for weight, _, other in found[1:]:
            if weight < least + margin and other.meaning != first.meaning:
                raise Refused("two readings", self.sentence.shown(), first.typed, other.typed)
        return first

    def _choices(self) -> Sequence[_Choice]:
        """Return the choices of a role for each amount, the lightest first."""
        choices = [_Choice(0, (), frozenset())]
        for number in range(len(self.sentence.amounts)):
            roles = self.roles.of(number)
            more = [new for choice in choices for role in roles if (new := self._with(choice, number, role))]
            choices = sorted(more, key=lambda each: each.weight)[:_MOST_CHOICES]
        return choices

    # Complexity: a cue has one value, or a list of those side by side.
    def _with(self, choice: _Choice, number: int, role: Role) -> _Choice | None:
        """Return a choice with the role of one more amount, None if they do not go together."""
        if (role.is_base and -1 in choice.used) or (
            "alt" in (role.kind, role.option) and -2 in choice.used
        ):  # a second cost
            return None
        if role.cue >= 0 and self._is_cost_apart(choice, number, role.cue):
            return None
        if role.cue >= 0 and role.cue in choice.used:
            option, last = self.sentence.file.known_options.get(role.option), choice.roles[-1]
            is_list = option is not None and "," in (option.takes or "")
            if not is_list or (last.cue, last.meaning) != (role.cue, role.meaning):
                return None
            before, amount = self.sentence.amounts[number - 1], self.sentence.amounts[number]
            is_apart = any(before.end <= cue.start < amount.start for cue in self.sentence.cues)
            is_of_points = {before.form, amount.form} == {"number", "symbols"} and not self.sentence.file.symbols_apart
            if is_apart or (before.form != amount.form and not is_of_points):  # `hand 3c 1`
                return None
            if amount.start > self.sentence.cues[role.cue].start:
                role = role._replace(weight=min(self.roles.gap(before.end, amount.start), _NEAR))
        used = {-1} if role.is_base else {-2} if "alt" in (role.kind, role.option) else set()
        if role.cue >= 0:
            used.add(role.cue)
        return _Choice(choice.weight + role.weight, (*choice.roles, role), choice.used | used)

    def _is_cost_apart(self, choice: _Choice, number: int, cue: int) -> bool:
        """Whether a letter is the printed cost, so that it says nothing of an amount behind `and`: `X and 2, x 2`."""
        sentence, amount, start = self.sentence, self.sentence.amounts[number], self.sentence.cues[cue].start
        is_apart = any(sentence.in_class(at, "ands") for at in range(start, amount.start))
        spoken = zip(sentence.amounts, choice.roles, strict=False)
        return is_apart and any(each.start == start and role.is_base for each, role in spoken)

    # --- refusals

    # Complexity: one case for each kind of word that is never passed over.
    def _check_words(self) -> None:
        """Raise Refused for a word that may change the cost in a way that is not read."""
        sentence = self.sentence
        for at, token in enumerate(sentence.tokens):
            cue, is_changing = sentence.cue_at.get(at), sentence.in_class(at, "changing")
            is_other_form = cue is not None and not {token.key, "*"} & {*cue.patterns[0].words}
            if token.kind != "word" or (cue and not (is_other_form and is_changing)):
                continue
            if token.sign or not self._has_sign(token.key):
                raise self._unknown(at)
            is_whose = sentence.in_class(at, "both") and sentence.in_class(at + 1, "own")  # `both my elves reduce it`
            is_both = sentence.in_class(at, "alls") and (
                {at, at + 1} & {*sentence.amount_at} or (sentence.is_small(at + 1) and not is_whose)
            )
            noun = sentence.token(at + 1)
            is_one = sentence.in_class(at, "articles") and not (noun.typed or noun.key).endswith("s")  # `some effect`
            is_paid = at + 1 in sentence.amount_at and not token.stop  # `tapped 3 islands`
            is_used = sentence.in_class(at, "used") and not is_paid  # `one is tapped`
            if self._is_left_open(at):
                raise Refused("left open", sentence.shown(sentence.clause(at).start, sentence.clause(at).stop))
            if is_used or (is_changing and not (is_both or is_one)):
                beside = {sentence.amount_at[here].form for here in (at - 1, at + 1) if here in sentence.amount_at}
                if beside & {"change", "times"} and not sentence.is_stopped(at - 1, at):  # then its amount is read
                    raise Refused("negation", token.text)
                raise Refused("not read", token.text, self._instead(at, at + 1, "+1"))
            denied = sentence.cue_at.get(sentence.past(at + 1, "states"))
            if denied and sentence.is_denied(denied) and sentence.is_optional(denied):
                continue  # `not kicked`
            if sentence.in_class(at, "negations") and any(map(sentence.is_hard, sentence.clause(at))):
                raise Refused("negation", token.text)

    def _check_numbers(self) -> None:
        """Raise Refused for a number that may be part of the cost of a keyword, or apart from it: `suspend 4 U`."""
        sentence = self.sentence
        for cue in sentence.cues:
            amount = sentence.amount_at.get(cue.end)
            if amount is None or amount.end < amount.start + 2 or cue.name not in sentence.file.numbered:
                continue
            number, *symbols = (each.text for each in sentence.tokens[amount.start : amount.end])
            if number.isdigit():
                either = (f"{cue.name} {''.join(each)}" for each in ((number, *symbols), symbols))
                raise Refused("two readings", sentence.shown(cue.start, amount.end), *either)

    def _check_costs(self) -> None:
        """Raise Refused for unlike numbers beside words by which each of them may be the cost: `3 memory, memory 1`, `2
        memory 3 reserve`."""
        costs = list(dict.fromkeys(self._costs_beside()))
        if len(costs) > 1:
            (first, kind), (second, other), *_ = costs
            is_both = kind and other and kind != other  # of one card both are paid
            raise Refused(
                "two costs", first, second, f"--type {kind} --also {other}={second}" if is_both else f"+{second}"
            )

    def _costs_beside(self) -> Iterator[tuple[str, str]]:
        """Yield the numbers that words beside them may make the cost, each with the type of cost. A number between two
        such words is that of the word with no other beside it; `3 memory 2` says both."""
        found = [*self._numbers_of_costs()]
        for kind, near in found:
            of_others = (alone for other, alone in found if other != kind and len(alone) == 1)
            own = near if len(near) == 1 else near.difference(*of_others)
            if len(own) == 1:
                yield self.sentence.amounts[min(own)].text, kind

    def _numbers_of_costs(self) -> Iterator[tuple[str, set[int]]]:
        """Yield the type of cost that each word names that may make a number the cost, and the numbers beside it."""
        amounts, side = self.sentence.amounts, self.sentence.side
        for cue, beside in self.roles.beside.items():
            meanings = {pattern.meaning for pattern in self.sentence.cues[cue].patterns}
            costs = [each for each in meanings if each.split()[:1] == ["*"]]
            if costs and len(meanings) > 1:
                near = {at for at in beside if amounts[at].form == "number" and not side(amounts[at])}
                yield costs[0].partition("--type ")[2], near

    # Complexity: one case for each word that leaves something open.
    def _is_left_open(self, at: int) -> bool:
        """Whether a word leaves open which of two things is paid, `discard a card or pay 2`, or by how much a cost is
        changed, `up to 2 less`."""
        sentence = self.sentence
        forms = [sentence.amount_at[here].form for here in (at - 1, at + 1) if here in sentence.amount_at]
        if sentence.in_class(at, "either") or (sentence.in_class(at, "towards") and forms == ["change", "change"]):
            clause = sentence.clause(at)
            return all(
                any(map(sentence.is_hard, each)) for each in (range(clause.start, at), range(at + 1, clause.stop))
            )
        amount = sentence.amount_at.get(sentence.past(at + 1, "joints"))
        if amount is None or not sentence.in_class(at, "limits") or sentence.is_stopped(at, amount.start):
            return False
        cues = (sentence.cue_at.get(here) for here in (at - 1, at - 2, amount.end))
        patterns = (pattern for cue in cues if cue for pattern in cue.patterns)
        return amount.form == "change" or any(sentence.file.role(pattern)[:1] in ("+", "-") for pattern in patterns)

    # Complexity: each condition says what must be around the number.
    def _check_more(self) -> None:
        """Raise Refused for a number that may be more of what pays, or of the cost: `convoke WW and 2 more`."""
        sentence, file = self.sentence, self.sentence.file
        for before, amount in pairwise(sentence.amounts):
            is_more = sentence.in_class(amount.start - 1, "ands") and sentence.in_class(amount.end, "more")
            is_last = sentence.token(amount.end).stop or sentence.token(amount.end + 1).kind == "end"
            if not (is_more and is_last):
                continue
            start = before.start - 1
            while sentence.in_class(start, "joints", "opening") and start not in sentence.cue_at:
                start -= 1  # `affinity for 3 artifacts and 2 more`
            places = (start, *range(before.end, amount.start - 1))
            cues = [sentence.cue_at[at] for at in places if at in sentence.cue_at]
            roles = [file.role(pattern) for cue in cues for pattern in cue.patterns[:1]]
            roles += ["means"] if sentence.side(before) == "there" else []
            both = str(before.number + amount.number) if {before.form, amount.form} == {"number"} else ""
            for role in roles:
                option = role.replace("means", "have" if "have" in file.means else file.means[0])
                if option in file.means or role.startswith("-:"):
                    there = (
                        f"-{both}{role[1:]}" if role[0] == "-" else f"--{option} {both or file.options[option].takes}"
                    )
                    shown = sentence.shown(before.start, amount.end + 1)
                    raise Refused("two readings", shown, f"+{amount.text}", there)

    def _check_counted(self) -> None:
        """Raise Refused for a number of changes whose amount is not said: `two taxes`."""
        sentence = self.sentence
        for amount in sentence.amounts:
            word, cue = sentence.token(amount.end).key, sentence.cue_at.get(amount.end)
            is_change = cue and any(sentence.file.role(each)[:1] in ("+", "-") for each in cue.patterns)
            is_noun = (
                is_change
                and word.endswith("s")
                and any(is_form(each, word) for each in sentence.file.classes["countable"] - {word})
            )
            is_counting = is_noun and amount.form == "number" and not sentence.token(amount.end - 1).stop
            if is_counting and amount.start not in self.roles.aside and not self._is_told(amount):
                shown = sentence.shown(amount.start, amount.end + 1)
                raise Refused("needs value", shown, f"{shown} of 1")

    def _is_told(self, amount: Amount) -> bool:
        """Whether the amount of changes that are counted is said, `two taxes of 1`."""
        behind = self.sentence.past(amount.end + 1, "joints", "by", "each")
        is_said = behind > amount.end + 1 and self.sentence.token(behind).kind in ("amount", "change")
        return is_said or self.sentence.in_class(amount.start - 1, "causes") or self.roles.counts_changes(amount)

    def _has_sign(self, word: str) -> bool:
        """Whether a symbol of the question has the sign that a word names, if it names one: `/P`, `phyrexian`."""
        sign = self.sentence.file.signs.get(word, "")
        return any(sign in amount.text.upper() for amount in self.sentence.amounts) or not sign

    def _better(self, refusal: Refused) -> Refused:
        """Return the refusal of an unknown word or of a hint in place of one that sees two costs."""
        is_bare = isinstance(refusal, NoCost) and not self.sentence.amounts
        caption = refusal.words.caption if isinstance(refusal.words, Remark) else ""
        if not is_bare and caption not in ("two costs", "unsure"):
            return refusal
        places, hints = range(len(self.sentence.tokens)), self.sentence.file.hints
        strangers = [at for at in places if self.sentence.is_stranger(at)]
        hinted = [at for at in places if self.sentence.token(at).key in hints and at not in self.sentence.cue_at]
        worse = [*strangers, *(() if caption == "unsure" else hinted)]
        return self._unknown(worse[0]) if worse else refusal

    def _lacking(self, at: int) -> Refused:
        """Return that a word needs a value, with an example of its phrase; if no phrase has it, that it is unknown."""
        words = [token.key for token in self.sentence.tokens]
        for end in (at + 2, at + 1):  # the longest phrase first, with a word more behind it, and before it
            for start in (max(at - 1, 0), at):
                if example := self._example(words[start:end]):
                    return Refused("needs value", self.sentence.shown(at, at + 1), example)
        return self._unknown(at)

    def _unknown(self, at: int) -> Refused:
        """Return why the word at a place can't be read."""
        file, token = self.sentence.file, self.sentence.token(at)
        word, shown = token.key, f"{token.sign}{token.text}"
        if token.sign == "-" and word not in file.known_words:
            is_cost = set(word) <= {*file.letters}
            return Refused("unreadable", shown, shown.upper() if is_cost and token.text.islower() else "-1")
        if word in games():
            return Refused("two games", self.sentence.game, word)
        if word in file.hints:
            return Refused("too little said", shown, file.hints[word])
        return self._no_word(at)

    def _no_word(self, at: int) -> Refused:
        """Return that the word at a place is unknown, with the known word that it may be or with the whole question."""
        file, word, game = self.sentence.file, self.sentence.token(at).key, self.sentence.game
        known = {*file.plain_words, *file.value_words, *file.known_options, *file.hints}
        slips = 2 if len(word) > _SHORTEST_SLIP + 1 else 1  # `sphere` is no slip of `spree`
        is_long = len(word.removesuffix("s")) >= _SHORTEST_NEAR
        near = nearest(word.removesuffix("s"), known - file.all_fillers, slips) if is_long else None
        start, end = next((run for run in self.sentence.runs if run[0] <= at < run[1]), (at, at + 1))
        name = self.sentence.shown(start, end)
        if near and near != word:
            return Refused("did you mean", self.sentence.shown(at, at + 1), near, game)
        if not self.sentence.amounts:
            return Refused("no such card", name, game)
        return Refused("no such word", name, self._instead(start, end, self._labelled(name)))

    def _labelled(self, name: str) -> str:
        """Return a change that has an unknown name as its label; one with a sign or a known word is joined to it."""
        words, known = name.lstrip("+-").lower().split(), self.sentence.file.all_known - self.sentence.file.all_fillers
        is_plain = name[:1] not in ("+", "-") and known.isdisjoint(words)
        return f"+1 {' '.join(map(quoted, name.split()))}" if is_plain else quoted(f"+1:{'-'.join(words)}")

    def _instead(self, start: int, end: int, change: str) -> str:
        """Return the game and the question with a change in place of the words from one place to another; if that can't
        be read, what was read of the question, or its first cost, with the change: `mtg 2WU +1 thalia`."""
        game, file, tokens = self.sentence.game, self.sentence.file, self.sentence.tokens
        comma = "," * (tokens[end - 1].stop and ":" not in change)
        typed = " ".join(
            [*(each.again for each in tokens[:start]), change + comma, *(each.again for each in tokens[end:])]
        )
        if not self.is_advice:
            with suppress(Refused):
                again = Cutter(game, file).cut(shlex.split(typed))
                Reader(sentence_of(game, file, again), is_advice=True).read()
                return f"{game} {typed}"
        costs = [each.text for form in ("symbols", "number") for each in self.sentence.amounts if each.form == form]
        return f"{game} {self.nearest or next(iter(costs), '2')} {change}"

    # Complexity: a phrase has a limit, an option or a change.
    def _example(self, words: Sequence[str]) -> Words:
        """Return a good use of words that need a value, with the help of its option; "" if they need none."""

        def rank(pattern: Pattern) -> tuple[bool, int, bool]:  # the smallest is best: same words, few, an option
            is_other_form = [*pattern.words[: len(words)]] != words
            return is_other_form, len(pattern.words), not pattern.meaning.startswith("--")

        file = self.sentence.file
        valued = (each for each in file.patterns if not each.needs and each.words[-1] == "*")
        fitting = (each for each in valued if len(each.words) > len(words) and all(map(is_form, each.words, words)))
        pattern = min(fitting, key=rank, default=None)
        if pattern is None:
            return ""
        if pattern.meaning.startswith("@"):
            return f"-2 {pattern.name} 1"
        said = [
            word if each.endswith("~") else each for each, word in zip_longest(pattern.words[:-1], words, fillvalue="")
        ]
        option = file.known_options.get(pattern.option)
        if option is None:
            return f"{' '.join(said)} 2"
        is_sure = file.takes(pattern) not in ("list", "word") and not pattern.is_unclear
        typed = " ".join(said) if is_sure else f"--{pattern.option}"
        return Remark("with help", (f"{typed} {option.takes}", option.help))

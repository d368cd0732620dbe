"""What the text of the card whose cost is asked for makes of the words of a question: the costs of its keywords, the
cost that may be paid instead, costs besides the number, the cost of its ability, and what is counted for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from rules_cli.captions import Remark
from rules_cli.card_costs.conditions import Known
from rules_cli.cards.card import Card
from rules_cli.cards.cost_effects import CostEffect, cost_effects
from rules_cli.costs.arguments import CostFile, Refused, cost_words, is_from_hand
from rules_cli.costs.facts import NO_FACTS, Facts
from rules_cli.costs.tokens import are_forms, is_form
from rules_cli.costs.whereabouts import holder, start_of_holder, words_of, zone_behind
from rules_cli.text import fold

_STOPS = ",;."
_ADDITIONAL = re.compile(r"\b(?:As an additional cost|Como custo adicional)\b[^.\n]{1,200}", re.IGNORECASE)
_INSTEAD = re.compile(
    r"\byou may (?P<cost>[^.\n]{1,150}?) rather than pay (?:this(?: spell| card)?(?:'|’)s|its) [^.\n]{0,20}\bcost\b",
    re.IGNORECASE,
)
_COST_PART = re.compile(r",? and |, ")
_LIFE = re.compile(r"pay (?P<life>\d{1,2}|X) life", re.IGNORECASE)
_MANA = re.compile(r"pay (?P<mana>(?:\{[^{}\s]{1,5}\}){1,8})", re.IGNORECASE)
_THING = re.compile(r"(?P<verb>[a-z]+) (?P<number>\w+) (?P<what>.+)", re.IGNORECASE)
_ANY_THING = re.compile(
    r"(?:random |other )?(?:cards?|creatures?|artifacts?|lands?|permanents?|enchantments?)\b"
    r"(?: at random| from your hand| you control)*",
    re.IGNORECASE,
)
_ABILITY = re.compile(r"^(?:[^\n:.—]{0,60} [-—–] )?(?P<cost>[^\n:.\"“]{1,160}): ?(?P<does>\w*)", re.MULTILINE)
_FROM_HAND = re.compile(r"(?P<quality>[a-z ]*)cards?\b(?: with [^,]{1,40})? from your hand\b.*", re.IGNORECASE)
_COUNTED = re.compile(r"\b(?:for (?:each|every)|(?:para|por) cada|number of|número de) (?P<what>.+)", re.IGNORECASE)
_BRACED = re.compile(r"\{[^{}]{1,40}\}")
_EITHER = " and/or "
# classes of words that add nothing
_OF_CONDITIONS = ("own", "articles", "objects", "there", "conditions", "joints", "present", "ands")
_BEYOND = " beyond the first"
_NEAR = 3  # words between a number and the noun that it counts: `3 other tapped creatures`
_OF_SPELL = ("additional", "alternative")  # kinds of keywords that change what a spell costs


class _Count(NamedTuple):
    """A number of things in a question: the places of its words, and the number."""

    start: int
    end: int
    number: int


@dataclass
class OwnText:
    """Reads the text of a card for a question about its cost; `remarks` says what was read, `aside` has the places of
    the things of another player."""

    card: Card
    file: CostFile
    remarks: list[Remark] = field(default_factory=list)
    aside: list[range] = field(default_factory=list)
    facts: Facts = NO_FACTS

    @cached_property
    def _text(self) -> str:
        """The text of the card, in which its own name is `this card`."""
        text = "\n".join(face.text for face in self.card.faces)
        for name in (self.card.name, *(face.name for face in self.card.faces), self.card.name.partition(",")[0]):
            text = text.replace(name, "this card") if name else text
        return text

    def read(self, cost: Sequence[str], words: Sequence[str]) -> list[str]:
        """Return the words of a question about the card: the cost that is paid, and the other words with what the text
        makes of them. Raises Refused if the text leaves the cost open."""
        cost, words = self._of_ability(cost, words)
        words = self._instead(words)
        is_spell = {*self._kinds_in(words).values()} <= {*_OF_SPELL}
        words = self._counted(words) if is_spell else words  # before keywords whose means are the same things
        words = [*self._own_means(words), *self._with_keywords(self._with_both(words))]
        self._check_zone(words)
        words = self._besides(words) if is_spell else words
        self.remarks += [Remark("own way", (f"{name.capitalize()} {cost}", name)) for name, cost in self._unused(words)]
        kinds = self._kinds_in(words)
        is_other_cost = [*cost] == ["none"] and any(each.startswith(("special", "effect")) for each in kinds.values())
        # an ability that costs no mana is not the card: `Cycling—Pay 2 life`
        is_other_cost = is_other_cost or any(
            kind == "ability" and not is_cost(self.file, self.clause(name).split()[0]) for name, kind in kinds.items()
        )
        return [*([] if is_other_cost else cost), *self._untyped(cost, words)]

    def _untyped(self, cost: Sequence[str], words: Sequence[str]) -> Sequence[str]:
        """Return the words without the printed cost, if they begin with it, too: `Shock R, kicked`. Raises Refused if
        they begin with another one."""
        first, second = [*words, "", ""][:2]
        typed, own = first.rstrip(_STOPS), "".join(cost).replace("{", "").replace("}", "")
        is_amount = typed.isdigit() and second[:1].isalpha() and typed == first  # `4 artifacts`
        if is_amount or not is_cost(self.file, typed):
            return words
        if typed.upper() == own:
            return words[1:]
        if typed.isdigit():
            return words
        raise Refused("two costs", own, typed, f"+{typed}")

    # --- keywords

    def _kinds_in(self, words: Sequence[str]) -> Mapping[str, str]:
        """Return the keywords of the card that the words name, each with its kind."""
        bare = [word.rstrip(_STOPS).lower() for word in words]
        named = (name for name in self.file.keywords if self.clause(name))
        return {name: self.file.keywords[name] for name in named if any(is_form(name, word) for word in bare)}

    # Complexity: a keyword may be followed by its cost.
    def _with_keywords(self, words: Sequence[str]) -> Iterator[str]:
        """Yield the words, and behind a keyword without a cost the cost that the card's text has for it."""
        with_cost = {each for each in self.file.patterns if each.words[-1] == "*" and not each.needs}
        past = 0  # the words of the name of a keyword, `arcane barrier`
        for at, word in enumerate(words):
            if at < past:
                continue
            before, after, behind = ["", *words][at], *[*words, "", ""][at + 1 : at + 3]
            bare = word.rstrip(_STOPS)
            meant = [each for each in with_cost if is_form(each.words[0], bare.lower())]
            keywords = {each.meaning.partition(":")[2] or each.name for each in meant} & {*self.file.keywords}
            often = {more: more for name, more in self.file.once.items() if name in keywords}  # a card has one of both
            whole = [
                name for name in keywords if f"{' '.join(words[at:]).lower()} ".startswith((f"{name} ", f"{name},"))
            ]
            typed = {**often, **{name: name if name in whole and " " in name else bare for name in sorted(keywords)}}
            clauses = [
                (typed[name], clause) for name in typed if (clause := self.clause(name)) and _EITHER not in clause
            ]
            has_cost = bare == word and is_cost(self.file, after.rstrip(_STOPS))
            has_cost = has_cost and behind.rstrip(_STOPS) not in self.file.classes["times"]  # `kicked 3 times`
            denials = self.file.classes["none"] | self.file.classes["negations"]  # `not kicked`, `unkicked`
            if not clauses or has_cost or not denials.isdisjoint((before.lower(), bare.lower())):
                yield word
                continue
            name, clause = clauses[0]
            past, word = at + len(name.split()), words[at + len(name.split()) - 1]
            bare = word.rstrip(_STOPS)
            self.remarks.append(Remark("cost by card", (bare, self.card.name, clause)))
            yield from f"{name} {clause}{word.removeprefix(bare)}".split()

    def _with_both(self, words: Sequence[str]) -> Sequence[str]:
        """Return the words, in which a keyword of two costs, `Kicker {1} and/or {G}`, has both if they say so: `kicked
        twice`. Raises Refused if they don't say which is paid."""
        if not (of_two := self._of_two_costs(words)):
            return words
        name, place = of_two
        typed = [f"{name} {cost}" for cost in self.clause(name).split(_EITHER)]
        bare = [word.rstrip(_STOPS).lower() for word in words]
        said = [word in self.file.classes["both"] or cost_words().times.get(word) == len(typed) for word in bare]
        if not any(said):
            raise Refused("several costs", self.card.name, ", ".join(typed))
        self.remarks.append(Remark("cost by card", (name, self.card.name, self.clause(name))))
        kept = [" ".join(typed) if at == place else word for at, word in enumerate(words) if not said[at]]
        return " ".join(kept).split()

    def _of_two_costs(self, words: Sequence[str]) -> tuple[str, int] | None:
        """Return the keyword of two costs that the words name without one of them, and its place; None without one."""
        bare = [word.rstrip(_STOPS).lower() for word in words]
        for name in self.file.keywords:
            place = next((at for at, word in enumerate(bare) if is_form(name, word)), None)
            if place is not None and _EITHER in self.clause(name):
                has_cost = any(is_cost(self.file, word) for word in words[place + 1 : place + 3])  # `kicked for G`
                return None if has_cost else (name, place)
        return None

    # Complexity: the words of a phrase, and a keyword of the card that it needs.
    def _own_means(self, words: Sequence[str]) -> Iterator[str]:
        """Yield keywords of the card that give the words a meaning: `3 blue creatures` pay by convoke, `level 2` lowers
        a cost by efficiency."""
        said = [word.strip(_STOPS).lower() for word in words]
        text = f"\n{self._text.lower()}"
        counted = {effect.sentence.split()[0].lower() for effect in cost_effects(self.card)}  # `_counted` reads these
        for each in self.file.patterns:
            names = [[word] for word in each.words if word != "*"]
            names = names or [[*self.file.values.get(each.option, ())]]  # `blue`
            is_said = all(any(is_form(word, one) for word in choice for one in said) for choice in names)
            keyword = next(iter(each.needs), "")
            is_of_cost = each.option in self.file.means or self.file.role(each)[:1] in ("+", "-")
            if is_said and is_of_cost and keyword not in ("", *said, *counted):
                said.append(keyword)
                yield from [keyword] if f"\n{keyword}" in text or f", {keyword}" in text else []

    def clause(self, keyword: str) -> str:
        """Return the cost of a keyword in the card's text, `{2}{U}` or `Exile a card`; "" for none, or for several."""
        number = r"(?: (?:\d{1,2}|X)(?= ?—))?"  # of `Suspend 4—{U}`
        cost = rf"(?:^|, |\. ){re.escape(keyword)}{number}(?: (?=[{{\d])| ?— ?)((?:[^(.\n]|\.(?! ))+)"
        if found := re.search(cost, self._text, re.IGNORECASE | re.MULTILINE):
            return found[1].strip().rstrip(".")
        return ""

    def _unused(self, words: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Yield the keywords of the card with which the spell may cost something else, and that the words don't name,
        each with its cost."""
        bare = [word.rstrip(_STOPS).lower() for word in words]
        for name, kind in self.file.keywords.items():
            is_other = kind in _OF_SPELL or kind.startswith("special")
            if is_other and not any(is_form(name.split()[0], word) for word in bare) and (clause := self.clause(name)):
                yield name, clause

    def _check_zone(self, words: Sequence[str]) -> None:
        """Raise Refused if the card is cast from a zone other than the hand, and a keyword may give its cost there."""
        zone = "" if self.facts.zone in self.file.classes["hand"] else self.facts.zone
        for name, clause in self._unused(words) if zone else ():
            if self.file.keywords[name] == "alternative" and zone == self.file.cast_from.get(name, zone):
                raise Refused("which cost", self.card.name, clause, name, zone)

    # --- in place of its cost, and besides it

    # Complexity: no nesting, but a comprehension for each step.
    def _instead(self, words: Sequence[str]) -> list[str]:
        """Return the words, with options for those of the cost that the card's text allows instead; remark on that cost
        if they are not there."""
        words = [*words]
        for found in _INSTEAD.finditer(self._text):
            parts = _COST_PART.split(found["cost"])
            values = _values(parts, None)
            options = [word for at, value in enumerate(values) for word in ("--also" if at else "--alt", value)]
            spans = [span for part in parts if (span := self._said(words, part))] or self._alternative(words, parts)
            if options and spans:
                self.remarks.append(Remark("own text counted", (found[0],)))
                taken = {at for span in spans for at in span}
                return [*options, *(word for at, word in enumerate(words) if at not in taken)]
            self.remarks.append(Remark("own way", (found[0], "alternative cost" if options else "--alt 0")))
        return words

    def _said(self, words: Sequence[str], part: str) -> range | None:
        """Return the places of the words that say a part of a cost, `exiling a blue card`; None if none do."""
        own = [word.lower() for word in part.split()]
        bare = [word.rstrip(_STOPS).lower() for word in words]
        for start, word in enumerate(bare):
            if not is_form(own[0], word):
                continue
            end = start + 1
            while end < len(bare) and any(_is_same(each, bare[end]) for each in (*own, "a", "an", "my")):
                end += 1
            if other := self._other_number(bare, own, start, end):
                raise Refused("unreadable", " ".join(words[start:other]), part)
            if end > start + 1 or own[0] != "pay":
                return range(start, end)
        return None

    def _other_number(self, words: Sequence[str], own: Sequence[str], start: int, end: int) -> int:
        """Return the place behind words that say a part of a cost with another number, `exile 2 cards` for `exile a
        card`; 0 if they don't. The words up to `end` are in the part."""
        number = max(map(count_of, own))
        if any(count_of(word) not in (0, number) for word in words[start + 1 : end]):
            return end
        is_noun = end + 1 < len(words) and any(_is_same(each, words[end + 1]) for each in own)
        return end + 2 if end == start + 1 and is_noun and count_of(words[end]) not in (0, number) else 0

    # Complexity: words that have a value, those that have none, and those of a part.
    def _alternative(self, words: Sequence[str], parts: Sequence[str]) -> list[range]:
        """Return the places of words for an alternative cost that have no value, `alternative cost`, with words of its
        parts behind them: `pitching two cards`."""
        bare = [self.file.short.get(word.rstrip(_STOPS).lower(), word.rstrip(_STOPS).lower()) for word in words]
        names = {each.words[0] for each in self.file.patterns if each.meaning == "--alt *" and each.words[1:] == ("*",)}
        names -= {*self.file.keywords}
        for at, word in enumerate(bare):
            end = at + 2 if bare[at + 1 : at + 2] == ["cost"] else at + 1
            has_value = end < len(words) and is_cost(self.file, words[end].rstrip(_STOPS))
            if any(is_form(name, word) for name in names) and not has_value:
                own = " ".join(parts).lower().split()
                while end < len(bare) and any(_is_same(each, bare[end]) for each in own):
                    end += 1
                return [range(at, end)]
        return []

    # Complexity: a cost may be left open, a choice, or said already.
    def _besides(self, words: Sequence[str]) -> list[str]:
        """Return the words, with options for the additional costs that the card's text always asks for, unless the
        words have them; remark on all of them. Raises Refused if one of several is paid *instead* of another."""
        options = []
        for found in _ADDITIONAL.finditer(self._text):
            bare = [word.rstrip(_STOPS).lower() for word in words]
            cost = found[0].partition(",")[2].strip()
            may = next((each for each in self.file.classes["may"] if fold(cost).startswith(f"{each} ")), "")
            if may:
                words, paid = self._optional(words, found[0], cost[len(may) + 1 :])
                options += paid
                continue
            self.remarks.append(Remark("own text counted", (found[0],)))
            is_choice = not self.file.classes["either"].isdisjoint(cost.split())
            if is_choice and not self.file.classes["instead"].isdisjoint(bare):
                raise Refused("left open", cost)
            parts = [part for part in _COST_PART.split(cost) if part and not _is_said(part, bare)]
            if (
                parts
                and self.file.classes["open"].isdisjoint(re.findall(r"\w+", cost))
                and "--also" not in words
                and (paid := _paid_besides(parts, self.file))
            ):
                words, there = self._there_for(words, parts)
                options += [*paid, *there]
        return [*words, *options]

    def _optional(self, words: Sequence[str], sentence: str, cost: str) -> tuple[list[str], list[str]]:
        """Return the words without those that say that an additional cost is paid which the text leaves open, `pay the
        chi`, and the options for it; if none say it, remark on what to type."""
        paid = _paid_besides(_COST_PART.split(cost), self.file)
        if paid and (said := self._said_paid(words, cost)):
            self.remarks.append(Remark("own text counted", (sentence,)))
            return [*words[: said.start], *words[said.stop :]], paid
        typed = f"+{self._plain(paid[0][1:])}" if paid and paid[0][0] == "+" else cost
        if typed not in words and not _is_said(cost, [word.rstrip(_STOPS).lower() for word in words]):
            self.remarks.append(Remark("own way", (sentence, typed)))
        return [*words], []

    def _plain(self, cost: str) -> str:
        """Return a cost in symbols as people type it: `1c` for `{c}`, `2` for `{r}{r}`."""
        symbols = re.findall(r"\{([^{}]+)\}", cost)
        if self.file.symbols_apart or len({*symbols}) != 1:
            return cost if "/" in cost else cost.replace("{", "").replace("}", "")
        return f"{len(symbols)}{symbols[0].replace(self.file.usual, '')}"

    # Complexity: a cost has several names, and small words may be before each.
    def _said_paid(self, words: Sequence[str], cost: str) -> range | None:
        """Return the places of the words by which a cost is paid: a verb with what is paid, `paying the chi`, or words
        for an additional cost. None without such words, or if a word denies them."""
        bare, (verb, *own) = [word.rstrip(_STOPS).lower() for word in words], cost.lower().split()
        plain, classes = [self._plain(word) for word in own], self.file.classes
        names = {*own, *plain, *self._units(cost)} - {*map(str, range(100))} - classes["articles"]
        small = self.file.all_fillers | classes["pronouns"] | {"its", *own, *(word[0] for word in plain)}
        besides = {each.words[:2] for each in self.file.patterns if each.meaning == "+*" and len(each.words) > 2}
        for at, word in enumerate(bare):
            is_whole = (*bare[max(at - 1, 0) : at], word) in besides
            start = at - 1 if is_whole else at
            while (
                start
                and bare[start - 1] in small
                and not (words[start - 1].endswith(tuple(_STOPS)) or is_form(verb, bare[start]))
            ):
                start -= 1
            is_named = is_form(verb, bare[start]) and any(is_form(name, word) for name in names)
            is_denied = not (classes["none"] | classes["negations"]).isdisjoint(bare[max(start - 2, 0) : at])
            if (is_whole or is_named) and not is_denied:
                return range(start, at + 1)
        return None

    def _units(self, cost: str) -> set[str]:
        """Return the words for the points of a cost in symbols, `chi` of `{c}`."""
        symbols = {*re.findall(r"\{(.)\}", cost)} if not self.file.symbols_apart else set()
        names = {name for name, symbol in self.file.symbols.items() if symbol in symbols}
        usual = {each.name for each in self.file.patterns if each.meaning == "*"} - self.file.classes["cost"]
        return names | (usual if self.file.usual in symbols else set())

    def _there_for(self, words: Sequence[str], parts: Sequence[str]) -> tuple[list[str], list[str]]:
        """Return the words without the numbers of things that parts of a cost ask for, `no creatures`, and options for
        these numbers."""
        left, options = [*words], []
        for thing in filter(None, map(_THING.fullmatch, parts)):
            kind = thing["verb"].lower()
            nouns = [word for word in thing["what"].lower().split() if word in self.file.classes["nouns"]]
            counts = list(self._counts(left, nouns[:1], "", "-")) if not is_from_hand(self.file, kind) else []
            if len(counts) == 1:
                options += ["--own", f"{kind}={counts[0].number}"]
                del left[counts[0].start : counts[0].end]
        return left, options

    # --- its ability

    # Complexity: an ability is named, done with a card that has no cost, or not meant.
    def _of_ability(self, cost: Sequence[str], words: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
        """Return the cost and the words; for the word `ability`, the cost of the only ability that the text has.
        Raises Refused if it has none, or several."""
        bare = [word.rstrip(_STOPS).lower() for word in words]
        abilities = [found for found in _ABILITY.finditer(self._text) if self._is_cost_of_ability(found["cost"])]
        is_without, at = bool([*cost] == ["none"] and abilities), self._ability_word(bare)
        if at is None and is_without and not (self._has_price(words) or self._kinds_in(words)):
            done = [found for found in abilities if any(is_form(found["does"], word) for word in bare)]
            abilities = done or abilities  # all that can be paid for such a card
            at = next((at for at, word in enumerate(bare) if done and is_form(done[0]["does"], word)), None)
        elif at is None:
            self.remarks += [Remark("own way", (f"{abilities[0]['cost'].strip()}: …", "ability"))] if is_without else []
            return cost, words
        costs = list(dict.fromkeys(found["cost"].strip() for found in abilities))
        if len(costs) != 1:
            name = f"{self.card.name} ({words[at] if at is not None else 'ability'})"
            raise Refused("several costs" if costs else "no cost in list", name, ", ".join(costs))
        if at is None:
            self.remarks.append(Remark("only ability", (abilities[0][0].strip(" :"),)))
            return self._ability_cost(costs[0]), words
        self.remarks.append(Remark("cost by card", (words[at].rstrip(_STOPS), self.card.name, costs[0])))
        return self._ability_cost(costs[0]), [*words[:at], *words[at + 1 :]]

    def _ability_cost(self, cost: str) -> list[str]:
        """Return the cost of an ability as words of a question; one with no symbols begins with no cost."""
        return [*(["none"] if "{" not in cost and cost != "0" else []), *cost.split(), "--ability"]

    def _is_cost_of_ability(self, text: str) -> bool:
        """Whether the text before a colon is a cost: it has symbols, or begins with a thing that is given up."""
        first = fold(text.split()[0]) if text.split() else ""
        return "{" in text or text.strip() == "0" or first == "pay" or first in self._given

    def _ability_word(self, words: Sequence[str]) -> int | None:
        """Return the place of a word that says that an ability is meant; None without one, or if a keyword or an amount
        says what it costs."""
        known = {each.words[0] for each in self.file.patterns if each.meaning == "--ability" and len(each.words) == 1}
        names = [name for name in known if name.isalpha()]
        is_told = self._has_price(words) or any(self.file.keywords.get(word) == "ability" for word in words)
        places = (at for at, word in enumerate(words) if any(is_form(name, word) for name in names))
        return None if is_told else next(places, None)

    def _has_price(self, words: Sequence[str]) -> bool:
        """Whether a cost is among the words: no number of things, `3 forests`, and not what there is, `with UU`."""
        return any(
            is_cost(self.file, word)
            and not (word.isdigit() and after[:1].isalpha())
            and before not in self.file.classes["using"]
            for before, word, after in zip(["", *words], words, [*words[1:], ""], strict=False)
        )

    # --- things that are counted

    @cached_property
    def _given(self) -> set[str]:
        """The verbs of things that are given up: `sacrifice`, `discard`."""
        return {each.words[0] for each in self.file.patterns if each.meaning.startswith("--also ")}

    def _counted(self, words: Sequence[str]) -> list[str]:
        """Return the words; a number of things for which the card's text changes its own cost becomes that change.
        Remark on the changes that the words leave open."""
        changes: dict[_Count, list[str]] = {}
        eaches: set[int] = set()
        for effect, count in self._own_effects(words):
            if count:
                self.remarks.append(Remark("own text counted", (effect.sentence,)))
                nouns = self._nouns(effect) or self._content(effect.condition)
                eaches |= self._eaches(words, nouns)
                label = nouns[-1] if nouns and count.start < len(words) else self.card.name
                changes.setdefault(count, []).extend(typed_effect(effect, count.number, label))
            else:
                self.remarks.append(Remark("cost own text", (effect.sentence, f"{effect.sign}{effect.amount}")))
        starts: dict[int, list[str]] = {}
        for count, typed in changes.items():
            starts.setdefault(count.start, []).extend(typed)
        taken = eaches.union(*(range(count.start, count.end) for count in changes), *self.aside)
        for places in dict.fromkeys(self.aside):
            self.remarks.append(Remark("of another player", (" ".join(words[places.start : places.stop]), "")))
        read: list[str] = []
        for at, word in enumerate([*words, ""]):
            read += [*starts.get(at, ()), *([word] if word and at not in taken else [])]
        return read

    def _own_effects(self, words: Sequence[str]) -> Iterator[tuple[CostEffect, _Count | None]]:
        """Yield the changes of the card's own cost, each with the number of things that it counts. A keyword of the
        game counts by itself: its reminder text only restates it."""
        said = {*(word.rstrip(_STOPS).lower() for word in words), *self._own_means(words)}
        for effect in cost_effects(self.card):
            keyword = next(iter(effect.keyword.split()), "")
            is_known = keyword in self.file.known_words
            if effect.own and not (is_known and keyword in said):
                told = self._count(words, effect) or self._told(words, effect) or self._announced(words, effect)
                yield effect, None if is_known else told or self._said_to_hold(words, effect)

    def _announced(self, words: Sequence[str], effect: CostEffect) -> _Count | None:
        """Return the number that an effect takes off, as `X is 5` or words for it say, `greatest power is 5`; None if
        the words say none."""
        letter, is_of = effect.amount.strip("{}").lower(), self.file.classes["states"] | {"=", "of", "é"}
        if letter not in ("x", "y", "z") or letter.upper() in (self.card.whole.cost or "").upper():
            return None
        bare = [word.rstrip(_STOPS).lower() for word in words]
        for at, word in enumerate(bare):
            start = at - 1 if at and bare[at - 1] in is_of else at
            first = self._start_of_value(bare[:start], effect.depends.lower().split())
            number = word.removeprefix(f"{letter}=")
            if number.isdecimal() and (number != word or first < start):
                return _Count(first if number == word else at, at + 1, int(number))
        return None

    def _start_of_value(self, words: Sequence[str], what: Sequence[str]) -> int:
        """Return the place of the first of the last words that a text has for a value, too: `my greatest power`."""
        at = len(words)
        while at and (words[at - 1] in {*what} - {"you", "control"} or words[at - 1] in self.file.classes["own"]):
            at -= 1
        return at if not {*words[at:]} <= self.file.all_fillers else len(words)

    def _told(self, words: Sequence[str], effect: CostEffect) -> _Count | None:
        """Return how often an effect of a fixed amount applies by the facts of the question; None if they don't say."""
        known = Known(self.card, True, "", None, (), self.file, self.facts, "own")
        answer = None if effect.depends or not effect.condition else known.holds(effect)
        is_typed = f"{effect.sign}{effect.amount}" in (word.rstrip(_STOPS) for word in words)
        return None if answer is None else _Count(len(words), len(words), int(answer and not is_typed))

    def _content(self, condition: str) -> list[str]:
        """Return the words of a condition that say what has to be there: `wizard` of `if you control a Wizard`."""
        words = (word.strip(_STOPS).lower() for word in condition.split())
        classes = self.file.classes  # not all fillers: an opponent has to be said
        small = classes["own"] | classes["articles"] | classes["objects"] | classes["conditions"] | classes["itself"]
        return [word for word in words if word not in small]

    # Complexity: a condition holds if a part of the question says it, and nothing else.
    def _said_to_hold(self, words: Sequence[str], effect: CostEffect) -> _Count | None:
        """Return the places of the words that say the condition of an effect of a fixed amount, `I control a wizard`;
        None if none do."""
        classes, own = self.file.classes, [word.strip(_STOPS).lower() for word in effect.condition.split()]
        content = self._content(effect.condition)
        denied, is_counted = classes["none"] | classes["negations"], any(number_of(word) > 1 for word in own)
        if effect.depends or not content or is_counted or not denied.isdisjoint(own):
            return None
        small = words_of(self.file.classes, *_OF_CONDITIONS)
        bare = [word.rstrip(_STOPS).lower() for word in words]
        start = 0
        for end in range(1, len(words) + 1):
            is_change = any(word[:1] in ("+", "-") for word in (words[end - 1], [*words, "-"][end]))
            if is_change or words[end - 1].endswith(tuple(_STOPS)):
                part = bare[start:end]
                said = {word for word in part if word not in small | denied}
                missing = [each for each in content if not any(are_forms(each, word) for word in said)]
                more = [word for word in said if not any(are_forms(each, word) for each in own)]
                if said and not (missing or more):
                    is_denied = not denied.isdisjoint(part)  # `no tide bonus`
                    return _Count(start, end, 0) if is_denied else self._with_amount(words, start, end, effect)
                start = end
        return self._counted_as_there(words, content, effect)

    def _with_amount(self, words: Sequence[str], start: int, end: int, effect: CostEffect) -> _Count:
        """Return the places of the words that say a condition, with those of the amount of the effect if it is typed
        beside them, `tide bonus -2`. Raises Refused if another amount is."""
        typed = f"{effect.sign}{effect.amount}"
        label = " ".join(words[start:end]).rstrip(_STOPS)
        for first, last in ((start - 1, end), (start, end + 1)):
            beside = "".join(words[max(first, 0) : start]) if first < start else "".join(words[end:last])
            is_apart = words[start - 1 if first < start else end - 1].endswith(tuple(_STOPS))
            is_same = (beside := beside.rstrip(_STOPS)) == typed
            is_amount = beside[:1] in ("+", "-") and is_cost(self.file, beside[1:])
            if not is_amount or (is_apart and not is_same):
                continue
            if is_same and not is_apart:
                return _Count(first, last, 1)
            ways = f"{beside}:{label}", f"{beside}, {typed}:{label}"
            raise Refused("one effect or two", f"{beside} {label}", typed, *ways)
        return _Count(start, end, 1)

    def _counted_as_there(self, words: Sequence[str], content: Sequence[str], effect: CostEffect) -> _Count | None:
        """Return the places of a number of the things that have to be there, `6 mountains`; None if the words have
        none. Things that also pay, such as lands, stay in the question."""
        if self.file.classes["objects"].isdisjoint(effect.condition.lower().split()):
            return None
        counts = self._counts(words, content[-1:], "", effect.sentence, articles=True)
        count = next((each for each in counts if self._has_all(words, each, content)), None)
        if count is None:
            return None
        before, with_word = words[: count.start][-2:] if count.start > 1 else ("", "")
        is_of_others = any(are_forms(noun, before.lower()) for noun in self.file.classes["nouns"])
        if with_word.lower() in self.file.classes["using"] and is_of_others:
            return count._replace(start=count.start - 1, number=1)  # `8 lands with a mountain`
        pays = any(are_forms(each, content[-1]) for each in self.file.value_words)
        return _Count(len(words), len(words), 1) if pays else count._replace(number=1)

    def _has_all(self, words: Sequence[str], count: _Count, content: Sequence[str]) -> bool:
        """Whether a number of things is of the player, more than 0, and has all words of a condition beside it."""
        start = next((at for at in range(count.start, 0, -1) if words[at - 1].endswith(tuple(_STOPS))), 0)
        bare = [word.rstrip(_STOPS).lower() for word in words[start : count.end]]
        own = bare[count.start - start :]
        return count.number > 0 and all(any(are_forms(each, word) for word in own) for each in content)

    def _eaches(self, words: Sequence[str], nouns: Sequence[str]) -> set[int]:
        """Return the places of `for each ship` among the words, where ships are counted."""
        bare = [word.rstrip(_STOPS).lower() for word in words]
        found: set[int] = set()
        for at, word in enumerate(bare[:-1]):
            if word in self.file.classes["each"] and any(is_form(noun, bare[at + 1]) for noun in nouns):
                found |= {at, at + 1} | ({at - 1} if at and bare[at - 1] in self.file.classes["opening"] else set())
        return found

    # Complexity: things have a kind, are in a list, or are told by small words.
    def _nouns(self, effect: CostEffect) -> list[str]:
        """Return the words for the things that an effect counts: the last one before `you control` and kinds with a
        capital, `Crew ally`, or all if there are several, `instant and sorcery card`."""
        found = _COUNTED.search(effect.depends)
        typed = found["what"].replace("/", " ").split() if found else []
        kinds = {word.lower() for word in typed if word[:1].isupper()}
        words = [word.lower() for word in typed]
        small = self.file.all_fillers - self.file.classes["cards"]  # `for each spell you've cast` counts spells
        while words and words[0] in small:
            words.pop(0)
        nouns: list[str] = []
        is_list = False
        for word in words:
            is_given = nouns and any(is_form(verb, word) for verb in self._given)  # `each elf sacrificed this way`
            if word in self.file.classes["ands"] or word in self.file.classes["either"]:
                is_list = True
            elif word in ("of", "de") and nouns:  # `carta de criatura`
                continue
            elif word in small | {"beyond", "among", "with"} or not word.isalpha() or is_given:
                break
            else:
                nouns.append(word)
        named = [noun for noun in nouns if noun not in self.file.classes["cards"]] or nouns  # of `creature card`
        return named if is_list else [*(noun for noun in named[:-1] if noun in kinds), *named[-1:]]

    # Complexity: no nesting, but others may be counted beside them.
    def _count(self, words: Sequence[str], effect: CostEffect) -> _Count | None:
        """Return the number of things that an effect counts; None if the words have none. Raises Refused for two."""
        nouns = self._nouns(effect)
        zones = self.file.classes["zones"] - self.file.classes["present"]
        zone = next((word for word in effect.depends.lower().split() if word in zones), "")
        counts = list(self._counts(words, nouns, zone, effect.sentence)) if nouns else []
        if len(counts) > 1:
            raise Refused("count effect", self.card.name, effect.depends, f"{effect.sign}2:{nouns[-1]}")
        if not counts:
            return None
        others = self.file.classes["others"].intersection(words[counts[0].start : counts[0].end])
        if others and any(word[:1] in ("+", "-") and ":" in word for word in words):
            raise Refused("count effect", self.card.name, effect.depends, f"{effect.sign}2:{nouns[-1]}")
        number = counts[0].number - (_BEYOND in effect.depends)
        if others and counts[0].start and words[counts[0].start - 1].lower() in self.file.classes["ands"]:
            before = words[max(counts[0].start - 1 - _NEAR, 0) : counts[0].start - 1]  # `a clue and 2 other artifacts`
            number += next(filter(None, map(count_of, reversed(before))), 0)
        return counts[0]._replace(number=max(number, 0))

    # Complexity: a number may be of other things, of things elsewhere, or of what pays.
    def _counts(
        self, words: Sequence[str], nouns: Sequence[str], zone: str, sentence: str, articles: bool = False
    ) -> Iterator[_Count]:
        """Yield the numbers of things with one of these names that are in a zone; with `articles`, `a ship` is one."""
        bare, own = [word.rstrip(_STOPS).lower() for word in words], fold(sentence).split()
        pays = {*self.file.options, *self.file.keywords} - self.file.classes["there"]
        is_noun_said = False  # by what another player has: `opponent has 4 ships, I have 2`
        of_sentence = frozenset(re.findall(r"\w+", fold(sentence)))
        is_of_all = not self.file.classes["players"].isdisjoint(of_sentence)
        is_of_others = not self.file.classes["opponents"].isdisjoint(of_sentence)
        who_pays = self.facts.payer
        counted = ("own" if who_pays == "other" else "other") if is_of_others else who_pays
        unsaid = counted if is_of_others else "own"
        for start, word in enumerate(bare):
            often = cost_words().times.get(word, 0)
            is_none = word in self.file.classes["none"] or word == "0"
            number = often or (count_of if articles else number_of)(word)
            if not (number or is_none):
                continue
            end = start + 1
            if not often:
                end = self._behind_noun(words, start, nouns)
            elif not any(is_form(noun, "times") for noun in nouns):
                continue
            before = bare[start - 1] if start else ""
            near = zone_behind(words, end, self.file.classes, "zones", "present")[0]
            is_own = before == own[0]  # `affinity 3 artifacts`
            verbs = [name for name in self._given | pays if is_form(name, before)]
            is_given = any(is_form(verb, word) for verb in verbs for word in own)  # `for each elf sacrificed this way`
            is_last = words[start].endswith(tuple(_STOPS)) or [*words, "--"][start + 1].startswith("--")
            if not end and is_noun_said and is_last and bare[start - 1] in self.file.classes["there"]:
                end = start + 1
            is_counted = end and not is_of_all
            is_of_another = is_counted and (holder(words, start, end, self.file.classes) or unsaid) != counted
            if is_of_another and holder(words, start, end, self.file.classes):
                self.aside.append(range(start_of_holder(words, start, self.file.classes), end))
            is_noun_said = is_noun_said or bool(is_of_another)
            is_there = near in ("", zone) if zone else near == "" or near in self.file.classes["present"]
            if end and is_there and (is_own or is_given or not verbs) and not is_of_another:
                yield _Count(start - (is_own or is_given), start - 1 if is_given else end, number)

    def _behind_noun(self, words: Sequence[str], start: int, nouns: Sequence[str]) -> int:
        """Return the place behind the noun that a number counts if it is one of these; else 0."""
        for at in range(start + 1, min(start + 1 + _NEAR, len(words))):
            if words[at - 1].endswith(tuple(_STOPS)):
                return 0
            word, after = (each.rstrip(_STOPS).lower() for each in (words[at], [*words, ""][at + 1]))
            if word[:1] in ("+", "-") or number_of(word) or word in self.file.classes["ands"]:
                return 0
            if any(is_form(noun, word) for noun in nouns):
                is_of_cards = any(is_form(card, after) for card in self.file.classes["cards"])
                return at + 2 if is_of_cards else at + 1
        return 0


def _is_said(part: str, words: Sequence[str]) -> bool:
    """Return whether words of a question say a part of a cost: its verb, and of `pay 2 life` the life, too."""
    verb, *_, last = part.lower().split()
    places = [at for at, word in enumerate(words) if is_form(verb, word)]
    return any(verb != "pay" or last in words[at : at + 4] for at in places)


def count_of(word: str) -> int:
    """Return the number of a word or an article, 0 for any other word."""
    return 1 if word in ("a", "an") else number_of(word)


def _is_same(word: str, typed: str) -> bool:
    """Whether two words are forms of one, or the same number: `two` and `2`."""
    return are_forms(word, typed) or 0 < number_of(word) == number_of(typed)


def typed_effect(effect: CostEffect, number: int, label: str) -> list[str]:
    """Return the change that an effect makes for a number of things; none for no things."""
    amount = "1" if effect.amount.strip("{}") in ("X", "Y", "Z") else effect.amount
    typed = str(int(amount) * number) if amount.isdigit() else amount * number
    least = f"@{number_of(effect.least) or effect.least}" if effect.least else ""
    return [f"{effect.sign}{typed}{least}:{label}"] if number else []


# Complexity: life, mana, a card from hand, or another thing.
def _values(parts: Sequence[str], file: CostFile | None) -> list[str]:
    """Return the values of the options for the parts of a cost, mana first and life last; none if a part can't be read.
    With a `file`, a thing with qualities, `a blue creature`, can't be read unless it is a card from the hand."""
    values: dict[str, list[str]] = {"mana": [], "thing": [], "life": []}
    for part in map(str.strip, parts):
        if found := _LIFE.fullmatch(part):
            values["life"].append(f"life={found['life']}")
        elif found := _MANA.fullmatch(part):
            values["mana"].append(found["mana"])
        else:
            found = _THING.fullmatch(part)
            number = count_of(found["number"]) if found else 0
            if not (found and number):
                return []
            verb, of_hand = found["verb"].lower(), _FROM_HAND.fullmatch(found["what"])
            if file and of_hand:
                verb = _from_hand(verb, of_hand["quality"].lower().split(), file)
            elif file and not _ANY_THING.fullmatch(found["what"]):
                return []
            values["thing"].append(f"{verb}={number}")
    return [value for each in values.values() for value in each]


def _from_hand(verb: str, quality: Sequence[str], file: CostFile) -> str:
    """Return the kind of a thing that is paid with a card from the hand, `reveal:red`, `banish-from-hand`."""
    tags = {*file.values.get("hand", {}), *file.classes["tags"]}
    tag = next((f":{word}" for word in quality if word in tags), "")
    return f"{verb if verb in file.from_hand else f'{verb}-from-hand'}{tag}"


def _paid_besides(parts: Sequence[str], file: CostFile) -> list[str]:
    """Return the changes and options for an additional cost, `+2 --also sacrifice=1`; none if it can't be read. Life
    is what the game takes `pay 1 life` for."""
    of_life = file.phrases.get("pay * life", "--also life=*")
    typed = (of_life.replace("*", value[5:]) if value.startswith("life=") else value for value in _values(parts, file))
    return " ".join(
        each if each[0] in "+-" else f"--also {each}" if "=" in each else f"+{each}" for each in typed
    ).split()


def is_cost(file: CostFile, word: str) -> bool:
    """Whether a word is a cost in signs: `2WU`, `{2}{W}`."""
    return bool(word) and file.cost_signs.issuperset(_BRACED.sub("", word))


def number_of(word: str) -> int:
    """Return the number of a word, 0 for any other word."""
    return int(word) if word.isdecimal() and len(word) < 3 else cost_words().numbers.get(fold(word), 0)

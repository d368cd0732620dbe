"""Made-up rulebooks of a game of kites, and editions made from them by known edits: what each rule became is known,
so that a comparison can be held to it."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count, product
from random import Random

from rules_cli.model import Reference, Row, RuleNumber, RuleText
from rules_cli.text import fingerprint

THINGS = """
kite string tail spool breeze gust knot ribbon harness meadow anchor launcher judge scorer bridle spar canopy
reel glider pennant streamer cloud thermal updraft squall ridge valley beacon whistle lantern basket ladder marker flag
stake needle thread buckle pulley winch""".split()
DOINGS = """raises lowers ties cuts trades releases inspects repairs hides reveals measures paints folds carries lends
tightens loosens blesses challenges borrows""".split()
WHEN = """launch landing halftime sunset sunrise inspection drizzle overtime practice rehearsal sunday thaw harvest
flood eclipse parade auction market carnival regatta""".split()
QUALITIES = """torn golden heavy silent crooked borrowed ancient damp painted hollow narrow spotless rusty tangled
weightless striped frozen lucky stubborn nameless""".split()


@dataclass(eq=False)
class Node:
    """A row to be: its sentences, with `{}` for each reference to the node of a key; and what stands under it."""

    key: int
    sentences: list[str]
    heading: bool = False
    names: list[int] = field(default_factory=list)
    examples: list[str] = field(default_factory=list)
    under: list[Node] = field(default_factory=list)

    def everything(self) -> Iterator[Node]:
        """Itself and all under it, in the order of print."""
        yield self
        for node in self.under:
            yield from node.everything()


def sentence(random: Random) -> str:
    """A sentence that hardly any other is like, though all are of a kind."""
    thing, other, third = random.sample(THINGS, 3)
    forms = (
        f"Whenever a {random.choice(QUALITIES)} {thing} {random.choice(DOINGS)} the {other} at {random.choice(WHEN)}, "
        f"its player {random.choice(DOINGS)} one {random.choice(QUALITIES)} {third}.",
        f"A player who {random.choice(DOINGS)} the {random.choice(QUALITIES)} {thing} before {random.choice(WHEN)} "
        f"also {random.choice(DOINGS)} each {other} that “{random.choice(DOINGS)} a {third}”.",
        f"No {random.choice(QUALITIES)} {thing} {random.choice(DOINGS)} a {other} during {random.choice(WHEN)} "
        f"unless its {random.choice(QUALITIES)} {third} {random.choice(DOINGS)} first.",
    )
    return random.choice(forms)


class Maker:
    """Makes nodes, each with a key of its own."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self._keys = count()
        self._titles = [" ".join(words).title() for words in product(QUALITIES, THINGS, WHEN)]
        random.shuffle(self._titles)

    def heading(self) -> Node:
        """A heading with a title that no other has."""
        return Node(next(self._keys), [self._titles.pop()], heading=True)

    def rule(self, sentences: int = 0, sub_rules: int = 0) -> Node:
        """A rule of one or a few sentences, perhaps with sub-rules and an example."""
        node = Node(
            next(self._keys), [sentence(self.random) for _ in range(sentences or self.random.choice((1, 2, 3)))]
        )
        node.examples = [sentence(self.random)] if self.random.random() < 0.2 else []
        node.under = [self.rule() for _ in range(self.random.choice((0, 0, sub_rules)))]
        return node

    def section(self, rules: int) -> Node:
        """A heading with rules under it."""
        section = self.heading()
        section.under = [self.rule(sub_rules=2) for _ in range(rules)]
        return section

    def book(self, chapters: int = 2, sections: int = 3, rules: int = 5) -> Node:
        """A rulebook: chapters of sections of rules, some of which name another."""
        root = Node(next(self._keys), [], heading=True)
        for _ in range(chapters):
            chapter = self.heading()
            chapter.under = [self.section(rules) for _ in range(sections)]
            root.under.append(chapter)
        everyone = [node for node in root.everything() if not node.heading]
        for node in self.random.sample(everyone, len(everyone) // 4):
            refer(node, self.random.choice(everyone).key)
        return root


def refer(node: Node, target: int) -> None:
    """Let a rule's last sentence name another rule."""
    node.sentences[-1] = node.sentences[-1].removesuffix(".") + " (see rule {})."
    node.names.append(target)


def numbered(root: Node) -> dict[int, RuleNumber]:
    """The number that each node is printed with, by its key: 2.1.3, and 2.1.3b under it."""
    found: dict[int, RuleNumber] = {}

    def walk(node: Node, above: str) -> None:
        for place, child in enumerate(node.under, 1):
            number = f"{above}.{place}".lstrip(".") if node.heading else f"{above}{chr(96 + place)}"
            found[child.key] = RuleNumber(number)
            walk(child, number)

    walk(root, "")
    return found


def parents(root: Node) -> dict[int, int]:
    """The key of the node above each."""
    return {child.key: node.key for node in root.everything() for child in node.under}


def rows(root: Node) -> list[Row]:
    """The rows of a book as the library holds them."""
    numbers, above = numbered(root), parents(root)
    return [_row(node, numbers, numbers.get(above[node.key])) for node in root.everything() if node is not root]


def _row(node: Node, numbers: dict[int, RuleNumber], parent: RuleNumber | None) -> Row:
    if node.heading:
        return Row(numbers[node.key], "heading", parent, title=node.sentences[0])
    named = [numbers[key] for key in node.names]
    text = " ".join(node.sentences).format(*named)
    words = RuleText(text, tuple(node.examples))
    references = tuple(Reference(f"rule {number}", number, True) for number in named)
    return Row(numbers[node.key], "rule", parent, words=words, references=references, fingerprint=fingerprint(text))


Became = tuple[frozenset[RuleNumber], frozenset[RuleNumber], frozenset[str]]


class Edited:
    """A second edition made from a first, and what became of each rule. `size` is that of `Maker.book`.

    Each edit takes a rule that none has touched and that no other names, so that it is the only one of that rule;
    where there is no such rule it does nothing.
    """

    def __init__(self, random: Random, **size: int) -> None:
        self._random = random
        self._make = Maker(random)
        self.first = self._make.book(**size)
        self.second = copy.deepcopy(self.first)
        self._kinds: dict[int, set[str]] = {}
        self._part_of: dict[int, int] = {}
        self._merged_into: dict[int, int] = {}
        self._touched: set[int] = set()

    def again(self) -> Edited:
        """The second edition as the first of another pair."""
        next_one = copy.copy(self)
        next_one.first, next_one.second = self.second, copy.deepcopy(self.second)
        next_one._kinds, next_one._part_of, next_one._merged_into, next_one._touched = {}, {}, {}, set()
        return next_one

    def _pick(self, wanted: Callable[[Node], object] = bool) -> tuple[Node, Node] | None:
        """A rule that may be edited, and the node above it."""
        named = {key for node in self.second.everything() for key in node.names}
        free = [
            (child, node)
            for node in self.second.everything()
            for child in node.under
            if not (child.heading or child.under or child.key in self._touched | named) and wanted(child)
        ]
        if not free:
            return None
        child, node = self._random.choice(free)
        self._touched.add(child.key)
        return child, node

    def _section(self) -> Node:
        chapters = self.second.under
        return self._random.choice(self._random.choice(chapters).under)

    def remove(self) -> None:
        """A rule goes."""
        if picked := self._pick():
            rule, above = picked
            above.under.remove(rule)

    def add(self) -> None:
        """A rule comes."""
        rule = self._make.rule()
        self._touched.add(rule.key)
        section = self._section()
        section.under.insert(self._random.randint(0, len(section.under)), rule)

    def change(self) -> None:
        """A few words of a rule change: one is replaced, or a sentence comes."""
        if picked := self._pick():
            rule, _ = picked
            old = next(word for word in rule.sentences[0].split() if word in THINGS)
            rule.sentences[0] = rule.sentences[0].replace(old, "kite-master", 1)
            if self._random.random() < 0.3:
                rule.sentences.insert(0, "This is new since the last season.")
            self._kinds[rule.key] = {"changed"}

    def change_example(self) -> None:
        """An example comes, goes or changes, and nothing else of its rule."""
        if picked := self._pick():
            rule, _ = picked
            if rule.examples and self._random.random() < 0.5:
                rule.examples.pop()
            else:
                rule.examples.append(sentence(self._random))
            self._kinds[rule.key] = {"examples"}

    def retarget(self) -> None:
        """A rule names another rule than before, in the same words."""
        if picked := self._pick(lambda node: node.names):
            rule, _ = picked
            old = {node.key for node in self.first.everything() if not node.heading}
            here = {node.key for node in self.second.everything()}
            rule.names = [self._random.choice(sorted((old & here) - {*rule.names, rule.key}))]
            self._touched.add(rule.names[0])
            self._kinds[rule.key] = {"references"}

    def retype(self) -> None:
        """Quotes, dashes and spaces change throughout: nothing, to a reader."""
        for node in self.second.everything():
            node.sentences = [
                s.replace("“", '"').replace("”", '"').replace(" at ", "\u00a0at ") for s in node.sentences
            ]
            node.examples = [s.replace("“", "«").replace("”", "»") for s in node.examples]

    def swap(self) -> None:
        """Two neighbours change places."""
        section = self._section()
        if len(section.under) > 1:
            place = self._random.randrange(len(section.under) - 1)
            two = section.under[place : place + 2]
            if not self._touched & {node.key for node in two}:
                section.under[place : place + 2] = two[::-1]
                self._touched |= {node.key for node in two}

    def move(self) -> None:
        """A rule goes elsewhere."""
        if picked := self._pick():
            rule, above = picked
            above.under.remove(rule)
            section = self._section()
            section.under.insert(self._random.randint(0, len(section.under)), rule)

    def insert_section(self) -> None:
        """A new section comes in front of others, which are all renumbered."""
        section = self._make.section(2)
        self._touched |= {node.key for node in section.everything()}
        self._random.choice(self.second.under).under.insert(0, section)

    def split(self) -> None:
        """The sentences of a rule become rules of their own."""
        if picked := self._pick(lambda node: len(node.sentences) > 1 and not node.names):
            rule, above = picked
            new = [self._make.rule(sentences=1) for _ in rule.sentences[1:]]
            for part, words in zip(new, rule.sentences[1:], strict=True):
                part.sentences, part.examples, part.under = [words], [], []
                self._part_of[part.key] = rule.key
                self._touched.add(part.key)
            rule.sentences = rule.sentences[:1]
            place = above.under.index(rule)
            above.under[place + 1 : place + 1] = new
            self._kinds[rule.key] = {"split"}

    def merge(self) -> None:
        """Two neighbours become one rule."""
        if picked := self._pick(lambda node: not node.names):
            rule, above = picked
            place = above.under.index(rule)
            following = above.under[place + 1] if place + 1 < len(above.under) else None
            named = {key for node in self.second.everything() for key in node.names}
            if following and not (following.key in self._touched | named or following.under or following.names):
                rule.sentences += following.sentences
                rule.examples += following.examples
                above.under.remove(following)
                self._merged_into[following.key] = rule.key
                self._kinds[rule.key] = {"merged"}

    EDITS = (remove, add, change, change_example, retarget, swap, move, insert_section, split, merge)

    def expected(self) -> set[Became]:
        """What became of each rule that is not as it was: its numbers before and after, and what changed."""
        old, new = numbered(self.first), numbered(self.second)
        above_old, above_new = parents(self.first), parents(self.second)
        became: set[Became] = set()
        for key in {**old, **new}:
            if key in self._part_of or key in self._merged_into:
                continue
            kinds = set(self._kinds.get(key, ()))
            if key not in new or key not in old:
                kinds = {"added"} if key in new else {"removed"}
            elif old[key] != new[key]:
                kinds.add("renumbered" if above_old[key] == above_new[key] else "moved")
            of_a = {key, *(k for k, into in self._merged_into.items() if into == key)}
            of_b = {key, *(k for k, of in self._part_of.items() if of == key)}
            if kinds:
                numbers = frozenset(old[k] for k in of_a if k in old), frozenset(new[k] for k in of_b if k in new)
                became.add((*numbers, number_apart(kinds)))
        return became


def number_apart(kinds: set[str]) -> frozenset[str]:
    """Kinds of change as they can be known: which of its parts counts as a rule's counterpart, anyone may choose."""
    return frozenset(kinds - {"renumbered", "moved"} if kinds & {"split", "merged"} else kinds)

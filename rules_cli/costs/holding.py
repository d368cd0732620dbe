"""Whether the changes of a question hold now: one of a thing that is gone, past or not there must not be counted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules_cli.costs.arguments import Refused
from rules_cli.costs.sentence import CostSentence
from rules_cli.costs.tokens import CostToken, are_forms

_PARTICIPLES = ("ed", "ado", "ada", "ados", "adas", "ido", "ida", "idos", "idas")


def unheld(sentence: CostSentence, changes: Iterable[int]) -> Refused | None:
    """Return the refusal of the first words that say, in the part of a change or of a payment, that it does not hold;
    None if all hold. `changes` are the places of the words that change the cost."""
    places = frozenset(changes)
    paid = (cue.start for cue in sentence.cues if cue.is_thing and _is_predicate(sentence, cue.start))
    found = [*paid, *(at for place in sorted(places) for at in _denials(sentence, place, places))]
    if not found:
        whole = sentence.whole
        found = list(_contradictions(whole)) if places else []
        return Refused("negation", whole.shown(found[0], whole.clause(found[0]).stop)) if found else None
    start = found[0]
    while sentence.in_class(start - 1, "states", "adverbs"):
        start -= 1
    return Refused("negation", sentence.shown(start, found[0] + 1))


def with_conditions(sentence: CostSentence) -> CostSentence:
    """Return a sentence in which a condition of a change, which is taken to hold, is one token behind its `if`, so that
    its words mean nothing alone: `1 less if I have 3 artifacts`."""
    tokens = [*sentence.tokens]
    for at in filter(lambda at: sentence.in_class(at, "suppositions"), reversed(range(len(tokens)))):
        end = _end_of_condition(sentence, at)
        if end > at + 1:
            stop = sentence.token(end - 1).stop
            tokens[at + 1 : end] = [CostToken("condition", sentence.shown(at + 1, end), stop=stop)]
    is_same = len(tokens) == len(sentence.tokens)
    return sentence if is_same else CostSentence(sentence.game, sentence.file, tokens, sentence)


# Complexity: the change is before the condition, behind it, or in the next part.
def _end_of_condition(sentence: CostSentence, at: int) -> int:
    """Return the place after the condition behind an `if`: before a change behind it, `if I have an elf it costs 1
    less`, or at the end of its part, if a change is beside it. Returns the next place for an `if` without a
    change, `if two effects reduce 3RR`, `what if thalia +1`, and for a payment, `if I sacrifice a creature`."""
    places, means = range(at + 1, len(sentence.tokens)), sentence.file.means
    stop = next((here + 1 for here in places if sentence.token(here).stop), places.stop)
    changes = [here for here in range(sentence.clause(at).start, stop) if _is_amount_of_change(sentence, here)]
    change = end = next((here for here in changes if here > at), stop)
    while end < stop and sentence.in_class(end - 1, "cost", "itself", "ands", "causes"):
        end -= 1
    cues = {cue for here in range(at + 1, end) if (cue := sentence.cue_at.get(here))}
    amounts = [sentence.amount_at[here] for here in range(at + 1, end) if here in sentence.amount_at]
    if not changes and stop < places.stop and not any(each.values for each in amounts):  # `if I have an elf, 1 less`
        named = (each for cue in cues if not sentence.in_class(cue.start, "there") for each in cue.patterns)
        is_of_means = any(each.option in means for each in named)
        changes = [here for here in sentence.clause(stop) if _is_amount_of_change(sentence, here) and not is_of_means]
    is_paid = any(sentence.is_optional(cue) or any(each.assumes for each in cue.patterns) for cue in cues)
    is_other = sentence.in_class(at - 1, "asking") or (end == change < stop and change in sentence.cue_at)
    is_other = is_other or any(each.form == "symbols" for each in amounts)
    return at + 1 if is_paid or is_other or not changes else max(end, at + 1)


def _is_amount_of_change(sentence: CostSentence, at: int) -> bool:
    """Whether the amount of a change, or the word for it, is at a place, and the other behind it: `1 less`, `less
    1`."""

    def is_change(place: int) -> bool:
        cue = sentence.cue_at.get(place)
        return cue is not None and any(each.meaning in ("+*", "-*") for each in cue.patterns)

    token = sentence.token(at)
    is_before = token.kind == "amount" and not token.stop and is_change(at + 1)
    behind = sentence.past(at + 1, "joints", "by")
    return token.kind == "change" or is_before or (is_change(at) and sentence.token(behind).kind == "amount")


# Complexity: one line for each way to say it.
def _denials(sentence: CostSentence, change: int, changes: frozenset[int]) -> Iterator[int]:
    """Yield the places of words in the part of a change that say that it is gone, past, or not there."""
    clause = sentence.clause(change)
    for at in clause:
        is_unknown = sentence.is_stranger(at) and not sentence.in_class(at, "present")
        behind = sentence.past(at + 1, "articles")
        if sentence.token(at).stop or at in sentence.cue_at or at in sentence.amount_at:
            behind = -1
        is_over_change = behind in changes and ((is_unknown and behind > at + 1) or sentence.in_class(at, "none"))
        is_name_before = sentence.is_stranger(at - 1) or sentence.in_class(at - 1, "relatives")
        is_done = is_unknown and is_name_before and sentence.token(at).key.endswith(_PARTICIPLES)
        is_said = is_unknown and _is_predicate(sentence, at)
        if is_over_change or is_done or is_said or _is_elsewhen(sentence, at) or _is_supposed(sentence, clause, at):
            yield at


def _is_predicate(sentence: CostSentence, at: int) -> bool:
    """Whether a word says what happened to the thing before it: `thalia was exiled`, but not `how much is thalia`."""
    at -= 1
    while sentence.in_class(at, "adverbs"):
        at -= 1
    is_had = sentence.in_class(at, "gets") and sentence.in_class(at - 1, "opponents")  # `opponent got thalia`
    is_subject = at > 0 and not (sentence.token(at - 1).stop or sentence.in_class(at - 1, "asking", "own", "having"))
    is_subject = is_subject and not is_had
    return is_subject and sentence.in_class(at, "states") and not sentence.token(at).stop


def _is_elsewhen(sentence: CostSentence, at: int) -> bool:
    """Whether words for another time begin at a place, `formerly`, `left play`; `antes da redução` says an order."""
    for phrase in sentence.file.classes["elsewhen"]:
        end = at
        for word in phrase.split():
            end = sentence.past(end, "articles") if end > at else end
            if sentence.token(end).key != word:
                break
            end += 1
        else:
            return not sentence.in_class(end, "causes")
    return False


def _is_supposed(sentence: CostSentence, clause: range, at: int) -> bool:
    """Whether a word says what would be if the next part held, `would cost 1 more if`; a question may ask it."""
    is_if = sentence.in_class(at, "supposing") and sentence.in_class(clause.stop - 1, "suppositions")
    return is_if and not any(sentence.in_class(here, "asking") for here in range(clause.start, at))


# Complexity: one case for each way to contradict.
def _contradictions(sentence: CostSentence) -> Iterator[int]:
    """Yield the places of words that deny what the rest of the question says: `on my turn, it is my opponent's turn`,
    `if I attacked, I did not attack`."""
    from rules_cli.costs.facts import FactReader  # here, since few questions name a turn

    places = range(len(sentence.tokens))
    turns = [at for at in places if sentence.in_class(at, "turns")]
    if turns and len(FactReader(sentence.said, sentence.file).turns()) > 1:
        yield sentence.clause(turns[-1]).start
    named = [at for at in places if sentence.in_class(at - 1, "own") and sentence.is_stranger(at)]
    named = [at for at in named if sentence.in_class(at + 1, "cost") and not sentence.token(at).stop]
    if len({sentence.token(at).key for at in named}) > 1:  # `my hydra costs 2 less and my dragon costs 3 less`
        yield sentence.clause(named[-1]).start
    things = {cue.start for cue in sentence.cues if cue.is_thing}
    for at in places:
        if sentence.in_class(at, "unless") and not things.isdisjoint(range(at, sentence.clause(at).stop)):
            yield at  # `unless I sacrifice a creature it costs 2 more`
        if sentence.in_class(at, "negations", "none") and _is_said_elsewhere(sentence, at + 1):
            yield sentence.clause(at).start


def _is_said_elsewhere(sentence: CostSentence, start: int) -> bool:
    """Whether a word from a place on in its part, which has no amount, is in another part of the question, too."""
    clause = sentence.clause(start - 1)
    denied = [sentence.token(at).key for at in range(start, clause.stop) if not _is_about(sentence, at)]
    said = [token.key for at, token in enumerate(sentence.tokens) if at not in clause]
    is_hard = any(map(sentence.is_hard, clause))
    return not is_hard and any(are_forms(word, other) for word in denied for other in said)


def _is_about(sentence: CostSentence, at: int) -> bool:
    """Whether a word is one of those that every sentence has, or a turn, of which the owner counts."""
    small = ("joints", "articles", "pronouns", "own", "opponents", "states", "turns", "conditions", "adverbs", "having")
    return sentence.in_class(at, *small)

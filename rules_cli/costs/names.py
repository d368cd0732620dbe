"""Names of several words in a question about a cost, `sphere of resistance`; some have words of the grammar in them,
`treasure cruise`."""

from __future__ import annotations

from rules_cli.costs.sentence import CostSentence
from rules_cli.costs.tokens import CostToken


def with_names(sentence: CostSentence) -> CostSentence:
    """Return a sentence in which each name of several words is one token, so that its words mean nothing alone. Return
    the sentence itself if it has no such name."""
    tokens: list[CostToken] = []
    at = 0
    while at < len(sentence.tokens):
        end = _end(sentence, at)
        parts = sentence.tokens[at:end]
        text = " ".join(part.text for part in parts)
        tokens.append(parts[0] if len(parts) == 1 else CostToken("word", text, parts[0].sign, stop=parts[-1].stop))
        at = end
    is_same = len(tokens) == len(sentence.tokens)
    return sentence if is_same else CostSentence(sentence.game, sentence.file, tokens, sentence.whole)


# Complexity: a part may be unknown or known, and be joined by a small word.
def _end(sentence: CostSentence, start: int) -> int:
    """Return the place after the name that begins at a place; the next place if none does."""
    is_start = start == 0 or sentence.token(start - 1).stop or sentence.token(start - 1).kind == "change"
    is_first = sentence.is_stranger(start) or _is_value(sentence, start) or _is_thing(sentence, start)
    is_first = is_first or (is_start and _is_keyword(sentence, start) and _has_of(sentence, start + 1))
    if is_start and (end := _known_end(sentence, start)):
        return end
    end, has_unknown = start + 1, sentence.is_stranger(start)
    while is_first and not sentence.token(end - 1).stop:
        behind = _past_inner(sentence, end)
        is_joined = behind > end  # `helm of awakening`
        if sentence.is_stranger(behind):
            is_part = is_joined or _is_value(sentence, end - 1) or end - 1 > start
        elif has_unknown:
            is_keyword = is_joined and _is_keyword(sentence, behind) and not sentence.in_class(behind - 1, "towards")
            is_value = _is_value(sentence, behind, is_joined)
            is_part = is_keyword or is_value or _is_thing(sentence, behind)
        else:
            is_part = False
        if not is_part:
            break
        has_unknown, end = has_unknown or sentence.is_stranger(behind), behind + 1
    return end


def _known_end(sentence: CostSentence, start: int) -> int:
    """Return the place after a name right before a cost whose words are all known, `swamp thing 1B`, `plot of land 2G`;
    0 if none begins at a place."""
    last = _past_inner(sentence, start + 1)
    is_named = _is_keyword(sentence, start) if last > start + 1 else _is_value(sentence, start)
    is_said = sentence.is_stopped(start, last + 1) or sentence.in_class(last, "ands", "sizes", "cards", "paid")
    is_known = sentence.in_class(last, "nouns") or (sentence.is_small(last) and last not in sentence.cue_at)
    is_before_cost = sentence.token(last + 1).kind == "amount"
    return last + 1 if is_named and is_known and is_before_cost and not is_said else 0


def _past_inner(sentence: CostSentence, at: int) -> int:
    """Return the place after words that join two words of a name, `of the`; without such words, the same place."""
    end = at
    while (
        sentence.in_class(end, "inside names") and not sentence.in_class(end, "ands") and not sentence.token(end).stop
    ):
        end += 1
    return end


def _is_value(sentence: CostSentence, at: int, is_joined: bool = False) -> bool:
    """Whether a word for a value is at a place, with no number or article: the `treasure` of `treasure cruise`. The
    article of one that is joined to a name belongs to the name: `temple of the mountain`."""
    amount = sentence.amount_at.get(at)
    if amount is None or amount.form != "values" or amount.end > at + 1:
        return False
    before = range(amount.start, at)
    is_alone = not before or (is_joined and all(sentence.in_class(each, "articles") for each in before))
    return is_alone and sentence.token(at).kind == "word"


def _is_thing(sentence: CostSentence, at: int) -> bool:
    """Whether a word for giving something up is at a place, and not what: the `exile` of `path to exile`."""
    cue = sentence.cue_at.get(at)
    if cue is None or not cue.is_thing or cue.end > cue.start + 1:
        return False
    following = sentence.token(cue.end)
    is_cost = following.kind == "amount" and not following.text.isdigit()
    return _has_of(sentence, cue.end) or is_cost or following.kind == "end" or sentence.token(at).stop


def _has_of(sentence: CostSentence, at: int) -> bool:
    """Whether words that join a name are at a place: `of the`, but not `for`."""
    return _past_inner(sentence, at) > at and not sentence.in_class(at, "opening", "towards")


def _is_keyword(sentence: CostSentence, at: int) -> bool:
    """Whether a keyword of one word is at a place."""
    cue = sentence.cue_at.get(at)
    return cue is not None and cue.name in sentence.file.keywords and cue.end == cue.start + 1

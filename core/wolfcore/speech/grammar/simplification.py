"""Simplifies clauses: drops softening phrases, rewrites "seems to be" and the like as "is".

Whether the clause was hedged or denied is returned beside it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from .fragments import LazyPattern, pattern

_PHRASES: tuple[tuple[str, str, str], ...] = (
    ("um uh er hm phew", r"(?:, ?)?\b(?:um+|uh+|er+m?|hm+|phew)\b(?: ?,)?", " "),
    (
        ":",
        r"\bmy ((?:\w+ )?(?:vote|ballot|suspect|suspicion|role|check|protection)(?: "
        r"(?:lastnight|night\d+))?) ?: ?(?=[@a-z])",
        r"my \1 is ",
    ),
    (
        "inform report say tell announce state note",
        r"\bi (?:must|have to|can|(?:am|'m) (?:pleased|glad|sorry|happy|afraid|proud|bound) "
        r"to|regret to|wish to|want to|beg to) "
        r"(?:inform you|report|say|tell you|announce|state|note)(?: that)? (?=@|i )",
        " ",
    ),
    (
        "ask far my",
        r"\bif you ask me\b|\bas far as i (?:can|could) (?:tell|see)\b|\b(?:in|from) my "
        r"(?:opinion|eyes|view|book|mind)\b",
        "perhaps",
    ),
    (
        "little bit kind sort my",
        r"\ba (?:little|bit)\b|\b(?:kind|sort) of\b|\bmy (?:\w+ )?(?:guess|feeling|hunch|gut"
        r"|instinct|nose|"
        r"heart|view|estimate|impression) (?:is|says|tells me)(?: that)?\b",
        "perhaps",
    ),
    (
        "wrong not",
        r"\bi (?:can|could) be wrong\b|\bi am not (?:entirely |quite |completely |fully "
        r"|100% )?(?:sure|certain) (?:but|yet)\b",
        "perhaps",
    ),
    (
        "that",
        r"\b(?:it|this|that) (?:is (?:possible|likely)|seems|looks like|feels like|could be"
        r"|might be) (?:to me )?that\b",
        "perhaps",
    ),
    (
        "my me",
        r"\bto my (?:eye|mind)\b|\bfor my part\b|(?:^|, )for me\b|\bto me\b(?! tonight)",
        "perhaps",
    ),
    (
        "doubt of fact truth sure all",
        r"\b(?:without (?:a |any )?|no |beyond )doubt\b|\bof course\b|\bin fact\b|\bin "
        r"truth\b|\bfor sure\b|\bat all\b",
        " ",
    ),
    (
        "way honest clear frank fair point now far well more",
        r"\bby the way\b|\bto be (?:honest|clear|frank|fair)\b|\bat this point\b|\bright "
        r"now\b|\bso far\b|\bas well\b|"
        r"\bonce more\b",
        " ",
    ),
    ("not", r"\bnot (?:only|just)\b", "only"),
    (
        "know sure certain convinced positive swear promise repeat say tell declare insist",
        r"\b(?:i )?(?:know|am sure|am certain|am convinced|am positive|swear|promise|repeat"
        r"|say it again|say|tell you|"
        r"can tell you|declare|insist)(?: you)?(?: that)? (?=@|i )",
        " ",
    ),
    (
        "me mark truth clear plain obvious",
        r"\b(?:trust|believe|hear) me\b|\bmark my words\b|\bthe truth is(?: that)?\b|\b(?:it "
        r"is|it was) (?:clear|plain|"
        r"obvious) that\b",
        " ",
    ),
    ("one", r"\bone of the (?:were)?wol(?:f|ves)\b", "a wolf"),
    (
        "on pack",
        r"\bon the (?:side of the )?(?:were)?wol(?:f|ves)(?:'s?)? ?(?:team|side|pack)?\b"
        r"|\bin the pack\b",
        "a wolf",
    ),
    (
        "member side team village us",
        r"\b(?:a )?(?:loyal |true )?member of (?:our|the) (?:villagers?|village|good"
        r"|town)(?: (?:side|team))?\b|"
        r"\b(?:on|of) (?:our|your|the village's?|the good) (?:side|team)\b|\bwith the "
        r"village\b|\bone of us\b",
        "innocent",
    ),
    ("sheriff", r"\bthe (?:\w+ )?sheriff \( ?(@[a-z]) ?\)", r"\1"),
    (
        "as",
        r" as i (?:saw|checked|investigated|verified) (?=@|him\b|her\b|them\b)",
        " , i checked ",
    ),
)
"""Substrings of which one must occur in the text, a pattern, and its replacement."""


_PHRASE_RULES = tuple(
    (tuple(needed.split()), pattern(text), instead) for needed, text, instead in _PHRASES
)


_RUN_ON = re.compile(
    r"(?= i (?:have )?(?:checked|investigated|protected|guarded|saved|healed|poisoned|am the"
    r"|am a)\b)"
    r"(?<!\bthat)(?<!\band)(?<!\bwhen)(?<!\bwhat)(?<!\bwho)(?<!\bwhom)(?<!\bas)(?<!\bif)(?<!\bbut)"
    r"(?<!,) "
)
"""The point where a clause about the speaker's role or action begins without a comma before it."""


_COPULAS: tuple[tuple[str, LazyPattern, str, bool], ...] = (
    (
        "not",
        pattern(
            r"\b(?:do|does|did) not (?:seem|look|sound|feel|appear|smell|read|strike i)(?: "
            r"like| as| to be)?\b"
        ),
        "is not",
        True,
    ),
    (
        "seem look sound feel appear smell read",
        pattern(
            r"\b(?:seems?|looks?|sounds?|feels?|appears?|smells?|reads?)(?: (?:like|as|to "
            r"be))+\b|\b(?:seems|looks|sounds|"
            r"appears|smells)\b(?! (?:at|into|for|back|over))"
        ),
        "is",
        True,
    ),
    (
        "act behav talk vote strike",
        pattern(
            r"\b(?:acts?|behaves?|talks?|votes?|is (?:acting|behaving|talking)|strikes @i) "
            r"(?:like|as)\b"
        ),
        "is",
        True,
    ),
    (
        "seem look sound appear remain",
        pattern(
            r"\b(?:seem|look|sound|appear|seemed|looked|sounded|appeared|remains?"
            r"|remained)\b(?= (?:very |perhaps |too |so )*(?:"
            r"like |to be )?(?:a |an )?(?:suspicious|guilty|good|innocent|honest|bad|evil"
            r"|shady|fishy|wol|were|villager|clean|"
            r"trustworthy|sincere|genuine|dishonest|fake|dangerous|concerning|worrying"
            r"|calculated|strange|odd|evasive))"
        ),
        "is",
        True,
    ),
    (
        "might may could can",
        pattern(r"\b(?:might|may|could|can) (?:well )?be\b(?! trusted)"),
        "is",
        True,
    ),
    (
        "must ha bound turn",
        pattern(r"\b(?:must|has to|have to|has got to|is bound to|will turn out to) be\b"),
        "is",
        False,
    ),
    ("not", pattern(r"\b(?:can|could|may|might) not be\b(?! trusted)"), "is not", True),
    ("are am ha being", pattern(r"\b(?:are|am being|has been|have been|is being)\b"), "is", False),
    ("were", pattern(r"\bwere\b"), "was", False),
)


_COPULA_RULES = tuple(
    (tuple(needed.split()), copula, instead, hedging)
    for needed, copula, instead, hedging in _COPULAS
)


_STATING = (
    r"(?=(?:@[a-z+]+|it|the|this|that|there|our|one|both) (?:is|was|lied|lies|should|must|has"
    r"|can|tells|told|did|does|"
    r"deserves) |@[a-z+]+ (?:lied|lies)$|(?:we|i|my|the) )"
)


_THINKS = pattern(
    r"^(?:and |so |but )?i (?:would )?(?:(?:think|guess|feel|suppose|reckon|assume|imagine"
    r"|figure) (?:that )?|"
    rf"(?:say|bet|believe|suspect|fear|expect) (?:that |{_STATING}))"
)


_DOUBTS = pattern(
    r"^(?:and |so |but )?i (?:would )?(?:do not|did not|can not|could not|never) (?:think"
    r"|believe|feel|see how|suppose|"
    r"imagine) (?:that )?"
    rf"{_STATING}|^i (?:highly )?doubt (?:that |{_STATING})"
)


class SimpleClause(NamedTuple):
    """A clause in plain words.

    Attributes:
        words: The clause with one form of "is", without an introduction such as "I think".
        denied: Whether the removed introduction denies it ("I don't think that").
        sure: Whether nothing hedged it.
    """

    words: str
    denied: bool
    sure: bool


def simplify_sentence(text: str) -> str:
    """Remove softening and emphatic phrases from a normalised sentence.

    Inserts commas where a run-on sentence goes on to tell a role or action of the speaker.
    """
    for needed, softening, instead in _PHRASE_RULES:
        # Looking for letters first is much cheaper than a pattern that does not match.
        for letters in needed:
            if letters in text:
                text = softening.sub(instead, text)
                break
    # After the phrases, which may have held a comma.
    return _RUN_ON.sub(" , ", text) if " i " in text else text


def simplify_clause(words: str, *, hedged: bool) -> SimpleClause:
    """Simplify a clause; `hedged` tells whether hedging words were already removed from it."""
    sure = not hedged
    for needed, copula, instead, hedging in _COPULA_RULES:
        for letters in needed:
            if letters in words:
                words, count = copula.subn(instead, words)
                sure = sure and not (count and hedging)
                break
    doubt = _DOUBTS.match(words)
    if doubt:
        return SimpleClause(words[doubt.end() :], True, False)
    thought = _THINKS.match(words)
    if thought:
        return SimpleClause(words[thought.end() :], False, False)
    return SimpleClause(words, False, sure)

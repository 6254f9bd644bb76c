"""Reads the content of a sentence beyond judgements and claims: plans, reasons, pairs, small talk.

`Contents` collects a message sentence by sentence; what a sentence contains is decided by the
learned weights of `classifier.content_scores`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias, get_args

from wolfcore.game import RoleName

from . import acts as a
from .acts import Act, Chat, Plan, Reason
from .chat.lexicon import ROLE_BY_WORD, role_by_word
from .classifier.content_scores import content_words, seat_scores, sentence_scores
from .classifier.topics import SUBJECTS, likeliest, subject_of
from .vocabulary import VILLAGE_MARK, WOLF_MARK

_ROLE_WORDS = sorted((word.replace("_", " ") for word in ROLE_BY_WORD), key=len, reverse=True)


_ROLE = re.compile(rf"\b(?:{'|'.join(_ROLE_WORDS)})\b|[{VILLAGE_MARK}{WOLF_MARK}][a-z]+\b")


_MOST_SEATS = 6
"""Seats of a sentence beyond which no more are looked at."""


_THRESHOLDS: Mapping[str, float] = {
    "plan": 0.33,
    "second": 0.7,
    "reason": 0.35,
    "reason_kind": 0.35,
    "other": 0.3,
    "ask": 0.33,
    "topic": 0.2,
    "agree": 0.33,
    "pair": 0.35,
    "if": 0.28,
    "chat": 0.35,
}
"""The minimum probabilities.

`second` is for a plan without a seat beside one for a seat, `reason_kind` for the kind of a reason,
`other` for its second seat, and `topic` for what is asked.
"""


_DEEDS = frozenset(("voted", "defended", "accused", "copied", "changed", "first"))


_DENIED = re.compile(
    r"@([a-z]) (?:[a-z']+ ){0,2}?(?:not|never|[a-z]+n't|refus[a-z]+|avoid[a-z]*|failed)"
    r" (?:[a-z']+ ){0,2}?(?:vot|defen[ds]|accus|attack|chang|copi|copy)"
)
"""A deed that a seat is said not to have done, which is no reason of that kind."""


class ContentDraft(NamedTuple):
    """A content act whose seats are still letters.

    Attributes:
        kind: `plan`, `reason`, `agree`, `refuse`, `pair`, `if`, `ask`, `all` or `chat`.
        word: The plan (or `no_exile`), the reason, the topic of a question or the kind of small
            talk; for `if` two letters, `w` or `g`, for the two seats.
        letter, other: The letters of the seats; empty where there is none.
        role: The role of a plan, or empty.
    """

    kind: str
    word: str = ""
    letter: str = ""
    other: str = ""
    role: RoleName | str = ""


class ContentSentence(NamedTuple):
    """A sentence whose content is read.

    Attributes:
        words: Its words, seats as letters, pronouns as seats where that is clear.
        seats: The seat of each letter.
    """

    words: tuple[str, ...]
    seats: Mapping[str, int]


@lru_cache(maxsize=1 << 13)
def read_contents(words: tuple[str, ...]) -> tuple[ContentDraft, ...]:
    """Read the content of one sentence, from `content_words`; cached."""
    if not words:
        return ()
    sentence = sentence_scores(words)
    seats = {letter: seat_scores(words, letter) for letter in _letters(words)}
    others = {letter: scores for letter, scores in seats.items() if letter != "i"}
    found = [
        *_plans(words, sentence, seats),
        *_reasons(words, sentence, seats),
        *_pairs(others),
        *_conditions(others),
        *_agreements(sentence, others),
        *_questions(words, sentence, others),
    ]
    if sentence["chat"] >= _THRESHOLDS["chat"]:
        found.append(ContentDraft("chat", likeliest(sentence, "chat")))
    return tuple(found)


_Scores: TypeAlias = Mapping[str, float]


def _letters(words: Sequence[str]) -> list[str]:
    return list(dict.fromkeys([word[1] for word in words if word[0] == "@"]))[:_MOST_SEATS]


_OF_SEAT, _OF_TABLE = ("check", "claim", "protect"), ("all_claim", "claim", "counter", "no_exile")
"""The plans for a seat, and those that name none."""


def _plans(
    words: Sequence[str], sentence: _Scores, seats: Mapping[str, _Scores]
) -> Iterator[ContentDraft]:
    role = _role_named(words)
    planned = [letter for letter in seats if seats[letter]["plan"] >= _THRESHOLDS["plan"]]
    if planned:
        plan = likeliest(sentence, "plan", _OF_SEAT)
        yield from (ContentDraft("plan", plan, letter, role=role) for letter in planned)
    bar = _THRESHOLDS["second"] if planned else _THRESHOLDS["plan"]
    plan = likeliest(sentence, "plan", _OF_TABLE)
    if min(sentence["plan"], 2 * sentence[f"plan:{plan}"]) >= bar and (
        not planned or plan != "claim"
    ):
        yield ContentDraft("plan", plan, role=role)


def _role_named(words: Sequence[str]) -> RoleName | str:
    """Return the first role named in a sentence beside the Werewolf, or an empty string."""
    named = [role_by_word(word.replace(" ", "_")) for word in _ROLE.findall(" ".join(words))]
    return next((role for role in named if role and role != "Werewolf"), "")


def _reasons(
    words: Sequence[str], sentence: _Scores, seats: Mapping[str, _Scores]
) -> Iterator[ContentDraft]:
    reason = likeliest(sentence, "reason")
    if sentence[f"reason:{reason}"] < _THRESHOLDS["reason_kind"]:
        return
    denied = {"i", *(_DENIED.findall(" ".join(words)) if reason in _DEEDS else ())}
    for letter, scores in seats.items():
        if letter in denied or scores["reason"] < max(_THRESHOLDS["reason"], scores["other"]):
            continue
        likely = {other: seats[other]["other"] for other in seats if other != letter}
        other = max(likely, key=lambda each: likely[each], default="")
        if other and likely[other] < _THRESHOLDS["other"]:
            other = ""
        yield ContentDraft("reason", reason, letter, other)


def _pairs(seats: Mapping[str, _Scores]) -> Iterator[ContentDraft]:
    likely = sorted(seats, key=lambda letter: -seats[letter]["pair"])[:2]
    if len(likely) == 2 and sum(seats[each]["pair"] for each in likely) / 2 >= _THRESHOLDS["pair"]:
        yield ContentDraft("pair", "", *sorted(likely))


def _conditions(seats: Mapping[str, _Scores]) -> Iterator[ContentDraft]:
    likely = {
        (first, then): (seats[first]["if"] + seats[then]["then"]) / 2
        for first in seats
        for then in seats
        if first != then
    }
    if not likely:
        return
    first, then = max(likely, key=lambda pair: likely[pair])
    if likely[first, then] >= _THRESHOLDS["if"]:
        kinds = likeliest(seats[first], "if") + likeliest(seats[then], "then")
        yield ContentDraft("if", kinds, first, then)


def _agreements(sentence: _Scores, seats: Mapping[str, _Scores]) -> Iterator[ContentDraft]:
    for letter, scores in [*seats.items(), ("", sentence)]:
        kind = "agree" if scores["agree"] > scores["refuse"] else "refuse"
        if scores[kind] >= _THRESHOLDS["agree"]:
            yield ContentDraft(kind, "", letter)
            return


def _questions(
    words: Sequence[str], sentence: _Scores, seats: Mapping[str, _Scores]
) -> Iterator[ContentDraft]:
    topic = likeliest(sentence, "topic")
    asked = [letter for letter in seats if seats[letter]["ask"] >= _THRESHOLDS["ask"]]
    if sentence[f"topic:{topic}"] < _THRESHOLDS["topic"]:
        return
    yield from (ContentDraft("ask", subject_of(words, topic), letter) for letter in asked)
    if not asked and sentence["ask"] >= _THRESHOLDS["ask"]:
        yield ContentDraft("all", subject_of(words, topic))


class Contents:
    """Collects the content of a message sentence by sentence.

    Attributes:
        sentences: The sentences so far.
    """

    def __init__(self) -> None:
        self.sentences: list[ContentSentence] = []
        self._found: list[tuple[ContentDraft, Mapping[str, int]]] = []
        self._asked = False

    def add(
        self, text: str, last: str, addressee: str, seats: Mapping[str, int]
    ) -> tuple[ContentDraft, ...]:
        """Add a sentence and return its content; the arguments are those of `content_words`.

        A bare yes or no after a question of the same message answers that question.

        Args:
            text: The sentence.
            last: The letter mentioned last before it, or an empty string.
            addressee: The letter spoken to before it, or an empty string.
            seats: The seat of each letter.
        """
        words = content_words(text, last, addressee)
        drafts = read_contents(words)
        self.sentences.append(ContentSentence(words, dict(seats)))
        self._found += [
            (draft, dict(seats))
            for draft in drafts
            if not (self._asked and draft.kind in ("agree", "refuse") and not draft.letter)
        ]
        self._asked |= text.endswith("?")
        return drafts

    def with_content(self, acts: Sequence[Act]) -> tuple[Act, ...]:
        """Return the acts of the message with those of its content, each once.

        A reason is kept only for a seat that the message judges.
        """
        against = {
            act.seat
            for act in acts
            if isinstance(act, a.Accuses | a.CallsVote)
            or (isinstance(act, a.ReportsCheck) and act.finds_wolf)
        }
        kind = {act.seat for act in acts if isinstance(act, a.Vouches | a.Defends)}
        asked = {act.seat for act in acts if isinstance(act, a.AsksSeat)}
        found: list[Act] = []
        for draft, seats in self._found:
            seat, other = seats.get(draft.letter, 0), seats.get(draft.other, 0)
            if (draft.letter and not seat) or (draft.other and not other):
                continue
            act = _act(draft, seat, other, against, kind)
            if act and not (isinstance(act, a.AsksSeat) and act.seat in asked):
                found.append(act)
        return tuple(dict.fromkeys((*acts, *found)))


def _act(
    draft: ContentDraft, seat: int, other: int, against: set[int], kind: set[int]
) -> Act | None:
    match draft.kind:
        case "plan":
            if draft.word == "no_exile":
                return a.CallsVote(0)
            return a.Proposes(_PLANS[draft.word], seat, draft.role)
        case "reason":
            judged = seat in against or seat in kind
            return (
                a.GivesReason(seat, _REASONS[draft.word], other, seat in against)
                if judged
                else None
            )
        case "agree" | "refuse":
            return a.Agrees(seat, draft.kind == "agree")
        case "pair":
            return a.Pairs(seat, other)
        case "if":
            first, second = draft.word
            return a.Supposes(seat, first == "w", other, second == "w")
        case "ask":
            return a.AsksSeat(seat, SUBJECTS[draft.word])
        case "all":
            return a.AsksAll(SUBJECTS[draft.word])
        case _:
            return a.Chats(_CHATS[draft.word])


_PLANS = {word: word for word in get_args(Plan)}


_REASONS = {word: word for word in get_args(Reason)}


_CHATS = {word: word for word in get_args(Chat)}

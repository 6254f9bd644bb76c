"""Questions and accusations that a seat has yet to answer, kept across days.

Public: everybody hears who owes whom an answer. Questions are refined by their words and settled
by the next speech that names the asker; one passed over waits for one more turn.
"""

from __future__ import annotations

import re

from wolfcore.game import ROLES
from wolfcore.speech import Act, AsksSeat, mark_seats

from .seat_record import OpenQuestion, PublicRecord

_QUESTION = re.compile(r"[^.!?…\n]+\??")


_SEAT = re.compile(r"@(\d+)")


_SELF = re.compile(r"\b(?:me|my|myself)\b", re.IGNORECASE)


_DAY = re.compile(r"\bday (\d+)\b", re.IGNORECASE)


_YESTERDAY = re.compile(r"\byesterday\b", re.IGNORECASE)


_SPEAKS_OF = {"vote": re.compile(r"\bvot|\bballot", re.IGNORECASE), "accuse": re.compile(r"")}
"""What a sentence with a question of this kind has, by kind; of the others nobody asks about a
third seat."""


_BELIEVE = re.compile(r"\b(?:believe|trust|side|buy)\b", re.IGNORECASE)


_PROOF = re.compile(r"\b(?:prove|proof|evidence|how do we know|how can we know)\b", re.IGNORECASE)


_LATE = re.compile(
    r"\b(?:before|earlier|sooner|until now|only now|why now|why today)\b", re.IGNORECASE
)


_EITHER = re.compile(
    r"(@\d+|\bme|\bmyself|\byou|\byourself) or (@\d+|me|myself|you|yourself)\b", re.IGNORECASE
)


_ROLE = re.compile(rf"\b(?:{'|'.join(ROLES)}|claim)", re.IGNORECASE)


def settle_answered(public: PublicRecord, speaker: int, text: str, *, in_turn: bool) -> None:
    """Take from what a seat owes what it has answered: all charges, and the questions of those whom it names.

    A question that it passes over waits for one turn in the discussion more.

    Args:
        public: What all have heard.
        speaker: Who spoke.
        text: The words.
        in_turn: Whether it was a turn in the discussion.
    """
    public.open_accusations.pop(speaker, None)
    waiting = public.open_questions.pop(speaker, None)
    if not waiting:
        return
    named = _seats_in(mark_seats(text, public.names, public.size))
    left = {
        asker: question._replace(was_skipped=question.was_skipped or in_turn)
        for asker, question in waiting.items()
        if asker not in named and not (question.was_skipped and in_turn)
    }
    if left:
        public.open_questions[speaker] = left


def add_question(public: PublicRecord, asker: int, act: AsksSeat) -> None:
    """Take in a question to another seat; of several by one asker the latest counts."""
    if act.seat != asker:
        waiting = public.open_questions.setdefault(act.seat, {})
        waiting.pop(asker, None)
        waiting[asker] = OpenQuestion(asker, act.about, day=0, target=0, was_skipped=False)


def add_accusation(public: PublicRecord, speaker: int, target: int) -> None:
    """Note that a seat has something to answer for to another."""
    if speaker != target:
        public.open_accusations.setdefault(target, {})[speaker] = public.speeches


def refine_questions(public: PublicRecord, asker: int, text: str, acts: tuple[Act, ...]) -> None:
    """Add to the questions of a speech whose ballot, or whose suspicion, they are about, as far as the words tell it.

    A question for which the reader has no kind, or only the seer's, gets a closer one where the
    words tell it.
    """
    for act in acts:
        if not isinstance(act, AsksSeat) or act.seat == asker:
            continue
        question = public.open_questions[act.seat][asker]
        for sentence in _QUESTION.findall(mark_seats(text, public.names, public.size)):
            if act.about not in _SPEAKS_OF:
                question = _with_closer_subject(question, act.seat, sentence)
            elif _SPEAKS_OF[act.about].search(sentence):
                question = _with_details(public, question, act.seat, sentence)
        public.open_questions[act.seat][asker] = question
        if act.about == "vote" and question.target:
            public.questioned_ballots.add((act.seat, question.target))


def _with_closer_subject(question: OpenQuestion, asked: int, sentence: str) -> OpenQuestion:
    """The question with the two seats that it names to choose from, or what else an open one is about."""
    if question.about not in ("", "seer") or not sentence.endswith("?"):
        return question
    either = _EITHER.search(sentence)
    if either:
        first, second = (
            _meant_seat(word.lower(), question.asker, asked) for word in either.groups()
        )
        about = "choice" if _BELIEVE.search(sentence) else "blame"
        return question._replace(about=about, target=first, second=second)
    if question.about == "seer":
        return question if _ROLE.search(sentence) else question._replace(about="trust")
    return question._replace(
        about="proof" if _PROOF.search(sentence) else "late" if _LATE.search(sentence) else ""
    )


def _meant_seat(word: str, asker: int, asked: int) -> int:
    """The seat that a word of a question means: a marked one, who asks or who is asked."""
    return int(word[1:]) if word.startswith("@") else asker if word in ("me", "myself") else asked


def _with_details(
    public: PublicRecord, question: OpenQuestion, asked: int, sentence: str
) -> OpenQuestion:
    """The question with the seat and the day that a sentence names; the asker's `me` is the asker."""
    others = [seat for seat in _seats_in(sentence) if seat not in (asked, question.asker)]
    target = others[-1] if others else question.asker if _SELF.search(sentence) else question.target
    told = _DAY.search(sentence)
    day = int(told[1]) if told else public.day - 1 if _YESTERDAY.search(sentence) else question.day
    return question._replace(target=target, day=day)


def _seats_in(marked_text: str) -> list[int]:
    return [int(seat) for seat in _SEAT.findall(marked_text)]

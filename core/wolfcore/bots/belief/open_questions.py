"""Questions and accusations that a seat has yet to answer, kept across days.

Public: every seat hears which seat owes which asker an answer. A question gets its details from the
words of the speech, and is settled by the next speech of the asked seat that names the asker. A
question that was passed over waits for one more turn.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from wolfcore.speech import Act, AsksAll, AsksSeat, Chats, Subject
from wolfcore.speech.nicknames import mark_mentions

from .seat_record import OpenQuestion, PublicRecord

_QUESTION = re.compile(r"[^.!?…\n]+\??")


_SEAT = re.compile(r"@(\d+)")


_SELF = re.compile(
    r"\b(?:me|my|myself)\b|\b(?:did|have|had) I\b|\bI (?:did|done|said)\b", re.IGNORECASE
)


_DAY = re.compile(r"\bday (\d+)\b", re.IGNORECASE)


_YESTERDAY = re.compile(r"\byesterday\b", re.IGNORECASE)


_BALLOT = re.compile(r"\bvot|\bballot", re.IGNORECASE)


_ASKS_REASON = re.compile(r"\bwhy\b|\bhow come\b|\bagainst\b|\breason\b", re.IGNORECASE)


_OF_SEATS: tuple[Subject, ...] = ("vote", "accuse", "opinion", "agree", "changed")
"""The topics of questions about another seat."""


_EITHER = re.compile(
    r"(@\d+|\bme|\bmyself|\byou|\byourself),? (?:or|vs\.?|versus) "
    r"(?:is it |rather |maybe )?(@\d+|me|myself|you|yourself)\b",
    re.IGNORECASE,
)


_NEEDS_REASON: frozenset[Subject] = frozenset({"vote", "accuse", "role", "check", "proof", "late"})
"""The topics of questions that are not answered by words about others."""


_REASONS = re.compile(
    r"\b(?:because|cause|bc|cuz|cos|since|reason|vot|ballot|role|claim|check|prove|proof|tell)|"
    r"\bI(?: a|')m\b",
    re.IGNORECASE,
)
"""What an answer to such a question may contain, where it names no asker."""


_MOST_TAKERS = 2
"""The number of seats that answer a question to everybody."""


def settle_answered(
    public: PublicRecord, speaker: int, text: str, acts: Sequence[Act], *, in_turn: bool
) -> None:
    """Remove the charges and questions that a speech has answered from what its speaker owes.

    All charges are removed, and the questions of the askers that the speech names. A question that
    it passes over waits for one more turn in the discussion.

    Args:
        public: The public record.
        speaker: The seat that spoke.
        text: The words.
        acts: The acts of the speech.
        in_turn: Whether it was a turn in the discussion.
    """
    public.open_accusations.pop(speaker, None)
    public.false_reasons.pop(speaker, None)
    if public.questions_to_all or public.small_talk:
        named = seats_marked_in(mark_mentions(text, public.names, public.size))
        for asker, (question, takers) in tuple(public.questions_to_all.items()):
            if asker in named and asker != speaker:
                public.questions_to_all[asker] = (question, takers | {speaker})
        for chatter in tuple(public.small_talk):
            if chatter in named and chatter != speaker:
                del public.small_talk[chatter]
    waiting = public.open_questions.pop(speaker, {})
    asking = {asker for asker, asked in public.passed_over if asked == speaker} | waiting.keys()
    if not asking:
        return
    named = seats_marked_in(mark_mentions(text, public.names, public.size))
    for asker in sorted(asking):
        question = waiting.get(asker) or public.passed_over[asker, speaker]
        if _may_answer(question, named, text, acts):
            _close_question(public, (asker, speaker))
        elif in_turn:
            _pass_over(public, (asker, speaker), question)
    left = {
        asker: question._replace(was_skipped=question.was_skipped or in_turn)
        for asker, question in waiting.items()
        if asker not in named and not (question.was_skipped and in_turn)
    }
    if left:
        public.open_questions[speaker] = left


def _close_question(public: PublicRecord, pair: tuple[int, int]) -> None:
    """Forget that the second seat of a pair passed over a question of the first."""
    public.passed_over.pop(pair, None)
    public.unanswered.discard(pair)
    if pair in public.asked_again:
        public.asked_again[pair] = False


def _pass_over(public: PublicRecord, pair: tuple[int, int], question: OpenQuestion) -> None:
    """Record that the second seat of a pair passed over a question of the first in its turn."""
    if public.asked_again.get(pair):
        public.unanswered.add(pair)
    else:
        public.passed_over[pair] = question._replace(was_skipped=False)


def _may_answer(
    question: OpenQuestion, named: Sequence[int], text: str, acts: Sequence[Act]
) -> bool:
    """Whether a speech may be meant as an answer, so that nobody says that it was none.

    Few people name who asked. Any words answer a question without a topic of its own, unless they
    are not about the game; the others are passed over by words about other things.
    """
    if question.asker in named or question.target in named:
        return True
    if not text.strip() or (acts and all(isinstance(act, Chats) for act in acts)):
        return False
    about_others = any(not isinstance(act, Chats) for act in acts)
    return question.about not in _NEEDS_REASON or not about_others or bool(_REASONS.search(text))


def add_question(public: PublicRecord, asker: int, act: AsksSeat) -> None:
    """Record a question to another seat; the latest of one asker replaces its earlier ones.

    Without a topic it stands for the earlier one that was passed over.
    """
    if act.seat != asker:
        if act.seat not in public.turns_today:
            public.asked_today.add(act.seat)
        waiting = public.open_questions.setdefault(act.seat, {})
        # Taken out first, so that the new question goes to the end of the order.
        waiting.pop(asker, None)
        earlier = public.passed_over.pop((asker, act.seat), None)
        if earlier:
            public.asked_again[asker, act.seat] = True
        waiting[asker] = (
            earlier
            if earlier and not act.about
            else OpenQuestion(asker, act.about, day=0, target=0, was_skipped=False)
        )


def add_question_to_all(public: PublicRecord, asker: int, act: AsksAll) -> None:
    """Record a question to everybody; the latest of one asker replaces its earlier one."""
    question = OpenQuestion(asker, act.about, day=0, target=0, was_skipped=False)
    public.questions_to_all[asker] = (question, frozenset())


def questions_left(public: PublicRecord, seat: int) -> list[OpenQuestion]:
    """Return the questions to everybody that a seat may still take."""
    return [
        question
        for asker, (question, takers) in public.questions_to_all.items()
        if asker != seat and seat not in takers and len(takers) < _MOST_TAKERS
    ]


def add_accusation(public: PublicRecord, speaker: int, target: int) -> None:
    """Record that `speaker` has accused `target`, which has yet to answer."""
    if speaker != target:
        public.open_accusations.setdefault(target, {})[speaker] = public.speeches


def refine_questions(public: PublicRecord, asker: int, text: str, acts: tuple[Act, ...]) -> None:
    """Add to the questions of a speech the seats and the day that their words name.

    Args:
        public: The public record, to which `add_question` has already added the questions.
        asker: The seat that spoke.
        text: The words.
        acts: The acts of the speech.
    """
    sentences = _QUESTION.findall(mark_mentions(text, public.names, public.size))
    for act in acts:
        if not isinstance(act, AsksSeat) or act.seat == asker:
            continue
        asked = public.open_questions[act.seat][asker]
        question = asked
        # Other sentences count where those to the asked seat name nobody.
        for part in (_sentences_to(act.seat, sentences), sentences):
            if not question.target:
                question = _refined(public, asked, act.seat, part)
        public.open_questions[act.seat][asker] = question
        if question.about == "vote" and question.target:
            public.questioned_ballots.add((act.seat, question.target))


def _sentences_to(seat: int, sentences: Sequence[str]) -> Sequence[str]:
    """Return the sentences that hold a question to a seat: those that name it, if any does."""
    asking = [sentence for sentence in sentences if sentence.endswith("?")] or sentences
    return [sentence for sentence in asking if seat in seats_marked_in(sentence)] or asking


def _refined(
    public: PublicRecord, question: OpenQuestion, asked: int, sentences: Sequence[str]
) -> OpenQuestion:
    """Return the question with the seats, the day and the topic that sentences give it."""
    about = question.about
    for sentence in sentences:
        either = _EITHER.search(sentence)
        if about in ("choice", "blame") and either:
            first, second = (
                _meant_seat(word.lower(), question.asker, asked) for word in either.groups()
            )
            question = question._replace(target=first, second=second)
        elif about in ("", "vote") and not _BALLOT.search(sentence):
            named = _with_details(public, question, asked, sentence)
            # "Why Bram?" asks for the reason of what was said of Bram.
            if named.target and _ASKS_REASON.search(sentence):
                question = named._replace(about="accuse")
        elif about in _OF_SEATS:
            question = _with_details(public, question, asked, sentence)
    return question


def _meant_seat(word: str, asker: int, asked: int) -> int:
    """The seat that a word of a question means: a marked seat, the asker or the asked seat."""
    return int(word[1:]) if word.startswith("@") else asker if word in ("me", "myself") else asked


def _with_details(
    public: PublicRecord, question: OpenQuestion, asked: int, sentence: str
) -> OpenQuestion:
    """Return the question with the seat and the day that a sentence names; `me` is the asker."""
    others = [seat for seat in seats_marked_in(sentence) if seat not in (asked, question.asker)]
    target = others[-1] if others else question.asker if _SELF.search(sentence) else question.target
    named_day = _DAY.search(sentence)
    day = (
        int(named_day[1])
        if named_day
        else public.day - 1
        if _YESTERDAY.search(sentence)
        else question.day
    )
    return question._replace(target=target, day=day)


def seats_marked_in(marked_text: str) -> list[int]:
    """Return the seats whose marks a text contains (`mark_seats`), in order of mention."""
    return [int(seat) for seat in _SEAT.findall(marked_text)]

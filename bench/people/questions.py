"""Questions of a person to bots, and whether the next turn of the asked seat answers them.

An answer is a line of the bots whose intention starts with `answer`, which addresses the asker and
concerns the matter (`_MATCHES`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from functools import partial
from typing import Literal, cast

from wolfcore.game import View
from wolfcore.game import facts as f
from wolfcore.speech import Accuses, Act, ClaimsRole, ReportsCheck, Vouches, read

from .bot_lines import Line, intents_like, lines_of, with_seats
from .counts import Count, Question
from .game_log import GameLog, Speech, spoken_against
from .scripted_people import Person, Scene

Matter = Literal["why me", "why that vote", "who is the true Seer", "what do you claim"]


WORDS: dict[Matter, str] = {
    "why me": "{asked}, why do you suspect me?",
    "why that vote": "{asked}, why did you vote for {about}?",
    "who is the true Seer": "{asked}, who is the true Seer?",
    "what do you claim": "{asked}, what do you claim to be?",
}
"""How the person asks."""


NOTHING = "I'm listening."
"""What it says where it has nothing to ask."""


def asker_of(matter: Matter) -> Person:
    """Return a scripted person who asks about a matter whenever possible.

    The seat asked is always one that has already spoken that day.
    """
    return Person(partial(_words, matter))


def _words(matter: Matter, scene: Scene) -> str:
    for asked, about in _askable(matter, scene.view, scene.ask.day):
        return WORDS[matter].format(
            asked=scene.name(asked), about=scene.name(about) if about else ""
        )
    return NOTHING


def _askable(matter: Matter, view: View, day: int) -> list[tuple[int, int]]:
    """List the seats that this seat may ask about the matter, the latest speaker first.

    Each is paired with the target of the ballot that the question is about, else 0.
    """
    spoken = _speakers(view, day)
    match matter:
        case "why me":
            return [
                (said.seat, 0) for said in spoken if view.seat in spoken_against(_acts(said, view))
            ]
        case "why that vote":
            ballots = {
                fact.voter: fact.target
                for fact in view.facts
                if isinstance(fact, f.Voted) and fact.ballot == "vote"
            }
            return [
                (said.seat, ballots[said.seat])
                for said in spoken
                if ballots.get(said.seat, 0) not in (0, view.seat, said.seat)
            ]
        case "who is the true Seer":
            claimed = any(
                _claims_seer(_acts(fact, view)) for fact in view.facts if isinstance(fact, f.Said)
            )
            return [(said.seat, 0) for said in spoken] if claimed else []
        case "what do you claim":
            return [
                (said.seat, 0)
                for said in spoken
                if not any(isinstance(act, ClaimsRole) for act in _acts(said, view))
            ]


def _speakers(view: View, day: int) -> list[f.Said]:
    """The words of the living others in the discussion of a day, the latest first."""
    today, said = False, list[f.Said]()
    for fact in view.facts:
        if isinstance(fact, f.Began):
            today = fact.day == day
        elif (
            isinstance(fact, f.Said)
            and today
            and fact.text
            and fact.seat != view.seat
            and fact.seat in view.living
        ):
            said.insert(0, fact)
    return said


def _acts(said: f.Said, view: View) -> tuple[Act, ...]:
    return read(said.text, said.seat, view.names, view.board.size, view.board.roles)


def _claims_seer(acts: tuple[Act, ...]) -> bool:
    return any(
        isinstance(act, ReportsCheck) or (isinstance(act, ClaimsRole) and act.role == "Seer")
        for act in acts
    )


# -- counting


def answered(matter: Matter, game: GameLog, bots: Collection[int]) -> Count:
    """Count questions that the next turn of the seat asked answers / questions with a next turn.

    The next turn may be of any kind.
    """
    return _answered(matter, game, bots, lambda turns: turns[:1])


def answered_in_discussion(matter: Matter, game: GameLog, bots: Collection[int]) -> Count:
    """Count questions answered up to the next discussion turn / questions with such a turn.

    Turns are those of the seat asked. A defence, a plea or last words before that turn may leave
    the question open.
    """
    return _answered(matter, game, bots, _up_to_discussion)


def _up_to_discussion(turns: list[Speech]) -> list[Speech]:
    place = next((place for place, turn in enumerate(turns) if turn.kind == "speak"), -1)
    return turns[: place + 1]


def _answered(
    matter: Matter,
    game: GameLog,
    bots: Collection[int],
    counts: Callable[[list[Speech]], list[Speech]],
) -> Count:
    hits = of = 0
    for question in questions(matter, game):
        later = [
            turn
            for turn in game.speeches
            if turn.place > question.place and turn.seat == question.asked
        ]
        turns = counts([turn for turn in later if game.lives(question.asker, turn.place)])
        if turns and question.asked in bots:
            of += 1
            hits += any(answers(matter, question, turn, game) for turn in turns)
    return Count(hits, of)


def questions(matter: Matter, game: GameLog) -> list[Question]:
    """List a game's questions that have the wording of the scripted person."""
    pattern = re.compile(re.escape(WORDS[matter]).replace(r"\{", "@(?P<").replace(r"\}", r">\d+)"))
    found: list[Question] = []
    for speech in game.speeches:
        for match in pattern.finditer(with_seats(speech.text, game.names)):
            seat = cast("dict[str, str]", match.groupdict())
            found.append(
                Question(speech.place, speech.seat, int(seat["asked"]), int(seat.get("about", 0)))
            )
    return found


def answers(matter: Matter, question: Question, turn: Speech, game: GameLog) -> bool:
    """Return whether a speech answers a question.

    A claim answers "what do you claim" whomever it speaks to.
    """
    if matter == "what do you claim" and any(isinstance(act, ClaimsRole) for act in turn.acts):
        return True
    lines = lines_of(turn.text, turn.seat, game.names, intents_like("answer"))
    return any(
        line.other == question.asker and _MATCHES[matter](line, question, turn, game)
        for line in lines
    )


def _why_me(line: Line, question: Question, turn: Speech, _game: GameLog) -> bool:
    """Match a line that drops or denies a suspicion, or an answer that accuses the asker."""
    if line.intent in ("answer_dropped", "answer_never"):
        return True
    return line.intent == "answer_lead" and question.asker in spoken_against(turn.acts)


def _why_vote(line: Line, question: Question, _turn: Speech, _game: GameLog) -> bool:
    """Match a line about the ballot asked about, or about a ballot without a named target."""
    return line.intent == "answer_vote" and line.target in (0, question.about)


def _true_seer(line: Line, _question: Question, turn: Speech, game: GameLog) -> bool:
    """Match a line on who the Seer is or that this is open, or any answer that judges a claimant.

    An answer in a speech that claims the Seer matches, too.
    """
    claimants = {speech.seat for speech in game.before(turn.place) if _claims_seer(speech.acts)}
    stands = {act.seat for act in turn.acts if isinstance(act, Vouches | Accuses)}
    return (
        line.intent in ("answer_seer", "answer_seer_open")
        or _claims_seer(turn.acts)
        or bool(claimants & stands)
    )


def _claim(line: Line, _question: Question, _turn: Speech, _game: GameLog) -> bool:
    """Match a line that refuses to tell the role; `answers` accepts a claim before this."""
    return line.intent == "answer_hidden"


_MATCHES: dict[Matter, Callable[[Line, Question, Speech, GameLog], bool]] = {
    "why me": _why_me,
    "why that vote": _why_vote,
    "who is the true Seer": _true_seer,
    "what do you claim": _claim,
}
"""Whether a line that answers the asker is about the matter."""

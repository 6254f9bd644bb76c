"""Counts of the bots' conduct in one game: kept promises, false reasons, repeated accusations.

Each function returns hits and chances for the given seats.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from wolfcore.game import ROLES, team_of
from wolfcore.speech import Act, CallsVote, ClaimsRole, ReportsCheck, Retracts

from .bot_lines import accusing_intents, intents_like, lines_of
from .game_log import WOLVES, Ballot, Deed, GameLog, spoken_against

_LIKELIEST = "likeliest wolf"


_NUMBERS_TELL = 0.0015
"""Beliefs are written with three digits: what differs by less is equal."""


class Count(NamedTuple):
    """A ratio of counts: how often something happened, out of how often it could have."""

    hits: int
    of: int


CountFunction = Callable[[GameLog, Collection[int]], Count]


def villagers(game: GameLog) -> tuple[int, ...]:
    """Return the seats of the village team, gods included."""
    return tuple(seat for seat, role in game.roles.items() if team_of(role) == "village")


def kept_word(game: GameLog, bots: Collection[int]) -> Count:
    """Count village bots' first daily ballots for an announced seat / ballots with an announcement.

    Announced is the last seat on which the voter called a vote that day, else the last that it
    spoke against (accused, reported as a wolf); where that seat is dead by then there is nothing to
    keep.
    """
    return _kept(_announced(game, bots, lambda acts: _called(acts) or spoken_against(acts)))


def kept_without_news(game: GameLog, bots: Collection[int]) -> Count:
    """The same where there was no news since the voter last spoke.

    News is that a seat claims a god's role, reports a check or takes a claim back. Accusations and
    calls are none, for every speech has some.
    """
    promises = _announced(game, bots, lambda acts: _called(acts) or spoken_against(acts))
    return _kept([promise for promise in promises if not promise.news])


def broken_call(game: GameLog, bots: Collection[int]) -> Count:
    """Count village bots' first daily ballots against their own last call / ballots after a call.

    A call counts if it was made that day; a ballot breaks it if it is for another seat.
    """
    kept, calls = _kept(_announced(game, bots, _called))
    return Count(calls - kept, calls)


class Promise(NamedTuple):
    """Whom a ballot was announced for, whom it was for, and whether there was news in between."""

    announced: int
    target: int
    news: bool


def _kept(promises: Sequence[Promise]) -> Count:
    return Count(sum(promise.target == promise.announced for promise in promises), len(promises))


def _called(acts: Sequence[Act]) -> list[int]:
    return [act.seat for act in acts if isinstance(act, CallsVote) and act.seat]


def _announced(
    game: GameLog, bots: Collection[int], announced: Callable[[Sequence[Act]], list[int]]
) -> list[Promise]:
    found: list[Promise] = []
    seats = [seat for seat in villagers(game) if seat in bots]
    for ballot in first_ballots(game):
        today = [speech for speech in game.before(ballot.place) if speech.day == ballot.day]
        own = [speech for speech in today if speech.seat == ballot.voter]
        targets = announced([act for speech in own for act in speech.acts])
        if (
            ballot.voter in seats
            and targets
            and targets[-1] != ballot.voter
            and game.lives(targets[-1], ballot.place)
        ):
            news = any(
                _is_news(act)
                for speech in today
                if speech.place > own[-1].place
                for act in speech.acts
            )
            found.append(Promise(targets[-1], ballot.target, news))
    return found


def _is_news(act: Act) -> bool:
    return isinstance(act, ReportsCheck | Retracts) or (
        isinstance(act, ClaimsRole) and not ROLES[act.role].plain
    )


def first_ballots(game: GameLog) -> list[Ballot]:
    """The official ballots of each day before any runoff."""
    return [ballot for ballot in game.ballots if ballot.kind == "vote"]


def false_reasons(game: GameLog, bots: Collection[int]) -> Count:
    """Count thoughts "the likeliest wolf" that the bot's own beliefs contradict / such thoughts.

    Both are those beside the first ballots of a day. A thought is contradicted if the beliefs
    recorded beside the same ballot give another living seat a higher probability of being a wolf.
    """
    wrong = told = 0
    for ballot in first_ballots(game):
        ask = f"d{ballot.day}.vote.{ballot.voter}"
        if ballot.voter not in bots or _LIKELIEST not in game.thoughts.get(ask, ""):
            continue
        chances = {
            belief.seat: belief.p_wolf
            for belief in game.beliefs.get(ask, ())
            if belief.p_wolf is not None
        }
        if ballot.target in chances:
            told += 1
            wrong += max(chances.values()) > chances[ballot.target] + _NUMBERS_TELL
    return Count(wrong, told)


def unspoken_gods(game: GameLog, bots: Collection[int]) -> Count:
    """Count gods exiled without having claimed a god's role or reported a check / gods exiled.

    Last words are too late to count.
    """
    silent = exiled = 0
    for exile in game.exiles:
        if (
            exile.target not in bots
            or ROLES[game.roles[exile.target]].plain
            or team_of(game.roles[exile.target]) == "wolves"
        ):
            continue
        exiled += 1
        acts = [
            act
            for speech in game.before(exile.place)
            if speech.seat == exile.target
            for act in speech.acts
        ]
        silent += not any(
            isinstance(act, ReportsCheck)
            or (isinstance(act, ClaimsRole) and not ROLES[act.role].plain)
            for act in acts
        )
    return Count(silent, exiled)


def wrong_ballot(game: GameLog, bots: Collection[int]) -> Count:
    """Answers to "why did you vote for X" that name another ballot / answers that name a ballot.

    Question and answer are lines of the bots. An answer says whom it answers, and answers the
    latest question about a ballot that this seat put to the speaker.
    """
    wrong = answers = 0
    asked = vote_questions(game)
    for speech in game.speeches:
        if speech.seat not in bots:
            continue
        for line in lines_of(speech.text, speech.seat, game.names, intents_like("answer_vote")):
            about = [
                q.about
                for q in asked
                if q.place < speech.place and (q.asker, q.asked) == (line.other, speech.seat)
            ]
            if about and line.target:
                answers += 1
                wrong += line.target != about[-1]
    return Count(wrong, answers)


def known_asked(game: GameLog, bots: Collection[int]) -> Count:
    """Count bots' questions about a vote against a reported wolf / bots' questions about a vote.

    A reported wolf is a seat that any speech before the question reported as a wolf.
    """
    known = asked = 0
    for question in vote_questions(game):
        if question.asker in bots:
            asked += 1
            acts = [act for speech in game.before(question.place) for act in speech.acts]
            known += any(
                isinstance(act, ReportsCheck)
                and act.seat == question.about
                and act.result in WOLVES
                for act in acts
            )
    return Count(known, asked)


class Question(NamedTuple):
    """A question of one seat to another.

    Attributes:
        place: Where the question is in the log.
        asker: The seat that asks.
        asked: The seat that is asked.
        about: The target of the ballot that the question is about, else 0.
    """

    place: int
    asker: int
    asked: int
    about: int


def vote_questions(game: GameLog) -> list[Question]:
    """List the bots' questions about a ballot."""
    return [
        Question(speech.place, speech.seat, line.target, line.other)
        for speech in game.speeches
        for line in lines_of(speech.text, speech.seat, game.names, intents_like("ask_vote"))
    ]


def named_nobody(game: GameLog, bots: Collection[int]) -> Count:
    """Count false lines like "X names nobody" / such lines.

    A line is false if X spoke against a seat before, on whatever day.

    The lines name no day ("has not named a single suspect"), so a name of an earlier day makes them
    false as well.
    """
    wrong = told = 0
    for speech in game.speeches:
        for line in (
            lines_of(speech.text, speech.seat, game.names, intents_like("suspect_silent"))
            if speech.seat in bots
            else ()
        ):
            told += 1
            said = [other for other in game.before(speech.place) if other.seat == line.target]
            wrong += any(
                seat != line.target for other in said for seat in spoken_against(other.acts)
            )
    return Count(wrong, told)


def accused_twice(game: GameLog, bots: Collection[int]) -> Count:
    """Count answering speeches with two lines or more against one seat / answering speeches.

    Lines are those of the bots: an answering speech has a line that answers a question, and a line
    against a seat accuses it or reports it as a wolf, be it of two sentences. A call for a vote
    after an accusation is no second accusation.
    """
    twice = answers = 0
    for speech in game.speeches:
        if speech.seat not in bots or not lines_of(
            speech.text, speech.seat, game.names, intents_like("answer")
        ):
            continue
        answers += 1
        against = [
            line.target
            for line in lines_of(speech.text, speech.seat, game.names, accusing_intents())
        ]
        twice += len(against) > len(set(against))
    return Count(twice, answers)


def blind_poison(game: GameLog, bots: Collection[int]) -> Count:
    """Count games in which a witch poisons in night 1, before any speech / games with a witch."""
    witches = [
        seat for seat, role in game.roles.items() if ROLES[role].power == "potions" and seat in bots
    ]
    return Count(int(any(deed.seat in witches for deed in _blind(game))), int(bool(witches)))


def blind_poison_of_village(game: GameLog, bots: Collection[int]) -> Count:
    """Count poisonings of night 1 that hit the village / poisonings of night 1."""
    hits = [
        team_of(game.roles[deed.target]) == "village" for deed in _blind(game) if deed.seat in bots
    ]
    return Count(sum(hits), len(hits))


def wordless(game: GameLog, _bots: Collection[int]) -> Count:
    """Count 1 if the game ended before anybody said a word / 1 for the game."""
    return Count(int(not any(speech.text for speech in game.speeches)), 1)


def _blind(game: GameLog) -> list[Deed]:
    return [deed for deed in game.poisons if deed.day == 1 and not game.before(deed.place)]


def village_lies(game: GameLog, bots: Collection[int]) -> Count:
    """Count village bots' speeches that the log contradicts / their speeches with words.

    Contradicted is what the metric `camouflage` counts.
    """
    lies, seats = game.lies(), [seat for seat in villagers(game) if seat in bots]
    said = [speech for speech in game.speeches if speech.seat in seats and speech.text]
    return Count(sum(speech.place in lies for speech in said), len(said))

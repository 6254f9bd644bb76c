"""Counts of ballots, and of the talk before them, in one game: explained, paired, by day.

Each function returns hits and chances. A ballot is the official one of a day, before any runoff.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial

from bench.first_board import seconds_to_read
from wolfcore.game import ROLES, RoleName, team_of, view_of
from wolfcore.game import facts as f
from wolfcore.speech import AsksSeat, ClaimsRole, Proposes, Retracts, Vouches, read_whisper

from .bot_lines import accusing_intents, lines_of, with_seats
from .counts import Count, first_ballots, villagers
from .first_day import DAY, ballots_of_others, target_of
from .game_log import WOLVES, Ballot, GameLog, Speech, spoken_against

_LAST_WORDS = ("last_words", "plead")


_SENTENCES = re.compile(r"[^.!?]+[.!?]*")


_AGREES = re.compile(
    r"\b(?:agree|agreed|right|point|sense|as|like|same|with|follow|join|second|believe|trust)\b",
    re.IGNORECASE,
)
"""Words by which a sentence with a name agrees with that seat."""


_NO_REASON = ("accuse", "suspect", "suspect_too", "suspect_with", "suspect_first")
"""Accusing intents of bots without a reason of their own that the log could bear out."""


# -- what a table of bots does


def unexplained(game: GameLog, bots: Collection[int]) -> Count:
    """Count ballots for a seat that their voters did not explain / ballots for a seat.

    Explained is a ballot whose voter, that day, spoke against the target, agreed by name with a
    seat that had done so, or gave a reason with the ballot.
    """
    cast = [ballot for ballot in first_ballots(game) if ballot.target and ballot.voter in bots]
    return Count(sum(not _explained(game, ballot) for ballot in cast), len(cast))


def _explained(game: GameLog, ballot: Ballot) -> bool:
    today = _before_ballot(game, ballot)
    own = [speech for speech in today if speech.seat == ballot.voter]
    return (
        any(ballot.target in spoken_against(speech.acts) for speech in own)
        or any(_agrees(game, speech, ballot.target, today) for speech in own)
        or _gives_reason(game, ballot)
    )


def _agrees(game: GameLog, own: Speech, target: int, today: Sequence[Speech]) -> bool:
    """Return whether a speech agrees by name with a seat that spoke against the target before."""
    accusers = {
        speech.seat
        for speech in today
        if speech.place < own.place
        and speech.seat != own.seat
        and target in spoken_against(speech.acts)
    }
    if any(isinstance(act, Vouches) and act.seat in accusers for act in own.acts):
        return True
    sentences: list[str] = _SENTENCES.findall(with_seats(own.text, game.names))
    return any(
        f"@{seat}" in re.findall(r"@\d+", sentence) and _AGREES.search(sentence)
        for sentence in sentences
        for seat in accusers
    )


def _gives_reason(game: GameLog, ballot: Ballot) -> bool:
    """Return whether the line with a ballot, one of the bots, gives a reason against its target."""
    intents = tuple(intent for intent in accusing_intents() if intent not in _NO_REASON)
    found = lines_of(ballot.line, ballot.voter, game.names, intents)
    return any(each.target == ballot.target for each in found)


def spoke_of_nobody(game: GameLog, bots: Collection[int]) -> Count:
    """Count ballots for a seat whose voters spoke against nobody that day / ballots for a seat."""
    cast = [ballot for ballot in first_ballots(game) if ballot.target and ballot.voter in bots]
    silent = [
        not any(
            spoken_against(speech.acts)
            for speech in _before_ballot(game, ballot)
            if speech.seat == ballot.voter
        )
        for ballot in cast
    ]
    return Count(sum(silent), len(cast))


def with_a_line(game: GameLog, bots: Collection[int]) -> Count:
    """Count ballots with a line of their voter / ballots."""
    cast = [ballot for ballot in first_ballots(game) if ballot.voter in bots]
    return Count(sum(bool(ballot.line) for ballot in cast), len(cast))


_FEWEST_ACCUSERS = 4
"""With fewer, three quarters of them would be all."""


def days_of_one_name(game: GameLog, _bots: Collection[int]) -> Count:
    """Count days on which three quarters of the accusers name one seat / days with four accusers.

    Accusers are the seats that spoke against somebody before the ballots.
    """
    hits = days = 0
    for day, place in _days(game):
        named = {
            speech.seat: {seat for seat in spoken_against(speech.acts) if seat != speech.seat}
            for speech in _merged(game, day, place)
        }
        accusers = [seats for seats in named.values() if seats]
        if len(accusers) >= _FEWEST_ACCUSERS:
            days += 1
            most = max(sum(seat in seats for seats in accusers) for seat in game.roles)
            hits += 4 * most >= 3 * len(accusers)
    return Count(hits, days)


def _merged(game: GameLog, day: int, place: int) -> Iterator[Speech]:
    """Yield one speech a seat with all its acts of a day before a place."""
    acts: dict[int, Speech] = {}
    for speech in game.before(place):
        if speech.day == day:
            held = acts.get(speech.seat, speech)
            acts[speech.seat] = Speech(
                held.place, day, speech.seat, held.kind, held.text, (*held.acts, *speech.acts)
            )
    yield from acts.values()


def asked_without_a_turn(game: GameLog, bots: Collection[int]) -> Count:
    """Count bots' questions to seats that do not speak again before the ballots / their questions.

    Questions are those put to one living seat before the ballots of a day.
    """
    hits = asked = 0
    for day, place in _days(game):
        today = [speech for speech in game.before(place) if speech.day == day]
        for speech in today:
            for act in speech.acts if speech.seat in bots else ():
                if isinstance(act, AsksSeat) and act.seat and game.lives(act.seat, place):
                    asked += 1
                    hits += not any(
                        later.place > speech.place and later.seat == act.seat for later in today
                    )
    return Count(hits, asked)


def checked_wolf_voted(game: GameLog, bots: Collection[int]) -> Count:
    """Count ballots for a wolf that the voter checked / ballots of voters who know a living one."""
    return _known_voted(game, bots, partial(_checked_wolves, game))


def _checked_wolves(game: GameLog, voter: int, place: int) -> list[int]:
    """Return the seats that a seat has checked and found to be wolves."""
    return [
        entry.fact.target
        for entry in game.recorded.entries[:place]
        if isinstance(entry.fact, f.Checked)
        and entry.fact.seer == voter
        and entry.fact.result in WOLVES
    ]


def rival_voted(game: GameLog, bots: Collection[int]) -> Count:
    """Count ballots for a rival claimant / ballots of holders of an only card with living rivals.

    A rival claims the voter's own role, of which the board deals one card, and has not taken that
    back. A ballot for a wolf that the voter checked itself counts as well: there is one exile.
    """
    roles = game.recorded.board.roles

    def rivals(voter: int, place: int) -> list[int]:
        role = game.roles[voter]
        if ROLES[role].plain or list(roles).count(role) > 1:
            return []
        return [
            seat
            for seat, claimed in _claims(game, place).items()
            if seat != voter and claimed == role
        ]

    return _known_voted(game, bots, rivals)


def _claims(game: GameLog, place: int) -> dict[int, RoleName]:
    """Return the role that each seat claims at a place of the log."""
    held: dict[int, RoleName] = {}
    for speech in game.before(place):
        for act in speech.acts:
            if isinstance(act, ClaimsRole):
                held[speech.seat] = act.role
            elif isinstance(act, Retracts):
                held.pop(speech.seat, None)
    return held


def _known_voted(
    game: GameLog, bots: Collection[int], known: Callable[[int, int], list[int]]
) -> Count:
    seats = [seat for seat in villagers(game) if seat in bots]
    hits = of = 0
    for ballot in first_ballots(game):
        if ballot.voter in seats:
            wolves = [s for s in known(ballot.voter, ballot.place) if game.lives(s, ballot.place)]
            of += bool(wolves)
            hits += bool(wolves) and ballot.target in {
                *wolves,
                *_checked_wolves(game, ballot.voter, ballot.place),
            }
    return Count(hits, of)


def words_a_speech(game: GameLog, bots: Collection[int]) -> Count:
    """Count the words of the bots' speeches / their speeches with words."""
    said = [speech.text for speech in game.speeches if speech.seat in bots and speech.text]
    return Count(sum(len(text.split()) for text in said), len(said))


def reading_seconds_of(game: GameLog, seat: int) -> Count:
    """Count the seconds that a calm reader takes for all that a seat is shown / 1."""
    recorded = game.recorded
    view = view_of(recorded.entries, seat, recorded.board, recorded.names)
    return Count(round(seconds_to_read(view)), 1)


# -- what befalls a person, or what its words do


def for_target(game: GameLog, seat: int, accuser: int, among: Collection[int]) -> Count:
    """Count ballots of day 2 for the target of an accuser / ballots of all who could vote for it.

    Voters are all but the person, the accuser and the target. Nothing is counted where the accuser
    did not name its target that day before the person spoke.

    Args:
        game: The game.
        seat: The seat of the person.
        accuser: The seat that accuses: the person's own, or the one against which it defends.
        among: The seats of which the target is drawn; empty for all.
    """
    target = target_of(game, accuser, _SECOND, among) if accuser else 0
    own = next((s for s in _said(game, _SECOND) if s.seat == seat), None)
    named = [
        speech
        for speech in _said(game, _SECOND)
        if speech.seat == accuser and own and speech.place <= own.place
    ]
    if not target or not any(_names(game, speech.text, target) for speech in named):
        return Count(0, 0)
    cast = [
        ballot.target == target
        for ballot in ballots_of_others(game, seat, _SECOND)
        if ballot.voter not in (accuser, target)
    ]
    return Count(sum(cast), len(cast))


_SECOND = 2
"""The day on which people argue: the first of which the log can bear out reasons."""


def _said(game: GameLog, day: int) -> Iterator[Speech]:
    return (speech for speech in game.speeches if speech.day == day and speech.kind == "speak")


def _names(game: GameLog, text: str, seat: int) -> bool:
    return f"@{seat}" in re.findall(r"@\d+", with_seats(text, game.names))


def that_differ(game: GameLog, other: GameLog, seat: int) -> Count:
    """Count ballots of day 1 that the same voter casts otherwise in another game / ballots in both.

    Those of the person are left out.
    """
    here, there = (
        {ballot.voter: ballot.target for ballot in ballots_of_others(each, seat)}
        for each in (game, other)
    )
    both = here.keys() & there.keys()
    return Count(sum(here[voter] != there[voter] for voter in both), len(both))


def for_nobody(game: GameLog, seat: int) -> Count:
    """Count the others' ballots of day 1 for nobody / their ballots of day 1."""
    cast = ballots_of_others(game, seat)
    return Count(sum(not ballot.target for ballot in cast), len(cast))


def lived_after_confessing(game: GameLog, seat: int) -> Count:
    """Count 1 if a seat that says on day 1 that it is a wolf is not exiled that day / 1 if it does.

    A confession that is taken back before the ballots counts for nothing, nor do last words.
    """
    ballots = next((place for day, place in _days(game) if day == DAY), 0)
    if not game.lives(seat, ballots) or _claims(game, ballots).get(seat) != "Werewolf":
        return Count(0, 0)
    exiled = any(exile.day == DAY and exile.target == seat for exile in game.exiles)
    return Count(int(not exiled), 1)


def voted_by_a_mate(game: GameLog, seat: int) -> Count:
    """Count 1 if a mate votes for this wolf on day 1 / 1 if a mate votes while it lives."""
    cast = [
        ballot.target == seat
        for ballot in ballots_of_others(game, seat)
        if team_of(game.roles[ballot.voter]) == "wolves" and game.lives(seat, ballot.place)
    ]
    return Count(int(any(cast)), int(bool(cast)))


def voted_by_a_mate_without_a_word(game: GameLog, seat: int) -> Count:
    """As `voted_by_a_mate`, without votes in games in which a mate had said in the pack why.

    It had if it named the seat, or proposed to let go of any wolf that the table finds.
    """
    whispers = [
        entry.fact
        for entry in game.recorded.entries[: _first_place(game)]
        if isinstance(entry.fact, f.Whispered) and entry.fact.seat != seat
    ]
    names, roles = game.names, game.recorded.board.roles
    warned = any(
        _names(game, said.text, seat)
        or Proposes("give_up", 0) in read_whisper(said.text, said.seat, names, game.size, roles)
        for said in whispers
    )
    hits, of = voted_by_a_mate(game, seat)
    return Count(hits and int(not warned), of)


def _first_place(game: GameLog) -> int:
    return next((place for _, place in _days(game)), 0)


def won(game: GameLog, seat: int) -> Count:
    """Count 1 if the team of a seat wins / 1 for a finished game."""
    ends = [e.fact for e in game.recorded.entries if isinstance(e.fact, f.Ended)]
    return Count(sum(end.winner == team_of(game.roles[seat]) for end in ends), len(ends))


# -- ballots and the speeches before them


def _before_ballot(game: GameLog, ballot: Ballot) -> list[Speech]:
    return [
        speech
        for speech in game.before(ballot.place)
        if speech.day == ballot.day and speech.kind not in _LAST_WORDS
    ]


def _days(game: GameLog) -> list[tuple[int, int]]:
    """List each day with ballots, and the place of its first ballot."""
    found: dict[int, int] = {}
    for ballot in first_ballots(game):
        found.setdefault(ballot.day, ballot.place)
    return list(found.items())

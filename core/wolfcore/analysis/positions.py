"""The positions of a finished game that make its course.

A position is the game at the first batch of asks after an event: a night, a claim of a role, tied
ballots, an exile, a shot by day. Where the answers to one batch lead to several events, the
position belongs to the last one: ballots that exile a seat at once are part of that exile.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from wolfcore.game import Answer, Entry, Game, GameSpec, RoleName
from wolfcore.game import facts as f
from wolfcore.speech import ClaimsRole, ReportsCheck, checking_role, read

from .course import PointKind


class Event(Struct, frozen=True):
    """An event of a game.

    Attributes:
        entry: The index of its entry in the log, from 0.
        kind: The kind.
        day: The day, from 1; 0 for the deal.
    """

    entry: int
    kind: PointKind
    day: int


class Position(Struct, frozen=True):
    """A game after one event.

    Attributes:
        event: The event.
        game: The game at the first batch after the event, or over. Copy it to play on.
    """

    event: Event
    game: Game


def positions_of(spec: GameSpec, answers: Mapping[str, Answer]) -> list[Position]:
    """Replay a finished game once; return its positions in the order of the log.

    Args:
        spec: The spec of the game.
        answers: All its answers by ask id.

    Raises:
        ConfigError: The spec forces chance that is impossible.
        IllegalAnswer: An answer is missing, or outside the options of its ask.
    """
    game, events = Game(spec), _EventReader(spec)
    events.last_of(game.log, 0)
    found = [Position(Event(len(game.log) - 1, "deal", 0), game.copy())]
    while game.asks:
        known = len(game.log)
        game.submit({ask.id: answers[ask.id] for ask in game.asks if ask.id in answers})
        if event := events.last_of(game.log, known):
            found.append(Position(event, game.copy()))
    return found


class _EventReader:
    """Reads events from a log that grows.

    Args:
        spec: The spec of the game.
    """

    def __init__(self, spec: GameSpec) -> None:
        self._names, self._roles = spec.names, spec.board.roles
        self._claimed: dict[int, RoleName] = {}
        self._day, self._is_night = 0, True
        self._night_death = self._ballot = self._exiled = 0

    def last_of(self, log: Sequence[Entry], known: int) -> Event | None:
        """Return the last event of the entries from index `known` on."""
        found: Event | None = None
        for number, entry in enumerate(log[known:], known):
            found = self._event(number, entry.fact) or found
        if found is None and isinstance(log[-1].fact, f.Ended):
            return Event(len(log) - 1, "end", self._day)
        return found

    def _event(self, number: int, fact: f.Fact) -> Event | None:
        kind: PointKind | None = None
        match fact:
            case f.Began(day=day, phase="night"):
                self._day, self._is_night, self._night_death = day, True, 0
            case f.Began(phase="election" | "discussion") | f.Ended() if self._is_night:
                self._is_night, kind = False, "night"
                number = self._night_death or number
            case f.Began(phase="runoff"):
                number, kind = self._ballot, "ballot"
            case f.Exiled(seat=seat):
                self._exiled, kind = seat, "exile"
            case f.Died(seat=seat) if self._is_night:
                self._night_death = number
            case f.Died(seat=seat) if seat != self._exiled:
                kind = "shot"
            case f.Said() | f.Voted():
                self._ballot = number
                kind = "claim" if self._claims(fact) else None
            case _:
                pass
        return Event(number, kind, self._day) if kind else None

    def _claims(self, fact: f.Said | f.Voted) -> bool:
        """Whether public words claim a role that the speaker did not claim last."""
        speaker, text = f.public_words(fact)
        if not text:
            return False
        acts = read(text, speaker, self._names, len(self._names), self._roles)
        claims = [act.role for act in acts if isinstance(act, ClaimsRole)]
        if not claims and any(isinstance(act, ReportsCheck) for act in acts):
            earlier = (self._claimed[speaker],) if speaker in self._claimed else ()
            checker = checking_role(self._roles, earlier)
            claims = [checker] if checker else []
        if not claims or self._claimed.get(speaker) == claims[-1]:
            return False
        self._claimed[speaker] = claims[-1]
        return True

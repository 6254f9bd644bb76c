"""`GameCalls`: the model calls of a saved game with their times, read as a stream.

A prompt holds all that its seat knows, so that calls are for the moderator's eyes alone. Values
from a damaged file are brought into the range that the formats allow.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from hashlib import sha256

import msgspec
from msgspec import Struct

from wolfcore.errors import ConfigError, LogError
from wolfcore.game import ROLES
from wolfcore.players import CallRecord
from wolfcore.records import SavedGame
from wolfcore.table import CallStream, Noted
from wolfcore.visible import is_visible
from wolftui.export.redaction import redact_saved

_LATEST = 4_000_000_000.0
"""The latest time, in seconds since 1970, that a call may have."""


_LONGEST = 604_800.0
"""The longest duration of a call, in seconds."""


_MOST = 1 << 53
"""The largest count that every reader of JSON takes exactly."""


class CallingSeat(Struct, frozen=True):
    """A seat of a game whose calls are exported.

    Attributes:
        seat: The seat.
        name: Its name.
        player: Who plays it, as written on the command line; empty if unknown.
        role: Its role; empty until the game has ended and if an imported log does not tell it.
        team: The team of that role; empty likewise.
        alive: Whether it lived to the end; None until the game has ended.
        won: Whether its team won; None until the game has ended, and where nobody won.
    """

    seat: int
    name: str
    player: str
    role: str = ""
    team: str = ""
    alive: bool | None = None
    won: bool | None = None


class TimedCall(Struct, frozen=True):
    """A model call with its place in the game and in time.

    Attributes:
        number: The number of the call in the game, from 1.
        ask: The id of the ask that it served.
        seat: The seat that was asked.
        player: Who played the seat then, as written on the command line.
        call: The call.
        messages: The messages sent, as (role, text) pairs; each role is `system`, `user` or
            `assistant`.
        started: When the call began, in seconds since 1970 (UTC).
        ended: When it ended.
        tokens_in: Tokens sent, or None if unknown.
        tokens_cached: Tokens sent that the endpoint had cached, or None if unknown.
        tokens_out: Tokens received, thinking included, or None if unknown.
        tokens_thought: Tokens of the thinking, or None if unknown.
        timed: Whether the times were recorded; else they are computed from the ask's time and the
            durations of its calls.
    """

    number: int
    ask: str
    seat: int
    player: str
    call: CallRecord
    messages: tuple[tuple[str, str], ...]
    started: float
    ended: float
    tokens_in: int | None
    tokens_cached: int | None
    tokens_out: int | None
    tokens_thought: int | None
    timed: bool

    @property
    def no_reply(self) -> str:
        """Why there is no reply; empty where there is one."""
        return "" if self.call.replied else self.call.problem or "no reply"


class GameCalls:
    """The model calls of a saved game; each iteration reads the file of calls again.

    Args:
        saved: The game.

    Attributes:
        game: The game's id.
        board: The name of its board.
        version: The version of the program that created it; empty if unknown.
        created: When it was created, in seconds since 1970 (UTC); 0 if unknown.
        ended: How it ended, such as `village` or `draw`; empty for a game that has not ended.
        seats: Its seats, in order.

    Raises:
        ConfigError: The moderator's view of the game is not permitted yet.
    """

    def __init__(self, saved: SavedGame) -> None:
        try:
            shared = redact_saved(saved, "moderator")
        except ConfigError as error:
            hint = "Its model calls can be exported when it is over."
            raise ConfigError(error.problem, file=saved.id, hint=hint) from None
        about, outcome = saved.about, shared.outcome
        self.game, self.board = encodable(shared.game), shared.board.name
        self.version = about.version if about else ""
        self.created = _unix_time(shared.created)
        self.ended = str(saved.result.ended) if saved.result else ""
        players = shared.players or ("",) * len(shared.names)
        self.seats = tuple(
            CallingSeat(seat, name, player)
            for seat, (name, player) in enumerate(zip(shared.names, players, strict=True), 1)
        )
        if outcome:
            self.seats = tuple(
                CallingSeat(
                    fate.seat,
                    fate.name,
                    fate.player,
                    fate.role or "",
                    ROLES[fate.role].team if fate.role else "",
                    fate.alive,
                    ROLES[fate.role].team == outcome.winner
                    if fate.role and outcome.winner
                    else None,
                )
                for fate in outcome.fates
            )
        self._journal = saved.journal
        self._stream = CallStream(saved.path)

    @property
    def problems(self) -> list[str]:
        """What the latest iteration left out, in sentences for a person."""
        found, more = self._stream.problems, self._stream.damaged - len(self._stream.problems)
        return [*found, *([f"{more} more lines are left out."] if more else [])]

    def has_calls(self) -> bool:
        """Tell whether there is a call to export.

        Raises:
            LogError: The file of calls cannot be read, or no line of it.
        """
        if next(iter(self), None) is not None:
            return True
        if damaged := self._stream.damaged:
            raise LogError(
                f"no model call of {self.game} can be exported: all {damaged} lines of its file of "
                "calls are damaged"
            )
        return False

    def __iter__(self) -> Iterator[TimedCall]:
        """Yield the calls in the order in which they ended.

        Raises:
            LogError: The file of calls cannot be read.
        """
        number = 0
        reached: dict[str, float] = {}
        for noted in self._stream:
            if noted.call and 1 <= noted.seat <= len(self.seats):
                number += 1
                yield self._timed(number, noted, noted.call, reached)

    def ask_times(self, ask: str) -> tuple[float, float] | None:
        """Return when an ask was put and when it was answered; None if its answer is missing."""
        record = self._journal.get(ask)
        if record is None or not 0 < record.started <= _LATEST:
            return None
        return record.started, record.started + _bounded(record.seconds, _LONGEST)

    def ask_outcome(self, ask: str) -> str:
        """Return the origin of the answer to an ask, such as `given`; empty if it is missing."""
        record = self._journal.get(ask)
        return str(record.answer.how) if record else ""

    def _timed(
        self, number: int, noted: Noted, call: CallRecord, reached: dict[str, float]
    ) -> TimedCall:
        ask, seconds = noted.ask, _bounded(call.seconds, _LONGEST)
        timed = 0 < noted.time <= _LATEST
        if timed:
            started, ended = max(noted.time - seconds, 0.0), noted.time
        else:
            times = self.ask_times(ask)
            started = reached.get(ask, times[0] if times else self.created)
            ended = started + seconds
            # Parallel calls begin together; how many more there are is not known yet.
            reached[ask] = started if call.beside else ended
        record = self._journal.get(ask)
        return TimedCall(
            number,
            ask,
            noted.seat,
            (record.player if record else "") or self.seats[noted.seat - 1].player,
            call,
            tuple(
                (role if role in ("system", "assistant") else "user", text)
                for role, text in call.messages
            ),
            started,
            ended,
            _count(call.tokens_in),
            _count(call.tokens_cached),
            _count(call.tokens_out),
            _count(call.tokens_thought),
            timed,
        )


_UNSEEN = re.compile(r"[^ -~]")


def json_text(value: object, *, ascii_only: bool = False) -> str:
    """Encode a value as one line of JSON; characters that a terminal could obey are escaped."""
    text = msgspec.json.encode(value).decode()
    return _UNSEEN.sub(
        lambda found: found[0] if is_visible(found[0]) and not ascii_only else _escape(found[0]),
        text,
    )


def _escape(char: str) -> str:
    units = char.encode("utf-16-be").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


def encodable(name: str) -> str:
    """Return the name of a file or folder with `?` for bytes that are no text."""
    return name.encode("utf-8", "replace").decode()


def stable_id(length: int, *of: object) -> str:
    """Return an id of so many hexadecimal digits, the same at every export."""
    return sha256("\0".join(map(str, of)).encode()).hexdigest()[:length]


def _bounded(seconds: float, most: float) -> float:
    return min(max(seconds, 0.0), most)


def _count(number: int | None) -> int | None:
    return number if number is not None and 0 <= number < _MOST else None


def _unix_time(created: str) -> float:
    try:
        return _bounded(datetime.fromisoformat(created).timestamp(), _LATEST)
    except (ValueError, OverflowError, OSError):
        return 0.0

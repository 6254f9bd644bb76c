"""Small games written by hand, fact by fact, for values that can be computed by hand.

game = written("WSVV", night(1), f.Attacked(3), dawn(1), died(3, "killed"), day(1), votes(1, "2 1 -
1"), exiled(1)) assert value("irp", game) == 1

Seats are dealt by one letter each (W Werewolf, V Villager, S Seer, D Doctor, G Guard, X Witch, H
Hunter). Nothing checks that such a game could be played.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypeAlias, cast

import pytest

from tests.core.game.table_talk import board_of, seats
from wolfcore.game import ALL, Belief, Board, Entry, Fact
from wolfcore.game import facts as f
from wolfcore.game.asks import Phase
from wolfcore.game.facts import Ballot, DeathCause, EndKind, PublicSpeechKind
from wolfcore.game.roles import RoleName
from wolfcore.metrics import (
    METRICS,
    TABLES,
    Observation,
    RecordedGame,
    Total,
    Value,
    game_total,
    participants_of,
    tables_of,
)
from wolfcore.records import AnswerRecord, SeatSpec

NAMES = (
    "Ada",
    "Bram",
    "Cleo",
    "Dan",
    "Elif",
    "Fay",
    "Gil",
    "Hugo",
    "Ines",
    "Jorge",
    "Kira",
    "Luca",
)
Said: TypeAlias = "Fact | Sequence[Fact]"
Guess: TypeAlias = RoleName | Literal["Uncertain"]


def written(
    letters: str,
    *told: Said,
    board: Board | None = None,
    players: Sequence[SeatSpec] = (),
    people: tuple[int, ...] = (),
    untold: Iterable[str] = (),
    journal: Mapping[str, AnswerRecord] | None = None,
    language: str = "en",
    created: str = "",
    game: str = "written",
) -> RecordedGame:
    """A game with these roles and these facts."""
    facts: list[Fact] = [
        f.Began(0, "setup"),
        *(f.Dealt(seat, role) for seat, role in enumerate(seats(letters), 1)),
    ]
    for part in told:
        facts += part if isinstance(part, Sequence) else (part,)
    entries = tuple(Entry(ALL, fact) for fact in facts)
    return RecordedGame(
        id=game,
        board=board or board_of(letters),
        names=NAMES[: len(letters)],
        entries=entries,
        participants=participants_of(entries, len(letters), players),
        people=people,
        language=language,
        missing_facts=frozenset(untold),
        journal=journal,
        created=created,
    )


def night(number: int) -> Fact:
    return f.Began(number, "night")


def dawn(number: int) -> Fact:
    return f.Began(number, "dawn")


def day(number: int) -> Fact:
    return f.Began(number, "discussion")


def phase(number: int, name: Phase) -> Fact:
    return f.Began(number, name)


def died(seat: int, cause: DeathCause) -> list[Fact]:
    return [f.Died(seat), f.Cause(seat, cause)]


def exiled(seat: int) -> list[Fact]:
    """The result of the vote, 0 for nobody."""
    return [f.Exiled(seat), *(died(seat, "exiled") if seat else ())]


def said(seat: int, text: str, kind: PublicSpeechKind = "speak") -> Fact:
    return f.Said(seat, kind, text)


def votes(line: str, ballot: Ballot = "vote") -> list[Fact]:
    """A round of ballots: whom each seat votes for, seat 1 first, `0` for nobody, `.` for no
    ballot."""
    return [
        f.Voted(voter, int(mark), ballot)
        for voter, mark in enumerate(line.split(), 1)
        if mark != "."
    ]


def believed(seat: int, *beliefs: tuple[int, Guess, int] | tuple[int, Guess, int, float]) -> Fact:
    """What a seat believes: (seat, role, confidence) or (seat, role, confidence, P(wolf))."""
    return f.Believed(
        seat, "", tuple(Belief(*told[:3], told[3] if len(told) == 4 else None) for told in beliefs)
    )


def ended(number: int, how: EndKind) -> Fact:
    return f.Ended(number, how, how if how in ("wolves", "village") else None)


def found(name: str, game: RecordedGame, alpha: float = 0.5) -> Value:
    """What a metric finds in a game."""
    (metric,) = (metric for metric in METRICS if metric.name == name)
    return metric.of(tables_of(game, alpha))


def summed(name: str, game: RecordedGame, alpha: float = 0.5) -> Total:
    """Numerator, denominator and value of a whole game."""
    (metric,) = (metric for metric in METRICS if metric.name == name)
    return game_total(metric.kind, found(name, game, alpha))


def value(name: str, game: RecordedGame, alpha: float = 0.5) -> float | None:
    """The value of a whole game."""
    return summed(name, game, alpha).value


def cells(name: str, game: RecordedGame) -> tuple[Observation, ...]:
    """What a table observes in a game."""
    (table,) = (table for table in TABLES if table.name == name)
    return table.of(tables_of(game))


def by_seat(name: str, game: RecordedGame) -> dict[int, tuple[float, float]]:
    """Numerator and denominator by seat, summed over its parts."""
    sums: dict[int, tuple[float, float]] = {}
    for part in found(name, game).parts:
        above, below = sums.get(part.seat, (0, 0))
        sums[part.seat] = (above + part.numerator, below + part.denominator)
    return sums


def near(expected: object, within: float | None = None) -> Any:
    """What is equal but for rounding, or within so much."""
    return cast(Any, pytest).approx(expected, abs=within)  # pytest leaves its type open

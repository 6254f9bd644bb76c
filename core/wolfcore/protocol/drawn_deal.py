"""The deal that a table of friends draws together: nobody chooses it, and each can check it.

Each side commits itself to a secret number before anybody opens one; the seed is a hash of all.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from msgspec import Struct

from wolfcore.game import (
    MAX_SEED,
    Board,
    Entry,
    Fact,
    Game,
    GameSpec,
    dice_of,
    make_spec,
    names_for_seed,
)

from .table_messages import Record


def new_number() -> str:
    """Draw a secret number of 256 bits, in hexadecimal."""
    return secrets.token_hex(32)


def commitment_of(number: str) -> str:
    """Return the commitment to a number: its SHA-256, in hexadecimal."""
    return hashlib.sha256(number.encode()).hexdigest()


def terms_of(board: Board, people: Sequence[str]) -> str:
    """Return the digest of what numbers are drawn for: with others they give another deal.

    Args:
        board: The board.
        people: The names of all, that of the host first.
    """
    return hashlib.sha256(msgspec.json.encode((board, tuple(people)))).hexdigest()


class Pledge(Struct, frozen=True):
    """What a guest keeps of the drawing until the end.

    Attributes:
        number: Its own number.
        commitments: The commitments of all, that of the host first.
        terms: The digest of the board and the names for which they were drawn.
        drawings: How often it opened a number for this deal: from 2 on the host could choose among
            deals.
    """

    number: str
    commitments: tuple[str, ...]
    terms: str
    drawings: int = 1


class DrawnDeal(NamedTuple):
    """The deal of some numbers.

    Attributes:
        spec: The game.
        chairs: The seat of each person, that of the host first.
    """

    spec: GameSpec
    chairs: tuple[int, ...]


def draw_deal(numbers: Sequence[str], board: Board, people: Sequence[str]) -> DrawnDeal:
    """Return the deal that follows from numbers.

    Args:
        numbers: The numbers of all, that of the host first.
        board: The board.
        people: The names of all, in the same order, all different whatever their case.
    """
    taken = {name.casefold() for name in people}
    attempt = 0
    while True:
        # The names come from a half of their own: everybody sees them from the start.
        made = hashlib.sha256("\n".join((*numbers, str(attempt))).encode()).digest()
        seed, names_seed = (int.from_bytes(made[at : at + 8]) & MAX_SEED for at in (0, 8))
        chairs = dice_of(seed, "chairs").shuffle("chairs", range(1, board.size + 1))[: len(people)]
        names = names_for_seed(names_seed, board)
        bots = (name for seat, name in enumerate(names, 1) if seat not in chairs)
        if taken.isdisjoint(name.casefold() for name in bots):
            break
        attempt += 1
    seated = dict(zip(chairs, people, strict=True))
    return DrawnDeal(make_spec(board, seed, names=names, people=seated), chairs)


class SeenGame(NamedTuple):
    """What a guest saw of a game while it was played.

    Attributes:
        board: The board.
        names: The name of each seat, in seat order.
        seat: Its own seat; 0 for who only watches.
        facts: All that it was told.
        log: What it was shown of the whole log, once it was out.
    """

    board: Board
    names: tuple[str, ...]
    seat: int
    facts: Sequence[Fact]
    log: Sequence[Entry] = ()


def deal_problem(pledge: Pledge | None, record: Record, seen: SeenGame, played: Game) -> str:
    """Return how the opened game departs from what was drawn and seen; empty where it does not.

    Args:
        pledge: What the guest kept of the drawing; None where it was lost.
        record: The game as the host opened it.
        seen: What the guest saw.
        played: The game that the rules make of the record.
    """
    shown = list(seen.log)
    if played.view(seen.seat).facts != list(seen.facts) or played.log[: len(shown)] != shown:
        return "what you saw is not what was played"
    if (record.spec.board, record.spec.names) != (seen.board, seen.names):
        return "the board or the names are others"
    if not seen.seat:
        return ""  # who only watches has no number in the deal
    if pledge is None:
        return "your own number was lost, so the deal cannot be checked"
    if tuple(map(commitment_of, record.numbers)) != pledge.commitments:
        return "the numbers are not those that were committed to"
    if terms_of(record.spec.board, record.people) != pledge.terms:
        return "the numbers were drawn for another board or other people"
    if pledge.number not in record.numbers[1:]:  # the first is that of the host
        return "your number is not in the deal"
    place = record.numbers.index(pledge.number)
    if len(record.people) != len(record.numbers):
        return "the numbers are not those of the people at the table"
    drawn = draw_deal(record.numbers, seen.board, record.people)
    if drawn.spec != record.spec or drawn.chairs[place] != seen.seat:
        return "the cards do not follow from the numbers"
    return ""

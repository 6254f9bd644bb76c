"""`first_board`: what one seat gets of a game on each board: length, turns, choices, early death.

A house bot plays the seat, so that the figures describe the board and not people.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from statistics import fmean

from msgspec import Struct
from msgspec.structs import asdict

from wolfcore.bots import HouseBot
from wolfcore.game import PUBLIC_KINDS, ROLES, SPEECH_KINDS, View, board_names
from wolfcore.game import facts as f
from wolftui.games.session.playback import reading_seconds
from wolftui.words.fact_wording import Presenter
from wolftui.words.glyphs import FANCY

from .harness import a_board, a_count, play_deal


class Seat(Struct, frozen=True):
    """What one seat got of one game, or the mean over games; truths are shares there.

    Attributes:
        days: How many days the game had.
        minutes: Reading all that the seat was shown, at the speed of a calm reader.
        choices: How often it chose something, by day or by night.
        words: How often it spoke aloud.
        power: Whether its role can do something at night or when it falls.
        spoke: Whether it ever got to speak in a discussion.
        voted_twice: Whether it lived to vote on day 2.
    """

    days: float
    minutes: float
    choices: float
    words: float
    power: float
    spoke: float
    voted_twice: float


def seat_of(board: str, seed: int) -> Seat:
    """What a seat, another one with every seed, gets of a game between normal bots."""
    bot = HouseBot()
    game, result = play_deal(board, seed, lambda _seat, _role: bot)
    seat = seed % game.spec.board.size + 1
    view, role = game.view(seat), game.state.roles[seat]
    assert role is not None
    asked = [own.ask for own in view.answered]
    return Seat(
        days=result.days,
        minutes=seconds_to_read(view) / 60,
        choices=sum(ask.kind not in SPEECH_KINDS and ask.kind != "suspect" for ask in asked),
        words=sum(isinstance(fact, f.Said) and fact.seat == seat for fact in view.facts),
        power=not ROLES[role].plain,
        spoke=any(ask.kind in SPEECH_KINDS & PUBLIC_KINDS - {"last_words"} for ask in asked),
        voted_twice=any(ask.kind == "vote" and ask.day == 2 for ask in asked),
    )


def seconds_to_read(view: View) -> float:
    """Return how long a calm reader takes for all that a seat was shown, in seconds."""
    shown = Presenter(view.board, view.names, view.seat, FANCY)
    for fact in view.facts:
        shown.add(fact)
    return sum(map(reading_seconds, shown.blocks))


def means(seats: Sequence[Seat]) -> Seat:
    """Return the mean of each figure over the games."""
    return Seat(
        *(fmean(getattr(seat, field) for seat in seats) for field in Seat.__struct_fields__)
    )


def measure(argv: Sequence[str]) -> None:
    """Print a row a board, or one JSON object with `--json`."""
    parser = argparse.ArgumentParser(prog="python -m bench first_board", description=__doc__)
    parser.add_argument(
        "--board",
        type=a_board,
        action="append",
        metavar="B",
        help="a board; may be given again (default: all)",
    )
    parser.add_argument(
        "--games",
        type=a_count,
        default=300,
        metavar="N",
        help="how many games on each (default 300)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    args = parser.parse_args(argv)
    boards: list[str] = args.board or list(board_names())
    found = {board: means([seat_of(board, seed) for seed in range(args.games)]) for board in boards}
    if args.json:
        print(json.dumps({board: asdict(seat) for board, seat in found.items()}))
        return
    print(f"one seat of {args.games} games of normal bots on each board")
    print(
        f"{'board':<20}{'days':>6}{'minutes':>9}{'choices':>9}{'words':>7}{'power':>7}"
        f"{'spoke':>7}{'votes on day 2':>16}"
    )
    for board, seat in found.items():
        row = (
            f"{board:<20}{seat.days:>6.1f}{seat.minutes:>9.1f}{seat.choices:>9.1f}"
            f"{seat.words:>7.1f}"
        )
        print(f"{row}{seat.power:>7.0%}{seat.spoke:>7.0%}{seat.voted_twice:>16.0%}")

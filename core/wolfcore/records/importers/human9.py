"""Importer for nine-player human games (boluoweifenda/werewolf): roles, night actions and ballots.

A file is a published game with its state under `game_state`, or that state alone, with or without a
byte order mark. Ballots of -1 or missing are abstentions; the hunter's shots and all speeches are
not recorded.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from wolfcore.confinement import may_read
from wolfcore.errors import LogError
from wolfcore.files import read_bytes
from wolfcore.game import MODERATOR, ROLES, RoleName
from wolfcore.game import facts as f
from wolfcore.records.about import SeatSpec
from wolfcore.records.header import ImportedBoard
from wolfcore.records.saved_game import SavedGame

from .log_builder import IMPORT_LIMIT, LogBuilder, finished_game, read_json_file

_BOARD: tuple[RoleName, ...] = (
    "Werewolf", "Werewolf", "Werewolf", "Villager", "Villager", "Villager", "Seer", "Witch",
    "Hunter",
)  # fmt: skip


_SWITCHES = {"wolves_win": "side", "sheriff": "none", "abstain": True, "tie": "runoff"}


UNTOLD = (
    "Said",
    "Whispered",
    "Proposed",
    "Believed",
    "Thought",
    "Shot",
    "OrderSet",
    "Victim",
    "Idle",
    "Fallback",
)


LEFT_OUT: frozenset[type] = frozenset({
    f.Decider, f.Protected, f.Bid, f.CalledOn,  # no role or rule of these games does that
    f.LostVote,
    f.Appointed, f.Candidates, f.Badge, f.Recommended,  # there is no leader
    f.MostNamed, f.TieBroken, f.Revealed,  # follows from other facts, or not in the rules
})  # fmt: skip
"""The facts that a log of these games never contains, whether `UNTOLD` lists them or not."""


_WINNERS = {"Werewolves Win": "wolves", "The good side wins": "village"}


_LIVES = "in_game"


_NESTED = "game_state"


_MOST_LOOKED_AT = 1 << 20
"""The most bytes that format detection reads.

Published games have less than 100,000 bytes, and their states begin in the first third.
"""


RawState = dict[str, Any]


def looks_like(path: Path) -> bool:
    """Return whether a path is a file that could be such a game."""
    try:
        if path.suffix != ".json" or not may_read(path) or not path.is_file():
            return False
        beginning = read_bytes(path, IMPORT_LIMIT, count=_MOST_LOOKED_AT)
        return b'"roles"' in beginning and b'"Day 1 Night"' in beginning
    except OSError:
        # Say yes, so that `read` reports why the file cannot be read.
        return True


def read(path: Path) -> SavedGame:
    """Convert a game to a SavedGame.

    Raises:
        LogError: The file is damaged or contradicts itself.
    """
    data = read_json_file(path, dict[str, Any])
    try:
        return _read(path, _require_object(data[_NESTED]) if _NESTED in data else data)
    except (KeyError, TypeError, ValueError, ArithmeticError) as error:
        raise LogError(
            f"is not a game state that wolftui can import ({type(error).__name__}: {error})",
            file=str(path),
        ) from error


def _read(path: Path, state: RawState) -> SavedGame:
    roles: list[RoleName] = [
        ROLES[state["roles"][str(seat)]].name for seat in range(1, len(_BOARD) + 1)
    ]
    if sorted(roles) != sorted(_BOARD):
        raise LogError(
            "does not deal three Werewolves, three Villagers, Seer, Witch and Hunter",
            file=str(path),
        )
    teller = LogBuilder(path, roles)
    number = 1
    while f"Day {number} Night" in state:
        _night(teller, number, _require_object(state[f"Day {number} Night"]))
        _daytime(teller, _require_object(state.get(f"Day {number} Daytime") or {}))
        number += 1
    final = tuple(seat for seat in range(1, len(roles) + 1) if state["final"][str(seat)] == _LIVES)
    if final != teller.living:
        teller.fail(
            f"ends with seats {_seat_list(final)} alive, but its days leave seats "
            f"{_seat_list(teller.living)}"
        )
    if state["Game Result"] not in _WINNERS:
        teller.fail("names no winner")
    return finished_game(
        teller,
        "wolves" if _WINNERS[state["Game Result"]] == "wolves" else "village",
        source="boluoweifenda/werewolf",
        board=ImportedBoard("human9", _BOARD, dict(_SWITCHES)),
        names=[f"Player {seat}" for seat in range(1, len(roles) + 1)],
        players=[SeatSpec("human")] * len(roles),
        untold=UNTOLD,
        path=path,
    )


def _night(teller: LogBuilder, number: int, state: RawState) -> None:
    teller.begin("night", number)
    attacked, antidote, poison = (
        _parse_seat(state.get(key)) for key in ("Werewolf", "Witch antidote", "Witch poison")
    )
    witch, seer, checked = (
        teller.living_with("Witch"),
        teller.living_with("Seer"),
        _parse_seat(state.get("Seer")),
    )
    if (antidote or poison) and not witch:
        teller.fail(f"a dead Witch uses a potion in night {number}")
    teller.tell(f.Attacked(attacked), teller.living_wolves)
    if seer and checked:
        teller.tell(f.Checked(seer, checked, ROLES[teller.roles[checked - 1]].team), (seer,))
    if antidote:
        teller.tell(f.Saved(witch, antidote), (witch,))
    if poison:
        teller.tell(f.Poisoned(witch, poison), (witch,))
    teller.begin("dawn")
    fallen = [_parse_seat(seat) for seat in state["Death Message"]]
    # A seat both attacked and poisoned in one night counts as poisoned.
    causes: dict[int, f.DeathCause] = {attacked: "killed", poison: "poisoned"}
    teller.bury(fallen, causes, MODERATOR)
    if not fallen:
        teller.tell(f.QuietNight(number))


def _daytime(teller: LogBuilder, state: RawState) -> None:
    if not state:
        return
    teller.begin("discussion")
    # A wolf may end the day by revealing itself; the log has no cause for that death.
    if "suicide" in state:
        shown = cast("list[object] | object", state["suicide"])
        fallen = cast("list[object]", shown) if isinstance(shown, list) else [shown]
        teller.bury([_parse_seat(seat) for seat in fallen], {}, MODERATOR)
    if "Voting Pattern" not in state:
        return
    teller.begin("vote")
    teller.vote(_ballots(state["Voting Pattern"], teller.living), "vote", "all")
    if "Voting Pattern (Round 2)" in state:
        teller.begin("runoff")
        teller.vote(_ballots(state["Voting Pattern (Round 2)"], ()), "runoff", "all")
    teller.exile(_parse_seat(state["Voting Result"]))


def _ballots(recorded: object, voters: tuple[int, ...]) -> dict[int, int]:
    """Return choice by voter; a voter without a recorded ballot abstained (0)."""
    return dict.fromkeys(voters, 0) | {
        int(voter): _parse_seat(target) for voter, target in _require_object(recorded).items()
    }


def _require_object(value: object) -> RawState:
    if not isinstance(value, dict):
        raise TypeError(f"a {type(value).__name__} instead of a table")
    return cast("RawState", value)


def _parse_seat(recorded: object) -> int:
    """Convert a recorded seat to a seat number; -1 and None become 0 (nobody)."""
    seat = 0 if recorded in (None, -1) else int(cast(int, recorded))
    if not 0 <= seat <= len(_BOARD):
        raise ValueError(f"there is no seat {seat}")
    return seat


def _seat_list(seats: tuple[int, ...]) -> str:
    return ", ".join(map(str, seats)) or "nobody"

"""Importer for sessions of DSGBench and of Werewolf Arena, its ancestor (`game_complete.json`).

Three traps of the source: the ballots in `game_complete.json` are one dictionary that all rounds
share, so the true ones come from `game_logs.json`; with a dead seer the doctor's choice is recorded
as a check; with a dead doctor the wolves' target is recorded as protected. Therefore only actions
of living seats are imported.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct, field

from wolfcore.errors import LogError
from wolfcore.files import is_file
from wolfcore.game import MODERATOR, RoleName
from wolfcore.game import facts as f
from wolfcore.records.about import SeatSpec
from wolfcore.records.header import ImportedBoard
from wolfcore.records.saved_game import SavedGame

from .log_builder import LogBuilder, clean_text, finished_game, read_json_file

COMPLETE, LOGS = "game_complete.json", "game_logs.json"


_SWITCHES = {
    "wolves_win": "parity", "wolf_kill": "one_decides", "guard_self": True, "guard_repeat": True,
    "seer_learns": "role", "seer_repeat": False, "sheriff": "none", "discussion": "seat",
    "vote": "majority", "abstain": False, "vote_self": False, "ballots": "secret", "tie": "none",
    "role_revealed": False, "last_words": "none",
}  # fmt: skip


_EIGHT = Counter[RoleName]({"Werewolf": 2, "Seer": 1, "Doctor": 1, "Villager": 4})
"""The roles that both programs deal to eight seats."""


UNTOLD = ("Decider", "Proposed", "Whispered", "Bid", "Believed", "Thought", "Idle", "Fallback")


LEFT_OUT: frozenset[type] = frozenset(
    {
        f.Victim,
        f.Saved,
        f.Poisoned,
        f.Shot,
        f.LostVote,  # no role of these games does that
        f.Appointed,
        f.Candidates,
        f.Badge,
        f.Recommended,  # there is no leader
        f.OrderSet,
        f.CalledOn,
        f.MostNamed,
        f.TieBroken,
        f.Revealed,  # follows from other facts, or not in the rules
    }
)
"""The facts that a log of these games never contains, whether `UNTOLD` lists them or not."""


_BOARD_ORDER: tuple[RoleName, ...] = ("Werewolf", "Seer", "Doctor", "Villager")


class _Player(Struct):
    role: str
    model: str = ""


class _Round(Struct):
    players: list[str]
    eliminated: str | None = None
    unmasked: str | None = None
    protected: str | None = None
    exiled: str | None = None
    debate: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    bids: list[object] = field(default_factory=list[object])


class _Complete(Struct):
    players: dict[str, _Player]
    rounds: list[_Round]
    winner: str


class _Ballot(Struct):
    player: str
    voted_for: str


class _Log(Struct):
    votes: list[list[_Ballot]] = field(default_factory=list[list[_Ballot]])


def looks_like(path: Path) -> bool:
    """Return whether a path is a session's folder or its `game_complete.json`."""
    return is_file(path if path.name == COMPLETE else path / COMPLETE)


def read(path: Path) -> SavedGame:
    """Convert a session to a SavedGame.

    Raises:
        LogError: A file is missing, damaged, or contradicts itself.
    """
    folder = path.parent if path.name == COMPLETE else path
    complete = read_json_file(folder / COMPLETE, _Complete)
    logs = read_json_file(folder / LOGS, list[_Log])
    roles: list[RoleName] = [
        _role(player.role, folder / COMPLETE) for player in complete.players.values()
    ]
    teller = LogBuilder(folder / COMPLETE, roles)
    seats = {name: seat for seat, name in enumerate(complete.players, 1)}
    if len(logs) < len(complete.rounds):
        teller.fail(f"has {len(complete.rounds)} rounds, and {LOGS} has {len(logs)}")
    for number, (played, log) in enumerate(zip(complete.rounds, logs, strict=False), 1):
        _round(teller, seats, number, played, log)
    bids = any(played.bids for played in complete.rounds)
    if complete.winner not in ("Werewolves", "Villagers"):
        teller.fail("names no winner")
    return finished_game(
        teller,
        "wolves" if complete.winner == "Werewolves" else "village",
        source="Werewolf Arena" if bids else "DSGBench",
        board=_board(roles, bids=bids),
        names=list(complete.players),
        players=[
            SeatSpec("arena" if bids else "dsgbench", model=clean_text(player.model)[:80])
            for player in complete.players.values()
        ],
        untold=UNTOLD,
        path=folder,
    )


def _board(roles: Sequence[RoleName], *, bids: bool) -> ImportedBoard:
    """Return the board, named after program and size, and its roles where they are not `_EIGHT`.

    A game of ten seats, or of eight with three wolves, is another board: `dsgbench8`,
    `werewolf-arena8`, `werewolf-arena10-3W1S1D5V` (never `arena8`, which is a board of this
    project).
    """
    dealt = Counter(roles)
    apart = (
        ""
        if dealt == _EIGHT
        else "-" + "".join(f"{dealt[role]}{role[0]}" for role in _BOARD_ORDER if dealt[role])
    )
    name = f"{'werewolf-arena' if bids else 'dsgbench'}{len(roles)}{apart}"
    talk = "bids" if bids else _SWITCHES["discussion"]
    return ImportedBoard(
        name,
        tuple(role for role in _BOARD_ORDER for _ in range(dealt[role])),
        {**_SWITCHES, "discussion": talk},
    )


def _role(word: str, file: Path) -> RoleName:
    for role in _BOARD_ORDER:
        if role == word:
            return role
    raise LogError(f"`{word}` is not a role of a DSGBench game", file=str(file))


def _round(
    teller: LogBuilder, seats: dict[str, int], number: int, played: _Round, log: _Log
) -> None:
    def seat(name: str | None) -> int:
        found = seats.get(name or "", 0)
        return found if found or not name else teller.fail(f"`{name}` is not a player")

    _night(teller, number, seat(played.eliminated), seat(played.protected), seat(played.unmasked))
    # A round lists those who live at its end; who is missing and was not exiled fell in the night.
    left = {seat(name) for name in played.players}
    exiled = seat(played.exiled)
    teller.begin("dawn")
    fallen = sorted(set(teller.living) - left - {exiled})
    teller.bury(fallen, dict.fromkeys(fallen, "killed"), MODERATOR)
    if not fallen:
        teller.tell(f.QuietNight(number))
    # The game was over at dawn.
    if not (played.debate or log.votes):
        return
    teller.begin("discussion")
    for name, text in played.debate:
        teller.tell(f.Said(seat(name), "speak", clean_text(text)))
    _votes(
        teller,
        [
            {seat(ballot.player): seat(ballot.voted_for) for ballot in ballots}
            for ballots in log.votes
        ],
    )
    teller.exile(exiled)


def _night(teller: LogBuilder, number: int, attacked: int, protected: int, checked: int) -> None:
    """Add the actions of a night, each only if the seat that would have acted lives."""
    teller.begin("night", number)
    teller.tell(f.Attacked(attacked), teller.living_wolves)
    doctor, seer = teller.living_with("Doctor"), teller.living_with("Seer")
    if doctor and protected:
        teller.tell(f.Protected(doctor, protected), (doctor,))
    if seer and checked:
        teller.tell(f.Checked(seer, checked, teller.roles[checked - 1]), (seer,))


def _votes(teller: LogBuilder, rounds: Sequence[dict[int, int]]) -> None:
    """Add the rounds of ballots of a day: the last one counts, those before it are straw votes."""
    if rounds[:-1]:
        teller.begin("straw_vote")
        for ballots in rounds[:-1]:
            teller.vote(ballots, "lean", MODERATOR)
    if rounds:
        teller.begin("vote")
        teller.vote(rounds[-1], "vote", MODERATOR)

"""How a finished game went for its person: counted by hand, and nothing of a game that is not over."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.core.players.sitters import a_spec
from wolfcore.game import ALL, Entry, Result, RoleName, Team
from wolfcore.game import facts as f
from wolfcore.records import GameFolder, NewGame, SeatSpec, summarise
from wolfcore.records.library import LibraryIndex, parse_filter
from wolfcore.records.own_result import OwnResult, read_own_result

ROLES: tuple[RoleName, ...] = (
    "Werewolf", "Werewolf", "Seer", "Doctor", "Villager", "Villager", "Villager",
)  # fmt: skip


def votes(ballot: f.Ballot, **targets: int) -> list[f.Fact]:
    return [f.Voted(int(voter[1:]), target, ballot) for voter, target in targets.items()]


COURSE: list[f.Fact] = [
    *(f.Dealt(seat, role) for seat, role in enumerate(ROLES, 1)),
    f.Began(1, "night"), f.Cause(7, "killed"), f.Began(1, "vote"),
    # The wolves and 5 against the doctor; 3 and 4 against wolf 1.
    *votes("vote", s1=4, s2=4, s3=1, s4=1, s5=4, s6=0),
    f.Began(1, "runoff"), *votes("runoff", s1=4, s2=1, s3=1, s5=4, s6=4), f.Cause(4, "exiled"),
    f.Began(2, "night"), f.Cause(5, "poisoned"), f.Began(2, "vote"),
    *votes("vote", s1=3, s2=1, s3=1, s6=1), f.Cause(1, "exiled"), f.Began(3, "night"),
]  # fmt: skip


def written(
    root: Path,
    seat: int,
    winner: Team | None = "village",
    *,
    over: bool = True,
    looked: bool = False,
) -> Path:
    """The game of `COURSE` with a person in a seat, as it lies on disk."""
    seats = [SeatSpec("bot", ("normal",))] * 7
    seats[seat - 1] = SeatSpec("human", ("looked",) if looked else ())
    with GameFolder.create(
        root, NewGame(a_spec("sla7", people=(seat,)), seats, version="1")
    ) as folder:
        folder.add_log([Entry(ALL, fact) for fact in COURSE])
        if over:
            folder.add_log([], Result(winner or "draw", winner, 3))
    return folder.path


@pytest.mark.parametrize(
    ("seat", "result"),
    [
        # 6 voted with wolf 1 in the runoff and against it later; 5 never did.
        (1, OwnResult(1, "Werewolf", False, "exiled", 2, (True, True, True), (5,))),
        (2, OwnResult(2, "Werewolf", False, "alive", 0, (True, False, False), (5,))),
        (3, OwnResult(3, "Seer", True, "alive", 0, (True, True, True), ())),
        (5, OwnResult(5, "Villager", True, "poisoned", 2, (False, False), (1, 2))),
        (6, OwnResult(6, "Villager", True, "alive", 0, (False, True), (1,))),
        (7, OwnResult(7, "Villager", True, "killed", 1, (), ())),
    ],
)
def test_role_fate_ballots_and_who_was_fooled(tmp_path: Path, seat: int, result: OwnResult) -> None:
    assert read_own_result(summarise(written(tmp_path, seat))) == result


def test_only_a_person_alone_who_saw_no_secrets_has_a_result_of_a_game_that_is_over(
    tmp_path: Path,
) -> None:
    assert read_own_result(summarise(written(tmp_path, 3, over=False))) is None
    assert read_own_result(summarise(written(tmp_path, 3, looked=True))) is None
    path = written(tmp_path, 3)
    about = path / "about.json"
    about.write_bytes(about.read_bytes().replace(b'"bot"', b'"human"', 1))
    assert read_own_result(summarise(path)) is None
    damaged = written(tmp_path, 3)
    log = damaged / "game.jsonl"
    log.write_bytes(log.read_bytes().replace(b'"seat":1,"role"', b'"seat":9,"role"'))
    assert read_own_result(summarise(damaged)) is None


@pytest.mark.parametrize(
    ("text", "seats"),
    [
        ("role:wolf", {1, 2}), ("role:Villager", {5}), ("result:lost", {1, 2}), ("result:won", {3, 5}),
        ("result:nobody", set[int]()), ("fate:exiled", {1}), ("fate:alive role:wolf", {2}),
        ("role:wolf result:lost fate:exiled", {1}),
    ],
)  # fmt: skip
def test_the_library_filters_by_role_result_and_fate(
    tmp_path: Path, text: str, seats: set[int]
) -> None:
    paths = {seat: written(tmp_path, seat) for seat in (1, 2, 3, 5)}
    index = LibraryIndex(tmp_path)
    index.refresh()
    found = {game.id for game in index.games(parse_filter(text))}
    assert found == {paths[seat].name for seat in seats}


def test_the_index_holds_nothing_secret_of_a_game_that_is_not_over(tmp_path: Path) -> None:
    written(tmp_path / "games", 6, over=False)
    file = tmp_path / "index.db"
    index = LibraryIndex(tmp_path / "games", file)
    index.refresh()
    index.close()
    kept = file.read_bytes().lower()
    assert not [role for role in ROLES if role.casefold().encode() in kept]
    written(tmp_path / "games", 6)
    index = LibraryIndex(tmp_path / "games", file)
    index.refresh()
    index.close()
    kept = file.read_bytes().lower()
    assert [role for role in dict.fromkeys(ROLES) if role.casefold().encode() in kept] == [
        "Villager"
    ]

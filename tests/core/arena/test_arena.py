"""An arena: games as pure calls of plain data, equal to those that a table plays, whoever played
before."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

import wolfcore.arena
from wolfcore.arena import (
    BrokenGame,
    GameTemplate,
    MachineGames,
    OnDeadWord,
    PlayedGame,
    ProcessPool,
    make_game_player,
)
from wolfcore.errors import ConfigError, SeatError
from wolfcore.game import (
    Answer,
    Ask,
    Game,
    RoleName,
    View,
    board_names,
    deal_roles,
    get_board,
    make_spec,
)
from wolfcore.players import Desk, Player, RandomPlayer
from wolfcore.records import SeatSpec, encode_log, read_game
from wolfcore.seating import make_player, make_players, quick_players, seat_players
from wolfcore.table import play_now, resume, verify

SEATS = {"random": ("*=random",), "bots": ("wolves=bot:hard", "village=bot:easy", "2=random")}


def wanted(
    board: str = "sla7",
    root: Path | None = None,
    on_dead: OnDeadWord = "stop",
    seats: tuple[str, ...] = ("*=random",),
    answers: dict[str, Answer] | None = None,
    deal: dict[int, RoleName] | None = None,
) -> GameTemplate:
    return GameTemplate(
        board=get_board(board),
        seats=seats,
        root=root,
        on_dead=on_dead,
        version="test",
        answers=answers or {},
        deal=deal or {},
    )


def played(game: PlayedGame | BrokenGame) -> PlayedGame:
    assert isinstance(game, PlayedGame)
    return game


@pytest.mark.parametrize("board", board_names())
def test_every_board_is_played_as_by_players_made_for_each_game(board: str, tmp_path: Path) -> None:
    for texts in SEATS.values():
        arena = MachineGames(wanted(board, tmp_path, seats=texts))
        for seed in (5, 6, 7) if texts == ("*=random",) else (5, 6):
            found = played(arena.play(seed))
            spec = make_spec(get_board(board), seed)
            seats = seat_players(texts, spec.board, seed).seats
            quick = quick_players(make_players(seats))
            assert quick
            game = Game(spec)
            log = encode_log(spec, game.log, play_now(game, quick))
            assert found.folder
            saved = read_game(found.folder)
            assert saved.log == log
            assert verify(saved).finished
            assert (found.bytes, found.events, found.result) == (
                len(log),
                len(game.log),
                game.result,
            )
            assert (found.seed, found.names, found.roles) == (seed, spec.names, deal_roles(spec))
            assert found.living == game.state.living
            assert found.players == tuple(each.text for each in seats)


def test_a_game_depends_on_no_other() -> None:
    data = wanted("classic9", seats=("wolves=bot:hard", "village=bot:normal"))
    forwards = MachineGames(data)
    there = [forwards.play(seed) for seed in range(4)]
    backwards = MachineGames(data)
    assert [backwards.play(seed) for seed in reversed(range(4))][::-1] == there


def test_processes_play_the_same_games() -> None:
    data = wanted("classic12")
    alone = MachineGames(data)
    assert list(ProcessPool(make_game_player, data, 2).results(range(30))) == [
        alone.play(seed) for seed in range(30)
    ]


def test_what_goes_in_and_comes_out_is_plain_data() -> None:
    data = wanted("helmsman7")
    assert msgspec.json.decode(msgspec.json.encode(data), type=GameTemplate) == data
    game = played(MachineGames(data).play(3))
    assert msgspec.json.decode(msgspec.json.encode(game), type=PlayedGame) == game


@pytest.mark.parametrize("seat", ["3=human", "wolves=vanilla@smollm"])
def test_nobody_plays_here_who_takes_their_time(seat: str) -> None:
    with pytest.raises(ConfigError, match="cannot play here"):
        MachineGames(wanted(seats=(seat,)))


def test_answers_that_are_given_already_are_taken_and_told() -> None:
    given = {"n1.kill.2": Answer(3), "n1.kill.9": Answer(1)}
    found = played(MachineGames(wanted(answers=given, deal={1: "Werewolf", 2: "Werewolf"})).play(7))
    assert found.scripted_used == {"n1.kill.2"}
    with pytest.raises(ConfigError, match="not legal"):
        MachineGames(
            wanted(answers={"n1.kill.2": Answer(2)}, deal={1: "Werewolf", 2: "Werewolf"})
        ).play(7)


@pytest.fixture
def _silent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Random players break at every vote."""

    def answer_now(player: object, view: View, ask: Ask, desk: Desk) -> Answer:
        if ask.kind == "vote":
            raise SeatError(ask.seat, "the line is dead")
        return Answer(ask.options[0])

    async def answer(player: object, view: View, ask: Ask, desk: Desk) -> Answer:
        return answer_now(player, view, ask, desk)

    monkeypatch.setattr(RandomPlayer, "answer_now", answer_now)
    monkeypatch.setattr(RandomPlayer, "answer", answer)


@pytest.mark.usefixtures("_silent")
def test_a_game_that_breaks_is_told_saved_and_can_go_on(tmp_path: Path) -> None:
    arena = MachineGames(wanted(root=tmp_path))
    found = arena.play(7)
    assert isinstance(found, BrokenGame)
    assert found.seed == 7
    assert re.fullmatch(r"seat \d: the line is dead", found.reason)
    assert found.folder
    assert arena.in_progress is None
    resumed = resume(found.folder)
    resumed.folder.close()
    assert resumed.game.asks[0].kind == "vote"


@pytest.mark.usefixtures("_silent")
@pytest.mark.parametrize("on_dead", ["bot", "fallback"])
def test_others_take_over_where_that_is_wanted(on_dead: OnDeadWord) -> None:
    arena = MachineGames(wanted(on_dead=on_dead))
    for seed in (7, 8):
        found = played(arena.play(seed))
        replaced = {change.seat for change in found.took_over}
        assert {change.player for change in found.took_over} == (
            {"bot:normal"} if on_dead == "bot" else set()
        )
        assert [player for player in found.players if player != "random"] == ["bot:normal"] * len(
            replaced
        )


def test_a_game_in_whose_middle_somebody_stops_is_under_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def press(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(RandomPlayer, "answer_now", press)
    arena = MachineGames(wanted(root=tmp_path))
    with pytest.raises(KeyboardInterrupt):
        arena.play(1)
    assert arena.in_progress
    left = arena.in_progress.as_broken("Stopped")
    assert left.folder
    resume(left.folder).folder.close()


def test_what_comes_before_a_game_may_stop_it() -> None:
    def before() -> None:
        raise SeatError(1, "no")

    assert isinstance(MachineGames(wanted(), before).play(1), BrokenGame)


def test_a_deal_is_remembered_for_as_many_ways_of_sitting_as_fit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("wolfcore.arena.machine_games._MOST_SEATINGS", 2)
    data = wanted("classic9", seats=("Seer=bot:easy", "Witch=random", "Hunter=bot:hard"))
    arena = MachineGames(data)
    assert [arena.play(seed) for seed in range(3)] == [
        MachineGames(data).play(seed) for seed in range(3)
    ]


def test_players_are_made_once_for_all_games(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[SeatSpec] = []

    def count(spec: SeatSpec, **how: Any) -> Player:
        made.append(spec)
        return make_player(spec, **how)

    monkeypatch.setattr("wolfcore.seating.factory.make_player", count)
    arena = MachineGames(
        wanted("classic9", seats=("wolves=random", "village=bot:easy", "2=bot:hard"))
    )
    for seed in range(6):
        arena.play(seed)
    assert sorted(spec.text for spec in made) == ["bot:easy", "bot:hard", "random"]


def test_no_module_of_the_room_takes_the_name_of_something_that_it_offers() -> None:
    for module in pkgutil.iter_modules(wolfcore.arena.__path__):
        importlib.import_module(f"wolfcore.arena.{module.name}")
    assert not [
        name for name in wolfcore.arena.__all__ if inspect.ismodule(getattr(wolfcore.arena, name))
    ]

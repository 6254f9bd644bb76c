"""A player that breaks leaves its traceback in the game's folder, or on the terminal."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

from tests.wolftui.cli.running import Program
from wolfcore import play
from wolfcore.arena import BrokenGame
from wolfcore.bots.house import HouseBot
from wolfcore.errors import SeatError
from wolfcore.game import Answer, Ask, View
from wolfcore.players import Desk
from wolftui.__main__ import main
from wolftui.games.arrangement import PlayOptions
from wolftui.games.game_starts import start_game
from wolftui.games.takeover import TakeoverMenu
from wolftui.settings.paths import games_folder

TYPE_ERROR = "TypeError: 'NoneType' object is not iterable"


def _break(*_: Any) -> Answer:
    nothing: Any = None
    return next(Answer(each) for each in nothing)


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """House bots that break at every question."""
    monkeypatch.setattr(HouseBot, "answer_now", _break)


def errors_of(folder: Path) -> list[dict[str, Any]]:
    lines = (folder / "errors.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


class Broken:
    """A player of one's own that breaks."""

    name = "broken"

    def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
        return _break(view, ask, desk)

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        return _break(view, ask, desk)


def test_a_player_of_ones_own_leaves_its_traceback_in_the_folder(tmp_path: Path) -> None:
    with pytest.raises(SeatError):
        play("duel6", {3: Broken()}, seed=4, save_to=tmp_path)
    (error,) = errors_of(next(tmp_path.iterdir()))
    assert (error["seat"], error["done"]) == (3, "the game was stopped")
    assert error["detail"].startswith("Traceback (most recent call last):")
    assert "in _break" in error["detail"] and error["detail"].rstrip().endswith(TYPE_ERROR)


@pytest.mark.usefixtures("broken")
def test_the_message_says_where_the_traceback_lies(wolftui: Program) -> None:
    ran = wolftui("run", "--board", "duel6")
    assert ran.code == 1
    said = " ".join(ran.err.split())
    (folder,) = games_folder().iterdir()
    assert TYPE_ERROR in said
    assert f"The traceback is in {folder / 'errors.jsonl'}" in said
    assert "in _break" in errors_of(folder)[0]["detail"]


@pytest.mark.usefixtures("broken")
def test_a_game_that_a_person_watches_keeps_the_traceback(wolftui: Program) -> None:
    assert wolftui("play", "--plain", "--board", "duel6", typed=[]).code == 1
    (folder,) = games_folder().iterdir()
    assert "in _break" in errors_of(folder)[0]["detail"]


@pytest.mark.usefixtures("broken", "wolftui")
def test_without_a_folder_the_traceback_is_printed_after_the_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["run", "--board", "duel6", "--no-save"]) == 1
    sentence, _, trace = capsys.readouterr().err.partition(
        "\n\nTraceback (most recent call last):\n"
    )
    assert sentence.endswith("The game was not saved.")
    assert "in _break" in trace and trace.endswith(f"{TYPE_ERROR}\n")


def test_a_traceback_comes_back_from_a_worker_process() -> None:
    broken = BrokenGame(seed=4, reason="seat 3: its player failed", trace="Traceback ...")
    assert pickle.loads(pickle.dumps(broken)) == broken


@pytest.mark.usefixtures("broken")
@pytest.mark.parametrize("keep", [True, False])
def test_an_arena_says_where_the_traceback_of_a_broken_game_lies(
    wolftui: Program, tmp_path: Path, keep: bool
) -> None:
    plan = tmp_path / "a.toml"
    plan.write_text(
        f'boards = ["duel6"]\ndeals = 1\nkeep = {str(keep).lower()}\n'
        '[players]\na = "bot"\nb = "bot:easy"\n',
        encoding="utf-8",
    )
    ran = wolftui("arena", str(plan), "--into", str(tmp_path / "into"))
    assert ran.code == 1, "a script sees that no game came to its end"
    said = " ".join(ran.err.split())
    assert "2 games broke; game 0: " in said
    assert TYPE_ERROR in said
    if keep:
        errors = Path(said.partition("The traceback is in ")[2].removesuffix("."))
        assert "in _break" in errors_of(errors.parent)[0]["detail"]
    else:
        assert "traceback is not kept" in said


@pytest.mark.usefixtures("broken")
@pytest.mark.parametrize("keep", [True, False])
def test_whoever_chooses_who_takes_over_reads_where_the_traceback_lies(
    tmp_path: Path, keep: bool
) -> None:
    running = start_game(PlayOptions(seats=("*=bot",), seed=7, save=keep, games_root=tmp_path))
    running.session.pause("seat 4: it broke")
    broke = SeatError(4, "it broke")
    broke.__cause__ = TypeError("no")
    menu = TakeoverMenu(running)
    where = f" The traceback is in {running.path / 'errors.jsonl'}." if running.path else ""
    assert menu.reason_text(broke) == f"seat 4: it broke.{where}"
    assert menu.reason_text(SeatError(4, "no answer")) == "seat 4: it broke."
    running.close()

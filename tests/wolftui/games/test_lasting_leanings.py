"""The leanings of house bots last over a person's games of `play`, and nowhere else."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.wolftui.games.test_told import Person
from tests.wolftui.words.telling import open_gate
from wolfcore import play
from wolfcore.arena import MachineGames, PlayedGame
from wolfcore.bots import HouseBot
from wolfcore.bots.profiles import leanings_of, manners_by_seat
from wolfcore.errors import GameStopped
from wolfcore.experiments.series import OpenSeries, Plan
from wolfcore.game import Ask
from wolfcore.players import Desk
from wolfcore.records import About, SeatSpec, read_about, read_game
from wolfcore.table import verify
from wolftui.games import deal_numbers, game_starts
from wolftui.games.arrangement import Arrangement, PlayOptions
from wolftui.games.game_queue import GameQueue, guided_game
from wolftui.games.game_starts import fork_saved, lasting_leanings, resume_saved, start_game
from wolftui.games.running_game import RunningGame
from wolftui.games.series_games import SeriesGames
from wolftui.settings.endpoints import ModelSettings


def options(root: Path, *seats: str, seed: int | None = None, save: bool = True) -> PlayOptions:
    """A game of house bots on sla7 with a person on seat 4, or other seats."""
    return PlayOptions(
        board="sla7",
        seed=seed,
        seats=seats or ("4=human",),
        deal="4=Werewolf",
        games_root=root,
        save=save,
    )


def key_of(running: RunningGame) -> str:
    """The key in the folder of a game that is not played on."""
    running.close()
    assert running.folder and running.folder.about
    return running.folder.about.leanings


def test_the_newest_saved_key_is_handed_on_and_without_one_a_new_one_is_drawn(
    tmp_path: Path,
) -> None:
    first = key_of(start_game(options(tmp_path)))
    assert len(first) == 16
    assert key_of(start_game(options(tmp_path, "4=bot"))) == ""
    assert key_of(start_game(options(tmp_path))) == first
    assert key_of(start_game(options(tmp_path / "else"))) != first
    shutil.rmtree(tmp_path)
    assert key_of(start_game(options(tmp_path))) != first


def test_a_damaged_game_hands_nothing_on(tmp_path: Path) -> None:
    first = key_of(start_game(options(tmp_path)))
    (damaged,) = tmp_path.iterdir()
    (damaged / "about.json").write_bytes(b"{")
    assert lasting_leanings(tmp_path) != first


def test_only_the_newest_games_are_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = key_of(start_game(options(tmp_path)))
    monkeypatch.setattr(game_starts, "MAX_SCANNED", 2)
    key_of(start_game(options(tmp_path, "4=bot")))
    assert lasting_leanings(tmp_path) == first
    key_of(start_game(options(tmp_path, "4=bot")))
    assert lasting_leanings(tmp_path) != first


def _series_game(root: Path) -> RunningGame:
    plan = Plan(
        kind="helmsman",
        board="helmsman7",
        games=2,
        seat=4,
        seats=("4=human",),
        others="bot:normal",
        version="1",
    )
    study = OpenSeries(root / "series", plan)
    try:
        return SeriesGames(study, ModelSettings()).next()
    finally:
        study.close()


def _queued(root: Path, *, games: int, seed: int | None) -> RunningGame:
    """The last game of a queue, which counts seeds up from a stated one."""
    queue = GameQueue(Arrangement(options(root)), games, seed)
    for _ in range(games - 1):
        queue.next().close()
    return queue.next()


def _beyond(root: Path) -> RunningGame:
    """One more game after the queue of a stated seed, with a drawn one."""
    queue = GameQueue(Arrangement(options(root)), 1, 7)
    queue.next().close()
    return queue.next()


WAYS: dict[str, tuple[Callable[[Path], RunningGame], bool]] = {
    "play": (lambda root: start_game(options(root)), True),
    "two people": (lambda root: start_game(options(root, "1=human,2=human")), True),
    "several games": (lambda root: _queued(root, games=2, seed=None), True),
    "one more game": (_beyond, True),
    "watched": (lambda root: start_game(options(root, "4=bot")), False),
    "stated seed": (lambda root: start_game(options(root, seed=7)), False),
    "seed of one game": (lambda root: start_game(options(root), 7), False),
    "seeds in a row": (lambda root: _queued(root, games=2, seed=7), False),
    "run": (lambda root: start_game(replace(options(root, "4=bot"), people=False)), False),
    "series": (_series_game, False),
}
"""How games begin, and whether their bots lean as in earlier games."""


@pytest.mark.parametrize("way", WAYS)
def test_a_key_is_written_for_games_of_play_with_a_person_and_a_drawn_seed_alone(
    way: str, tmp_path: Path
) -> None:
    starts, is_kept = WAYS[way]
    assert bool(key_of(starts(tmp_path))) == is_kept


def test_the_guided_game_leans_as_its_seed_says() -> None:
    running = guided_game()
    assert not running.folder and not _leans_under_key(running)


def test_games_of_an_arena_and_of_the_library_have_no_key(tmp_path: Path) -> None:
    request = Arrangement(options(tmp_path / "run", "4=bot", seed=5)).arena_request("stop")
    found = MachineGames(request).play(5)
    assert isinstance(found, PlayedGame) and found.folder
    play("sla7", seed=5, save_to=tmp_path / "api")
    (saved,) = (tmp_path / "api").iterdir()
    for folder in (found.folder, saved):
        about = read_about(folder)[0]
        assert isinstance(about, About) and not about.leanings
        assert b"leanings" not in (folder / "about.json").read_bytes()


def _leans_under_key(running: RunningGame) -> bool:
    """Whether a bot that takes over seat 2 leans otherwise than the names alone say."""
    bot = running.replacement(SeatSpec("bot")).player
    assert isinstance(bot, HouseBot)
    ask = Ask("d1.speak.2", 2, "speak", 1, "discussion", (0,))
    mind = bot.mind(running.game.view(2), ask, Desk.of_seed(ask, 1))
    names = running.spec.names
    assert mind.manner == manners_by_seat(names)[1]
    key = running.folder.about.leanings if running.folder and running.folder.about else ""
    assert mind.leanings == leanings_of(names, 2, mind.manner, key)
    return mind.leanings != leanings_of(names, 2, mind.manner)


async def _left(root: Path) -> RunningGame:
    running = start_game(options(root))
    with pytest.raises(GameStopped):
        await running.play(Person("d1.speak.4"), gate=open_gate)
    running.close()
    return running


async def test_a_bot_that_takes_over_leans_as_the_game_began(tmp_path: Path) -> None:
    running = await _left(tmp_path)
    path = running.path
    assert path and _leans_under_key(running)
    resumed = resume_saved(path, ("4=bot",))
    resumed.close()
    assert _leans_under_key(resumed)
    resumed.play_now()
    saved = read_game(path)
    assert saved.about and saved.about.leanings == key_of(running)
    forked = fork_saved(saved, "d1.speak.4", root=tmp_path / "forks")
    assert key_of(forked) == saved.about.leanings
    assert _leans_under_key(forked)


def _hand_on(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def handed_on(root: Path) -> str:
        assert root.name
        return key

    monkeypatch.setattr(game_starts, "lasting_leanings", handed_on)


def _first_number() -> int:
    return 12


async def test_a_resumed_game_with_a_key_goes_on_as_one_that_nobody_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under another key, the same game goes otherwise."""
    monkeypatch.setattr(deal_numbers, "draw_deal_number", _first_number)
    whole: list[RunningGame] = []
    for key in ("ours", "theirs"):
        _hand_on(key, monkeypatch)
        whole.append(start_game(options(tmp_path, save=False)))
        await whole[-1].play(Person(), gate=open_gate)
    _hand_on("ours", monkeypatch)
    path = (await _left(tmp_path)).path
    assert path
    _hand_on("theirs", monkeypatch)
    resumed = resume_saved(path)
    await resumed.play(Person(), gate=open_gate)
    resumed.close()
    assert resumed.game.log == whole[0].game.log
    assert resumed.game.log != whole[1].game.log
    assert verify(read_game(path)).finished

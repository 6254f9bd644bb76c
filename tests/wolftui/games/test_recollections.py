"""What the bots of a new game know of a person's last one: true, of the newest game alone, and kept
with the game."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.wolftui.games.test_lasting_leanings import options
from wolfcore.bots import HouseBot
from wolfcore.bots.talk.replies import RECOLLECTIONS
from wolfcore.game import Ask, Game, get_board, make_spec, team_of
from wolfcore.players import Desk, RandomPlayer
from wolfcore.records import (
    ForkParent,
    GameFolder,
    NewGame,
    Recollection,
    SeatSpec,
    read_about,
    read_game,
)
from wolfcore.table import play_now
from wolftui.games.game_starts import fork_saved, last_recollection, resume_saved, start_game
from wolftui.games.running_game import RunningGame


def save_game(
    root: Path, seed: int, *, seats: tuple[int, ...] = (2,), name: str = "Zoe", over: bool = True
) -> Game:
    """Save a game of sla7 with people on some seats, for whom dice answer."""
    spec = make_spec(get_board("sla7"), seed, people={**dict.fromkeys(seats), seats[0]: name})
    players = [SeatSpec("human" if seat in seats else "random") for seat in range(1, 8)]
    game = Game(spec)
    with GameFolder.create(root, NewGame(spec, players, "test")) as folder:
        if over:
            play_now(game, dict.fromkeys(range(1, 8), RandomPlayer()), folder)
    return game


def truth(game: Game, seat: int) -> str:
    """What became of a seat, by the state of the game."""
    state = game.state
    role, winner = state.roles[seat], state.winner
    falls = [fall for fall in state.deaths if fall.seat == seat]
    assert role
    if team_of(role) == "wolves":
        if winner == "wolves":
            return "pack_won"
        return "pack_caught" if any(fall.cause == "exiled" for fall in falls) else ""
    for fall in falls:
        if fall.cause == "exiled":
            return "exiled"
        return "first_night" if fall.day == 1 and fall.at_night else ""
    return "village_won" if winner == "village" else ""


def test_what_is_recalled_is_so(tmp_path: Path) -> None:
    kinds = set[str]()
    for seed in range(60):
        game = save_game(tmp_path / str(seed), seed)
        expected = truth(game, 2)
        found = last_recollection(tmp_path / str(seed), 5)
        assert found == (Recollection(5, expected) if expected else None), seed
        kinds.add(expected)
    assert kinds == {*RECOLLECTIONS, ""}


TOLD_SEED = 3
"""The seed of a game of which there is something to recall."""


def test_nothing_is_recalled_where_it_might_not_be_the_person_s_last_game(tmp_path: Path) -> None:
    names = make_spec(get_board("sla7"), 9, people={4: "Zoe"}).names
    assert last_recollection(tmp_path / "nowhere", 4) is None
    save_game(tmp_path, TOLD_SEED)
    assert last_recollection(tmp_path, 4)
    assert last_recollection(tmp_path, 4, names)
    others = tuple(name if name != "Zoe" else "Yan" for name in names)
    assert last_recollection(tmp_path, 4, others) is None
    save_game(tmp_path, TOLD_SEED, over=False)
    assert last_recollection(tmp_path, 4) is None
    save_game(tmp_path, TOLD_SEED)
    assert last_recollection(tmp_path, 4)
    save_game(tmp_path, TOLD_SEED, seats=(2, 3))
    assert last_recollection(tmp_path, 4) is None


def test_of_a_fork_nothing_is_recalled(tmp_path: Path) -> None:
    save_game(tmp_path, TOLD_SEED)
    (folder,) = tmp_path.iterdir()
    with GameFolder.open(folder) as opened:
        assert opened.about
        opened.rewrite_about(replace(opened.about, fork=ForkParent("other", "d1.vote.2")))
    assert last_recollection(tmp_path, 4) is None


def test_of_a_damaged_game_nothing_is_recalled(tmp_path: Path) -> None:
    save_game(tmp_path, TOLD_SEED)
    (folder,) = tmp_path.iterdir()
    (folder / "game.jsonl").write_bytes(b"{}\n")
    assert last_recollection(tmp_path, 4) is None
    (folder / "about.json").write_bytes(b"{")
    assert last_recollection(tmp_path, 4) is None


def _known(running: RunningGame) -> tuple[int, str] | None:
    """What a bot on seat 2 may recall."""
    bot = running.replacement(SeatSpec("bot")).player
    assert isinstance(bot, HouseBot)
    ask = Ask("d1.speak.2", 2, "speak", 1, "discussion", (0,))
    return bot.mind(running.game.view(2), ask, Desk.of_seed(ask, 1)).record.recollection


def test_it_is_kept_with_the_game_and_not_recalled_of_a_bot_in_the_seat(tmp_path: Path) -> None:
    save_game(tmp_path, TOLD_SEED)
    kept = last_recollection(tmp_path, 4)
    assert kept
    running = start_game(options(tmp_path))
    running.close()
    path, known = running.path, (4, kept.kind)
    assert path and _known(running) == known
    about = read_about(path)[0]
    assert about and about.recollection == kept
    resumed = resume_saved(path)
    resumed.close()
    assert _known(resumed) == known
    replaced = resume_saved(path, ("4=bot",))
    assert _known(replaced) is None
    assert replaced.play_now()
    replaced.close()
    assert last_recollection(tmp_path, 4) is None, "a bot played it to the end"
    forked = fork_saved(read_game(path), "d1.speak.4", ("4=human",), root=tmp_path / "forks")
    forked.close()
    assert _known(forked) == known


@pytest.mark.parametrize("seats", ["1=human,2=human", "4=bot"])
def test_at_other_tables_nothing_is_recalled(seats: str, tmp_path: Path) -> None:
    save_game(tmp_path, TOLD_SEED)
    running = start_game(options(tmp_path, seats))
    running.close()
    assert _known(running) is None
    assert _known(start_game(options(tmp_path, seed=7, save=False))) is None


def test_a_seat_that_is_not_there_makes_about_json_damaged(tmp_path: Path) -> None:
    save_game(tmp_path, TOLD_SEED)
    running = start_game(options(tmp_path))
    running.close()
    assert running.path
    file = running.path / "about.json"
    file.write_text(file.read_text().replace('"seat": 4', '"seat": 44'))
    assert read_about(running.path) == (
        None,
        "about.json is damaged and left out (there is no seat 44).",
    )

"""A learned policy at the table: whole games, the same ones again, and nothing loaded that nobody
asked for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.core.agents.policy.nets import drawn_checkpoint
from wolfcore.agents import Turn
from wolfcore.agents.policy import PolicyChooser, load_checkpoint, save_checkpoint
from wolfcore.agents.policy.act_features import ActsDescriber, act_lengths
from wolfcore.agents.policy.choosers import index_for_draw
from wolfcore.agents.policy.network import PolicyInput
from wolfcore.agents.policy_files import FIRST_LAYOUT, checkpoint_file
from wolfcore.agents.policy_results import DEFAULT_POLICY, POLICY_OF_BOARD
from wolfcore.arena import BrokenGame, GameTemplate, MachineGames
from wolfcore.bots import HouseThinker
from wolfcore.errors import ConfigError
from wolfcore.extras import install_hint
from wolfcore.game import Game, board_names, get_board, make_spec
from wolfcore.players import SyncPlayer
from wolfcore.seating import make_quick_agent, parse_player
from wolfcore.table import play_now


@pytest.mark.slow
@pytest.mark.parametrize(
    "word", ["sla:bots=hard", "sla:bots=easy:record=whole", "atomic:bots:select=policy"]
)
@pytest.mark.parametrize("board", board_names())
def test_whole_games_on_every_board(board: str, word: str, tmp_path: Path) -> None:
    file = tmp_path / "a.safetensors"
    save_checkpoint(file, drawn_checkpoint())
    wanted = GameTemplate(board=get_board(board), seats=(f"*={word}:policy={file}",))
    games = [MachineGames(wanted).play(seed) for seed in (1, 2)]
    assert not any(isinstance(game, BrokenGame) for game in games)
    assert games == [MachineGames(wanted).play(seed) for seed in (1, 2)]


def _choices(word: str, seed: int, board: str = "sla7") -> list[tuple[Turn, PolicyInput, int]]:
    """What a table of one player sees and chooses."""
    noted: list[tuple[Turn, PolicyInput, int]] = []
    network = drawn_checkpoint().network()

    def choosing(thinker: HouseThinker, _: str) -> PolicyChooser:
        return PolicyChooser(
            network,
            ActsDescriber(thinker, FIRST_LAYOUT),
            lambda turn, _, seen, chosen: noted.append((turn, seen, chosen.position)),
        )

    game = Game(make_spec(get_board(board), seed))
    player: SyncPlayer = make_quick_agent(parse_player(word), choosing)
    play_now(game, dict.fromkeys(range(1, game.spec.board.size + 1), player))
    return noted


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "policy"), [("sla7", "sla-acts"), ("helmsman7", "sla-acts"), ("xu7", "xu7-acts")]
)
def test_a_board_has_the_policy_that_learned_on_it(board: str, policy: str) -> None:
    def played(word: str, seed: int) -> object:
        game = Game(make_spec(get_board(board), seed))
        play_now(
            game,
            dict.fromkeys(range(1, game.spec.board.size + 1), make_quick_agent(parse_player(word))),
        )
        return game.log

    other = {"sla-acts": "xu7-acts", "xu7-acts": "sla-acts"}[policy]
    usual = [played("sla:bots", seed) for seed in range(4)]
    assert usual == [played(f"sla:bots:candidates=8:policy={policy}", seed) for seed in range(4)]
    assert usual != [played(f"sla:bots:candidates=8:policy={other}", seed) for seed in range(4)]


def test_the_policies_of_boards_learned_on_them() -> None:
    assert load_checkpoint(checkpoint_file(DEFAULT_POLICY)).about.board == "sla7"
    assert {
        board: load_checkpoint(checkpoint_file(name)).about.board
        for board, name in POLICY_OF_BOARD.items()
    } == {each: each for each in POLICY_OF_BOARD}


@pytest.mark.slow
@pytest.mark.parametrize("board", board_names())
def test_every_number_is_bounded_and_every_candidate_is_seen(board: str) -> None:
    for word in ("sla:bots=hard", "atomic:bots:select=policy"):
        for turn, seen, place in _choices(word, 3, board):
            assert [len(seen.player), len(seen.state), seen.candidates.shape[1]] == list(
                act_lengths(FIRST_LAYOUT)
            )
            assert len(seen.candidates) == len(turn.candidates) > place >= 0
            for numbers in seen:
                assert ((numbers >= 0) & (numbers <= 1)).all()


def test_candidates_that_differ_look_different() -> None:
    """Deeds and ballots always; words where what they do differs, which is not always so."""
    same = alike = 0
    for seed in range(6):
        for turn, seen, _ in _choices("sla:bots=hard:record=whole", seed):
            rows = {row[3:].tobytes() for row in seen.candidates}
            if turn.candidates[0].text:
                same, alike = same + 1, alike + (len(rows) < len(turn.candidates))
            elif turn.ask.kind in ("kill", "check", "protect"):
                continue  # by night seats may be alike in all that is known of them
            else:
                assert len({each.choice for each in turn.candidates}) == len(turn.candidates)
    assert same > 40
    assert alike < same / 3


def test_a_draw_falls_by_its_share() -> None:
    shares = np.array([0.5, 0.25, 0.25], np.float32)
    assert [
        index_for_draw(shares, chance) for chance in (0.0, 0.49, 0.5, 0.74, 0.75, 0.999999)
    ] == [0, 0, 1, 1, 2, 2]
    assert index_for_draw(np.array([0.1, 0.2], np.float32), 0.99) == 1


_LOADED = """
import sys
from wolfcore.arena import MachineGames, GameTemplate
from wolfcore.game import get_board
MachineGames(GameTemplate(board=get_board("sla7"), seats=({seat!r},))).play(1)
print(*[name for name in ("torch", "numpy", "safetensors", "pettingzoo", "sentence_transformers") if name in sys.modules])
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seat", "loads"),
    [("*=sla:bots=hard", "numpy safetensors"), ("*=bot:hard", ""), ("*=sla-llm:bots", "")],
)
def test_nothing_is_loaded_that_nobody_asked_for(seat: str, loads: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _LOADED.format(seat=seat)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == loads


_MISSING = """
import sys
sys.modules[{name!r}] = None
from wolfcore.errors import ConfigError
from wolfcore.seating import make_player, parse_player
try:
    make_player(parse_player("sla:bots"))
except ConfigError as error:
    print(error)
"""


@pytest.mark.slow(only=("safetensors",))
@pytest.mark.parametrize("name", ["numpy", "safetensors"])
def test_what_is_not_installed_is_one_line(name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _MISSING.format(name=name)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert (
        done.stdout == f"seat: a learned policy needs {name}, which is not installed. "
        f"{install_hint('learned')}\n"
    )


def test_a_policy_without_a_choice_is_refused() -> None:
    from wolfcore.seating import make_player

    with pytest.raises(ConfigError, match="names a policy, but does not choose by a policy"):
        make_player(parse_player("sla-llm:bots:policy=sla-acts"))

"""An arena's games are played by one set of roles: on workers, and when it is resumed."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

import wolfcore.game.roles
from tests.new_roles.in_process import MEDIUM, add_roles, remove_role
from wolfcore.arena import ArenaPlan
from wolfcore.arena.remote_games import make_remote_player
from wolfcore.arena.runner import ArenaRun
from wolfcore.errors import ConfigError
from wolfcore.game import ROLES, Board
from wolfcore.game.roles import Role

BOARD = Board("own", ("Werewolf", "Werewolf", "Seer", MEDIUM, *["Villager"] * 3))
PLAN = ArenaPlan(
    boards=("own",), own={"own": BOARD}, deals=1, players={"a": "random", "b": "random"}
)


def test_a_worker_plays_no_game_with_other_roles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as there:
        add_roles(there)
        run = ArenaRun(tmp_path, PLAN)
        run.close()
        setup = vars(run)["_setup"]
        assert setup.roles == {MEDIUM: ROLES[MEDIUM].digest}
        assert make_remote_player(setup)(0).row.board == "own"
        there.setitem(ROLES, MEDIUM, Role(MEDIUM, "village", "protect"))
        with pytest.raises(ConfigError, match="a worker has other rules for the role Medium"):
            make_remote_player(setup)
    remove_role(monkeypatch, MEDIUM)
    with pytest.raises(ConfigError, match="a worker has no file of the role Medium"):
        make_remote_player(setup)


def test_an_arena_is_not_resumed_with_other_roles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # An arena file is read with the roles of files alone: here the Seer is one beyond the first.
    monkeypatch.setattr(wolfcore.game.roles, "layout_roles", lambda: ("Werewolf", "Villager"))
    plan = replace(PLAN, boards=("sla7",), own={})
    for _ in range(2):
        ArenaRun(tmp_path, plan).close()
    before = ROLES["Seer"].digest
    monkeypatch.setitem(ROLES, "Seer", Role("Seer", "village", "protect"))
    with pytest.raises(ConfigError, match=f"the role `Seer` was {before} and is"):
        ArenaRun(tmp_path, plan)

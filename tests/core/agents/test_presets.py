"""Every preset plays whole games, and what it keeps between asks is in its answers alone."""

from __future__ import annotations

import pytest

from core.agents import PRESETS, LanguagePlayer, read_options
from core.game import Game, get_board, make_spec
from core.players import Player
from core.players.conformance import check_player
from core.table import Table
from tests.core.agents.remembering import ListedExperiences, SharedWords
from tests.core.agents.replies import model


def player_of(name: str, *words: str) -> Player:
    settings = read_options(words, PRESETS[name].settings)
    return LanguagePlayer(model(), settings, embedder=SharedWords(), experiences=ListedExperiences())


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_keeps_the_contract_of_a_machine_player(name: str) -> None:
    check_player(lambda: player_of(name), seeds=(1,))


@pytest.mark.parametrize("board", ["duel6", "sla7", "helmsman7", "xu7", "plus8", "arena8"])
@pytest.mark.parametrize("name", PRESETS)
async def test_every_preset_plays_every_kind_of_board_to_its_end(name: str, board: str) -> None:
    game = Game(make_spec(get_board(board), 3))
    seat = player_of(name)
    result = await Table(game, dict.fromkeys(range(1, game.spec.board.size + 1), seat)).run()
    assert result

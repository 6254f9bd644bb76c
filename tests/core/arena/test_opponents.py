"""Pool 1: its deals, its tables, and its opponents, who never play otherwise."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from itertools import islice

import pytest

from wolfcore.arena import ScheduledGames, check_arena
from wolfcore.arena.game_rows import ArenaPlayer, ArenaSetup
from wolfcore.arena.opponents import RATED, REFERENCE, rating_plan, read_pool
from wolfcore.game import get_board

POOL = read_pool()


def test_the_player_has_each_chair_and_each_role_as_often_as_the_board_has_it() -> None:
    plan = rating_plan(POOL, "random")
    check_arena(plan)
    games = ScheduledGames(plan)
    chairs, roles, others = Counter[int](), Counter[str](), Counter[str]()
    for rated, reference in zip(islice(games, 0, None, 2), islice(games, 1, None, 2), strict=True):
        place = rated.players.index(RATED)
        assert reference.players.index(REFERENCE) == place
        assert (rated.roles, rated.seed) == (reference.roles, reference.seed)
        assert rated.players[:place] + rated.players[place + 1 :] == (
            reference.players[:place] + reference.players[place + 1 :]
        )
        chairs[place] += 1
        roles[rated.roles[place]] += 1
        others.update(rated.players)
    assert set(chairs.values()) == {POOL.deals // 9}
    board = Counter(get_board(POOL.board).roles)
    assert roles == {role: count * POOL.deals // 9 for role, count in board.items()}
    assert {others[name] for name in POOL.opponents} == {POOL.deals * 8 // 6}


@pytest.mark.skipif(not POOL.is_current, reason="the wheel of the pool plays, not this program")
def test_bots_that_play_otherwise_have_another_version_than_the_pool() -> None:
    """Where this fails, raise `wolfcore.bots.BOTS_VERSION` (or that of the reader or the rules)."""
    player = ArenaPlayer(ArenaSetup(plan=rating_plan(POOL, POOL.reference)))
    digests = sha256()
    for deal in range(9):
        rated, reference = player.play(2 * deal), player.play(2 * deal + 1)
        assert rated.digest == reference.digest
        digests.update(reference.digest.encode())
    assert digests.hexdigest() == POOL.games

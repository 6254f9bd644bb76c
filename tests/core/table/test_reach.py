"""What a player is handed leads to no seed, to no role that it may not know, and to nothing that
two seats could change."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from hashlib import blake2b

import pytest

from tests.core.table.reachable import reachable
from wolfcore.bots import HouseBot
from wolfcore.game import (
    Answer,
    Ask,
    Dice,
    Entry,
    Game,
    GameSpec,
    View,
    board_names,
    deal_roles,
    dice_of,
    get_board,
    make_spec,
)
from wolfcore.game import facts as f
from wolfcore.players import Desk, Player, RandomPlayer, SyncPlayer
from wolfcore.table import Table, TableOptions, Watcher, play_now

SEED = 0x1F2E_3D4C_5B6A_7988
KEYS = {SEED, *(SEED.to_bytes(size, order) for size in (8, 16, 64) for order in ("little", "big"))}
CONSTANT = (str, bytes, int, float, type(None), tuple, frozenset)
BOARDS = ("sla7", "helmsman7", "classic12", "arena8", "duel6")


class Spy:
    """Plays by another player, and keeps what it is handed as long as the game lasts.

    Args:
        player: Who answers.
        look: Called with view, ask and desk of every ask, before it is answered.
    """

    def __init__(self, player: SyncPlayer, look: Callable[[View, Ask, Desk], None]) -> None:
        self._player, self._look = player, look

    async def answer(self, view: View, ask: Ask, desk: Desk) -> Answer:
        return self.answer_now(view, ask, desk)

    def answer_now(self, view: View, ask: Ask, desk: Desk) -> Answer:
        self._look(view, ask, desk)
        return self._player.answer_now(view, ask, desk)


def spec_of(board: str) -> GameSpec:
    return make_spec(get_board(board), SEED)


def play(spec: GameSpec, player: Player, how: str) -> Game:
    game, seats = Game(spec), range(1, spec.board.size + 1)
    if how == "at once":
        assert isinstance(player, SyncPlayer)
        play_now(game, dict.fromkeys(seats, player))
    else:
        asyncio.run(
            Table(
                game, dict.fromkeys(seats, player), options=TableOptions(watchers=(Watcher(),))
            ).run()
        )
    return game


@pytest.mark.slow(only=("arena8-at a table", "arena8-at once"))
@pytest.mark.parametrize("how", ["at once", "at a table"])
@pytest.mark.parametrize("board", BOARDS)
def test_nothing_that_is_handed_to_a_player_leads_to_the_seed_or_to_others_roles(
    board: str, how: str
) -> None:
    spec = spec_of(board)
    roles = deal_roles(spec)
    looked = 0

    def look(view: View, ask: Ask, desk: Desk) -> None:
        nonlocal looked
        looked += 1
        may = {id(fact) for fact in view.facts} | {id(own.answer) for own in view.answered}
        assert view.state.roles[ask.seat] == roles[ask.seat - 1]
        for thing in reachable(view, ask, desk):
            assert not (isinstance(thing, int | bytes) and thing in KEYS), f"{ask.id}: the seed"
            assert not isinstance(thing, Game | GameSpec | Entry | Table), (
                f"{ask.id}: {type(thing)}"
            )
            assert not (isinstance(thing, f.Fact) and id(thing) not in may), f"{ask.id}: {thing}"
            assert thing != roles, f"{ask.id}: the deal"
            assert thing != (None, *roles) or thing == view.state.roles, f"{ask.id}: the deal"

    play(spec, Spy(RandomPlayer(), look), how)
    assert looked > 5


@pytest.mark.parametrize("how", ["at once", "at a table"])
@pytest.mark.parametrize("board", BOARDS)
def test_no_two_seats_hold_anything_in_common_that_can_be_changed(board: str, how: str) -> None:
    held: dict[int, list[object]] = {}

    def look(view: View, ask: Ask, desk: Desk) -> None:
        assert view.facts
        held[ask.seat] = [thing for thing in reachable(view, ask, desk) if not _is_settled(thing)]

    play(spec_of(board), Spy(RandomPlayer(), look), how)
    seats = sorted(held)
    assert len(seats) > 4
    assert all(held[seat] for seat in seats)
    for seat in seats:
        mine = {id(thing): thing for thing in held[seat]}
        for other in seats[seat:]:
            assert [mine[id(thing)] for thing in held.get(other, []) if id(thing) in mine] == []


def _is_settled(thing: object) -> bool:
    """Whether nobody can change a thing itself."""
    frozen = getattr(type(thing), "__struct_config__", None)
    return isinstance(thing, CONSTANT) or bool(frozen and frozen.frozen)


def test_a_player_that_spoils_its_view_spoils_nobody_else_s() -> None:
    spec = spec_of("sla7")
    heard: list[Sequence[f.Fact]] = []

    def spoil(view: View, ask: Ask, desk: Desk) -> None:
        del desk
        if ask.seat == 1:
            view.facts.clear()
            view.facts.append(f.Said(2, "speak", "I am a wolf"))
        else:
            heard.append(tuple(view.facts))

    spoilt = play(spec, Spy(RandomPlayer(), spoil), "at once")
    assert list(spoilt.log) == list(play(spec, RandomPlayer(), "at once").log)
    assert heard
    assert not any(fact == f.Said(2, "speak", "I am a wolf") for facts in heard for fact in facts)


def test_the_dice_of_an_ask_draw_for_no_other_scope() -> None:
    """Whatever a player feeds the hash in its dice, it gets no draw of the moderator's and none of
    a longer ask id."""
    mine: Dice = dice_of(SEED, "d1.vote.1")
    (fed,) = [thing for thing in reachable(mine) if isinstance(thing, blake2b)]
    for scope, more in (
        ("d1.vote.10", "0\0choice"),
        ("d1.vote.1.suspect", ".suspect\0choice"),
        ("", "\0choice"),
    ):
        longer = fed.copy()
        longer.update(more.encode())
        assert int.from_bytes(longer.digest(), "little") % 2**60 != dice_of(SEED, scope).draw(
            "choice", 2**60
        )


@pytest.mark.parametrize("board", board_names())
def test_house_bots_and_random_players_hold_no_seed(board: str) -> None:
    for player in (HouseBot(), RandomPlayer()):
        play(spec_of(board), player, "at once")
        assert not any(
            isinstance(thing, int | bytes) and thing in KEYS for thing in reachable(player)
        )

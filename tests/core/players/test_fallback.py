"""What a seat does when its player's answer cannot be taken."""

from __future__ import annotations

import pytest

from tests.core.players.sitters import a_spec
from wolfcore.game import Answer, Ask, AskKind, Game, board_names, dice_of
from wolfcore.players import Desk, fallback_answer


def ask(kind: AskKind, options: tuple[int, ...], seat: int = 3) -> Ask:
    return Ask(f"d1.{kind}.{seat}", seat, kind, 1, "vote", options)


@pytest.mark.parametrize("kind", ["kill", "check", "protect", "save", "poison"])
def test_a_deed_is_drawn_from_all_options_no_one_included(kind: AskKind) -> None:
    options = (0, 2, 5, 6)
    drawn = {fallback_answer(ask(kind, options), dice_of(seed)).choice for seed in range(60)}
    assert drawn == set(options)


@pytest.mark.parametrize("kind", ["shoot", "vote", "lean", "elect"])
def test_a_shot_is_held_and_a_ballot_withheld_where_legal_else_drawn(kind: AskKind) -> None:
    assert {fallback_answer(ask(kind, (0, 2, 5)), dice_of(seed)).choice for seed in range(20)} == {
        0
    }
    assert {fallback_answer(ask(kind, (2, 5)), dice_of(seed)).choice for seed in range(20)} == {
        2,
        5,
    }


@pytest.mark.parametrize(
    ("options", "heir"),
    [((1, 2, 5, 7), 5), ((1, 2), 1), ((0, 1, 2), 1), ((0, 7), 7), ((7, 5, 1), 5)],
)
def test_a_badge_goes_to_the_next_higher_living_seat_in_a_circle(
    options: tuple[int, ...], heir: int
) -> None:
    assert fallback_answer(ask("badge", options), dice_of(1)).choice == heir


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("run", (0, 1)),
        ("order", (0, 1)),
        ("bid", (0, 1, 2, 3, 4)),
        ("summarise", (0, 2, 5)),
        ("speak", (0,)),
    ],
)
def test_all_else_is_no_left_zero_and_silence(kind: AskKind, options: tuple[int, ...]) -> None:
    assert fallback_answer(ask(kind, options), dice_of(1), "timeout") == Answer(0, how="timeout")


@pytest.mark.parametrize("board", board_names())
def test_a_game_of_fallbacks_alone_is_legal_and_ends(board: str) -> None:
    spec = a_spec(board)
    game = Game(spec)
    while game.asks:
        game.submit(
            {ask.id: fallback_answer(ask, Desk.of_seed(ask, spec.seed).dice) for ask in game.asks}
        )
    assert game.result is not None

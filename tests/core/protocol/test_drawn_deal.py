"""What a guest checks at the end, beside the numbers, which the games of friends test."""

from __future__ import annotations

from wolfcore.game import Game, get_board
from wolfcore.protocol import (
    Pledge,
    Record,
    SeenGame,
    commitment_of,
    deal_problem,
    draw_deal,
    new_number,
)
from wolfcore.protocol.drawn_deal import terms_of


def test_what_was_shown_of_the_log_has_to_be_what_was_played() -> None:
    board, people = get_board("duel6"), ("Hana", "Ada")
    numbers = (new_number(), new_number())
    deal = draw_deal(numbers, board, people)
    game, seat = Game(deal.spec), deal.chairs[1]
    pledge = Pledge(numbers[1], tuple(map(commitment_of, numbers)), terms_of(board, people))
    record = Record(deal.spec, numbers, people, (), ())
    facts = game.view(seat).facts
    for log, problem in (
        (game.log, ""),
        (game.log[:3], ""),
        (game.log[1:], "what you saw is not what was played"),
    ):
        seen = SeenGame(board, deal.spec.names, seat, facts, log)
        assert deal_problem(pledge, record, seen, game) == problem

"""One bot on many chairs: what it keeps in common for them changes no answer, at one table or at several."""

from __future__ import annotations

from itertools import zip_longest

from wolfcore.bots import HouseBot
from wolfcore.bots.belief.common import CommonTable
from wolfcore.bots.belief.evidence import evidence
from wolfcore.bots.belief.likelihoods import DEFAULT
from wolfcore.bots.belief.posterior import Knowledge
from wolfcore.bots.belief.record import Record
from wolfcore.bots.belief.witness import for_all, witness
from wolfcore.game import Answer, Fact, Game, get_board, make_spec
from wolfcore.game import facts as f
from wolfcore.players import Desk

NAMES = ("Ada", "Bram", "Cleo", "Dov", "Elif", "Fay", "Gil")
FIRST: list[Fact] = [f.Began(0, "setup"), f.Began(1, "night"), f.Began(1, "dawn"), f.QuietNight(1), f.Began(1, "discussion")]


def table() -> CommonTable:
    """A table of `sla7` at which nothing has happened."""
    return CommonTable(get_board("sla7"), NAMES, DEFAULT, heeds_behaviour=True)


def test_two_games_of_one_deal_that_part_are_played_side_by_side_as_by_fresh_bots() -> None:
    """They begin with equal facts, so that one bot takes them for one table until their ballots differ."""
    here, there = (Game(make_spec(get_board("sla7"), 5)) for _ in range(2))
    bot, parted = HouseBot(("hard",)), False
    while here.asks and there.asks:
        answers: dict[Game, dict[str, Answer]] = {here: {}, there: {}}
        for asks in zip_longest(here.asks, there.asks):
            for game, ask in zip((here, there), asks, strict=True):
                if ask:
                    view, desk = game.view(ask.seat), Desk.of_seed(ask, 5)
                    answers[game][ask.id] = bot.answer_now(view, ask, desk)
                    assert answers[game][ask.id] == HouseBot(("hard",)).answer_now(view, ask, desk)
                    if game is there and ask.kind == "vote":
                        answers[game][ask.id] = Answer(ask.options[0])
        here.submit(answers[here])
        there.submit(answers[there])
        parted |= list(here.log) != list(there.log)
    assert parted


def test_a_table_follows_one_game_and_refuses_another() -> None:
    shared, talk = table(), f.Said(1, "speak", "Bram is a wolf.")
    assert shared.follow(0, FIRST)
    assert shared.follow(len(FIRST), [talk])
    assert shared.follow(0, [*FIRST, talk])
    assert shared.public.accusations == {(1, 1, 2): 1.0}
    assert not shared.follow(0, [*FIRST, f.Said(1, "speak", "Cleo is a wolf.")])
    assert not shared.follow(0, FIRST), "it knows more than these"
    assert not shared.follow(9, [talk]), "it knows less than came before these"


def test_what_is_shared_is_what_a_seat_folds_alone() -> None:
    """Secrets between public facts change nothing of what all know, and a fire held is one of them."""
    told = [*FIRST[:2], f.Checked(3, 2, "wolves"), *FIRST[2:], f.Said(1, "speak", "I am the Seer."), f.Shot(4, 0)]
    alone, shared = Record(3, get_board("sla7"), NAMES), table()
    witness(alone, told)
    assert shared.follow(0, for_all(told))
    assert len(for_all(told)) == len(told) - 2
    assert vars(shared.public).items() <= vars(alone).items()
    assert shared.outlook.evidence == evidence(alone, DEFAULT)


def test_a_belief_is_kept_until_something_is_learned_of_anybody() -> None:
    """Equal evidence gives the same belief to whoever takes the same for certain; another seat or role has its own."""
    shared = table()
    shared.follow(0, [*FIRST, f.Said(1, "speak", "I am the Seer."), f.Said(4, "speak", "Hm.")])
    known = Knowledge(good=1 << 3 | 1 << 4, own="Villager")
    belief, outlook = shared.belief(3, known), shared.outlook
    assert shared.belief(4, known) != belief, "one has spoken and one has not: whose being the seer is ruled out matters"
    shared.follow(len(FIRST) + 2, [f.Began(1, "vote")])
    assert shared.outlook is outlook
    assert shared.belief(3, known) is belief
    assert shared.belief(3, Knowledge(known.good, own="Seer")) != belief
    shared.follow(len(FIRST) + 3, [f.Voted(2, 1, "vote")])
    assert shared.outlook is not outlook
    assert shared.belief(3, known).p_wolf != belief.p_wolf


def test_a_game_that_goes_on_with_fewer_is_news_even_where_no_weight_moves() -> None:
    """Two were exiled and the night comes: they were not both wolves, or it would be over."""
    shared, known = table(), Knowledge(good=1 << 3, own="Villager")
    deaths: list[Fact] = [f.Exiled(1), f.Died(1), f.Cause(1, "exiled"), f.Exiled(2), f.Died(2), f.Cause(2, "exiled")]
    shared.follow(0, [*FIRST, *deaths])
    before = shared.belief(3, known)
    shared.follow(len(FIRST) + len(deaths), [f.Began(2, "night")])
    assert shared.belief(3, known).p_wolf[4] > before.p_wolf[4]

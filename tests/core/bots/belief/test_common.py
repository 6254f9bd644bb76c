"""One bot on many chairs: what it keeps in common for them changes no answer, at one table or at
several."""

from __future__ import annotations

from itertools import zip_longest

from wolfcore.bots import HouseBot
from wolfcore.bots.belief.evidence import evidence
from wolfcore.bots.belief.likelihoods import FITTED
from wolfcore.bots.belief.observation import observe, public_facts
from wolfcore.bots.belief.posterior import Knowledge
from wolfcore.bots.belief.seat_record import SeatRecord
from wolfcore.bots.belief.shared_belief import SharedBelief
from wolfcore.game import Answer, Fact, Game, get_board, make_spec
from wolfcore.game import facts as f
from wolfcore.players import Desk

NAMES = ("Ada", "Bram", "Cleo", "Dov", "Elif", "Fay", "Gil")
FIRST: list[Fact] = [
    f.Began(0, "setup"),
    f.Began(1, "night"),
    f.Began(1, "dawn"),
    f.QuietNight(1),
    f.Began(1, "discussion"),
]


def table() -> SharedBelief:
    """A table of `sla7` at which nothing has happened."""
    return SharedBelief(get_board("sla7"), NAMES, FITTED, heeds_behaviour=True)


def test_two_games_of_one_deal_that_part_are_played_side_by_side_as_by_fresh_bots() -> None:
    """They begin with equal facts, so that one bot takes them for one table until their ballots
    differ."""
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
    assert shared.extend(0, FIRST)
    assert shared.extend(len(FIRST), [talk])
    assert shared.extend(0, [*FIRST, talk])
    assert shared.public.accusations == {(1, 1, 2): 1.0}
    assert not shared.extend(0, [*FIRST, f.Said(1, "speak", "Cleo is a wolf.")])
    assert not shared.extend(0, FIRST), "it knows more than these"
    assert not shared.extend(9, [talk]), "it knows less than came before these"


def test_what_is_shared_is_what_a_seat_folds_alone() -> None:
    """Secrets between public facts change nothing of what all know, and a fire held is one of them."""
    told = [
        *FIRST[:2],
        f.Checked(3, 2, "wolves"),
        *FIRST[2:],
        f.Said(1, "speak", "I am the Seer."),
        f.Shot(4, 0),
    ]
    alone, shared = SeatRecord(3, get_board("sla7"), NAMES), table()
    observe(alone, told)
    assert shared.extend(0, public_facts(told))
    assert len(public_facts(told)) == len(told) - 2
    assert vars(shared.public).items() <= vars(alone).items()
    assert shared.public_weights.evidence == evidence(alone, FITTED)


def test_a_belief_is_kept_until_something_is_learned_of_anybody() -> None:
    """Equal evidence gives the same belief to whoever takes the same for certain; another seat or
    role has its own."""
    shared = table()
    shared.extend(0, [*FIRST, f.Said(1, "speak", "I am the Seer."), f.Said(4, "speak", "Hm.")])
    known = Knowledge(known_village=1 << 3 | 1 << 4, own_role="Villager")
    belief, outlook = shared.posterior(3, known), shared.public_weights
    assert shared.posterior(4, known) != belief, (
        "one has spoken and one has not: whose being the seer is ruled out matters"
    )
    shared.extend(len(FIRST) + 2, [f.Began(1, "vote")])
    assert shared.public_weights is outlook
    assert shared.posterior(3, known) is belief
    assert shared.posterior(3, Knowledge(known.known_village, own_role="Seer")) != belief
    shared.extend(len(FIRST) + 3, [f.Voted(2, 1, "vote")])
    assert shared.public_weights is not outlook
    assert shared.posterior(3, known).p_wolf != belief.p_wolf


def test_a_game_that_goes_on_with_fewer_is_news_even_where_no_weight_moves() -> None:
    """Two were exiled and the night comes: they were not both wolves, or it would be over."""
    shared, known = table(), Knowledge(known_village=1 << 3, own_role="Villager")
    deaths: list[Fact] = [
        f.Exiled(1),
        f.Died(1),
        f.Cause(1, "exiled"),
        f.Exiled(2),
        f.Died(2),
        f.Cause(2, "exiled"),
    ]
    shared.extend(0, [*FIRST, *deaths])
    before = shared.posterior(3, known)
    shared.extend(len(FIRST) + len(deaths), [f.Began(2, "night")])
    assert shared.posterior(3, known).p_wolf[4] > before.p_wolf[4]

"""What a pack does together without a word, as distributions over deals: one plan, one story,
ballots that nobody can read."""

from __future__ import annotations

from itertools import combinations
from math import exp, isclose

import pytest

from tests.core.bots.play.test_night import (
    DAY_1,
    NAMES,
    NIGHT_1,
    pack_view,
    view_with,
)
from tests.core.bots.playing import play, speeches
from tests.core.game.fools import FOOL_SEAT, give_hunters_the_power
from tests.core.game.table_talk import Table
from wolfcore.bots import LEVELS, HouseBot
from wolfcore.bots.belief.likelihoods import FITTED
from wolfcore.bots.belief.observation import observe
from wolfcore.bots.belief.seat_record import SeatRecord
from wolfcore.bots.belief.shared_belief import SharedBelief
from wolfcore.bots.mind import Mind
from wolfcore.bots.play.night_actions import guard_mixture
from wolfcore.bots.play.pack import expected_ballots, shared_draws, wins_with_next_exile
from wolfcore.bots.profiles import DEFAULT_STYLE
from wolfcore.game import Answer, Ask, AskKind, Fact, Game, RoleName, View, get_board
from wolfcore.game import facts as f
from wolfcore.players import Desk
from wolfcore.speech import ClaimsRole, ReportsCheck, read

FOUND = "I am the Seer. I checked Bram last night, and Bram is a wolf. Vote for Bram."


def hard(
    view: View, kind: AskKind, options: tuple[int, ...], *, seeds: int = 60, day: int = 1
) -> list[int]:
    """What a hard bot chooses in one situation, over seeds."""
    ask = Ask(f"d{day}.{kind}.{view.seat}", view.seat, kind, day, "vote", options)
    return [
        HouseBot(("hard",)).answer_now(view, ask, Desk.of_seed(ask, seed)).choice
        for seed in range(seeds)
    ]


# -- lots


def pack_record(me: int, pack: tuple[int, ...], attacked: int = 0) -> SeatRecord:
    record = SeatRecord(me, get_board("sla7"), NAMES[:7])
    record.pack_mask = sum(1 << seat for seat in pack)
    record.attacked = {1: attacked}
    return record


def test_every_wolf_of_a_pack_draws_the_same_lot_and_no_other_pack_does() -> None:
    for pack in combinations(range(1, 8), 2):
        first, second = (shared_draws(pack_record(me, pack, 3), "seer", 1) for me in pack)
        assert first == second
        assert shared_draws(pack_record(pack[0], pack, 4), "seer", 1) != first
    drawn = [
        shared_draws(pack_record(pack[0], pack), "seer", day)[0]
        for pack in combinations(range(1, 8), 2)
        for day in range(1, 11)
    ]
    assert len(set(drawn)) > 200
    assert 0.4 < sum(drawn) / len(drawn) < 0.6
    assert all(0 <= each < 1 for each in drawn)


# -- protection and attack as one game


def test_the_best_protection_leaves_the_pack_the_same_gain_wherever_it_protects() -> None:
    prizes = {1: 1.35, 2: 0.35, 3: 0.35, 4: 0.2, 5: 0.35, 6: 0.0, 7: -0.3}
    chances = guard_mixture(prizes)
    assert isclose(sum(chances.values()), 1.0)
    left = {seat: prize * (1 - chances[seat]) for seat, prize in prizes.items()}
    gain = left[1]
    assert all(isclose(left[seat], gain) for seat, chance in chances.items() if chance)
    assert all(left[seat] <= gain + 1e-12 for seat in prizes)
    assert chances[6] == chances[7] == 0


def test_protection_of_two_equal_seats_is_a_coin_and_of_one_is_certain() -> None:
    assert guard_mixture({3: 0.5, 4: 0.5}) == {3: 0.5, 4: 0.5}
    assert guard_mixture({3: 0.5, 4: 0.0}) == {3: 1.0, 4: 0.0}


def test_a_guard_protects_a_claimed_seer_mostly_but_not_always() -> None:
    view = view_with("sla7", 7, "Doctor", *DAY_1, f.Said(1, "speak", FOUND), f.Began(2, "night"))
    picked = hard(view, "protect", (1, 2, 3, 4, 5, 6, 7), day=2)
    assert 24 < picked.count(1) < 60
    assert picked.count(2) < 6


def test_a_pack_attacks_a_seer_whom_the_guard_may_not_protect_again() -> None:
    """The attack on the claimed seer failed last night, and on this board nobody is protected twice
    running."""
    attacks = {"saved": 0, "new": 0}
    for number in range(40):
        claim = (*DAY_1, f.Said(1, "speak", FOUND), f.Began(2, "night"))
        saved = (
            f.Attacked(1),
            f.Began(2, "dawn"),
            f.QuietNight(2),
            f.Began(2, "discussion"),
            f.Began(3, "night"),
        )
        for name, facts, day in (("saved", (*claim, *saved), 3), ("new", claim, 2)):
            view = pack_view("plus8", 2, (2, 6), *facts)
            view.names = (*NAMES[:7], f"Hana{number}")
            attacks[name] += hard(view, "kill", (1, 3, 4, 5, 7, 8), seeds=1, day=day)[0] == 1
    assert attacks["saved"] > 36
    assert attacks["new"] < attacks["saved"]


# -- ballots

_TALK: tuple[Fact, ...] = (
    *DAY_1,
    f.Said(1, "speak", FOUND),
    f.Said(2, "speak", "Fine, I am a wolf."),
    f.Said(3, "speak", "I believe Ada. Bram is a wolf. Vote for Bram."),
    f.Began(1, "vote"),
)
_OTHERS = (0, 1, 2, 3, 4, 5, 7)


def test_a_wolf_gives_up_a_mate_whom_the_table_has_found() -> None:
    assert hard(pack_view("sla7", 6, (2, 6), *_TALK), "vote", _OTHERS).count(2) > 40


def test_a_ballot_that_nobody_sees_spares_the_mate() -> None:
    assert 2 not in hard(pack_view("arena8", 6, (2, 6), *_TALK), "vote", (1, 2, 3, 4, 5, 7, 8))


def test_a_hard_wolf_votes_as_a_villager_in_its_chair_would() -> None:
    """The same talk, seen by seat 6 as a villager and as a wolf with a mate in seat 7, whom nobody
    suspects: no name is much oftener the wolf's."""
    talk: tuple[Fact, ...] = (
        *DAY_1,
        f.Said(1, "speak", "I suspect Dov."),
        f.Said(2, "speak", "I suspect Cleo, and Dov a little."),
        f.Said(5, "speak", "I suspect Cleo."),
        f.Began(1, "vote"),
    )
    villager = hard(view_with("sla7", 6, "Villager", *talk), "vote", _OTHERS, seeds=200)
    wolf = hard(pack_view("sla7", 6, (6, 7), *talk), "vote", _OTHERS, seeds=200)
    assert all(abs(villager.count(seat) - wolf.count(seat)) < 40 for seat in _OTHERS)


def five_left(me: int, *facts: Fact) -> View:
    """Two wolves among five at the vote of day 2: one more exile of the village is the end."""
    gone = (
        f.Began(1, "exile"),
        f.Exiled(3),
        f.Died(3),
        f.Began(2, "night"),
        f.Began(2, "dawn"),
        f.Died(7),
    )
    return pack_view(
        "sla7", me, (2, 6), *DAY_1, *gone, f.Began(2, "discussion"), *facts, f.Began(2, "vote")
    )


def test_the_pack_votes_as_one_when_one_exile_more_wins() -> None:
    """Whatever was said, and though the mate is found: no ballot for a mate, and both for the same
    seat."""
    for facts in (
        (),
        (f.Said(1, "speak", FOUND), f.Said(4, "speak", "I believe Ada. Vote for Bram.")),
    ):
        first = hard(five_left(2, *facts), "vote", (0, 1, 4, 5, 6), day=2)
        second = hard(five_left(6, *facts), "vote", (0, 1, 2, 4, 5), day=2)
        agreed = max(set(first), key=first.count)
        assert agreed in (1, 4, 5)
        assert first.count(agreed) > 54
        assert second.count(agreed) > 54


def ballots_expected_by(view: View) -> tuple[Mind, dict[int, float]]:
    """A wolf at a vote, and the ballots of the others that it expects."""
    ask = Ask(f"d2.vote.{view.seat}", view.seat, "vote", 2, "vote", (0, 1))
    mind = HouseBot(("hard",)).mind(view, ask, Desk.of_seed(ask, 0))
    return mind, expected_ballots(mind)


def test_every_villager_is_expected_to_vote_as_it_called_or_for_whom_all_can_see_to_be_suspect_but_never_for_itself() -> (
    None
):
    mind, expected = ballots_expected_by(five_left(2, f.Said(4, "speak", "Vote for Bram.")))
    weights = {seat: exp(8 * mind.public_belief.p_wolf[seat]) for seat in (1, 2, 4, 5, 6)}
    for seat, weight in weights.items():
        drawn = sum(
            weight / (sum(weights.values()) - weights[voter]) for voter in (1, 5) if voter != seat
        )
        assert isclose(expected[seat], (seat == 2) + drawn), seat


def test_one_who_is_left_alone_has_nobody_to_vote_for() -> None:
    assert ballots_expected_by(five_left(2, *(f.Died(seat) for seat in (2, 4, 5, 6))))[1] == {
        1: 0.0
    }


# -- the false seer


def stories(game: Game, size: int) -> dict[int, list[tuple[int, ReportsCheck]]]:
    """What each wolf that claims to be the seer reports, with the day on which it says so."""
    day, told = 0, dict[int, list[tuple[int, ReportsCheck]]]()
    for entry in game.log:
        if isinstance(entry.fact, f.Began):
            day = entry.fact.day
        elif isinstance(entry.fact, f.Said) and game.view(entry.fact.seat).team == "wolves":
            for act in read(entry.fact.text, entry.fact.seat, game.spec.names, size):
                if act == ClaimsRole("Seer"):
                    told.setdefault(entry.fact.seat, [])
                elif isinstance(act, ReportsCheck):
                    night = day if act.night < 0 else act.night
                    told.setdefault(entry.fact.seat, []).append(
                        (day, ReportsCheck(act.seat, act.result, night))
                    )
    return told


@pytest.mark.slow
@pytest.mark.parametrize(("board", "deals"), [("sla7", 50), ("classic9", 40)])
def test_a_hard_pack_has_at_most_one_seer_and_its_story_holds(board: str, deals: int) -> None:
    """No seat reported twice, no night with two results, no night to come, no mate found, nobody
    found who is proven good."""
    told, size = 0, get_board(board).size
    for seed in range(deals):
        game = play(board, seed, level="hard")
        known = stories(game, size)
        assert len(known) < 2
        fallen = {death.seat: death for death in game.state.deaths if death.at_night}
        for seer, reports in known.items():
            told += 1
            seats = [report.seat for _, report in reports]
            assert len(set(seats)) == len({report.night for _, report in reports}) == len(reports)
            assert seer not in seats
            for day, report in reports:
                assert 1 <= report.night <= day
                if report.result == "wolves":
                    assert game.view(report.seat).team == "village"
                    assert report.seat not in fallen or fallen[report.seat].day > day
    assert told > 5


@pytest.mark.slow
def test_a_hard_pack_strikes_first_in_some_games_and_not_in_others() -> None:
    """Seen on day 1 where nobody claimed before: neither never nor always, so that an early claim
    proves nothing."""
    first = open_games = 0
    for seed in range(60):
        game = play(
            "sla7", seed, level="hard", until=lambda game: game.state.phase == "vote" or game.over
        )
        claims = [
            speech.seat
            for speech in speeches(game)
            if ClaimsRole("Seer") in read(speech.text, speech.seat, game.spec.names, 7)
        ]
        if claims:
            open_games += 1
            first += game.view(claims[0]).team == "wolves"
    assert open_games > 25
    assert 0.1 < first / open_games < 0.9


def test_a_found_wolf_now_and_then_answers_with_a_seer_of_its_own() -> None:
    """Neither never, so that a find is not the end of every talk, nor always, for it is the least
    believed of all claims."""
    deal: dict[int, RoleName] = {
        1: "Seer",
        2: "Werewolf",
        5: "Werewolf",
        3: "Villager",
        4: "Villager",
        6: "Doctor",
        7: "Villager",
    }

    def found(view: View, ask: Ask) -> Answer | None:
        if ask.kind == "kill":
            return Answer(7)
        return (
            Answer(text=FOUND.replace("Bram", view.name(2)))
            if ask.kind == "speak" and ask.seat == 1
            else None
        )

    countered = 0
    for seed in range(40):
        game = play(
            "sla7",
            seed,
            deal=deal,
            takeover=found,
            level="hard",
            until=lambda game: game.state.phase == "vote",
        )
        said = [speech for speech in speeches(game) if speech.seat in (2, 5)]
        countered += any(
            ClaimsRole("Seer") in read(speech.text, speech.seat, game.spec.names, 7)
            for speech in said
        )
    assert 8 < countered < 32


def test_the_first_night_tells_nothing_about_who_is_attacked() -> None:
    """Where nothing is known, every seat of the village is attacked in some game."""
    picks = set[int]()
    for number in range(40):
        view = pack_view("plus8", 2, (2, 6), *NIGHT_1)
        view.names = (*NAMES[:7], f"Hana{number}")
        picks |= set(hard(view, "kill", (1, 3, 4, 5, 7, 8), seeds=1))
    assert picks == {1, 3, 4, 5, 7, 8}


@pytest.mark.parametrize("shown", [False, True])
def test_a_pack_does_not_count_on_an_exile_that_may_leave_the_seat_alive(
    monkeypatch: pytest.MonkeyPatch, shown: bool
) -> None:
    def counts_on_it() -> bool:
        table = Table("WWVHV", last_day=3, wolves_may_pass=True)
        table.play({"d1.vote": FOOL_SEAT if shown else 0}, until="d2.vote")
        view, ask = table.game.view(1), table.game.asks[0]
        record, level = SeatRecord(1, view.board, view.names), LEVELS["hard"]
        observe(record, view.facts)
        common = SharedBelief(view.board, view.names, FITTED, heeds_behaviour=True)
        mind = Mind(record, ask, Desk.of_seed(ask, 1).dice, level, DEFAULT_STYLE, common)
        return wins_with_next_exile(mind)

    if not shown:
        assert counts_on_it()
    give_hunters_the_power(monkeypatch)
    assert counts_on_it() == shown

"""Fitting: better parameters are found from what happened, and a data file gives back what was
written."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from math import isclose, log

import msgspec
import pytest

from bench.likelihood_fit import (
    INITIAL,
    Moment,
    as_toml,
    fit,
    mean_log_loss,
    moments_of,
    seat_predictions,
)
from tests.core.bots.belief.test_posterior import DAY_1, record_of, said
from tests.core.bots.playing import play
from wolfcore.bots.belief.likelihoods import FITTED, Likelihoods
from wolfcore.bots.belief.posterior import knowledge_of
from wolfcore.game import Fact
from wolfcore.game import facts as f


def moment(wolves: tuple[int, ...], *facts: Fact) -> Moment:
    """What villager 4 knew after `facts`, and who the wolves were."""
    record = record_of(4, "Villager", *DAY_1, *facts)
    return Moment(record, knowledge_of(record), sum(1 << seat for seat in wolves))


def test_the_surprise_of_knowing_nothing_is_that_of_a_blind_guess() -> None:
    assert isclose(mean_log_loss([moment((1, 2))], INITIAL), log(15), rel_tol=1e-9)


def test_wolves_that_vote_for_each_other_teach_that_wolves_do() -> None:
    """In these games two wolves vote for each other, which the start holds to be rare."""
    ballots = (
        f.Began(1, "vote"),
        f.Voted(1, 2, "vote"),
        f.Voted(2, 1, "vote"),
        f.Voted(3, 5, "vote"),
    )
    games = [moment((1, 2), *ballots)] * 20
    fitted = fit(games, INITIAL, sweeps=3)
    assert fitted.votes_mate > INITIAL.votes_mate + 0.4
    assert mean_log_loss(games, fitted) < mean_log_loss(games, INITIAL)


def test_liars_teach_distrust_of_a_claim() -> None:
    claim = said(1, "I am the Seer. I checked Bram last night: a wolf.")
    trusting = fit([moment((2, 5), claim)] * 10, INITIAL, sweeps=2)
    wary = fit([moment((1, 5), claim)] * 10, INITIAL, sweeps=2)
    told = moment((2, 5), claim)
    assert next(each.p_wolf for each in seat_predictions([told], trusting)) < next(
        each.p_wolf for each in seat_predictions([told], wary)
    )


def test_moments_are_of_living_villagers_before_a_vote_and_hold_nothing_later() -> None:
    game = play("sla7", 5)
    village = [seat for seat in range(1, 8) if game.view(seat).team == "village"]
    wolves = sum(1 << seat for seat in range(1, 8) if seat not in village)
    found = [each for seat in village for each in moments_of(game.view(seat), wolves)]
    assert found
    for each in found:
        assert each.record.state.phase == "vote"
        assert each.record.lives(each.record.me)
        assert all(ballot.day < each.record.day for ballot in each.record.ballots)
    assert not [
        *moments_of(game.view(next(seat for seat in range(1, 8) if wolves >> seat & 1)), wolves)
    ]


def test_what_is_written_is_read_back() -> None:
    text = as_toml(FITTED, ["one line", "another"])
    again = msgspec.convert(tomllib.loads(text), Likelihoods)
    assert text.startswith("# one line\n# another\n")
    assert again == FITTED


def test_the_bots_use_the_data_file_and_it_names_its_command() -> None:
    text = files("wolfcore.bots.belief").joinpath("likelihoods.toml").read_text("utf-8")
    assert msgspec.convert(tomllib.loads(text), Likelihoods) == FITTED
    assert FITTED != INITIAL
    assert "python -m bench fit" in text


def test_a_parameter_that_does_not_exist_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        msgspec.convert({"votes_wildly": 1.0}, Likelihoods)

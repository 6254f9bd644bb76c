"""What language players believe is counted, whatever answer it came with, and each seat once a
vote."""

from __future__ import annotations

import pytest

from tests.core.agents.remembering import AnyTaken, ListedExperiences, SharedWords
from tests.core.agents.replies import model
from tests.core.metrics.written import found, value
from wolfcore.agents import PRESETS, LanguagePlayer, read_options
from wolfcore.game import Game, get_board, make_spec
from wolfcore.metrics import RecordedGame, tables_of
from wolfcore.metrics.influence import beliefs_at_vote
from wolfcore.metrics.recorded_game import from_game_log
from wolfcore.records import header_of
from wolfcore.table import Table

DEDUCING = ("helmsman", "deduce", "sla-llm")
OF_BELIEFS = ("calibration", "belief_accuracy")
OF_SHERIFFS = ("ratio", "dc", "dc_any")


async def played(name: str, board: str, seed: int = 3) -> RecordedGame:
    """A game in which a preset sits on every seat, whose model says anything that fits."""
    game = Game(make_spec(get_board(board), seed))
    options = read_options((), PRESETS[name].settings)
    seat = LanguagePlayer(
        model(),
        options,
        embedder=SharedWords(),
        experiences=ListedExperiences(),
        chooser=AnyTaken(),
    )
    await Table(game, dict.fromkeys(range(1, game.spec.board.size + 1), seat)).run()
    return from_game_log("scripted", header_of(game.spec), game.log, ())


@pytest.mark.slow(only=("helmsman-helmsman7",))
@pytest.mark.parametrize("board", ["helmsman7", "sla7"])
@pytest.mark.parametrize("name", DEDUCING)
async def test_a_preset_that_deduces_is_measured_by_what_it_believes(name: str, board: str) -> None:
    game = await played(name, board)
    t = tables_of(game)
    voted = [day for day in t.days if day.official_ballots]
    assert voted
    for metric in OF_BELIEFS:
        assert value(metric, game) is not None, metric
    for metric in OF_SHERIFFS:
        led = any(day.sheriff for day in voted)
        assert led == (board == "helmsman7")
        assert (value(metric, game) is not None) == led, metric
    for day in voted:
        # Every voter is judged by one statement, its last before its ballot, about every other
        # living seat.
        last = {
            cast.voter: [
                made.beliefs
                for made in t.statements
                if made.seat == cast.voter and made.entry < cast.entry
            ][-1]
            for cast in day.official_ballots
        }
        assert {seat: beliefs for seat, (_, beliefs) in beliefs_at_vote(t, day).items()} == last
        for seat, beliefs in last.items():
            assert {belief.seat for belief in beliefs} == set(day.living) - {seat}
    judged = found("calibration", game).parts
    assert len(judged) == sum(len(day.official_ballots) * (len(day.living) - 1) for day in voted), (
        "each belief once"
    )


async def test_vanilla_believes_where_it_is_asked_and_nowhere_else() -> None:
    assert value("calibration", await played("vanilla", "helmsman7")) is not None
    assert value("calibration", await played("vanilla", "sla7")) is None

"""Exile, death, vote and revealed role are four things: a power of these tests keeps its holder
alive at the first exile, shows its role and takes its vote."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import import_module
from inspect import getsource
from typing import Any, get_args

import pytest

from tests.core.bots.play.test_lost_votes import tells_of_own_vote
from tests.core.game.fools import FOOL_SEAT, give_hunters_the_power, recorded
from tests.core.game.table_talk import Table, board_of
from tests.core.metrics.written import found
from tests.new_roles.in_process import stay
from wolfcore.agents import answer_prompt
from wolfcore.agents.record_lines import record_of
from wolfcore.agents.situations import situation_narrative
from wolfcore.env.rewards import RewardLedger
from wolfcore.game import facts as f
from wolfcore.game.moderator import Moderator, Script
from wolfcore.game.powers import POWERS
from wolfcore.game.powers.power import PowerRules
from wolfcore.game.roles import Power
from wolfcore.game.rulebook import rulebook
from wolfcore.metrics.walk import tables_of
from wolfcore.records import SeatSpec
from wolfcore.seating import make_players, quick_players
from wolfcore.table import play_now
from wolftui.games.session.game_session import GameSession
from wolftui.views.timeline import jump_points
from wolftui.words.fact_wording import Presenter
from wolftui.words.glyphs import FANCY
from wolftui.words.spans import PUBLIC_EYES
from wolftui.words.wrapping import plain_text


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    """Seven seats whose fourth is a hunter with the power of these tests."""
    give_hunters_the_power(monkeypatch)
    return Table("WVVHVVS", last_day=3, wolves_may_pass=True)


def test_whoever_stays_at_an_exile_lives_and_has_no_vote(table: Table) -> None:
    table.play({"d1.vote": FOOL_SEAT}, until="d2.vote")
    state = table.game.state
    assert (state.exiled, state.without_vote, state.deaths) == ((FOOL_SEAT,), (FOOL_SEAT,), ())
    assert FOOL_SEAT in state.living
    assert FOOL_SEAT not in state.voters
    assert [ask.seat for ask in table.game.asks] == [1, 2, 3, 5, 6, 7]
    assert all(FOOL_SEAT in ask.options for ask in table.game.asks)


def test_whoever_is_exiled_again_dies(table: Table) -> None:
    table.play({"d1.vote": FOOL_SEAT, "d2.vote": FOOL_SEAT})
    state = table.game.state
    assert (state.exiled, [death.seat for death in state.deaths]) == (
        (FOOL_SEAT, FOOL_SEAT),
        [FOOL_SEAT],
    )


@pytest.mark.usefixtures("table")
def test_a_majority_counts_those_with_a_vote_alone() -> None:
    again = Table("WVVHVVSV", last_day=3, wolves_may_pass=True, vote="majority")
    again.play({"d1.vote": FOOL_SEAT}, until="d2.vote")
    # Four of seven votes are a majority; of eight they would be none.
    again.submit(s1=2, s3=2, s5=2, s6=2)
    assert again.game.state.exiled == (FOOL_SEAT, 2)


@pytest.mark.usefixtures("table")
def test_a_runoff_and_a_straw_vote_ask_those_with_a_vote_alone() -> None:
    tied = Table("WVVHVVS", last_day=3, wolves_may_pass=True, tie="runoff")
    tied.play({"d1.vote": FOOL_SEAT}, until="d2.vote")
    tied.submit(s1=2, s3=2, s5=1, s6=1)
    tied.play(until="d2.vote2")
    assert [ask.seat for ask in tied.game.asks] == [3, 5, 6, 7]
    led = Table(
        "WVVHVVS", last_day=3, wolves_may_pass=True, sheriff="appointed", straw_vote="shown"
    )
    led.play({"d1.vote": FOOL_SEAT}, until="d2.lean")
    assert [ask.seat for ask in led.game.asks] == [1, 2, 3, 5, 6, 7]
    led.play({"d2.lean": 1, "d2.summarise": 2, "d2.vote": 2})
    assert [part.denominator for part in found("dc", recorded(led.game)).parts] == [6, 5]
    changed = found("dc_any", recorded(led.game)).parts
    assert [(part.day, part.denominator) for part in changed][:2] == [(1, 6), (2, 5)]


def test_an_election_asks_those_with_a_vote_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def curse(m: Moderator, fallen: Mapping[int, f.DeathCause]) -> Script[tuple[int, ...]]:
        m.tell(f.LostVote(2))
        yield from ()
        return ()

    monkeypatch.setitem(POWERS, "shoot", stay.RULES._replace(after_deaths=curse))
    table = Table("WVVHVVS", last_day=3, sheriff="candidates")
    table.play({"n1.kill": FOOL_SEAT, "d1.run.1": 1, "d1.run.3": 1}, until="d1.elect")
    assert [ask.seat for ask in table.game.asks] == [5, 6, 7]
    all_who_vote_ran = Table("WVVHVVS", last_day=3, sheriff="candidates")
    runs = {f"d1.run.{seat}": 1 for seat in (1, 3, 5, 6, 7)}
    all_who_vote_ran.play({"n1.kill": FOOL_SEAT, **runs}, until="d1.speak")
    (badge,) = [fact for fact in all_who_vote_ran.game.view(0).facts if isinstance(fact, f.Badge)]
    assert badge.how == "everybody_ran"


def test_models_are_told_what_the_dead_were() -> None:
    shown = Table("WVVHVVS", last_day=3, role_revealed=True, hunter_may_hold=True)
    shown.play({"n1.kill": 2}, until="d1")
    told = [line.text for line in record_of(shown.game.view(3))]
    assert f"2 {shown.game.spec.names[1]} was Villager." in told


def test_people_and_models_are_told_what_the_seat_is_and_that_it_lives(table: Table) -> None:
    table.play({"d1.vote": FOOL_SEAT, "d2.vote": FOOL_SEAT}, until="n3")
    game = table.game
    presenter = Presenter(game.spec.board, game.spec.names, PUBLIC_EYES)
    for fact in game.view(0).facts:
        presenter.add(fact)
    shown = "\n".join(
        plain_text(line) for block in presenter.blocks for line in (block.head, *block.lines)
    )
    name = game.spec.names[FOOL_SEAT - 1]
    assert f"{FOOL_SEAT} {name} is Hunter and stays alive." in shown.replace("➤ ", "")
    assert f"{FOOL_SEAT} {name} has no vote from now on." in shown
    told = [line.text for line in record_of(game.view(1))]
    assert told.index(f"{FOOL_SEAT} {name} is Hunter and stays alive.") + 1 == told.index(
        f"{FOOL_SEAT} {name} has no vote from now on."
    )
    assert f"{FOOL_SEAT} {name} died." in told


def test_the_later_death_of_a_seat_that_stayed_can_be_gone_to(table: Table) -> None:
    table.play({"d1.vote": FOOL_SEAT, "n2.kill": FOOL_SEAT}, until="d2")
    session = GameSession(table.game.spec.board, table.game.spec.names, live=False)
    session.entries(table.game.log)
    words = [plain_text(point.line) for point in jump_points(session, FANCY)]
    name = f"{FOOL_SEAT} {table.game.spec.names[FOOL_SEAT - 1]}"
    assert [line.partition(name)[2] for line in words if name in line] == [" is exiled", " dies"]


def test_metrics_count_the_votes_that_there_are_and_a_death_where_one_was(table: Table) -> None:
    table.play({"d1.vote": FOOL_SEAT, "d2.vote": FOOL_SEAT})
    tables = tables_of(recorded(table.game))
    first, second = tables.days[:2]
    assert (len(first.voters), len(second.voters)) == (7, 6)
    assert (len(first.living), len(second.living)) == (7, 7)
    assert tables.deaths[FOOL_SEAT].day == 2


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_bots_play_on_with_a_seat_that_stays_and_it_speaks_of_no_vote_of_its_own(
    level: str,
) -> None:
    players = quick_players(make_players([SeatSpec("bot", (level,))] * 7))
    assert players
    spoken = 0
    for seed in range(12):
        table = Table("WVVHVVS", last_day=4, wolves_may_pass=True, seed=seed)
        table.play({"d1.vote": FOOL_SEAT}, until="n2")
        begun = len(table.game.log)
        play_now(table.game, players)
        assert table.game.over
        for entry in table.game.log[begun:]:
            if isinstance(entry.fact, f.Said) and entry.fact.seat == FOOL_SEAT:
                spoken += 1
                assert not tells_of_own_vote(entry.fact.text), entry.fact.text
    assert spoken > 5


# -- what is said of it


def _book(**switches: Any) -> str:
    board = board_of("WVVHVVS", **switches)
    return "\n".join(line for section in rulebook(board) for line in section.lines)


CHANGED = (
    ({"role_revealed": False}, "The role of a dead player stays hidden, unless it was shown before."),
    ({"last_words": "exile"}, "An exiled player who dies speaks a last time; whoever dies"),
    ({"last_words": "exile_and_first_night"}, "An exiled player who dies, and whoever dies in the"),
    ({"vote": "majority"}, "half of the votes of all the living who have one is exiled; else"),
    ({"ballots": "public"}, "All who have a vote cast it at the same time, and then every ballot"),
    ({"ballots": "heard"}, "All the living who have a vote cast it, aloud, in speaking order"),
    ({"tie": "runoff"}, "the tied speak and those of the others who have a vote choose between"),
    ({"sheriff": "appointed", "straw_vote": "shown"}, "all who have a vote cast a straw vote that"),
    (
        {"sheriff": "appointed", "straw_vote": "private"},
        "all who have a vote but the sheriff cast a straw vote that only the moderator",
    ),
)  # fmt: skip


@pytest.mark.parametrize(("switches", "sentence"), CHANGED)
def test_the_rule_book_leaves_room_for_a_seat_that_stays(
    monkeypatch: pytest.MonkeyPatch, switches: dict[str, Any], sentence: str
) -> None:
    own = "At the first exile the Hunter stays alive, is shown and has no vote from then on."
    assert sentence not in _book(**switches)
    give_hunters_the_power(monkeypatch)
    assert sentence in _book(**switches)
    assert own in _book(**switches)
    without = board_of("WVVVVVS", **switches)
    lines = [line for section in rulebook(without) for line in section.lines]
    assert not any(sentence in line or line == own for line in lines)


def _silent_on_the_vote(rules: PowerRules, source: str) -> bool:
    """Whether a power changes who votes, stays or is known, and no sentence of it says so."""
    changes = rules.exile or re.search(r"LostVote|Revealed", source)
    return bool(changes) and rules.vote is None


@pytest.mark.parametrize("power", get_args(Power))
def test_a_power_that_changes_the_vote_has_sentences_on_it(power: Power) -> None:
    module = import_module(f"wolfcore.game.powers.{power}")
    assert not _silent_on_the_vote(POWERS[power], getsource(module))


@pytest.mark.usefixtures("table")
def test_a_power_without_such_sentences_is_found() -> None:
    rules = POWERS["shoot"]
    assert not _silent_on_the_vote(rules, getsource(stay))
    assert _silent_on_the_vote(rules._replace(vote=None), "")
    assert _silent_on_the_vote(rules._replace(vote=None, exile=None), getsource(stay))


def test_a_prompt_says_who_has_no_vote(table: Table) -> None:
    table.play({"d1.vote": FOOL_SEAT}, until="d2.vote")
    game, name = table.game, table.game.spec.names[FOOL_SEAT - 1]
    text = answer_prompt(game.view(1), game.asks[0]).messages[1].text
    (alive,) = [line for line in text.splitlines() if "Alive: " in line]
    assert f", {FOOL_SEAT} {name} (no vote), " in alive
    assert alive.count("(no vote)") == 1


def test_a_situation_says_that_the_exiled_seat_lives(table: Table) -> None:
    table.play({"d1.vote": FOOL_SEAT}, until="d2.vote")
    told = situation_narrative(table.game.view(1))
    assert f"The last vote exiled @{FOOL_SEAT}, who stays alive." in told
    assert f"@{FOOL_SEAT} is dead" not in told
    table.play({"d2.vote": FOOL_SEAT}, until="d3.vote")
    again = situation_narrative(table.game.view(1))
    assert f"The last vote exiled @{FOOL_SEAT}. " in again
    assert f"@{FOOL_SEAT} is dead." in again


def test_the_result_of_a_vote_is_paid_also_where_the_seat_stays(table: Table) -> None:
    table.play({"d1.vote": FOOL_SEAT}, until="n2")
    roles = [role for role in table.game.state.roles if role]
    # Five of the village vote for one of their own, who stays, and the seer found the wolf.
    assert RewardLedger(roles).pay(table.game.log)[1:] == [10 - 2, -6, -6, -5, -6, -6, -6 + 2]

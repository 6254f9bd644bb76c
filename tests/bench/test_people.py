"""The measurement of people as a command: its rows, its people, and what it prints."""

from __future__ import annotations

import json
from typing import get_args

import pytest

from bench.people import ROWS, figures, measure_people, settings
from bench.people.arguments import ARGUERS
from bench.people.counts import Count
from bench.people.figures import Aim, Figure, Row, figure
from bench.people.game_log import GameLog, spoken_against
from bench.people.rows import rows
from bench.people.scripted_people import CAMPS, PEOPLE, Camp
from bench.people.settings import (
    AVERAGE,
    BREAKS,
    COUNTS,
    DIFFER,
    FATE,
    FOR_DEFENDED,
    FOR_TARGET,
    NOBODY,
    OF_PERSON,
    Setting,
    one_game,
    play_setting,
    seat_of,
)
from tests.bench.hand_written import CLEO, EVERYBODY, game, says, votes
from wolfcore.bots import BOTS_VERSION
from wolfcore.speech import ClaimsRole


def test_every_count_has_a_row_and_every_row_a_known_count() -> None:
    counted = {row.count for row in rows()}
    counts = {*COUNTS, *OF_PERSON, BREAKS, FOR_TARGET, FOR_DEFENDED, DIFFER}
    assert counts <= counted <= counts | {AVERAGE}
    kinds = {NOBODY, *PEOPLE, *COUNTS, *ARGUERS}
    for row in rows():
        for at in row.settings:
            assert {at.kind, at.accuser, at.control} <= kinds


def test_ten_kinds_of_people_in_every_camp_that_makes_sense() -> None:
    named = {row.name for row in rows() if row.row == "people"}
    assert len(PEOPLE) - 1 >= 10
    for kind, person in PEOPLE.items():
        for camp in person.camps:
            name = f"exiled on day 1: {kind}, {camp}"
            assert any(each.startswith(name) for each in named) == (
                kind != "the same without the claim"
            )


@pytest.mark.parametrize("camp", get_args(Camp))
@pytest.mark.parametrize("kind", PEOPLE)
def test_a_person_says_its_words_and_its_game_ends(kind: str, camp: Camp) -> None:
    table, seat = with_words(Setting("sla7", "normal", kind, camp))
    said = [speech for speech in table.speeches if speech.seat == seat]
    assert table.roles[seat] == CAMPS[camp]
    assert all(bool(speech.text) == (kind != "silent") for speech in said)
    if kind == "plain claimer":
        assert all(ClaimsRole("Villager") in speech.acts for speech in said)
    if kind in ("plain claimer", "the same without the claim", "accuser"):
        named = {(speech.day, target) for speech in said for target in spoken_against(speech.acts)}
        assert (
            named
            >= {(ballot.day, ballot.target) for ballot in table.ballots if ballot.voter == seat}
            != set()
        )


def with_words(setting: Setting) -> tuple[GameLog, int]:
    """The first game in which the person lives to speak, and its seat."""
    for seed in range(20):
        table, seat = play_setting(setting, seed), seat_of(setting, seed)
        assert table is not None
        if any(speech.seat == seat for speech in table.speeches):
            return table, seat
    raise AssertionError(f"{setting} never spoke")


def test_the_claim_is_the_only_difference() -> None:
    """Both vote for the same seat on day 1."""
    ballots: list[tuple[int, int]] = []
    for kind in ("plain claimer", "the same without the claim"):
        table, seat = with_words(Setting("sla7", "normal", kind))
        ballots.append(
            (seat, next(ballot.target for ballot in table.ballots if ballot.voter == seat))
        )
    assert ballots[0] == ballots[1]


def test_a_figure_is_the_sum_over_games_and_says_whether_the_aim_is_met() -> None:
    at, silent = Setting("sla7", "normal", "joker"), Setting("sla7", "normal", "silent")
    found = {
        (at, FATE): [Count(1, 1), Count(0, 1), Count(0, 0)],
        (silent, FATE): [Count(1, 1), *[Count(0, 1)] * 3],
    }
    row = Row("people", "name", "where", FATE, (at,), Aim(times=2), (FATE, (silent,)))
    made = figure(row, found)
    assert (made.hits, made.of, made.aim, made.met) == (1, 2, "<= 2 x 25.0%", True)
    assert made.low is not None and made.high is not None and made.low < 0.5 < made.high
    stricter = figure(
        Row("people", "name", "where", FATE, (at,), Aim(times=1), (FATE, (silent,))), found
    )
    assert stricter.met is False and stricter.by_chance
    sure = figure(Row("r", "n", "w", FATE, (at,), Aim(most=0)), {(at, FATE): [Count(1, 1)] * 9})
    assert sure.met is False and not sure.by_chance
    assert (
        figure(
            Row("people", "name", "where", FATE, (at,), Aim(most=0)), {(at, FATE): [Count(0, 0)]}
        ).met
        is None
    )
    assert [
        figure(Row("r", "n", "w", FATE, (at,), aim), found).met
        for aim in (Aim(least=0.5), Aim(most=0.4), Aim(above=0.5))
    ] == [
        True,
        False,
        False,
    ]
    half = {(at, FATE): [Count(1, 1), Count(0, 1)], (silent, FATE): [Count(2, 5)]}
    aims = (Aim(more=0.1), Aim(more=0.11), Aim(less=-0.1), Aim(less=-0.09))
    made_of = [
        figure(Row("r", "n", "w", FATE, (at,), aim, (FATE, (silent,))), half) for aim in aims
    ]
    assert [each.met for each in made_of] == [True, False, True, False]
    assert made_of[0].aim == ">= 40.0% + 10.0%"


def test_a_paired_figure_is_the_difference_on_the_deals_that_both_count() -> None:
    at, beside = Setting("sla7", "normal", "two true"), Setting("sla7", "normal", "no reason")
    found = {
        (at, FATE): [Count(1, 2), Count(0, 0), Count(3, 4), Count(1, 1)],
        (beside, FATE): [Count(0, 2), Count(1, 1), Count(2, 4)],
    }

    def of(aim: Aim) -> Figure:
        return figure(Row("r", "n", "w", FATE, (at,), aim, (FATE, (beside,)), paired=True), found)

    made = of(Aim(within=(0.3, 0.4)))
    assert made.gain and (made.gain.gain, made.gain.deals) == (0.375, 2)
    assert made.gain.low is not None and made.gain.high is not None
    assert made.gain.low < 0.375 < made.gain.high
    assert (made.hits, made.of, made.met, made.aim) == (5, 7, True, "+30% to +40%")
    missed = of(Aim(within=(0.4, 1.0)))
    assert missed.met is False and missed.by_chance
    nothing = figure(
        Row("r", "n", "w", FATE, (at,), Aim(within=(0, 1)), (FATE, (beside,)), paired=True),
        {(at, FATE): [Count(0, 0)], (beside, FATE): [Count(1, 1)]},
    )
    assert nothing.met is None and nothing.gain and nothing.gain.gain is None


def test_a_mean_of_a_count_is_no_share() -> None:
    at = Setting("sla7", "normal")
    counts = [Count(20 + number, 2) for number in range(20)]
    made = figure(Row("r", "n", "w", "words", (at,), unit="words"), {(at, "words"): counts})
    assert (made.hits / made.of, made.unit) == (14.75, "words")
    assert made.low is not None and 10 < made.low < 14.75


def test_a_game_that_breaks_is_counted_and_counts_for_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(_setting: Setting, _seed: int) -> GameLog | None:
        return None

    monkeypatch.setattr(settings, "play_setting", broken)
    part = (Setting("sla7", "normal", "confessor"), 0, (BREAKS, FATE, "kept word"))
    assert one_game(part) == [Count(1, 1), Count(0, 0), Count(0, 0)]


def test_of_bots_every_seat_is_judged_and_a_person_never(monkeypatch: pytest.MonkeyPatch) -> None:
    def at_hand(_setting: Setting, _seed: int) -> GameLog | None:
        return game(
            *[says(seat, "Vote for Bram.") for seat in EVERYBODY],
            *[votes(seat, 5) for seat in EVERYBODY],
        )

    monkeypatch.setattr(settings, "play_setting", at_hand)
    alone, person = Setting("sla7", "normal"), Setting("sla7", "normal", "joker")
    assert one_game((alone, CLEO - 1, ("broken call",))) == [Count(5, 5)]
    assert one_game((person, CLEO - 1, ("broken call",))) == [Count(4, 4)]


def test_a_row_alone_plays_what_it_needs(capsys: pytest.CaptureFixture[str]) -> None:
    measure_people(["--deals", "2", "--row", "witch", "--row", "claim", "--json"])
    table, found = capsys.readouterr().out.rsplit("\n[", 1)
    told = json.loads("[" + found)
    assert {row["row"] for row in told} == {"witch", "claim"}
    assert table.startswith(f"house bots of version {BOTS_VERSION}\n")
    assert len(table.splitlines()) == 2 + len(told)
    assert "hard Witch poisons blind in night 1" in table and "of     2" in table


def test_whatever_the_number_of_processes_the_figures_are_the_same() -> None:
    assert figures(("witch",), 3, 0, 1) == figures(("witch",), 3, 0, 2)


def test_a_paired_row_prints_its_difference(capsys: pytest.CaptureFixture[str]) -> None:
    measure_people(["--deals", "1", "--row", "no exile"])
    lines = capsys.readouterr().out.splitlines()
    assert sum("  difference " in line for line in lines) == 4
    assert any("ballots for nobody" in line and "on 1 deals" in line for line in lines)


def test_the_first_chair_is_seat_1_and_a_target_is_of_its_camp() -> None:
    first = Setting("classic9", "normal", "silent", first_chair=True, last_day=1)
    assert {seat_of(first, seed) for seed in range(9)} == {1}
    among = Setting("sla7", "normal", "accuser", target="god", last_day=1)
    table, seat = with_words(among)
    (named,) = {a for s in table.speeches if s.seat == seat for a in spoken_against(s.acts)}
    assert table.roles[named] == "Seer"


def test_all_rows_are_offered() -> None:
    assert {
        "confession",
        "claim",
        "promises",
        "reasons",
        "questions",
        "gods",
        "answers",
        "nobody",
        "twice",
        "witch",
    } < set(ROWS)
    assert {"camouflage", "words", "people"} < set(ROWS)
    assert {"no exile", "arguments", "repeated", "defence", "explained", "one name"} < set(ROWS)
    assert {"proof", "no turn", "first chair", "mates", "I am a wolf", "sentences"} < set(ROWS)

"""Situations: the same for whoever plays, turned from seat to seat, and left when all that is asked
in them is answered."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from wolfcore.arena import ArenaPlan, Row, Schedule, ScheduledGames, check_arena
from wolfcore.arena.runner import ArenaRun
from wolfcore.arena.situations import SITUATIONS
from wolfcore.errors import ConfigError
from wolfcore.game.facts import Attacked, Began, Checked, Protected, Said, Voted
from wolfcore.metrics import from_saved_game, tables_of
from wolfcore.metrics.strategy import claimed_role, two_seers
from wolfcore.records import read_game

SEATS = 7
PLAYERS = {"easy": "bot:easy", "chance": "random"}


def plan_of(situation: str, deals: int = SEATS) -> ArenaPlan:
    return ArenaPlan(
        deals=deals, seed=3, players=PLAYERS, schedule=Schedule(kind="alone", situation=situation)
    )


def played(folder: Path, plan: ArenaPlan) -> list[Row]:
    run = ArenaRun(folder, plan)
    try:
        list(run.play_missing())
        return [run.rows[number] for number in sorted(run.rows)]
    finally:
        run.close()


@pytest.mark.parametrize("name", SITUATIONS)
def test_a_game_is_left_after_what_is_asked_for(tmp_path: Path, name: str) -> None:
    rows = played(tmp_path / "a", plan_of(name))
    assert len(rows) == 2 * SEATS
    for row in rows:
        assert not row.broken
        saved = read_game(tmp_path / "a" / row.folder)
        ended = saved.result is not None
        assert (row.winner, row.days) == (
            saved.result.winner if saved.result else None,
            3 if ended else 0,
        )
        facts = [entry.fact for entry in saved.entries]
        over = SITUATIONS[name].end
        night = over.day
        assert over in facts
        assert not ended or name in ("last wolf", "alone with both"), (
            "there the wolf wins by killing"
        )
        assert Began(night + 1, "dawn") not in facts
        assert not any(
            isinstance(fact, Said | Voted | Attacked | Protected)
            for fact in facts[facts.index(over) :]
        )
        assert sum(isinstance(fact, Attacked) for fact in facts) == night
        assert sum(isinstance(fact, Protected) for fact in facts) == night
        assert sum(isinstance(fact, Checked) for fact in facts) == night
    assert {row.roles.index("Doctor") for row in rows} == set(range(SEATS)), "seats are turned"


@pytest.mark.parametrize("name", ["last wolf", "alone with both"])
def test_a_last_wolf_is_alone_with_seer_and_doctor_whoever_plays(tmp_path: Path, name: str) -> None:
    for row in played(tmp_path / "a", plan_of(name)):
        t = tables_of(from_saved_game(read_game(tmp_path / "a" / row.folder)))
        living = [
            row.roles[seat - 1]
            for seat in range(1, SEATS + 1)
            if not t.dead_before(seat, t.attacks[2].entry)
        ]
        assert sorted(living) == ["Doctor", "Seer", "Werewolf"]
        assert claimed_role(t, row.roles.index("Seer") + 1, t.attacks[2].entry) == "Seer"
        doctor = row.roles.index("Doctor") + 1
        assert claimed_role(t, doctor, t.attacks[2].entry) == "Doctor"
        said = [speech.text for speech in t.speeches if speech.seat == doctor][-1]
        assert ("protected" in said) == (name == "alone with both"), "who knows, kills the Seer"


def test_two_claim_to_be_the_seer_and_nothing_tells_them_apart_for_those_who_vote(
    tmp_path: Path,
) -> None:
    chosen: Counter[str] = Counter()
    for row in played(tmp_path / "a", plan_of("two seers")):
        t = tables_of(from_saved_game(read_game(tmp_path / "a" / row.folder)))
        day = t.days[0]
        claimants = [seat for seat in day.living if claimed_role(t, seat, day.voted or 0) == "Seer"]
        assert sorted(row.roles[seat - 1] for seat in claimants) == ["Seer", "Werewolf"]
        for seat in claimants:
            (said,) = [speech.text for speech in t.speeches if speech.seat == seat]
            found = re.fullmatch(
                r"I am the Seer\. I checked seat (\d) last night, and seat \1 is good\.", said
            )
            assert found
            assert row.roles[int(found[1]) - 1] == "Villager", "what each says is true"
            assert int(found[1]) in day.living
        cells = two_seers(t)
        assert len(cells) == 3, "Doctor and two villagers judge"
        chosen.update(cell.column for cell in cells)
    assert chosen.total() == 6 * SEATS
    assert chosen["the Seer"]
    assert chosen["a false Seer"]


def test_the_same_is_asked_of_all_and_what_each_does_is_its_own(tmp_path: Path) -> None:
    rows = played(tmp_path / "a", plan_of("first night", 2 * SEATS))
    games = list(ScheduledGames(plan_of("first night", 2 * SEATS)))
    assert [each.roles for each in games[:2]] == [games[0].roles] * 2, (
        "both players are asked the same"
    )
    assert games[0].roles == games[2 * SEATS].roles != games[2].roles, (
        "after seven times seats are as they were"
    )
    assert len({row.digest for row in rows}) > 2 * SEATS, "and their dice fall otherwise"
    again = played(tmp_path / "b", plan_of("first night", 2 * SEATS))
    assert [row.digest for row in rows] == [row.digest for row in again]


def test_it_goes_on_where_it_stopped_and_takes_up_what_has_no_row(tmp_path: Path) -> None:
    folder, plan = tmp_path / "a", plan_of("first night")
    run = ArenaRun(folder, plan)
    assert len(list(run.play_missing(lambda: len(run.rows) >= 5))) == 5
    run.close()
    rows = played(folder, plan)
    for file in folder.glob("games.sqlite*"):
        file.unlink()
    run = ArenaRun(folder, plan)
    assert run.recovered == len(rows) == 2 * SEATS
    assert Counter(row.digest for row in run.rows.values()) == Counter(row.digest for row in rows)
    run.close()


@pytest.mark.parametrize(
    ("plan", "problem"),
    [
        (plan_of("first nite"), "`first nite` is not a situation"),
        (
            replace(
                plan_of("first night"), schedule=Schedule(kind="pairs", situation="first night")
            ),
            "the same player on all seats",
        ),
        (replace(plan_of("first night"), boards=("duel6",)), "cannot occur on duel6"),
    ],
)
def test_a_situation_that_cannot_be_is_refused(plan: ArenaPlan, problem: str) -> None:
    with pytest.raises(ConfigError) as caught:
        check_arena(plan)
    assert problem in str(caught.value)

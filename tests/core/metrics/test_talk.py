"""Camouflage, confrontation, leadership and trust: what is said, read as the house bots read it."""

from __future__ import annotations

from tests.core.metrics.written import (
    believed,
    by_seat,
    cells,
    dawn,
    day,
    died,
    ended,
    exiled,
    found,
    near,
    night,
    phase,
    said,
    summed,
    value,
    votes,
    written,
)
from wolfcore.game import facts as f
from wolfcore.metrics import tables_of, trust_days

# -- camouflage

LIES = written(
    "WWSGXVV",
    night(1),
    f.Attacked(6),
    f.Protected(4, 6),
    f.Checked(3, 1, "wolves"),
    f.Saved(5, 6),
    f.Poisoned(5, 0),
    dawn(1),
    f.QuietNight(1),
    day(1),
    said(1, "I am the Seer. I checked Fay last night and she is a wolf."),
    said(2, "Bram here. I have nothing to say."),
    said(3, "I am the Seer. I checked Ada last night and she is a wolf."),
    said(4, "I am just a villager."),
    said(5, "I saved Fay last night."),
    said(6, "I am the Guard. I protected Gil last night."),
    said(7, "As a villager, I checked Ada last night and she is a wolf."),
    votes("3 3 1 1 1 1 1"),
    exiled(1),
    ended(1, "stopped"),
)


def test_camouflage_is_a_claim_that_the_log_contradicts_once_a_speech() -> None:
    # 1 claims Seer and a check: one speech; 4 hides the Guard; 6 claims Guard and a protection; 3
    # and 5 tell the truth;
    # 7 contradicts itself in one speech, which is a slip; 2 names no role that can be read
    assert {seat: above for seat, (above, _) in by_seat("camouflage", LIES).items() if above} == {
        1: 1,
        4: 1,
        6: 1,
    }
    assert value("camouflage", LIES) == 3
    assert summed("camouflage_rate", LIES) == (3, 7, near(3 / 7))


def test_camouflage_quotes_the_line_and_names_the_entry() -> None:
    (part,) = (part for part in found("camouflage", LIES).parts if part.seat == 4)
    assert part.quotes == ("I am just a villager.",)
    assert LIES.entries[part.entries[0]].fact == said(4, "I am just a villager.")
    assert part.day == 1


def test_camouflage_a_guard_and_a_doctor_are_the_same_power() -> None:
    game = written(
        "WDVV",
        night(1),
        f.Protected(2, 3),
        dawn(1),
        day(1),
        said(2, "I am the Guard. I protected Cleo last night."),
    )
    assert value("camouflage", game) == 0


def test_camouflage_a_check_with_another_result_is_contradicted() -> None:
    game = written(
        "WSVV",
        night(1),
        f.Checked(2, 3, "village"),
        day(1),
        said(2, "I checked Cleo last night and she is a wolf."),
    )
    assert value("camouflage", game) == 1


def test_camouflage_of_seats_that_said_nothing_is_0_and_of_a_log_without_speech_unknown() -> None:
    quiet = written("WSVV", night(1), dawn(1), day(1), said(1, ""))
    assert value("camouflage", quiet) == 0
    assert value("camouflage_rate", quiet) is None
    assert value("camouflage", written("WSVV", night(1), day(1), untold=("Said",))) is None
    assert (
        value("camouflage", written("WSVV", night(1), day(1), said(1, "我是预言家"), language="zh"))
        is None
    )


# -- confrontation

FIGHT = written(
    "WWSGXHV",
    night(1),
    f.Proposed(1, 7),
    f.Proposed(2, 7),
    f.Attacked(7),
    f.Protected(4, 4),
    f.Saved(5, 7),
    f.Poisoned(5, 0),
    dawn(1),
    f.QuietNight(1),
    day(1),
    said(1, "I suspect Cleo."),
    said(3, "I checked Ada last night and she is a wolf. Ada is a wolf."),
    said(7, "Dan is a wolf."),
    phase(1, "vote"),
    votes("3 3 1 1 0 2 4"),
    exiled(6),
    f.Shot(6, 1),
    died(1, "shot"),
    night(2),
    f.Proposed(2, 3),
    f.Attacked(3),
    f.Protected(4, 2),
    f.Poisoned(5, 2),
    dawn(2),
    died(3, "killed"),
    died(2, "poisoned"),
    ended(2, "village"),
)


def test_confrontation_counts_what_is_done_against_the_other_side() -> None:
    counts = {
        name: value(f"confrontation_{name}", FIGHT)
        for name in ("accusations", "ballots", "kills", "poison", "shots", "protections")
    }
    # accusations: 1 of 3, 3 of 1 (once a speech); 7 accuses its own side; ballots: 1, 2, 3, 4 and
    # 6, while 7 hits its own
    # kills: two attacks; poison: wolf 2; shots: wolf 1; protections: the Guard himself, the
    # antidote on 7, not wolf 2
    assert counts == {
        "accusations": 2,
        "ballots": 5,
        "kills": 2,
        "poison": 1,
        "shots": 1,
        "protections": 2,
    }
    assert value("confrontation", FIGHT) == 13


def test_confrontation_an_attack_is_shared_by_those_who_picked_the_victim() -> None:
    # night 1: half each; night 2: wolf 2 alone
    assert {
        seat: above for seat, (above, _) in by_seat("confrontation_kills", FIGHT).items() if above
    } == {1: 0.5, 2: 1.5}


def test_confrontation_is_unknown_where_a_part_of_it_is_not_recorded() -> None:
    silent = written("WWHV", night(1), f.Attacked(4), untold=("Said", "Shot"))
    assert value("confrontation", silent) is None
    assert value("confrontation_accusations", silent) is None
    assert value("confrontation_shots", silent) is None
    assert value("confrontation_kills", silent) == 1


# -- leadership

LED = written(
    "WWSGVV",
    night(1),
    dawn(1),
    day(1),
    said(1, "Vote for Cleo."),
    said(3, "Vote for Ada. Really, vote for Ada."),
    said(5, "I have nothing."),
    votes("3 3 1 1 1 3"),
    exiled(0),
)


def test_leadership_is_the_share_of_later_voters_who_voted_as_called() -> None:
    # 1 calls for 3: of 2, 4, 5, 6 the seats 2 and 6 followed: 2/4; 3 calls for 1: of 2, 4, 5, 6 the
    # seats 4 and 5: 2/4
    assert [
        (part.seat, part.numerator, part.denominator) for part in found("leadership", LED).parts
    ] == [(1, 2, 4), (3, 2, 4)]
    assert value("leadership", LED) == 0.5
    assert value("leadership_calls", LED) == 2
    assert found("leadership", LED).parts[1].quotes == ("Vote for Ada.",)


def test_leadership_without_a_call_is_null() -> None:
    assert (
        value(
            "leadership",
            written("WSVV", night(1), dawn(1), day(1), said(1, "Hello."), votes("2 1 1 1")),
        )
        is None
    )


# -- trust


TRUST = written(
    "WSVVV",
    night(1), dawn(1), day(1),
    said(2, "I checked Ada last night and she is a wolf."),
    said(3, "I believe Bram. Ada is a wolf."),
    said(4, "I agree with Bram."),
    said(5, "Dan is innocent."),
    votes("2 1 1 0 4"), exiled(0),
    night(2), dawn(2), died(2, "killed"), day(2),
    said(3, "I believe Elif."), said(5, "I have nothing to add."),
    votes("3 . 1 1 1"), exiled(1),
)  # fmt: skip


def standing(day: int) -> set[tuple[int, int]]:
    return set(trust_days(tables_of(TRUST))[day - 1].trusted)


def test_trust_is_to_vouch_and_never_to_agree() -> None:
    # day 1: 3 vouches for 2; 4 only agrees; 5 vouches for 4 and then votes for 4, which breaks it
    # before the day is over
    assert standing(1) == {(3, 2)}


def test_trust_ends_with_a_death_and_a_new_day_adds_to_it() -> None:
    assert standing(2) == {(3, 5)}
    assert trust_days(tables_of(TRUST))[1].dissolved == {}, "a death dissolves nothing"


def test_trust_is_counted_over_ordered_pairs_of_the_living() -> None:
    # day 1: 1 of 5 x 4; day 2: 1 of 4 x 3
    assert summed("trust", TRUST) == (2, 32, 1 / 16)
    assert sum(cell.value or 0 for cell in cells("trust_table", TRUST)) == 2
    assert len(cells("trust_table", TRUST)) == 32


def test_trust_that_is_broken_on_a_later_day_is_dissolved() -> None:
    game = written(
        "WSVV",
        night(1), dawn(1), day(1), said(3, "I believe Ada."), votes("0 0 0 0"), exiled(0),
        night(2), dawn(2), day(2), said(3, "Ada is a wolf."), votes("0 0 1 0"), exiled(0),
    )  # fmt: skip
    assert summed("trust_dissolved", game) == (1, 1, 1)
    assert found("trust_dissolved", game).parts[0].quotes == ("Ada is a wolf.",)


def test_trust_to_follow_is_to_call_and_vote_as_another_did_before() -> None:
    game = written(
        "WSVV",
        night(1),
        dawn(1),
        day(1),
        said(2, "Vote for Ada."),
        said(3, "Vote for Ada."),
        votes("0 1 1 1"),
    )
    assert set(trust_days(tables_of(game))[0].trusted) == {(3, 2)}, (
        "4 voted so, too, and said nothing"
    )


def test_trust_by_belief_is_in_one_s_own_team() -> None:
    # 3: reliability 8 of 2 and 4 of 4 (Werewolf 7); 1, a wolf, takes 4 for its mate and knows 2 for
    # a villager
    game = written(
        "WSVW",
        night(1),
        dawn(1),
        day(1),
        believed(3, (2, "Seer", 8), (4, "Werewolf", 7), (1, "Uncertain", 6)),
        believed(1, (4, "Werewolf", 10), (2, "Villager", 10)),
        votes("0 0 0 0"),
    )
    assert set(trust_days(tables_of(game), "believed")[0].trusted) == {(3, 2), (1, 4)}
    # 3: 1 of 3, 1: 1 of 3; 2 and 4 told nothing, and what is believed is shown to nobody
    assert by_seat("trust_believed", game) == {1: (1, 3), 3: (1, 3)}
    assert set(trust_days(tables_of(game))[0].trusted) == set()


def test_a_belief_that_deduces_no_role_is_neither_trust_nor_distrust_however_confident() -> None:
    # day 1: 3 trusts 2; day 2: "Uncertain" of 2 breaks nothing, and of 4 shows nothing
    game = written(
        "WSVV",
        night(1),
        dawn(1),
        day(1),
        believed(3, (2, "Villager", 8), (4, "Uncertain", 10)),
        votes("0 0 0 0"),
        exiled(0),
        night(2),
        dawn(2),
        day(2),
        believed(3, (2, "Uncertain", 10, 0.29), (4, "Uncertain", 7, 0.29)),
        votes("0 0 0 0"),
    )
    assert [set(table.trusted) for table in trust_days(tables_of(game), "believed")] == [
        {(3, 2)},
        {(3, 2)},
    ]
    assert summed("trust_believed", game) == (2, 6, near(1 / 3))


def test_trust_that_is_shown_is_not_broken_by_what_is_only_believed() -> None:
    game = written(
        "WSVV",
        night(1),
        dawn(1),
        day(1),
        said(3, "I believe Bram."),
        believed(3, (2, "Werewolf", 9), (4, "Villager", 9)),
        votes("0 0 0 0"),
    )
    assert set(trust_days(tables_of(game))[0].trusted) == {(3, 2)}
    assert set(trust_days(tables_of(game), "believed")[0].trusted) == {(3, 4)}
    assert value("trust_believed", TRUST) is None, "nobody stated a belief"

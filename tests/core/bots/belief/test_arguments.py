"""What people say moves the table: as far as the speaker is trusted, more with a reason that is so,
less behind others."""

from __future__ import annotations

import pytest

from tests.core.bots.play.test_night import DAY_1, NAMES
from tests.core.bots.scenes import ADA, BRAM, CLEO, DOV, ELIF, FAY, GIL, QUIET_NIGHT, says
from wolfcore.bots.belief.likelihoods import FITTED
from wolfcore.bots.belief.posterior import Knowledge
from wolfcore.bots.belief.shared_belief import SharedBelief
from wolfcore.game import Fact, get_board
from wolfcore.game import facts as f

DAY_2: tuple[Fact, ...] = (
    *DAY_1,
    f.Said(CLEO, "speak", "I suspect Gil."),
    f.Said(BRAM, "speak", "I trust Fay."),
    f.Began(1, "vote"),
    f.Voted(CLEO, BRAM, "vote"),
    *QUIET_NIGHT,
)


def table_after(*facts: Fact, board: str = "sla7") -> SharedBelief:
    """A table that has learned this."""
    of = get_board(board)
    table = SharedBelief(of, NAMES[: of.size], FITTED, heeds_behaviour=True)
    table.extend(0, list(facts))
    return table


def suspicion(of: int, *facts: Fact, trusted: int = 0, board: str = "sla7") -> float:
    """What Dov, a villager, believes of a seat after these facts, knowing another to be good."""
    good = 1 << DOV | (1 << trusted if trusted else 0)
    return (
        table_after(*facts, board=board)
        .posterior(DOV, Knowledge(known_village=good, own_role="Villager"))
        .p_wolf[of]
    )


@pytest.mark.parametrize("board", ["sla7", "classic9", "arena8"])
@pytest.mark.parametrize("words", ["Cleo is a wolf.", "Vote for Cleo."])
def test_a_word_against_a_seat_is_felt_and_more_so_from_a_trusted_one(
    board: str, words: str
) -> None:
    before = suspicion(CLEO, *DAY_1, board=board)
    accused = suspicion(CLEO, *DAY_1, says(ADA, words), board=board)
    assert accused > before + 0.04
    by_trusted = suspicion(CLEO, *DAY_1, says(ADA, words), trusted=ADA, board=board)
    assert by_trusted - suspicion(CLEO, *DAY_1, trusted=ADA, board=board) > accused - before + 0.03


@pytest.mark.parametrize("board", ["sla7", "classic9", "arena8"])
def test_a_word_for_a_seat_helps_it_and_more_so_from_a_trusted_one(board: str) -> None:
    before = suspicion(CLEO, *DAY_1, board=board)
    vouched = suspicion(CLEO, *DAY_1, says(ADA, "I trust Cleo."), board=board)
    assert vouched < before - 0.02
    by_trusted = suspicion(CLEO, *DAY_1, says(ADA, "I trust Cleo."), trusted=ADA, board=board)
    assert suspicion(CLEO, *DAY_1, trusted=ADA, board=board) - by_trusted > before - vouched + 0.02


@pytest.mark.parametrize(
    "words",
    [
        "I think Cleo is a wolf. He voted for Bram yesterday.",
        "Cleo is a wolf, because Cleo accused Gil.",
        "I suspect Cleo: that vote for Bram was bad.",
    ],
)
def test_a_reason_that_is_so_weighs_more(words: str) -> None:
    against = table_after(*DAY_2, says(ADA, words)).public.accusation_weights
    bare = table_after(
        *DAY_2, says(ADA, words.split(".")[0].split(":")[0].split(",")[0] + ".")
    ).public.accusation_weights
    assert against[2, ADA, CLEO] == 2 * bare[2, ADA, CLEO]
    assert suspicion(CLEO, *DAY_2, says(ADA, "Cleo is a wolf. He voted for Bram.")) > suspicion(
        CLEO, *DAY_2, says(ADA, "Cleo is a wolf.")
    )


def test_a_reason_names_its_seat_in_the_way_in_which_people_write_a_name() -> None:
    names = ("Ada", "Rose", "Will", *NAMES[3:7])
    table = SharedBelief(get_board("sla7"), names, FITTED, heeds_behaviour=True)
    said = [*DAY_2, says(ADA, "will is a wolf. will voted rose yesterday")]
    table.extend(0, said)
    assert table.public.accusation_weights[2, ADA, CLEO] == 2.0
    table.extend(0, [*said, says(ELIF, "will, why did you vote for rose?")])
    assert table.public.open_questions[CLEO][ELIF].target == BRAM


@pytest.mark.parametrize(
    "words",
    [
        "Cleo is a wolf. She voted for Elif yesterday.",  # she did not
        "Cleo is a wolf, because Cleo accused Fay.",
        "Cleo is a wolf. She defends Bram.",
        "Cleo is a wolf. She claimed late.",
    ],
)
def test_a_reason_that_is_not_so_halves_the_word_and_is_noted_of_its_speaker(words: str) -> None:
    public = table_after(*DAY_2, says(ADA, words)).public
    assert public.accusation_weights[2, ADA, CLEO] == 0.5
    assert public.refuted_speakers == {ADA}


def test_an_accusation_without_a_reason_is_a_bare_word() -> None:
    public = table_after(*DAY_2, says(ADA, "Cleo is a wolf. I feel it.")).public
    assert public.accusation_weights[2, ADA, CLEO] == 1.0


@pytest.mark.parametrize("words", ["She changed her vote.", "She changed her mind."])
def test_a_ballot_for_another_seat_than_the_one_named_is_a_change(words: str) -> None:
    public = table_after(*DAY_2, says(ADA, f"Cleo is a wolf. {words}")).public
    assert public.accusation_weights[2, ADA, CLEO] == 2.0


def test_two_reasons_that_are_so_weigh_more_than_one() -> None:
    words = "Cleo is a wolf. Cleo voted for Bram. Cleo accused Gil."
    public = table_after(*DAY_2, says(ADA, words)).public
    assert public.accusation_weights[2, ADA, CLEO] == 3.0
    again = table_after(*DAY_2, says(ADA, words), says(ADA, words)).public
    assert again.accusation_weights[2, ADA, CLEO] == 3.0


def test_a_reason_that_is_so_of_half_of_the_table_moves_nothing() -> None:
    ballots = (f.Voted(seat, BRAM, "vote") for seat in (CLEO, DOV, ELIF, FAY))
    facts = (*DAY_1, f.Began(1, "vote"), *ballots, *DAY_2[-4:])
    public = table_after(*facts, says(ADA, "Cleo is a wolf. She voted for Bram.")).public
    assert public.accusation_weights[2, ADA, CLEO] == 1.0
    assert not public.refuted_speakers


def test_a_seat_that_has_told_two_stories_may_be_told_so_and_is_suspect_for_it() -> None:
    twice = (*DAY_1, says(CLEO, "I am a Villager."), says(CLEO, "I am the Doctor."))
    assert suspicion(CLEO, *twice) > suspicion(CLEO, *DAY_1, says(CLEO, "I am the Doctor.")) + 0.02
    told = table_after(*twice, says(ADA, "Cleo is a wolf: first one story, now another.")).public
    assert told.accusation_weights[1, ADA, CLEO] == 2.0


def test_who_is_for_and_against_the_same_seat_in_a_day_contradicts_itself() -> None:
    torn = (*DAY_1, says(CLEO, "I trust Elif."), says(CLEO, "Elif is a wolf."))
    assert suspicion(CLEO, *torn) > suspicion(CLEO, *DAY_1) + 0.05
    later = (
        *DAY_1,
        says(CLEO, "I trust Elif."),
        f.Began(2, "night"),
        *DAY_2[-3:],
        says(CLEO, "Elif is a wolf."),
    )
    assert suspicion(CLEO, *later) < suspicion(CLEO, *torn) - 0.05


def test_a_good_word_with_a_check_or_a_ballot_against_an_exposed_wolf_weighs_more() -> None:
    report = says(GIL, "I am the Seer. I checked Bram last night: a wolf.")
    ballot = says(ADA, "I trust Cleo. Cleo voted for Bram.")
    assert table_after(*DAY_2, report, ballot).public.praise_weights[2, ADA, CLEO] == 2.0
    assert table_after(*DAY_2, ballot).public.praise_weights[2, ADA, CLEO] == 1.0


def test_who_joins_others_adds_less_than_who_was_first() -> None:
    none, one, two, three = (
        suspicion(
            CLEO, *DAY_1, *(says(seat, "Cleo is a wolf.") for seat in (ADA, BRAM, ELIF)[:many])
        )
        for many in range(4)
    )
    assert one - none > two - one > three - two > 0


def test_who_joins_a_report_adds_nothing_and_who_reports_is_weighed_by_the_claim_alone() -> None:
    report = says(ADA, "I am the Seer. I checked Cleo last night: a wolf.")
    alone = suspicion(CLEO, *DAY_1, report, says(BRAM, "Good morning."))
    assert suspicion(CLEO, *DAY_1, report, says(BRAM, "Cleo is a wolf.")) == alone
    assert (
        suspicion(CLEO, *DAY_1, report, says(BRAM, "Good morning."), says(ADA, "Vote for Cleo."))
        == alone
    )
    assert suspicion(CLEO, *DAY_1, says(BRAM, "Cleo is a wolf."), report) > suspicion(
        CLEO, *DAY_1, report
    )


def test_a_defence_counts_where_there_is_something_to_answer() -> None:
    accused = (*DAY_1, says(ADA, "Cleo is a wolf."))
    silent, answered = (
        suspicion(CLEO, *accused),
        suspicion(CLEO, *accused, says(CLEO, "I am not a wolf, Ada.")),
    )
    assert suspicion(CLEO, *DAY_1) < answered < silent - 0.02
    assert suspicion(CLEO, *accused, *[says(CLEO, "I am not a wolf, Ada.")] * 3) == answered
    assert suspicion(CLEO, *DAY_1, says(CLEO, "I am not a wolf.")) == suspicion(CLEO, *DAY_1)
    assert suspicion(CLEO, *accused, says(CLEO, "I am a werewolf.")) > silent + 0.2

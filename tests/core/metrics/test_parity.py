"""How alike person and machines rank trust, on beliefs written by hand."""

from __future__ import annotations

from tests.core.metrics.written import (
    believed,
    dawn,
    day,
    found,
    near,
    night,
    phase,
    value,
    votes,
    written,
)
from wolfcore.metrics.stated_beliefs import spearman


def test_spearman_by_hand() -> None:
    # ranks 1 2 3 4 against 1 3 2 4: 1 - 6 x 2 / (4 x 15) = 0.8
    above, below = spearman([5, 6, 7, 8], [1, 3, 2, 9])
    assert above / below == near(0.8)
    # ties share their mean rank: 1.5 1.5 3 against 1 2 3
    above, below = spearman([5, 5, 9], [1, 2, 3])
    assert above / below == near(1.5 / (1.5 * 2) ** 0.5)
    assert spearman([1], [2]) == (0, 0)
    assert spearman([4, 4], [1, 2])[1] == 0


def test_correlation_ranks_the_seats_of_all_days_for_a_person_and_for_the_machines() -> None:
    # the person, seat 4: 1 -> 2, 2 -> 8, 3 -> 6; the machines: of 1: (3 + 1) / 2 = 2, of 2: 5 (seat
    # 3 alone), of 3: 9
    # ranks 1 3 2 against 1 2 3: 1 - 6 x 2 / (3 x 8) = 0.5; what the machines think of the person
    # has no pair
    game = written(
        "WSVV",
        night(1), dawn(1), day(1),
        believed(4, (1, "Werewolf", 9), (2, "Seer", 8), (3, "Uncertain", 6)),
        believed(2, (1, "Werewolf", 8), (3, "Villager", 9), (4, "Villager", 9)),
        believed(3, (1, "Werewolf", 10), (2, "Uncertain", 5)),
        votes("2 1 1 1"),
        people=(4,),
    )  # fmt: skip
    assert value("correlation", game) == near(0.5)
    assert found("correlation", game).parts[0].seat == 4


def test_moments_are_parts_of_a_day_and_each_counts_what_was_stated_last_in_it() -> None:
    # night: the person has 1 -> 6, the machine of 1: 5; discussion: 1 -> 2 (and not 5), 3 -> 8, the
    # machine of 1: 4, of 3: 9;
    # what the machine states at the vote and the person in the runoff has no other side
    # ranks 2 1 3 against 2 1 3: 1
    game = written(
        "WSVV",
        night(1), believed(4, (1, "Uncertain", 6)), believed(2, (1, "Uncertain", 5)),
        dawn(1), day(1),
        believed(4, (1, "Villager", 5)), believed(2, (1, "Werewolf", 7), (3, "Villager", 9)),
        believed(4, (1, "Werewolf", 9), (3, "Villager", 8)),
        phase(1, "vote"), believed(2, (1, "Villager", 10), (3, "Werewolf", 10)),
        phase(1, "runoff"), believed(4, (1, "Villager", 10)),
        people=(4,),
    )  # fmt: skip
    assert value("correlation_moments", game) == near(1)
    assert len(found("correlation_moments", game).parts[0].entries) == 3
    assert value("correlation", game) is None, "nobody voted"


def test_without_a_person_there_is_no_value() -> None:
    game = written(
        "WSV",
        night(1),
        dawn(1),
        day(1),
        believed(1, (2, "Seer", 8), (3, "Seer", 5)),
        votes("2 1 1"),
    )
    assert (value("correlation", game), value("correlation_moments", game)) == (None, None)

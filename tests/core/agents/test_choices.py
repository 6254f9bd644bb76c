"""Words and the options that they mean."""

from __future__ import annotations

import pytest

from wolfcore.agents.reply_parser import match_option, match_seat
from wolfcore.agents.schemas import option_words
from wolfcore.game import Ask

NAMES = ("Ada", "Bram", "Cleo", "Dov", "Elif", "Fay", "Gil", "Hana", "Ivo", "Jun", "Kaia", "Lev")
VOTE = Ask("d1.vote.1", 1, "vote", 1, "vote", (0, 2, 3, 5, 11))
SHOT = Ask("d1.shoot.1", 1, "shoot", 1, "exile", (2, 3))
RUN = Ask("d1.run.1", 1, "run", 1, "election", (0, 1))
ORDER = Ask("d1.order.1", 1, "order", 1, "discussion", (0, 1))
BID = Ask("d1.bid.1", 1, "bid", 1, "discussion", (0, 1, 2, 3, 4))


def test_options_are_seats_with_names_or_plain_words() -> None:
    assert option_words(VOTE, NAMES) == {
        0: "no one",
        2: "2 Bram",
        3: "3 Cleo",
        5: "5 Elif",
        11: "11 Kaia",
    }
    assert option_words(RUN, NAMES) == {0: "no", 1: "yes"}
    assert option_words(ORDER, NAMES) == {0: "left", 1: "right"}
    assert list(option_words(BID, NAMES).values()) == ["0", "1", "2", "3", "4"]


@pytest.mark.parametrize(
    ("ask", "said", "option"),
    [(VOTE, "3 Cleo", 3), (VOTE, "no one", 0), (RUN, "yes", 1), (BID, "4", 4)],
)
def test_the_very_words_are_exact(ask: Ask, said: str, option: int) -> None:
    assert match_option(said, ask, NAMES) == (option, True, "")


@pytest.mark.parametrize(
    ("said", "option"),
    [
        ("Player 3", 3), ("player_3", 3), ("3", 3), (3, 3), (3.0, 3), ("seat 3", 3), ("player3", 3), ("#3", 3), ("(3) Cleo", 3),
        ("Cleo", 3), ("  cleo. ", 3), ("CLEO!", 3), ("Cloe", 3), ("3 Cleo, as she said on day 2", 3), ("11", 11), ("Kaia", 11),
        ("nobody", 0), ("None", 0), (None, 0), ("abstain", 0), (0, 0), (False, 0), ("No one.", 0),
    ],
)  # fmt: skip
def test_near_misses_are_mapped(said: object, option: int) -> None:
    found = match_option(said, VOTE, NAMES)
    assert (found.option, found.exact, found.problem) == (option, False, "")


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ("9 Ivo", "9 Ivo cannot be chosen; the options are: no one, 2 Bram"),
        ("Dov", "4 Dov cannot be chosen"),
        ("Cleo or Bram", "it names 2 Bram and 3 Cleo, and one is asked for"),
        ("whoever is the wolf", "`whoever is the wolf` names none of the options"),
        ("", "`` names none of the options"),
        ("99", "`99` names none of the options"),
        ("103", "`103` names none of the options"),
        ("agent3", "`agent3` names none of the options"),
        (["3"], ""),
        ({"seat": 2}, ""),
    ],
)
def test_bad_words_illegal_choices_and_ambiguous_ones_are_told_apart(
    said: object, problem: str
) -> None:
    found = match_option(said, VOTE, NAMES)
    if problem:
        assert found.option is None
        assert found.problem.startswith(problem)
    else:
        assert found.option in VOTE.options


def test_no_one_is_refused_where_somebody_must_be_chosen() -> None:
    assert (
        match_option("no one", SHOT, NAMES).problem
        == "no one cannot be chosen; the options are: 2 Bram, 3 Cleo"
    )


@pytest.mark.parametrize(
    ("ask", "said", "option"),
    [(RUN, True, 1), (RUN, False, 0), (RUN, "Yes.", 1), (RUN, 0, 0), (ORDER, "to the LEFT", 0), (ORDER, 1, 1), (BID, 3, 3),
     (BID, 3.0, 3), (BID, "Bram", None), (BID, "2 of 4", None), (BID, 7, None), (RUN, "maybe", None),
     (ORDER, "left or right", None)],
)  # fmt: skip
def test_words_and_amounts(ask: Ask, said: object, option: int | None) -> None:
    found = match_option(said, ask, NAMES)
    assert found.option == option
    assert bool(found.problem) == (option is None)


def test_a_seat_in_words() -> None:
    assert [
        match_seat(said, NAMES) for said in ("5 Elif", "elif", 5, "5 and 6", "nobody", None)
    ] == [5, 5, 5, 0, 0, 0]

"""How somebody who guessed did is said in plain words, as it is counted."""

from __future__ import annotations

import pytest

from wolftui.measures.guess_scores import BrierSum, DayScore, GuessScore
from wolftui.views.guess_page import guess_verdict, guesses_page
from wolftui.words.glyphs import FANCY
from wolftui.words.wrapping import plain_text, width_of

NAMES = ("Ada", "Bram", "Cleo")


def score(own: float, *others: float, base: float = 0.25) -> GuessScore:
    """Guesses off by so much on one day, beside seats of the village that were off by so much."""
    seats = {seat: BrierSum(off, 1, 7) for seat, off in enumerate(others, 2)}
    day = DayScore(1, (1, 2, 3), 1, {1: 0.9}, BrierSum(own, 1), BrierSum(base, 1), seats)
    return GuessScore(
        (day,),
        ("Werewolf", "Villager", "Seer"),
        {seat: (BrierSum(own, 1), off) for seat, off in seats.items()},
    )


@pytest.mark.parametrize(
    ("others", "words"),
    [
        ((0.3, 0.3), "closer to the truth than all 2 seats of the village"),
        ((0.3, 0.1), "closer to the truth than 1 of 2 seats of the village"),
        ((0.2, 0.1), "All 2 seats of the village were as close to the truth as you, or closer."),
        ((0.3,), "closer to the truth than the only seat of the village"),
        ((), "Nobody of the village stated suspicions"),
    ],
)
def test_the_first_line_says_how_many_seats_were_further_from_the_truth(
    others: tuple[float, ...], words: str
) -> None:
    assert words in plain_text(guess_verdict(score(0.2, *others))[0])


def test_the_second_line_holds_it_beside_knowing_nothing() -> None:
    assert "better than" in plain_text(guess_verdict(score(0.2))[1])
    assert "no better than" in plain_text(guess_verdict(score(0.25))[1]), "as good is no better"


@pytest.mark.parametrize("width", [56, 76, 112])
def test_every_number_says_what_it_is_and_a_seats_leads_to_its_words(width: int) -> None:
    page = guesses_page(score(0.2, 0.3), NAMES, width, FANCY)
    assert all(width_of(line) <= width for line in page.lines)
    told = [spot.derivation for spot in page.spots]
    assert any(
        "Bram, day 1" in each.title and each.entries == (7,) and "before the vote" in each.formula
        for each in told
    )
    assert any(
        "you, day 1" in each.title and "left out counts as the base rate" in each.formula
        for each in told
    )
    assert any("it was a wolf: off by 0.01" in each.fraction for each in told)

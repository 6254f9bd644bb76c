"""Names and numbers become seats, in plain ASCII and beside letters of any language alike."""

from __future__ import annotations

import pytest

from wolfcore.speech import mark_seats
from wolfcore.speech.chat.tokenizer import tokenize

NAMES = ("Ada", "Bram", "Élise", "Kim", "Søren")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Ada, ADA and ada; Adas, not Adam.", "@1, @1 and @1; @1's, not Adam."),
        ("Kim's vote, kim: x_Kim 3Kim Kim4.", "@4's vote, @4: x_Kim 3Kim Kim4."),
        ("Brm and bra are Bram, seat 5 is seat five.", "@2 and @2 are @2, @5 is @5."),
        (
            "On day 1 seat 9 was nobody, and 2 was @3.",
            "On day 1 seat 9 was nobody, and @2 was  @3.",
        ),
    ],
)
def test_a_text_is_marked_alike_in_plain_ascii_and_with_other_letters_in_it(
    text: str, found: str
) -> None:
    assert mark_seats(text, NAMES, 5) == found
    assert mark_seats(f"{text} Ça!", NAMES, 5) == f"{found} Ça!"


def test_a_name_with_a_letter_beyond_ascii_is_found() -> None:
    assert mark_seats("Élise and søren and KIM", NAMES, 5) == "@3 and @5 and @4"


@pytest.mark.parametrize("whom", ["i", "we", "he", "they", "it"])
def test_that_before_a_pronoun_is_left_out(whom: str) -> None:
    words = [token.word for token in tokenize(f"believe that {whom} lied")[0]]
    assert words == [token.word for token in tokenize(f"believe {whom} lied")[0]]
    assert "that" in [token.word for token in tokenize("believe that story")[0]]

"""Names that are words are found where a name stands, and stay words where a word stands; parts of
names stand for the whole."""

from __future__ import annotations

import pytest

from wolfcore.speech import mark_seats
from wolfcore.speech.nicknames import make_nickname_marker

WORDS = ("Rose", "Will", "Mark", "Grace", "Hunter", "May", "Frank", "Hope")
PARTS = (
    "Lord Pickle",
    "T-Bone",
    "Min-jun",
    "shadow99",
    "CaptainCrunch",
    "Aunt May",
    "Player 7",
    "Player 8",
)


def _read(text: str, names: tuple[str, ...]) -> str:
    return make_nickname_marker(names)(mark_seats(text, names, len(names)))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("rose is so sus", "@1 is so sus"),
        ("will's story stinks, so vote will", "@2's story stinks, so vote @2"),
        ("still on mark", "still on @3"),
        ("rose sounds scared", "@1 sounds scared"),
        ("grace and mark are the wolves", "grace and mark are the wolves"),
        ("rose, mark and will", "@1, @3 and @2"),
        ("i think hunter is lying", "i think @5 is lying"),
        ("mark", "@3"),
        ("may kept quiet", "@6 kept quiet"),
        ("franks logic is bad, marks too", "@7's logic is bad, @3's too"),
        ("why does frank keep asking", "why does @7 keep asking"),
        ("u are wrong, hope", "u are wrong, @8"),
    ],
)
def test_a_name_that_is_a_word_is_found_in_the_place_of_a_name(text: str, found: str) -> None:
    assert _read(text, WORDS) == found


@pytest.mark.parametrize(
    "text",
    [
        "i will vote, you may too",
        "will you vote",
        "may i speak",
        "mark my words",
        "the votes rose quickly",
        "the vote rose",
        "i hope so",
        "the hunter is dead",
        "im hunter, dont shoot",
        "hunter claims are cheap",
        "may be",
        "to be frank i dont know",
        "he will always lie",
        "and so will they",
    ],
)
def test_a_word_that_is_a_name_stays_a_word_in_the_place_of_a_word(text: str) -> None:
    assert _read(text, WORDS) == text


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("pickle gives me wolf energy", "@1 gives me wolf energy"),
        ("i had a pickle", "i had a pickle"),
        ("tbone is off", "@2 is off"),
        ("minjun wolf", "@3 wolf"),
        ("shadow is the wolf king", "@4 is the wolf king"),
        ("out of the shadow", "out of the shadow"),
        ("crunch lied", "@5 lied"),
        ("aunt may", "@6"),
        ("player lied", "player lied"),
    ],
)
def test_a_part_of_a_name_stands_for_it(text: str, found: str) -> None:
    assert _read(text, PARTS) == found


def test_a_part_that_two_share_names_nobody() -> None:
    assert _read("smith lied", ("Ann Smith", "Bob Smith")) == "smith lied"


def test_times_and_what_stands_behind_a_hyphen_are_no_seats() -> None:
    assert mark_seats("at 16:02, L-2, but 2", ("",) * 5, 5) == "at 16:02, L-2, but @2"


def test_names_that_are_only_names_cost_nothing() -> None:
    assert make_nickname_marker(("Ada", "Bram"))("Ada and will") == "Ada and will"

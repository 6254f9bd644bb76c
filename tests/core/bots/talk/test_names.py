"""Every first name is said by the bots, and each of their lines is heard as meant at a table of
people with such names."""

from __future__ import annotations

import re

import pytest

from tests.core.bots.talk.test_voice import INTENTS, NAMES, record_at, some_move, ways
from tests.core.speech.first_names import BY_NUMBER, SAYABLE
from wolfcore.bots.belief.seat_record import PublicRecord
from wolfcore.bots.draws import Draws
from wolfcore.bots.profiles import MANNERS
from wolfcore.bots.talk.line_templates import PLAIN_MANNER, fill_line, seat_name
from wolfcore.bots.talk.phrasebook import all_line_variants
from wolfcore.game import dice_of, get_board
from wolfcore.speech import is_reserved_name, mark_seats
from wolfcore.speech.nicknames import make_nickname_marker

SEATS = 12
_SLOT = re.compile(r"\{\w+\}")
_SEAT = re.compile(r"@(\d+)")
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_OPENING = re.compile(r"(?:^|[.!?:;] )(\w+(?:'\w+)?,?(?: \w+)?)")


def tables(first: int = 0) -> list[tuple[str, ...]]:
    """All names at tables of twelve, beginning with one of them."""
    names = (*SAYABLE[first:], *SAYABLE[: first + SEATS])
    return [names[at : at + SEATS] for at in range(0, len(SAYABLE), SEATS)]


def test_the_list_has_names_of_every_kind_and_a_reason_for_each_that_stays_a_number() -> None:
    assert len(SAYABLE) > 600
    assert not set(SAYABLE) & set(BY_NUMBER)
    assert all(BY_NUMBER.values())


def test_a_seat_is_called_by_its_name() -> None:
    for names in tables():
        record = PublicRecord(get_board("plus12"), names)
        assert tuple(seat_name(seat, record) for seat in range(1, SEATS + 1)) == names


def test_a_name_that_only_a_number_tells_is_no_name_that_a_player_can_take() -> None:
    record = PublicRecord(get_board("plus12"), (*BY_NUMBER, *NAMES)[:SEATS])
    for seat, name in enumerate(BY_NUMBER, 1):
        assert seat_name(seat, record) == f"seat {seat}"
        assert is_reserved_name(name), name
    assert not [name for name in SAYABLE if is_reserved_name(name)]


@pytest.mark.parametrize("name", ["will", "hope", "mark", "don", "can"])
def test_a_name_that_is_a_word_is_said_with_a_capital_however_its_owner_writes_it(
    name: str,
) -> None:
    names = ("Ada", name, *NAMES[2:])
    assert seat_name(2, PublicRecord(get_board("plus12"), names)) == name.capitalize()
    assert mark_seats(f"I trust {name.capitalize()}, I {name}", names, SEATS) == (
        f"I trust @2, I {name}"
    )


def test_no_word_of_a_line_is_taken_for_one_of_the_names() -> None:
    """Wherever this fails, the line needs another word, or the reader a name that it knows for a
    word (`WORD_NAMES`, `common_words.txt`)."""
    lines = [_SLOT.sub("-", line) for _, line in all_line_variants()]
    words = sorted({word for line in lines for word in _WORD.findall(line.lower())})
    opened = sorted({found for line in lines for found in _OPENING.findall(line)})
    text = " ".join(words) + ". " + ". ".join(part[0].upper() + part[1:] for part in opened)
    assert len(words) > 2_500 and len(opened) > 1_000
    for names in tables():
        marked = mark_seats(text, names, SEATS)
        taken = [
            (marked[max(0, at.start() - 20) : at.end() + 20], names[int(at[1]) - 1])
            for at in _SEAT.finditer(marked)
        ]
        assert not taken


@pytest.mark.slow
@pytest.mark.parametrize("manner", (PLAIN_MANNER, *MANNERS))
def test_every_line_names_the_seats_that_it_means_and_no_others(manner: str) -> None:
    """The acts of a line depend on its marked seats alone, and `test_voice` reads them."""
    plain = record_at(5)
    said = [
        (words, some_move(intent, 5, Draws(dice_of(place, words))), dice_of(place, words))
        for place, intent in enumerate(INTENTS)
        for words in ways(manner, intent)
    ]
    meant = [
        mark_seats(fill_line(words, move, plain, Draws(dice)).text, NAMES, SEATS)
        for words, move, dice in said
    ]
    # A name sits elsewhere for each manner.
    for names in tables(first=(PLAIN_MANNER, *MANNERS).index(manner)):
        record, mark = record_at(5, names=names), make_nickname_marker(names)
        for (words, move, dice), expected in zip(said, meant, strict=True):
            text = fill_line(words, move, record, Draws(dice)).text
            marked = mark_seats(text, names, SEATS)
            assert marked.lower() == expected.lower(), text
            assert mark(marked) == marked, text

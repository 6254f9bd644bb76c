"""No speech of a bot speaks to a seat and about the same seat: "Ada, you are wrong. Ada is a wolf."

A seat that was spoken of may be turned to at the end, with a question or an answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import pytest

from tests.core.bots.playing import play
from tests.core.bots.scenes import ADA, BRAM
from wolfcore.bots.fingerprints import sentences
from wolfcore.bots.talk.dialogue_moves import Move
from wolfcore.bots.talk.move_filters import in_one_person
from wolfcore.bots.talk.phrasebook import all_line_variants
from wolfcore.game import facts as f
from wolfcore.speech import mark_seats

_OPENER = "oh|now|well|no|so|and|dear|cruel|blind|faithless|bless|you|um|speak|choose"
_TO = re.compile(
    rf"(?:^|(?<=[.!?] ))(?:(?:{_OPENER}),? )*(?:@\d+ and )*@\d+(?=[,!])"
    r"|^@\d+(?=[.:] )|(?<=[.!?] )(?:@\d+ and )*@\d+(?=: )|(?<=, )(?:@\d+ and )*@\d+(?=[.,!?:;])",
    re.IGNORECASE,
)
_SEAT = re.compile(r"@(\d+)")


def spoken_to_and_of(marked: str) -> set[int]:
    """The seats (`@` and a number) that a text speaks to, and of afterwards or before more words.

    The last words, of two sentences at most, and a question may turn to a seat spoken of before.
    """
    ends = {
        seat.end()
        for found in _TO.finditer(marked)
        for seat in _SEAT.finditer(marked, *found.span())
    }
    found = set[int]()
    for seat in {int(number) for number in _SEAT.findall(marked)}:
        places = [at for at in _SEAT.finditer(marked) if int(at[1]) == seat]
        to = [at.end() in ends for at in places]
        if len(set(to)) == 2:
            turned = to.index(True)
            rest = marked[places[turned].start() :]
            if not all(to[turned:]) or ("?" not in rest and len(sentences(rest)) > 2):
                found.add(seat)
    return found


@pytest.mark.parametrize(
    ("text", "seats"),
    [
        ("@3, I am not a wolf. @3 is a wolf.", {3}),
        ("@3 is a wolf. I am not angry, @3. I trust @2. I vote for @4.", {3}),
        ("@3 is a wolf. @3, my vote was a guess.", set[int]()),
        ("Oh @3, I am not a wolf. I suspect @3.", {3}),
        ("@3: I suspect @2. I saved @3.", {3}),
        ("@2 and I have the same thought. @2, you are right.", set[int]()),
        ("I suspect @3. @3, what do you say?", set[int]()),
        ("@3, I am not a wolf. I suspect @2.", set[int]()),
        ("We lost @2, @3 and @4. @2 is a loss.", set[int]()),
    ],
)
def test_the_check_itself(text: str, seats: set[int]) -> None:
    assert spoken_to_and_of(text) == seats


def test_no_line_speaks_to_a_seat_and_of_it() -> None:
    numbers = {"target": "@2", "other": "@3", "dead": "@4", "count": "two", "then": "yesterday"}
    rest = dict.fromkeys(("role", "a_role", "day", "night", "when"), "x")
    offenders = [
        way for _, way in all_line_variants() if spoken_to_and_of(way.format_map(numbers | rest))
    ]
    assert not offenders


def offenders(boards: Sequence[str], seeds: range) -> Iterator[str]:
    """All that bots of two levels say in whole games and should not."""
    for board in boards:
        for seed in seeds:
            game = play(board, seed, level=("normal", "hard")[seed % 2])
            for entry in game.log:
                fact = entry.fact
                text = (
                    fact.text
                    if isinstance(fact, f.Said)
                    else fact.line
                    if isinstance(fact, f.Voted)
                    else ""
                )
                if spoken_to_and_of(mark_seats(text, game.spec.names, game.spec.board.size)):
                    yield text


def test_nobody_in_whole_games_is_spoken_to_and_of() -> None:
    assert not list(offenders(("classic9", "duel6"), range(700, 704)))


@pytest.mark.slow
def test_nobody_in_two_hundred_games_is_spoken_to_and_of() -> None:
    assert not list(offenders(("classic9", "sla7", "duel6", "classic12"), range(800, 850)))


def test_a_denial_to_an_accuser_of_whom_more_is_said_is_one_to_the_table() -> None:
    case = Move(kind="suspect_accuser", target=ADA)
    denied = [Move(kind="deny_all"), case]
    assert in_one_person([Move(kind="deny", other=ADA), case]) == denied
    assert in_one_person([Move(kind="deny_voted", other=ADA, target=BRAM, day=1), case]) == denied
    alone = [Move(kind="deny", other=ADA), Move(kind="suspect", target=BRAM)]
    assert in_one_person(alone) == alone


def test_a_greeting_to_a_seat_of_which_more_is_said_is_left_out() -> None:
    case = Move(kind="suspect_silent", target=ADA)
    assert in_one_person([Move(kind="meet_thanks", other=ADA), case]) == [case]


def test_an_answer_to_an_asker_of_whom_more_is_said_comes_last() -> None:
    answer, case = Move(kind="answer_hidden", other=ADA), Move(kind="suspect_silent", target=ADA)
    assert in_one_person([answer, case]) == [case, answer]


def test_a_question_to_a_seat_of_which_more_is_said_comes_last() -> None:
    moves = [Move(kind="ask_role", target=ADA), Move(kind="suspect", target=ADA)]
    assert in_one_person(moves) == moves[::-1]

"""Replies of bots before the vote, and the lines with which they vote."""

from __future__ import annotations

import pytest

from tests.core.bots.play.test_night import DAY_1, NAMES, answered, view_with
from tests.core.bots.playing import play
from wolfcore.bots import HouseBot
from wolfcore.bots.belief.seat_record import SeatRecord
from wolfcore.bots.fingerprints import sentences
from wolfcore.game import Ask, Fact, RoleName, View, get_board
from wolfcore.game import facts as f
from wolfcore.game.asks import LINE_WORDS, one_line
from wolfcore.players import Desk
from wolfcore.speech import Accuses, ClaimsRole, ReportsCheck, read

BOARD = "classic9"
NAMED: tuple[Fact, ...] = (f.Said(4, "speak", "Good morning."), f.Said(5, "speak", "I trust Dov."))
CHARGED: tuple[Fact, ...] = (
    f.Said(4, "speak", "Good morning."),
    f.Said(5, "speak", "I suspect Dov. Dov is a wolf."),
    f.Said(6, "speak", "I suspect Dov."),
)
ASKED: tuple[Fact, ...] = (
    f.Said(4, "speak", "Good morning."),
    f.Said(5, "speak", "Dov, whom do you suspect?"),
)
CALLED: tuple[Fact, ...] = (f.Began(1, "defence"), f.MostNamed(4, 1))


def replies(role: RoleName, *facts: Fact, before: tuple[Fact, ...] = DAY_1) -> list[str]:
    """What seat 4 replies over seeds."""
    view = view_with(BOARD, 4, role, *before, *facts, *CALLED)
    return [
        answered(view, "defend", (0,), day=1, phase="defence", seed=seed).text for seed in range(30)
    ]


@pytest.mark.parametrize("role", ["Villager", "Werewolf"])
@pytest.mark.parametrize(
    ("said", "least", "most"), [(NAMED, 0, 6), (CHARGED, 20, 30), (ASKED, 30, 30)]
)
def test_who_is_charged_or_asked_replies_and_who_is_praised_passes(
    role: RoleName, said: tuple[Fact, ...], least: int, most: int
) -> None:
    given = [text for text in replies(role, *said) if text]
    assert least <= len(given) <= most
    assert all(len(text.split()) <= LINE_WORDS for text in given)
    assert sum(len(sentences(text)) for text in given) <= 1.5 * len(given)


def test_a_seer_that_may_be_exiled_tells_what_it_saw_in_its_reply() -> None:
    seen: tuple[Fact, ...] = (f.Began(1, "night"), f.Checked(4, 2, "wolves"), *DAY_1[1:])
    for text in replies("Seer", *CHARGED, before=seen):
        acts = read(text, 4, NAMES[:9], 9)
        assert any(isinstance(act, ReportsCheck) and act.seat == 2 for act in acts), text
        assert ClaimsRole("Seer") in acts
        assert len(text.split()) <= LINE_WORDS


@pytest.mark.parametrize("tail", [" Ann of Arc", " of the Big Red Hill"])
@pytest.mark.parametrize("first", [0, 2, 4])
def test_a_result_is_heard_whole_where_names_have_many_words(tail: str, first: int) -> None:
    short = NAMES[first:9] + NAMES[:first]
    names = tuple(f"{name[:2]}{tail}" for name in short)
    said = (*CHARGED[:1], f.Said(5, "speak", f"{names[3]} is a wolf."))
    dealt = (f.Began(0, "setup"), f.Dealt(4, "Seer"), f.Began(1, "night"))
    seen: list[Fact] = [*dealt, f.Checked(4, 2, "wolves"), *DAY_1[1:], *said, *CALLED]
    view = View(4, get_board(BOARD), names, seen)
    for seed in range(30):
        text = answered(view, "defend", (0,), day=1, phase="defence", seed=seed).text
        assert text == one_line(text)
        acts = read(text, 4, names, 9)
        assert any(isinstance(act, ReportsCheck) and act.seat == 2 for act in acts), text


# -- lines with ballots

SILENT: tuple[Fact, ...] = (f.Said(4, "speak", "Good morning."),)
CLAIMS: tuple[Fact, ...] = (f.Said(6, "speak", "I am the Seer. I checked Elif, Elif is a wolf."),)


def lines(board: str, *said: Fact, only: int = 0) -> list[str]:
    """The lines with which seat 4, a Villager, votes over seeds; with `only`, for that seat."""
    view = view_with(board, 4, "Villager", *DAY_1, *said, f.Began(1, "vote"))
    options = (0, only) if only else (0, 1, 2, 3, 5, 6)
    given = [answered(view, "vote", options, day=1, phase="vote", seed=seed) for seed in range(30)]
    return [answer.text for answer in given if answer.choice]


def test_a_ballot_that_nothing_explained_comes_with_its_reason() -> None:
    given = lines(BOARD, *SILENT, *CLAIMS)
    assert all(given)
    for text in given:
        acts = read(text, 4, NAMES[:9], 9)
        assert any(isinstance(act, Accuses) and act.seat == 5 for act in acts), text
        assert len(sentences(text)) == 1


@pytest.mark.parametrize(
    ("board", "said", "only"),
    [
        ("duel6", (*SILENT, *CLAIMS), 0),
        ("sla7", (*SILENT, *CLAIMS), 0),
        (BOARD, (f.Said(4, "speak", "I suspect Elif."), *CLAIMS), 5),
        (BOARD, (f.Said(4, "speak", "Let us vote for Elif."), *CLAIMS), 5),
        # Agreed by name to who accused.
        (BOARD, (*CLAIMS, f.Said(4, "speak", "I believe Fay.")), 5),
    ],
)
def test_an_expected_ballot_has_no_line(board: str, said: tuple[Fact, ...], only: int) -> None:
    assert not any(lines(board, *said, only=only))


def heard(*facts: Fact) -> SeatRecord:
    """The record of seat 4 after these facts."""
    view = view_with(BOARD, 4, "Villager", *DAY_1, *facts)
    ask = Ask("d1.vote.4", 4, "vote", 1, "vote", (0, 1, 2))
    return HouseBot().mind(view, ask, Desk.of_seed(ask, 1)).record


def test_listeners_take_a_line_as_words_and_not_as_an_announcement() -> None:
    first = f.Said(2, "speak", "I suspect Dov.")
    record = heard(first, f.Began(1, "vote"), f.Voted(2, 5, "vote", "Elif lied, Elif is a wolf."))
    assert (1, 2, 5) in record.accusations
    assert record.accusers[5] == [2]
    assert record.announced_targets == {(1, 2): 4}
    assert record.speakers_today == [2]
    silent = heard(first, f.Began(1, "vote"), f.Voted(2, 5, "vote"))
    assert (1, 2, 5) not in silent.accusations


def test_a_ballot_that_had_its_line_is_not_explained_again_next_day() -> None:
    told = {True: 0, False: 0}
    for line in ("I believe Fay, so Elif is a wolf.", ""):
        view = view_with(
            BOARD, 4, "Villager", *DAY_1, f.Said(4, "speak", "I suspect Bram."), *CLAIMS,
            f.Began(1, "vote"), f.Voted(4, 5, "vote", line), f.Began(2, "night"),
            f.Began(2, "dawn"), f.QuietNight(2), f.Began(2, "discussion"),
        )  # fmt: skip
        for seed in range(20):
            answer = answered(view, "speak", (0,), day=2, phase="discussion", seed=seed)
            told[bool(line)] += "switch" in answer.thought
    assert told[False] >= 15
    assert not told[True]


@pytest.mark.slow
@pytest.mark.parametrize("level", ["normal", "hard"])
def test_at_most_a_third_of_the_ballots_of_whole_games_have_a_line(level: str) -> None:
    ballots = [
        entry.fact
        for seed in range(24)
        for entry in play(BOARD, seed, level=level).log
        if isinstance(entry.fact, f.Voted)
    ]
    with_line = sum(bool(ballot.line) for ballot in ballots)
    # Most name their suspect in their turns, so that few ballots surprise.
    assert 0.03 * len(ballots) < with_line <= len(ballots) / 3

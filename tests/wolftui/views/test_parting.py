"""Two games from one beginning: where they part, what differs in brief, and both in step from
there."""

from __future__ import annotations

from wolfcore.game import ALL, Entry, Fact, get_board
from wolfcore.game import facts as f
from wolftui.games.session.game_session import GameSession
from wolftui.games.session.shown_game import ShownGame
from wolftui.views.game_diff import (
    SIDE_BY_SIDE,
    ForkView,
    column_of,
    diff_line,
    diff_rows,
    difference_summary,
    first_difference,
    fork_view,
)
from wolftui.words.glyphs import FANCY
from wolftui.words.spans import PUBLIC_EYES
from wolftui.words.transcript_layout import TranscriptShape
from wolftui.words.wrapping import plain_text, width_of

BOARD = get_board("sla7")
NAMES = ("Ada", "Bram", "Cleo", "Dov", "Elif", "Fay", "Gil")
BEGIN: list[Fact] = [
    f.Began(1, "night"),
    f.Began(1, "dawn"),
    f.Died(7),
    f.Began(1, "discussion"),
    f.Said(1, "speak", "Good morning."),
]
VOTE = f.Began(1, "vote")


def votes(*targets: int) -> list[Fact]:
    return [f.Voted(voter, target, "vote") for voter, target in enumerate(targets, 1)]


def side(*facts: Fact, title: str = "the game") -> ForkView:
    session = GameSession(BOARD, NAMES, live=False)
    session.entries([Entry(ALL, fact) for fact in (*BEGIN, *facts)])
    session.set_eyes(PUBLIC_EYES)
    session.go_end()
    return fork_view(ShownGame(session, "review", f"id-of-{title}"), title)


GAME = side(
    f.Said(2, "speak", "I trust Ada."),
    VOTE,
    *votes(2, 1, 2, 2, 2, 2),
    f.Exiled(2),
    f.Died(2),
    f.Began(2, "night"),
    f.Began(2, "dawn"),
    f.QuietNight(2),
    f.Began(2, "discussion"),
    f.Ended(2, "village", "village"),
)
FORK = side(
    f.Said(
        2,
        "speak",
        "I trust nobody here, and least of all whoever speaks so cheerfully before noon.",
    ),
    VOTE,
    *votes(2, 1, 1, 1, 2, 1),
    f.Exiled(1),
    f.Died(1),
    title="its fork",
)


def test_they_part_at_the_first_block_that_says_something_else() -> None:
    place = first_difference(GAME, FORK)
    assert GAME.blocks[:place][-1].text.endswith("Good morning.")
    assert "trust" in GAME.blocks[place].text
    assert first_difference(GAME, GAME) == len(GAME.blocks)


def test_in_brief_each_night_and_day_that_went_otherwise_is_told_with_the_votes_that_differ() -> (
    None
):
    told = [plain_text(line) for line in difference_summary(GAME, FORK, FANCY, 120)]
    assert told[0] == "They part on day 1: discussion"
    day = next(line for line in told if "day 1 " in line and "exiled" in line)
    assert day.index("2 Bram exiled") < column_of(120) < day.index("1 Ada exiled")
    assert "3 votes differ" in day
    assert not any("night 1" in line for line in told), "it is the same in both"
    assert any(
        "night 2" in line and "nobody died" in line and "not reached" in line for line in told
    )
    assert [plain_text(line) for line in difference_summary(GAME, GAME, FANCY, 120)] == [
        "This view shows no difference between the two games."
    ]


def test_where_there_is_no_room_the_game_in_sight_is_told_first() -> None:
    for second in (False, True):
        told = [
            plain_text(line) for line in difference_summary(GAME, FORK, FANCY, 70, second=second)
        ]
        day = next(line for line in told if "exiled" in line)
        assert (day.index("1 Ada exiled") < day.index("2 Bram exiled")) is second


def test_each_part_of_a_day_begins_beside_the_same_of_the_other_game() -> None:
    shape = TranscriptShape(column_of(120))
    set_in_step = diff_rows(GAME, FORK, shape)
    parts = [row.part for row in set_in_step if row.part]
    assert len(parts) == len(set(parts))
    vote = next(row for row in set_in_step if "Vote" in plain_text(row.left))
    assert "Vote" in plain_text(vote.right), (
        "the longer speech on the right leaves room on the left"
    )
    last = set_in_step[-1]
    assert (plain_text(last.right), "wins" in plain_text(last.left)) == ("", True)
    assert not any("Good morning" in plain_text(row.left) for row in set_in_step), (
        "the common beginning is left out"
    )
    for row in set_in_step:
        assert width_of(diff_line(row, 120, FANCY, other=False)) <= 120


def test_a_narrow_page_shows_one_game_and_the_other_at_the_same_lines() -> None:
    width = SIDE_BY_SIDE - 1
    assert column_of(width) == width
    row = next(
        row
        for row in diff_rows(GAME, FORK, TranscriptShape(width))
        if "Exiled" in plain_text(row.left)
    )
    assert "Bram" in plain_text(diff_line(row, width, FANCY, other=False))
    assert "Ada" in plain_text(diff_line(row, width, FANCY, other=True))


def test_how_each_ended_is_said() -> None:
    assert (GAME.ending.text, FORK.ending.text) == ("The village wins on day 2", "not finished")

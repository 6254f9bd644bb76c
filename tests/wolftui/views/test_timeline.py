"""The timeline: a cell a night and a day, and a mark for what happened in it."""

from __future__ import annotations

from wolfcore.game import ALL, Entry, get_board
from wolfcore.game import facts as f
from wolftui.games.session.game_session import GameSession
from wolftui.games.session.model_calls import ask_text
from wolftui.views.labels import PHASES
from wolftui.views.timeline import (
    PHASE_CELLS,
    Cells,
    JumpPoint,
    PhaseCell,
    draw_timeline,
    fork_points,
    jump_points,
    next_jump_point,
)
from wolftui.words.glyphs import ASCII, FANCY
from wolftui.words.wrapping import plain_text

FACTS: tuple[f.Fact, ...] = (
    f.Began(1, "night"),
    f.Began(1, "dawn"),
    f.Died(3),
    f.Died(5),
    f.Began(1, "election"),
    f.Badge(2, "elected"),
    f.Began(1, "discussion"),
    f.Began(1, "exile"),
    f.Exiled(4),
    f.Died(4),
    f.Began(2, "night"),
    f.Began(2, "dawn"),
    f.QuietNight(2),
    f.Began(2, "discussion"),
    f.Began(2, "exile"),
    f.Exiled(0),
)


def cells_of(facts: tuple[f.Fact, ...] = FACTS) -> Cells:
    found: Cells = PHASE_CELLS.start
    for told, fact in enumerate(facts, 1):
        found = PHASE_CELLS.step(found, fact, told) if type(fact) in PHASE_CELLS.kinds else found
    return found


def line(told: int, width: int = 60, *, turned: tuple[int, bool] | None = None) -> str:
    return plain_text(draw_timeline(cells_of(), told, FANCY, width, turned).line).rstrip()


def test_each_night_and_day_is_a_cell_with_what_happened_in_it() -> None:
    assert cells_of() == (
        PhaseCell(1, True, 1, fell=2),
        PhaseCell(1, False, 5, fell=1, exiled=True, elected=True),
        PhaseCell(2, True, 11),
        PhaseCell(2, False, 14),
    )


def test_deaths_exiles_and_elections_have_their_marks_and_the_cursor_its_place() -> None:
    assert line(16) == " ☾1 †  ☀1 ★⚑  ☾2  ☀2 •"
    assert line(6) == " ☾1 †  ☀1 ★⚑ •  ☾2  ☀2"


def test_where_the_game_turned_has_a_mark_of_its_own() -> None:
    assert line(16, turned=(1, False)) == " ☾1 †  ☀1 ★⚑ ↯  ☾2  ☀2 •"
    assert line(16, turned=(2, True)) == " ☾1 †  ☀1 ★⚑  ☾2 ↯  ☀2 •"
    drawn = draw_timeline(cells_of(), 16, ASCII, 60, (1, True))
    assert plain_text(drawn.line).rstrip() == " (1 x ^  *1 *!  (2  *2 <"


def test_what_does_not_fit_is_left_out_before_the_cursor_and_a_click_finds_its_cell() -> None:
    drawn = draw_timeline(cells_of(), 16, FANCY, 16, (2, False))
    words = plain_text(drawn.line)
    assert words.startswith(FANCY.more)
    assert len(words.rstrip()) <= 16
    for first, after, cell in drawn.places:
        assert words[first:after].startswith(
            f"{FANCY.night if cell.night else FANCY.day}{cell.day}"
        )


def test_the_next_jump_point_is_never_the_one_at_the_cursor() -> None:
    points = [JumpPoint(count, 1, night=False, line=()) for count in (2, 5, 9)]
    assert next_jump_point(points, 5, 1) == points[2]
    assert next_jump_point(points, 5, -1) == points[0]
    assert next_jump_point(points, 6, -1) == points[1]
    assert next_jump_point(points, 2, -1) is None
    assert next_jump_point(points, 9, 1) is None


def test_a_claim_with_a_ballot_has_a_jump_point_beside_that_of_the_vote() -> None:
    names = tuple(f"Name{seat}" for seat in range(1, 10))
    session = GameSession(get_board("classic9"), names)
    facts = (
        f.Began(1, "discussion"),
        f.Said(2, "speak", "I am the Witch."),
        f.Began(1, "vote"),
        f.Voted(1, 2, "vote", "No reason."),
        f.Voted(2, 0, "vote", "I am the Seer."),
        f.Voted(3, 2, "vote"),
        f.Began(1, "runoff"),
        f.Voted(4, 2, "runoff", "I am the Hunter."),
    )
    session.entries([Entry(ALL, fact) for fact in facts])
    session.go_end()
    points = jump_points(session, FANCY)
    assert [(point.fact_count, plain_text(point.line)[2:]) for point in points] == [
        (2, "2 Name2 claims Witch"),
        (5, "2 Name2 claims Seer"),
        (6, "the vote"),
        (8, "4 Name4 claims Hunter"),
        (8, "the runoff"),
    ]


def test_a_word_before_the_vote_is_no_defence_for_every_board() -> None:
    assert fork_points(["d1.defend.3"]) == [("Day 1, the word before the vote", "d1.defend.3")]
    assert ask_text("d1.defend.3") == "day 1 extra word"
    assert PHASES["defence"] == "the word before the vote"

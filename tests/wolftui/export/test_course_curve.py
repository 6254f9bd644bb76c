"""Where a page says that the game turned: the moments, their words and the places that they link."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from tests.core.game.planting import log_of, rounds
from tests.wolftui.export.courses import made_course
from tests.wolftui.export.games import shared_log
from wolfcore.analysis.course import PointKind
from wolfcore.game import Fact, board_names, get_board, make_spec
from wolfcore.game import facts as f
from wolftui.export.course_curve import draw_curve
from wolftui.export.formats import render_text
from wolftui.export.redaction import RedactedGame
from wolftui.views.win_curve import NO_TURN, TOO_FEW
from wolftui.words.glyphs import FANCY


def game_on(board: str) -> RedactedGame:
    spec = make_spec(get_board(board), 3)
    return shared_log(spec, log_of(rounds(spec)))


def entry_of(shared: RedactedGame, kind: type[Fact]) -> int:
    """The index of the last fact of a kind before the end."""
    return max(
        number for number, entry in enumerate(shared.entries) if isinstance(entry.fact, kind)
    )


@pytest.mark.slow(only=("classic12", "plus12+sheriff"))
@pytest.mark.parametrize("board", board_names())
def test_each_moment_links_to_the_block_that_tells_it(board: str) -> None:
    shared = game_on(board)
    said, exiled = entry_of(shared, f.Said), entry_of(shared, f.Exiled)
    places: list[tuple[int, PointKind, int, float]] = sorted(
        [(0, "deal", 0, 0.9), (said, "claim", 1, 0.5), (exiled, "exile", 1, 0.1)]
    )
    html = render_text(replace(shared, course=made_course(places)), "html")
    links = re.findall(r'<li><a href="#step-(\d+)">([^<]*)</a>', html)
    assert len(links) == 2
    for step, event in links:
        block = re.search(rf'<div id="step-{step}"[^>]*>(.*?)</div>', html, re.DOTALL)
        assert block
        told = re.sub(r"<[^>]+>", "", block[1])
        fact = shared.entries[said if "claim" in event or "check" in event else exiled].fact
        assert isinstance(fact, f.Said | f.Exiled)
        assert ("xiled" in told) == ("exiled" in event) == isinstance(fact, f.Exiled)
        if fact.seat:
            seat = f"{fact.seat} {shared.names[fact.seat - 1]}"
            assert seat in told
            assert seat in event


def test_a_change_is_said_in_games_of_ten_or_of_a_hundred_where_ten_hide_it() -> None:
    shared = game_on("sla7")
    died, last = entry_of(shared, f.Died), len(shared.entries) - 1
    course = made_course(
        [(0, "deal", 0, 0.7), (died, "night", 2, 0.22), (last, "ballot", 2, 0.18)], noise=0.01
    )
    curve = draw_curve(replace(shared, course=course), FANCY)
    assert curve and curve.decided
    assert [moment.change for moment in curve.moments] == [
        "Before it the village won 7 games of 10 from here, after it 2 of 10, as bots play it out.",
        "Before it the village won 22 games of 100 from here, after it 18 of 100, "
        "as bots play it out.",
    ]
    assert curve.moments[1].event.startswith("Day 2: ")
    assert "The deal: 7; Night 2: 2; Day 2: 2." in curve.words


def test_a_game_without_a_turn_says_so_and_one_without_a_course_says_nothing() -> None:
    shared = game_on("sla7")
    assert "Where it turned" not in render_text(shared, "html")
    level = made_course([(0, "deal", 0, 0.5), (len(shared.entries) - 1, "exile", 3, 0.51)])
    for form in ("html", "card"):
        text = render_text(replace(shared, course=level), form)
        assert NO_TURN in text
        assert 'href="#step-' not in text.replace('href="#step-0"', "")
    rough = replace(made_course([(0, "deal", 0, 0.9), (9, "exile", 3, 0.1)]), rollouts=2)
    for form in ("html", "card"):
        assert TOO_FEW in render_text(replace(shared, course=rough), form)
    page = render_text(replace(shared, course=rough), "html")
    assert "play them out 2 times, which is rough" in page
    far = made_course([(0, "deal", 0, 0.5), (len(shared.entries), "exile", 3, 0.1)])
    assert draw_curve(replace(shared, course=far), FANCY) is None

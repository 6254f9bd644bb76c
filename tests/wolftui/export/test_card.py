"""The card of a game: a well-formed picture of words that can be read, whatever names are."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.core.game.planting import log_of, rounds
from tests.wolftui.export.courses import made_course
from tests.wolftui.export.games import shared_log
from wolfcore.game import ALL, Board, Entry, RoleName, board_names, get_board, make_spec
from wolfcore.game import facts as f
from wolfcore.game.boards import FEWEST_SEATS, MOST_SEATS
from wolfcore.visible import is_visible
from wolftui.export.card import game_card
from wolftui.export.formats import format_of
from wolftui.settings.themes import contrast
from wolftui.words.spans import MODERATOR_EYES, PUBLIC_EYES

HOSTILE = (
    "</text><script>",
    '"><image href="x',
    "a&b ]]>",
    "\x1b[31m\u202etxt",
    "李雷 🐺",
    "W" * 24,
)
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("eyes", [MODERATOR_EYES, PUBLIC_EYES])
@pytest.mark.parametrize("board", board_names())
def test_a_card_holds_legible_words_and_nothing_else(board: str, eyes: int) -> None:
    spec = make_spec(get_board(board), 3)
    spec = make_spec(
        spec.board, 3, names=(*HOSTILE, *spec.names[len(HOSTILE) :])[: len(spec.names)]
    )
    shared = shared_log(spec, log_of(rounds(spec)), eyes)
    text = game_card(shared)
    assert all(is_visible(char) or char == "\n" for char in text)
    card = ET.fromstring(text)
    assert (card.get("width"), card.get("height")) == ("1200", "630")
    kinds = {part.tag.removeprefix(SVG) for part in card.iter()}
    assert kinds <= {"svg", "title", "desc", "rect", "text", "tspan"}
    named = {name for part in card.iter() for name in part.attrib}
    assert not any("href" in name or name.startswith("on") or name == "style" for name in named)
    papers = [part.get("fill", "") for part in card.iter(f"{SVG}rect")]
    inks = {part.get("fill", "") for kind in ("text", "tspan") for part in card.iter(SVG + kind)}
    assert min(contrast(ink, paper) for ink in inks for paper in papers) >= 4.5
    said = "".join(card.itertext())
    assert "1 </text><script>" in said
    assert board.partition("+")[0] in said
    if eyes == MODERATOR_EYES:
        roles = [part.text or "" for part in card.iter(f"{SVG}tspan")]
        assert sorted(role.partition(" ")[2] for role in roles) == sorted(spec.board.roles)


@pytest.mark.parametrize("size", range(FEWEST_SEATS, MOST_SEATS + 1))
def test_every_seat_has_a_place_of_its_own(size: int) -> None:
    roles: tuple[RoleName, ...] = ("Werewolf", "Seer", *["Villager"] * (size - 2))
    spec = make_spec(Board("own", roles, get_board("sla7").switches), 3)
    dealt = [Entry((seat,), f.Dealt(seat, role)) for seat, role in enumerate(roles, 1)]
    entries = (*dealt, Entry(ALL, f.Ended(1, "village", "village")))
    course = made_course([(0, "deal", 0, 0.5), (size, "end", 1, 1.0)])
    card = ET.fromstring(game_card(replace(shared_log(spec, entries), course=course)))
    places: list[tuple[float, float]] = []
    for seat in card.iter(f"{SVG}svg"):
        if seat is not card:
            lowest = max(float(line.get("y", "")) for line in seat.iter(f"{SVG}text"))
            places.append((float(seat.get("x", "")), float(seat.get("y", ""))))
            assert places[-1][1] + lowest < 590
            assert places[-1][0] + float(seat.get("width", "")) < 1200
            assert all(
                x != places[-1][0] or abs(y - places[-1][1]) > lowest for x, y in places[:-1]
            )
    assert len(places) == size


def test_the_ending_of_a_file_tells_a_card_from_a_picture() -> None:
    endings = ("game.card.svg", "GAME.SVG", "game.html", "game.doc")
    assert [format_of(Path(name)) for name in endings] == ["card", "svg", "html", None]

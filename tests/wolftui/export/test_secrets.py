"""A file for a seat's or for public eyes holds nothing that they may not know: planted secrets
change no byte of it."""

from __future__ import annotations

import json
import re

import pytest
from msgspec.structs import replace

from tests.core.game.planting import MARK, log_of, plants, two_games
from tests.wolftui.export.games import every_form, shared_log
from wolfcore.game import Fact, GameSpec, get_board, make_spec
from wolfcore.game import facts as f
from wolfcore.records import About, Recollection, SeatChange, SeatSpec
from wolftui.export.formats import TEXT_FORMATS, TextFormat, render_text
from wolftui.export.redaction import redact_log
from wolftui.games.session.game_session import GameSession
from wolftui.words.spans import MODERATOR_EYES, PUBLIC_EYES

BOARDS = ("classic12", "helmsman7", "helmsman7+appointed", "xu7", "arena8")
SEAT = 7
UNTOLD: frozenset[type[Fact]] = frozenset({f.Believed})
"""What no transcript tells in words."""
ON_A_CARD: frozenset[type[Fact]] = frozenset({f.Dealt, f.Cause})
"""What a card tells: who was what, and how each seat died."""


def spec_of(board: str) -> GameSpec:
    return make_spec(get_board(board), 11)


@pytest.mark.parametrize("eyes", [SEAT, PUBLIC_EYES])
@pytest.mark.parametrize("board", BOARDS)
def test_secrets_change_no_byte_of_any_form(board: str, eyes: int) -> None:
    spec = spec_of(board)
    game, grown = two_games(spec, SEAT)
    plain, planted = every_form(spec, game, eyes), every_form(spec, grown, eyes)
    assert plain == planted
    assert [
        form for form, text in planted.items() if MARK in text or json.dumps(MARK)[1:-1] in text
    ] == []


KINDS = sorted(plants(SEAT), key=lambda kind: kind.__name__)


@pytest.mark.parametrize("kind", KINDS, ids=[kind.__name__ for kind in KINDS])
def test_the_moderator_s_file_holds_a_secret_of_any_kind(kind: type[Fact]) -> None:
    """Without this the test above could not fail."""
    spec = spec_of("xu7")
    one, two = (
        every_form(spec, played, MODERATOR_EYES) for played in two_games(spec, SEAT, [kind])
    )
    differing = {form for form in one if one[form] != two[form]}
    if kind not in ON_A_CARD:
        assert "card" not in differing
        differing.add("card")
    assert differing >= {"csv"} if kind in UNTOLD else differing == {*TEXT_FORMATS}


@pytest.mark.parametrize("eyes", [SEAT, PUBLIC_EYES])
def test_a_page_offers_no_eyes_that_know_more(eyes: int) -> None:
    spec = spec_of("xu7")
    game, _ = two_games(spec, SEAT)
    html = every_form(spec, game, eyes)["html"]
    data = re.search(r'<script type="application/json" id="game">(.*?)</script>', html, re.DOTALL)
    assert data
    offered = [each["seat"] for each in json.loads(data[1])["eyes"]]
    assert offered == ([SEAT, 0] if eyes == SEAT else [0])
    assert '<th scope="col">role</th>' not in html


def test_who_plays_is_told_as_far_as_everybody_may_know() -> None:
    spec = spec_of("xu7")
    game, _ = two_games(spec, SEAT)
    log, session = log_of(game), GameSession(spec.board, spec.names, live=False)
    hidden = SeatChange(2, "n1.check.2", SeatSpec("bot", ("hidden",)))
    about = About(
        "an-id",
        "2026-01-01",
        "1",
        tuple(SeatSpec("bot", (f"open{seat}",)) for seat in range(1, 8)),
        (hidden,),
    )
    by_role = About("an-id", "2026-01-01", "1", about.seats, by_role=True)
    assert "hidden" in "".join(redact_log("", session, log, MODERATOR_EYES, about).players)
    assert redact_log("", session, log, PUBLIC_EYES, about).players == tuple(
        seat.text for seat in about.seats
    )
    assert redact_log("", session, log, SEAT, by_role).players == ()
    assert len(redact_log("", session, log, MODERATOR_EYES, by_role).players) == 7


@pytest.mark.parametrize("form", TEXT_FORMATS)
@pytest.mark.parametrize("eyes", [SEAT, PUBLIC_EYES, MODERATOR_EYES])
def test_what_bots_go_by_of_earlier_games_is_told_to_nobody(form: TextFormat, eyes: int) -> None:
    spec = spec_of("xu7")
    game, _ = two_games(spec, SEAT)
    log, session = log_of(game), GameSession(spec.board, spec.names, live=False)
    about = About("an-id", "2026-01-01", "1", (SeatSpec("bot", ("open",)),) * 7)
    known = replace(about, leanings=MARK, recollection=Recollection(SEAT, MARK), told=(MARK,))
    plain, planted = (
        render_text(redact_log("an-id", session, log, eyes, each), form) for each in (about, known)
    )
    assert plain == planted
    assert "bot:open" in plain or form in ("csv", "card")


def test_the_end_tells_public_eyes_no_reason_that_names_roles() -> None:
    spec = spec_of("xu7")
    game, _ = two_games(spec, SEAT)
    assert shared_log(spec, log_of(game), PUBLIC_EYES).outcome is None
    assert shared_log(spec, log_of(game)).outcome is not None

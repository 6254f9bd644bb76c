"""The secret panel of the moderator's eyes: what a deed led to is never cut off, and who did it is called what they are."""

from __future__ import annotations

import pytest

from core.game import ALL, Entry, get_board
from core.game import facts as f
from wolftui.panels.night_book import night_book
from wolftui.panels.own_seat import own_seat
from wolftui.session.session import GameSession
from wolftui.session.shown import ShownGame
from wolftui.text.glyphs import FANCY
from wolftui.text.spans import MODERATOR_EYES
from wolftui.text.typesetting import plain, width_of

NAMES = ("Ada", "Bartholomew", "Cleo", "Dov", "Emeka", "Freja", "Maximiliana of Bohemia")
ROLES = ("Villager", "Villager", "Villager", "Doctor", "Werewolf", "Seer", "Werewolf")
DEALT = tuple(f.Dealt(seat, role) for seat, role in enumerate(ROLES, 1))


def shown(*facts: f.Fact, eyes: int = MODERATOR_EYES) -> ShownGame:
    session = GameSession(get_board("sla7"), NAMES, live=False)
    session.entries([Entry(ALL, fact) for fact in (*DEALT, f.Began(1, "night"), *facts)])
    session.go_end()
    session.look_through(eyes)
    return ShownGame(session, "review")


def lines(*facts: f.Fact, width: int) -> list[str]:
    made = night_book(shown(*facts), FANCY, width)
    assert max(width_of(line) for line in made) <= width
    return [plain(line).rstrip() for line in made]


@pytest.mark.parametrize("width", [30, 36])
@pytest.mark.parametrize(
    ("check", "said"),
    [
        (f.Checked(6, 5, "wolves"), "5 Emeka ▲ wolf"),
        (f.Checked(6, 7, "wolves"), "7 Maximiliana of Bohemia ▲ wolf"),
        (f.Checked(6, 2, "village"), "2 Bartholomew ● no wolf"),
    ],
)
def test_what_the_seer_found_is_there_however_long_the_names_are(check: f.Checked, said: str, width: int) -> None:
    words = " ".join(" ".join(lines(check, width=width)).split())
    assert f"◉ seer 6 checks {said}" in words


def test_a_deed_with_short_names_takes_one_line() -> None:
    assert "  ◉ seer   6 checks 5 Emeka  ▲ wolf" in lines(f.Checked(6, 5, "wolves"), width=36)


def test_whoever_protects_is_called_by_their_role() -> None:
    assert "  ✚ doctor 4 protects 1 Ada" in lines(f.Protected(4, 1), width=36)


def test_what_a_seer_learned_is_there_in_the_own_panel_too() -> None:
    made = own_seat(shown(f.Checked(6, 7, "wolves"), eyes=6), FANCY, 31, "F2")
    assert max(width_of(line) for line in made) <= 31
    assert "night 1 7 Maximiliana of Bohemia ▲ wolf" in " ".join(" ".join(map(plain, made)).split())

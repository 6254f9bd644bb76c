"""The secret panel of the moderator's eyes: what a deed led to is never cut off, and who did it is
called what they are."""

from __future__ import annotations

import pytest

from wolfcore.game import ALL, Belief, Entry, get_board
from wolfcore.game import facts as f
from wolftui.games.session.game_session import GameSession
from wolftui.games.session.shown_game import ShownGame
from wolftui.views.moderator_panel import moderator_lines
from wolftui.views.own_seat import own_seat_lines
from wolftui.words.glyphs import FANCY
from wolftui.words.spans import MODERATOR_EYES
from wolftui.words.transcript_layout import plain_text, width_of

NAMES = ("Ada", "Bartholomew", "Cleo", "Dov", "Emeka", "Freja", "Maximiliana of Bohemia")
ROLES = ("Villager", "Villager", "Villager", "Doctor", "Werewolf", "Seer", "Werewolf")
DEALT = tuple(f.Dealt(seat, role) for seat, role in enumerate(ROLES, 1))


def shown(*facts: f.Fact, eyes: int = MODERATOR_EYES) -> ShownGame:
    session = GameSession(get_board("sla7"), NAMES, live=False)
    session.entries([Entry(ALL, fact) for fact in (*DEALT, f.Began(1, "night"), *facts)])
    session.go_end()
    session.set_eyes(eyes)
    return ShownGame(session, "review")


def lines(*facts: f.Fact, width: int) -> list[str]:
    made = moderator_lines(shown(*facts), FANCY, width)
    assert max(width_of(line) for line in made) <= width
    return [plain_text(line).rstrip() for line in made]


@pytest.mark.parametrize("width", [30, 36])
@pytest.mark.parametrize(
    ("check", "said"),
    [
        (f.Checked(6, 5, "wolves"), "5 Emeka ▲ wolf"),
        (f.Checked(6, 7, "wolves"), "7 Maximiliana of Bohemia ▲ wolf"),
        (f.Checked(6, 2, "village"), "2 Bartholomew ● no wolf"),
    ],
)
def test_what_the_seer_found_is_there_however_long_the_names_are(
    check: f.Checked, said: str, width: int
) -> None:
    words = " ".join(" ".join(lines(check, width=width)).split())
    assert f"◉ seer 6 checks {said}" in words


def test_a_deed_with_short_names_takes_one_line() -> None:
    assert "  ◉ seer   6 checks 5 Emeka  ▲ wolf" in lines(f.Checked(6, 5, "wolves"), width=36)


def test_whoever_protects_is_called_by_their_role() -> None:
    assert "  ✚ doctor 4 protects 1 Ada" in lines(f.Protected(4, 1), width=36)


def test_what_a_seer_learned_is_there_in_the_own_panel_too() -> None:
    made = own_seat_lines(shown(f.Checked(6, 7, "wolves"), eyes=6), FANCY, 31, "F2")
    assert max(width_of(line) for line in made) <= 31
    assert "night 1 7 Maximiliana of Bohemia ▲ wolf" in " ".join(
        " ".join(map(plain_text, made)).split()
    )


def test_each_seat_stands_once_among_the_thoughts_with_its_last_one() -> None:
    early = [f.Thought(seat, f"n1.kill.{seat}", f"first of {seat}") for seat in range(6, 0, -1)]
    late = [
        f.Thought(2, "n1.kill.2", text) for text in ("second", "third", "fourth", "fifth\nand last")
    ]
    told = lines(*early, *late, width=36)
    start = told.index("LAST THOUGHTS") + 1
    assert [line.strip() for line in told[start : start + 6]] == [
        "1 Ada  first of 1",
        "2 Bartholomew  fifth and last",
        "3 Cleo  first of 3",
        "4 Dov  first of 4",
        "5 Emeka  first of 5",
        "6 Freja  first of 6",
    ]
    assert not told[start + 6]


def test_the_beliefs_are_a_row_a_seat_with_the_chance_for_each_other_seat() -> None:
    beliefs = (Belief(2, "Werewolf", 9), Belief(3, "Uncertain", 5), Belief(5, "Villager", 8, 0.07))
    told = lines(f.Believed(1, "n1.kill.1", beliefs), width=36)
    start = next(number for number, line in enumerate(told) if line.startswith("WHO SUSPECTS WHOM"))
    assert told[start + 2].split() == list("1234567")
    dot = FANCY.dot
    assert told[start + 3].split() == ["1", "Ada", dot, "90", "50", dot, "7", dot, dot]


def test_which_roles_are_in_the_game_stands_there() -> None:
    told = " ".join(" ".join(lines(width=36)).split())
    assert "IN THIS GAME" in told
    assert f"2 {FANCY.roles['Werewolf']} Werewolf" in told
    assert f"3 {FANCY.roles['Villager']} Villager" in told

"""The own seat says how one wins, and what happened so far, from what its eyes know."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from wolfcore.game import ALL, Entry, RoleName, Team, get_board
from wolfcore.game import facts as f
from wolftui.games.session.game_session import GameSession
from wolftui.games.session.shown_game import ShownGame
from wolftui.views.own_seat import own_seat_lines, roles_in_play
from wolftui.words.board_summaries import team_goal
from wolftui.words.glyphs import FANCY
from wolftui.words.transcript_layout import plain_text, width_of

NAMES = ("Ada", "Bram", "Cleo", "Dov", "Elif", "Fay", "Gil")


def panel(*facts: f.Fact, width: int = 31) -> str:
    session = GameSession(get_board("sla7"), NAMES, people=(4,))
    session.entries([Entry(ALL, fact) for fact in (f.Dealt(4, "Villager"), *facts)])
    session.go_end()
    lines = own_seat_lines(ShownGame(session, "play"), FANCY, width, "F2")
    assert max(width_of(line) for line in lines) <= width
    return "\n".join(plain_text(line).rstrip() for line in lines)


def test_it_says_how_one_wins() -> None:
    words = " ".join(panel(f.Began(1, "night")).split())
    assert (
        "You win when both wolves are out, and lose as soon as the wolves are as many as all "
        "others alive." in words
    )


def test_at_night_a_villager_sees_the_days_and_the_last_vote() -> None:
    first = [f.Voted(1, 2, "lean"), f.Voted(2, 1, "lean")]
    last = [f.Voted(1, 3, "vote"), f.Voted(2, 3, "vote"), f.Voted(4, 0, "vote")]
    told = panel(
        f.Began(1, "night"),
        f.Began(1, "dawn"),
        f.Died(6),
        f.Began(1, "discussion"),
        *first,
        *last,
        f.Exiled(3),
        f.Died(3),
        f.Began(2, "night"),
    )
    assert "SO FAR" in told
    assert "night 1 6 Fay died" in " ".join(told.split())
    assert "day 1 3 Cleo exiled" in " ".join(told.split())
    assert "3 Cleo ← 1 2" in told
    assert "nobody ← 4" in told
    assert "1 Ada ←" not in told


@pytest.mark.parametrize("width", range(28, 60))
def test_no_name_is_parted_in_the_days_so_far(width: int) -> None:
    fell = [
        f.Died(6),
        f.Cause(6, "killed"),
        f.Died(1),
        f.Cause(1, "poisoned"),
        f.Shot(6, 2),
        f.Died(2),
    ]
    told = panel(
        f.Began(1, "night"),
        f.Began(1, "dawn"),
        *fell,
        f.Began(1, "discussion"),
        f.Exiled(3),
        width=width,
    )
    assert all(f"{seat} {NAMES[seat - 1]}" in told for seat in (6, 1, 2, 3)), told
    assert "shot 2 Bram" in " ".join(told.split())


@pytest.mark.parametrize("revealed", [False, True])
def test_a_board_that_hides_the_roles_of_the_fallen_says_so(revealed: bool) -> None:
    board = get_board("sla7")
    table = replace(board, switches=replace(board.switches, role_revealed=revealed))
    words = " ".join(" ".join(map(plain_text, roles_in_play(table, FANCY, 31))).split())
    assert ("do not show their roles" in words) is not revealed


def test_before_anything_happened_nothing_is_told() -> None:
    assert "SO FAR" not in panel()


@pytest.mark.parametrize(
    ("board", "team", "words"),
    [
        ("xu7", "village", "no plain Villager is alive"),
        ("xu7", "wolves", "You win as soon as no plain Villager is alive"),
        ("plus12", "wolves", "more than all others alive"),
        ("classic9", "village", "You win when all 3 wolves are out"),
        ("classic9", "wolves", "all plain Villagers are dead, or all villagers with a power"),
    ],
)
def test_the_goal_is_the_boards(board: str, team: Team, words: str) -> None:
    assert words in team_goal(get_board(board), team)


def of_role(role: RoleName, *facts: f.Fact, board: str = "classic9") -> str:
    """The own panel of seat 4, which holds a role on a board with potions."""
    table = get_board(board)
    session = GameSession(table, (*NAMES, "Hana", "Ivo")[: len(table.roles)], people=(4,))
    session.entries([Entry(ALL, fact) for fact in (f.Dealt(4, role), f.Began(1, "night"), *facts)])
    session.go_end()
    return "\n".join(
        plain_text(line).rstrip()
        for line in own_seat_lines(ShownGame(session, "play"), FANCY, 31, "F2")
    )


def test_a_witch_sees_which_potions_are_in_hand_and_on_whom_the_others_went() -> None:
    hand = f"{FANCY.roles['Witch']} in hand"
    fresh = of_role("Witch").split("\n")
    assert fresh[fresh.index("POTIONS") + 1 :][:2] == [f"  antidote  {hand}", f"  poison  {hand}"]
    used = of_role("Witch", f.Saved(4, 2), f.Began(2, "night"), f.Poisoned(4, 0)).split("\n")
    assert used[used.index("POTIONS") + 1 :][:2] == [
        "  antidote  night 1 2 Bram",
        f"  poison  {hand}",
    ]
    assert "  poison  night 2 7 Gil" in of_role("Witch", f.Began(2, "night"), f.Poisoned(4, 7))
    assert "POTIONS" not in of_role("Seer")


def test_a_wolf_sees_its_pack_who_of_it_fell_and_the_last_whispers() -> None:
    pack = [f.Dealt(2, "Werewolf"), f.Dealt(6, "Werewolf")]
    words = [
        f.Whispered(seat, text)
        for seat, text in ((2, "one"), (6, "two"), (4, ""), (2, "three"), (4, "four"), (6, "five"))
    ]
    told = of_role("Werewolf", *pack, *words, f.Began(1, "dawn"), f.Died(6)).split("\n")
    start = told.index("YOUR PACK") + 1
    sign = FANCY.roles["Werewolf"]
    assert told[start : start + 2] == [f"  {sign} 2 Bram", f"  {sign} 6 Fay fallen"]
    assert told[start + 2 : start + 6] == ["  6 two", "  2 three", "  4 four", "  6 five"]
    assert not told[start + 6]


def test_a_wolf_without_a_pack_hunts_alone_and_a_villager_has_none() -> None:
    assert "  you hunt alone" in of_role("Werewolf")
    assert "YOUR PACK" not in of_role("Villager")

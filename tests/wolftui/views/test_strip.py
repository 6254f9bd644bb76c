"""The strip of seats: two lines with every seat, the words of what is known as far as they fit, and
an order of what goes first."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from tests.wolftui.views.test_cards import DEALT, EXILE, NAMES, NIGHT, TWELVE, VOTED, crowd, of
from wolfcore.game import Death, RoleName
from wolfcore.game import facts as f
from wolftui.games.session.table_activity import SeatActivity
from wolftui.views.seat_cards import Card
from wolftui.views.seat_strip import seat_strip
from wolftui.words.glyphs import ASCII, FANCY, Glyphs
from wolftui.words.wrapping import plain_text, width_of

ROLES: tuple[RoleName, ...] = (
    "Seer",
    "Villager",
    "Werewolf",
    "Villager",
    "Doctor",
    "Villager",
    "Werewolf",
    "Villager",
    "Witch",
    "Werewolf",
    "Hunter",
    "Werewolf",
)


def told(made: Sequence[Card], width: int = 80, glyphs: Glyphs = FANCY) -> list[str]:
    """Each seat of a strip as it stands there; its bounds are held too."""
    laid = seat_strip(made, NAMES[: len(made)], glyphs, width)
    assert len(laid.lines) == 2
    assert max(map(width_of, laid.lines)) <= width
    assert [place[3] for place in laid.places] == list(range(1, len(made) + 1))
    assert [laid.seat_at(row, first) for row, first, _, _ in laid.places] == [
        card.seat for card in made
    ]
    assert not any(laid.seat_at(row, after) for row, _, after, _ in laid.places)
    return [plain_text(laid.lines[row])[first:after] for row, first, after, _ in laid.places]


def known(size: int, *, fallen: int = 0, claims: bool = False) -> list[Card]:
    """Seats whose roles are known, as after a game: the first `fallen` fell in turns at night and
    by day, all others voted."""
    deaths = {
        seat: Death(
            seat, (seat + 1) // 2, at_night=seat % 2 == 1, cause=None if seat % 2 else "exiled"
        )
        for seat in range(1, fallen + 1)
    }
    return [
        Card(
            seat=seat,
            is_viewer=False,
            role=ROLES[seat - 1],
            death=deaths.get(seat),
            sheriff=seat == size,
            vote=None if seat in deaths else 1,
            claim="Seer" if claims else "",
            activity_words="",
            activity=None,
            player="",
        )
        for seat in range(1, size + 1)
    ]


def test_the_strip_says_role_fall_badge_claim_and_vote() -> None:
    made = of(*DEALT, *NIGHT, f.Badge(2, "elected"), *VOTED, *EXILE, claims={2: "Seer"})
    seats = told(made)
    assert seats[0] == f"1 Ada {FANCY.roles['Seer']} Seer {FANCY.arrow}3"
    assert seats[1] == f"2 Bram {FANCY.sheriff} {FANCY.claim}Seer {FANCY.arrow}nobody"
    assert seats[2] == f"3 Cleo {FANCY.roles['Werewolf']} Werewolf {FANCY.exiled} exiled d1"
    assert seats[5] == f"6 Fay {FANCY.dead} killed n1"


def test_of_a_seat_whose_role_is_not_known_no_role_stands_there() -> None:
    assert told(of(*NIGHT))[0] == "1 Ada"


@pytest.mark.parametrize("glyphs", [FANCY, ASCII])
@pytest.mark.parametrize("width", [60, 80])
@pytest.mark.parametrize("size", [6, 7, 9, TWELVE])
def test_the_strip_is_two_lines_with_every_seat_where_it_can_be_clicked(
    size: int, width: int, glyphs: Glyphs
) -> None:
    for made in (crowd(size), known(size), known(size, fallen=size - 2, claims=True)):
        assert all(
            seat.split()[0] == str(card.seat)
            for seat, card in zip(told(made, width, glyphs), made, strict=True)
        )


@pytest.mark.parametrize(("size", "width"), [(6, 60), (6, 80), (7, 80), (9, 80)])
def test_whoever_fell_says_when_and_every_role_of_power_its_word(size: int, width: int) -> None:
    seats = told(known(size, fallen=3), width)
    assert [seat.split()[-1] for seat in seats[:3]] == ["n1", "d1", "n2"]
    assert all(
        "Wolf" in seats[number] or "Werewolf" in seats[number] for number in (2, 6) if number < size
    )
    assert all(ROLES[number] in seats[number] for number in (0, 4, 8) if number < size)


@pytest.mark.parametrize(("size", "width"), [(7, 60), (TWELVE, 80)])
def test_where_words_of_roles_have_no_room_their_signs_and_the_falls_stay(
    size: int, width: int
) -> None:
    seats = told(known(size, fallen=3), width)
    assert all(FANCY.roles[role] in seat for seat, role in zip(seats, ROLES, strict=False))
    assert [seat.split()[-1] for seat in seats[:3]] == ["n1", "d1", "n2"]


@pytest.mark.parametrize("size", [6, 7, 9, TWELVE])
def test_names_are_the_last_to_be_cut(size: int) -> None:
    seats = told(known(size, fallen=4, claims=True))
    assert [" ".join(seat.split()[:2]) for seat in seats] == [
        f"{seat} {NAMES[seat - 1]}" for seat in range(1, size + 1)
    ]


def test_what_goes_first_is_always_the_same() -> None:
    """From wide to narrow, once something is left out it never comes back."""
    made = known(9, fallen=4, claims=True)
    made[4] = replace(
        made[4], activity_words="thinking 12s", activity=SeatActivity("vote", "thinking", 12, 340)
    )
    signs = (
        "exiled",
        "12 s",
        "Werewolf",
        "Wolf",
        FANCY.arrow,
        "Villager",
        FANCY.claim,
        "Doctor",
        "n1",
        NAMES[8],
    )
    gone: list[str] = []
    for width in range(200, 20, -1):
        words = " ".join(told(made, width))
        assert not any(sign in words for sign in gone if sign != "Wolf")
        gone += [sign for sign in signs if sign not in words and sign not in gone]
    assert gone == [
        "Wolf",
        "12 s",
        "exiled",
        "Werewolf",
        FANCY.arrow,
        "Villager",
        FANCY.claim,
        "Doctor",
        "n1",
        NAMES[8],
    ]


def test_the_two_lines_stand_below_one_another_where_that_fits() -> None:
    laid = seat_strip(known(6), NAMES[:6], FANCY, 80)
    starts = [[first for row, first, _, _ in laid.places if row == each] for each in (0, 1)]
    assert starts[0] == starts[1]


def test_numbers_without_names_stand_apart() -> None:
    laid = seat_strip(crowd(TWELVE), NAMES, FANCY, 60)
    assert plain_text(laid.lines[0]).split("  ")[:2] == [
        f" 1 {FANCY.roles['Werewolf']} {FANCY.thinking}",
        f"2 {FANCY.sheriff} {FANCY.roles['Werewolf']}",
    ]


def test_where_nothing_fits_the_lines_are_cut() -> None:
    assert max(map(width_of, seat_strip(crowd(TWELVE), NAMES, FANCY, 20).lines)) <= 20

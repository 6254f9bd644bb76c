"""The seats say what the eyes know of each: role, fall, badge, claim, who plays it and its last
vote, as far as it fits."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from wolfcore.game import ALL, Death, Entry, get_board
from wolfcore.game import facts as f
from wolftui.games.session.game_session import GameSession
from wolftui.games.session.shown_game import ShownGame
from wolftui.games.session.table_activity import SeatActivity
from wolftui.views.seat_cards import Card, ClickableLines, seat_cards, seat_column
from wolftui.views.seat_strip import seat_strip
from wolftui.words.glyphs import FANCY
from wolftui.words.spans import MODERATOR_EYES
from wolftui.words.wrapping import plain_text, width_of

NAMES = ("Ada", "Bram", "Cleo", "Dov", "Elif", "Fay", "Gil", "Hana", "Ivo", "Jun", "Kim", "Lea")
PLAYERS = ("bot:hard", "bot:easy", "bot:hard", "human", "bot:hard", "bot:easy", "bot:hard")
DEALT = (f.Dealt(1, "Seer"), f.Dealt(3, "Werewolf"))
NIGHT = (
    f.Began(1, "night"),
    f.Began(1, "dawn"),
    f.Died(6),
    f.Cause(6, "killed"),
    f.Began(1, "discussion"),
)
VOTED = (f.Began(1, "vote"), f.Voted(1, 3, "vote"), f.Voted(2, 0, "vote"), f.Voted(3, 1, "vote"))
EXILE = (f.Exiled(3), f.Died(3), f.Cause(3, "exiled"))
TWELVE = 12


def of(
    *facts: f.Fact,
    eyes: int = MODERATOR_EYES,
    by_role: bool = False,
    claims: dict[int, str] | None = None,
) -> tuple[Card, ...]:
    """The cards of a game of seven as some eyes see it."""
    session = GameSession(
        get_board("sla7"), NAMES[:7], people=(eyes,) if eyes > 0 else (), by_role=by_role
    )
    session.entries([Entry(ALL, fact) for fact in facts])
    session.go_end()
    return seat_cards(ShownGame(session, "live", players=PLAYERS), claims or {})


def column(made: Sequence[Card], width: int = 30, room: int = 40) -> list[str]:
    """The lines of each seat in the column, in one string a seat, blanks closed up."""
    laid = seat_column(made, NAMES[: len(made)], FANCY, width, room)
    assert max(map(width_of, laid.lines)) <= width
    return [" ".join(words.split()) for words in of_seats(laid)]


def of_seats(laid: ClickableLines) -> list[str]:
    """What stands on the lines of each seat."""
    seats = sorted({place[3] for place in laid.places})
    return [
        " ".join(plain_text(laid.lines[row]) for row, _, _, seat in laid.places if seat == each)
        for each in seats
    ]


def test_a_seat_says_its_role_how_it_fell_and_what_it_claims() -> None:
    told = column(of(*DEALT, *NIGHT, f.Badge(2, "elected"), claims={2: "Seer", 6: "Doctor"}))
    assert told[0].startswith(f"1 Ada {FANCY.roles['Seer']} Seer")
    assert told[1].startswith(f"2 Bram {FANCY.sheriff} {FANCY.claim} claims Seer")
    assert told[5].startswith(f"6 Fay {FANCY.dead} killed, night 1")


def test_what_a_seat_claimed_stays_when_it_fell() -> None:
    told = column(of(*DEALT, *NIGHT, *EXILE, claims={3: "Seer", 6: "Doctor"}), width=60)
    assert f"{FANCY.claim} said Seer" in told[2]
    assert f"{FANCY.claim} claimed Doctor" in told[5]
    assert f"{FANCY.claim}Doctor" in " ".join(
        of_seats(seat_strip(of(*NIGHT, claims={6: "Doctor"}), NAMES[:7], FANCY, 200))
    )


def test_the_heading_counts_the_living() -> None:
    laid = seat_column(of(*NIGHT), NAMES[:7], FANCY, 30, 40)
    assert plain_text(laid.lines[0]).split() == ["SEATS", "6", "of", "7", "alive"]


def test_who_plays_a_seat_stands_after_its_role_and_fall_where_it_fits() -> None:
    facts = (*DEALT, *NIGHT, *EXILE)
    assert column(of(*facts))[0] == f"1 Ada {FANCY.roles['Seer']} Seer bot:hard"
    assert (
        column(of(*facts), width=40)[2]
        == f"3 Cleo {FANCY.roles['Werewolf']} Werewolf {FANCY.exiled} day 1 bot:hard"
    )
    assert (
        column(of(*facts), width=26)[2]
        == f"3 Cleo {FANCY.roles['Werewolf']} Werewolf {FANCY.exiled} day 1"
    )
    assert column(of(*facts))[1] == "2 Bram bot:easy"


def test_who_plays_is_not_told_where_it_must_not_be_known() -> None:
    assert "bot:easy" in column(of(*NIGHT, eyes=4))[1]
    assert not any("bot" in words for words in column(of(*NIGHT, eyes=4, by_role=True), width=60))


def test_the_last_vote_stands_at_the_right_of_each_voter() -> None:
    laid = seat_column(of(*NIGHT, *VOTED), NAMES[:7], FANCY, 30, 40)
    told = [plain_text(line) for line in laid.lines[2::2]]
    assert [line.endswith(f" {FANCY.arrow} 3") for line in told] == [True, *[False] * 6]
    assert told[1].endswith(f" {FANCY.arrow} nobody")
    assert told[2].endswith(f" {FANCY.arrow} 1")
    assert not any(FANCY.arrow in line for line in told[3:])


def test_who_fell_shows_no_vote_any_more_and_the_living_keep_theirs() -> None:
    made = of(
        *NIGHT,
        *VOTED,
        *EXILE,
        f.Began(2, "night"),
        f.Began(2, "dawn"),
        f.Died(2),
        f.Began(2, "discussion"),
    )
    assert [card.vote for card in made[:3]] == [3, None, None]
    assert [FANCY.arrow in words for words in column(made)[:3]] == [True, False, False]
    assert (
        sum(
            plain_text(line).count(FANCY.arrow)
            for line in seat_strip(made, NAMES[:7], FANCY, 80).lines
        )
        == 1
    )


def test_only_the_last_round_of_ballots_counts() -> None:
    again = (f.Began(1, "runoff"), f.Voted(2, 3, "runoff"))
    assert [card.vote for card in of(*NIGHT, *VOTED, *again)[:3]] == [None, 3, None]


def crowd(size: int) -> tuple[Card, ...]:
    """Seats of which much is known: every third fell, all others claim, voted or are thinking."""
    work = SeatActivity("vote", "thinking", 12, 340)
    return tuple(
        Card(
            seat=seat,
            is_viewer=seat == 1,
            role="Werewolf",
            death=Death(seat, 1, at_night=True) if seat % 3 == 0 else None,
            sheriff=seat == 2,
            vote=None if seat % 3 == 0 else 1,
            claim="Seer",
            activity_words="thinking 12s" if seat % 3 == 1 else "",
            activity=work if seat % 3 == 1 else None,
            player="bot:hard",
        )
        for seat in range(1, size + 1)
    )


@pytest.mark.parametrize("width", [26, 30, 60])
@pytest.mark.parametrize(("size", "room"), [(7, 16), (7, 15), (TWELVE, 26), (TWELVE, 14)])
def test_the_column_keeps_its_width_and_its_room(size: int, room: int, width: int) -> None:
    laid = seat_column(crowd(size), NAMES[:size], FANCY, width, room)
    assert len(laid.lines) <= room
    assert max(map(width_of, laid.lines)) <= width
    assert {laid.seat_at(row, 0) for row in range(2, len(laid.lines))} == set(range(1, size + 1))

"""What goes on now: who speaks, who comes next, and when one's own turn is, in words from the order
of the day."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from wolfcore.game import ALL, Ask, Entry, get_board
from wolfcore.game import facts as f
from wolfcore.players import Progress
from wolftui.games.session.game_session import GameSession
from wolftui.views.status_line import activity_line, draft_title, idle_words, still_to_speak
from wolftui.words.glyphs import FANCY
from wolftui.words.wrapping import plain_text

NAMES = ("Ada", "Bram", "Cleo", "Dov", "Elif", "Fay", "Gil")
ME = 4
BOARD = get_board("sla7")
ONE_ROUND = replace(BOARD, switches=replace(BOARD.switches, discussion_rounds=1))
ORDER = (7, 1, 5, 4, 3, 2, 6)


def at_talk(*facts: f.Fact, asked: int = 0, order: tuple[int, ...] = ORDER) -> GameSession:
    """A discussion in one round in an order, seen by its person; `asked` has the word, where it is
    not 0."""
    session = GameSession(ONE_ROUND, NAMES, people=(ME,))
    begun = (
        f.Dealt(ME, "Villager"),
        f.Began(1, "night"),
        f.Began(1, "dawn"),
        f.Began(1, "discussion"),
        f.OrderSet(order),
    )
    session.entries([Entry(ALL, fact) for fact in (*begun, *facts)])
    session.go_end()
    if asked:
        session.asked([Ask(f"d1.speak.{asked}", asked, "speak", 1, "discussion", (0,))])
    return session


def said(*seats: int) -> tuple[f.Said, ...]:
    return tuple(f.Said(seat, "speak", "Well.") for seat in seats)


def right(session: GameSession) -> str:
    return plain_text(activity_line(session, FANCY))


def test_it_names_who_speaks_and_who_comes_after() -> None:
    assert (
        right(at_talk(*said(7), asked=1))
        == f"1 Ada has the word {FANCY.dot} then Elif, you, Cleo, Bram and 1 more"
    )
    assert (
        right(at_talk(*said(7, 1), asked=5))
        == f"5 Elif has the word {FANCY.dot} then you, Cleo, Bram, Fay"
    )
    assert right(at_talk(*said(7, 1, 5), asked=4)) == f"your turn {FANCY.dot} then Cleo, Bram, Fay"
    assert right(at_talk(*said(7, 1, 5, 4, 3, 2), asked=6)) == "6 Fay has the word"


def test_it_says_whose_words_come_now() -> None:
    session = at_talk(*said(7, 1, 5, 4, 3, 2), asked=6)
    session.progress(Ask("d1.speak.6", 6, "speak", 1, "discussion", (0,)), Progress("speaking", 20))
    assert right(session) == "6 Fay is speaking"


@pytest.mark.parametrize(
    ("spoken", "words"),
    [
        ((), "You speak after Elif."),
        ((7, 1), "You speak after Elif."),
        ((7, 1, 5), "You speak next."),
        ((7, 1, 5, 4), ""),
    ],
)
def test_words_for_later_say_after_whom_one_speaks(spoken: tuple[int, ...], words: str) -> None:
    assert draft_title(at_talk(*said(*spoken)), ME) == words


def test_who_is_out_has_no_words_for_later() -> None:
    assert draft_title(at_talk(f.Died(ME)), ME) == ""
    assert draft_title(at_talk(f.Began(1, "vote")), ME) == ""


def test_who_still_speaks_is_counted_round_by_round() -> None:
    session = at_talk(*said(7, 1))
    assert still_to_speak(session) == (5, 4, 3, 2, 6)
    session.board = replace(ONE_ROUND, switches=replace(ONE_ROUND.switches, discussion_rounds=2))
    assert still_to_speak(session) == (5, 4, 3, 2, 6, *ORDER)


def test_a_sheriff_who_sums_up_is_not_among_the_speakers() -> None:
    session = at_talk(f.Badge(ME, "elected"), order=(7, 1, 5, 3, 2, 6, ME))
    session.board = replace(ONE_ROUND, switches=replace(ONE_ROUND.switches, sheriff_speaks="last"))
    assert still_to_speak(session) == (7, 1, 5, 3, 2, 6)
    assert draft_title(session, ME) == "You sum up when all have spoken."


def test_who_votes_is_named_up_to_four_and_counted_from_there() -> None:
    def voting(*seats: int) -> str:
        session = at_talk(f.Began(1, "vote"))
        session.asked([Ask(f"d1.vote.{seat}", seat, "vote", 1, "vote", (0, 1)) for seat in seats])
        return right(session)

    assert voting(ME) == "your turn"
    assert voting(5) == "Elif is choosing"
    assert voting(5, 6) == "Elif and Fay are choosing"
    assert voting(1, 2, 3, 5, 6) == "5 are choosing"


def test_who_is_not_asked_is_told_why() -> None:
    def told(session: GameSession) -> str:
        return idle_words(session, ME, lambda action: f"<{action}>")

    assert told(at_talk()) == "You are asked when it is your turn."
    assert told(at_talk(f.Died(ME))) == "You are out of the game and look on."
    assert "The village sleeps; you are woken when your role has something to do." in told(
        at_talk(f.Began(2, "night"))
    )
    paused = at_talk()
    paused.toggle_play()
    assert told(paused) == "Paused. <play_pause> goes on."

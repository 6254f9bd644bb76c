"""The tab You tells each person, in plain sentences, how the game went for them."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from msgspec.structs import replace

from tests.core.metrics.written import dawn, day, died, exiled, night, said, votes, written
from tests.wolftui.plain.test_tabs import a_book, as_person
from wolfcore.analysis import Course, CoursePoint
from wolfcore.game import facts as f
from wolfcore.game import fold, initial_state
from wolfcore.game.shipped_boards import SHIPPED_BOARDS
from wolfcore.metrics import RecordedGame
from wolftui.games.coached_seat import CoachedSeat
from wolftui.games.session.game_session import GameSession
from wolftui.games.session.shown_game import ShownGame
from wolftui.views.result.game_numbers import GameNumbers
from wolftui.views.result.next_steps import next_step_lines, next_steps, offers_retry, retry_point
from wolftui.views.result.own_tab import curve_lines, own_page
from wolftui.views.result.role_tabs import roles_page
from wolftui.words.glyphs import FANCY
from wolftui.words.outcome import outcome_of
from wolftui.words.wrapping import plain_text, width_of


def told(book: GameNumbers, width: int = 200) -> str:
    return "\n".join(plain_text(line).rstrip() for line in own_page(book, width).lines)


def book_of(game: RecordedGame, *people: int) -> GameNumbers:
    """A game written by hand, with persons in these seats."""
    session = GameSession(game.board, game.names, live=False)
    session.entries(game.entries)
    state = fold(initial_state(game.board.size), (entry.fact for entry in game.entries))
    players = ["human" if seat in people else "random" for seat in range(1, game.board.size + 1)]
    outcome = outcome_of(game.board, game.names, state, players)
    shown = ShownGame(session, "review", players=tuple(players), record=lambda: game)
    return GameNumbers(shown, outcome, FANCY)


@pytest.mark.slow
@pytest.mark.parametrize("board", [board.name for board in SHIPPED_BOARDS])
def test_every_seat_of_every_board_reads_its_own_end(tmp_path: Path, board: str) -> None:
    book = a_book(tmp_path, board)
    for fate in book.outcome.fates:
        words = told(as_person(book, fate.seat))
        won = "won" if f" with the {book.outcome.winner} on day" in words else "lost"
        assert words.startswith(f"You {won} with the ") or book.outcome.winner is None
        assert f"You were {fate.seat} {fate.name}, " in words
        assert str(fate.role) in words
        assert ("You lived to the end" in words) == fate.alive
        for width in (56, 76, 116):
            lines = own_page(as_person(book, fate.seat), width).lines
            assert all(width_of(line) <= width for line in lines)


VOTED = (night(1), f.Attacked(0), dawn(1), f.QuietNight(1), day(1))


@pytest.mark.parametrize(
    ("letters", "seat", "moment", "facts"),
    [
        ("WVVVV", 2, "Day 1: you voted for 1 Ada, alone. That was the Werewolf.",
         (*VOTED, votes("3 1 4 3 3"), exiled(3))),
        ("WVVVV", 3, "", (*VOTED, votes("3 1 4 3 3"), exiled(3))),
        ("WVVVV", 2,
         "Day 1: 1 Ada was sent away by one vote, and yours was among them. That was the Werewolf.",
         (*VOTED, votes("2 1 1 1 2"), exiled(1))),
        ("WVVVV", 2, "", (*VOTED, votes("3 1 1 3 3"), exiled(3))),
        ("WVVVVV", 2, "", (*VOTED, votes("2 1 1 1 2 1"), exiled(1))),
        ("WSVVV", 2, "Night 1: you checked 1 Ada, the Werewolf.",
         (night(1), f.Checked(2, 1, "wolves"), f.Attacked(0), dawn(1), f.QuietNight(1))),
        ("WDVVV", 2, "Night 1: the pack came for 3 Cleo. You saved that life.",
         (night(1), f.Attacked(3), f.Protected(2, 3), dawn(1), f.QuietNight(1))),
        ("WDVVV", 2, "",
         (night(1), f.Attacked(3), f.Protected(2, 4), dawn(1), died(3, "killed"))),
        ("WWVVVVV", 1, "In 2 votes nobody voted for you.",
         (*VOTED, votes("3 3 2 2 3 3 3"), exiled(3), night(2), f.Attacked(4), dawn(2),
          died(4, "killed"), day(2), votes("5 5 . . 2 5 5"), exiled(5))),
    ],
)  # fmt: skip
def test_the_best_moment_is_a_deed_of_the_log_or_left_out(
    letters: str, seat: int, moment: str, facts: tuple[f.Fact | list[f.Fact], ...]
) -> None:
    game = written(letters, *facts, f.Ended(2, "village", "village"))
    words = told(book_of(game, seat))
    assert words.partition("YOUR BEST MOMENT")[2].strip() == moment


def test_persons_at_one_screen_each_have_their_part_and_an_unplayed_game_has_no_tab() -> None:
    game = written("WVVVV", *VOTED, votes("3 1 1 3 3"), exiled(3), f.Ended(1, "wolves", "wolves"))
    words = told(book_of(game, 1, 3))
    assert "1 Ada\nYou won with the wolves on day 1." in words
    assert "3 Cleo\nYou lost with the village on day 1." in words
    assert "You were sent away on day 1, by 3 of 5 votes." in words
    assert book_of(game).own_seats == ()


def test_the_tab_of_roles_tells_what_each_seat_kept_secret() -> None:
    game = written(
        "WWSVV", night(1), f.Checked(3, 1, "wolves"), f.Proposed(2, 4), f.Attacked(4), dawn(1),
        died(4, "killed"), day(1), said(2, "I am the Seer. I checked 5 Elif, Elif is a wolf."),
        votes("3 3 1 . 1"), exiled(1), f.Ended(1, "wolves", "wolves"),
    )  # fmt: skip
    lines = [plain_text(line) for line in roles_page(book_of(game), 80).lines]
    told = lines[lines.index("what each seat kept secret") + 1 :]
    assert told == [
        "1 Ada  ▲ Werewolf",
        "   knew 2 Bram",
        "2 Bram  ▲ Werewolf",
        "   knew 1 Ada",
        "   picked 4 Dan ☾1",
        "   lied: claims ◉ Seer ☀1; checked 5 Elif: a wolf ☀1",
        "3 Cleo  ◉ Seer",
        "   checked 1 Ada: a wolf ☾1",
        "4 Dan, 5 Elif: nothing",
    ]


def a_course(turn: int | None) -> Course:
    chances = ((1, "night", 0.5), (1, "exile", 0.46), (2, "night", 0.5), (2, "exile", 0.19))
    points = [CoursePoint(0, "deal", 0, 0.5, 0.4, 0.6)]
    for entry, (number, kind, chance) in enumerate(chances, 1):
        change = chance - points[-1].chance
        points.append(CoursePoint(entry, kind, number, chance, 0.0, 1.0, change))  # pyright: ignore[reportArgumentType]
    return Course(1, 1, "", 100, tuple(points), turn)


def test_the_turning_point_is_told_with_the_chance_before_and_after_it_and_drawn_below() -> None:
    game = written("WVVVV", *VOTED, votes("3 1 1 3 3"), exiled(3), f.Ended(2, "wolves", "wolves"))
    book = book_of(game, 2)
    assert "WHERE IT TURNED" not in told(book), "nothing is known of it"
    book.course = a_course(4)
    words = told(book)
    assert "Before it the village won 5 games of 10 from here, after it 2 of 10" in words
    assert [line[6:] for line in words.splitlines() if "|" in line] == [
        "|", "|======  ======  ======", "|                        ======",
    ]  # fmt: skip
    assert "night 1 day 1   night 2 day 2" in words
    for turn in (4, None):
        book.course = replace(a_course(turn), rollouts=11)
        words = " ".join(told(book).split())
        assert "Not enough was played out to say where it turned. The bars, roughly:" in words
        assert "|======  ======  ======" in told(book)
    book.course = a_course(None)
    assert "No single moment decided it." in told(book).replace("\n" + " " * 18, " ")
    assert all(width_of(line) <= 30 for line in curve_lines(a_course(4), 30))


def test_to_play_on_is_no_step_for_a_winner_whose_decisions_cost_nothing() -> None:
    game = written("WVVVV", *VOTED, votes("3 3 2 1 3"), exiled(3), f.Ended(1, "wolves", "wolves"))
    assert offers_retry(book_of(game, 3)), "a loser"
    won = book_of(game, 1)
    assert not offers_retry(won)
    told_of = SimpleNamespace(coaching=SimpleNamespace(notes=("a decision",)))
    won.coached[1] = cast("CoachedSeat", told_of)
    assert offers_retry(won)


def test_one_plays_on_from_before_the_last_word_that_could_change_a_vote() -> None:
    asks = ("n1.check.4", "d1.speak.4", "d1.vote.4", "d1.last_words.4", "d2.speak.5", "d2.vote.4")
    point = retry_point(asks, 4)
    assert point
    assert (point.ask, point.before) == ("d1.speak.4", "your last word")
    silent = retry_point(("n1.kill2.3", "n2.whisper.3.suspect"), 3)
    assert silent
    assert (silent.ask, silent.night) == ("n1.kill2.3", True)
    assert retry_point(("d1.last_words.4", "d1.speak.4.suspect"), 4) is None
    steps = next_steps(point, words=True, again=False)
    assert [step.action for step in steps] == ["retry", "words", "decisions", "review"]
    lines = next_step_lines(steps, 1, 42, lambda action: action[:2])
    assert [plain_text(line)[:5] for line in lines] == ["  re ", "     ", "> wo ", "  de ", "  re "]
    steps = next_steps(None, words=False, again=True, share=True)
    assert [step.text for step in steps] == [
        "Another game",
        "Send this deal to a friend",
        "Watch it again",
    ]

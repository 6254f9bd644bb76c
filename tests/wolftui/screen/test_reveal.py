"""After a game of a person the cards turn one by one, in time that is passed in; any key shows all."""

from __future__ import annotations

from itertools import pairwise

import pytest
from textual.pilot import Pilot

from tests.core.metrics.written import dawn, day, exiled, night, said, votes, written
from tests.wolftui.screen.stage import app_showing
from tests.wolftui.views.test_own_tab import VOTED, a_course, book_of
from wolfcore.game import facts as f
from wolfcore.game import fold, initial_state
from wolftui.games.session.game_session import GameSession
from wolftui.games.session.shown_game import ShownGame
from wolftui.screen.screens import reveal_screen
from wolftui.screen.screens.result_screen import ResultScreen
from wolftui.screen.screens.reveal_screen import RevealScreen
from wolftui.screen.screens.table_screen import TableScreen
from wolftui.settings.config import Config
from wolftui.views.result.tabs import OWN_TAB, TABS
from wolftui.views.reveal import REVEAL_SECONDS, Reveal, fooled_lines, turn_order
from wolftui.words.outcome import outcome_of
from wolftui.words.wrapping import plain_text

EXILED = written("WVVVV", *VOTED, votes("3 3 2 1 3"), exiled(3), f.Ended(1, "wolves", "wolves"))


def just_played() -> ShownGame:
    """A game that the person in seat 3 just played to its end."""
    session = GameSession(EXILED.board, EXILED.names, people=(3,), live=False)
    session.entries(EXILED.entries)
    session.go_end()
    state = fold(initial_state(5), (entry.fact for entry in EXILED.entries))
    players = ["random", "random", "human", "random", "random"]
    outcome = outcome_of(EXILED.board, EXILED.names, state, players)
    return ShownGame(
        session, "play", players=tuple(players), record=lambda: EXILED, ending=lambda: outcome
    )


@pytest.mark.parametrize(
    ("person", "order"), [(3, (4, 3, 2, 5, 1)), (4, (2, 3, 5, 4, 1)), (1, (2, 3, 4, 5, 1))]
)
def test_a_person_s_card_turns_after_the_others_and_those_against_it_last(
    person: int, order: tuple[int, ...]
) -> None:
    assert turn_order(book_of(EXILED, person)) == order


def test_cards_turn_one_after_the_other_within_eight_seconds() -> None:
    reveal = Reveal(book_of(EXILED, 3))
    shown = [reveal.turned(tenth / 10) for tenth in range(81)]
    assert (shown[0], len(shown[-1])) == (frozenset(), 5)
    assert all(len(after - before) <= 1 for before, after in pairwise(shown))
    assert REVEAL_SECONDS <= 8
    early, late = (
        "\n".join(map(plain_text, reveal.lines(seconds, 80))) for seconds in (0, REVEAL_SECONDS)
    )
    assert "Werewolf" not in early
    assert "Villager" not in early
    assert late.count("Villager") == 4


def test_it_is_told_which_wolf_was_believed_or_named_by_nobody() -> None:
    claimed = (
        *VOTED, said(1, "I am the Seer. I checked 3 Cleo, Cleo is a wolf."),
        said(4, "I trust 1 Ada. I vote for 3 Cleo."), votes("3 1 1 3 1"), exiled(1),
    )  # fmt: skip
    game = written("WSVVV", *claimed, f.Ended(1, "village", "village"))
    (line,) = fooled_lines(book_of(game))
    assert plain_text(line) == "1 Ada claimed to be the Seer on day 1, and Dan stood by it."
    quiet = written(
        "WWVVVVV", *VOTED, votes("3 3 2 2 3 3 3"), exiled(3), night(2), f.Attacked(0), dawn(2),
        f.QuietNight(2), day(2), votes("5 5 . 2 2 5 5"), exiled(5), f.Ended(2, "wolves", "wolves"),
    )  # fmt: skip
    (line,) = fooled_lines(book_of(quiet))
    assert plain_text(line) == "In all votes nobody named 1 Ada, a wolf."


def on_top(pilot: Pilot[int]) -> object:
    return pilot.app.screen


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_any_key_shows_all_cards_and_enter_goes_on_to_the_tab_you(
    size: tuple[int, int],
) -> None:
    async with app_showing(just_played()).run_test(size=size) as pilot:
        await pilot.press("end", "enter")
        await pilot.pause()
        screen = on_top(pilot)
        assert isinstance(screen, RevealScreen)
        screen.cards.advance(1.2)
        await pilot.pause()
        assert screen.cards.text.count("?") == 4
        await pilot.press("x")
        await pilot.pause()
        assert screen.cards.text.count("?") == 0
        assert "Enter result" in screen.keys.text
        await pilot.press("enter")
        await pilot.pause()
        result = on_top(pilot)
        assert isinstance(result, ResultScreen)
        assert result.tabs.names == (OWN_TAB.name, *(tab.name for tab in TABS))
        assert "You were 3 Cleo, a Villager." in result.page.text
        result.show_analysis(a_course(4), {})
        await pilot.pause()
        assert "WHERE IT TURNED" in result.page.text
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(on_top(pilot), TableScreen)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(on_top(pilot), ResultScreen), "cards are turned once"


@pytest.mark.slow
async def test_cards_turn_by_the_clock_though_beats_come_late(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 100.0
    monkeypatch.setattr(reveal_screen, "monotonic", lambda: now)
    async with app_showing(just_played()).run_test(size=(80, 24)) as pilot:
        await pilot.press("end", "enter")
        await pilot.pause()
        screen = on_top(pilot)
        assert isinstance(screen, RevealScreen)
        now += 1.5
        screen.beat()
        assert screen.cards.seconds == 1.5
        await pilot.press("f1")
        await pilot.pause()
        assert on_top(pilot) is not screen
        now += 1.5
        screen.beat()
        assert screen.cards.seconds == 1.5, "the cards wait below the help"
        await pilot.press("escape")
        await pilot.pause()
        now += REVEAL_SECONDS
        screen.beat()
        assert screen.cards.finished


@pytest.mark.slow
@pytest.mark.parametrize(("motion", "earlier"), [(False, 0), (True, 2), (True, 1)])
async def test_without_motion_and_from_the_third_game_on_everything_is_there_at_once(
    *, motion: bool, earlier: int
) -> None:
    app = app_showing(just_played())
    app.config, app.reveals = Config(motion=motion), earlier
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("end", "enter")
        await pilot.pause()
        screen = on_top(pilot)
        assert isinstance(screen, RevealScreen)
        assert screen.cards.finished == (not motion or earlier >= 2)

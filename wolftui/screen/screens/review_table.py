"""The table of a saved game, with guess mode: who is a wolf, asked after each day.

In guess mode the cursor cannot pass the end of a day before its guess is given; guesses are saved
beside the game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar

from msgspec.structs import replace
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType

from wolfcore.game import Belief
from wolfcore.game import facts as f
from wolftui.games.session.shown_game import ShownGame
from wolftui.games.side_files import read_guesses, write_guesses
from wolftui.measures.guess_scores import (
    Guesses,
    guess_score,
    knows_pack,
    last_guess,
    normalised_guesses,
)
from wolftui.screen.widgets.belief_list import BeliefList, GuessPrompt
from wolftui.settings.actions import Situation
from wolftui.words.glyphs import FANCY, Glyphs
from wolftui.words.questions.seat_options import guess_options
from wolftui.words.spans import PUBLIC_EYES, Line, Span

from .app_screen import AppScreen, Handlers, key_bindings
from .dialogs import ChoiceDialog
from .game_diff import ForkComparison
from .number_pages import GuessesScreen
from .table_screen import TableScreen


class ReviewTable(TableScreen):
    """The table of a game in replay, with guess mode and fork diff.

    It takes the same arguments as `TableScreen`.

    Attributes:
        guess_prompt: The prompt of guess mode.
        guess_controls: The controls of guess mode.
        fork_comparison: Opens the diff with another fork.
    """

    BINDINGS: ClassVar[list[BindingType]] = key_bindings("table")

    def __init__(self, shown: ShownGame, glyphs: Glyphs = FANCY, *, heartbeat: bool = True) -> None:
        super().__init__(shown, glyphs, heartbeat=heartbeat)
        self.guess_prompt = GuessPrompt(shown.session.board.roles, glyphs)
        self.guess_controls = GuessControls(
            self, shown, self.guess_prompt, self.reload_view, self.focus_transcript
        )
        self.fork_comparison = ForkComparison(
            self, lambda: Path(shown.path) if shown.path else None
        )
        self.add_handlers(self.guess_controls.deeds, self.fork_comparison.deeds)
        if not self.session.fact_count:
            self.go_opening()

    def guess_only(self) -> None:
        """Start guess mode once the table is shown, which closes if the person begins no guess."""
        self.call_after_refresh(self.guess_controls.open, self._close)

    def _close(self) -> None:
        if self.app.screen is self:
            self.app.pop_screen()

    def compose_prompt(self) -> ComposeResult:
        """Yield the prompt of guess mode."""
        yield self.guess_prompt

    def paint(self) -> None:
        """Repaint the table and the prompt of guess mode."""
        super().paint()
        if self.is_current:
            self.guess_controls.paint()

    def timeline_note(self) -> Line:
        """Return the text at the right of the timeline; in guess mode without the game's length."""
        if not self.session.roles_hidden:
            return super().timeline_note()
        return (
            Span("guessing along", "accent"),
            Span(f" {self.glyphs.dot} step {len(self.session.blocks)}", "dim"),
        )

    @property
    def situation(self) -> Situation:
        """The state that decides which actions are enabled now."""
        judging = self.guess_prompt.beliefs.has_focus
        return replace(
            super().situation,
            guessable=self.guess_controls.can_guess,
            guessing=self.session.roles_hidden,
            has_forks=bool(self.shown.path) and not self.session.roles_hidden,
            forkable=self.shown.forkable,
            prompt_open=self.guess_controls.asks,
            suspecting=judging,
            letters=self.guess_prompt.beliefs.used_keys if judging else frozenset(),
        )

    @on(BeliefList.Confirmed)
    def _guessed(self, message: BeliefList.Confirmed) -> None:
        message.stop()
        self.guess_controls.answer(message.beliefs)

    @on(BeliefList.Escaped)
    def _guess_escaped(self, message: BeliefList.Escaped) -> None:
        message.stop()
        self.focus_transcript()


_EYES = (
    "Roles, thoughts and whatever happens later are nowhere on the screen until you are done. "
    "A wolf's eyes know their pack, so that no day asks them."
)


class GuessControls:
    """Runs guess mode: hides the roles, asks after each day, and shows the score at the end.

    Args:
        screen: The screen of the table; dialogs open on top of it.
        shown: The game.
        prompt: The prompt of guess mode.
        looked: Called when the viewer, or what it may know, has changed.
        to_transcript: Focuses the transcript.
    """

    def __init__(
        self,
        screen: AppScreen,
        shown: ShownGame,
        prompt: GuessPrompt,
        looked: Callable[[], None],
        to_transcript: Callable[[], None],
    ) -> None:
        self._screen, self._shown, self._session, self._prompt = (
            screen,
            shown,
            shown.session,
            prompt,
        )
        self._view_changed, self._to_transcript = looked, to_transcript
        self._guesses = Guesses(PUBLIC_EYES)
        self._not_begun: Callable[[], None] = lambda: None

    @property
    def deeds(self) -> Handlers:
        """The handlers of this part by action id."""
        return {"guess": self.open, "to_prompt": self._focus_list}

    @property
    def can_guess(self) -> bool:
        """Whether guess mode is possible or active: the game is in replay and has ended."""
        return (
            self._shown.mode == "review"
            and not self._session.live
            and (self._session.over or self._session.roles_hidden)
        )

    @property
    def asks(self) -> bool:
        """Whether the end of a day is waiting for a guess."""
        return self._prompt.day > 0

    # -- beginning and leaving

    def open(self, not_begun: Callable[[], None] = lambda: None) -> None:
        """Start, continue or end guess mode; ask if there are several possibilities.

        Args:
            not_begun: Called if the person begins no guess.
        """
        self._not_begun = not_begun
        if self._session.roles_hidden:
            choices: list[tuple[Line, Callable[[], None]]] = [
                ((Span("Go on guessing"),), self._focus_list),
                ((Span("Show the roles, and how I did"),), self._finish),
            ]
            self._choose("You guess along", "What you guessed so far is kept.", choices)
            return
        if not self._all_roles_known():
            self._screen.notify(
                "This log does not record every role, so there is nothing to guess.", timeout=4
            )
            not_begun()
            return
        kept, problem = (
            read_guesses(Path(self._shown.path), self._session.board)
            if self._shown.path
            else (None, "")
        )
        if problem:
            self._screen.notify(problem, severity="warning", markup=False)
        if kept is None or not kept.days:
            self._choose_eyes()
            return
        choices = [((Span("Guess anew"),), self._choose_eyes)]
        choices.insert(0, ((Span("How I did"),), lambda: self._show(kept)))
        if not kept.done:
            choices.insert(0, ((Span("Go on guessing"),), lambda: self._begin(kept)))
        days = "1 day" if len(kept.days) == 1 else f"{len(kept.days)} days"
        self._choose(
            "You guessed along before",
            f"What you guessed after {days} is kept beside the game.",
            choices,
        )

    def _choose(
        self, title: str, words: str, choices: Sequence[tuple[Line, Callable[[], None]]]
    ) -> None:
        self._screen.app.push_screen(
            ChoiceDialog(title, words, choices), lambda do: do() if do else self._not_begun()
        )

    def _choose_eyes(self) -> None:
        names = self._session.names
        choices: list[tuple[Line, int]] = [
            ((Span("public", "quiet"), Span("  what everybody knows", "dim")), PUBLIC_EYES)
        ]
        choices += [
            ((Span(f"{seat} {name}", f"seat-{seat}"),), seat) for seat, name in enumerate(names, 1)
        ]
        keys = ["p", *(str(seat) for seat in range(1, len(names) + 1))]
        sheet = ChoiceDialog("Guess along: with whose eyes?", _EYES, choices, keys=keys)
        before = self._session.eyes

        def chosen(eyes: int | None) -> None:
            if eyes is None:
                self._session.set_eyes(before)
                self._view_changed()
                self._not_begun()
            else:
                self._begin(Guesses(eyes))

        # The roles are not to be read behind the question.
        self._session.set_eyes(PUBLIC_EYES)
        self._view_changed()
        self._screen.app.push_screen(sheet, chosen)

    def _all_roles_known(self) -> bool:
        return (
            len({fact.seat for fact in self._shown.all_facts if isinstance(fact, f.Dealt)})
            == self._session.board.size
        )

    def _begin(self, guesses: Guesses) -> None:
        """Hide the roles and move the cursor to the start, or to where the guesses ended."""
        session = self._session
        if not session.hide_roles(guesses.eyes):
            return
        self._guesses = replace(guesses, done=False)
        session.playing, self._not_begun = False, lambda: None
        reached = max((place for day, place in session.day_ends if day in guesses.days), default=0)
        session.go_to(session.fact_count_at(reached - 1)) if reached else session.go_home()
        self._next()

    def _next(self) -> None:
        """Let the cursor move up to the end of the next day to ask about.

        If no day is left, it may move to the end of the game.
        """
        session = self._session
        session.set_bound(next((place for _, place in self._to_ask), session.entry_count))
        self._view_changed()

    @property
    def _to_ask(self) -> list[tuple[int, int]]:
        """The days not asked about yet, with the index of the log entry where each ends.

        Empty for a wolf's view, which knows the pack.
        """
        if self._knows_pack:
            return []
        return [
            (day, place) for day, place in self._session.day_ends if day not in self._guesses.days
        ]

    @property
    def _knows_pack(self) -> bool:
        return knows_pack(self._shown.all_facts, self._guesses.eyes)

    def _finish(self) -> None:
        self._prompt.close()
        self._session.reveal_roles()
        self._guesses.done = True
        self._save()
        self._view_changed()
        self._to_transcript()
        self._show(self._guesses)

    def _show(self, guesses: Guesses) -> None:
        """Show the score of the guesses; if no day was asked about, say so."""
        session = self._session
        entries = self._shown.record().entries if self._shown.record else ()
        score = guess_score(entries, session.board.size, session.day_ends, guesses)
        if score and score.days:
            app = self._screen.app
            self._not_begun()
            app.push_screen(GuessesScreen(self._shown, score, self._screen.glyphs))
        else:
            why = (
                "A wolf knows the pack, so no day asked you"
                if self._knows_pack
                else "You guessed on no day"
            )
            self._screen.notify(f"{why}. The roles are shown again.", timeout=4)

    # -- the end of a day

    def paint(self) -> None:
        """Ask for a guess if the cursor is at the end of a day not asked about.

        At the end of the game, guess mode ends and the roles are shown.
        """
        session = self._session
        if not (session.roles_hidden and session.at_bound) or self._prompt.day:
            return
        day = next((day for day, _ in self._to_ask), 0)
        if not day:
            self._finish()
            return
        seats = [seat for seat in session.state.living if seat != session.eyes]
        self._prompt.ask(day, guess_options(seats, session.names), last_guess(self._guesses, seats))

    def answer(self, beliefs: Sequence[Belief]) -> None:
        """Save the guess of the current day and continue with the replay."""
        day = self._prompt.day
        if not day:
            return
        self._guesses.days[day] = normalised_guesses(beliefs)
        self._prompt.close()
        self._save()
        self._to_transcript()
        self._next()
        if not self._session.playing:
            self._session.step(1)
            self._view_changed()

    def _focus_list(self) -> None:
        if self.asks:
            self._prompt.beliefs.focus()

    def _save(self) -> None:
        problem = write_guesses(Path(self._shown.path), self._guesses) if self._shown.path else ""
        if problem:
            self._screen.notify(problem, severity="warning", markup=False)

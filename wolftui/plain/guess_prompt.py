"""`review --guess`: replays a finished game and asks after each day who is a wolf.

Guesses are saved after each day.
"""

from __future__ import annotations

from typing import Literal

from wolfcore.errors import ConfigError
from wolfcore.game import Belief
from wolfcore.game import facts as f
from wolfcore.records import SavedGame
from wolftui.games.session.game_session import GameSession
from wolftui.games.side_files import read_guesses, write_guesses
from wolftui.measures.guess_scores import (
    Guesses,
    guess_score,
    knows_pack,
    last_guess,
    normalised_guesses,
)
from wolftui.views.guess_page import guesses_page
from wolftui.words.questions.seat_options import apply_suspicions, guess_options, possible_roles
from wolftui.words.spans import PUBLIC_EYES

from .console import Console
from .line_layout import LineLook, ansi_text, block_lines, text_lines

_HOW = (
    "Write for example: 3 Werewolf 8, 5 Uncertain, 2 - (leaves 2 out). From 5, a guess, to "
    "10, certain.",
    "Enter alone keeps the guesses shown; skip makes no guess this day; roles shows the roles now.",
)


class GuessPrompt:
    """Asks for guesses about one saved game.

    Args:
        saved: The game.
        session: Its session, which may show every view.
        console: Where lines go and come from.
        look: Width, colours and signs of the lines.
        eyes: The viewer of the replay: the public (0) or a seat.

    Raises:
        ConfigError: The game is not over, its log does not tell every role, or `eyes` are the
            moderator's.
    """

    def __init__(
        self,
        saved: SavedGame,
        session: GameSession,
        console: Console,
        look: LineLook,
        eyes: int = PUBLIC_EYES,
    ) -> None:
        self._saved, self._session, self._console, self._look = saved, session, console, look
        self._told, self._first = 0, True
        facts = [entry.fact for entry in saved.entries]
        roles = {fact.seat for fact in facts if isinstance(fact, f.Dealt)}
        if not session.over or len(roles) < session.board.size:
            raise ConfigError(
                "guesses need a finished game whose roles are known",
                key="--guess",
            )
        if eyes < PUBLIC_EYES:
            raise ConfigError(
                "this view shows who the wolves are",
                key="--eyes",
                hint="Guess with `--eyes public` or a seat.",
            )
        self._knows_pack = knows_pack(facts, eyes)
        kept, problem = read_guesses(saved.path, session.board)
        if problem:
            self._say(problem)
        self._guesses = kept if kept and not kept.done and kept.eyes == eyes else Guesses(eyes)

    async def guess(self) -> None:
        """Run the game from start to end and ask after each day; the end of input stops early.

        Guesses made until then are kept.
        """
        session = self._session
        session.hide_roles(self._guesses.eyes)
        session.go_home()
        for day, place in session.day_ends:
            session.set_bound(place)
            self._read_on()
            if self._knows_pack or day in self._guesses.days:
                continue
            beliefs = await self._asked(day)
            if beliefs is None:
                self._say("Your guesses are saved; the same command continues with them.", "quiet")
                return
            if beliefs == "roles":
                break
            self._guesses.days[day] = normalised_guesses(beliefs)
            self._keep()
        session.reveal_roles()
        self._guesses.done = True
        self._keep()
        self._read_on()
        self._tell()

    def _read_on(self) -> None:
        """Write the blocks that are visible now and not yet written."""
        session = self._session
        session.go_end()
        for block in session.blocks[self._told :]:
            for line in block_lines(block, self._look):
                self._console.write(line)
        self._told = len(session.blocks)

    async def _asked(self, day: int) -> tuple[Belief, ...] | Literal["roles"] | None:
        """Ask for the guesses at the end of a day; empty if the day is skipped.

        Returns `roles` if the person wants to see the roles now, and None at the end of input.
        """
        session = self._session
        seats = [seat for seat in session.state.living if seat != session.eyes]
        options, held = guess_options(seats, session.names), last_guess(self._guesses, seats)
        self._console.write("")
        self._say(f"Day {day} is over: whom do you hold for what?", "strong")
        stands = {belief.seat: f"  {belief.role} {belief.confidence}" for belief in held}
        for option in options:
            self._say(f"  {option.label}{stands.get(option.value, '')}")
        for line in _HOW if self._first else ():
            self._say(line, "quiet")
        self._first = False
        while True:
            self._console.prompt("Guess: ")
            typed = await self._console.read()
            if typed is None:
                self._console.write("")
                return None
            match typed.strip().casefold():
                case "skip":
                    return ()
                case "roles":
                    return "roles"
                case _:
                    try:
                        return apply_suspicions(
                            held, typed, options, possible_roles(session.board.roles)
                        )
                    except ValueError as error:
                        self._say(str(error))

    def _keep(self) -> None:
        if problem := write_guesses(self._saved.path, self._guesses):
            self._say(problem)

    def _tell(self) -> None:
        """Write the score of the guesses."""
        session = self._session
        if self._knows_pack:
            self._say("A wolf knows the pack, so no day asked you.", "quiet")
            return
        score = guess_score(
            self._saved.entries, session.board.size, session.day_ends, self._guesses
        )
        if score is None:
            return
        self._console.write("")
        for line in guesses_page(score, session.names, self._look.width, self._look.glyphs).lines:
            self._console.write(ansi_text(line, colour=self._look.colour))

    def _say(self, text: str, style: str = "text") -> None:
        for line in text_lines(text, self._look, style):
            self._console.write(line)

"""`PlainFront`: questions, choices and answers on the console, for one or several people.

The lock `turn` is held while anything is asked: a typed line answers one question.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from wolfcore.errors import GameStopped
from wolfcore.game import Answer, Ask, Belief, View
from wolfcore.game.asks import LINE_WORDS, one_line
from wolfcore.players import OutOfTime, clean_speech
from wolftui.games.session.game_session import GameSession
from wolftui.words.questions import Option, Question, make_question, match_option, timeout_text
from wolftui.words.questions.day import missed_last_words
from wolftui.words.questions.seat_options import apply_suspicions, possible_roles
from wolftui.words.spans import MODERATOR_EYES, PUBLIC_EYES

from .announcements import rule_lines, seat_lines
from .console import Console
from .line_layout import LineLook, text_lines
from .printer import Printer
from .speech_input import read_speech

HELP = (
    "Answer a question by the number before a choice, by a name, or by the beginning of one.",
    "Words are one line; end it with \\ to go on in the next. An empty line twice says nothing.",
    "Instead of words, / lets you choose what to say: moves, seats, and a manner of speech.",
    "After them you read what the table hears; at a terminal Enter then sends them, e takes "
    "them back, and + adds to them.",
    "Instead of an answer: /log shows everything again, /seats the table, /rules the rules, "
    "/quit saves and stops.",
)


_COMMANDS = ("help", "log", "seats", "rules", "quit")


class PlainFront:
    """Puts asks to the people who share one console.

    Args:
        session: The game as they see it. With several people, its viewer is the public except while
            a person is asked.
        console: Where lines go and come from.
        look: Width, colours and signs of the lines.
        printer: Writes the transcript.
        hears: Whether speakers see the acts recognised in their speech and, at a terminal, may take
            it back.
        clock: Seconds for each answer; 0 for no limit.

    Attributes:
        look: As given.
        previews_speech: The argument `hears`.
        input_ended: Whether the input ended while a person was asked.
        turn: A lock held by whatever is being asked, for a typed line answers one question.
    """

    def __init__(
        self,
        session: GameSession,
        console: Console,
        look: LineLook,
        printer: Printer,
        *,
        hears: bool = True,
        clock: float = 0.0,
    ) -> None:
        self._session, self._console, self._printer = session, console, printer
        self._clock, self._until = clock, 0.0
        self.look, self.previews_speech = look, hears
        self.input_ended = False
        self.turn = asyncio.Lock()
        self._question: tuple[Question, View] | None = None

    async def ask(self, ask: Ask, view: View) -> Answer:
        """Ask one person and return the answer; with several people, hand the console over first.

        Raises:
            GameStopped: The person left, or the input ended.
            OutOfTime: The person's time was up.
        """
        async with self.turn:
            if len(self._session.people) == 1:
                return await self._ask(ask, view)
            await self._hand_over(ask.seat)
            self._session.set_eyes(ask.seat)
            try:
                return await self._ask(ask, view)
            finally:
                self._session.set_eyes(PUBLIC_EYES)
                self._console.clear()

    async def give_turn(self, view: View) -> None:
        """Give the console to a person who has nothing to do, so that nobody sees which role acts.

        Raises:
            GameStopped: The input ended.
        """
        async with self.turn:
            await self._hand_over(view.seat)
            self.say(f"You are {view.role}, and there is nothing for you to do now.")
            self.say(
                "At night everybody here has a turn, so that nobody sees whom a role wakes.",
                "quiet",
            )
            await self.read("Enter hands on: ")
            self._console.clear()

    async def _hand_over(self, seat: int) -> None:
        self._console.clear()
        self.say(
            f"Hand over to {seat} {self._session.names[seat - 1]}, who presses Enter when "
            "nobody else is looking."
        )
        await self.read("")

    async def _ask(self, ask: Ask, view: View) -> Answer:
        self._session.go_end()
        self._printer.catch_up()
        asked = make_question(ask, view)
        self._question = asked, view
        self._print_question(asked, view)
        try:
            return await self._answer_in_time(asked, view)
        finally:
            self._question = None

    async def _answer_in_time(self, asked: Question, view: View) -> Answer:
        if not self._clock:
            return await self._answer(asked, view)
        self.say(f"You have {self._clock:g} seconds; after that {timeout_text(asked)}.", "quiet")
        self._until = asyncio.get_running_loop().time() + self._clock
        try:
            return await asyncio.wait_for(self._answer(asked, view), self._clock)
        except TimeoutError:
            self._console.write("")
            self.say(f"Your time is up: {timeout_text(asked)}.", "danger")
            raise OutOfTime(asked.ask.id) from None
        finally:
            self._until = 0.0

    async def _answer(self, asked: Question, view: View) -> Answer:
        match asked.kind:
            case "choice":
                return await self._choice_with_line(asked, view)
            case "text":
                return Answer(text=await self._words(asked, view))
            case "choice+text":
                text = await self._words(asked, view)
                self.say("Whom do you recommend?")
                self._list(asked.options)
                return Answer(await self._choice(asked, view), text)
            case "beliefs":
                return Answer(beliefs=await self._beliefs(asked, view))

    async def _words(self, asked: Question, view: View) -> str:
        # The question of a line says that an empty one passes.
        text = await read_speech(asked.ask, view, self, silent=asked.is_line)
        while problem := asked.line_problem(text):
            self.say(problem)
            text = await read_speech(asked.ask, view, self, silent=asked.is_line)
        self._printer.mark_typed(asked.ask.seat, one_line(text) if asked.is_line else text)
        return text

    async def offer_all_eyes(self) -> None:
        """Ask a dead person whether to see everything from now on; the end of input means no."""
        session = self._session
        rules = {
            missed_last_words(session.board, session.known_facts, seat): None
            for seat in session.people
        }
        self.say(
            " ".join(
                (
                    "You are out, and nobody at this screen will be asked again.",
                    *filter(None, rules),
                    "Do you want to see everything from now on?",
                )
            )
        )
        self._console.prompt("yes or no [no]: ")
        typed = await self._console.read()
        if typed is None:
            self._console.write("")
        elif (
            "yes".startswith(typed.strip().casefold() or "-") and self._session.unlock_after_death()
        ):
            self._session.set_eyes(MODERATOR_EYES)

    # -- parts of a question

    def _print_question(self, asked: Question, view: View) -> None:
        self._console.write("")
        who = f"{asked.ask.seat} {view.name(asked.ask.seat)}"
        self.say(f"{who}{f', {view.role}' if view.role else ''}: {asked.title}", "strong")
        if asked.hint:
            self.say(asked.hint, "quiet")
        if asked.kind == "choice":
            self._list(asked.options)
        if asked.may_add_line:
            self.say(
                f"A line of at most {LINE_WORDS} words may follow behind a colon: `5: he lied`.",
                "quiet",
            )
        if asked.kind == "beliefs":
            self._list_seats(asked)

    def _list(self, options: Sequence[Option]) -> None:
        for option in options:
            self.say(
                f"{option.value:>3}  {option.consequence}"
                + (f" ({option.note})" if option.note else "")
            )

    def _list_seats(self, asked: Question) -> None:
        held = {
            belief.seat: f"  {belief.role} {belief.confidence}" for belief in asked.stated_beliefs
        }
        for option in asked.options:
            self.say(
                f"     {option.label}{held.get(option.value, '')}"
                + (f" ({option.note})" if option.note else "")
            )

    async def _choice(self, asked: Question, view: View) -> int:
        return (await self._choice_with_line(asked, view)).choice

    async def _choice_with_line(self, asked: Question, view: View) -> Answer:
        """Read a choice and, behind a colon, the line that may come with it."""
        while True:
            typed = (await self.read("Number or name (? for help): ")).strip()
            if self.run_command(f"/{typed}" if typed.casefold() in _COMMANDS else typed, view):
                continue
            chosen, _, line = typed.partition(":") if asked.may_add_line else (typed, "", "")
            found = match_option(asked.options, chosen)
            problem = found if isinstance(found, str) else asked.line_problem(line)
            if isinstance(found, Option) and not problem:
                return Answer(found.value, clean_speech(line))
            self.say(problem)

    async def _beliefs(self, asked: Question, view: View) -> tuple[Belief, ...]:
        roles = possible_roles(view.board.roles)
        self.say(
            "Write what changes, for example: 3 Werewolf 8, 5 Uncertain 6, 2 - (leaves 2 out)."
        )
        self.say("Enter alone states the suspicions shown; skip states none this time.")
        while True:
            typed = (await self.read("Suspicions (? for help): ")).strip()
            if self.run_command(typed, view):
                continue
            if typed.casefold() == "skip":
                return ()
            try:
                return apply_suspicions(asked.stated_beliefs, typed, asked.options, roles)
            except ValueError as error:
                self.say(str(error))

    # -- lines

    def say(self, text: str, style: str = "text") -> None:
        """Write a message of the program."""
        for line in text_lines(text, self.look, style):
            self._console.write(line)

    @property
    def terminal(self) -> bool:
        """Whether a person sits at a terminal."""
        return self._console.terminal

    async def read(self, prompt: str, ended: str = "The input has ended") -> str:
        """Read the next line.

        Args:
            prompt: The prompt before it.
            ended: The reason for stopping the game at the end of input.

        Raises:
            GameStopped: The input has ended.
        """
        left = max(round(self._until - asyncio.get_running_loop().time()), 0) if self._until else 0
        self._console.prompt(f"[{left} s] {prompt}" if left else prompt)
        typed = await self._console.read()
        if typed is None:
            self._console.write("")
            self.input_ended = True
            raise GameStopped(ended)
        return typed

    def run_command(self, typed: str, view: View) -> bool:
        """Run `typed` if it is a command such as `/log`; return whether it is one.

        The question that is open is repeated after it.
        """
        word = typed.strip().casefold()
        if word in ("?", "/?"):
            word = "/help"
        if not word.startswith("/") or word[1:] not in _COMMANDS:
            return False
        match word[1:]:
            case "log":
                self._printer.reprint()
            case "seats":
                self.write(seat_lines(view, self.look))
            case "rules":
                self.write(rule_lines(view.board, self.look))
            case "quit":
                raise GameStopped("You left the game")
            case _:
                for line in HELP:
                    self.say(line)
        if self._question:
            self._print_question(*self._question)
        return True

    def write(self, lines: Sequence[str]) -> None:
        """Write lines unchanged."""
        for line in lines:
            self._console.write(line)

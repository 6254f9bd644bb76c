"""`AssistantSeat`: a seat that an assistant plays, which looks and answers by calling tools.

All that it is told comes from its seat's view, in the words in which models get theirs. The
docstrings of `look`, `answer` and `notes` are what the assistant reads of these tools.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import monotonic

from wolfcore.agents.fact_sentences import FactNarrator, seat_label
from wolfcore.game import Answer, Ask, View
from wolfcore.game.asks import LINE_WORDS
from wolfcore.players import SPEECH_LIMIT, THOUGHT_LIMIT, OutOfTime, clean_speech, clean_text
from wolfcore.protocol.connection import rules_text
from wolfcore.visible import blank_invisible
from wolftui.games.session.game_session import GameSession, SessionUpdate
from wolftui.words.questions import Option, Question, make_question, match_option, timeout_text

WAIT_LIMIT = 55
"""The most seconds that one look waits: clients give up after a minute."""


NOTES_LIMIT = 4000
"""The most characters of the notes."""


class AssistantSeat:
    """What an assistant sees of a game and does in it; the front end of its seat.

    Attributes:
        place: What is told before the game begins.
        seconds_left: The seconds left for the open question, 0 for no limit, where the table keeps
            the time; None where `clock` of `begin` does.
    """

    def __init__(self) -> None:
        self.place = "The game has not begun."
        self.seconds_left: Callable[[], float] | None = None
        self._clock = self._until = 0.0
        self._keep: Callable[[str], str] | None = None
        self._view: View | None = None
        self._narrator: FactNarrator | None = None
        self._told = 0
        self._said: list[str] = []
        self._notes = self._shown = ""
        self._open: tuple[Question, asyncio.Future[Answer]] | None = None
        self._end: Sequence[str] = ()
        self._ready = asyncio.Event()

    def begin(
        self,
        session: GameSession,
        clock: float = 0.0,
        notes: str = "",
        keep: Callable[[str], str] | None = None,
    ) -> None:
        """Take the seat of the only person of a session, before its first fact.

        Args:
            session: The game as this seat may see it.
            clock: Seconds for each answer; 0 for no limit.
            notes: The notes of before.
            keep: Saves the notes; returns why that is not possible, or an empty text.
        """
        view = self._view = View(session.people[0], session.board, session.names, [])
        self._clock, self._notes, self._keep = clock, notes, keep

        def hear(update: SessionUpdate) -> None:
            if update.fact:
                view.facts.append(update.fact)
            if update.remark:
                self.say(update.remark)
            session.go_end()  # nobody reads along whom the table would wait for

        session.subscribe(hear)

    def say(self, text: str) -> None:
        """Tell a sentence that is no fact of the game, at the next look."""
        self._said.append(clean_text(text))

    def finish(self, lines: Sequence[str]) -> None:
        """Tell the result, or why there is none, from now on; the first call counts."""
        self._end = self._end or lines
        self._ready.set()

    async def ask(self, ask: Ask, view: View) -> Answer:
        """Put one ask to the assistant and wait for the answer.

        Raises:
            OutOfTime: The time was up.
        """
        question = make_question(ask, view)
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._open, self._until = (question, answer), monotonic() + self._clock
        self._ready.set()
        try:
            async with asyncio.timeout(self._clock or None):
                return await answer
        except TimeoutError:
            self.say(f"Your time was up: {timeout_text(question)}.")
            raise OutOfTime(ask.id) from None
        finally:
            self._close(question)

    def _close(self, question: Question) -> None:
        if self._open and self._open[0] is question:
            self._open = None
            if not self._end:
                self._ready.clear()

    # -- the tools

    async def look(self, wait_seconds: int = 0, everything: bool = False) -> str:
        """See what happened since your last look, who is alive, and the question that is open.

        The first look tells the rules of the board, too, and who you are; looks after the end tell
        the result and all roles.

        Args:
            wait_seconds: How long to wait for a question or the end, at most 55.
            everything: Whether to be told the rules and the whole game again.
        """
        with suppress(TimeoutError):  # then there is still no question
            async with asyncio.timeout(min(wait_seconds, WAIT_LIMIT)):
                await self._ready.wait()
        if everything:
            self._narrator = None
        lines = self._news(self._view) if self._view and self._view.role else []
        lines += self._said
        # What is said last, such as the verdict on the deal, is told again like the result.
        self._said = self._said if self._end else []
        if self._open:
            lines += self._question_lines(self._open[0])
        else:
            lines += self._end or ["Nothing is asked yet." if self._view else self.place]
        if self._notes:
            lines += ["", "# Your notes", self._notes]
        return blank_invisible("\n".join(lines).strip(), keep="\n")

    def _news(self, view: View) -> list[str]:
        def named(seats: Sequence[int]) -> str:
            return ", ".join(
                seat_label(seat, view.names) + " (no vote)" * (seat in view.state.without_vote)
                for seat in seats
            )

        lines: list[str] = []
        if self._narrator is None:
            self._narrator, self._told = FactNarrator(view), 0
            team = "the wolves" if view.team == "wolves" else "the village"
            lines += ["# Rules", rules_text(view), "", "# Who you are"]
            lines += [f"You are {named([view.seat])}, {view.role}, and play for {team}."]
            lines += [f"Your pack: {named(view.mates)}."] * bool(view.mates)
            lines += ["", "# What happened"]
        new, self._told = view.facts[self._told :], len(view.facts)
        lines += [line.text for fact in new for line in self._narrator.lines(fact)]
        me = "" if view.seat in view.living else " You are out."
        return [*lines, "", f"Alive: {named(view.living)}.{me}"]

    def _question_lines(self, question: Question) -> list[str]:
        self._shown = question.ask.id
        lines = ["", "# Question", f"{question.title} {question.hint}".rstrip()]
        for option in question.options:
            note = f" ({option.note})" if option.note else ""
            lines.append(f"{option.value}. {option.consequence}{note}")
        if question.wants_choice:
            lines.append("Answer with `choice`, a number from above.")
        if question.wants_text:
            lines.append("Answer with `text`, what you say; empty for silence.")
        if question.is_line:
            lines.append(f"`text` may be one line of at most {LINE_WORDS} words.")
        left = self.seconds_left() if self.seconds_left else self._until - monotonic()
        if left > 0:
            lines.append(f"{left:.0f} seconds are left; after that {timeout_text(question)}.")
        return lines

    async def answer(
        self, choice: int | str | None = None, text: str = "", thought: str = ""
    ) -> str:
        """Answer the question that your last look showed; what is not legal changes nothing.

        Args:
            choice: The number of an option, where there are options.
            text: What you say aloud, in your own voice, where text is wanted.
            thought: Your private reason: nobody at the table reads it.
        """
        if self._end:
            return "The game is over. For another one this server has to be started again."
        if self._open is None:
            return "Nothing is asked now, so nothing was answered. Look again."
        question, answer = self._open
        if question.ask.id != self._shown:
            return "Another question is open by now, so nothing was answered. Look again."
        chosen: Option | str | None = None
        if question.wants_choice:
            chosen = match_option(question.options, "" if choice is None else str(choice))
        elif choice is not None and choice not in question.ask.options:
            chosen = "This question has no options: leave `choice` out, and speak by `text`."
        problem = chosen if isinstance(chosen, str) else question.line_problem(text)
        if text and not (question.wants_text or question.is_line):
            problem = problem or "This question takes no text; leave it empty."
        if len(text) > SPEECH_LIMIT:
            problem = f"At most {SPEECH_LIMIT} characters are heard; these are {len(text)}."
        if problem or isinstance(chosen, str):
            return problem
        self._close(question)
        value = chosen.value if chosen else question.ask.options[0]
        thought = clean_text(thought, THOUGHT_LIMIT, lines=True)
        answer.set_result(Answer(value, clean_speech(text), thought))
        return f"Answered{f': {chosen.label}' if chosen else ''}. Look again to go on."

    async def notes(self, text: str) -> str:
        """Replace your own notes, which each look shows again and nobody else at the table reads.

        Args:
            text: All your notes, at most 4000 characters.
        """
        if len(text) > NOTES_LIMIT:
            return f"Notes have at most {NOTES_LIMIT} characters; these are {len(text)}."
        self._notes = clean_text(text, NOTES_LIMIT, lines=True)
        return (self._keep and self._keep(self._notes)) or "Your notes are kept."

"""Puts quiz questions to a person at the terminal and explains each answer by its rule."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from wolfcore.decoders import whole_number
from wolfcore.errors import GameStopped
from wolfcore.game import Board
from wolfcore.quiz import NO, NOBODY, YES, Question
from wolfcore.quiz.exam import Taken, make_taken, read_answer

from .announcements import rule_lines
from .console import Console
from .line_layout import LineLook, text_lines

HELP = (
    "Instead of an answer: /rules shows the rules of the board, /skip leaves a question out "
    "as wrong, /quit stops."
)


_SILENT = "The rules of this board do not speak of it, so there is no such thing."


class QuizPrompt:
    """Puts quiz questions to the person at the console, one after the other.

    Args:
        boards: The boards of the questions, by name.
        console: Where lines go and come from.
        look: Width, colours and signs of the lines.
        count: The number of questions.
    """

    def __init__(
        self, boards: Mapping[str, Board], console: Console, look: LineLook, count: int
    ) -> None:
        self._boards, self._console, self._look, self._count = boards, console, look, count
        self._turn, self._asked, self._right = asyncio.Lock(), 0, 0

    async def answer(self, question: Question) -> Taken:
        """Ask one question, then show the right answer and its rule.

        Raises:
            GameStopped: The person left, or the input ended.
        """
        async with self._turn:
            self._asked += 1
            self._put(question)
            given = await self._given(question)
            row = make_taken(question, given)
            self._right += row.right
            self._tell(row, question)
            return row

    def _put(self, question: Question) -> None:
        self._console.write("")
        self._say(f"{self._asked} of {self._count}, on the board {question.board}", "quiet")
        self._say(question.text, "strong")
        if question.form == "word":
            for number, option in enumerate(question.options, 1):
                self._say(f"{number:>3}  {option}")

    async def _given(self, question: Question) -> str:
        """Ask until the answer is valid; empty if the question is skipped."""
        while True:
            self._console.prompt(_prompt(question))
            line = await self._console.read()
            if line is None or line.strip() == "/quit":
                raise GameStopped("The quiz was left")
            word = line.strip()
            if word == "/skip":
                return ""
            if word == "/rules":
                for each in rule_lines(self._boards[question.board], self._look):
                    self._console.write(each)
            elif given := _parse_answer(word, question):
                return given
            else:
                self._say(f"That is not an answer to this. {HELP}", "quiet")

    def _tell(self, row: Taken, question: Question) -> None:
        verdict = "Right." if row.right else f"No: {row.answer}."
        self._say(
            f"{verdict} {self._right} of {self._asked} so far.", "good" if row.right else "danger"
        )
        for sentence in question.why or (_SILENT,):
            self._say(f"  {sentence}", "quiet")

    def _say(self, text: str, style: str = "text") -> None:
        for line in text_lines(text, self._look, style):
            self._console.write(line)


def _prompt(question: Question) -> str:
    match question.form:
        case "binary":
            return "yes or no: "
        case "word":
            return f"1 to {len(question.options)}: "
        case "seats":
            return f"numbers of seats, or {NOBODY}: "


def _parse_answer(word: str, question: Question) -> str:
    """Parse a typed answer: an option's number, its beginning, or seats; empty if none matches."""
    if not word:
        return ""
    if question.form == "seats":
        return read_answer(word, question)
    if question.form == "word" and word.isdecimal():
        number = whole_number(word) or 0
        return question.options[number - 1] if 1 <= number <= len(question.options) else ""
    options = (YES, NO) if question.form == "binary" else question.options
    meant = [option for option in options if option.casefold().startswith(word.casefold())]
    return meant[0] if len(meant) == 1 else read_answer(word, question)

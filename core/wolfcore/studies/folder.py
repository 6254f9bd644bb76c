"""The folder of a series: its plan and the person's answers in a file of lines, and the games, which say how far it is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from wolfcore.errors import ConfigError, LogError
from wolfcore.outside import JsonReader, read_bytes
from wolfcore.records import GameSummary, list_games
from wolfcore.records.lines import LineFile, whole_lines_size
from wolfcore.records.lock import FolderLock

from .plan import LEAST, MOST, Plan, Question

STUDY_FILE, BOARD_FILE, GAMES = "series.jsonl", "board.toml", "games"
FORMAT = 1
_LIMIT = 1 << 20


class Reply(Struct, frozen=True):
    """An answer of the person: the name of the question, and 1 to 5."""

    question: str
    answer: int


_PLAN, _REPLY = JsonReader(Plan), JsonReader(Reply)


class Series:
    """A series on disk, read only.

    Args:
        folder: Its folder.

    Attributes:
        folder: As given.
        plan: What was asked for.
        answers: The person's answers, by question.

    Raises:
        ConfigError: There is no series, or its file is damaged.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.plan, replies = _read(folder / STUDY_FILE)
        self.answers = {reply.question: reply.answer for reply in replies}

    @property
    def root(self) -> Path:
        """Where its games are saved."""
        return self.folder / GAMES

    @property
    def games(self) -> list[GameSummary]:
        """Its games so far, in the order in which they were begun."""
        return list(reversed(list_games(self.root)))

    @property
    def games_left(self) -> int:
        """How many of its games are not over, those included that nobody began."""
        return max(0, self.plan.games - sum(game.ended is not None for game in self.games))

    @property
    def over(self) -> bool:
        """Whether all its games are."""
        return not self.games_left

    @property
    def unanswered(self) -> list[Question]:
        """The questions that are still to be asked."""
        return [question for question in self.plan.design.questions if question.name not in self.answers]


class OpenSeries(Series):
    """A series that goes on here, and nowhere else.

    Args:
        folder: Its folder, which is made if it does not exist.
        plan: What is asked for; a series that is there must be the same but for its version.

    Raises:
        ConfigError: Another series is there.
        LogError: The folder cannot be written, or another process goes on with it.
    """

    def __init__(self, folder: Path, plan: Plan) -> None:
        file = folder / STUDY_FILE
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = FolderLock(folder)
        except OSError as error:
            raise LogError(f"cannot be written ({error.strerror or error})", file=str(folder)) from error
        self._lines = LineFile(file, _LIMIT)
        try:
            if not file.exists():
                self._lines.append(msgspec.json.encode(plan) + b"\n")
            super().__init__(folder)
            if replace(self.plan, version="") != replace(plan, version=""):
                differs = next(key for key in plan.__struct_fields__ if getattr(self.plan, key) != getattr(plan, key))
                problem = f"holds another series: its {differs} is {getattr(self.plan, differs)!r}"
                raise ConfigError(problem, file=str(folder), key="--into", hint="Name another folder, or ask for the same.")
        except BaseException:
            self.close()
            raise

    def add_answer(self, question: Question, answer: int) -> None:
        """Write an answer of the person down.

        Raises:
            LogError: It cannot be written.
        """
        self._lines.append(msgspec.json.encode(Reply(question.name, answer)) + b"\n")
        self.answers[question.name] = answer

    def close(self) -> None:
        """Let others go on with it; harmless when repeated."""
        self._lines.close()
        self._lock.release()


def _read(file: Path) -> tuple[Plan, Sequence[Reply]]:
    try:
        data = read_bytes(file, _LIMIT)
    except OSError as error:
        hint = "`wolftui series sla --into FOLDER` begins one."
        raise ConfigError(f"holds no series ({error.strerror or error})", file=str(file.parent), hint=hint) from error
    first, *lines = data[: whole_lines_size(data)].split(b"\n")[:-1] or [b""]
    try:
        plan = _PLAN.decode(first)
        replies = [_REPLY.decode(line) for line in lines]
    except msgspec.DecodeError as error:
        raise ConfigError(f"is no series ({error})", file=str(file)) from error
    names = {question.name for question in plan.design.questions}
    odd = next((reply for reply in replies if reply.question not in names or not LEAST <= reply.answer <= MOST), None)
    if plan.study != FORMAT or plan.games < 1 or plan.seat < 1 or odd:
        raise ConfigError("is of another version of wolftui, or damaged", file=str(file))
    return plan, replies

"""The designs of the papers, the plan of a series, and its folder with the person's answers.

series.jsonl   the plan, then one answer of the person a line
games/         the saved games, which show the progress of the series
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from wolfcore.decoders import JsonReader
from wolfcore.errors import ConfigError, LogError
from wolfcore.files import read_bytes
from wolfcore.game import Board, Team
from wolfcore.records import GameSummary, list_games
from wolfcore.records.jsonl import LineFile, split_whole_lines, torn_note
from wolfcore.records.layout import FolderLock

SeriesKind: TypeAlias = Literal["sla", "helmsman"]


class Question(Struct, frozen=True):
    """A question at the end of a series, answered from 1 to 5.

    Attributes:
        name: The key of its answer.
        text: The question.
        least: The meaning of 1.
        most: The meaning of 5.
    """

    name: str
    text: str
    least: str
    most: str


LEAST, MOST = 1, 5
"""The lowest and the highest answer."""


class Design(Struct, frozen=True, kw_only=True):
    """The design of a paper's study with people.

    Attributes:
        source: The place in the paper.
        board: The board.
        games: The number of games that a person plays.
        one_team: Whether a person plays for the same team in all of them.
        ends_with_person: Whether a game is over when the person's seat dies or is exiled.
        suspicions: Whether the person is asked for suspicions whenever the machines are.
        questions: The questions at the end.
    """

    source: str
    board: str
    games: int
    one_team: bool = False
    ends_with_person: bool = False
    suspicions: bool = False
    questions: tuple[Question, ...] = ()


DESIGNS: dict[SeriesKind, Design] = {
    "sla": Design(
        source="Xu et al. 2023, Strategic Language Agents, 5.2 and appendix C, tables 1 and 3",
        board="sla7", games=10, one_team=True,
    ),
    "helmsman": Design(
        source="Du and Zhang 2024, Helmsman, 4.3 and appendix 9.3, table 3", board="helmsman7",
        games=5, ends_with_person=True, suspicions=True,
        questions=(
            Question(
                "rules", "Did the machine players keep to the rules of the game?", "never",
                "always",
            ),
            Question(
                "logic", "Was the logic of the machine players rigorous?", "not at all", "entirely",
            ),
            Question(
                "recognisable", "Could the machine players be told from people?", "not at all",
                "at once",
            ),
        ),
    ),
}  # fmt: skip
"""The studies that can be run.

In both everything is revealed after each game, and the person plays all games with the same
players.
"""


def board_ending_with(board: Board, seat: int) -> Board:
    """Return a board whose games also end when a seat dies or is exiled.

    So ends every game of a design with `ends_with_person`.
    """
    stop = f"seat_falls {seat}"
    return replace(board, name=f"{board.name}-ends", switches=replace(board.switches, stop=stop))


class Plan(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The plan of a series, as the user asked for it.

    Attributes:
        study: The format of the file.
        kind: The study whose design it follows.
        board: The name of the board, or a TOML file.
        games: The number of games.
        seat: The person's seat.
        team: The person's team in all games; empty where it is drawn with the role.
        seats: The seat assignments as on the command line, the person among them.
        others: The player of all other seats.
        name: The person's name; empty for a drawn name.
        seed: The seed of the first game; None to draw each game's.
        version: The version of the program that began it.
    """

    study: int = 1
    kind: SeriesKind
    board: str
    games: int
    seat: int
    team: Team | Literal[""] = ""
    seats: tuple[str, ...] = ()
    others: str = ""
    name: str = ""
    seed: int | None = None
    version: str = ""

    @property
    def design(self) -> Design:
        """The design of the paper that the plan follows."""
        return DESIGNS[self.kind]


STUDY_FILE, BOARD_FILE, GAMES = "series.jsonl", "board.toml", "games"


FORMAT = 1


_LIMIT = 1 << 20


class Reply(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer of the person.

    Attributes:
        question: The name of the question.
        answer: The answer, 1 to 5.
    """

    question: str
    answer: int


_PLAN, _REPLY = JsonReader(Plan, once=True), JsonReader(Reply, once=True)


class Series:
    """A series on disk, read only.

    Args:
        folder: Its folder.

    Attributes:
        folder: Its folder.
        plan: The plan.
        answers: The person's answers, by question.
        note: What is to be said of its file, as a sentence; empty for nothing.

    Raises:
        ConfigError: There is no series, or its file is damaged.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.plan, replies, self.note = _read(folder / STUDY_FILE)
        self.answers = {reply.question: reply.answer for reply in replies}

    @property
    def root(self) -> Path:
        """The folder of its saved games."""
        return self.folder / GAMES

    @property
    def games(self) -> list[GameSummary]:
        """Its games so far, in the order in which they were begun."""
        # `list_games` has the newest first.
        return list(reversed(list_games(self.root)))

    @property
    def games_left(self) -> int:
        """The number of games that are not over, those not yet begun included."""
        return max(0, self.plan.games - sum(game.ended is not None for game in self.games))

    @property
    def over(self) -> bool:
        """Whether all its games are over."""
        return not self.games_left

    @property
    def unanswered(self) -> list[Question]:
        """The questions that are still to be asked."""
        return [
            question for question in self.plan.design.questions if question.name not in self.answers
        ]


class OpenSeries(Series):
    """A series open for playing, locked by this process until `close`.

    Args:
        folder: Its folder; made if missing.
        plan: The plan; that of an existing series must be equal but for its version and `others`.

    Raises:
        ConfigError: The folder holds another series.
        LogError: The folder cannot be written, or another process holds the series.
    """

    def __init__(self, folder: Path, plan: Plan) -> None:
        file = folder / STUDY_FILE
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = FolderLock(folder)
        except OSError as error:
            raise LogError(
                f"cannot be written ({error.strerror or error})", file=str(folder)
            ) from error
        self._lines = LineFile(file, _LIMIT)
        try:
            if not file.exists():
                self._lines.append(msgspec.json.encode(plan) + b"\n")
            super().__init__(folder)
            # Another version of the program may continue a series. It goes on with the others with
            # which it began: they come from the settings, which may have changed since.
            plan = replace(plan, version=self.plan.version, others=self.plan.others)
            if self.plan != plan:
                differs = next(
                    key
                    for key in plan.__struct_fields__
                    if getattr(self.plan, key) != getattr(plan, key)
                )
                problem = f"holds another series: its {differs} is {getattr(self.plan, differs)!r}"
                raise ConfigError(
                    problem,
                    file=str(folder),
                    key="--into",
                    hint="Name another folder, or use the same options.",
                )
        except BaseException:
            self.close()
            raise

    def add_answer(self, question: Question, answer: int) -> None:
        """Save an answer of the person.

        Raises:
            LogError: It cannot be written.
        """
        self._lines.append(msgspec.json.encode(Reply(question.name, answer)) + b"\n")
        self.answers[question.name] = answer

    def close(self) -> None:
        """Close the file and release the lock. Repeated calls do nothing."""
        self._lines.close()
        self._lock.release()


def _read(file: Path) -> tuple[Plan, Sequence[Reply], str]:
    try:
        data = read_bytes(file, _LIMIT)
    except OSError as error:
        hint = "`wolftui series sla --into FOLDER` starts one."
        raise ConfigError(
            f"holds no series ({error.strerror or error})", file=str(file.parent), hint=hint
        ) from error
    # The last line may be incomplete after a crash.
    found, torn = split_whole_lines(data)
    first, *lines = found or [b""]
    try:
        plan = _PLAN.decode(first)
        replies = [_REPLY.decode(line) for line in lines]
    except msgspec.DecodeError as error:
        raise ConfigError(f"is not a series ({error})", file=str(file)) from error
    names = {question.name for question in plan.design.questions}
    odd = next(
        (
            reply
            for reply in replies
            if reply.question not in names or not LEAST <= reply.answer <= MOST
        ),
        None,
    )
    if plan.study != FORMAT or plan.games < 1 or plan.seat < 1 or odd:
        raise ConfigError("was made by another version of wolftui, or is damaged", file=str(file))
    return plan, replies, torn_note(file.name) if torn else ""

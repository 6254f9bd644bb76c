"""Studies with people: what one person plays in a row, as the papers have it, and what is asked at the end."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from wolfcore.game import Team

SeriesKind: TypeAlias = Literal["sla", "helmsman"]


class Question(Struct, frozen=True):
    """A question at the end of a series, answered from 1 to 5.

    Attributes:
        name: How its answer is called.
        text: What is asked.
        least: What 1 means.
        most: What 5 means.
    """

    name: str
    text: str
    least: str
    most: str


LEAST, MOST = 1, 5
"""What answers go from and to."""


class Design(Struct, frozen=True, kw_only=True):
    """How a paper had people play.

    Attributes:
        source: Where it says so.
        board: The board.
        games: How many games a person plays.
        one_team: Whether a person plays for the same team in all of them.
        ends_with_person: Whether a game is over when the person's seat falls.
        suspicions: Whether the person is asked whom it suspects, whenever the machines are.
        questions: What is asked at the end.
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
        source="Xu et al. 2023, Strategic Language Agents, 5.2 and appendix C, tables 1 and 3", board="sla7", games=10,
        one_team=True,
    ),
    "helmsman": Design(
        source="Du and Zhang 2024, Helmsman, 4.3 and appendix 9.3, table 3", board="helmsman7", games=5, ends_with_person=True,
        suspicions=True,
        questions=(
            Question("rules", "Did the machine players keep to the rules of the game?", "never", "always"),
            Question("logic", "Was the logic of the machine players rigorous?", "not at all", "entirely"),
            Question("recognisable", "Could the machine players be told from people?", "not at all", "at once"),
        ),
    ),
}  # fmt: skip
"""The studies that can be run. In both everything is revealed after each game, and the same players are met in all games."""


class Plan(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A series as it was asked for.

    Attributes:
        study: The format of the file.
        kind: Whose design it follows.
        board: The name of the board, or a TOML file.
        games: How many games.
        seat: Where the person sits.
        team: The person's team in all games; empty where it is drawn with the role.
        seats: Who sits where, as on the command line, the person among them.
        others: Who sits on the seats that nobody was given.
        name: What the person is called; empty for a drawn name.
        seed: The seed of the first game; None to draw each game's.
        version: The program that began it.
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
        """The paper's."""
        return DESIGNS[self.kind]

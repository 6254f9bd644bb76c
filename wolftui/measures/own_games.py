"""A person's row of each finished game: role, end, marks, ballots, suspicions and words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from wolfcore.errors import LogError
from wolfcore.game import ROLES, RoleName, Team
from wolfcore.game import facts as f
from wolfcore.metrics.stated_beliefs import p_wolf
from wolfcore.records import ScannedGame, SeatMark, SeatSpec, deal_of, read_marks, scan_game

KINDS = (f.Dealt, f.Began, f.Voted, f.Believed, f.Said, f.Exiled)
"""The kinds of fact that a row is computed from."""


class OwnDay(Struct, frozen=True):
    """What a person said aloud on one day before its vote was over, and whether it exiled them."""

    said: tuple[str, ...]
    exiled: bool


class OwnGame(Struct, frozen=True):
    """A person's results in one finished game.

    Attributes:
        path: The game's folder.
        created: When it was played (ISO 8601, UTC).
        board: The name of its board.
        seat: The person's seat.
        name: The person's name.
        role: Their role.
        team: Their team.
        won: Whether their team won; None if nobody won.
        wolves: For a village person, per wolf's player: the official ballots in which both named
            the same village seat, and those that the person cast on days on which that wolf voted.
        marks: Each mark with whether it was on a wolf; only for the village, for a wolf knows.
        suspicions: Each P(wolf) stated last on a day, with whether the seat was a wolf; only for
            the village.
        deal: Equal for games of one deal (`records.deal_of`).
        ballots: For each ballot of a vote or runoff whether it was on a wolf; only for the village.
        days: The days on which the person was asked for words, in order.
        names: The names, in seat order.
        dealt: The roles, in seat order.
        players: The players at the end, in seat order.
    """

    path: Path
    created: str
    board: str
    seat: int
    name: str
    role: str
    team: Team
    won: bool | None
    wolves: tuple[tuple[str, int, int], ...] = ()
    marks: tuple[tuple[SeatMark, bool], ...] = ()
    suspicions: tuple[tuple[float, bool], ...] = ()
    deal: str = ""
    ballots: tuple[bool, ...] = ()
    days: tuple[OwnDay, ...] = ()
    names: tuple[str, ...] = ()
    dealt: tuple[RoleName, ...] = ()
    players: tuple[SeatSpec, ...] = ()


def person_games(
    folders: Iterable[Path], name: str = "", problems: list[str] | None = None
) -> Iterator[OwnGame]:
    """Yield a row per person who played a finished game from its start and saw no secrets.

    Args:
        folders: The games' folders.
        name: The person's name; empty for all people.
        problems: Gets a sentence for each game or file that is left out because of damage.
    """
    problems = [] if problems is None else problems
    for folder in folders:
        try:
            game = scan_game(folder, KINDS, "human")
        except LogError as error:
            problems.append(f"{folder.name} is left out: {error}")
            continue
        if game and game.header.spec and game.result.ended != "void":
            for seat in game.header.people:
                sat = game.about.seats_now()[seat - 1]
                if not sat.counts:
                    continue
                marks, problem = read_marks(game.path)
                problems += [problem] if problem else []
                row = _game_row(game, seat, marks.get(seat, {}))
                if row and name in ("", row.name):
                    yield row


def _game_row(game: ScannedGame, seat: int, marks: Mapping[int, SeatMark]) -> OwnGame | None:
    """Compute a person's row of one game; None if the deal is unknown."""
    roles: dict[int, RoleName] = {
        entry.fact.seat: entry.fact.role
        for _, entry in game.entries
        if isinstance(entry.fact, f.Dealt)
    }
    wolves = {other for other, role in roles.items() if ROLES[role].team == "wolves"}
    if len(roles) < game.header.board.size:
        return None
    dealt = tuple(roles[each] for each in sorted(roles))
    own = roles[seat]
    team = ROLES[own].team
    village = team == "village"
    return OwnGame(
        game.path,
        game.about.created,
        game.header.board.name,
        seat,
        game.header.names[seat - 1],
        own,
        team,
        None if game.result.winner is None else game.result.winner == team,
        tuple(_fooled(game, seat, wolves)) if village else (),
        tuple((mark, other in wolves) for other, mark in marks.items()) if village else (),
        tuple(_suspicions(game, seat, wolves)) if village else (),
        deal_of(game.header, dealt),
        tuple(_ballots(game, seat, wolves)) if village else (),
        tuple(_days(game, seat)),
        game.header.names,
        dealt,
        game.about.seats_now(),
    )


def _ballots(game: ScannedGame, seat: int, wolves: set[int]) -> Iterator[bool]:
    """Yield for each ballot of a vote or runoff, abstentions left out, whether it was on a wolf."""
    for _, entry in game.entries:
        match entry.fact:
            case f.Voted(voter=voter, target=target, ballot="vote" | "runoff"):
                if voter == seat and target:
                    yield target in wolves
            case _:
                pass


def _days(game: ScannedGame, seat: int) -> Iterator[OwnDay]:
    """Yield the days on which a seat was asked for words; last words are left out."""
    said: list[str] = []
    for _, entry in game.entries:
        match entry.fact:
            case f.Began(phase="night"):
                said = []
            case f.Said(seat=speaker, kind=kind, text=text) if speaker == seat:
                if kind != "last_words":
                    said.append(text)
            case f.Exiled(seat=exiled):
                if said:
                    yield OwnDay(tuple(said), exiled == seat)
            case _:
                pass


def _fooled(game: ScannedGame, seat: int, wolves: set[int]) -> Iterator[tuple[str, int, int]]:
    """Count per wolf the village ballots shared with it, and the days on which it voted.

    Yields the wolf's player, the number of ballots of `seat` on the same village seat as the
    wolf's, and the number of days on which both voted.
    """
    days: list[dict[int, int]] = []
    for _, entry in game.entries:
        fact = entry.fact
        if isinstance(fact, f.Began) and fact.phase == "night":
            days.append({})
        elif isinstance(fact, f.Voted) and fact.ballot == "vote" and days:
            days[-1].setdefault(fact.voter, fact.target)
    players = game.about.seats_now()
    for wolf in sorted(wolves):
        both = [(day[seat], day[wolf]) for day in days if day.get(seat) and wolf in day]
        yield (
            players[wolf - 1].text,
            sum(own == other and own not in wolves for own, other in both),
            len(both),
        )


def _suspicions(game: ScannedGame, seat: int, wolves: set[int]) -> Iterator[tuple[float, bool]]:
    """Find the suspicions that the person stated last on each day."""
    stated: dict[int, f.Believed] = {}
    day = 0
    for _, entry in game.entries:
        fact = entry.fact
        if isinstance(fact, f.Began):
            day = fact.day
        elif isinstance(fact, f.Believed) and fact.seat == seat:
            stated[day] = fact
    for fact in stated.values():
        yield from (
            (p_wolf(belief), belief.seat in wolves)
            for belief in fact.beliefs
            if belief.seat != seat
        )

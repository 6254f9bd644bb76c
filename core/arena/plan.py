"""What an arena is, as a file: boards, deals, players, who meets whom, and what it may cost."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal, TypeAlias

from msgspec import Struct

from core.errors import ConfigError, nearest
from core.files import check_ranges, read_toml_as
from core.game import MAX_SEED, Board, get_board
from core.rating import Sequential
from core.records import SeatSpec
from core.seating import PERSON, parse_player

from .arena import OnDeadWord
from .lineups import Lineup, check_lineup, check_name
from .situations import SITUATIONS

Kind: TypeAlias = Literal["pairs", "mixed", "tested", "alone", "lineups", "series"]
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.+-]{0,39}")
_WHO = "players.{}"
_GUESTS = "schedule.guests"
_LIVE = "live"
"""The option of a player who reads what the game before taught."""


class Schedule(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who meets whom. Every line-up plays every deal.

    Attributes:
        kind: `pairs`: all ordered pairs, one as the village against the other as the wolves.
            `mixed`: seats drawn from all players for each deal, which is played so often that each sits on each seat once.
            `tested`: each player in turn where `tested` says, and `baseline` on all other seats.
            `alone`: the same player on all seats, each in turn.
            `lineups`: those written in `lineups`.
            `series`: each of `guests` in turn among copies of each other player, for either team, through `repeats` games in a row,
            each of another deal; everything is revealed to people after each, who learn from it.
        itself: Whether in `pairs` each plays against itself too.
        tested: A seat, a role, a team, or `sheriff`.
        baseline: The player of the other seats.
        lineups: For each cell, players by target.
        guests: Who sits among copies of the others in a series.
        situation: A situation of `situations.py` in which everybody is asked instead of playing whole games; each deal turns it.
    """

    kind: Kind = "pairs"
    itself: bool = False
    tested: str = ""
    baseline: str = ""
    lineups: dict[str, dict[str, str]] = {}
    guests: tuple[str, ...] = ()
    situation: str = ""


class Limits(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What an arena may take; None for as much as it takes. They may be changed when it goes on.

    Attributes:
        games: So many games are played by one command.
        minutes: So long one command plays.
        tokens: Tokens that models send and receive in the whole arena.
        cost: What models cost in the whole arena, in the currency of the settings.
    """

    games: int | None = None
    minutes: float | None = None
    tokens: int | None = None
    cost: float | None = None


class Question(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether one player is better than another; the arena ends when that is answered (`core.rating.Sequential`).

    Attributes:
        a: The name of the one; empty where nothing is asked.
        b: The name of the other.
        low: The answer is no where A gains so much or less: a difference of shares of games won.
        high: It is yes where A gains so much or more.
        alpha: How often it may be yes where the truth is `low`.
        beta: How often it may be no where the truth is `high`.
    """

    a: str = ""
    b: str = ""
    low: float = 0.0
    high: float = 0.05
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def test(self) -> Sequential:
        """The test at its start.

        Raises:
            ConfigError: A number is out of its range.
        """
        return Sequential(low=self.low, high=self.high, alpha=self.alpha, beta=self.beta)


class ArenaPlan(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An arena.

    Attributes:
        boards: The boards, each played by all.
        deals: How many deals of each board; an arena can be made longer when it goes on. In a series, how many rows of games.
        seed: The seed of the first deal; deal k has seed `seed` + k. In a series, deals follow row by row.
        repeats: How many games a row of a series has; else how often each line-up plays each deal. A repeat has the roles, names
            and appointed sheriff of the deal, and a seed of its own for all other chance, the players' included; so it is another
            game for house bots, too.
        keep: Whether the games themselves are kept. Those of models always are.
        on_dead: What happens when a player gives no output at all.
        players: Who plays, `NAME = PLAYER` as after `SEAT=` on a command line.
        schedule: Who meets whom.
        limits: What it may take.
        question: Whether one player is better than another, at whose answer the arena ends.
    """

    boards: tuple[str, ...] = ("sla7",)
    deals: int = 100
    seed: int = 0
    repeats: int = 1
    keep: bool = True
    on_dead: OnDeadWord = "stop"
    players: dict[str, str] = {}
    schedule: Schedule = Schedule()
    limits: Limits = Limits()
    question: Question = Question()

    @property
    def specs(self) -> dict[str, SeatSpec]:
        """Who plays, by name."""
        return {name: parse_player(word) for name, word in self.players.items()}


EXAMPLE = ArenaPlan(players={"hard": "bot:hard", "normal": "bot", "random": "random"})
"""An arena that can be played at once."""


def read_arena(file: Path) -> ArenaPlan:
    """The arena of a TOML file.

    Raises:
        ConfigError: It cannot be read, has an unknown key or a value out of range, or names somebody or something that does not
            exist; names the file.
    """
    return read_toml_as(file, ArenaPlan, check_arena, "arena", "`wolftui arena --show` prints one whole.")


def check_arena(plan: ArenaPlan) -> None:
    """See that an arena can be played. Whether models and pools exist is seen when players sit down.

    Raises:
        ConfigError: A value is out of range, or it names a board, player, seat or role that does not exist.
    """
    check_ranges(
        (
            ("deals", plan.deals, 1, 10_000_000),
            ("seed", plan.seed, 0, MAX_SEED),
            ("repeats", plan.repeats, 1, 10_000),
        )
    )
    if plan.seed + plan.deals * (plan.repeats if plan.schedule.kind == "series" else 1) - 1 > MAX_SEED:
        raise ConfigError("so many deals from there on are past the last seed", key="seed", hint="Begin with a smaller one.")
    if not plan.boards:
        raise ConfigError("no board is named", key="boards", hint='Write for example ["sla7"].')
    if len(set(plan.boards)) < len(plan.boards):
        raise ConfigError("a board is named twice", key="boards", hint="Leave one of them out.")
    check_limits(plan.limits)
    _check_players(plan.players)
    _check_schedule(plan)
    _check_question(plan)
    for name in plan.boards:
        board = get_board(name)
        _check_situation(plan.schedule, board)
        for cell, lineup in lineups_of(plan):
            key = f"schedule.lineups.{cell}" if plan.schedule.kind == "lineups" else "schedule.tested"
            check_lineup(lineup, board, plan.players, key)


def check_limits(limits: Limits) -> None:
    """See that limits can be held.

    Raises:
        ConfigError: One is out of range.
    """
    given = (
        ("limits.games", limits.games, 1, 1_000_000_000), ("limits.minutes", limits.minutes, 0.001, 1e9),
        ("limits.tokens", limits.tokens, 1, 10**15), ("limits.cost", limits.cost, 1e-9, 1e12),
    )  # fmt: skip
    check_ranges((key, value, least, most) for key, value, least, most in given if value is not None)


def lineups_of(plan: ArenaPlan) -> Iterator[tuple[str, Lineup]]:
    """Who plays every deal, by cell; nothing for `mixed` and `series`, which draw seats for each deal."""
    schedule, names = plan.schedule, tuple(plan.players)
    match schedule.kind:
        case "pairs":
            for village in names:
                for wolves in names:
                    if village != wolves or schedule.itself:
                        yield f"{village}/{wolves}", {"village": village, "wolves": wolves}
        case "tested":
            for name in names:
                yield name, {"*": schedule.baseline, schedule.tested: name}
        case "alone":
            for name in names:
                yield name, {"*": name}
        case "lineups":
            yield from schedule.lineups.items()
        case "mixed" | "series":
            return


# -- what can be wrong


def _check_players(players: Mapping[str, str]) -> None:
    if not players:
        raise ConfigError("nobody plays", key="players", hint='Write for example `hard = "bot:hard"` below `[players]`.')
    for name, word in players.items():
        if not _NAME.fullmatch(name):
            hint = "It has up to 40 letters, digits and `_ . + -`, a letter or digit first."
            raise ConfigError("is no name of a player", key=_WHO.format(name), hint=hint)
        try:
            spec = parse_player(word)
        except ConfigError as error:
            raise ConfigError(error.problem, key=_WHO.format(name), hint=error.hint) from error
        if spec.player == "human":
            raise ConfigError("people play at a screen", key=_WHO.format(name), hint="Use `wolftui play`.")
        if spec.model and _LIVE in spec.options:
            hint = "Leave out `live`: the games of an arena know nothing of each other."
            raise ConfigError("would learn from one game for the next", key=_WHO.format(name), hint=hint)


def _check_question(plan: ArenaPlan) -> None:
    question = plan.question
    if not question.a and not question.b:
        return
    for key, name in (("question.a", question.a), ("question.b", question.b)):
        check_name(name, plan.players, key)
    if question.a == question.b:
        raise ConfigError(f"`{question.a}` is not better than itself", key="question", hint="Name two players.")
    try:
        _ = question.test
    except ConfigError as error:
        raise ConfigError(error.problem, key="question", hint=error.hint) from error


def _check_schedule(plan: ArenaPlan) -> None:
    schedule, names = plan.schedule, plan.players
    kind = schedule.kind
    if kind == "tested":
        if not schedule.tested:
            hint = "Write a seat, a role, a team or `sheriff`."
            raise ConfigError("nothing is under test", key="schedule.tested", hint=hint)
        if schedule.tested == "*":
            raise ConfigError("all seats leave none for the baseline", key="schedule.tested", hint='Write `kind = "alone"`.')
        check_name(schedule.baseline, names, "schedule.baseline")
    elif schedule.tested or schedule.baseline:
        key = "schedule.tested" if schedule.tested else "schedule.baseline"
        raise ConfigError(f"means nothing where the kind is `{kind}`", key=key, hint='Write `kind = "tested"`, or leave it out.')
    if (kind == "lineups") != bool(schedule.lineups):
        problem = f"mean nothing where the kind is `{kind}`" if schedule.lineups else "are none"
        raise ConfigError(problem, key="schedule.lineups", hint='They belong to `kind = "lineups"`, a table each.')
    if kind == "series":
        _check_series(plan)
    elif schedule.guests:
        hint = 'Write `kind = "series"`, or leave them out.'
        raise ConfigError(f"mean nothing where the kind is `{kind}`", key=_GUESTS, hint=hint)
    if schedule.itself and kind != "pairs":
        raise ConfigError(f"means nothing where the kind is `{kind}`", key="schedule.itself", hint="Leave it out.")
    if kind in ("pairs", "mixed") and len(names) < 2 and not schedule.itself:
        hint = 'Name another, or write `kind = "alone"`.'
        raise ConfigError("one player alone meets nobody", key="players", hint=hint)


def _check_series(plan: ArenaPlan) -> None:
    guests = plan.schedule.guests
    if not guests:
        raise ConfigError("are none", key=_GUESTS, hint="Name who sits among copies of the others.")
    for name in guests:
        check_name(name, plan.players, _GUESTS)
    if len(set(guests)) < len(guests):
        raise ConfigError("somebody is named twice", key=_GUESTS, hint="Leave one of them out.")
    if len(guests) == len(plan.players):
        raise ConfigError("all players are guests", key=_GUESTS, hint="Name somebody more below `[players]`, whom they meet.")
    if not plan.keep:
        raise ConfigError("people learn from games that are kept", key="keep", hint="Leave it out.")
    if any(spec.player == PERSON for name, spec in plan.specs.items() if name not in guests):
        raise ConfigError("scripted people are guests", key=_GUESTS, hint="Name them all.")


def _check_situation(schedule: Schedule, board: Board) -> None:
    name, key = schedule.situation, "schedule.situation"
    if not name:
        return
    if name not in SITUATIONS:
        raise ConfigError(f"`{name}` is no situation", key=key, hint=nearest(name, SITUATIONS))
    if schedule.kind != "alone":
        raise ConfigError("has the same player on all seats", key=key, hint='Write `kind = "alone"`.')
    if not SITUATIONS[name].fits(board):
        raise ConfigError(f"`{name}` does not come up on {board.name}", key=key, hint="Take sla7.")

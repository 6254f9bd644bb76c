"""Parse `SEAT=PLAYER[:OPTION...][@MODEL]`, and resolve it to a player for every seat of a deal.

Roles depend on board, seed and forced deal alone, so a seat can be given by role before the game.
A seat number beats a role, a role beats a team, a team beats `*`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Literal, NamedTuple, TypeAlias

from wolfcore.decoders import whole_number
from wolfcore.errors import ConfigError, did_you_mean
from wolfcore.game import (
    Board,
    GameSpec,
    RoleName,
    Team,
    check_seat,
    deal_roles,
    make_spec,
    team_of,
)
from wolfcore.records import SeatSpec
from wolfcore.records.about import PROMPTS_OPTION

DEFAULT_SEAT = SeatSpec("bot", ("normal",))
"""The player of a seat for which no player was requested."""


_WITHOUT_MODEL = {
    "human": "a person at this terminal",
    "bot": "a house bot",
    "random": "chooses any legal option at random and says nothing",
}


SCRIPTED_PERSON = "person"
"""The player name of a scripted person (`wolfcore.bots.people`), which replaces people in
experiments over many games; never listed among the players to choose."""


KNOWLEDGE_OPTION = "knows="
"""The prefix of a scripted person's option that names the file of its prior knowledge."""


PROTOCOL = "protocol"
"""The player name before a machine player that takes its random numbers from the seat protocol, as
in `protocol:bot:hard`: it answers as `exec:wolftui seat bot:hard` does. It is never listed."""


@cache
def player_meanings() -> dict[str, str]:
    """Return the description of every player name that can be requested.

    Imports the agents package, so call it only where agents may be needed.
    """
    from wolfcore.agents import PRESETS  # noqa: PLC0415  few commands name agents; they load slowly

    return {**_WITHOUT_MODEL, **{name: preset.meaning for name, preset in PRESETS.items()}}


def is_agent(player: str) -> bool:
    """Return whether the player name is a language agent, whose model is given after an `@`."""
    if player in _WITHOUT_MODEL:
        return False
    if player in player_meanings():
        return True
    from wolfcore.installed import installed  # noqa: PLC0415  few games have an own player

    return player in installed("presets")


BOTS_OPTION = "bots"
"""The option that makes a house bot think for an agent in place of a model; `bots=hard` gives a bot
of another level."""


def is_played_by_bot(options: Sequence[str]) -> bool:
    """Return whether the options of an agent's seat make a house bot think for it."""
    return any(option.partition("=")[0] == BOTS_OPTION for option in options)


def is_of_house_bots(spec: SeatSpec) -> bool:
    """Return whether house bots decide what a player does.

    They do for a bot, a scripted person, and an agent for which a bot thinks.
    """
    if spec.player == PROTOCOL:
        return spec.options[:1] in (("bot",), (SCRIPTED_PERSON,)) or is_played_by_bot(spec.options)
    return spec.player in ("bot", SCRIPTED_PERSON) or is_played_by_bot(spec.options)


def takes_time(spec: SeatSpec) -> bool:
    """Return whether the table has to await the player: one of a person, a model or a user."""
    return bool(spec.model) or spec.player in ("human", "guest") or spec.is_own


ANYWAY = "anyway"
"""The option that has a shipped policy play where it was not measured, or measured worse than
`bot:hard`. It is a consent and no part of the player, so that it is not stored with games."""


def says_anyway(text: str) -> bool:
    """Return whether the text of a player, or of a whole assignment, has the option `anyway`."""
    return ANYWAY in text.partition("@")[0].strip().split(":")[1:]


TEAMS: tuple[Team, Team] = ("wolves", "village")


Rank: TypeAlias = Literal["seat", "role", "team", "all"]


RANKS: tuple[Rank, ...] = ("seat", "role", "team", "all")
"""The precedence of targets: a seat number beats a role, a role a team, a team `*`."""


class Assignment(NamedTuple):
    """One parsed `SEAT=PLAYER`.

    Attributes:
        rank: The kind of `target`.
        target: A seat number as text, a role, a team, or `*`.
        spec: The requested player.
        anyway: Whether its policy plays wherever it was measured (`ANYWAY`).
    """

    rank: Rank
    target: str
    spec: SeatSpec
    anyway: bool = False

    @property
    def text(self) -> str:
        """The assignment as it is written on a command line, without `anyway`."""
        return f"{self.target}={self.spec.text}"


def parse_player(text: str, code: str = "") -> SeatSpec:
    """Parse `PLAYER[:OPTION...][@MODEL]`, or a player that the user brings (`own_players`).

    Args:
        text: The player.
        code: What identifies the code of an own player, where that is recorded.

    Raises:
        ConfigError: There is no such player, an option is empty, a required model is missing, or a
            model is given that the player does not use.
    """
    head, at, model = text.partition("@")
    player, *options = head.split(":")
    agent = is_agent(player)
    if not agent and not _plays_without_model(player):
        from .own_players import parse_own_player  # noqa: PLC0415  few games have an own player

        if own := parse_own_player(text, code):
            return own
        raise ConfigError(
            f"there is no player `{player}`",
            key="seat",
            hint=did_you_mean(player, player_meanings()),
        )
    if any(not option for option in options):
        raise ConfigError(
            f"`{text}` has an empty option", key="seat", hint="Write for example `bot:hard`."
        )
    if at and not agent:
        raise ConfigError(
            f"a {player} plays without a model", key="seat", hint=f"Leave out `@{model}`."
        )
    if agent and is_played_by_bot(options):
        if at:
            raise ConfigError(
                f"`{text}` has both a house bot and a model",
                key="seat",
                hint=f"Leave out `{BOTS_OPTION}` or `@{model}`.",
            )
        options = [option for option in options if option != ANYWAY]
    elif not model and agent:
        hint = (
            f"Write `{head}@NAME`; `wolftui models list` names the models. "
            f"`{player}:{BOTS_OPTION}` needs none."
        )
        raise ConfigError(f"`{text}` has no model", key="seat", hint=hint)
    # `bot` and `bot:normal` become equal specs, so that they share one player.
    words = tuple(options) or (DEFAULT_SEAT.options if player == "bot" else ())
    spec = SeatSpec(player, words, model)
    if not (spec.needs_consent or (agent and player not in player_meanings())):
        return spec
    from .own_players import with_agent_code  # noqa: PLC0415  few games have prompts of their own

    return with_agent_code(spec, code)


def _plays_without_model(player: str) -> bool:
    return player in _WITHOUT_MODEL or player in (SCRIPTED_PERSON, PROTOCOL)


def allow_named_players(players: Iterable[str]) -> None:
    """Let this process run the own players among those that its user named.

    Args:
        players: Players as after `SEAT=`; the players of wolftui need no permission.

    Raises:
        ConfigError: The file, package or program of one does not exist.
    """
    for text in map(str.strip, players):
        head, _, _ = text.partition("@")
        name = head.partition(":")[0]
        if _plays_without_model(name) or (name in player_meanings() and PROMPTS_OPTION not in head):
            continue
        from .own_players import (  # noqa: PLC0415  few games have an own player
            allow_own_player,
            parse_own_player,
        )

        if own := parse_player(text) if is_agent(name) else parse_own_player(text):
            allow_own_player(own)


def parse_seat(text: str, board: Board) -> Assignment:
    """Parse one `SEAT=PLAYER[:OPTION...][@MODEL]` for a board.

    Raises:
        ConfigError: The seat, role or player does not exist on this board; names the nearest one.
    """
    target, equals, player = (part.strip() for part in text.partition("="))
    if not (target and equals and player):
        raise ConfigError(
            f"`{text}` does not name a seat and a player",
            key="seat",
            hint="Write for example `4=human` or `wolves=bot:hard`.",
        )
    rank, target = _rank(target, board)
    spec = parse_player(player)
    # Elsewhere the player itself refuses the word.
    return Assignment(rank, target, spec, says_anyway(player) and is_played_by_bot(spec.options))


def parse_seats(texts: Sequence[str], board: Board) -> tuple[Assignment, ...]:
    """Parse all `SEAT=PLAYER` of a command; one text may hold several, separated by commas.

    Raises:
        ConfigError: One of them cannot be parsed, or the same seat, role or team is given twice.
    """
    found: list[Assignment] = []
    for text in (part for whole in texts for part in whole.split(",")):
        assignment = parse_seat(text, board)
        if any(other.target == assignment.target for other in found):
            raise ConfigError(
                f"`{assignment.target}` is given twice", key="seat", hint="Leave one of them out."
            )
        found.append(assignment)
    return tuple(found)


def _rank(word: str, board: Board) -> tuple[Rank, str]:
    if word == "*":
        return "all", word
    if (seat := whole_number(word)) is not None:
        check_seat(board, seat)
        # `04` and `4` are the same seat.
        return "seat", str(seat)
    lower = word.lower()
    if lower in TEAMS:
        return "team", lower
    roles = {role.lower(): role for role in board.roles}
    if lower in roles:
        return "role", roles[lower]
    hint = did_you_mean(lower, (*roles, *TEAMS)) + f" {board.name} has seats 1 to {board.size}."
    raise ConfigError(
        f"`{word}` is not a seat, role or team of {board.name}", key="seat", hint=hint
    )


class Seating(NamedTuple):
    """The resolved players of one game.

    Attributes:
        seats: The player of each seat, in seat order.
        people: The seats of people, ascending.
        by_role: Whether any seat was given by role or team.
    """

    seats: tuple[SeatSpec, ...]
    people: tuple[int, ...]
    by_role: bool


def seat_players(
    texts: Sequence[str], board: Board, seed: int, deal: Mapping[int, RoleName] | None = None
) -> Seating:
    """Resolve the seat assignments of a command; a seat without one gets the default house bot.

    Args:
        texts: The assignments as written, each `SEAT=PLAYER[:OPTION...][@MODEL]`.
        board: The board.
        seed: The seed of the game, which decides the deal.
        deal: Forced roles by seat.

    Raises:
        ConfigError: A seat, role or player does not exist or is given twice, or the deal does not
            fit the board.
    """
    return SeatPlan(texts, board).seating(make_spec(board, seed, deal=deal))


class SeatPlan:
    """The seat assignments of a command on a board, parsed once for any number of deals.

    Args:
        texts: The assignments as written, each `SEAT=PLAYER[:OPTION...][@MODEL]`.
        board: The board.
        instead: Players that replace those of an assignment, by its target and the team dealt.

    Attributes:
        board: As given.
        by_role: Whether any seat was given by role or team, or depends on it through `instead`.
        requested: The player of every assignment, in the order written.

    Raises:
        ConfigError: A seat, role or player does not exist or is given twice.
    """

    def __init__(
        self, texts: Sequence[str], board: Board, instead: Mapping[tuple[str, Team], SeatSpec] = {}
    ) -> None:
        assignments = parse_seats(texts, board)
        given: dict[tuple[Rank, str], Assignment] = {
            (each.rank, each.target): each for each in assignments
        }
        self.board = board
        self._assigned = [
            {role: _assigned(seat, role, given) for role in dict.fromkeys(board.roles)}
            for seat in range(1, board.size + 1)
        ]
        self.requested = tuple(each.spec for each in assignments)
        self._spec_by_role = [
            {
                role: instead.get((each.target, team_of(role)), each.spec) if each else DEFAULT_SEAT
                for role, each in chair.items()
            }
            for chair in self._assigned
        ]
        self.by_role = any(each.rank in ("role", "team") for each in assignments) or any(
            len(set(chair.values())) > 1 for chair in self._spec_by_role
        )
        # Any role will do: without seats by role all players of a row are equal.
        self._fixed_seats = tuple([chair[board.roles[0]] for chair in self._spec_by_role])
        """The players by seat if no seat was given by role or team, the same for every deal."""

    def teams(self, deal: Mapping[int, RoleName] | None = None) -> dict[Assignment, set[Team]]:
        """Return the teams that each assignment may be dealt; none for one that gets no seat.

        Args:
            deal: Forced roles by seat.
        """
        forced, found = deal or {}, dict[Assignment, set[Team]]()
        for seat, chair in enumerate(self._assigned, 1):
            for role, each in chair.items():
                if each and forced.get(seat, role) == role:
                    found.setdefault(each, set()).add(team_of(role))
        return found

    def seats(self, spec: GameSpec) -> tuple[SeatSpec, ...]:
        """Return the player of each seat of a game on this board, in seat order."""
        if not self.by_role:
            return self._fixed_seats
        return tuple(
            [chair[role] for chair, role in zip(self._spec_by_role, deal_roles(spec), strict=True)]
        )

    def seating(self, spec: GameSpec) -> Seating:
        """Return the resolved seating of a game on this board."""
        seats = self.seats(spec)
        return Seating(
            seats,
            tuple([seat for seat, each in enumerate(seats, 1) if each.player == "human"]),
            self.by_role,
        )


def _assigned(
    seat: int, role: RoleName, given: Mapping[tuple[Rank, str], Assignment]
) -> Assignment | None:
    """Return the assignment of a seat if it is dealt a role; None for the default player."""
    targets: dict[Rank, str] = {"seat": str(seat), "role": role, "team": team_of(role), "all": "*"}
    found = (given.get((rank, targets[rank])) for rank in RANKS)
    return next((each for each in found if each), None)

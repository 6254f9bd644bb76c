"""The first line of `game.jsonl`: format, rules version, language, and the whole GameSpec.

Spec and answers reproduce the log byte by byte. The header of an imported log holds what its source
records and null for the rest: such a game can be reviewed and measured, never driven.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from wolfcore.decoders import JsonReader
from wolfcore.errors import ConfigError, LogError
from wolfcore.game import (
    MAX_SEED,
    Board,
    Entry,
    GameSpec,
    Result,
    RoleName,
    Switches,
    check_board,
    check_seat,
    deal_roles,
    names_for_seed,
    rules_version,
)
from wolfcore.game.boards import FEWEST_SEATS, MOST_SEATS
from wolfcore.game.roles import role_difference, role_digests
from wolfcore.game.switches import LATER_SWITCHES
from wolfcore.roles import RoleWord

from .entries import encode_entries, encode_result, has_control_characters
from .layout import HEADER_LIMIT


def encode_log(spec: GameSpec, entries: Sequence[Entry], result: Result | None) -> bytes:
    """Encode a whole log; without a result, the log of an unfinished game."""
    log = encode_header(header_of(spec)) + encode_entries(entries)
    return log + encode_result(result) if result else log


FIRST_FORMAT, FORMAT = 1, 3
"""The oldest and the newest version of the files.

The version rises with every change that an older program cannot read, and a game gets the oldest
version that can hold it: 2 for the switch `defence` at `most_named`, 3 for any other switch of
`LATER_SWITCHES` that differs from its default.
"""


_LONGEST_NAME = 200


SwitchValue: TypeAlias = bool | int | str | tuple[str, ...]


class ImportedBoard(Struct, frozen=True):
    """The board of an imported game.

    Attributes:
        name: Its name.
        roles: The roles dealt.
        switches: Its switches; one that the source does not record is null or absent.
    """

    name: str
    roles: tuple[RoleName, ...]
    switches: dict[str, SwitchValue | None] = {}


class ImportedSpec(Struct, frozen=True):
    """The known part of the spec of a game that was played elsewhere. Its seed is null.

    Attributes:
        board: Its board.
        names: Name by seat, in seat order.
        people: The seats that were people.
        seed: Always None.
        untold: The names of the facts that the source does not record: their absence from the log
            says nothing about the game.
    """

    board: ImportedBoard
    names: tuple[str, ...]
    people: tuple[int, ...] = ()
    seed: int | None = None
    untold: tuple[str, ...] = ()


class Header(Struct, frozen=True):
    """The first line of a log.

    Attributes:
        format: The version of the files, from 1.
        rules: The version of the rules, from 1; 0 where the source has its own rules.
        language: The language of names and speech.
        source: The source of an imported log; None for a game played here.
        spec: The GameSpec; None for an imported log.
        imported: The known part of an imported game's spec; None for a game played here.
    """

    format: int
    rules: int
    language: str = "en"
    source: str | None = None
    spec: GameSpec | None = None
    imported: ImportedSpec | None = None

    @property
    def roles(self) -> dict[str, str]:
        """The digests of the rules of the dealt roles beyond the first seven, by name.

        Empty for an imported log.
        """
        return role_digests(self.spec.board.roles) if self.spec else {}

    @property
    def board(self) -> Board:
        """The board; a switch that the source of an imported game does not record is at default."""
        if self.spec:
            return self.spec.board
        imported = self._imported.board
        known = {key: value for key, value in imported.switches.items() if value is not None}
        return Board(imported.name, imported.roles, msgspec.convert(known, Switches))

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each seat, in seat order."""
        return self.spec.names if self.spec else self._imported.names

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that were people at the start."""
        return self.spec.people if self.spec else self._imported.people

    @property
    def _imported(self) -> ImportedSpec:
        assert self.imported is not None
        return self.imported


class _Opening(Struct):
    format: int
    source: str | None = None


class _PlayedLine(Struct, frozen=True):
    """The header line of a game played here; the fields are in the order of the JSON keys."""

    format: int
    rules: int
    language: str
    source: None
    spec: GameSpec
    roles: dict[str, str] = {}


class _RolesLine(Struct):
    """What a header line says of roles, which is read before the names of roles are checked."""

    roles: dict[
        RoleWord,
        Annotated[str, Meta(pattern=r"^[0-9a-f]{16}$")],
    ] = {}


class _ImportedLine(Struct, frozen=True):
    format: int
    rules: int
    language: str
    source: str
    spec: ImportedSpec


_ENCODER = msgspec.json.Encoder()


_DEFAULTS = Switches()


_OPENING = JsonReader(_Opening)


_PLAYED = JsonReader(_PlayedLine)


_ROLES = JsonReader(_RolesLine)


_IMPORTED = JsonReader(_ImportedLine)


def header_of(spec: GameSpec, language: str = "en") -> Header:
    """Make the header of a game that is played here, by the rules of this program."""
    return Header(
        _oldest_format(spec.board.switches), rules_version(spec.board), language, spec=spec
    )


def deal_of(header: Header, roles: Sequence[str]) -> str:
    """Return a text that is equal for games of one deal: board, drawn names, and roles by seat.

    Repeats of an arena's deal, forks, and games begun again from a seed are of one deal. Names tell
    deals with equal roles apart, since they are drawn from the seed of the deal, which the header
    of a repeat does not contain. Empty for an imported game, whose deal is unknown.

    Args:
        header: The header of the game.
        roles: The roles in seat order; empty words where the log does not contain them.
    """
    spec = header.spec
    if spec is None:
        return ""
    names = spec.names
    if spec.people:
        drawn = names_for_seed(spec.seed, spec.board)
        others = [seat for seat in range(len(names)) if seat + 1 not in spec.people]
        # People who chose their own names do not make another deal of it.
        names = drawn if all(names[seat] == drawn[seat] for seat in others) else names
    return "|".join((spec.board.name, *names, *roles))


def _oldest_format(switches: Switches) -> int:
    """Return the oldest version of the files that can hold a board with these switches."""
    match _set_later_switches(switches):
        case []:
            return FIRST_FORMAT
        case ["defence"] if switches.defence == "most_named":
            return 2
        case _:
            return FORMAT


def _set_later_switches(switches: Switches) -> list[str]:
    """Return the switches of `LATER_SWITCHES` that differ from their defaults."""
    return [key for key in LATER_SWITCHES if getattr(switches, key) != getattr(_DEFAULTS, key)]


def encode_header(header: Header) -> bytes:
    """Encode the header line with its line end; equal headers give equal bytes."""
    if header.spec:
        line = _PlayedLine(
            header.format,
            header.rules,
            header.language,
            None,
            _in_order(header.spec),
            header.roles,
        )
        return _ENCODER.encode(_as_written(line)) + b"\n"
    imported = header.imported
    assert imported is not None
    return (
        _ENCODER.encode(
            _ImportedLine(
                header.format, header.rules, header.language, header.source or "", imported
            )
        )
        + b"\n"
    )


def _as_written(line: _PlayedLine) -> dict[str, Any]:
    """Convert a header line to the JSON object that is written.

    It has no later switches that are not set, and no digests where the first seven roles are dealt.
    """
    written: dict[str, Any] = msgspec.to_builtins(line)
    if not line.roles:
        del written["roles"]
    switches: dict[str, SwitchValue] = written["spec"]["board"]["switches"]
    for key in set(LATER_SWITCHES).difference(_set_later_switches(line.spec.board.switches)):
        del switches[key]
    return written


def _in_order(spec: GameSpec) -> GameSpec:
    """Return the spec with its `deal` and `chance` tables sorted by key.

    The order of insertion has no meaning, and equal specs must encode equally.
    """
    if not (spec.deal or spec.chance):
        return spec
    return replace(
        spec, deal=dict(sorted(spec.deal.items())), chance=dict(sorted(spec.chance.items()))
    )


def decode_header(line: bytes, file: str) -> Header:
    """Decode and check the header line of a log.

    Args:
        line: The first line of a log.
        file: Its file, for messages.

    Raises:
        LogError: The line is no header, is of a newer format, describes an impossible game, or
            deals a role that has no file or other rules here.
    """
    if len(line) > HEADER_LIMIT:
        # Format and source alone: in a newer format all other fields may have changed.
        raise LogError("is not a saved game of wolftui", file=file, line=1)
    try:
        opening = _OPENING.decode(line)
    except msgspec.DecodeError as error:
        raise LogError("is not a saved game of wolftui", file=file, line=1) from error
    if opening.format > FORMAT:
        problem = (
            f"was saved by a newer wolftui (format {opening.format}; this one reads up to {FORMAT})"
        )
        raise LogError(problem, file=file, hint="Update wolftui to read it.")
    if opening.format < 1:
        raise LogError(f"{opening.format} is not a format of saved games", file=file, line=1)
    try:
        if opening.source is not None:
            imported = _IMPORTED.decode(line)
            header = Header(
                imported.format,
                imported.rules,
                imported.language,
                source=imported.source,
                imported=imported.spec,
            )
            _check_words(header.board, header.names, imported.language, imported.source)
            return header
        named = _ROLES.decode(line).roles
        if difference := role_difference(named):
            hint = "Put the files of its roles into wolfcore/roles."
            raise LogError(
                f"cannot be read: this wolftui {difference}", file=file, line=1, hint=hint
            )
        played = _PLAYED.decode(line)
        _check_spec(played.spec)
        if named != role_digests(played.spec.board.roles):
            raise ConfigError("other roles are named than those that are dealt", key="roles")
        _check_words(played.spec.board, played.spec.names, played.language)
    except msgspec.DecodeError as error:
        raise LogError(f"the header is damaged ({error})", file=file, line=1) from error
    except ConfigError as error:
        raise LogError(
            f"the header describes an impossible game ({error})", file=file, line=1
        ) from error
    return Header(played.format, played.rules, played.language, spec=played.spec)


def _check_words(board: Board, names: tuple[str, ...], *others: str) -> None:
    if not FEWEST_SEATS <= board.size <= MOST_SEATS:
        raise ConfigError(f"a board of {board.size} seats", key="roles")
    if len(names) != board.size:
        raise ConfigError(f"{len(names)} names for {board.size} seats", key="names")
    if any(has_control_characters(name) for name in names):
        raise ConfigError("a name holds control characters", key="names")
    if has_control_characters(board.name) or any(has_control_characters(word) for word in others):
        raise ConfigError("a word holds control characters")
    if any(len(word) > _LONGEST_NAME for word in (board.name, *names, *others)):
        raise ConfigError(f"a name has more than {_LONGEST_NAME} characters")


def _check_spec(spec: GameSpec) -> None:
    """Raise ConfigError unless a game with this `spec` can begin."""
    check_board(spec.board)
    if not 0 <= spec.seed <= MAX_SEED:
        raise ConfigError(f"{spec.seed} is not a valid seed", key="seed")
    for seat in (*spec.people, *spec.deal):
        # The forced roles are removed from the board's one by one, which fails for one too many.
        check_seat(spec.board, seat)
    try:
        deal_roles(spec)
    except ValueError as error:
        raise ConfigError("deals a role more often than the board has it", key="deal") from error

"""The input of all metrics: log, roles, players, people, and which facts the log cannot contain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from wolfcore.game import ROLES, Board, Entry, is_drawable_name, names_for_seed
from wolfcore.game.facts import Dealt
from wolfcore.records import AnswerRecord, Header, SavedGame, SeatSpec


class Participant(Struct, frozen=True, gc=False):
    """Who sat on a seat.

    Attributes:
        seat: The seat, from 1.
        role: Its role; empty where the log does not tell.
        team: Its team; likewise.
        player: The player as on the command line; empty where nothing says.
        model: The model that it used, or an empty string.
    """

    seat: int
    role: str = ""
    team: str = ""
    player: str = ""
    model: str = ""


class RecordedGame(Struct, frozen=True, kw_only=True):
    """A game to be measured.

    Attributes:
        id: Its id.
        board: Its board.
        names: Name by seat, in seat order.
        entries: Its log.
        participants: Who played, in seat order.
        people: The seats that were people at the start.
        language: The language of what was said.
        missing_facts: The names of the facts that its source does not record; empty for a game
            played here.
        journal: The answers, or None where there is no journal.
        created: When it was played (ISO 8601, UTC), or an empty string.
        self_named: The seats of people whose name is their own, and so that of the same person in
            other games.
    """

    id: str
    board: Board
    names: tuple[str, ...]
    entries: Sequence[Entry]
    participants: tuple[Participant, ...]
    people: tuple[int, ...] = ()
    language: str = "en"
    missing_facts: frozenset[str] = frozenset()
    journal: Mapping[str, AnswerRecord] | None = None
    created: str = ""
    self_named: tuple[int, ...] = ()


def from_saved_game(saved: SavedGame) -> RecordedGame:
    """A saved game, or an imported one, as the metrics take it."""
    about = saved.about
    game = from_game_log(saved.id, saved.header, saved.entries, about.seats_now() if about else ())
    return replace(game, journal=saved.journal or None, created=about.created if about else "")


def from_game_log(
    game: str, header: Header, entries: Sequence[Entry], players: Sequence[SeatSpec]
) -> RecordedGame:
    """A log as the metrics take it, without a journal.

    Args:
        game: Its id.
        header: Its header.
        entries: Its entries.
        players: Who played, in seat order; empty where nothing says.
    """
    told = header.imported
    return RecordedGame(
        id=game,
        board=header.board,
        names=header.names,
        entries=entries,
        participants=participants_of(entries, header.board.size, players),
        people=header.people,
        language=header.language,
        missing_facts=frozenset(told.untold) if told else frozenset(),
        self_named=_self_named_seats(header),
    )


def _self_named_seats(header: Header) -> tuple[int, ...]:
    """The people who gave a name: a drawn one is the seat's, and an imported one is not told to be anybody's own.

    Where the others' names are not the seed's, all were drawn apart from it, and a name that may be
    drawn counts as drawn.
    """
    spec = header.spec
    if spec is None or not spec.people:
        return ()
    drawn, names = names_for_seed(spec.seed, spec.board), dict(enumerate(spec.names, 1))
    others = [seat for seat in names if seat not in spec.people]
    if others and all(names[seat] == drawn[seat - 1] for seat in others):
        return tuple(seat for seat in spec.people if names[seat] != drawn[seat - 1])
    return tuple(seat for seat in spec.people if not is_drawable_name(names[seat], seat))


def participants_of(
    entries: Sequence[Entry], size: int, players: Sequence[SeatSpec]
) -> tuple[Participant, ...]:
    """Who sat where, from the deal in the log and the players in seat order (empty where nothing says)."""
    roles = dict[int, str]()
    for entry in entries:
        if type(entry.fact) is Dealt:
            roles[entry.fact.seat] = entry.fact.role
        elif len(roles) == size:
            break
    found: list[Participant] = []
    for seat in range(1, size + 1):
        role, player = roles.get(seat, ""), players[seat - 1] if players else None
        team = ROLES[role].team if role else ""
        found.append(
            Participant(
                seat, role, team, player.text if player else "", player.model if player else ""
            )
        )
    return tuple(found)

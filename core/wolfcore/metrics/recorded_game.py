"""The input of all metrics: log, roles, players, people, and which facts the log cannot contain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from wolfcore.game import ROLES, Board, Entry, is_drawable_name, names_for_seed
from wolfcore.game.facts import Dealt
from wolfcore.records import AnswerRecord, Header, SavedGame, SeatSpec, deal_of


class Participant(Struct, frozen=True, gc=False):
    """The player of one seat.

    Attributes:
        seat: The seat, from 1.
        role: The seat's role; empty if the log does not contain it.
        team: The seat's team; empty if the log does not contain it.
        player: The player as on the command line; empty if unknown.
        model: The language model that the player used; empty for none.
    """

    seat: int
    role: str = ""
    team: str = ""
    player: str = ""
    model: str = ""


class RecordedGame(Struct, frozen=True, kw_only=True):
    """A game in the form that the metrics read.

    Attributes:
        id: The id of the game.
        board: The board.
        names: Names in seat order.
        entries: The log.
        participants: The players, in seat order.
        people: The seats that were people at the start.
        language: The language of the speeches.
        missing_facts: Names of the fact types that the source does not record; empty for a game
            played here.
        journal: The answers by ask id, or None if there is no journal.
        created: When the game was played (ISO 8601, UTC); empty if unknown.
        self_named: The seats of people who chose their own name, so that the name identifies the
            same person in other games.
        deal: Equal for games of one deal, which are one observation (`records.deal_of`); empty if
            unknown, so that the game is a deal of its own.
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
    deal: str = ""


def from_saved_game(saved: SavedGame) -> RecordedGame:
    """Convert a saved or imported game into the form that the metrics read."""
    about = saved.about
    game = from_game_log(saved.id, saved.header, saved.entries, about.seats_now() if about else ())
    return replace(game, journal=saved.journal or None, created=about.created if about else "")


def from_game_log(
    game: str, header: Header, entries: Sequence[Entry], players: Sequence[SeatSpec]
) -> RecordedGame:
    """Convert a log into the form that the metrics read, without a journal.

    Args:
        game: The id of the game.
        header: The header of the game.
        entries: The log.
        players: The players in seat order; empty if unknown.
    """
    imported = header.imported
    participants = participants_of(entries, header.board.size, players)
    return RecordedGame(
        id=game,
        board=header.board,
        names=header.names,
        entries=entries,
        participants=participants,
        people=header.people,
        language=header.language,
        missing_facts=frozenset(imported.untold) if imported else frozenset(),
        self_named=_self_named_seats(header),
        deal=deal_of(header, [each.role for each in participants]),
    )


def _self_named_seats(header: Header) -> tuple[int, ...]:
    """Return the people who chose their own name, not one drawn from the seed.

    An imported game has none, as it does not say whose names they are. If the names of the other
    seats are not those that the seed draws, all names were drawn separately, and any name that can
    be drawn counts as drawn.
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
    """Return the participants, in seat order, from the deal in the log and the players.

    Args:
        entries: The log.
        size: The number of seats.
        players: The players in seat order; empty if unknown.
    """
    roles = dict[int, str]()
    for entry in entries:
        if type(entry.fact) is Dealt:
            roles[entry.fact.seat] = entry.fact.role
        elif len(roles) == size:
            # All deals are at the beginning; the rest of a long log is not read for them.
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

"""Settings of `people` (board, level, person, role), and their games played and counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from bench.harness import run_parts
from wolfcore.bots import HouseBot
from wolfcore.errors import SeatError
from wolfcore.game import Game, RoleName, deal_roles, get_board, make_spec
from wolfcore.metrics import from_game_log
from wolfcore.players import SyncPlayer
from wolfcore.records import header_of
from wolfcore.table import play_until

from . import ballots, counts, first_day
from .arguments import ARGUERS
from .counts import Count, CountFunction
from .game_log import GameLog, game_log_of
from .questions import WORDS, answered, answered_in_discussion, asker_of
from .scripted_people import CAMPS, PEOPLE, Camp, Person, ScriptedPerson

NOBODY = ""


STRENGTHS = ("normal", "hard")
"""The levels at which talk is measured."""


class Setting(Struct, frozen=True):
    """Who sits where.

    Attributes:
        board: The board.
        level: The level of all house bots.
        kind: Which kind of person sits there (a name of `PEOPLE` or `ARGUERS`, or what it asks, one
            of `WORDS`), or nobody.
        camp: In which role.
        target: The camp of the seats among which the person draws its target; empty for all.
        first_chair: Whether the person has seat 1, which speaks first where seats speak in order.
        accuser: The kind of a second person, a wolf on a seat below the person's; or nobody.
        control: The kind of person that the same deal is played with once more, for counts that
            compare two games.
        last_day: The last day that is played; 0 for all.
    """

    board: str
    level: str
    kind: str = NOBODY
    camp: Camp = "villager"
    target: Camp | Literal[""] = ""
    first_chair: bool = False
    accuser: str = NOBODY
    control: str = NOBODY
    last_day: int = 0


def in_discussion(matter: str) -> str:
    """The name of the count of what is answered by the next turn in a discussion."""
    return f"{matter}, in the discussion"


COUNTS: dict[str, CountFunction] = {
    "kept word": counts.kept_word,
    "kept without news": counts.kept_without_news,
    "broken call": counts.broken_call,
    "false reasons": counts.false_reasons,
    "unspoken gods": counts.unspoken_gods,
    "wrong ballot": counts.wrong_ballot,
    "known asked": counts.known_asked,
    "named nobody": counts.named_nobody,
    "accused twice": counts.accused_twice,
    "blind poison": counts.blind_poison,
    "poisoned village": counts.blind_poison_of_village,
    "wordless": counts.wordless,
    "village lies": counts.village_lies,
    **{matter: partial(answered, matter) for matter in WORDS},
    **{in_discussion(matter): partial(answered_in_discussion, matter) for matter in WORDS},
    "unexplained": ballots.unexplained,
    "spoke of nobody": ballots.spoke_of_nobody,
    "ballots with a line": ballots.with_a_line,
    "one name": ballots.days_of_one_name,
    "no turn left": ballots.asked_without_a_turn,
    "check voted": ballots.checked_wolf_voted,
    "rival voted": ballots.rival_voted,
    "words": ballots.words_a_speech,
}
"""What is counted of the house bots."""


BREAKS, AVERAGE = "breaks", "average"
"""Whether the game broke; how often any seat was exiled on day 1."""


FATE, CAUGHT, CONTRADICTED, EXILED = "fate", "caught", "contradicted", "exiled on day 1"


OF_PERSON: dict[str, Callable[[GameLog, int], Count]] = {
    FATE: lambda game, seat: first_day.exiled_uncaught(game, (seat,)),
    CAUGHT: lambda game, seat: first_day.exiled_caught(game, (seat,)),
    CONTRADICTED: lambda game, seat: first_day.exiled_contradicted(game, (seat,)),
    "belief": first_day.belief_in_target,
    "ballots": first_day.ballots_for_target,
    "target exiled": first_day.target_exiled,
    "found exiled": first_day.found_exiled,
    EXILED: lambda game, seat: first_day.exiled_first(game, (seat,)),
    "for nobody": ballots.for_nobody,
    "lived after confessing": ballots.lived_after_confessing,
    "mate voted": ballots.voted_by_a_mate,
    "mate voted without a word": ballots.voted_by_a_mate_without_a_word,
    "won": ballots.won,
    "reading": ballots.reading_seconds_of,
}
"""What is counted of the seat of the person, or of where it would sit."""


FOR_TARGET, FOR_DEFENDED, DIFFER = "for x", "for the defended", "differ"
"""Counts with arguments of their own: ballots for the target of the person, ballots for a target
that a person defends against an accuser, and ballots that differ from the control game."""


class WantedCounts(Struct):
    """What is wanted of a setting: the names of the counts, and on how many deals."""

    counts: list[str]
    deals: int


_Part = tuple[Setting, int, tuple[str, ...]]


def counted(
    wanted: Mapping[Setting, WantedCounts], first: int, jobs: int
) -> dict[tuple[Setting, str], list[Count]]:
    """Every wanted count of every setting, one a game, from seed `first` on."""
    parts: list[_Part] = [
        (setting, seed, tuple(want.counts))
        for setting, want in wanted.items()
        for seed in range(first, first + want.deals)
    ]
    found: dict[tuple[Setting, str], list[Count]] = {}
    for (setting, _, names), made in zip(parts, run_parts(one_game, parts, jobs), strict=True):
        for name, count in zip(names, made, strict=True):
            found.setdefault((setting, name), []).append(count)
    return found


def one_game(part: _Part) -> list[Count]:
    """Return the counts of one game; for a broken game all but the count of breaks are 0 of 0."""
    setting, seed, names = part
    game = play_setting(setting, seed)
    return [_count(name, game, seed, setting) for name in names]


def _count(name: str, game: GameLog | None, seed: int, setting: Setting) -> Count:
    if name == BREAKS:
        return Count(int(game is None), 1)
    if game is None:
        return Count(0, 0)
    everybody, seat = range(1, game.size + 1), seat_of(setting, seed)
    if name == DIFFER:
        other = play_setting(replace(setting, kind=setting.control), seed)
        return ballots.that_differ(game, other, seat) if other else Count(0, 0)
    if name in (FOR_TARGET, FOR_DEFENDED):
        accuser = accuser_seat(setting, seed) if name == FOR_DEFENDED else seat
        return ballots.for_target(game, seat, accuser, seats_of(setting.target, game.roles))
    if name in OF_PERSON:
        return OF_PERSON[name](game, seat)
    if name == AVERAGE:
        return first_day.exiled_first(game, everybody)
    return COUNTS[name](
        game, [other for other in everybody if setting.kind == NOBODY or other != seat]
    )


def seat_of(setting: Setting, seed: int) -> int:
    """Return the person's seat: every seat in turn by seed, or the first chair.

    Below a person who defends against an accuser there is a seat for the accuser.
    """
    lowest = 2 if setting.accuser else 1
    seats = 1 if setting.first_chair else get_board(setting.board).size + 1 - lowest
    return lowest + seed % seats


def accuser_seat(setting: Setting, seed: int) -> int:
    """Return the seat of the accuser, below the person's; 0 where there is none."""
    below = seat_of(setting, seed) - 1
    return 1 + seed // get_board(setting.board).size % below if setting.accuser else 0


def seats_of(camp: Camp | Literal[""], roles: Mapping[int, RoleName]) -> list[int]:
    """List the seats with the role of a camp; empty without a camp."""
    return [seat for seat, role in roles.items() if camp and role == CAMPS[camp]]


def play_setting(setting: Setting, seed: int) -> GameLog | None:
    """Play the game of a deal; return it for counting, or None if it broke.

    The person's seat has the same role whether a person or a bot plays it.
    """
    kinds = {seat_of(setting, seed): setting.kind, accuser_seat(setting, seed): setting.accuser}
    people = {seat: person_of(kind) for seat, kind in kinds.items() if seat and kind != NOBODY}
    return play_with(setting, seed, people)


def play_with(setting: Setting, seed: int, people: Mapping[int, Person]) -> GameLog | None:
    """Play the game of a deal with these people by seat instead of those of the setting."""
    seat, accuser, bot = seat_of(setting, seed), accuser_seat(setting, seed), _bot(setting.level)
    board = get_board(setting.board)
    deal = {seat: CAMPS[setting.camp]} | ({accuser: CAMPS["wolf"]} if accuser else {})
    game = Game(make_spec(board, seed, deal=deal))
    among = seats_of(setting.target, dict(enumerate(deal_roles(game.spec), 1)))
    players: dict[int, SyncPlayer] = dict.fromkeys(range(1, board.size + 1), bot)
    for person_seat, person in people.items():
        players[person_seat] = ScriptedPerson(person, setting.level, among)
    try:
        play_until(game, players, lambda: _is_past(setting.last_day, game))
    except SeatError:
        return None
    return game_log_of(from_game_log(f"{seed}", header_of(game.spec), tuple(game.log), ()))


def _is_past(last_day: int, game: Game) -> bool:
    return bool(last_day) and any(ask.day > last_day for ask in game.asks)


def person_of(kind: str) -> Person:
    """Return the kind of person by its name."""
    return asker_of(kind) if kind in WORDS else (PEOPLE | ARGUERS)[kind]


@lru_cache(maxsize=8)
def _bot(level: str) -> HouseBot:
    return HouseBot((level,))


def counts_of(
    found: Mapping[tuple[Setting, str], Sequence[Count]], settings: Sequence[Setting], name: str
) -> Iterator[Count]:
    """Return one count of several settings, game by game."""
    for setting in settings:
        yield from found[setting, name]

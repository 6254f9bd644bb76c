"""Settings of `people` (board, level, person, role), and their games played and counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial

from msgspec import Struct

from bench.harness import run_parts
from wolfcore.bots import HouseBot
from wolfcore.errors import SeatError
from wolfcore.game import Game, get_board, make_spec
from wolfcore.metrics import from_game_log
from wolfcore.players import SyncPlayer
from wolfcore.records import header_of
from wolfcore.table import play_now

from . import counts, first_day
from .counts import Count, CountFunction
from .game_log import GameLog, game_log_of
from .questions import WORDS, answered, answered_in_discussion, asker_of
from .scripted_people import CAMPS, PEOPLE, Camp, Person, ScriptedPerson

NOBODY = ""


class Setting(Struct, frozen=True):
    """Who sits where.

    Attributes:
        board: The board.
        level: The level of all house bots.
        kind: Which kind of person sits there (a name of `PEOPLE`, or what it asks, one of `WORDS`),
            or nobody.
        camp: In which role.
    """

    board: str
    level: str
    kind: str = NOBODY
    camp: Camp = "villager"


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
}
"""What is counted of the house bots."""


BREAKS, AVERAGE = "breaks", "average"
"""Whether the game broke; how often any seat was exiled on day 1."""


FATE, CAUGHT, CONTRADICTED = "fate", "caught", "contradicted"


OF_PERSON: dict[str, Callable[[GameLog, int], Count]] = {
    FATE: lambda game, seat: first_day.exiled_uncaught(game, (seat,)),
    CAUGHT: lambda game, seat: first_day.exiled_caught(game, (seat,)),
    CONTRADICTED: lambda game, seat: first_day.exiled_contradicted(game, (seat,)),
    "belief": first_day.belief_in_target,
    "ballots": first_day.ballots_for_target,
    "target exiled": first_day.target_exiled,
    "found exiled": first_day.found_exiled,
}
"""What is counted of the seat of the person, or of where it would sit."""


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
    game, seat = play_setting(setting, seed), seat_of(setting, seed)
    return [_count(name, game, seat, setting) for name in names]


def _count(name: str, game: GameLog | None, seat: int, setting: Setting) -> Count:
    if name == BREAKS:
        return Count(int(game is None), 1)
    if game is None:
        return Count(0, 0)
    everybody = range(1, game.size + 1)
    if name in OF_PERSON:
        return OF_PERSON[name](game, seat)
    if name == AVERAGE:
        return first_day.exiled_first(game, everybody)
    return COUNTS[name](
        game, [other for other in everybody if setting.kind == NOBODY or other != seat]
    )


def seat_of(setting: Setting, seed: int) -> int:
    """Return the person's seat: every seat in turn, by seed."""
    return 1 + seed % get_board(setting.board).size


def play_setting(setting: Setting, seed: int) -> GameLog | None:
    """Play the game of a deal; return it for counting, or None if it broke.

    The person's seat has the same role whether a person or a bot plays it.
    """
    seat, bot = seat_of(setting, seed), _bot(setting.level)
    board = get_board(setting.board)
    game = Game(make_spec(board, seed, deal={seat: CAMPS[setting.camp]}))
    players: dict[int, SyncPlayer] = dict.fromkeys(range(1, board.size + 1), bot)
    if setting.kind != NOBODY:
        players[seat] = ScriptedPerson(person_of(setting.kind), setting.level)
    try:
        play_now(game, players)
    except SeatError:
        return None
    return game_log_of(from_game_log(f"{seed}", header_of(game.spec), tuple(game.log), ()))


def person_of(kind: str) -> Person:
    """Return the kind of person by its name."""
    return asker_of(kind) if kind in WORDS else PEOPLE[kind]


@lru_cache(maxsize=8)
def _bot(level: str) -> HouseBot:
    return HouseBot((level,))


def counts_of(
    found: Mapping[tuple[Setting, str], Sequence[Count]], settings: Sequence[Setting], name: str
) -> Iterator[Count]:
    """Return one count of several settings, game by game."""
    for setting in settings:
        yield from found[setting, name]

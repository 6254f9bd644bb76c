"""Table 2 of Strategic Language Agents: a way to choose, taken to candidates that it never met, from kept games.

Each family of candidates plays both teams against the same opponent, once for each way to choose among its candidates.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec import to_builtins
from msgspec.json import encode

from core.arena import Gain, Pair, gain_of
from core.errors import ConfigError
from core.game import Team
from core.intervals import Interval, of_range
from core.seating import parse_player

from .figure3 import against, in_percent
from .kept import Kept, a_player, add_deals, add_kept_options, fill, kept
from .pairs import in_points
from .sla_paper import FAMILIES, OPPONENT, TABLE_2, WAYS
from .strength import TEAMS

BOTH = "both teams"


class Row(NamedTuple):
    """How a family does with a way to choose.

    Attributes:
        family: Who makes the candidates.
        way: How one of them is chosen.
        team: What it plays, or `BOTH`.
        deals: Over how many deals.
        won: How many games it won; both teams of a deal count half each.
        interval: The 95 % interval of the win rate, a deal being one observation.
    """

    family: str
    way: str
    team: str
    deals: int
    won: float
    interval: Interval


class Transfer(NamedTuple):
    """What the last way gains over another one with the candidates of a family, on the same deals and for both teams."""

    family: str
    way: str
    gain: Gain


def table(games: Iterable[Kept], families: Mapping[str, Mapping[str, str]], opponent: str) -> tuple[list[Row], list[Transfer]]:
    """The win rates of all families and ways, and what the last way gains over each other one.

    Args:
        games: The games; those of others are left out.
        families: By the name of a family who plays, by the way to choose; all have the same ways.
        opponent: Whom they play against.
    """
    winners = {(game.pairing, game.seed): game.winner for game in games}
    seeds = sorted({seed for _, seed in winners})

    def won(player: str, team: Team, seed: int) -> float | None:
        pairing = against(player, opponent, team)
        return float(winners[pairing, seed] == team) if (pairing, seed) in winners else None

    rows: list[Row] = []
    gains: list[Transfer] = []
    for family, ways in families.items():
        for way, player in ways.items():
            by_team = {team: [won(player, team, seed) for seed in seeds] for team in TEAMS}
            for team, found in by_team.items():
                rows.append(_row(family, way, team, [each for each in found if each is not None]))
            both = zip(*by_team.values(), strict=True)
            rows.append(
                _row(family, way, BOTH, [(one + other) / 2 for one, other in both if one is not None and other is not None])
            )
        *others, last = ways
        for way in others:
            pairs = [Pair(seed, won(ways[last], team, seed), won(ways[way], team, seed)) for seed in seeds for team in TEAMS]
            gains.append(Transfer(family, way, gain_of([pair for pair in pairs if pair.a is not None and pair.b is not None])))
    return rows, gains


def _row(family: str, way: str, team: str, found: Sequence[float]) -> Row:
    return Row(family, way, team, len(found), sum(found), of_range(found, [1.0] * len(found), 0, 1))


def players_of(families: Mapping[str, str], ways: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Who plays, by family and way.

    Raises:
        ConfigError: What comes out is no player.
    """
    return {
        family: {way: parse_player(pattern.replace("{}", word)).text for way, word in ways.items()}
        for family, pattern in families.items()
    }


def measure(argv: Sequence[str]) -> None:
    """`python -m bench table2`.

    Raises:
        ConfigError: A player is wrong, or the folder cannot be used.
    """
    parser = argparse.ArgumentParser(prog="python -m bench table2", description=__doc__)
    add_kept_options(parser)
    add_deals(parser, "each family with each way, as each team,")
    a_family = "one family more, `{}` standing for the way to choose, for example `small=sla-llm:{}@NAME`; may be given again"
    parser.add_argument("--family", type=_named, action="append", default=[], metavar="NAME=PLAYER", help=a_family)
    a_way = "one way more, as an option of a seat, for example `policy=select=policy`; may be given again"
    parser.add_argument("--way", type=_named, action="append", default=[], metavar="NAME=OPTION", help=a_way)
    parser.add_argument("--alone", action="store_true", help="only the families of `--family` play")
    parser.add_argument("--opponent", type=_player, default=OPPONENT, metavar="PLAYER", help=f"whom they play (default {OPPONENT})")
    chosen = parser.parse_args(argv)
    families = players_of({**({} if chosen.alone else FAMILIES), **dict(chosen.family)}, {**WAYS, **dict(chosen.way)})
    if not families:
        raise ConfigError("no family plays", key="--alone", hint="Name one with `--family`.")
    broken: list[str] = []
    if chosen.games:
        pairings = [
            against(player, chosen.opponent, team) for ways in families.values() for player in ways.values() for team in TEAMS
        ]
        broken = fill(chosen.games, chosen.board, pairings, range(chosen.seed, chosen.seed + chosen.deals), chosen.jobs)
    store = kept(chosen.games or chosen.folder, chosen.board)
    rows, gains = table(store.games, families, chosen.opponent)
    print(f"{chosen.board}: win rates against {chosen.opponent}, with a 95 % interval by deal; n deals")
    print("the paper, without and with the policy learned with gpt-3.5-turbo, against its own agent: "
          + ", ".join(f"{model} {without:.2f} and {with_it:.2f}" for model, (without, with_it) in TABLE_2.items()))  # fmt: skip
    for family, ways in families.items():
        print(f"\n{family}: {next(iter(ways.values()))}, ...")
        for row in (row for row in rows if row.family == family):
            print(f"  {row.way:16} {row.team:10} {in_percent(row.won, row.deals, row.interval)}")
        for each in (each for each in gains if each.family == family):
            print(f"  {[*ways][-1]} less {each.way}: {in_points(each.gain)}")
    for line in (*broken, *store.says()):
        print(line)
    if chosen.json:
        found = {"rows": [row._asdict() for row in rows], "gains": [each._asdict() for each in gains]}
        print(encode(to_builtins(found)).decode())


def _named(text: str) -> tuple[str, str]:
    """`NAME=WORD`."""
    name, equals, word = (part.strip() for part in text.partition("="))
    if not (equals and name and word):
        raise argparse.ArgumentTypeError(f"`{text}` has no name; write `NAME=...`")
    return name, word


def _player(text: str) -> str:
    return a_player(f"opponent={text}")[1]

"""Figure 3 of Strategic Language Agents: the village's win rate for every ordered pair of players, from kept games."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec import to_builtins

from core.arena import Gain, Pair, gain_of
from core.game import Team
from core.intervals import Interval, exact

from .kept import Kept, Pairing, a_player, add_deals, add_kept_options, fill, kept
from .pairs import in_points
from .sla_paper import FIGURE_3, PLAYERS
from .strength import TEAMS


class Rate(NamedTuple):
    """How often the village won.

    Attributes:
        village: Who played it, by name.
        wolves: Who played the wolves, by name.
        n: Over how many games.
        won: How many of them the village won.
        interval: The exact 95 % interval of the share.
        paper: What the paper has there, or None.
    """

    village: str
    wolves: str
    n: int
    won: int
    interval: Interval
    paper: float | None


def matrix(games: Iterable[Kept], players: Mapping[str, str]) -> list[Rate]:
    """The cells of all ordered pairs, row by row; games of others are left out.

    Args:
        games: The games.
        players: Who plays, by name.
    """
    wins: dict[Pairing, list[bool]] = {}
    for game in games:
        wins.setdefault(game.pairing, []).append(game.winner == "village")
    return [
        Rate(village, wolves, len(won), sum(won), exact(sum(won), len(won)), FIGURE_3.get((village, wolves)))
        for village, row in players.items()
        for wolves, column in players.items()
        for won in [wins.get(Pairing(row, column), [])]
    ]


class Lead(NamedTuple):
    """What one player gains over another on the same deals against the same opponents."""

    player: str
    other: str
    team: Team
    gain: Gain


def leads(games: Sequence[Kept], players: Mapping[str, str], player: str) -> list[Lead]:
    """What a player gains over each other one as either team, over all opponents; a deal is one observation.

    Args:
        games: The games.
        players: Who plays, by name.
        player: The name of the one that is compared.
    """
    winners = {(game.pairing, game.seed): game.winner for game in games}
    seeds = sorted({game.seed for game in games})
    found: list[Lead] = []
    for team in TEAMS:
        for other in (name for name in players if name != player):
            pairs: list[Pair] = []
            for seed in seeds:
                for opponent in players.values():
                    both = [against(players[name], opponent, team) for name in (player, other)]
                    if all((pairing, seed) in winners for pairing in both):
                        a, b = (float(winners[pairing, seed] == team) for pairing in both)
                        pairs.append(Pair(seed, a, b))
            found.append(Lead(player, other, team, gain_of(pairs)))
    return found


def against(player: str, opponent: str, team: Team) -> Pairing:
    """A player as a team, and its opponent as the other one."""
    return Pairing(player, opponent) if team == "village" else Pairing(opponent, player)


def add_players(parser: argparse.ArgumentParser) -> None:
    """The options that say who plays."""
    parser.add_argument("--set", choices=PLAYERS, default="choices", help="which set of players (default choices)")
    one_more = "one player more, or another one under a name of the set, for example `ours=sla:bots=hard`; may be given again"
    parser.add_argument("--player", type=a_player, action="append", default=[], metavar="NAME=PLAYER", help=one_more)
    alone = "leave out the set: only those of `--player` play"
    parser.add_argument("--alone", action="store_true", help=alone)


def players_of(chosen: argparse.Namespace) -> dict[str, str]:
    """Who plays, by name, as the options say."""
    given: list[tuple[str, str]] = chosen.player
    return {**({} if chosen.alone else PLAYERS[chosen.set]), **dict(given)}


def measure(argv: Sequence[str]) -> None:
    """`python -m bench figure3`.

    Raises:
        ConfigError: A player is wrong, or the folder cannot be used.
    """
    parser = argparse.ArgumentParser(prog="python -m bench figure3", description=__doc__)
    add_kept_options(parser)
    add_deals(parser, "each ordered pair")
    add_players(parser)
    chosen = parser.parse_args(argv)
    players = players_of(chosen)
    pairings = [Pairing(village, wolves) for village in players.values() for wolves in players.values()]
    broken: list[str] = []
    if chosen.games:
        broken = fill(chosen.games, chosen.board, pairings, range(chosen.seed, chosen.seed + chosen.deals), chosen.jobs)
    store = kept(chosen.games or chosen.folder, chosen.board)
    rates = matrix(store.games, players)
    print(f"{chosen.board}: the village's win rate, by who plays it (row) and the wolves (column), with an exact 95 % interval;")
    print("behind it the number of games, and what the paper has with gpt-3.5-turbo, where it has it")
    for name, word in players.items():
        print(f"  {name:16} {word}")
    for row in players:
        print(f"\n{row}")
        for rate in (rate for rate in rates if rate.village == row):
            print(f"  against {rate.wolves:16} {in_percent(rate.won, rate.n)}{beside(rate.paper)}")
    last = [*players][-1]
    ahead = leads(store.games, players, last)
    print(f"\n{last} less each other on the same deals, over all opponents, in points with a 95 % interval by deal")
    for lead in ahead:
        print(f"  {lead.team:8} {lead.other:16} {in_points(lead.gain)}")
    for line in (*broken, *store.says()):
        print(line)
    if chosen.json:
        cells = [{**rate._asdict(), "interval": rate.interval._asdict()} for rate in rates]
        print(json.dumps({"cells": cells, "leads": [{**lead._asdict(), "gain": to_builtins(lead.gain)} for lead in ahead]}))


def in_percent(hits: float, trials: int, interval: Interval | None = None) -> str:
    """A share with its 95 % interval, the exact one where no other is given, and its number."""
    if not trials:
        return "no game"
    found = interval or exact(round(hits), trials)
    between = "no interval" if found.low is None or found.high is None else f"[{found.low:6.1%}, {found.high:6.1%}]"
    return f"{hits / trials:6.1%} {between:18} n {trials:<5}"


def beside(paper: float | None) -> str:
    """What the paper has, where it has it."""
    return "" if paper is None else f"   paper {paper:.2f}"

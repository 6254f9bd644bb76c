"""How often a text policy chooses alike by the vectors of two embedders: it plays by the first, and
each of its choices is made by the other too, with the same dice.

python -m tests.core.agents.policy.embedder_choices [GAMES [EMBEDDER OTHER]]
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from statistics import mean
from typing import NamedTuple

import numpy as np

from wolfcore.agents import CandidateChoice, Turn
from wolfcore.agents.policy import PolicyChooser
from wolfcore.agents.policy.checkpoints import load_checkpoint
from wolfcore.agents.policy.choosers import index_for_draw
from wolfcore.agents.policy.network import PolicyInput
from wolfcore.agents.policy.text_features import TextsDescriber
from wolfcore.agents.policy_files import FIRST_LAYOUT, checkpoint_file
from wolfcore.agents.policy_results import DEFAULT_TEXT_POLICY
from wolfcore.bots import HouseThinker
from wolfcore.game import Game, Team, deal_roles, get_board, make_spec, team_of
from wolfcore.memory.defaults import DEFAULT, FORMER
from wolfcore.memory.local_encoders import sync_vectors
from wolfcore.players import Desk
from wolfcore.seating import make_quick_agent, parse_player, quick_player
from wolfcore.table import play_now

SEED = 7_000_000
"""The seed of the first deal."""


class Twice(NamedTuple):
    """A choice that was made by both embedders.

    Attributes:
        likeliest: Whether the likeliest candidate is the same.
        drawn: Whether the drawn candidate is the same.
        variation: The total variation distance of the two distributions, 0 to 1.
    """

    likeliest: bool
    drawn: bool
    variation: float


def choices(team: Team, games: int, embedder: str, other: str) -> list[Twice]:
    """All choices of a team's seats in some games of `sla7` against `bot:hard`."""
    network = load_checkpoint(checkpoint_file(DEFAULT_TEXT_POLICY)).network()
    found: list[Twice] = []

    def chooser(thinker: HouseThinker, _: str) -> PolicyChooser:
        again = TextsDescriber(thinker, sync_vectors(other), FIRST_LAYOUT)

        def note(turn: Turn, desk: Desk, seen: PolicyInput, chosen: CandidateChoice) -> None:
            first = network.probabilities(seen)
            second = network.probabilities(again.describe(turn, desk))
            drawn = index_for_draw(second, desk.dice.chance("policy"))
            found.append(
                Twice(
                    bool(np.argmax(first) == np.argmax(second)),
                    chosen.position == drawn,
                    float(np.abs(first - second).sum() / 2),
                )
            )

        return PolicyChooser(
            network, TextsDescriber(thinker, sync_vectors(embedder), FIRST_LAYOUT), note
        )

    agent = make_quick_agent(
        parse_player(f"sla:bots=hard:record=whole:policy={DEFAULT_TEXT_POLICY}"), chooser
    )
    for seed in range(SEED, SEED + games):
        game = Game(make_spec(get_board("sla7"), seed))
        roles = enumerate(deal_roles(game.spec), 1)
        rival = quick_player("bot:hard")
        play_now(game, {seat: agent if team_of(role) == team else rival for seat, role in roles})
    return found


def main(words: Sequence[str]) -> None:
    """Print a line for each team."""
    games = int(words[0]) if words else 100
    embedder, other = words[1:3] if len(words) > 2 else (FORMER, DEFAULT)
    teams: tuple[Team, ...] = ("village", "wolves")
    for team in teams:
        made = choices(team, games, embedder, other)
        sys.stdout.write(
            f"{team}: {len(made)} choices in {games} games: equal likeliest "
            f"{mean(each.likeliest for each in made):.1%}, equal drawn "
            f"{mean(each.drawn for each in made):.1%}, total variation "
            f"{mean(each.variation for each in made):.4f}, "
            f"greatest {max(each.variation for each in made):.4f}\n"
        )


if __name__ == "__main__":
    main(sys.argv[1:])

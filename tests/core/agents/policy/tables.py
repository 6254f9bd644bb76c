"""Turns with candidates, and networks of texts that nobody taught."""

from __future__ import annotations

from pathlib import Path

from tests.core.agents.policy.nets import drawn_weights
from tests.core.agents.steps.tables import ask, view
from wolfcore.agents import Candidate, Turn
from wolfcore.agents.policy import Checkpoint, Sizes, save_checkpoint
from wolfcore.agents.policy.checkpoints import FORMAT, About
from wolfcore.agents.policy.text_features import describer_name, feature_lengths
from wolfcore.agents.policy_files import FIRST_LAYOUT
from wolfcore.agents.prompt import new_turn
from wolfcore.agents.turn import Deduction

DIMENSIONS = 384
NAMES = view().names
DEDUCED = (
    Deduction(1, "Werewolf", 9, f"2 {NAMES[1]} and {NAMES[4]} are one, 30% sure."),
    Deduction(2, "Uncertain", 6),
    Deduction(4, "Seer", 7),
    Deduction(5, "Doctor", 10),
    Deduction(6, "Villager", 6),
)


def turn(*candidates: Candidate, **spoken: str) -> Turn:
    """A ballot of seat 3 on day 2, before which everybody said something."""
    asked = ask("vote")
    made = new_turn(view(**spoken), asked)
    return Turn(
        made.view, asked, made.lines, made.sections, deductions=DEDUCED, candidates=candidates
    )


BALLOTS = (
    Candidate("He lied. So he goes.", 1),
    Candidate("Nobody else is left.", 2),
    Candidate("", 0),
)


def text_policy(
    folder: Path, embedder: str, dimensions: int = DIMENSIONS, name: str = "mine"
) -> Path:
    """A checkpoint of a policy that reads texts, which nobody taught."""
    player, state, candidate = feature_lengths(FIRST_LAYOUT, dimensions)
    sizes = Sizes(player=player, state=state, candidate=candidate, width=16, heads=2)
    file = folder / f"{name}.safetensors"
    save_checkpoint(
        file,
        Checkpoint(
            About(format=FORMAT, describer=describer_name(embedder), sizes=sizes),
            drawn_weights(sizes),
        ),
    )
    return file

"""Likelihoods: the numeric parameters of the belief, read from likelihoods.toml.

Weights are natural logarithms of likelihood ratios, probabilities lie in 0..1. The file is fitted
by `python -m bench fit`; its keys are the field names. The defaults of the class are where a fit
starts.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files

import msgspec
from msgspec import Struct


class Likelihoods(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Parameters of the belief: log-likelihood weights and probabilities.

    Attributes:
        voted: The weight for the target that a seat of the village votes for it.
        votes_mate: The weight for the target that a wolf votes for it.
        lean: The factor of a straw ballot relative to a ballot.
        accused, accuses_mate: As `voted` and `votes_mate`, for firm accusations and calls for a
            vote.
        vouched, vouches_mate: As `voted` and `votes_mate`, for firm vouching.
        defends: Speaking for oneself on a day on which another seat spoke against one.
        contradicts: Changing one's claim, or speaking for and against the same seat in a day.
        elected_mate: A wolf's ballot for a wolf as sheriff.
        killed: Falling alone in a night without a known cause, where it may have been poison;
            `killed_twice` where two fell that night.
        attacked: Being attacked where wolves may attack their own pack.
        confesses: Claiming to be a wolf, and not taking it back.
        outlived: A standing claim of a checking role that lives through a night in which another
            seat was killed: without and with a role that protects.
        true_claims: The probability that the holder of a role has claimed it by now: unpressed,
            pressed.
        true_with_find: The probability that a seer who found a wolf has claimed by now.
        silent_spoke: The true holder lives, has spoken since the first claim and has not claimed.
        silent_waits: The true holder lives and has had no turn since the first claim.
        silent_dead: The true holder died without a claim.
        wolf_claims: A wolf claims the role: unpressed, pressed.
        villager_claims: A seat of the village claims a role that it does not hold.
        wolf_finds: A wolf that plays the seer invents a find and not a clean result.
        wolf_frames: A wolf's invented find names a wolf; `wolf_clears`: an invented clean result
            names a wolf.
        broken_deed: The factor on a claim for each told action that does not fit what happened.
    """

    voted: float = 0.25
    votes_mate: float = -1.4
    lean: float = 0.5
    accused: float = 0.6
    accuses_mate: float = -0.7
    vouched: float = -0.45
    vouches_mate: float = 0.3
    defends: float = -0.25
    contradicts: float = 0.6
    elected_mate: float = 0.3
    killed: float = -2.0
    killed_twice: float = -0.9
    attacked: float = -3.0
    confesses: float = 4.0
    outlived: tuple[float, float] = (0.5, 0.5)
    true_claims: tuple[float, float] = (0.3, 0.75)
    true_with_find: float = 0.9
    silent_spoke: float = 0.12
    silent_waits: float = 0.6
    silent_dead: float = 0.7
    wolf_claims: tuple[float, float] = (0.1, 0.3)
    villager_claims: float = 0.005
    wolf_finds: float = 0.5
    wolf_frames: float = 0.12
    wolf_clears: float = 0.35
    broken_deed: float = 0.1


def _fitted() -> Likelihoods:
    data = tomllib.loads(
        files("wolfcore.bots.belief").joinpath("likelihoods.toml").read_text("utf-8")
    )
    return msgspec.convert(data, Likelihoods)


FITTED = _fitted()
"""The fitted likelihoods that the bots use; the head of likelihoods.toml has the command."""

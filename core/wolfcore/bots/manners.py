"""The manners of the house bots: how their words sound, whatever they mean.

A manner is a file of lines, and a temperament (`temper`). Who has which is drawn from the names at the table, which everybody
knows: it is the same at every ask of a game, and it can tell nothing about a role or a team.
"""

from __future__ import annotations

from functools import lru_cache

from wolfcore.game import dice_of

MANNERS = ("analyst", "dramatic", "dry", "folksy", "formal", "nervous", "terse", "warm")


@lru_cache(maxsize=256)
def manners_by_seat(names: tuple[str, ...]) -> tuple[str, ...]:
    """The manner of every seat in order; nobody shares one as long as there is a fresh one.

    Args:
        names: Everybody's name in seat order, drawn from the seed of the game.
    """
    dice = dice_of(0, "/".join(names))
    rounds = range(-(-len(names) // len(MANNERS)))
    dealt = [manner for round_ in rounds for manner in dice.shuffle(f"manners.{round_}", MANNERS)]
    return tuple(dealt[: len(names)])

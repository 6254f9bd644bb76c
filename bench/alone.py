"""The case of section 4.2 of Strategic Language Agents, brought about: a last wolf alone with Seer and Doctor, who both claimed.

All that comes before is given, the same for whoever plays; from the third night on the players are themselves. Seats are turned
from game to game, so that no seat number is always the Doctor.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct

from core.arena import Arena, Broken, Played, Pool, Wanted
from core.game import Answer, RoleName, get_board
from core.speech import READER_VERSION

from .kept import Pairing, kept, tell

BOARD = "sla7"
"""The board on which the case is brought about."""
FOLDER = "alone"
"""Where these games lie in a folder of kept games, so that none counts as an ordinary one."""
_ROLES: tuple[RoleName, ...] = ("Werewolf", "Werewolf", "Seer", "Doctor", "Villager", "Villager", "Villager")
SEATS = len(_ROLES)


def dealt(turned: int) -> dict[int, RoleName]:
    """The roles by seat, turned by so many seats."""
    return {(place + turned) % SEATS + 1: role for place, role in enumerate(_ROLES)}


def given(turned: int) -> dict[str, Answer]:
    """The answers of the first two nights and days, by ask id: two of the village are killed, a wolf and a villager exiled."""
    last, wolf, seer, doctor, first, second, third = ((place + turned) % SEATS + 1 for place in range(SEATS))
    found = {
        f"n1.kill.{last}": first, f"n1.kill.{wolf}": first, f"n1.check.{seer}": wolf, f"n1.protect.{doctor}": doctor,
        f"n2.kill.{last}": second, f"n2.check.{seer}": second, f"n2.protect.{doctor}": doctor,
    }  # fmt: skip
    found |= {f"d1.vote.{seat}": wolf for seat in (last, seer, doctor, second, third)} | {f"d1.vote.{wolf}": seer}
    found |= {f"d2.vote.{seat}": third for seat in (last, seer, doctor)} | {f"d2.vote.{third}": last}
    claims = {
        f"d1.speak.{seer}": f"I am the Seer. I checked seat {wolf} last night, and seat {wolf} is a wolf.",
        f"d2.speak.{seer}": f"I am the Seer. I checked seat {second} last night, and seat {second} is good.",
        f"d2.speak.{doctor}": "I am the Doctor. I protected myself.",
    }
    return {ask: Answer(choice) for ask, choice in found.items()} | {ask: Answer(0, text) for ask, text in claims.items()}


class _Setup(Struct, frozen=True):
    root: Path
    players: tuple[str, ...]


def bring_about(folder: Path, players: Sequence[str], seeds: Sequence[int], jobs: int) -> list[str]:
    """Play what a folder lacks of such games, each player being all seven; returns a line for each game that broke.

    Args:
        folder: The folder of kept games, in which these have one of their own.
        players: Who plays, as on the command line, without a model.
        seeds: The games; they turn the seats, too.
        jobs: How many processes play.

    Raises:
        ConfigError: A player is wrong or takes its time, or the folder cannot be written.
    """
    root = folder / FOLDER
    have = {(game.pairing.wolves, game.seed) for game in kept(root, BOARD).games}
    missing = [(number, seed) for seed in seeds for number, player in enumerate(players) if (player, seed) not in have]
    broken: list[str] = []
    for done, game in enumerate(Pool(_playing, _Setup(root, tuple(players)), jobs).results(missing), 1):
        if isinstance(game, Broken):
            broken.append(f"broken: seed {game.seed}: {game.why}")
        tell(done, len(missing), "games brought about")
    return broken


def _playing(setup: _Setup) -> Callable[[tuple[int, int]], Played | Broken]:
    """Prepares a pool whose calls are games: the number of a player, and a seed."""
    arenas = {
        (number, turned): Arena(Wanted(
            board=get_board(BOARD), seats=Pairing(player, player).seats, deal=dealt(turned), answers=given(turned),
            root=setup.root, version="bench", reader=READER_VERSION,
        ))
        for number, player in enumerate(setup.players) for turned in range(SEATS)
    }  # fmt: skip
    return lambda item: arenas[item[0], item[1] % SEATS].play(item[1])

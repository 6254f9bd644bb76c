"""The spec of a game: board, seed, names, people, forced roles and draws; role dealing.

A spec and the answers of the seats decide every byte of the log. Raise `rules_version` with each
rule change that can change the log of an old game.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from msgspec import Struct

from wolfcore.errors import ConfigError

from .boards import Board
from .dice import MAX_SEED, Dice, dice_of
from .roles import RoleName, Seats, seats_by_power

_PURPOSE = re.compile(
    r"order(\.d[1-9]\d?)?|candidates|appointed|tie\.d[1-9]\d?|decider\.n[1-9]\d?"
    r"|speaker\.d[1-9]\d?\.[1-9]\d?"
)


def rules_version(board: Board) -> int:
    """Return the version of the rules by which a board is played.

    It rises with every change after which the same spec and answers may give another log, but only
    for the boards that the change affects.
    """
    switches = board.switches
    led_without_straws = (
        switches.sheriff != "none"
        and switches.straw_vote == "none"
        and switches.suspicions == "before_vote"
    )
    return (
        2 if led_without_straws else 1
    )  # 2: before the summary only the sheriff is asked for suspicions


class GameSpec(Struct, frozen=True):
    """All inputs of a game before it is played.

    Attributes:
        board: The board in full, so that a saved game does not depend on later board names.
        seed: The source of all randomness, `0` to `2**63-1` (`MAX_SEED`).
        names: One name a seat, in seat order.
        people: The seats that persons play at the start (a board may keep them from leading).
        deal: Forced roles by seat; the others are dealt at random.
        chance: Forced draws by purpose: `order` or `order.d2`, `candidates`, `appointed`, `tie.d2`,
            `decider.n1`, `speaker.d1.3`. Each value is the seats drawn, in order.
    """

    board: Board
    seed: int
    names: tuple[str, ...]
    people: tuple[int, ...] = ()
    deal: dict[int, RoleName] = {}
    chance: dict[str, tuple[int, ...]] = {}


def make_spec(
    board: Board,
    seed: int,
    *,
    names: tuple[str, ...] = (),
    people: Mapping[int, str | None] | None = None,
    deal: Mapping[int, RoleName] | None = None,
    chance: Mapping[str, tuple[int, ...]] | None = None,
) -> GameSpec:
    """Check the inputs of a game and build its spec, with names drawn for seats without a name.

    Args:
        board: The board.
        seed: The seed.
        names: The drawn names, one a seat, as `names_for_seed` returns them for any seed. If empty,
            the names are drawn from `seed`.
        people: The person's name, or None for a drawn one, by seat.
        deal: Forced roles by seat.
        chance: Forced draws by purpose.

    Raises:
        ConfigError: Seed, seat, name, forced role or forced draw is impossible.
    """
    people, deal, chance = people or {}, deal or {}, chance or {}
    if not 0 <= seed <= MAX_SEED:
        raise ConfigError(
            f"{seed} is not a valid seed", hint=f"Seeds are whole numbers from 0 to {MAX_SEED}."
        )
    for seat in (*people, *deal):
        check_seat(board, seat)
    check_forced_draws(board, chance)
    for role, dealt in Counter(deal.values()).items() if deal else ():
        there = board.roles.count(role)
        if dealt > there:
            raise ConfigError(f"{board.name} has only {there} {role}, and {dealt} are dealt")
    named = _with_own_names(names or names_for_seed(seed, board), people)
    return GameSpec(board, seed, named, tuple(sorted(people)), dict(deal), dict(chance))


def names_for_seed(seed: int, board: Board) -> tuple[str, ...]:
    """Draw the names of a board's seats from a seed, in seat order."""
    return draw_names(dice_of(seed, "names"), board.size)


def _with_own_names(drawn: tuple[str, ...], people: Mapping[int, str | None]) -> tuple[str, ...]:
    """Return the name of each seat: the person's own name where given, else the drawn one.

    Raises:
        ConfigError: A person's name is also the name of another seat.
    """
    if not people:
        return drawn
    names = tuple([people.get(seat) or name for seat, name in enumerate(drawn, 1)])
    # Names are recognised in speeches whatever their case, so they may not differ by case alone.
    taken = Counter(name.casefold() for name in names)
    for name in filter(None, people.values()):
        if taken[name.casefold()] > 1:
            raise ConfigError(
                f"another seat is called {name}", key="name", hint="Choose another name."
            )
    return names


def check_seat(board: Board, seat: int) -> None:
    """Raise ConfigError unless the board has this seat."""
    if not 1 <= seat <= board.size:
        raise ConfigError(
            f"there is no seat {seat}", hint=f"{board.name} has seats 1 to {board.size}."
        )


def check_forced_draws(board: Board, chance: Mapping[str, tuple[int, ...]]) -> None:
    """Raise ConfigError for a forced draw with an unknown purpose or an unknown seat."""
    for purpose, seats in chance.items():
        if not _PURPOSE.fullmatch(purpose):
            hint = (
                "Draws are called order, order.d2, candidates, appointed, tie.d2, decider.n2 "
                "or speaker.d2.3."
            )
            raise ConfigError("is not a draw of the moderator", key=f"chance.{purpose}", hint=hint)
        for seat in seats:
            if not 1 <= seat <= board.size:
                raise ConfigError(
                    f"there is no seat {seat}",
                    key=f"chance.{purpose}",
                    hint=f"{board.name} has seats 1 to {board.size}.",
                )


def deal_roles(spec: GameSpec, dice: Dice | None = None) -> tuple[RoleName, ...]:
    """Return the role of each seat, in seat order: forced roles, the others dealt at random.

    Args:
        spec: The spec of the game.
        dice: The moderator's dice, if they exist already; otherwise they are made from the seed.
    """
    left = list(spec.board.roles)
    for role in spec.deal.values():
        left.remove(role)
    drawn = (dice or dice_of(spec.seed)).shuffle("deal", left)
    if not spec.deal:
        return drawn
    others = iter(drawn)
    return tuple([spec.deal.get(seat) or next(others) for seat in range(1, spec.board.size + 1)])


def wolves_of(roles: tuple[RoleName, ...]) -> Seats:
    """Return the seats of the pack in a deal, ascending."""
    return seats_by_power(roles)["kill"]


_NAMES_BY_LETTER: tuple[tuple[str, ...], ...] = tuple(
    tuple(line.split())
    for line in """\
Ada Anton Amira Arlo Aoife
Bram Bea Boris Bilal Brit
Cleo Cyril Carla Cem Cosma
Dov Dina Dario Delia Dagmar
Elif Enzo Edda Emeka Eira
Fay Faruk Flora Felix Freja
Gil Greta Goran Gaia Giles
Hana Hugo Hedda Hassan Helge
Ivo Ines Idris Ilse Imre
Jun Jana Joost Jade Jorge
Kaia Kofi Kira Karel Kenji
Lev Lina Luca Leona Lars
Mira Milo Maud Mateo Minh
Nils Nora Nuri Nadia Noam
Odile Oskar Olga Omar Otis
Pia Pavel Petra Piers Paloma
Quinn Qadir Quita Quirin Qiang
Ravi Rosa Rune Rania Remy
Sena Sven Salma Stijn Sofia
Theo Tara Tomas Tilda Tariq
Uma Udo Ursula Umberto Ulla
Vera Viktor Vida Vito Veda
Wim Wanda Wafa Willem Wren
Xenia Xaver Ximena Xander Xiu
Yara Yuri Yael Yann Yuki
Zeno Zora Zaid Zelda Zahra""".splitlines()
)


_NAMES_A_LETTER = 5


def draw_names(dice: Dice, size: int) -> tuple[str, ...]:
    """Draw names for seats 1..size (26 at most), each starting with the letter of its seat."""
    # At most 5**26, far below the 2**192 up to which `draws` is uniform.
    drawn = dice.draws("names", _NAMES_A_LETTER, size)
    return tuple([names[number] for names, number in zip(_NAMES_BY_LETTER, drawn, strict=False)])


def is_drawable_name(name: str, seat: int) -> bool:
    """Return whether a name is one of those that can be drawn for a seat, 1..26."""
    return name in _NAMES_BY_LETTER[seat - 1]

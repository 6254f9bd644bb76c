"""Names for seats: seat 1 has an A, seat 2 a B and so on, so that a name tells its chair."""

from __future__ import annotations

from .dice import Dice

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
    """Names for seats 1..size (26 at most), each with the letter of its seat."""
    drawn = dice.draws("names", _NAMES_A_LETTER, size)
    return tuple([names[number] for names, number in zip(_NAMES_BY_LETTER, drawn, strict=False)])


def is_drawable_name(name: str, seat: int) -> bool:
    """Whether a name is one of those that a seat, 1..26, may be drawn."""
    return name in _NAMES_BY_LETTER[seat - 1]

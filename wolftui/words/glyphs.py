"""All signs that the program draws, in Unicode and ASCII, and the colours of the roles.

A sign always stands beside a word.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import astuple

from wolfcore.roles import read_section


class Glyphs(Struct, frozen=True):
    """A set of signs: the Unicode set `FANCY` or the set `ASCII`."""

    roles: dict[str, str]
    night: str = "☾"
    day: str = "☀"
    sheriff: str = "★"
    dead: str = "†"
    exiled: str = "⚑"
    claim: str = "◆"
    secret: str = "◈"
    arrow: str = "→"
    dot: str = "·"
    thinking: str = "…"
    folded: str = "▸"
    more: str = "…"
    none: str = "–"
    half: str = "½"
    again: str = "↻"
    now: str = "•"
    turned: str = "↯"
    bar: str = "▌"
    rule: str = "─"
    beside: str = "┌├└"
    play: str = "▶"
    pause: str = "⏸"
    left: str = "←"
    right: str = "→"
    up: str = "↑"
    down: str = "↓"
    turning: str = "⠋⠙⠹⠸⠼⠴⠦⠧"
    levels: str = "▁▂▃▄▅▆▇█"

    @property
    def all_signs(self) -> str:
        """All signs, each once and separated by spaces, roles first."""
        roles, *others = astuple(self)
        return " ".join(dict.fromkeys("".join((*roles.values(), *others))))

    def sparkline(self, shares: Sequence[float]) -> str:
        """Draw shares from 0 to 1 as a row of bars, higher for larger shares."""
        top = len(self.levels) - 1
        return "".join(self.levels[round(share * top)] for share in shares)

    def draw_keys(self, written: str) -> str:
        """Replace the arrows in displayed key names by the arrows of this set."""
        for arrow, sign in zip("←→↑↓", (self.left, self.right, self.up, self.down), strict=True):
            written = written.replace(arrow, sign)
        return written


class RoleSigns(Struct, frozen=True, forbid_unknown_fields=True):
    """The section `signs` of a role's file: its sign in each set, and its colour in a theme."""

    unicode: str
    ascii: str
    colour: Literal["werewolf", "villager", "seer", "guard", "witch", "hunter"]


_ROLES = read_section("signs", RoleSigns)


ROLE_COLOURS: dict[str, str] = {role: signs.colour for role, signs in _ROLES.items()}
"""The theme colour of each role."""


FANCY = Glyphs({role: signs.unicode for role, signs in _ROLES.items()}, pause="‖")


ASCII = Glyphs(
    {role: signs.ascii for role, signs in _ROLES.items()},
    night="(", day="*", sheriff="*", dead="x", exiled="!", claim="?", secret="#", arrow="->",
    dot="|", thinking="...", folded=">", more="...", none="-", half=".5", again="~", now="<",
    bar="|", rule="-", play=">", pause="=", left="Left", right="Right", beside="/|\\", up="Up",
    down="Down", turning="|/-\\", turned="^", levels="12345678",
)  # fmt: skip


EDGES = {
    **dict.fromkeys(range(0x2500, 0x2580), "+"),
    **dict.fromkeys(range(0x2580, 0x25A0), " "),
    **str.maketrans(
        {**dict.fromkeys("─━═▀▄█▔", "-"), **dict.fromkeys("│┃║▌▐▎▍▊▋", "|"), "🔎": "/ "}
    ),
}
"""The ASCII replacements of characters that Textual draws: borders, scroll bars, the palette."""

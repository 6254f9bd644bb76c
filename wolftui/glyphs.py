"""Every sign that the program draws, once for good fonts and once in ASCII. A sign never stands alone: a word goes with it."""

from __future__ import annotations

from msgspec import Struct


class Glyphs(Struct, frozen=True):
    """A set of signs."""

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
    again: str = "↻"
    now: str = "•"
    bar: str = "▌"
    rule: str = "─"
    play: str = "▶"
    pause: str = "⏸"


FANCY = Glyphs(
    {"Werewolf": "▲", "Villager": "●", "Seer": "◉", "Doctor": "✚", "Guard": "✚", "Witch": "✦", "Hunter": "➤"},
    pause="‖",
)

ASCII = Glyphs(
    {"Werewolf": "W", "Villager": "v", "Seer": "S", "Doctor": "+", "Guard": "+", "Witch": "P", "Hunter": "H"},
    night="(", day="*", sheriff="*", dead="x", exiled="!", claim="?", secret="#", arrow="->", dot="|", thinking="...",
    again="~", now="<", bar="|", rule="-", play=">", pause="=",
)  # fmt: skip

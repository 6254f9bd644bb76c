"""The JSON data of the HTML replay: steps and table state per viewer, equal items stored once.

The keys are read by `replay.js`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from wolfcore.visible import blank_invisible
from wolftui.games.session.game_session import GameSession
from wolftui.games.session.playback import reading_seconds
from wolftui.games.session.visible_log import VisibleLog
from wolftui.views.labels import PHASES, death_time
from wolftui.views.seat_cards import Card, seat_cards
from wolftui.views.seat_claims import ClaimsBySeat, claims_fold
from wolftui.views.timeline import PHASE_CELLS
from wolftui.words.fact_wording import Presenter
from wolftui.words.glyphs import Glyphs
from wolftui.words.spans import MODERATOR_EYES, Block, Span

from .redaction import RedactedGame, eyes_label

T = TypeVar("T")


_PHASES: Mapping[str, str] = {**PHASES}


SpanData = list[list[str]]
"""A line as style role and text of each span."""


class Interner(Generic[T]):
    """A table of distinct items, each of which is stored once and referred to by its index."""

    def __init__(self) -> None:
        self.items: list[T] = []
        self._numbers: dict[str, int] = {}

    def number(self, item: T) -> int:
        """Return the index of an item, adding the item if it is new."""
        key = repr(item)
        if key not in self._numbers:
            self._numbers[key] = len(self.items)
            self.items.append(item)
        return self._numbers[key]


class ReplayTables:
    """The item tables that the replay steps of all viewers share."""

    def __init__(self) -> None:
        self.lines: Interner[SpanData] = Interner()
        self.blocks: Interner[list[Any]] = Interner()
        self.cards: Interner[list[Any]] = Interner()
        self.tables: Interner[list[int]] = Interner()


def replay_data(shared: RedactedGame, glyphs: Glyphs) -> dict[str, Any]:
    """Build the JSON data of a replay, which `replay.js` reads.

    Keys: `names`, `seats` (their players, or nothing), `lines`, `blocks` (kind, seat, secret, head,
    lines, thought, seconds), `cards` (role, sign, how the seat died, sheriff, claim, vote),
    `tables` (one card per seat), and `eyes`: for each viewer its `name`, its `seat`, its `steps`
    (place, block, table, label, night) and its `cells` (step, night, words).
    """
    pools = ReplayTables()
    eyes = [_viewer_data(shared, each, pools, glyphs) for each in shared.eyes]
    return {
        "names": [blank_invisible(name) for name in shared.names],
        "seats": [blank_invisible(player) for player in shared.players],
        "lines": pools.lines.items,
        "blocks": pools.blocks.items,
        "cards": pools.cards.items,
        "tables": pools.tables.items,
        "eyes": eyes,
        "signs": {
            "night": glyphs.night,
            "day": glyphs.day,
            "sheriff": glyphs.sheriff,
            "claim": glyphs.claim,
            "secret": glyphs.secret,
        },
    }


def _viewer_data(
    shared: RedactedGame, eyes: int, pools: ReplayTables, glyphs: Glyphs
) -> dict[str, Any]:
    """Build the name, steps and cells of one viewer."""
    shown = shared.shown(eyes, glyphs)
    session, places = shown.session, _places(shared, eyes)
    session.go_end()
    blocks, cells = list(session.blocks), session.value_known(PHASE_CELLS)
    steps: list[list[Any]] = []
    before = 0
    for block in blocks:
        session.go_to(block.fact_count)
        table = pools.tables.number(
            [
                pools.cards.number(_card(card, glyphs))
                for card in seat_cards(shown, _claims(session))
            ]
        )
        night = int(block.phase in ("setup", "night"))
        steps.append(
            [
                places(min(before, block.fact_count - 1)),
                pools.blocks.number(_block(block, pools)),
                table,
                _label(block, session, glyphs),
                night,
            ]
        )
        before = block.fact_count
    starts = [
        next(
            (number for number, block in enumerate(blocks) if block.fact_count >= cell.fact_count),
            0,
        )
        for cell in cells
    ]
    marks = [_marks(cell.fell, glyphs, exiled=cell.exiled, elected=cell.elected) for cell in cells]
    signs = [f"{glyphs.night if cell.night else glyphs.day}{cell.day}" for cell in cells]
    return {
        "name": blank_invisible(eyes_label(shared, eyes)),
        "seat": max(eyes, 0),
        "steps": steps,
        "cells": [
            [*each]
            for each in zip(starts, [int(cell.night) for cell in cells], signs, marks, strict=True)
        ],
    }


def _places(shared: RedactedGame, eyes: int) -> Callable[[int], int]:
    """Return a function from a fact count of the widest viewer to that of another viewer.

    The returned function gives the number of known facts by which the viewer has passed that point,
    so that a change of viewer keeps the place.
    """
    sight = VisibleLog(Presenter(shared.board, shared.names, eyes))
    sight.append(shared.entries, 0)
    end = len(shared.entries)

    def place(told: int) -> int:
        return sight.place_after(told, end) + 1

    return place


def _claims(session: GameSession) -> ClaimsBySeat:
    return session.value_at_cursor(claims_fold(session.names, session.board.roles))


def _marks(fell: int, glyphs: Glyphs, *, exiled: bool, elected: bool) -> str:
    return (glyphs.sheriff if elected else "") + (
        glyphs.exiled if exiled else glyphs.dead if fell else ""
    )


def _label(block: Block, session: GameSession, glyphs: Glyphs) -> str:
    """Name the time in the game at which a block was told: `Day 2 · discussion`."""
    if session.state.ended:
        return f"The end {glyphs.dot} day {block.day}"
    if not block.day:
        return "Before the first night"
    return (
        f"{'Night' if block.phase == 'night' else 'Day'} {block.day} {glyphs.dot} "
        f"{_PHASES[block.phase]}"
    )


def _line(line: Sequence[Span], pools: ReplayTables) -> int:
    return pools.lines.number([[span.style, blank_invisible(span.text)] for span in line])


def _block(block: Block, pools: ReplayTables) -> list[Any]:
    lines = [_line(line, pools) for line in block.lines]
    head = _line(block.head, pools) if block.head else -1
    thought = " ".join(blank_invisible(block.thought).split())
    return [
        block.kind,
        block.seat,
        int(block.secret),
        head,
        lines,
        thought,
        round(reading_seconds(block), 1),
    ]


def _card(card: Card, glyphs: Glyphs) -> list[Any]:
    sign = glyphs.exiled if card.death and card.death.cause == "exiled" else glyphs.dead
    fell = f"{sign} {card.death.cause or 'died'}, {death_time(card.death)}" if card.death else ""
    role = f"{glyphs.roles[card.role]} {card.role}" if card.role else ""
    vote = "" if card.vote is None else f"{glyphs.arrow} {card.vote or 'nobody'}"
    vote = "no vote" if card.no_vote else vote
    return [card.role or "", role, fell, int(card.sheriff), blank_invisible(card.claim), vote]


def has_thoughts(shared: RedactedGame) -> bool:
    """Tell whether the export contains thoughts, which the page can unfold."""
    if shared.widest_eyes != MODERATOR_EYES:
        return False
    session = shared.shown(MODERATOR_EYES).session
    session.go_end()
    return any(block.thought for block in session.blocks)

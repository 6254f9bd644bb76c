"""A person who states suspicions through a game reads at its end how alike they and the machines
judged."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.wolftui.cli.running import first_choice
from tests.wolftui.plain.consoles import ListedConsole
from wolfcore.records import read_game
from wolftui.games.arrangement import PlayOptions
from wolftui.games.game_starts import start_game
from wolftui.games.sources import review_game
from wolftui.plain.line_layout import LineLook
from wolftui.plain.live_game import PlainGame
from wolftui.views.result.game_numbers import GameNumbers
from wolftui.views.result.role_tabs import more_page
from wolftui.words.glyphs import FANCY
from wolftui.words.wrapping import plain_text

BOARDS = ("helmsman7", "plus9+sheriff")
PAIRED = ("correlation", "correlation_moments")


async def figured(root: Path, board: str, *, states: bool) -> tuple[list[str], int]:
    """The lines of the figures of a game with a person on seat 4, and how often that person stated
    something."""

    def typed(lines: list[str]) -> str:
        if not lines[-1].startswith("Suspicions"):
            return first_choice(lines)
        seats = [int(line.split()[0]) for line in lines[-12:] if line.startswith("     ")]
        return (
            ", ".join(f"{seat} Were {5 + place % 6}" for place, seat in enumerate(seats))
            if states
            else "skip"
        )

    options = PlayOptions(
        board=board,
        seats=("4=human:suspicions",),
        default_player="bot:normal",
        seed=1,
        deal="4=Villager",
        games_root=root,
    )
    running = start_game(options)
    await PlainGame(running, ListedConsole(typed), LineLook()).play()
    running.close()
    saved = read_game(root / running.id)
    shown = review_game(saved)
    shown.session.go_end()
    assert shown.outcome
    own = [
        record
        for ask, record in saved.journal.items()
        if ask.endswith(".4.suspect") and record.answer.beliefs
    ]
    lines = [
        plain_text(line).split()
        for line in more_page(GameNumbers(shown, shown.outcome, FANCY), 120).lines
    ]
    return [words[-1] for words in lines if words], len(own)


@pytest.mark.parametrize("board", BOARDS)
async def test_where_a_person_stated_suspicions_their_likeness_to_the_machines_is_measured(
    tmp_path: Path, board: str
) -> None:
    names, stated = await figured(tmp_path, board, states=True)
    assert stated > 1
    assert set(PAIRED) <= set(names)


async def test_where_they_passed_every_time_there_is_none(tmp_path: Path) -> None:
    names, stated = await figured(tmp_path, BOARDS[0], states=False)
    assert stated == 0
    assert not set(PAIRED) & set(names)

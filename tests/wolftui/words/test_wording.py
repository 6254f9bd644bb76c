"""Facts in words: what is said once is said where it is needed, and to those who do not know
better."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from wolfcore.game import Board, get_board
from wolfcore.game import facts as f
from wolftui.words.fact_wording import Presenter
from wolftui.words.spans import MODERATOR_EYES, PUBLIC_EYES
from wolftui.words.wrapping import plain_text

HIDDEN = "(roles stay hidden on this board)"
NIGHT, DAY = f.Began(1, "night"), f.Began(1, "discussion")


def told(board: Board, eyes: int, *facts: f.Fact) -> str:
    presenter = Presenter(board, tuple(f"Name{seat}" for seat in range(1, board.size + 1)), eyes)
    for fact in facts:
        presenter.add(fact)
    return "\n".join(
        plain_text(line) for block in presenter.blocks for line in (block.head, *block.lines)
    )


@pytest.mark.parametrize(
    ("facts", "after"),
    [
        (
            (NIGHT, f.Began(1, "dawn"), f.Died(3), f.Died(4), DAY, f.Exiled(2), f.Died(2)),
            "Name3 died in the night.  ",
        ),
        (
            (NIGHT, f.Began(1, "dawn"), f.QuietNight(1), DAY, f.Exiled(2), f.Died(2)),
            "Exiled: 2 Name2  ",
        ),
    ],
)
def test_why_no_role_is_told_is_said_once_at_the_first_fall(
    facts: tuple[f.Fact, ...], after: str
) -> None:
    board = get_board("classic9")
    assert not board.switches.role_revealed
    words = told(board, PUBLIC_EYES, *facts)
    assert words.count(HIDDEN) == 1
    assert after + HIDDEN in words


def test_it_is_not_said_where_roles_are_shown_or_known() -> None:
    fall = (NIGHT, f.Began(1, "dawn"), f.Died(3))
    shows = replace(
        get_board("classic9"), switches=replace(get_board("classic9").switches, role_revealed=True)
    )
    assert HIDDEN not in told(shows, PUBLIC_EYES, *fall)
    assert HIDDEN not in told(get_board("classic9"), MODERATOR_EYES, f.Dealt(3, "Seer"), *fall)


def test_a_potion_that_is_kept_is_used_on_nobody() -> None:
    board = get_board("duel6")
    kept = told(board, MODERATOR_EYES, NIGHT, f.Saved(3, 0), f.Poisoned(3, 0))
    assert "keeps the antidote" in kept and "keeps the poison" in kept
    used = told(board, MODERATOR_EYES, NIGHT, f.Saved(3, 2), f.Poisoned(3, 4))
    assert "uses the antidote on 2" in used and "poisons 4" in used

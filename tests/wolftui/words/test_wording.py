"""Facts in words: what is said once is said where it is needed, and to those who do not know
better."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from wolfcore.game import Board, get_board
from wolfcore.game import facts as f
from wolftui.words.fact_wording import Presenter
from wolftui.words.spans import MODERATOR_EYES, PUBLIC_EYES
from wolftui.words.transcript_layout import TranscriptShape, block_height, layout_block
from wolftui.words.wrapping import plain_text

HIDDEN = "(roles stay hidden on this board)"
NAMES = tuple(f"Name{seat}" for seat in range(1, 10))
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


def test_the_thought_of_who_passes_is_told_where_it_passed_and_not_with_its_next_speech() -> None:
    presenter = Presenter(get_board("classic9"), NAMES, MODERATOR_EYES)
    for fact in (
        f.Began(1, "defence"),
        f.MostNamed(3, 1),
        f.Thought(3, "d1.defend.3", "Better not."),
        f.MostNamed(4, 1),
        f.Thought(4, "d1.defend.4", "Nor me."),
        f.Began(1, "vote"),
        f.Thought(5, "d1.vote.5", "Him."),
        f.Voted(5, 0, "vote"),
        f.Began(2, "discussion"),
        f.Thought(4, "d2.speak.4", "Hm."),
        f.Said(4, "speak", "Morning."),
        f.Said(3, "speak", "Hello."),
    ):
        presenter.add(fact)
    spoken = [block for block in presenter.blocks if block.kind == "speech"]
    assert [(block.text, block.thought, block.secret, block.day) for block in spoken] == [
        ("3 Name3\npasses", "Better not.", True, 1),
        ("4 Name4\npasses", "Nor me.", True, 1),
        ("4 Name4\nMorning.", "Hm.", False, 2),
        ("3 Name3\nHello.", "", False, 2),
    ]
    shape = TranscriptShape(40, thoughts=True)
    for block in spoken:
        assert len(layout_block(block, shape)) == block_height(block, shape)

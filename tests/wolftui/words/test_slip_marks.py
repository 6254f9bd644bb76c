"""The marks of slips: below a speech for eyes that know everything, and for nobody else."""

from __future__ import annotations

import pytest

from tests.core.game.table_talk import board_of, seats
from tests.core.metrics.written import NAMES as EVERYBODY
from tests.core.speech.test_secret_slips import DEAL, NIGHTS, TELLING
from wolfcore.game import ALL, Entry, Fact
from wolfcore.game import facts as f
from wolftui.games.session.game_session import GameSession
from wolftui.plain.line_layout import LineLook
from wolftui.plain.printer import Printer
from wolftui.words.spans import MODERATOR_EYES, PUBLIC_EYES

SIZE = len(DEAL)
NAMES = EVERYBODY[:SIZE]
SECRET = (f.Dealt, f.Attacked, f.Checked, f.Victim, f.Saved, f.Poisoned, f.Cause)
HELD: dict[str, int] = {line: min(seats_of) for line, (*_, seats_of) in TELLING.items()}


def log(*more: Fact) -> list[Entry]:
    """A game in which somebody says every line of `TELLING` that gives something away."""
    facts: list[Fact] = [f.Began(0, "setup")]
    facts += [f.Dealt(seat, role) for seat, role in enumerate(seats(DEAL), 1)]
    facts += [*NIGHTS, *(f.Said(seat, "speak", line) for line, seat in HELD.items()), *more]
    return [Entry((1,) if isinstance(fact, SECRET) else ALL, fact) for fact in facts]


def session_of(people: tuple[int, ...], *more: Fact, live: bool = True) -> GameSession:
    session = GameSession(board_of(DEAL), NAMES, people=people, live=live)
    session.entries(log(*more))
    session.go_end()
    return session


def printed(session: GameSession) -> str:
    lines: list[str] = []
    Printer(session, LineLook(width=60), lines.append).catch_up()
    return "\n".join(lines)


def test_the_moderator_reads_below_each_speech_what_it_tells() -> None:
    session = session_of(())
    assert session.eyes == MODERATOR_EYES
    marks = [block.slip for block in session.blocks if block.kind == "speech"]
    assert set(marks) == {
        "slip: speaks as one of the pack",
        "slip: knows that the wolves attacked 6 Fay",
        "slip: knows the potions as the Witch does",
        "slip: knows that 7 Gil was poisoned",
        "slip: knows what 5 Elif is, which nobody has shown",
        "slip: knows what 2 Bram is, which nobody has shown",
    }
    assert printed(session).count("slip: ") == len(HELD)


@pytest.mark.parametrize("eyes", range(PUBLIC_EYES, SIZE + 1))
def test_no_player_and_no_onlooker_reads_a_mark(eyes: int) -> None:
    """Wolves neither, who know what slipped."""
    session = session_of((eyes,) if eyes else (1, 2))
    assert session.eyes == eyes
    assert [block for block in session.blocks if block.slip] == []
    assert "slip" not in printed(session)


@pytest.mark.parametrize("eyes", range(PUBLIC_EYES, SIZE + 1))
def test_eyes_that_may_see_all_see_no_mark_while_they_look_from_a_seat(eyes: int) -> None:
    session = session_of((), f.Ended(1, "stopped"), live=False)
    assert session.set_eyes(eyes)
    assert "slip" not in printed(session)
    assert session.set_eyes(MODERATOR_EYES)
    assert "slip" in printed(session)
    assert session.hide_roles(eyes)
    assert not session.set_eyes(MODERATOR_EYES)
    assert "slip" not in printed(session)

"""What models say to harm a reader is shown whole and as it was said, on the screen and in plain
lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.core.agents.tables import BAD, HOSTILE, MARK, play, saying
from tests.wolftui.screen.stage import SIZES, table_of
from wolfcore.agents.speech_filter import cut_at_sentence
from wolfcore.game import facts as f
from wolfcore.players import clean_speech
from wolftui.games.sources import review_game
from wolftui.plain.line_layout import LineLook, block_lines
from wolftui.screen.app import WolfApp
from wolftui.screen.widgets.transcript import Transcript

COLOURED = LineLook(72, colour=True)


def squeezed(text: str) -> str:
    """Words without blanks, which are where lines are broken."""
    return "".join(text.split())


@pytest.mark.parametrize("case", HOSTILE)
async def test_hostile_words_are_whole_in_plain_lines_and_no_terminal_obeys_them(
    tmp_path: Path, case: str
) -> None:
    played = await play(tmp_path, saying(HOSTILE[case], reasoning=HOSTILE[case]))
    session = review_game(played.saved).session
    session.go_end()
    told = [block for block in session.blocks if block.kind == "speech" and block.seat == BAD]
    said = [
        fact.text
        for fact in session.facts
        if isinstance(fact, f.Said | f.Whispered) and fact.seat == BAD
    ]
    assert len(told) == len(said) == 2
    for block, text in zip(told, said, strict=True):
        assert text == cut_at_sentence(clean_speech(HOSTILE[case]), 700)
        lines = block_lines(block, LineLook(72))
        assert all(line.isprintable() for line in lines)
        assert squeezed(text) in squeezed("".join(lines))
    lines = [line for block in session.blocks for line in block_lines(block, COLOURED)]
    sequences = {part.partition("m")[0] for line in lines for part in line.split("\x1b[")[1:]}
    assert sequences <= {"0", "1", "2", *(str(code) for code in (*range(31, 38), *range(90, 98)))}


@pytest.mark.slow(only=("size1",))
@pytest.mark.parametrize("size", SIZES)
async def test_markup_is_no_markup_on_the_screen(tmp_path: Path, size: tuple[int, int]) -> None:
    markup = clean_speech(HOSTILE["markup"])
    played = await play(tmp_path, saying(HOSTILE["markup"]))
    async with WolfApp(lambda app: app.make_review_table(played.saved), heartbeat=False).run_test(
        size=size
    ) as pilot:
        await pilot.press("end")
        await pilot.pause()
        seen, transcript = "", table_of(pilot).query_one(Transcript)
        for place in range(0, transcript.virtual_size.height, size[1] // 3):
            transcript.scroll_to(y=place, animate=False)
            await pilot.pause()
            seen += "".join(transcript.render_line(y).text for y in range(transcript.size.height))
        assert pilot.app.is_running
        assert squeezed(markup) in squeezed(transcript.text)
        assert MARK in seen
        assert "@click=app.quit" in squeezed(seen)

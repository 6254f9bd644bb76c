"""A person's reply before the vote and line with a ballot, on the screen and in plain lines."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from tests.wolftui.plain.consoles import ListedConsole
from tests.wolftui.screen.stage import (
    SIZES,
    answer,
    answered,
    app_for,
    live_of,
    sit,
    table_of,
    text_of,
    until,
    until_asked,
)
from wolfcore.errors import GameStopped
from wolfcore.game import ALL, Ask, Entry, View, get_board
from wolfcore.game import facts as f
from wolfcore.records import read_game
from wolftui.games.running_game import RunningGame
from wolftui.games.session.game_session import GameSession
from wolftui.games.session.playback import reading_seconds
from wolftui.plain.line_layout import LineLook, block_lines
from wolftui.plain.live_game import PlainGame
from wolftui.views.block_markdown import block_markdown
from wolftui.words.glyphs import FANCY
from wolftui.words.questions import make_question
from wolftui.words.transcript_layout import TranscriptShape, block_height, layout_block

DEAL = "1=Werewolf,2=Werewolf,3=Seer,4=Villager,5=Witch,6=Villager,7=Werewolf,8=Hunter,9=Villager"
NAMES = ("Ada", "Bram", "Cleo", "Dov", "Elif", "Fay", "Gil", "Hana", "Ivo")


def named(root: Path) -> RunningGame:
    """A game on classic9 without a first victim, in which the seats after the person in seat 4 name
    it, and vote with lines."""
    quiet: dict[str, dict[str, object]] = {
        **{f"n1.kill.{seat}": {"choice": 0} for seat in (1, 2, 7)},
        "n1.poison.5": {"choice": 0},
    }
    said: dict[str, dict[str, object]] = {
        **{f"d1.speak.{seat}": {"text": "4, I think."} for seat in (6, 7)},
        **{f"d1.vote.{seat}": {"choice": 5, "text": f"Since {seat}."} for seat in (1, 2, 3)},
    }
    return answered(root, "classic9", DEAL, quiet | said)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_a_person_replies_and_votes_with_a_line_on_the_screen(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    running = named(tmp_path)
    async with app_for(running).run_test(size=size) as pilot:
        await until_asked(pilot, "speak")
        await answer(pilot)
        await until_asked(pilot)
        assert "You were named after you spoke. What do you reply?" in text_of(pilot)
        await pilot.press(*("so " * 31), "enter")
        assert "At most 30 words and 240 characters are heard here" in text_of(pilot)
        await pilot.press(*["backspace"] * 93, *"not me", "enter")
        await until(pilot, lambda: live_of(pilot).front.waiting is not None)
        await pilot.press("5")
        await pilot.pause()
        assert '" adds a line.' in text_of(pilot)
        await pilot.press("quotation_mark", *"he lied")
        await pilot.pause()
        assert "Enter votes with this line." in text_of(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: "Since 3." in table_of(pilot).transcript.text)
        assert "he lied" in table_of(pilot).transcript.text
    answers = read_game(tmp_path / running.id).answers
    assert answers["d1.defend.4"].text == "not me"
    assert (answers["d1.vote.4"].choice, answers["d1.vote.4"].text) == (5, "he lied")


@pytest.mark.slow
async def test_a_plain_ballot_takes_the_same_keys_as_before_and_sends_no_draft(
    tmp_path: Path,
) -> None:
    running = named(tmp_path)
    async with app_for(running).run_test(size=(120, 36)) as pilot:
        await until_asked(pilot, "speak")
        await answer(pilot)
        await until_asked(pilot)
        await pilot.press("enter")  # passes
        await until(pilot, lambda: live_of(pilot).front.waiting is not None)
        live_of(pilot).prompt.load_drafts({4: "For tomorrow."})
        await pilot.press("5", "enter")
        await until(pilot, lambda: "Since 3." in table_of(pilot).transcript.text)
    answers = read_game(tmp_path / running.id).answers
    assert answers["d1.defend.4"].text == ""
    assert (answers["d1.vote.4"].choice, answers["d1.vote.4"].text) == (5, "")
    said = [e.fact for e in read_game(tmp_path / running.id).entries if isinstance(e.fact, f.Said)]
    assert not any(fact.seat == 4 and fact.kind == "defend" for fact in said)


@pytest.mark.slow
async def test_the_key_of_a_line_opens_an_empty_field_and_keeps_the_draft(tmp_path: Path) -> None:
    running = named(tmp_path)
    async with app_for(running).run_test(size=(120, 36)) as pilot:
        prompt = live_of(pilot).prompt
        await until_asked(pilot, "speak")
        await answer(pilot)
        await until_asked(pilot)
        await pilot.press("enter")  # passes
        await until(pilot, lambda: live_of(pilot).front.waiting is not None)
        prompt.composer.load_text("For tomorrow.")
        await pilot.press("5", "quotation_mark")
        await pilot.pause()
        assert prompt.composer.text == ""
        await pilot.press(*"he lied", "enter")
        await pilot.pause()
        assert prompt.drafts == {4: "For tomorrow."}
    given = read_game(tmp_path / running.id).answers["d1.vote.4"]
    assert (given.choice, given.text) == (5, "he lied")


async def test_a_line_that_comes_too_late_is_no_draft(tmp_path: Path) -> None:
    view = View(4, get_board("classic9"), NAMES, [f.Dealt(4, "Villager"), f.Began(1, "vote")])
    vote = make_question(Ask("d1.vote.4", 4, "vote", 1, "vote", (0, 2, 5)), view)
    speak = make_question(Ask("d2.speak.4", 4, "speak", 2, "discussion", (0,)), view)
    async with app_for(sit(tmp_path, "classic9", 5, "4=human")).run_test(size=(120, 36)) as pilot:
        prompt = live_of(pilot).prompt
        prompt.draft(4, "You speak next.", "", night=False)
        prompt.composer.insert("For tomorrow.")
        prompt.ask(vote, night=False)
        prompt.write_line()
        assert prompt.composer.text == ""
        prompt.composer.insert("he lied")
        assert prompt.drafts == {4: "For tomorrow."}
        prompt.show_idle("Too late.")
        assert prompt.drafts == {4: "For tomorrow."}
        prompt.ask(speak, night=False)
        assert prompt.composer.text == "For tomorrow."


async def test_a_person_replies_and_votes_with_a_line_in_plain_lines(tmp_path: Path) -> None:
    console = ListedConsole(
        ["Morning.", "so " * 31, "Not me, I say.", "5: " + "so " * 31, "5: he lied"]
    )
    running = named(tmp_path)
    with suppress(GameStopped):  # the input ends after the vote, if the person is asked again
        await PlainGame(running, console, LineLook()).play()
    text = console.text
    assert "You were named after you spoke. What do you reply?" in text
    assert text.count("At most 30 words and 240 characters are heard here") == 2
    assert not any("Not me, I say." in line for line in console.lines), "whoever typed it knows it"
    assert "Since 3." in text
    answers = read_game(tmp_path / running.id).answers
    assert answers["d1.defend.4"].text == "Not me, I say."
    assert (answers["d1.vote.4"].choice, answers["d1.vote.4"].text) == (5, "he lied")


LINE = "She said one thing in the morning and another at noon, and *nobody* asked her why."
CAST = [
    f.Voted(seat, 5 if seat < 5 else 1, "vote", LINE if seat == 3 else "") for seat in range(1, 8)
]


def ballot_block(*facts: f.Fact):
    session = GameSession(get_board("classic9"), NAMES)
    session.entries([Entry(ALL, fact) for fact in (f.Began(1, "vote"), *facts)])
    session.go_end()
    return session.blocks[-1]


@pytest.mark.parametrize("width", [40, 80, 120])
def test_a_line_is_shown_beside_its_ballot(width: int) -> None:
    shape = TranscriptShape(width)
    block = ballot_block(*CAST)
    lines = ["".join(span.text for span in line) for line in layout_block(block, shape)]
    assert len(lines) == block_height(block, shape)
    assert all(len(line) <= width for line in lines)
    joined = " ".join(" ".join(lines).split())
    assert f"3 Cleo {FANCY.arrow} 5 Elif {LINE}" in joined
    assert joined.count(FANCY.arrow) == len(CAST)
    bare = ballot_block(*[f.Voted(cast.voter, cast.target, cast.ballot) for cast in CAST])
    longer = reading_seconds(block) - reading_seconds(bare)
    assert abs(longer - (2 + len(LINE)) / 30) < 1e-9


def test_a_line_is_written_in_plain_lines_and_in_markdown() -> None:
    block = ballot_block(*CAST)
    assert any("Elif  She said" in line for line in block_lines(block, LineLook()))
    assert "5 Elif She said" in block_markdown(block, FANCY)
    assert r"\*nobody\*" in block_markdown(block, FANCY)


def test_a_reply_is_told_with_its_speaker_and_a_pass_is_not() -> None:
    session = GameSession(get_board("classic9"), NAMES)
    told = (
        f.Began(1, "discussion"),
        f.Began(1, "defence"),
        f.MostNamed(3, 2),
        f.Said(3, "defend", "Not me."),
        f.MostNamed(4, 1),
    )
    session.entries([Entry(ALL, fact) for fact in told])
    session.go_end()
    text = "\n".join(block.text for block in session.blocks)
    assert "3 Cleo  replies\nNot me." in text
    assert "4 Dov" not in text

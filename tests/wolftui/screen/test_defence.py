"""A person at the block: asked on the screen and in plain lines, told why, heard by all, and asked
again after a kill."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.wolftui.plain.consoles import ListedConsole
from tests.wolftui.screen.stage import (
    SIZES,
    answer,
    answered,
    app_for,
    live_of,
    text_of,
    until,
    until_asked,
)
from wolfcore.errors import GameStopped
from wolfcore.game import ALL, Ask, Entry, get_board
from wolfcore.game import facts as f
from wolfcore.records import read_game
from wolftui.games.game_starts import resume_saved
from wolftui.games.running_game import RunningGame
from wolftui.games.session.game_session import GameSession
from wolftui.plain.line_layout import LineLook
from wolftui.plain.live_game import PlainGame
from wolftui.views.status_line import activity_line
from wolftui.words.glyphs import FANCY

NAMES = ("Ada", "Bram", "Cleo", "Dov", "Elif", "Fay")
DEAL = "1=Werewolf,2=Werewolf,3=Seer,4=Villager,5=Witch,6=Villager"


def accused(root: Path) -> RunningGame:
    """A game on duel6 in which nobody dies in the first night and everybody then names the person
    in seat 4."""
    quiet: dict[str, dict[str, object]] = {
        "n1.kill.1": {"choice": 3},
        "n1.kill.2": {"choice": 6},
        "n1.poison.5": {"choice": 0},
    }
    said: dict[str, dict[str, object]] = {
        f"d1.speak.{seat}": {"text": "4, I think."} for seat in (1, 2, 3, 5, 6)
    }
    return answered(root, "duel6", DEAL, quiet | said)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_a_person_at_the_block_is_asked_on_the_screen(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    running = accused(tmp_path)
    async with app_for(running).run_test(size=size) as pilot:
        await until_asked(pilot, "speak")
        await answer(pilot)
        await until_asked(pilot)
        assert (
            "One more word before the vote goes to the name that fell most today: you, in 5 speeches."
            in " ".join(text_of(pilot).split())
        )
        assert "You were named most today. What do you say?" in text_of(pilot)
        await answer(pilot, "not me")
        await until(pilot, lambda: live_of(pilot).front.waiting is not None)
        waiting = live_of(pilot).front.waiting
        assert waiting is not None
        assert waiting.ask.kind == "vote"
        assert "in defence" in text_of(pilot)
    assert read_game(tmp_path / running.id).answers["d1.defend.4"].text == "not me"


@pytest.mark.slow
async def test_a_person_who_left_at_the_block_is_asked_again(tmp_path: Path) -> None:
    running = accused(tmp_path)
    async with app_for(running).run_test(size=(120, 36)) as pilot:
        await until_asked(pilot, "defend")
    running.close()
    again = resume_saved(tmp_path / running.id)
    assert [ask.id for ask in again.game.asks] == ["d1.defend.4"]
    async with app_for(again).run_test(size=(80, 24)) as pilot:
        await until_asked(pilot)
        assert "You were named most today. What do you say?" in text_of(pilot)
    again.close()


async def test_a_person_at_the_block_is_asked_in_plain_lines(tmp_path: Path) -> None:
    console = ListedConsole(["Morning.", "Not me, I say."])
    with pytest.raises(GameStopped):  # the input ends at the vote
        await PlainGame(accused(tmp_path), console, LineLook()).play()
    at = next(
        number
        for number, line in enumerate(console.lines)
        if line.endswith("You were named most today. What do you say?")
    )
    assert console.lines[at + 1] == "You were named in 5 speeches. The vote follows."
    assert not any("Not me, I say." in line for line in console.lines), "whoever typed it knows it"


def test_the_others_see_who_stands_at_the_block() -> None:
    session = GameSession(get_board("duel6"), NAMES)
    told = (
        f.Began(1, "night"),
        f.QuietNight(1),
        f.Began(1, "discussion"),
        f.Began(1, "defence"),
        f.MostNamed(3, 1),
    )
    session.entries([Entry(ALL, fact) for fact in told])
    session.go_end()
    words = "".join(span.text for line in session.blocks[-1].lines for span in line)
    assert (
        words == "One more word before the vote goes to the name that fell most today: 3 Cleo, in "
        "one speech."
    )
    session.asked((Ask("d1.defend.3", 3, "defend", 1, "defence", (0,)),))
    assert "".join(span.text for span in activity_line(session, FANCY)) == "3 Cleo has the word"

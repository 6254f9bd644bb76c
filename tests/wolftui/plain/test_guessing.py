"""Guessing along in plain lines: nothing of the next day is written before this one is answered,
and the end says how one did."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.core.game.planting import MARK
from tests.wolftui.plain.consoles import ListedConsole
from tests.wolftui.screen.stage import sit
from wolfcore.errors import ConfigError
from wolfcore.game import ROLES, Belief
from wolfcore.game.facts import Dealt
from wolfcore.records import SavedGame, read_game
from wolftui.games.side_files import read_guesses
from wolftui.plain.guess_prompt import GuessPrompt
from wolftui.plain.line_layout import LineLook
from wolftui.plain.replay import review_session

LOOK = LineLook()


def saved(root: Path, *, ended: bool = True) -> SavedGame:
    running = sit(
        root, "helmsman7+appointed", 4, *(() if ended else ("4=human",)), others="bot:easy"
    )
    if ended:
        running.play_now()
    running.close()
    return read_game(root / running.id)


def guessing(game: SavedGame, console: ListedConsole, eyes: int = 0) -> GuessPrompt:
    return GuessPrompt(game, review_session(game, "", LOOK), console, LOOK, eyes)


async def test_each_day_is_answered_before_the_next_one_is_written(tmp_path: Path) -> None:
    game, seen = saved(tmp_path), list[str]()

    def answer(lines: list[str]) -> str:
        seen.append("\n".join(lines))
        return "1 Werewolf 8, 2 Unc" if len(seen) == 1 else "nonsense" if len(seen) == 2 else ""

    console = ListedConsole(answer)
    await guessing(game, console).guess()
    assert "Day 1 is over" in seen[0]
    assert "night 2" not in seen[0]
    assert "`nonsense` is not a suspicion" in seen[2]
    assert "Day 2 is over" in seen[1]
    assert "night 3" not in seen[2]
    for words in seen:
        assert "◈" not in words
        assert not any(sign in words for sign in "▲◉✚")
        assert MARK not in words
    assert "off by how much" in console.text
    assert "▲ Werewolf" in console.text.partition("how surely you held each for a wolf")[2]
    kept = read_guesses(game.path, game.header.board)[0]
    assert kept is not None
    assert kept.done
    assert kept.days[1] == (Belief(1, "Werewolf", 8), Belief(2, "Uncertain", 5))


async def test_the_end_of_input_keeps_what_was_guessed_and_the_next_time_goes_on(
    tmp_path: Path,
) -> None:
    game = saved(tmp_path)
    console = ListedConsole(["1 w 9"])
    await guessing(game, console).guess()
    assert "continues with them" in console.text
    assert "off by" not in console.text
    again = ListedConsole(["roles"])
    await guessing(game, again).guess()
    assert "Day 1 is over" not in again.text, "it was answered"
    assert "off by how much" in again.text


async def test_guesses_through_other_eyes_begin_anew(tmp_path: Path) -> None:
    game = saved(tmp_path)
    await guessing(game, ListedConsole(["1 w 9"])).guess()
    villager = next(
        entry.fact.seat
        for entry in game.entries
        if isinstance(entry.fact, Dealt) and ROLES[entry.fact.role].team != "wolves"
    )
    console = ListedConsole([])
    await guessing(game, console, villager).guess()
    assert f"You are {villager} " in console.text
    assert "Day 1 is over" in console.text, "the public's guess is not this seat's"


async def test_a_day_may_be_passed(tmp_path: Path) -> None:
    game = saved(tmp_path)
    console = ListedConsole(["skip", "roles"])
    await guessing(game, console).guess()
    assert "You guessed on no day" in console.text


def test_there_must_be_something_to_guess(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="shows who the wolves are"):
        guessing(saved(tmp_path), ListedConsole(), -1)
    with pytest.raises(ConfigError, match="guesses need a finished game"):
        guessing(saved(tmp_path, ended=False), ListedConsole())


async def test_no_seats_eyes_are_refused_for_that_would_tell_what_it_is(tmp_path: Path) -> None:
    game = saved(tmp_path)
    wolves = {
        e.fact.seat
        for e in game.entries
        if isinstance(e.fact, Dealt) and ROLES[e.fact.role].team == "wolves"
    }
    for seat in range(1, 8):
        console = ListedConsole(["skip", "skip", "skip"])
        await guessing(game, console, seat).guess()
        assert f"You are {seat} " in console.text
        assert ("Day 1 is over" in console.text) is (seat not in wolves)
        assert ("A wolf knows the pack, so no day asked you." in console.text) is (seat in wolves)
        assert ("You guessed on no day" in console.text) is (seat not in wolves)
        assert "off by how much" not in console.text

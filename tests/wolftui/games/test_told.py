"""What people were told in their last games is read once when a game begins, stands in its folder,
and is not told again."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.wolftui.words.telling import open_gate
from wolfcore.arena import MachineGames, PlayedGame
from wolfcore.bots.fingerprints import fingerprints_of
from wolfcore.bots.talk.line_templates import manner_lines
from wolfcore.errors import GameStopped
from wolfcore.game import Answer, Ask, View
from wolfcore.game import facts as f
from wolfcore.records import SavedGame, read_game
from wolfcore.table import verify
from wolftui.games.arrangement import Arrangement, PlayOptions
from wolftui.games.game_starts import (
    MAX_GAMES,
    fork_saved,
    recent_bot_phrases,
    resume_saved,
    start_game,
)
from wolftui.settings.paths import games_folder


class Person:
    """Gives the first option and says nothing, until the ask at which it leaves."""

    def __init__(self, leaves_at: str = "") -> None:
        self._leaves_at = leaves_at

    async def ask(self, ask: Ask, view: View) -> Answer:
        if ask.id == self._leaves_at:
            raise GameStopped("You left the game")
        assert view.seat == ask.seat
        return Answer(ask.options[0])


def options(
    seed: int, root: Path | None = None, seat: str = "human", board: str = "sla7"
) -> PlayOptions:
    """A game of house bots, and whoever is wanted on seat 4."""
    return PlayOptions(
        board=board, seed=seed, seats=(f"4={seat}",), games_root=root, deal="4=Werewolf"
    )


async def played(wanted: PlayOptions) -> SavedGame:
    """A game played to its end, as it was saved."""
    running = start_game(wanted)
    await running.play(Person(), gate=open_gate)
    running.close()
    assert running.path
    return read_game(running.path)


def heard(saved: SavedGame) -> set[str]:
    """The signs of what bots said in a game."""
    said = [f.public_words(entry.fact) for entry in saved.entries]
    texts = [text for speaker, text in said if speaker not in (0, 4)]
    return {sign for text in texts for sign in fingerprints_of(text, saved.header.names)}


def jokes() -> set[str]:
    """The signs of all running jokes."""
    manners = ("analyst", "dramatic", "dry", "folksy", "formal", "nervous", "terse", "warm")
    running = [
        line
        for manner in manners
        for lines in manner_lines("en", manner).values()
        for line in lines
        if line.is_running_joke
    ]
    return {
        sign
        for line in running
        for way in line.variants
        for sign in fingerprints_of(way, ("Nobody",))
    }


def test_nothing_was_told_before_the_first_game(tmp_path: Path) -> None:
    assert recent_bot_phrases(tmp_path) == ()
    assert recent_bot_phrases(tmp_path / "nowhere") == ()


@pytest.mark.slow
async def test_what_was_told_in_the_last_games_stands_in_the_folder_and_is_not_told_again(
    tmp_path: Path,
) -> None:
    before = [await played(options(seed, board="classic9")) for seed in range(MAX_GAMES)]
    told = set[str]().union(*map(heard, before))
    again = by_chance = 0
    for seed in range(20, 26):
        saved = await played(options(seed, board="classic9"))
        assert saved.about
        assert verify(saved).finished
        again += len(heard(saved) & set(saved.about.told) - jokes())
        unaware = await played(options(seed, tmp_path / str(seed), board="classic9"))
        assert unaware.about and not unaware.about.told
        by_chance += len(heard(unaware) & set(saved.about.told) - jokes())
        assert told <= set(saved.about.told) or seed > 20
    assert by_chance > 40
    assert again < 0.3 * by_chance


async def test_what_a_bot_said_with_its_ballot_was_told_too() -> None:
    saved = await played(options(3, board="classic9"))
    said = [entry.fact for entry in saved.entries]
    lines = [fact.line for fact in said if isinstance(fact, f.Voted) and fact.line]
    speeches = {fact.text for fact in said if isinstance(fact, f.Said)}
    signs = {
        sign
        for line in lines
        if not any(line in text for text in speeches)
        for sign in fingerprints_of(line, saved.header.names)
    }
    assert signs
    assert signs <= set(recent_bot_phrases(games_folder()))


@pytest.mark.slow
async def test_only_the_last_games_count_and_only_those_with_a_person() -> None:
    first = await played(options(1))
    watched = await played(options(2, seat="random"))
    assert set(recent_bot_phrases(games_folder())) == heard(first)
    assert watched.about and not watched.about.told
    later = [await played(options(3 + number)) for number in range(MAX_GAMES)]
    assert set(recent_bot_phrases(games_folder())) == set[str]().union(*map(heard, later))


async def test_a_resumed_game_and_a_fork_go_by_what_their_folder_says_and_not_by_newer_games() -> (
    None
):
    await played(options(1))
    running = start_game(options(2))
    with pytest.raises(GameStopped):
        await running.play(Person("d1.vote.4"), gate=open_gate)
    assert running.path and running.folder and running.folder.about
    path, told = running.path, running.folder.about.told
    assert told
    await played(options(3))
    resumed = resume_saved(path)
    await resumed.play(Person(), gate=open_gate)
    resumed.close()
    saved = read_game(path)
    assert saved.about and saved.about.told == told
    forked = fork_saved(saved, "d1.vote.4")
    assert forked.folder and forked.folder.about and forked.folder.about.told == told
    forked.close()


async def test_a_game_that_was_left_goes_on_as_if_nobody_had_left_whatever_was_played_since() -> (
    None
):
    await played(options(1))
    whole = start_game(replace(options(2), save=False))
    await whole.play(Person(), gate=open_gate)
    left = start_game(options(2))
    with pytest.raises(GameStopped):
        await left.play(Person("d1.vote.4"), gate=open_gate)
    assert left.path
    await played(options(3))
    resumed = resume_saved(left.path)
    await resumed.play(Person(), gate=open_gate)
    assert resumed.game.log == whole.game.log
    resumed.close()


async def test_many_games_at_once_know_of_no_earlier_one() -> None:
    await played(options(1))
    found = MachineGames(Arrangement(options(5, seat="bot")).arena_request("stop")).play(5)
    assert isinstance(found, PlayedGame) and found.folder
    saved = read_game(found.folder)
    assert saved.about and not saved.about.told


async def test_a_game_that_cannot_be_read_has_told_nobody_anything() -> None:
    saved = await played(options(1))
    (saved.path / "game.jsonl").write_bytes(b"{}\n")
    assert recent_bot_phrases(games_folder()) == ()

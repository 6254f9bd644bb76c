"""A saved game that other house bots began says so when it goes on."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from wolfcore.bots import BOTS_VERSION
from wolfcore.records import read_game
from wolftui.games.arrangement import PlayOptions
from wolftui.games.game_starts import fork_saved, resume_saved, start_game


def begun(root: Path, player: str, bots: tuple[int, ...]) -> Path:
    """Begin a game of `duel6`, saved as by a wolftui with other house bots."""
    running = start_game(
        PlayOptions(board="duel6", seats=(f"*={player}",), games_root=root, seed=1)
    )
    folder = running.folder
    assert folder
    about = folder.about
    assert about
    assert about.bots == (BOTS_VERSION,)
    folder.rewrite_about(replace(about, bots=bots))
    folder.close()
    return folder.path


@pytest.mark.parametrize("bots", [(), (1,)])
def test_a_resumed_game_names_both_versions_and_says_so_once(
    tmp_path: Path, bots: tuple[int, ...]
) -> None:
    path = begun(tmp_path, "bot", bots)
    note = f"House bots of version 1 began this game; those of version {BOTS_VERSION} play on."
    for notes in ((note,), ()):
        running = resume_saved(path)
        assert tuple(each for each in running.notes if "House bots" in each) == notes
        assert running.folder
        running.folder.close()
        about = read_game(path).about
        assert about
        assert about.bot_versions == (1, BOTS_VERSION)


def test_a_game_without_house_bots_goes_on_without_a_word(tmp_path: Path) -> None:
    path = begun(tmp_path, "random", ())
    running = resume_saved(path)
    assert not [each for each in running.notes if "House bots" in each]
    assert running.folder
    running.folder.close()


def test_a_fork_names_the_versions_of_both(tmp_path: Path) -> None:
    path = begun(tmp_path, "bot", ())
    saved = read_game(path)
    ask = resume_saved(path)
    first = ask.game.asks[0].id
    assert ask.folder
    ask.folder.close()
    forked = fork_saved(saved, first, root=tmp_path)
    assert forked.folder
    assert forked.folder.about
    assert forked.folder.about.bot_versions == (1, BOTS_VERSION)
    forked.folder.close()
